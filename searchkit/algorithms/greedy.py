"""Greedy best-first search: the node that seems nearest to a goal first, whatever it cost.

Source: J. E. Doran and D. Michie, Experiments with the graph traverser program (1966); Russell and
Norvig, Artificial Intelligence: A Modern Approach, section 3.5.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.a_star import AStar
from searchkit.duplicates import DuplicateCheck
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
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, HeuristicSteps, S, Steps
from searchkit.result import Guarantee, Result


class GreedyBestFirst(AStar[S, A, C]):
    """The search object beneath `greedy_best_first_search`; same arguments but ``limits``.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 12
        ... )
        >>> search = GreedyBestFirst(problem, heuristic=lambda n: abs(12 - n))
        >>> search.run().path.states
        (1, 2, 4, 8, 9, 10, 11, 12)
    """

    @overload
    def __init__(
        self: GreedyBestFirst[H, ActionT, CostT],
        start: HeuristicSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: HeuristicSteps[S, A, C] | Problem[S, A, C],
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: GreedyBestFirst[HashableHeuristicT, None, int],
        start: HashableHeuristicT,
        **options: Unpack[Hashing[HashableHeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: GreedyBestFirst[HeuristicT, None, int],
        start: HeuristicT,
        **options: Unpack[Checking[HeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: GreedyBestFirst[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        heuristic: Callable[[H], CostT | float],
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        heuristic: Callable[[S], C | float],
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: GreedyBestFirst[HashableT, None, int],
        start: HashableT,
        *,
        heuristic: Callable[[HashableT], int | float],
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: GreedyBestFirst[StateT, None, int],
        start: StateT,
        *,
        heuristic: Callable[[StateT], int | float],
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
    ) -> None:
        cast("Any", super()).__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            heuristic=heuristic,
            reopen=False,
        )

    @override
    def entry(self, number: int) -> tuple[Any, ...] | None:
        entry = super().entry(number)
        return entry if entry is None else entry[1:]  # f left out: h, tie, number

    @override
    def weigh(self, path: Path[S, A, C]) -> None:
        """Nothing is promised of the cost, so that an overestimate breaks no promise."""

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.NONE, None, ""


@overload
def greedy_best_first_search(
    start: HeuristicSteps[H, A, C] | Problem[H, A, C],
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def greedy_best_first_search(
    start: HeuristicSteps[S, A, C] | Problem[S, A, C],
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def greedy_best_first_search(
    start: HashableHeuristicT,
    **options: Unpack[RunHashing[HashableHeuristicT, None, int]],
) -> Result[HashableHeuristicT, None, int]: ...
@overload
def greedy_best_first_search(
    start: HeuristicT,
    **options: Unpack[RunChecking[HeuristicT, None, int]],
) -> Result[HeuristicT, None, int]: ...
@overload
def greedy_best_first_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    heuristic: Callable[[H], C | float],
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def greedy_best_first_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    heuristic: Callable[[S], C | float],
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def greedy_best_first_search(
    start: HashableT,
    *,
    heuristic: Callable[[HashableT], int | float],
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def greedy_best_first_search(
    start: StateT,
    *,
    heuristic: Callable[[StateT], int | float],
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def greedy_best_first_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    heuristic: Callable[[Any], Any] | None = None,
) -> Result[Any, Any, Any]:
    """Expand the node with the smallest heuristic first.

    Promises a path, if there is one in a finite space, and nothing of its cost. Often finds one
    with few expansions. Between A* and this search lies `a_star_search` with a ``weight`` above 1,
    which bounds the cost.

    Args:
        start: A state with ``heuristic()``, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        heuristic: A function that estimates what is left from a state to the nearest goal, in
            place of the state's or the problem's own. It need not be admissible. Infinity says
            "no goal can be reached from here": such a node is never expanded. Of equal nodes the
            newest comes first.

    Returns:
        The result. A goal is tested when its node is selected. No state is expanded twice.

    Raises:
        ProblemError: There is no heuristic, or the start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: each state is expanded at most once and stored once; O(log n) an edge.

    Source: Doran and Michie (1966); Russell and Norvig, section 3.5.1.

    Example:
        >>> from searchkit import Problem, a_star_search
        >>> grid = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1), (p[0] - 1, p[1])],
        ...     is_goal=lambda p: p == (9, 9),
        ...     heuristic=lambda p: abs(9 - p[0]) + abs(9 - p[1]),
        ... )
        >>> result = greedy_best_first_search(grid)
        >>> result.cost, result.guarantee.name
        (18, 'NONE')
    """
    search: GreedyBestFirst[Any, Any, Any] = cast("Any", GreedyBestFirst)(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        heuristic=heuristic,
    )
    return search.run(limits)
