"""The best paths, one after another, and all optimal paths.

Two things happen by turns. The *region* grows: uniform-cost search expands the nearest node and
records every edge. And paths are *enumerated* within it: a queue holds beginnings of paths, each
with the cost of its cheapest completion that repeats no state; the best is taken, extended by each
edge, and put back. One that ends in a goal is a solution.

Proof: a path that is not within the region leaves it through a node that was not expanded, and so
costs at least as much as the nearest of these (the *reach*). The first beginning in the queue
costs no more than any other completion within the region. So if it is not above the reach, it is
the next best of all paths. If it is, the region must grow first. Because each beginning that is
taken has a completion, there is no path without a solution to get lost in (J. Y. Yen's point).

Source: J. Y. Yen, Finding the k shortest loopless paths in a network (1971); E. L. Lawler, A
procedure for computing the k best solutions to discrete optimization problems (1972); the
region that grows as it is needed: H. Aljazzar and S. Leue, K*: a heuristic search algorithm for
finding the k shortest paths (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop
from itertools import islice
from typing import Any, Final, cast, overload

from typing_extensions import Unpack, override

from searchkit.derivation import Derivation, derivation_of_path
from searchkit.duplicates import DuplicateCheck
from searchkit.errors import ProblemError
from searchkit.estimates import exceeds
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT
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
from searchkit.region import Region
from searchkit.result import Guarantee
from searchkit.search import Events

_GROW: Final = -1
_DONE: Final = -2


class BestPaths(Region[S, A, C]):
    """The search object beneath `k_best_paths`; takes the same arguments but ``k`` and ``limits``.

    Each run finds the next best path. Its result describes the whole search, so that
    ``result.path`` stays the first path, which is the best; the paths after it are given by
    `solutions`, and to ``on_solution``. The result says why there are no more.

    Attributes:
        g: The cost of the cheapest way known to each node of the region, by number.

    Example:
        >>> from searchkit import Problem, Step
        >>> roads = [("A", "B", 1), ("A", "C", 2), ("B", "D", 3), ("C", "D", 1), ("B", "C", 0)]
        >>> search = BestPaths(
        ...     Problem(
        ...         "A",
        ...         next_steps=lambda town: [Step(b, km) for a, b, km in roads if a == town],
        ...         is_goal=lambda town: town == "D",
        ...     )
        ... )
        >>> for path in search.solutions():
        ...     print(*path, path.cost)
        A B C D 2
        A C D 3
        A B D 4
        >>> search.result.complete
        True
    """

    optimal_only = False

    @overload
    def __init__(
        self: BestPaths[H, ActionT, CostT],
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
        self: BestPaths[HashableT, None, int],
        start: HashableT,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BestPaths[StateT, None, int],
        start: StateT,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        self.surveyed: int = 0  # how many nodes had been expanded at the last survey
        self.goals_surveyed: int = 0  # and how many goals were known
        self.wanted: C | None = None  # how far the region must reach

    @override
    def events(self) -> Events:
        while True:
            if self.growing:
                yield from self.grow()
            if self.ask_at <= 0:  # enumerating takes time, too
                yield None
            found = self._next_path()
            if found == _DONE:
                return
            if found == _GROW:
                self.select(must=True)
            else:
                yield found

    def select(self, *, must: bool = False) -> bool:
        """Let the region grow by the nearest open node; False where it has grown enough."""
        self.max_frontier = max(self.max_frontier, len(self.heap))
        self.taken = -1
        reach = self.reach()
        self.growing = reach is not None and (must or not self._reaches_far_enough(reach))
        self.current = NO_PARENT
        if self.growing:
            self.current = heappop(self.heap)[-1]
            self.is_closed[self.current] = True
        return self.growing

    def _reaches_far_enough(self, reach: C) -> bool:
        """Has the region grown as far as it must, and enough to be worth another survey?"""
        if self.optimal_only:
            return self.nearest is not None and exceeds(reach, self.nearest)
        if self._best is None:
            far = self.nearest if self.wanted is None else self.wanted
            return far is not None and not reach < far
        worth = 4 * (self._expanded - self.surveyed) > self.surveyed
        if self.wanted is None:
            return worth or len(self.beginnings.goals) > self.goals_surveyed
        return worth and not reach < self.wanted

    def survey(self) -> None:
        """Take the region as it is now, and weigh all beginnings again."""
        self.beginnings.survey()
        self.surveyed, self.goals_surveyed = self._expanded, len(self.beginnings.goals)

    def _next_path(self) -> int:
        """Enumerate up to the next solution, and give its number; or say what to do first."""
        paths, best, reach = self.beginnings, self._best, self.reach()
        while True:
            f = paths.least()
            if self.optimal_only and best is not None:
                within = reach is None or exceeds(reach, best.cost)
                if within and (f is None or exceeds(f, best.cost)):
                    self.cutoff = reach is not None or f is not None
                    return _DONE
            if reach is None and f is None:
                return _DONE
            if f is None or (reach is not None and reach < f):
                self.wanted = f
                return _GROW
            found = paths.advance()
            if found is not None:
                return found

    @override
    def solution_path(self, number: int) -> Path[S, A, C]:
        chain, steps = self.beginnings.steps_of(number)
        return Path(
            tuple(self.nodes.states[node] for node in chain),
            actions=tuple(action for _, action in steps),
            costs=tuple(cost for cost, _ in steps),
            cost=self.beginnings.costs[number],
            problem=self.problem,
        )

    @override
    def solution_derivation(self, number: int, path: Path[S, A, C]) -> Derivation[S, A]:
        return derivation_of_path(path)

    @override
    def lower_bound(self) -> C | None:
        if self._best is not None:
            return self._best.cost
        # selected, and not expanded to its end; or else the nearest open node
        reach = self.g[self.current] if self.current >= 0 else self.reach()
        bounds = [self.g[goal] for goal in self.beginnings.goals]
        return min(bounds if reach is None else [*bounds, reach], default=None)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.OPTIMAL, 1.0, ""


class OptimalPaths(BestPaths[S, A, C]):
    """The search object beneath `all_optimal_paths`; takes the same arguments but ``limits``.

    Example:
        >>> from searchkit import Problem
        >>> grid = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...     is_goal=lambda p: p == (2, 2),
        ... )
        >>> search = OptimalPaths(grid)
        >>> len(list(search.solutions())), search.result.ended.name
        (6, 'CUTOFF')
    """

    optimal_only = True

    @overload
    def __init__(
        self: OptimalPaths[H, ActionT, CostT],
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
        self: OptimalPaths[HashableT, None, int],
        start: HashableT,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: OptimalPaths[StateT, None, int],
        start: StateT,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)


@overload
def k_best_paths(
    start: Steps[H, A, C] | Problem[H, A, C],
    k: int,
    **options: Unpack[RunHashing[H, A, C]],
) -> Iterator[Path[H, A, C]]: ...
@overload
def k_best_paths(
    start: Steps[S, A, C] | Problem[S, A, C],
    k: int,
    **options: Unpack[RunChecking[S, A, C]],
) -> Iterator[Path[S, A, C]]: ...
@overload
def k_best_paths(
    start: HashableT,
    k: int,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Iterator[Path[HashableT, None, int]]: ...
@overload
def k_best_paths(
    start: StateT,
    k: int,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Iterator[Path[StateT, None, int]]: ...
def k_best_paths(
    start: Any,
    k: int,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
) -> Iterator[Path[Any, Any, Any]]:
    """Give the k cheapest paths from a start to a goal, the cheapest first.

    Promises that their costs never decrease (but for the rounding of floats), that no path left
    out is cheaper than one that is given, and that none is given twice. Paths repeat no state:
    with circles there would be more and more of them. Two paths differ if they differ in a step,
    so that parallel steps between two states make two. A path may pass through a goal on its way
    to another.

    Args:
        start: A state, or a `Problem`.
        k: How many, at most; with 0 there is nothing to do.
        duplicates: The duplicate check; `HashCheck` by default. One under which "known" means
            equality.
        limits: What the search may use; see `Limits`. An iterator that ends early does not say
            why: where that matters use `BestPaths`, its ``solutions`` and its ``result``.
        on_solution: Called with each path; a true answer ends the enumeration.
        observer: Told what happens; see `Observer`.

    Returns:
        An iterator that searches only as far as paths are taken from it.

    Raises:
        ProblemError: ``k`` is no whole number from 0 on; the start is no state and no problem.
        CheckError: The check does not fit the states, or merges different ones.
        CostError: A step has a negative cost, or NaN.

    Time and memory: every node as near as the last path is expanded, and perhaps a quarter more;
    all edges are kept. For each path of n steps, at most n searches within the region, most of
    which are over at once.

    Source: Yen (1971); Lawler (1972); Aljazzar and Leue (2011).

    Example:
        >>> from searchkit import Problem, Step
        >>> roads = [("A", "B", 1, "road"), ("A", "B", 3, "path"), ("B", "C", 1, "road")]
        >>> problem = Problem(
        ...     "A",
        ...     next_steps=lambda town: [Step(b, km, how) for a, b, km, how in roads if a == town],
        ...     is_goal=lambda town: town == "C",
        ... )
        >>> [(path.actions, path.cost) for path in k_best_paths(problem, 5)]
        [(('road', 'road'), 2), (('path', 'road'), 4)]
    """
    if isinstance(k, bool) or not isinstance(cast("Any", k), int) or k < 0:
        raise ProblemError(f"k={k!r}: a whole number from 0 on, of paths to find.")
    search: BestPaths[Any, Any, Any] = BestPaths(
        start, duplicates=duplicates, on_solution=on_solution, observer=observer
    )
    return islice(search.solutions(limits), k)


@overload
def all_optimal_paths(
    start: Steps[H, A, C] | Problem[H, A, C],
    **options: Unpack[RunHashing[H, A, C]],
) -> Iterator[Path[H, A, C]]: ...
@overload
def all_optimal_paths(
    start: Steps[S, A, C] | Problem[S, A, C],
    **options: Unpack[RunChecking[S, A, C]],
) -> Iterator[Path[S, A, C]]: ...
@overload
def all_optimal_paths(
    start: HashableT,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Iterator[Path[HashableT, None, int]]: ...
@overload
def all_optimal_paths(
    start: StateT,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Iterator[Path[StateT, None, int]]: ...
def all_optimal_paths(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
) -> Iterator[Path[Any, Any, Any]]:
    """Give every path from a start to a goal that no other undercuts.

    Promises all of them, each once, and an end, if finitely many states are as near as the
    nearest goal. Paths repeat no state, so that circles that cost nothing do no harm. Two paths
    differ if they differ in a step, so that parallel steps between two states make two. Floats
    count as equal within one part in 10**9.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. One under which "known" means
            equality.
        limits: What the search may use; see `Limits`. An iterator that ends early does not say
            why: where that matters use `OptimalPaths`, its ``solutions`` and its ``result``.
        on_solution: Called with each path; a true answer ends the enumeration.
        observer: Told what happens; see `Observer`.

    Returns:
        An iterator that searches only as far as paths are taken from it.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states, or merges different ones.
        CostError: A step has a negative cost, or NaN.

    Time and memory: every node as near as the nearest goal is expanded, and all their edges are
    kept. There may be very many paths; `count_shortest_paths` counts them without walking them.

    Source: Yen (1971); Lawler (1972).

    Example:
        >>> from searchkit import Problem
        >>> sums = Problem(
        ...     0, next_states=lambda n: [n + 1, n + 2, n + 3], is_goal=lambda n: n == 5
        ... )
        >>> for path in all_optimal_paths(sums):
        ...     print(*path)
        0 3 5
        0 2 5
    """
    search: OptimalPaths[Any, Any, Any] = OptimalPaths(
        start, duplicates=duplicates, on_solution=on_solution, observer=observer
    )
    return search.solutions(limits)
