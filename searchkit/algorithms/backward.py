"""Backward search: breadth-first from the known goals to a start.

For problems that branch less when they are read backward: few states lead to the goal, while many
lead away from the start. It is breadth-first search on the reversed problem; the path is handed
out in its forward direction.

Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.4.5, and 11.2.2
on regression search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.algorithms.breadth_first import BreadthFirst
from searchkit.derivation import Derivation, derivation_of_path
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    Checking,
    CostT,
    HashableReversibleT,
    Hashing,
    ReversibleT,
    RunChecking,
    RunHashing,
)
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, ReversibleSteps, S
from searchkit.result import Result
from searchkit.reversing import backward_rests_on, refuse_merging, replayed, with_named_goals


class Backward(BreadthFirst[S, A, C]):
    """The search object beneath `backward_search`; takes the same arguments but ``limits``.

    Attributes:
        forward: The problem as it was given; ``problem`` is the reversed one.

    Example:
        >>> from searchkit import Problem
        >>> search = Backward(
        ...     Problem(
        ...         1,
        ...         next_states=lambda n: [n + 1, n * 2],
        ...         previous_states=lambda n: [n - 1] if n % 2 else [n - 1, n // 2],
        ...         goals=[100],
        ...     )
        ... )
        >>> search.run().path.states
        (1, 2, 3, 6, 12, 24, 25, 50, 100)
    """

    @overload
    def __init__(
        self: Backward[H, ActionT, CostT],
        start: ReversibleSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        goals: Iterable[H] | None = None,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: ReversibleSteps[S, A, C] | Problem[S, A, C],
        *,
        goals: Iterable[S] | None = None,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: Backward[HashableReversibleT, None, int],
        start: HashableReversibleT,
        *,
        goals: Iterable[HashableReversibleT] | None = None,
        **options: Unpack[Hashing[HashableReversibleT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Backward[ReversibleT, None, int],
        start: ReversibleT,
        *,
        goals: Iterable[ReversibleT] | None = None,
        **options: Unpack[Checking[ReversibleT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        goals: Iterable[Any] | None = None,
    ) -> None:
        self.forward: Problem[S, A, C] = with_named_goals(start, goals, type(self).__name__)
        cast("Any", super()).__init__(
            self.forward.reversed(),
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
        )
        refuse_merging(self.check, type(self).__name__, [Known.DOMINANCE])

    @property
    @override
    def step_direction(self) -> str:
        return "previous"

    @override
    def path_to(self, number: int) -> Path[S, A, C]:
        """The path from a node on to a goal, as far as the search knows now."""
        chain = self.nodes.lineage(number)
        return self.nodes.path_along(chain, chain[:-1], self.forward)

    @override
    def solution_path(self, number: int) -> Path[S, A, C]:
        return replayed(self.path_to(number))

    @override
    def derivation_of(self, number: int) -> Derivation[S, A]:
        """The path from a node on to a goal, as a derivation."""
        return derivation_of_path(self.path_to(number))

    @override
    def check_rests_on(self) -> list[str]:
        merged = self.check.known is Known.EQUIVALENCE
        return [
            *(["states of one key are equally far from a start"] if merged else []),
            *self.check_condition(),
            *backward_rests_on(self.forward),
        ]

    @override
    def proof_rests_on(self) -> list[str]:
        return self.check_rests_on()


@overload
def backward_search(
    start: ReversibleSteps[H, A, C] | Problem[H, A, C],
    *,
    goals: Iterable[H] | None = None,
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def backward_search(
    start: ReversibleSteps[S, A, C] | Problem[S, A, C],
    *,
    goals: Iterable[S] | None = None,
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def backward_search(
    start: HashableReversibleT,
    *,
    goals: Iterable[HashableReversibleT] | None = None,
    **options: Unpack[RunHashing[HashableReversibleT, None, int]],
) -> Result[HashableReversibleT, None, int]: ...
@overload
def backward_search(
    start: ReversibleT,
    *,
    goals: Iterable[ReversibleT] | None = None,
    **options: Unpack[RunChecking[ReversibleT, None, int]],
) -> Result[ReversibleT, None, int]: ...
def backward_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    goals: Iterable[Any] | None = None,
) -> Result[Any, Any, Any]:
    """Search breadth-first from the goals back to a start.

    Promises a path of the fewest steps (the cheapest, where all steps cost the same), and an end
    where finitely many states lead to a goal: it is breadth-first search, and a shortest way back
    is a shortest way. The path is given in its forward direction, and was replayed.

    Args:
        start: A state with ``previous_states()`` (or ``next_steps()`` and ``previous_steps()``), or
            a `Problem` with them.
        duplicates: The duplicate check; `HashCheck` by default. Under a ``key=`` states must be
            equally far from a start; dominance is refused.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search. Each
            start that is reached is one solution.
        observer: Told what happens; see `Observer`.
        goals: The goal states, where the problem does not name them itself.

    Returns:
        The result. Its statistics count states met on the way back.

    Raises:
        ProblemError: The goals are not named, or nothing says what leads to a state; a named goal
            is none; or the path found cannot be walked forward.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: those of breadth-first search on the reversed problem, and one replay.

    Source: Russell and Norvig, section 3.4.1.

    Example:
        There are many words of length 8, and one way back from each to the empty word:

        >>> from searchkit import Problem, breadth_first_search
        >>> words = Problem(
        ...     "",
        ...     next_states=lambda word: [word + "a", word + "b"],
        ...     previous_states=lambda word: [word[:-1]] if word else [],
        ...     goals=["babbabba"],
        ... )
        >>> forward, backward = breadth_first_search(words), backward_search(words)
        >>> forward.path == backward.path
        True
        >>> forward.statistics.expanded, backward.statistics.expanded
        (219, 8)
    """
    return Backward(
        start, duplicates=duplicates, on_solution=on_solution, observer=observer, goals=goals
    ).run(limits)
