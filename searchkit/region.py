"""The region that a search for several paths explores: uniform-cost search with edges recorded.

Every node that is nearer than the nearest open one (the *reach*) has been expanded, and all of its
edges are known. How far the region must grow, the algorithm says.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import islice
from typing import Any

from typing_extensions import override

from searchkit.beginnings import Beginnings
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, ProblemError
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.protocols import A, C, S
from searchkit.result import Statistics
from searchkit.reversing import refuse_merging
from searchkit.search import FULL, Events, Search


class Region(Search[S, A, C]):
    """The base of the searches for several paths.

    Attributes:
        g: The cost of the cheapest way known to each node of the region, by number.
        beginnings: The edges, and the beginnings of paths along them.
        growing: Whether the region must grow before anything else.
        nearest: The cost of the nearest goal in it.
    """

    labels_in_loop = True

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        name = type(self).__name__
        if self.problem.sees_closed:
            raise ProblemError(
                f"{name} goes through a space that stays as it is, and the successors of this "
                "problem depend on the nodes closed before."
            )
        refuse_merging(self.check, name, [Known.EQUIVALENCE, Known.DOMINANCE])
        if not self.check.remembers or hasattr(self.check, "condition"):
            raise CheckError(
                f"{name} must know each state for certain, and {type(self.check).__name__} does "
                "not tell. Use HashCheck(), SortedCheck() or LinearCheck()."
            )
        self.g: list[C] = []
        self.depths: list[int] = []
        self.is_closed: list[bool] = []
        self.heap: list[Any] = []  # the open nodes of the region
        self.tick = 0
        self.beginnings: Beginnings[A, C] = Beginnings(self.problem.zero)
        self.growing = True
        self.nearest: C | None = None
        self.duplicates: int = 0
        self.generated: int = 0
        self.max_frontier: int = 0

    def select(self, *, must: bool = False) -> bool:
        """Let the region grow by the nearest open node; False where it has grown enough.

        Args:
            must: Whether it must grow by one node at least.
        """
        raise NotImplementedError

    def survey(self) -> None:
        """Take the region as it is now."""
        raise NotImplementedError

    def grow(self) -> Events:
        """Expand the nearest nodes, as uniform-cost search does, and record all edges."""
        nodes, g, paths = self.nodes, self.g, self.beginnings
        index, is_goal = self.index, self.is_goal()
        while self.growing:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            parent = self.current
            g_parent = g[parent] if parent >= 0 else self.problem.zero
            for state, cost, action in islice(self.children(parent), self.taken, None):
                number = index.get(state)
                if number is None:
                    while len(g) >= self.room:
                        yield FULL
                    number = len(g)
                    index[state] = number
                    nodes.arriving = (state, cost, action)
                    self.store(state, parent, g_parent + cost)
                    paths.add_node(is_goal=is_goal(state), is_start=parent < 0)
                else:
                    nodes.arriving = (state, cost, action)
                    self.meet_again(number, parent, g_parent + cost)
                if number in paths.goals and (self.nearest is None or g[number] < self.nearest):
                    self.nearest = g[number]
                if parent >= 0:
                    paths.out[parent].append((number, cost, action))
                self.taken += 1
            if parent >= 0:
                self.generated += self.taken
                paths.expanded.add(parent)
            if not self.select():
                self.survey()

    def store(self, state: S, parent: int, g: C) -> None:
        """Give a state its row in the table, and its place in the heap."""
        nodes = self.nodes
        nodes.states.append(state)
        nodes.parents.append(parent)
        nodes.keep_label()
        self.g.append(g)
        self.is_closed.append(False)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        self.tick += 1
        heappush(self.heap, (g, self.tick, len(self.g) - 1))

    def meet_again(self, number: int, parent: int, g: C) -> None:
        """Let a known node be reached more cheaply, if it is; a closed one never is."""
        if not g < self.g[number]:
            self.duplicates += 1
            return
        self.nodes.reparent(number, parent)
        self.g[number] = g
        self.depths[number] = self.depths[parent] + 1
        self.tick += 1
        heappush(self.heap, (g, self.tick, number))
        self.tell_improved(number)

    def reach(self) -> C | None:
        """The cost of the nearest open node; None where there is none."""
        heap = self.heap
        while heap and (self.is_closed[heap[0][-1]] or self.g[heap[0][-1]] < heap[0][0]):
            heappop(heap)
        return heap[0][0] if heap else None

    @property
    @override
    def frontier(self) -> list[int]:
        order = [self.current] if self.taken < 0 <= self.current else []
        waiting = dict.fromkeys(entry[-1] for entry in sorted(self.heap))
        return order + [number for number in waiting if not self.is_closed[number]]

    @property
    @override
    def statistics(self) -> Statistics:
        inside = self.taken if self.taken > 0 and self.current != NO_PARENT else 0
        return Statistics(
            expanded=self.expanded,
            generated=self.generated + inside,
            duplicates=self.duplicates,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=self.max_frontier,
            depth=max(self.depths, default=0),
            seconds=self.seconds,
        )
