"""Bidirectional breadth-first search: two searches, from the start and from the goals, that meet.

Each of them goes only about half as deep, which is much less than half the work. The two take
turns by whole layers, and that is what makes the first meeting the right one.

Proof: let all states within i steps of a start be stored forward and all within j steps of a goal
backward, without a meeting. Then every path has more than i + j steps, as one with fewer has a
state that is in both. While the forward layer i + 1 grows, a meeting gives a path of at most
i + 1 + j steps, and so a shortest one. The same holds with the sides exchanged.

Source: I. Pohl, Bi-directional search (1971), also for expanding the smaller side; Russell and
Norvig, Artificial Intelligence: A Modern Approach, section 3.4.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    CompiledChecking,
    CompiledHashing,
    CompiledRunChecking,
    CompiledRunHashing,
    CostT,
    HashableReversibleT,
    ReversibleT,
)
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, ReversibleSteps, S
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events
from searchkit.two_sided import BACKWARD, FORWARD, TwoSided


class Bidirectional(TwoSided[S, A, C]):
    """The search object beneath `bidirectional_search`; takes the same arguments but ``limits``.

    Example:
        >>> from searchkit import Problem
        >>> search = Bidirectional(
        ...     Problem(
        ...         0,
        ...         next_states=lambda n: [n - 1, n + 1],
        ...         previous_states=lambda n: [n - 1, n + 1],
        ...         goals=[10],
        ...     )
        ... )
        >>> result = search.run()
        >>> result.cost, [search.nodes.states[number] for number in search.meeting]
        (10, [5, 5])
    """

    native = "bidirectional"

    @overload
    def __init__(
        self: Bidirectional[H, ActionT, CostT],
        start: ReversibleSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        goals: Iterable[H] | None = None,
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: ReversibleSteps[S, A, C] | Problem[S, A, C],
        *,
        goals: Iterable[S] | None = None,
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: Bidirectional[HashableReversibleT, None, int],
        start: HashableReversibleT,
        *,
        goals: Iterable[HashableReversibleT] | None = None,
        **options: Unpack[CompiledHashing[HashableReversibleT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Bidirectional[ReversibleT, None, int],
        start: ReversibleT,
        *,
        goals: Iterable[ReversibleT] | None = None,
        **options: Unpack[CompiledChecking[ReversibleT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        compiled: bool | Compiled = False,
        goals: Iterable[Any] | None = None,
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            goals=goals,
        )
        self.layers = [range(0), range(0)]  # the numbers of the outermost layer of each side
        self.layer_end = 0  # behind the layer that is being expanded
        self.layer_begin = 0  # of the layer that is growing
        self.depths = [-1, -1]  # of the outermost complete layers
        self.widest = 0
        self.compile_with(compiled)

    @override
    def events(self) -> Events:
        nodes, states = self.nodes, self.nodes.states
        successors = self.both_successors()
        indices = [self.watched(index) for index in self.indices]
        while self.meeting is None:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            side, parent = self.side, self.current
            index, other_side = indices[side], self.indices[1 - side]
            children = self.roots() if parent < 0 else successors[side](states[parent])
            for state in islice(children, self.taken, None):
                if state in index:
                    self.duplicates += 1
                else:
                    while len(states) >= self.room:
                        yield FULL
                    number = len(states)
                    index[state] = number
                    states.append(state)
                    nodes.parents.append(parent)
                    if nodes.labelled:
                        nodes.keep_label()
                    met = other_side.get(state)
                    if met is not None:
                        self.taken += 1
                        self.meeting = (number, met) if side == FORWARD else (met, number)
                        self.cutoff = True  # longer paths are left out
                        yield number
                        return
                self.taken += 1
            if parent >= 0:
                self.generated += self.taken
            self.taken = -1
            self.current = parent + 1
            if self.current == self.layer_end and not self._next_layer():
                return

    def _next_layer(self) -> bool:
        """Take the smaller of the two outermost layers; False where one of them is empty."""
        size = len(self.nodes)
        self.layers[self.side] = range(self.layer_begin, size)
        self.depths[self.side] += 1
        self.layer_begin = size
        self.seeded += self.seeded < 2
        if self.seeded == 1:
            self.side, self.current, self.layer_end, self.taken = BACKWARD, NO_PARENT, 0, 0
            self.first_goal = size
            return True
        sizes = [len(layer) for layer in self.layers]
        self.widest = max(self.widest, sum(sizes))
        forward, backward = zip(sizes, self.depths, strict=True)
        self.side = FORWARD if forward <= backward else BACKWARD
        layer = self.layers[self.side]
        self.current, self.layer_end = layer.start, layer.stop
        return min(sizes) > 0

    @override
    def is_exhausted(self, side: int) -> bool:
        return self.seeded > side and not self.layers[side]

    @property
    @override
    def frontier(self) -> list[int]:
        growing = range(self.layer_begin, len(self.nodes))
        present = range(max(self.current, 0), self.layer_end)
        waiting = self.layers[1 - self.side] if self.seeded else range(0)
        return [*present, *waiting, *growing]

    @property
    @override
    def statistics(self) -> Statistics:
        stored = len(self.nodes)
        return Statistics(
            expanded=self.expanded,
            generated=self.counted(),
            duplicates=self.duplicates,
            stored=stored,
            solutions=self.solutions_found,
            max_frontier=max(self.widest, len(self.frontier)),
            depth=max(sum(self.depths) + (stored > self.layer_begin), 0),
            seconds=self.seconds,
        )

    @override
    def lower_bound(self) -> C | None:
        if self.problem.next_states is None:
            return None
        steps: Any = len(self._best) if self._best else max(sum(self.depths) + 1, 0)
        return cast("C", steps)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return self.promise_of_fewest_steps()


@overload
def bidirectional_search(
    start: ReversibleSteps[H, A, C] | Problem[H, A, C],
    *,
    goals: Iterable[H] | None = None,
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def bidirectional_search(
    start: ReversibleSteps[S, A, C] | Problem[S, A, C],
    *,
    goals: Iterable[S] | None = None,
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def bidirectional_search(
    start: HashableReversibleT,
    *,
    goals: Iterable[HashableReversibleT] | None = None,
    **options: Unpack[CompiledRunHashing[HashableReversibleT, None, int]],
) -> Result[HashableReversibleT, None, int]: ...
@overload
def bidirectional_search(
    start: ReversibleT,
    *,
    goals: Iterable[ReversibleT] | None = None,
    **options: Unpack[CompiledRunChecking[ReversibleT, None, int]],
) -> Result[ReversibleT, None, int]: ...
def bidirectional_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
    goals: Iterable[Any] | None = None,
) -> Result[Any, Any, Any]:
    """Search breadth-first from the start and from the goals until the two meet.

    Promises a path of the fewest steps (the cheapest, where all steps cost the same): the sides
    take turns by whole layers, so that when they first meet every shorter path has been ruled
    out. The path is replayed before it is given. One side that is exhausted without a meeting
    proves that there is no path.

    Args:
        start: A state with ``previous_states()`` (or ``next_steps()`` and ``previous_steps()``), or
            a `Problem` with them.
        duplicates: The duplicate check; `HashCheck` by default. One that tells for certain when two
            states are equal: `NoCheck`, `LayerCheck`, `FingerprintCheck` and ``key=`` are refused.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code; see `Compiled`. With `HashCheck`.
        goals: The goal states, where the problem does not name them itself. All of them, if the
            answer is to hold for all.

    Returns:
        The result. There is one solution; ``depth`` in the statistics counts both sides.

    Raises:
        ProblemError: The goals are not named, or nothing says what leads to a state; a named goal
            is none; or the path found cannot be walked forward.
        CheckError: The check does not fit the states, or cannot tell when the sides meet.
        CostError: A step has a negative cost, or NaN.

    Time and memory: with branching factor b in both directions and a goal d steps away, about
    2 b**(d/2) states instead of b**d.

    Source: Pohl (1971); Russell and Norvig, section 3.4.5.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        >>> def knight(square):
        ...     return [(square[0] + right, square[1] + up) for right, up in jumps]
        >>> board = Problem(
        ...     (0, 0), next_states=knight, previous_states=knight, goals=[(24, 24)]
        ... )
        >>> one_sided, result = breadth_first_search(board), bidirectional_search(board)
        >>> one_sided.cost, result.cost
        (16, 16)
        >>> one_sided.statistics.expanded, result.statistics.expanded
        (2715, 1262)
    """
    return Bidirectional(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
        goals=goals,
    ).run(limits)
