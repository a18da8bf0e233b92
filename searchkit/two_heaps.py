"""The bookkeeping of a bidirectional search by cost: a heap and heuristic for each side.

The nodes of both sides stand in one table. ``g`` is counted from a node's own end: from a start
for a forward node, to a goal for a backward one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from typing_extensions import override

from searchkit.arguments import require_heuristic
from searchkit.duplicates import DuplicateCheck
from searchkit.estimates import estimate, overestimate_along
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.protocols import A, C, S
from searchkit.result import Statistics
from searchkit.two_sided import TwoSided


class TwoHeaps(TwoSided[S, A, C]):
    """The base of bidirectional searches by cost.

    Attributes:
        g: The cost of the cheapest way known between each node and its end, by number.
        heuristics: To a goal, and from a start; None where there is none.
        estimates: What they say of each node; None on a side without a heuristic.
        heaps: The open nodes of each side.
        overestimate: How a heuristic was found to be inadmissible; empty where it was not.
    """

    labels_in_loop = True

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        goals: Iterable[Any] | None = None,
        heuristic: Callable[[Any], Any] | None = None,
        backward_heuristic: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            goals=goals,
        )
        require_heuristic(heuristic)
        require_heuristic(backward_heuristic, "backward_heuristic")
        if heuristic is None and self.problem.heuristic is not None:
            heuristic = self.problem.bind(self.problem.heuristic)
        self.heuristics = (heuristic, backward_heuristic)
        self.g: list[C] = []
        self.is_closed: list[bool] = []
        self.depths: list[int] = []
        self.estimates: list[Any] = []
        self.heaps: tuple[list[Any], list[Any]] = ([], [])
        self.overestimate = ""
        self.reopened: int = 0
        self.stale: int = 0
        self.dead_ends: int = 0
        self.max_frontier: int = 0
        self.deepest = [0, 0]

    def store(self, state: S, parent: int, g: C) -> None:
        """Give a state its row in the table."""
        nodes, heuristic = self.nodes, self.heuristics[self.side]
        nodes.states.append(state)
        nodes.parents.append(parent)
        nodes.keep_label()
        self.g.append(g)
        self.is_closed.append(False)
        self.depths.append(0)
        self.estimates.append(None if heuristic is None else estimate(heuristic, state))
        self._deepen(len(self.g) - 1, parent)

    def improve(self, number: int, parent: int, g: C) -> None:
        """Let a known node be reached more cheaply."""
        self.reopened += self.is_closed[number]
        self.nodes.reparent(number, parent)
        self.g[number] = g
        self.is_closed[number] = False
        self._deepen(number, parent)
        self.tell_improved(number)

    def _deepen(self, number: int, parent: int) -> None:
        depth = self.depths[parent] + 1 if parent >= 0 else 0
        self.depths[number] = depth
        self.deepest[self.side] = max(self.deepest[self.side], depth)

    @property
    @override
    def frontier(self) -> list[int]:
        order = [self.current] if self.taken < 0 <= self.current else []
        for entry in sorted((*self.heaps[0], *self.heaps[1]), key=lambda entry: entry[0]):
            number: int = entry[-1]
            if not self.is_closed[number] and number not in order:
                order.append(number)
        return order

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.counted(),
            duplicates=self.duplicates,
            reopened=self.reopened,
            stale=self.stale,
            dead_ends=self.dead_ends,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=self.max_frontier,
            depth=sum(self.deepest),
            seconds=self.seconds,
        )

    @override
    def weigh(self, path: Path[S, A, C]) -> None:
        """Compare the heuristics with what each state of the path is from its two ends."""
        there = Path(
            path.states[::-1],
            actions=path.actions[::-1],
            costs=path.costs[::-1],
            cost=path.cost,
            problem=path.problem,
        )
        for heuristic, way in zip(self.heuristics, (path, there), strict=True):
            if heuristic is not None:
                self.overestimate = overestimate_along(way, heuristic) or self.overestimate
