"""Depth-first branch and bound: find a solution, then cut off whatever cannot be cheaper.

It needs the memory of one path, has an answer early, and improves it until it is proved to be the
best. It suits problems whose solutions all lie at a known depth (assignments, tours, packings).

The check is `PathCheck` and not one that remembers: a state met again by a cheaper way must be
gone into again, and this loop keeps nothing but its path. ``table=`` recognises states met before,
with their costs, in as much memory as one cares to give.

Source: A. H. Land and A. G. Doig, An automatic method of solving discrete programming problems
(1960); W. Zhang and R. E. Korf, Performance of linear-space search algorithms (1995).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.bounded_depth_first import BoundedDepthFirst
from searchkit.arguments import require_heuristic
from searchkit.duplicates import DuplicateCheck
from searchkit.estimates import estimate, exceeds, is_dead_end
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
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Result
from searchkit.search import Events


class BranchAndBound(BoundedDepthFirst[S, A, C]):
    """The search object beneath `depth_first_branch_and_bound`; the same arguments but ``limits``.

    Without ``on_solution`` each ``run()`` ends at the next solution, which is cheaper than those
    before; the last one ends with EXHAUSTED, and ``result.path`` is then optimal.

    Example:
        >>> from searchkit import Problem
        >>> search = BranchAndBound(
        ...     Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 10),
        ...     cost_limit=9,
        ... )
        >>> [path.cost for path in search.solutions()]
        [9, 5, 4]
        >>> search.result.cost, search.result.guarantee.name
        (4, 'OPTIMAL')
    """

    @overload
    def __init__(
        self: BranchAndBound[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        heuristic: Callable[[H], CostT | float] | None = None,
        cost_limit: CostT | float | None = None,
        table: int = 0,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        heuristic: Callable[[S], C | float] | None = None,
        cost_limit: C | float | None = None,
        table: int = 0,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: BranchAndBound[HashableT, None, int],
        start: HashableT,
        *,
        heuristic: Callable[[HashableT], float] | None = None,
        cost_limit: float | None = None,
        table: int = 0,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BranchAndBound[StateT, None, int],
        start: StateT,
        *,
        heuristic: Callable[[StateT], float] | None = None,
        cost_limit: float | None = None,
        table: int = 0,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        heuristic: Callable[[Any], Any] | None = None,
        cost_limit: Any = None,
        table: int = 0,
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            cost_limit=cost_limit,
            table=table,
        )
        require_heuristic(heuristic)
        if heuristic is None and self.problem.heuristic is not None:
            heuristic = self.problem.bind(self.problem.heuristic)
        self.heuristic = heuristic

    @override
    def events(self) -> Events:
        yield from self.walk()
        if self._best is not None:
            self.cutoff = False  # what was cut off costs more than the best

    @override
    def is_cut(self, f: Any, g: C, h: Any) -> bool:
        if self._best is not None and not exceeds(self._best.cost, f):
            return True
        if self.cost_limit is not None and exceeds(f, self.cost_limit):
            self.cutoff = True
            return True
        return False

    @override
    def is_solution(self, number: int) -> bool:
        return not self.is_cut(self.g[number], self.g[number], None)

    @override
    def lower_bound(self) -> C | None:
        if self.overestimate:
            return None
        if self._finished:
            return self._best.cost if self._best else cast("C | None", self.cost_limit)
        if self.heuristic is None:
            return None
        estimates = [estimate(self.heuristic, state) for state in self.problem.starts]
        least: Any = None
        for h in (h for h in estimates if not is_dead_end(h)):
            total: Any = self.problem.zero + h
            if least is None or total < least:
                least = total
        return cast("C | None", least)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.overestimate:
            return Guarantee.NONE, None, self.overestimate
        admissible = [] if self.heuristic is None else ["the heuristic is admissible"]
        condition = " and ".join([*admissible, *self.check_rests_on()])
        least: Any = self.lower_bound()
        if self._finished or (self._best and least is not None and self._best.cost == least):
            return Guarantee.OPTIMAL, 1.0, condition
        return Guarantee.NONE, None, "the search has not run to its end"


@overload
def depth_first_branch_and_bound(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    heuristic: Callable[[H], C | float] | None = None,
    cost_limit: C | float | None = None,
    table: int = 0,
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def depth_first_branch_and_bound(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    heuristic: Callable[[S], C | float] | None = None,
    cost_limit: C | float | None = None,
    table: int = 0,
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def depth_first_branch_and_bound(
    start: HashableT,
    *,
    heuristic: Callable[[HashableT], float] | None = None,
    cost_limit: float | None = None,
    table: int = 0,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def depth_first_branch_and_bound(
    start: StateT,
    *,
    heuristic: Callable[[StateT], float] | None = None,
    cost_limit: float | None = None,
    table: int = 0,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def depth_first_branch_and_bound(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    heuristic: Callable[[Any], Any] | None = None,
    cost_limit: Any = None,
    table: int = 0,
) -> Result[Any, Any, Any]:
    """Search depth-first, and cut off what is not cheaper than the best solution so far.

    Other searches stop at the first solution. This one runs to its end and gives the best, since
    its first solutions are worth little; ``on_solution`` is called with each solution that is
    cheaper than all before. To stop at each, use `BranchAndBound`.

    Promises a cheapest path when it has run to its end, which a finite space has, and one in which
    every step costs something if there is a ``cost_limit``. Proof: what was cut off has an
    f = g + h no smaller than the cost of a solution known then, and so no cheaper solution, if the
    heuristic is admissible. Ended by a limit, the result is the best so far, without a guarantee.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `PathCheck` by default. It may be `NoCheck`, and not one
            that remembers: see ``table``.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each improvement; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        heuristic: An estimate of the cost from a state to the nearest goal, never above it; by
            default that of the state or problem, and 0 where there is none. Infinity says that no
            goal can be reached.
        cost_limit: The largest cost of a solution. If nothing is found, the outcome is CUTOFF.
        table: How many states a transposition table may hold: a state met again at no smaller cost
            is not gone into. When it is full, the state that was met longest ago makes place.
            States must be hashable. ``Limits(stored=...)`` counts the states on the path, not
            these.

    Returns:
        The result. ``complete`` means that nothing cheaper is left, though dearer paths were cut
        off. Float costs count as smaller when they are so by more than one part in 10**9.

    Raises:
        ProblemError: The start is no state and no problem, or an argument is out of its range.
        CheckError: The check does not fit the states, or it remembers.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: memory grows with the length of the longest path looked at, and with
    ``table``. Time grows with the number of paths that are cheaper than the best one known.

    Source: Land and Doig (1960); Zhang and Korf (1995).

    Example:
        The shortest tour through four towns:

        >>> from searchkit import Problem, Step
        >>> km = {"AB": 4, "AC": 1, "AD": 3, "BC": 2, "BD": 1, "CD": 5}
        >>> def onward(tour):
        ...     for town in "ABCD":
        ...         if town not in tour or (town == "A" and len(tour) == 4):
        ...             yield Step(tour + town, cost=km["".join(sorted(tour[-1] + town))])
        >>> tours = Problem("A", next_steps=onward, is_goal=lambda tour: len(tour) == 5)
        >>> result = depth_first_branch_and_bound(tours)
        >>> result.path.end, result.cost, result.statistics.solutions
        ('ACBDA', 7, 3)
    """
    return BranchAndBound(
        start,
        duplicates=duplicates,
        on_solution=on_solution or _go_on,
        observer=observer,
        heuristic=heuristic,
        cost_limit=cost_limit,
        table=table,
    ).run(limits)


def _go_on(_path: object) -> bool:
    """Let a run go on behind each solution."""
    return False
