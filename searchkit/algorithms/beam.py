"""Beam search: breadth-first search that keeps the best few nodes of each layer.

So a layer costs no more than ``width`` expansions, however deep the search goes. What it throws
away it does not look at again, and the only way to a goal may be among that.

Source: B. T. Lowerre, The HARPY speech recognition system (1976); Russell and Norvig, Artificial
Intelligence: A Modern Approach, section 4.1.3.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import ProblemError
from searchkit.estimates import estimate, heuristic_of, is_dead_end
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
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search


class Beam(Search[S, A, C]):
    """The search object beneath `beam_search`; takes the same arguments but ``limits``.

    Attributes:
        layer: The numbers of the nodes that were kept of the present layer, the best first.
        thrown_away: How many nodes were not kept so far.

    Example:
        >>> from searchkit import Problem
        >>> search = Beam(
        ...     Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 12),
        ...     width=1,
        ...     heuristic=lambda n: abs(12 - n),
        ... )
        >>> search.run().path.states, search.thrown_away
        ((1, 2, 4, 8, 9, 10, 11, 12), 5)
    """

    @overload
    def __init__(
        self: Beam[H, ActionT, CostT],
        start: HeuristicSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        width: int,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: HeuristicSteps[S, A, C] | Problem[S, A, C],
        *,
        width: int,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: Beam[HashableHeuristicT, None, int],
        start: HashableHeuristicT,
        *,
        width: int,
        **options: Unpack[Hashing[HashableHeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Beam[HeuristicT, None, int],
        start: HeuristicT,
        *,
        width: int,
        **options: Unpack[Checking[HeuristicT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Beam[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        width: int,
        heuristic: Callable[[H], CostT | float],
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        width: int,
        heuristic: Callable[[S], C | float],
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: Beam[HashableT, None, int],
        start: HashableT,
        *,
        width: int,
        heuristic: Callable[[HashableT], float],
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Beam[StateT, None, int],
        start: StateT,
        *,
        width: int,
        heuristic: Callable[[StateT], float],
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        width: int,
        heuristic: Callable[[Any], Any] | None = None,
    ) -> None:
        if type(width) is not int or width < 1:
            raise ProblemError(f"width={width!r}: how many nodes of a layer are kept, from 1 on.")
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        self.heuristic = heuristic_of(
            self.problem, heuristic, type(self).__name__, "breadth_first_search"
        )
        self.width = width
        self.layer: list[int] = []
        self.position = -1  # of the current node in the layer; -1: the starts are looked at
        self.next_layer: list[tuple[Any, int]] = []  # (h, number), in the order of discovery
        self.thrown_away = 0
        self.generated = 0
        self.duplicates = 0
        self.stale = 0
        self.dead_ends = 0
        self.depth = 0  # of the next layer
        self.deepest = 0
        self.widest = 0

    @override
    def events(self) -> Events:
        states, index, is_goal = self.nodes.states, self.index, self.is_goal()
        while True:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            for state in islice(self.children(self.current), self.taken, None):
                self.taken += 1
                self.generated += self.current >= 0
                if state in index:
                    self.duplicates += 1
                    continue
                while len(states) >= self.room:
                    self.taken -= 1
                    self.generated -= self.current >= 0
                    yield FULL
                    self.taken += 1
                    self.generated += self.current >= 0
                number = len(states)
                index[state] = number
                self._store(state)
                if is_goal(state):
                    yield number
            self.taken = -1
            if not self._select():
                return

    def _store(self, state: S) -> None:
        nodes = self.nodes
        nodes.states.append(state)
        nodes.parents.append(self.current)
        if nodes.labelled:
            nodes.keep_label()
        self.deepest = self.depth
        h = estimate(self.heuristic, state)
        if is_dead_end(h):
            self.dead_ends += 1
        else:
            self.next_layer.append((h, len(nodes) - 1))

    def _select(self) -> bool:
        """Go on to the next node of the layer, or to the next layer; False at the end."""
        dominance = self.check.known is Known.DOMINANCE
        while True:
            self.position += 1
            if self.position >= len(self.layer):
                self._keep_the_best()
                if not self.layer:
                    return False
            self.current = self.layer[self.position]
            if not (dominance and self.superseded(self.current)):
                return True
            self.stale += 1

    def _keep_the_best(self) -> None:
        candidates = sorted(self.next_layer, key=_h)  # stable: of equals the first found is kept
        self.layer = [number for _, number in candidates[: self.width]]
        if len(candidates) > self.width:
            self.thrown_away += len(candidates) - self.width
            self.cutoff = True
        self.widest = max(self.widest, len(candidates))
        self.next_layer = []
        self.position = 0
        self.depth += bool(self.layer)

    @property
    @override
    def frontier(self) -> list[int]:
        waits = self.taken < 0
        rest = self.layer[self.position + (not waits) :] if self.position >= 0 else []
        return [*rest, *(number for _, number in self.next_layer)]

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.generated,
            duplicates=self.duplicates,
            stale=self.stale,
            dead_ends=self.dead_ends,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=max(self.widest, len(self.next_layer)),
            depth=self.deepest,
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.NONE, None, ""

    @override
    def proof_rests_on(self) -> list[str]:
        dead_ends = (
            [f"the heuristic is right about {self.dead_ends} dead ends"] if self.dead_ends else []
        )
        return [*super().proof_rests_on(), *dead_ends]


def _h(candidate: tuple[Any, int]) -> Any:
    return candidate[0]


@overload
def beam_search(
    start: HeuristicSteps[H, A, C] | Problem[H, A, C],
    *,
    width: int,
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def beam_search(
    start: HeuristicSteps[S, A, C] | Problem[S, A, C],
    *,
    width: int,
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def beam_search(
    start: HashableHeuristicT,
    *,
    width: int,
    **options: Unpack[RunHashing[HashableHeuristicT, None, int]],
) -> Result[HashableHeuristicT, None, int]: ...
@overload
def beam_search(
    start: HeuristicT,
    *,
    width: int,
    **options: Unpack[RunChecking[HeuristicT, None, int]],
) -> Result[HeuristicT, None, int]: ...
@overload
def beam_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    width: int,
    heuristic: Callable[[H], C | float],
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def beam_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    width: int,
    heuristic: Callable[[S], C | float],
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def beam_search(
    start: HashableT,
    *,
    width: int,
    heuristic: Callable[[HashableT], float],
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def beam_search(
    start: StateT,
    *,
    width: int,
    heuristic: Callable[[StateT], float],
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def beam_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    width: int,
    heuristic: Callable[[Any], Any] | None = None,
) -> Result[Any, Any, Any]:
    """Search in layers and keep the ``width`` nodes of each layer that have the lowest heuristic.

    Promises nothing: it may miss every solution, and what it finds may be far from the best. But
    it says so: where it finds none, the outcome is EXHAUSTED only if no node was ever thrown away
    (everything was then explored), and CUTOFF otherwise. A larger width may help.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. A state that was thrown away is
            known all the same, and is not looked at again. With `NoCheck` the search may go round
            in circles for ever.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        width: How many nodes of each layer are kept and expanded, 1 or more.
        heuristic: An estimate of the cost from a state to the nearest goal, in place of that of
            the state or problem. Infinity says that no goal can be reached. Of nodes with equal
            values those that were found first are kept.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution. A goal is
        recognised when it is generated, before anything is thrown away.

    Raises:
        ProblemError: There is no heuristic, or the width is no number from 1 on, or the start is
            no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost or NaN, or the heuristic is NaN.

    Time and memory: at most ``width`` expansions a layer. The states that were generated stay
    stored, so that memory grows with the depth times the width.

    Source: Lowerre (1976); Russell and Norvig, section 4.1.3.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(1, next_states=lambda n: [n + 3, n * 2], is_goal=lambda n: n == 31)
        >>> def missing(n):
        ...     return 31 - n if n <= 31 else float("inf")
        >>> for width in (1, 2, 3):
        ...     result = beam_search(problem, width=width, heuristic=missing)
        ...     print(width, result.path.states if result else result.outcome.name)
        1 (1, 4, 8, 16, 19, 22, 25, 28, 31)
        2 (1, 4, 7, 14, 28, 31)
        3 (1, 4, 7, 14, 28, 31)
    """
    search: Beam[Any, Any, Any] = cast("Any", Beam)(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        width=width,
        heuristic=heuristic,
    )
    return search.run(limits)
