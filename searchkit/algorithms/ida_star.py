"""IDA*: depth-first search along one path, again and again, with a bound on f = g + h that rises.

The first bound is the heuristic of the start; each further one is the smallest f that was cut off.
What A* keeps in a table IDA* finds anew, and so it needs memory for one path alone.

Where costs are real numbers, nearly every path has an f of its own, and each iteration may add but
a few nodes: ``bound_step`` lets the bound rise by no less. A bound may then jump over the optimum,
so the first goal met is not taken: its cost becomes the bound, and what is found when no cheaper
one is left is taken.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search (1985), and,
for weights, Linear-space best-first search (1993); on real costs, R. Vempaty, V. Kumar and
R. E. Korf, Depth-first versus best-first search (1991).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.bounded_depth_first import BoundedDepthFirst
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck
from searchkit.errors import ProblemError
from searchkit.estimates import estimate, exceeds, heuristic_of, require_weight
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    CostT,
    DeepeningChecking,
    DeepeningHashing,
    HashableHeuristicT,
    HashableT,
    HeuristicT,
    RunDeepeningChecking,
    RunDeepeningHashing,
    StateT,
)
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, HeuristicSteps, S, Steps
from searchkit.result import Guarantee, Result
from searchkit.search import Events


class IDAStar(BoundedDepthFirst[S, A, C]):
    """The search object beneath `ida_star_search`; takes the same arguments but ``limits``.

    Attributes:
        bound: The bound on f in the present iteration; None while the starts are looked at.
        floor: No solution has a smaller f; the bound is the same where there is no ``bound_step``.
        iteration: The number of the present iteration, from 1 on.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     (0, 0),
        ...     next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        ...     is_goal=lambda p: p == (3, 3),
        ...     heuristic=lambda p: max(3 - p[0], 3 - p[1], 0),
        ... )
        >>> search = IDAStar(problem)
        >>> search.run().cost, search.iteration, search.bound
        (6, 4, 6)
    """

    native = "ida_star"

    @overload
    def __init__(
        self: IDAStar[H, ActionT, CostT],
        start: HeuristicSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[DeepeningHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: HeuristicSteps[S, A, C] | Problem[S, A, C],
        **options: Unpack[DeepeningChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: IDAStar[HashableHeuristicT, None, int],
        start: HashableHeuristicT,
        **options: Unpack[DeepeningHashing[HashableHeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: IDAStar[HeuristicT, None, int],
        start: HeuristicT,
        **options: Unpack[DeepeningChecking[HeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: IDAStar[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        heuristic: Callable[[H], CostT | float],
        **options: Unpack[DeepeningHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        heuristic: Callable[[S], C | float],
        **options: Unpack[DeepeningChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: IDAStar[HashableT, None, int],
        start: HashableT,
        *,
        heuristic: Callable[[HashableT], float],
        **options: Unpack[DeepeningHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: IDAStar[StateT, None, int],
        start: StateT,
        *,
        heuristic: Callable[[StateT], float],
        **options: Unpack[DeepeningChecking[StateT, None, int]],
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
        bound_step: Any = None,
        iterations: int | None = None,
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
        require_weight(weight, "IDA*")
        if iterations is not None and (type(iterations) is not int or iterations < 0):
            raise ProblemError(
                f"iterations={iterations!r}: a whole number from 0 on, or None for no limit."
            )
        zero: Any = self.problem.zero
        if bound_step is not None and not _is_above(bound_step, zero):
            raise ProblemError(
                f"bound_step={bound_step!r}: by how much the bound rises at least, more than "
                f"{zero!r}; None for the smallest f that was cut off."
            )
        self.given_heuristic = heuristic
        self.heuristic = heuristic_of(
            self.problem, heuristic, type(self).__name__, "iterative_deepening_search"
        )
        self.weight = weight
        self.bound_step = bound_step
        self.iterations = iterations
        self.iteration = 0
        self.bound: Any = None
        self.floor: Any = None
        self.searched: Any = None  # the bound up to which all is done
        self.least_f: Any = None  # cut off by the bound, in this iteration
        self.least_cost: Any = None  # g + h of anything cut off in it
        self.beyond_limit = False  # was anything cut off for the cost limit?
        self.dearer = False  # was a goal met, before the first solution, that may be too dear?
        self.target: Any = None  # the least cost of such a goal
        self.wide: Any = None  # the bound under which it was met
        self.looks_again: Literal["", "narrowly", "widely", "for the rest"] = ""  # for just that
        self.passed_over = 0  # dearer goals met on the way to it
        self.lower: Any = None
        self.compile_with(compiled)

    @override
    def events(self) -> Events:
        while True:
            yield from self.walk()
            if not self.raise_bound():
                return
            self.iteration += 1
            self.start_again()

    def raise_bound(self) -> bool:
        """Set the bound of the next iteration; False where there is none."""
        if self.dearer:  # nothing costs less than the goal that was met: now look for just that
            self.floor = self.target
            if self.weight <= 1:
                self.lower = self.target
                self.looks_again = "narrowly"
            else:  # states on the way there may have an f beyond its cost
                self.bound, self.looks_again = self.wide, "widely"
        elif self.looks_again == "narrowly" and not self.solutions_found:
            # not found again: the heuristic is above the true cost somewhere on the way there
            self.bound, self.looks_again = self.wide, "widely"
        elif self.looks_again == "widely" and self.passed_over:
            self.looks_again = "for the rest"  # the dearer goals that came before it
        else:
            self.looks_again = ""
            if self.least_cost is not None:
                self.lower = self.least_cost
            if self.least_f is None:
                self.cutoff = self.beyond_limit
                return False
            self.searched, self.floor, before = self.bound, self.least_f, self.bound
            self.bound = self.floor
            if self.bound_step is not None and before is not None:
                self.bound = max(self.floor, before + self.bound_step)
        if self.iteration == self.iterations:
            self.cutoff = True
            return False
        self.least_f = self.least_cost = None
        self.beyond_limit = self.dearer = False
        return True

    @override
    def is_cut(self, f: Any, g: C, h: Any) -> bool:
        total: Any = f if self.weight == 1 else g + h
        if self.cost_limit is not None and exceeds(total, self.cost_limit):
            self.beyond_limit = True
        elif self.bound is not None and not exceeds(f, self.bound):
            return False
        elif self.least_f is None or f < self.least_f:
            self.least_f = f
        if self.least_cost is None or total < self.least_cost:
            self.least_cost = total
        return True

    @override
    def is_solution(self, number: int) -> bool:  # noqa: PLR0911
        g: Any = self.g[number]
        if self.is_cut(g, g, self.problem.zero):  # for a heuristic below zero
            return False
        if self.searched is not None and not exceeds(max(*self.f, g), self.searched):
            return False  # an earlier iteration reported it
        if self.looks_again == "for the rest":
            self.passed_over -= 1
            return self.passed_over >= 0
        if self.solutions_found:
            return True
        if self.looks_again == "widely":
            too_dear = exceeds(g, self.floor)
            self.passed_over += too_dear
            return not too_dear
        if self.dearer or exceeds(g, self.floor):
            if not self.dearer:
                self.wide = self.bound
            if not self.dearer or g < self.target:
                self.target = g
            self.dearer = True
            if self.weight <= 1:  # what has a greater f cannot cost less
                self.bound = self.target
            return False
        return True

    def estimate_of(self, state: S) -> Any:
        """Ask the heuristic."""
        return estimate(cast("Any", self.heuristic), state)

    @override
    def lower_bound(self) -> C | None:
        if self.overestimate:
            return None
        if self._best is not None and (self.lower is None or self._best.cost < self.lower):
            return self._best.cost
        return cast("C | None", self.lower)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.overestimate:
            return Guarantee.NONE, None, self.overestimate
        condition = " and ".join(["the heuristic is admissible", *self.check_rests_on()])
        if self.weight > 1:
            return Guarantee.BOUNDED, float(self.weight), condition
        return Guarantee.OPTIMAL, 1.0, condition


def _is_above(value: Any, zero: Any) -> bool:
    try:
        return bool(zero < value)
    except TypeError:
        return False


@overload
def ida_star_search(
    start: HeuristicSteps[H, A, C] | Problem[H, A, C],
    **options: Unpack[RunDeepeningHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def ida_star_search(
    start: HeuristicSteps[S, A, C] | Problem[S, A, C],
    **options: Unpack[RunDeepeningChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def ida_star_search(
    start: HashableHeuristicT, **options: Unpack[RunDeepeningHashing[HashableHeuristicT, None, int]]
) -> Result[HashableHeuristicT, None, int]: ...
@overload
def ida_star_search(
    start: HeuristicT, **options: Unpack[RunDeepeningChecking[HeuristicT, None, int]]
) -> Result[HeuristicT, None, int]: ...
@overload
def ida_star_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    heuristic: Callable[[H], C | float],
    **options: Unpack[RunDeepeningHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def ida_star_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    heuristic: Callable[[S], C | float],
    **options: Unpack[RunDeepeningChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def ida_star_search(
    start: HashableT,
    *,
    heuristic: Callable[[HashableT], float],
    **options: Unpack[RunDeepeningHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def ida_star_search(
    start: StateT,
    *,
    heuristic: Callable[[StateT], float],
    **options: Unpack[RunDeepeningChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def ida_star_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
    heuristic: Callable[[Any], Any] | None = None,
    weight: float = 1,
    bound_step: Any = None,
    iterations: int | None = None,
    cost_limit: Any = None,
    table: int = 0,
) -> Result[Any, Any, Any]:
    """Find a cheapest path in the memory of one path (iterative deepening A*).

    Promises a cheapest path, if the heuristic is admissible (never above the true cost), and one
    within ``weight`` of it for a weight above 1. Proof: an iteration that finds nothing has cut
    off some state of each path to a goal, and one of these states has an f no greater than the
    optimum (no greater than ``weight`` times that); so the next bound, the smallest f that was cut
    off, is not above it either. ``result.lower_bound`` is that smallest f.

    It ends with EXHAUSTED when an iteration cut nothing off.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `PathCheck` by default. It may be `NoCheck` (then the
            search may walk in circles, and never end where they cost nothing), and not one that
            remembers.
        limits: What the search may use; see `Limits`. All iterations count together.
        on_solution: Called with the path of each solution; a true answer stops the search. Going
            on, it gives every path to a goal once (without circles, under `PathCheck`), by
            iterations of rising bound.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code; see `Compiled`. Not with ``table``.
        heuristic: An estimate of the cost from a state to the nearest goal, in place of that of
            the state or problem; not below 0. Infinity says that no goal can be reached. It is
            asked for each successor, in each iteration.
        weight: How much the heuristic counts.
        bound_step: By how much the bound rises at least, for costs that take many values. The
            answer stays optimal; the search pays with one iteration more and saves many.
        iterations: How many iterations may be made. If nothing was found then, the outcome is
            CUTOFF.
        cost_limit: The largest cost of a solution. What costs more is cut off; if nothing is
            found, the outcome is CUTOFF, and ``result.lower_bound`` is still known.
        table: How many states a transposition table may hold. A state met again in the same
            iteration at no smaller cost is then not gone into. When it is full, the state that
            was met longest ago makes place. States must be hashable. Only the first way to a
            state is then sure to be among the solutions. ``Limits(stored=...)`` counts the states
            on the path, not these.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution.

        Float costs are compared with bounds to within one part in 10**9, so that sums that differ
        by rounding count as equal; the promises hold to within as much.

    Raises:
        ProblemError: There is no heuristic, or the start is no state and no problem, or an
            argument is out of its range.
        CheckError: The check does not fit the states, or it remembers.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: memory grows with the length of the longest path looked at, and with
    ``table``. Time grows with the number of *paths* within the bound: many where many ways lead to
    a state. In a tree that grows by a factor of b for each bound, the iterations before the last
    cost 1 / (b - 1) of it.

    Source: Korf (1985) and (1993); Vempaty, Kumar and Korf (1991); for the table, Reinefeld and
    Marsland (1994).

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 100
        ... )
        >>> def doublings(n):  # at least so many
        ...     return float("inf") if n > 100 else (100 // n).bit_length() - 1
        >>> result = ida_star_search(problem, heuristic=doublings)
        >>> result.path.states, result.lower_bound, result.guarantee.name
        ((1, 2, 3, 6, 12, 24, 25, 50, 100), 8, 'OPTIMAL')
    """
    search: IDAStar[Any, Any, Any] = cast("Any", IDAStar)(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
        heuristic=heuristic,
        weight=weight,
        bound_step=bound_step,
        iterations=iterations,
        cost_limit=cost_limit,
        table=table,
    )
    return search.run(limits)
