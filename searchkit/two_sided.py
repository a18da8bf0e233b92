"""What the bidirectional searches share: one node table that grows from both ends.

Every node has one number, whichever side it belongs to. The parent of a forward node lies towards
the start, that of a backward node towards the goal. Each side has an index of its own, and a state
that is in both is a meeting: the two lines of parents, joined there, are a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, cast

from typing_extensions import override

from searchkit.derivation import Derivation, derivation_of_path
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError
from searchkit.indices import Index
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, S
from searchkit.reversing import backward_rests_on, refuse_merging, replayed, with_named_goals
from searchkit.search import Search

FORWARD: Final = 0
BACKWARD: Final = 1


class TwoSided(Search[S, A, C]):
    """The base of the bidirectional searches.

    Attributes:
        side: The side of the node that is being expanded: 0 forward, 1 backward.
        meeting: The numbers of the forward and the backward node at which the best path known is
            joined; None before the two sides met.
    """

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        goals: Iterable[Any] | None = None,
    ) -> None:
        name = type(self).__name__
        problem = with_named_goals(start, goals, name)
        super().__init__(problem, duplicates=duplicates, on_solution=on_solution, observer=observer)
        refuse_merging(self.check, name, [Known.EQUIVALENCE, Known.DOMINANCE])
        if not self.check.remembers or hasattr(self.check, "condition"):
            raise CheckError(
                f"{name} must know for certain when its two sides meet, and "
                f"{type(self.check).__name__} does not tell. Use HashCheck(), SortedCheck() or "
                "LinearCheck()."
            )
        for goal in problem.goals:
            self.check.require(goal)
        self.backward: Problem[S, A, C] = problem.reversed()
        self.indices: tuple[Index[S], Index[S]] = (self._index, self.check.new_index())
        self.side = FORWARD
        self.seeded: int = 0  # how many sides have their roots: the starts, then the goals
        self.first_goal = 0  # the number of the first backward node
        self.meeting: tuple[int, int] | None = None
        self.generated: int = 0
        self.duplicates: int = 0

    def both_successors(self) -> tuple[Callable[[S], Iterable[Any]], Callable[[S], Iterable[Any]]]:
        """Make the successor functions of the two sides."""
        return self.successors(), self.successors(self.backward)

    def roots(self) -> Iterator[Any]:
        """Give the starts, or the goals, as the children of no node."""
        nodes, zero = self.nodes, self.problem.zero
        for state in (self.problem, self.backward)[self.side].starts:
            nodes.arriving = nodes.no_label
            yield (state, zero, None) if self.labels_in_loop else state

    @override
    def path_to(self, number: int) -> Path[S, A, C]:
        """The path to a forward node; of a backward node, the path from it on to a goal."""
        chain = self.nodes.lineage(number)
        if self.seeded and chain[-1] >= self.first_goal:
            return self.nodes.path_along(chain, chain[:-1], self.problem)
        return self.nodes.path_to(number, self.problem)

    @override
    def solution_path(self, number: int) -> Path[S, A, C]:
        """Join the two halves at their meeting, and replay the whole."""
        forward, backward = cast("tuple[int, int]", self.meeting)
        there = self.nodes.lineage(forward)[::-1]
        on = self.nodes.lineage(backward)
        return replayed(self.nodes.path_along(there + on[1:], there[1:] + on[:-1], self.problem))

    @override
    def derivation_of(self, number: int) -> Derivation[S, A]:
        """The path of a node, as a derivation."""
        return derivation_of_path(self.path_to(number))

    @override
    def solution_derivation(self, number: int, path: Path[S, A, C]) -> Derivation[S, A]:
        return derivation_of_path(path)

    @property
    @override
    def step_direction(self) -> str:
        return "next" if self.side == FORWARD else "previous"

    def is_exhausted(self, side: int) -> bool:
        """Say whether everything on this side was expanded."""
        raise NotImplementedError

    @override
    def explored_all(self) -> bool:
        return not self.cutoff and self.is_exhausted(FORWARD)

    @override
    def check_rests_on(self) -> list[str]:
        return backward_rests_on(self.problem)

    @override
    def proof_rests_on(self) -> list[str]:
        return backward_rests_on(self.problem, inverse=not self.is_exhausted(FORWARD))

    def counted(self) -> int:
        """How many successors were generated, the present expansion included."""
        inside = self.taken if self.taken > 0 and self.current != NO_PARENT else 0
        return self.generated + inside
