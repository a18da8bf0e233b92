"""Counting shortest paths: is the solution the only one?

Breadth-first search in which every node also carries the number of shortest ways to it. A known
state met again one layer on is reached in as many more ways as its new parent. The counts of a
layer are final when the layer before it has been expanded, so the search ends behind the layer of
the nearest goals.

Source: U. Brandes, A faster algorithm for betweenness centrality (2001), section 3.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Generic, overload

from attrs import field, frozen
from typing_extensions import Unpack, override

from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, NoPathError
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    Checking,
    CostT,
    HashableT,
    Hashing,
    RunChecking,
    RunHashing,
    StateT,
)
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Outcome, Statistics
from searchkit.search import FULL, Events, Search


@frozen(kw_only=True)
class PathCount(Generic[S, A, C]):
    """How many shortest paths there are.

    Attributes:
        count: The number of paths of the fewest steps from a start to a goal; 0 where there is
            none, or where a limit ended the count before.
        length: Their number of steps; None where none was found.
        exact: The count is final. False where a limit or Ctrl-C ended it.
        outcome: FOUND, EXHAUSTED (there is no path), LIMIT or STOPPED.
        statistics: Counters of the search.
    """

    count: int
    length: int | None
    exact: bool
    outcome: Outcome
    statistics: Statistics
    _path: Path[S, A, C] | None = field(default=None, repr=False, alias="path")

    @property
    def path(self) -> Path[S, A, C]:
        """One of the shortest paths: the one that `breadth_first_search` finds.

        Raises:
            NoPathError: None was found.
        """
        if self._path is None:
            raise NoPathError(
                f"there is no path: the count ended with {self.outcome.name} "
                f"({self.outcome.value}). Ask `if counted.count:` before counted.path."
            )
        return self._path


class ShortestPaths(Search[S, A, C]):
    """The search object beneath `count_shortest_paths`.

    Attributes:
        ways: The number of shortest ways to each node, by number; final for expanded nodes.
        count: The number of shortest paths, once the search has found them.

    Example:
        >>> from searchkit import Problem
        >>> grid = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...     is_goal=lambda p: p == (2, 2),
        ... )
        >>> search = ShortestPaths(grid)
        >>> bool(search.run()), search.count
        (True, 6)
    """

    @overload
    def __init__(
        self: ShortestPaths[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: ShortestPaths[HashableT, None, int],
        start: HashableT,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: ShortestPaths[StateT, None, int],
        start: StateT,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(self, start: Any, **options: Any) -> None:
        super().__init__(start, **options)
        if self.check.known is not Known.EQUALITY:
            raise CheckError(
                f"counting paths needs a check under which 'known' means equality; this one means "
                f"{self.check.known.value}, and would count paths of merged states as one. "
                "Use HashCheck(), SortedCheck() or LinearCheck() without key=."
            )
        if hasattr(self.check, "condition"):
            raise CheckError(
                f"counting paths promises the exact number, and {type(self.check).__name__} holds "
                "only with a probability. Use HashCheck(), SortedCheck() or LinearCheck()."
            )
        self.ways: list[int] = []
        self.goals: list[int] = []  # in the layer of the nearest goals
        self.count = 0
        self.done = False
        self.generated = 0
        self.duplicates = 0
        self.depth: int = -1
        self.layer_end = 0
        self.max_frontier = 0

    @override
    def events(self) -> Events:
        nodes, states, ways = self.nodes, self.nodes.states, self.ways
        index, is_goal = self.index, self.is_goal()
        while not self.done:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            parent = self.current
            ways_here = ways[parent] if parent >= 0 else 1
            for state in islice(self.children(parent), self.taken, None):
                known = index.get(state)
                if known is None:
                    while len(states) >= self.room:
                        yield FULL
                    index[state] = len(states)
                    states.append(state)
                    nodes.parents.append(parent)
                    if nodes.labelled:
                        nodes.keep_label()
                    ways.append(ways_here)
                    if is_goal(state):
                        self.goals.append(len(states) - 1)
                else:
                    self.duplicates += 1
                    if known >= self.layer_end and parent >= 0:  # as short a way as the known one
                        ways[known] += ways_here
                self.taken += 1
            self.generated += self.taken if parent >= 0 else 0
            self.taken = -1
            parent += 1
            self.current = parent
            if parent == self.layer_end:  # the next layer is complete, and so are its ways
                if self.goals:
                    self.count = sum(ways[goal] for goal in self.goals)
                    self.done = True
                    yield self.goals[0]
                    return
                self.layer_end = len(states)
                self.depth += parent < len(states)
            if parent == len(states):
                return
            self.max_frontier = max(self.max_frontier, len(states) - parent)

    @property
    @override
    def frontier(self) -> list[int]:
        return list(range(max(self.current, 0), len(self.nodes)))

    @property
    @override
    def statistics(self) -> Statistics:
        stored = len(self.nodes)
        return Statistics(
            expanded=self.expanded,
            generated=self.generated + (max(self.taken, 0) if self.current >= 0 else 0),
            duplicates=self.duplicates,
            stored=stored,
            solutions=self.solutions_found,
            max_frontier=self.max_frontier,
            depth=max(self.depth + (stored > self.layer_end), 0),
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return self.promise_of_fewest_steps()


@overload
def count_shortest_paths(
    start: Steps[H, A, C] | Problem[H, A, C], **options: Unpack[RunHashing[H, A, C]]
) -> PathCount[H, A, C]: ...
@overload
def count_shortest_paths(
    start: Steps[S, A, C] | Problem[S, A, C], **options: Unpack[RunChecking[S, A, C]]
) -> PathCount[S, A, C]: ...
@overload
def count_shortest_paths(
    start: HashableT, **options: Unpack[RunHashing[HashableT, None, int]]
) -> PathCount[HashableT, None, int]: ...
@overload
def count_shortest_paths(
    start: StateT, **options: Unpack[RunChecking[StateT, None, int]]
) -> PathCount[StateT, None, int]: ...
def count_shortest_paths(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Any = None,
    observer: Observer[Any, Any, Any] | None = None,
) -> PathCount[Any, Any, Any]:
    """Count the paths of the fewest steps from a start to a goal.

    Promises the exact number. Two paths differ when they differ in a step, so that parallel steps
    between two states count as two. Costs play no part. Where several goals are nearest, the
    paths to all of them count.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. One under which "known" means
            equality; `NoCheck` walks every path instead of counting them.
        limits: What the search may use; see `Limits`.
        on_solution: Called with one shortest path, if there is one.
        observer: Told what happens; see `Observer`.

    Returns:
        The count, the length, and one shortest path.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states, or merges different ones.

    Time and memory: those of breadth-first search to the end of the layer of the nearest goal.

    Source: Brandes (2001), section 3.

    Example:
        >>> from searchkit import Problem
        >>> grid = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...     is_goal=lambda p: p == (4, 4),
        ... )
        >>> counted = count_shortest_paths(grid)
        >>> counted.count, counted.length
        (70, 8)
    """
    search: ShortestPaths[Any, Any, Any] = ShortestPaths(
        start, duplicates=duplicates, on_solution=on_solution, observer=observer
    )
    result = search.run(limits)
    path = result.path if result else None
    return PathCount(
        count=search.count,
        length=None if path is None else len(path),
        exact=result.outcome in (Outcome.FOUND, Outcome.EXHAUSTED),
        outcome=result.outcome,
        statistics=result.statistics,
        path=path,
    )
