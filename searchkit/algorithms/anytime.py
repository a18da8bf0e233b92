"""Anytime search: a solution soon, then better and better ones, each with a bound on its cost.

Weighted A* finds a first solution. It is not thrown away, nor is the frontier: the search goes on
from where it is, and leaves out every node whose f = g + h shows that no cheaper solution lies
behind it. When nothing is left, the last solution was optimal.

Proof: until an optimal path is found, one of its nodes is open, reached at its true cost, and its
f (unweighted) is at most the optimum where the heuristic is admissible. So no solution costs less
than the least f of the open nodes, and the cost of the best solution divided by it bounds how far
that is from the optimum. A node is left out only if its f is not below a cost that is known
already. The first solution is within the weight of the optimum, as in weighted A*.

Source: E. A. Hansen and R. Zhou, Anytime heuristic search (2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.a_star import AStar
from searchkit.duplicates import DuplicateCheck
from searchkit.estimates import exceeds
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    Checking,
    CostT,
    HashableHeuristicT,
    HashableT,
    Hashing,
    HeuristicT,
    RunChecking,
    RunHashing,
    StateT,
)
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, HeuristicSteps, S, Steps
from searchkit.result import Guarantee, Result


class AnytimeAStar(AStar[S, A, C]):
    """The search object beneath `anytime_search`; takes the same arguments but ``limits``.

    Each run finds a better solution than the last. Nothing cheaper is left when it is exhausted.

    Example:
        >>> from searchkit import Problem
        >>> search = AnytimeAStar(
        ...     Problem(
        ...         (0, 0),
        ...         next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...         is_goal=lambda p: p == (3, 3),
        ...         heuristic=lambda p: abs(3 - p[0]) + abs(3 - p[1]),
        ...     )
        ... )
        >>> search.run().factor, search.run().ended.name
        (1.0, 'EXHAUSTED')
    """

    @overload
    def __init__(
        self: AnytimeAStar[H, ActionT, CostT],
        start: HeuristicSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        weight: float = 2,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: HeuristicSteps[S, A, C] | Problem[S, A, C],
        *,
        weight: float = 2,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: AnytimeAStar[HashableHeuristicT, None, int],
        start: HashableHeuristicT,
        *,
        weight: float = 2,
        **options: Unpack[Hashing[HashableHeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AnytimeAStar[HeuristicT, None, int],
        start: HeuristicT,
        *,
        weight: float = 2,
        **options: Unpack[Checking[HeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AnytimeAStar[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        heuristic: Callable[[H], CostT | float],
        weight: float = 2,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        heuristic: Callable[[S], C | float],
        weight: float = 2,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: AnytimeAStar[HashableT, None, int],
        start: HashableT,
        *,
        heuristic: Callable[[HashableT], int | float],
        weight: float = 2,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AnytimeAStar[StateT, None, int],
        start: StateT,
        *,
        heuristic: Callable[[StateT], int | float],
        weight: float = 2,
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
        weight: float = 2,
    ) -> None:
        cast("Any", super()).__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            heuristic=heuristic,
            weight=weight,
        )
        self._bound: C | None = None  # the greatest lower bound so far: what was proved stays so

    def results(self, limits: Limits | None = None) -> Iterator[Result[S, A, C]]:
        """Give a result for each better solution, and a last one that says how it ended.

        Args:
            limits: What the whole search may use.
        """
        last: Result[S, A, C] | None = None
        for _ in self.solutions(limits):
            last = self.result
            yield last
        if self.result is not last:
            yield self.result

    @override
    def _select(self) -> int:
        while (number := super()._select()) >= 0 and not self._may_improve(number):
            self.stale += 1
        return number

    def _may_improve(self, number: int) -> bool:
        """Say whether a cheaper solution than the best may lie behind a node."""
        if self._best is None:
            return True
        return exceeds(self._best.cost, self.g[number] + self.estimates[number])

    @override
    def _improve(self, known: int, state: S, parent: int, g: C) -> int:
        self.goals.discard(known)  # a goal reached more cheaply is another solution
        return super()._improve(known, state, parent, g)

    @override
    def lower_bound(self) -> C | None:
        bound = super().lower_bound()
        if bound is None or (self._bound is not None and bound < self._bound):
            return None if self.overestimate else self._bound
        self._bound = bound
        return bound

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.overestimate:
            return Guarantee.NONE, None, self.overestimate
        condition = " and ".join(["the heuristic is admissible", *self.check_rests_on()])
        bound: Any = self.lower_bound()
        if self._best is None or bound is None:
            return Guarantee.NONE, None, condition
        cost: Any = self._best.cost
        if self._finished or not exceeds(cost, bound):
            return Guarantee.OPTIMAL, 1.0, condition
        factor = max(float(self.weight), 1.0)
        try:
            if self.problem.zero < bound:
                factor = min(factor, float(cost / bound))
        except TypeError:  # costs that cannot be divided: the weight bounds them all the same
            pass
        return Guarantee.BOUNDED, factor, condition


@overload
def anytime_search(
    start: HeuristicSteps[H, A, C] | Problem[H, A, C],
    *,
    weight: float = 2,
    **options: Unpack[RunHashing[H, A, C]],
) -> Iterator[Result[H, A, C]]: ...
@overload
def anytime_search(
    start: HeuristicSteps[S, A, C] | Problem[S, A, C],
    *,
    weight: float = 2,
    **options: Unpack[RunChecking[S, A, C]],
) -> Iterator[Result[S, A, C]]: ...
@overload
def anytime_search(
    start: HashableHeuristicT,
    *,
    weight: float = 2,
    **options: Unpack[RunHashing[HashableHeuristicT, None, int]],
) -> Iterator[Result[HashableHeuristicT, None, int]]: ...
@overload
def anytime_search(
    start: HeuristicT,
    *,
    weight: float = 2,
    **options: Unpack[RunChecking[HeuristicT, None, int]],
) -> Iterator[Result[HeuristicT, None, int]]: ...
@overload
def anytime_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    heuristic: Callable[[H], C | float],
    weight: float = 2,
    **options: Unpack[RunHashing[H, A, C]],
) -> Iterator[Result[H, A, C]]: ...
@overload
def anytime_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    heuristic: Callable[[S], C | float],
    weight: float = 2,
    **options: Unpack[RunChecking[S, A, C]],
) -> Iterator[Result[S, A, C]]: ...
@overload
def anytime_search(
    start: HashableT,
    *,
    heuristic: Callable[[HashableT], int | float],
    weight: float = 2,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Iterator[Result[HashableT, None, int]]: ...
@overload
def anytime_search(
    start: StateT,
    *,
    heuristic: Callable[[StateT], int | float],
    weight: float = 2,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Iterator[Result[StateT, None, int]]: ...
def anytime_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    heuristic: Callable[[Any], Any] | None = None,
    weight: float = 2,
) -> Iterator[Result[Any, Any, Any]]:
    """Find a solution soon, then better and better ones, up to the optimum.

    Promises, where the heuristic is admissible, that each result is cheaper than the one before
    and costs at most ``result.factor`` times the optimum. The factor never rises above the
    weight, falls with better solutions and better bounds, and is 1 at the end.

    Args:
        start: A state with ``heuristic()``, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        limits: What the whole search may use; see `Limits`.
        on_solution: Called with the path of each better solution; a true answer ends the search.
        observer: Told what happens; see `Observer`.
        heuristic: A function that estimates the cost from a state to the nearest goal, in place
            of the state's or the problem's own. Infinity says "no goal can be reached from here".
        weight: How much the heuristic counts. More finds a first solution sooner.

    Returns:
        An iterator over results, which searches only when the next is asked for. The last one
        says how the search ended: EXHAUSTED (the solution before was optimal, or there is none),
        LIMIT or STOPPED.

    Raises:
        ProblemError: There is no heuristic, or the start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: to the end, every node with f below the optimum is expanded, as by A*, and
    some others before a better solution shows that they are not needed.

    Source: Hansen and Zhou (2007).

    Example:
        >>> from searchkit import Problem, Step
        >>> edges = {"S": [("A", 1), ("B", 2)], "A": [("G", 7)], "B": [("C", 2)], "C": [("G", 2)]}
        >>> problem = Problem(
        ...     "S",
        ...     next_steps=lambda name: [Step(to, cost) for to, cost in edges.get(name, ())],
        ...     is_goal=lambda name: name == "G",
        ...     heuristic=lambda name: {"S": 5, "A": 1, "B": 4, "C": 2, "G": 0}[name],
        ... )
        >>> for result in anytime_search(problem, weight=5):
        ...     print(result.ended.name, result.cost, f"{result.factor:.2f}", result.guarantee.name)
        FOUND 8 1.33 BOUNDED
        FOUND 6 1.00 OPTIMAL
        EXHAUSTED 6 1.00 OPTIMAL
    """
    search: AnytimeAStar[Any, Any, Any] = cast("Any", AnytimeAStar)(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        heuristic=heuristic,
        weight=weight,
    )
    return search.results(limits)
