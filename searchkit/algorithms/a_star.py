"""A* and uniform-cost search: best-first search by f = g + h, and by g alone.

Among nodes of equal f the one with the lower h comes first, then the one that came last: both
lead down towards a goal instead of across the plateau (without it the 15-puzzle expands three
times as many nodes).

Source: P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of
minimum cost paths (1968); weights: I. Pohl, Heuristic search viewed as path finding in a graph
(1970); E. W. Dijkstra, A note on two problems in connexion with graphs (1959).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.best_first import BestFirst
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck
from searchkit.estimates import estimate, heuristic_of, overestimate_along, require_weight
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    CompiledChecking,
    CompiledHashing,
    CompiledRunChecking,
    CompiledRunHashing,
    CostT,
    HashableHeuristicT,
    HashableT,
    HeuristicT,
    StateT,
)
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, HeuristicSteps, S, Steps
from searchkit.result import Guarantee, Result


class UniformCost(BestFirst[S, A, C]):
    """The search object beneath `uniform_cost_search`; takes the same arguments but ``limits``.

    Example:
        >>> from searchkit import Problem, Step
        >>> roads = {"A": [("B", 5), ("C", 1)], "B": [], "C": [("B", 2)]}
        >>> search = UniformCost(
        ...     Problem(
        ...         "A",
        ...         next_steps=lambda town: (Step(to, cost=km) for to, km in roads[town]),
        ...         is_goal=lambda town: town == "B",
        ...     )
        ... )
        >>> search.run().cost
        3
    """

    native = "best_first"

    @overload
    def __init__(
        self: UniformCost[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: UniformCost[HashableT, None, int],
        start: HashableT,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: UniformCost[StateT, None, int],
        start: StateT,
        **options: Unpack[CompiledChecking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        compiled: bool | Compiled = False,
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            priority=_g,
        )
        self.compile_with(compiled)

    @override
    def lower_bound(self) -> C | None:
        if self.current < 0 and not self._finished:
            return cast("C", self.problem.zero)  # some starts were not looked at yet
        if self._engine is not None:
            open_g: list[Any] = self._engine.least_open()
        else:
            open_g = [entry[0] for entry in self.heap if not self.is_closed[entry[-1]]]
        if self.current >= 0:  # selected, and not expanded to its end
            open_g.append(self.g[self.current])
        return cast("C | None", _least(open_g, self._best))

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.OPTIMAL, 1.0, " and ".join(self.check_rests_on())


class AStar(BestFirst[S, A, C]):
    """The search object beneath `a_star_search`; takes the same arguments but ``limits``.

    Attributes:
        estimates: The heuristic of each node, by number.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...     is_goal=lambda p: p == (3, 3),
        ...     heuristic=lambda p: abs(3 - p[0]) + abs(3 - p[1]),
        ... )
        >>> search = AStar(problem)
        >>> search.run().cost, search.expanded
        (6, 6)
    """

    native = "best_first"

    @overload
    def __init__(
        self: AStar[H, ActionT, CostT],
        start: HeuristicSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: HeuristicSteps[S, A, C] | Problem[S, A, C],
        *,
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: AStar[HashableHeuristicT, None, int],
        start: HashableHeuristicT,
        *,
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledHashing[HashableHeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AStar[HeuristicT, None, int],
        start: HeuristicT,
        *,
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledChecking[HeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AStar[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        heuristic: Callable[[H], CostT | float],
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        heuristic: Callable[[S], C | float],
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: AStar[HashableT, None, int],
        start: HashableT,
        *,
        heuristic: Callable[[HashableT], float],
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: AStar[StateT, None, int],
        start: StateT,
        *,
        heuristic: Callable[[StateT], float],
        weight: float = 1,
        reopen: bool = True,
        **options: Unpack[CompiledChecking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        compiled: bool | Compiled = False,
        heuristic: Callable[[Any], Any] | None = None,
        weight: float = 1,
        reopen: bool = True,
    ) -> None:
        require_weight(weight, "A*")
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            priority=_g,
            ties="lifo",
            reopen=reopen,
        )
        self.given_heuristic = heuristic
        self.heuristic = heuristic_of(
            self.problem, heuristic, type(self).__name__, "uniform_cost_search"
        )
        self.weight = weight
        self.estimates: list[Any] = []
        self.overestimate = ""
        self.compile_with(compiled)

    @override
    def entry(self, number: int) -> tuple[Any, ...] | None:
        estimates = self.estimates
        if number == len(estimates):
            estimates.append(estimate(self.heuristic, self.nodes.states[number]))
        h = estimates[number]
        if h == math.inf:
            return None
        self.tick -= 1
        f = self.g[number] + (h if self.weight == 1 else self.weight * h)
        return f, h, self.tick, number

    def estimate_of(self, state: S) -> Any:
        """Ask the heuristic."""
        return estimate(self.heuristic, state)

    @override
    def weigh(self, path: Path[S, A, C]) -> None:
        """Compare the heuristic with what each state of the path turned out to be from the goal."""
        self.overestimate = overestimate_along(path, self.heuristic) or self.overestimate

    @override
    def lower_bound(self) -> C | None:
        if self.overestimate or not self.reopen:
            return None
        if self.current < 0 and not self._finished:
            return cast("C", self.problem.zero)  # some starts were not looked at yet
        g, estimates = self.g, self.estimates
        if self._engine is not None:
            open_f: list[Any] = self._engine.least_open()
        else:
            waiting = {entry[-1] for entry in self.heap if not self.is_closed[entry[-1]]}
            open_f = [g[number] + estimates[number] for number in waiting]
        if self.current >= 0:  # selected, and not expanded to its end
            open_f.append(g[self.current] + estimates[self.current])
        return cast("C | None", _least(open_f, self._best))

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.overestimate:
            return Guarantee.NONE, None, self.overestimate
        kind = "admissible" if self.reopen else "consistent"
        conditions = [f"the heuristic is {kind}", *self.check_rests_on()]
        if self.weight > 1:
            return Guarantee.BOUNDED, float(self.weight), " and ".join(conditions)
        return Guarantee.OPTIMAL, 1.0, " and ".join(conditions)

    @override
    def proof_rests_on(self) -> list[str]:
        dead_ends = (
            [f"the heuristic is right about {self.dead_ends} dead ends"] if self.dead_ends else []
        )
        return [*super().proof_rests_on(), *dead_ends]


def _least(values: list[Any], best: Path[Any, Any, Any] | None) -> Any:
    """Give the least f that waits; a solution that costs no more settles it."""
    bound = None
    for value in values:
        if bound is None or value < bound:
            bound = value
    if best is not None and (bound is None or best.cost < bound):
        return best.cost
    return bound


def _g(_state: object, g: Any) -> Any:
    """The priority of uniform-cost search."""
    return g


@overload
def uniform_cost_search(
    start: Steps[H, A, C] | Problem[H, A, C], **options: Unpack[CompiledRunHashing[H, A, C]]
) -> Result[H, A, C]: ...
@overload
def uniform_cost_search(
    start: Steps[S, A, C] | Problem[S, A, C], **options: Unpack[CompiledRunChecking[S, A, C]]
) -> Result[S, A, C]: ...
@overload
def uniform_cost_search(
    start: HashableT, **options: Unpack[CompiledRunHashing[HashableT, None, int]]
) -> Result[HashableT, None, int]: ...
@overload
def uniform_cost_search(
    start: StateT, **options: Unpack[CompiledRunChecking[StateT, None, int]]
) -> Result[StateT, None, int]: ...
def uniform_cost_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
) -> Result[Any, Any, Any]:
    """Expand the cheapest node first (Dijkstra's algorithm, from one start to the goals).

    Promises a cheapest path: when a node is selected, everything cheaper has been expanded, and
    costs are not negative, so that no cheaper way to it can follow.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck` or `NoCheck`); see `Compiled`.

    Returns:
        The result, optimal. Further solutions follow in the order of their costs.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: every node cheaper than the goal is expanded once, at O(log n) an edge.

    Source: Dijkstra (1959); Russell and Norvig, section 3.4.2.

    Example:
        >>> from searchkit import Problem, Step
        >>> roads = {"A": [("B", 5), ("C", 1)], "B": [], "C": [("B", 2)]}
        >>> problem = Problem(
        ...     "A",
        ...     next_steps=lambda town: [Step(to, cost=km) for to, km in roads[town]],
        ...     is_goal=lambda town: town == "B",
        ... )
        >>> result = uniform_cost_search(problem)
        >>> result.path.states, result.cost, result.guarantee.name
        (('A', 'C', 'B'), 3, 'OPTIMAL')
    """
    return UniformCost(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
    ).run(limits)


@overload
def a_star_search(
    start: HeuristicSteps[H, A, C] | Problem[H, A, C],
    *,
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def a_star_search(
    start: HeuristicSteps[S, A, C] | Problem[S, A, C],
    *,
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def a_star_search(
    start: HashableHeuristicT,
    *,
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunHashing[HashableHeuristicT, None, int]],
) -> Result[HashableHeuristicT, None, int]: ...
@overload
def a_star_search(
    start: HeuristicT,
    *,
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunChecking[HeuristicT, None, int]],
) -> Result[HeuristicT, None, int]: ...
@overload
def a_star_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    heuristic: Callable[[H], C | float],
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def a_star_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    heuristic: Callable[[S], C | float],
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def a_star_search(
    start: HashableT,
    *,
    heuristic: Callable[[HashableT], float],
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def a_star_search(
    start: StateT,
    *,
    heuristic: Callable[[StateT], float],
    weight: float = 1,
    reopen: bool = True,
    **options: Unpack[CompiledRunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def a_star_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
    heuristic: Callable[[Any], Any] | None = None,
    weight: float = 1,
    reopen: bool = True,
) -> Result[Any, Any, Any]:
    """Expand the node with the smallest f = g + weight * h first.

    Promises a cheapest path where the heuristic is admissible (never above the true cost to the
    nearest goal): until the goal is selected, some node of a cheapest path waits with an f not
    above its cost. With a weight above 1 the path costs at most that many times the optimum. A
    heuristic that the path found proves inadmissible takes the guarantee away.

    Args:
        start: A state with ``heuristic()``, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck` or `NoCheck`); see `Compiled`.
        heuristic: A function that estimates the cost from a state to the nearest goal, in place
            of the state's or the problem's own. Infinity says "no goal can be reached from
            here": such a node is never expanded. Asked once for each node, and once more along
            the path that is found.
        weight: How much the heuristic counts.
        reopen: Whether a node that was expanded is expanded again when it is reached more
            cheaply. Needed for the promise, unless the heuristic is consistent (then it never
            happens).

    Returns:
        The result. The goal is tested when its node is selected.

    Raises:
        ProblemError: There is no heuristic, or the start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: every node with f below the optimum is expanded; O(log n) an edge.

    Source: Hart, Nilsson and Raphael (1968); Pohl (1970); Russell and Norvig, section 3.5.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 100
        ... )
        >>> def doublings(n):  # at least so many
        ...     return 0 if n >= 100 else (100 // n).bit_length() - 1
        >>> result = a_star_search(problem, heuristic=doublings)
        >>> result.path.states
        (1, 2, 3, 6, 12, 24, 25, 50, 100)
    """
    search: AStar[Any, Any, Any] = cast("Any", AStar)(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
        heuristic=heuristic,
        weight=weight,
        reopen=reopen,
    )
    return search.run(limits)
