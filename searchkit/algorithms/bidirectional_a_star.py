"""Bidirectional heuristic search that meets in the middle (MM), or bidirectional Dijkstra.

Both sides keep a heap of open nodes by the priority max(f, 2 g + e), where e is the least that a
step can cost (1 where all steps cost 1, else 0). The side whose best node has the lower priority
expands it. Whenever a node becomes cheaper and the other side knows its state, the two make a
path; the best of these is kept. The search ends when no priority is below its cost.

Proof: let the best path so far cost more than the optimum. On an optimal path, the forward side
has an open node m, reached at its true cost, behind closed ones; the backward side has such a node
n. m lies before n, or else the two sides would have joined this very path. So at least one step
lies between them, and g(m) + e + g(n) is at most the optimum: for one of the two, 2 g + e is too.
So is its f, where the heuristics are admissible. Hence some priority is at most the optimum, below
the cost of the best path, and the search goes on. Closed nodes that become cheaper are opened
again, so that consistency is not needed.

Source: R. C. Holte, A. Felner, G. Sharon and N. R. Sturtevant, Bidirectional search that is
guaranteed to meet in the middle (2016); the e: G. Sharon, R. C. Holte, A. Felner and N. R.
Sturtevant, An improved priority function for bidirectional heuristic search (2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import islice
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.duplicates import DuplicateCheck
from searchkit.estimates import is_dead_end
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT
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
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, ReversibleSteps, S
from searchkit.result import Guarantee, Result
from searchkit.search import FULL, Events
from searchkit.two_heaps import TwoHeaps
from searchkit.two_sided import BACKWARD, FORWARD


class BidirectionalAStar(TwoHeaps[S, A, C]):
    """The search object beneath `bidirectional_a_star_search`; all arguments but ``limits``.

    Attributes:
        g: The cost of the cheapest way known between each node and its end, by number.

    Example:
        >>> from searchkit import Problem
        >>> search = BidirectionalAStar(
        ...     Problem(
        ...         0,
        ...         next_states=lambda n: [n - 1, n + 1],
        ...         previous_states=lambda n: [n - 1, n + 1],
        ...         goals=[10],
        ...     ),
        ...     heuristic=lambda n: abs(10 - n),
        ...     backward_heuristic=abs,
        ... )
        >>> search.run().cost, search.expanded
        (10, 10)
    """

    @overload
    def __init__(
        self: BidirectionalAStar[H, ActionT, CostT],
        start: ReversibleSteps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        goals: Iterable[H] | None = None,
        heuristic: Callable[[H], CostT | float] | None = None,
        backward_heuristic: Callable[[H], CostT | float] | None = None,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: ReversibleSteps[S, A, C] | Problem[S, A, C],
        *,
        goals: Iterable[S] | None = None,
        heuristic: Callable[[S], C | float] | None = None,
        backward_heuristic: Callable[[S], C | float] | None = None,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: BidirectionalAStar[HashableReversibleT, None, int],
        start: HashableReversibleT,
        *,
        goals: Iterable[HashableReversibleT] | None = None,
        heuristic: Callable[[HashableReversibleT], int | float] | None = None,
        backward_heuristic: Callable[[HashableReversibleT], int | float] | None = None,
        **options: Unpack[Hashing[HashableReversibleT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BidirectionalAStar[ReversibleT, None, int],
        start: ReversibleT,
        *,
        goals: Iterable[ReversibleT] | None = None,
        heuristic: Callable[[ReversibleT], int | float] | None = None,
        backward_heuristic: Callable[[ReversibleT], int | float] | None = None,
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
        heuristic: Callable[[Any], Any] | None = None,
        backward_heuristic: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            goals=goals,
            heuristic=heuristic,
            backward_heuristic=backward_heuristic,
        )
        self.least_step: Any = 1 if self.problem.next_states is not None else self.problem.zero
        self.tick = 0
        self.best_cost: C | None = None  # of the paths joined so far
        self.over = False

    @override
    def events(self) -> Events:
        nodes, g = self.nodes, self.g
        successors = self.both_successors()
        indices = [self.watched(index) for index in self.indices]
        while not self.over:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            side, parent = self.side, self.current
            index = indices[side]
            g_parent = g[parent] if parent >= 0 else self.problem.zero
            children = self.roots() if parent < 0 else successors[side](nodes.states[parent])
            for state, cost, action in islice(children, self.taken, None):
                self.taken += 1
                g_here = g_parent + cost if side == FORWARD else cost + g_parent
                known = index.get(state)
                if known is not None and not g_here < g[known]:
                    self.duplicates += 1
                    continue
                while known is None and len(g) >= self.room:
                    self.taken -= 1
                    yield FULL
                    self.taken += 1
                nodes.arriving = (state, cost, action)
                if known is None:
                    number = len(g)
                    index[state] = number
                    self.store(state, parent, g_here)
                else:
                    number = known
                    self.improve(number, parent, g_here)
                self._open(number)
                self._join(number)
            if parent >= 0:
                self.generated += self.taken
            self.over = not self._select()
            if self.over and self.meeting is not None:
                yield self.meeting[FORWARD]

    def _priority(self, number: int) -> Any:
        """Twice g and the least step, or f if that is more."""
        g, h = self.g[number], self.estimates[number]
        middle = g + g + self.least_step
        f: Any = g if h is None else g + h
        return max(middle, f)

    def _open(self, number: int) -> None:
        """Put a node into the heap of its side; of equal ones, the nearer to the other end."""
        h = self.estimates[number]
        if h is not None and is_dead_end(h):
            self.dead_ends += 1
            return
        self.tick -= 1
        entry = (self._priority(number), 0 if h is None else h, self.tick, number)
        heappush(self.heaps[self.side], entry)

    def _join(self, number: int) -> None:
        """Keep the path through a node and the other side, if it is the cheapest so far."""
        met = self.indices[1 - self.side].get(self.nodes.states[number])
        if met is None:
            return
        forward, backward = (number, met) if self.side == FORWARD else (met, number)
        cost = self.g[forward] + self.g[backward]
        if self.best_cost is None or cost < self.best_cost:
            self.best_cost, self.meeting = cost, (forward, backward)

    def _select(self) -> bool:
        """Close the node that comes next, whichever its side; False where the search is over."""
        self.taken = -1
        if self.seeded < 2:
            self.seeded += 1
            if self.seeded == 1:
                self.side, self.current, self.taken = BACKWARD, NO_PARENT, 0
                self.first_goal = len(self.g)
                return True
        self.max_frontier = max(self.max_frontier, sum(map(len, self.heaps)))
        for heap in self.heaps:
            while heap and self.is_closed[heap[0][-1]]:
                self.stale += 1
                heappop(heap)
        forward, backward = self.heaps
        self.current = NO_PARENT
        if not forward or not backward:
            self.cutoff = self.meeting is not None and bool(forward)
            return False
        self.side = BACKWARD if backward[0][0] < forward[0][0] else FORWARD
        heap = self.heaps[self.side]
        if self.best_cost is not None and not heap[0][0] < self.best_cost:
            self.cutoff = True  # what costs more is left out
            return False
        self.current = heappop(heap)[-1]
        self.is_closed[self.current] = True
        return True

    @override
    def is_exhausted(self, side: int) -> bool:
        return self.over and not self.heaps[side]

    @override
    def lower_bound(self) -> C | None:
        if self.overestimate:
            return None
        if self.seeded < 2:
            return cast("C", self.problem.zero)
        open_nodes = [entry[-1] for heap in self.heaps for entry in heap]
        waiting = {number for number in open_nodes if not self.is_closed[number]}
        if self.current >= 0:  # selected, and not expanded to its end
            waiting.add(self.current)
        bound: Any = self.best_cost
        for number in waiting:
            priority = self._priority(number)
            if bound is None or priority < bound:
                bound = priority
        return cast("C | None", bound)

    @override
    def proof_rests_on(self) -> list[str]:
        dead_ends = [f"the heuristics are right about {self.dead_ends} dead ends"]
        return [*super().proof_rests_on(), *(dead_ends if self.dead_ends else [])]

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.overestimate:
            return Guarantee.NONE, None, self.overestimate
        given = sum(heuristic is not None for heuristic in self.heuristics)
        kinds = ["", "the heuristic is admissible", "both heuristics are admissible"]
        conditions = [*([kinds[given]] if given else []), *self.check_rests_on()]
        return Guarantee.OPTIMAL, 1.0, " and ".join(conditions)


@overload
def bidirectional_a_star_search(
    start: ReversibleSteps[H, A, C] | Problem[H, A, C],
    *,
    goals: Iterable[H] | None = None,
    heuristic: Callable[[H], C | float] | None = None,
    backward_heuristic: Callable[[H], C | float] | None = None,
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def bidirectional_a_star_search(
    start: ReversibleSteps[S, A, C] | Problem[S, A, C],
    *,
    goals: Iterable[S] | None = None,
    heuristic: Callable[[S], C | float] | None = None,
    backward_heuristic: Callable[[S], C | float] | None = None,
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def bidirectional_a_star_search(
    start: HashableReversibleT,
    *,
    goals: Iterable[HashableReversibleT] | None = None,
    heuristic: Callable[[HashableReversibleT], int | float] | None = None,
    backward_heuristic: Callable[[HashableReversibleT], int | float] | None = None,
    **options: Unpack[RunHashing[HashableReversibleT, None, int]],
) -> Result[HashableReversibleT, None, int]: ...
@overload
def bidirectional_a_star_search(
    start: ReversibleT,
    *,
    goals: Iterable[ReversibleT] | None = None,
    heuristic: Callable[[ReversibleT], int | float] | None = None,
    backward_heuristic: Callable[[ReversibleT], int | float] | None = None,
    **options: Unpack[RunChecking[ReversibleT, None, int]],
) -> Result[ReversibleT, None, int]: ...
def bidirectional_a_star_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    goals: Iterable[Any] | None = None,
    heuristic: Callable[[Any], Any] | None = None,
    backward_heuristic: Callable[[Any], Any] | None = None,
) -> Result[Any, Any, Any]:
    """Search by cost from the start and from the goals, with or without heuristics.

    Promises a cheapest path, where the heuristics are admissible: it does not end at the first
    meeting, but when nothing that waits can be part of a cheaper path. No node is expanded that
    is more than half as far as the goal. The path is replayed before it is given. Without
    heuristics it is Dijkstra's algorithm from both ends.

    Args:
        start: A state with ``previous_states()`` (or ``next_steps()`` and ``previous_steps()``), or
            a `Problem` with them.
        duplicates: The duplicate check; `HashCheck` by default. One that tells for certain when two
            states are equal: `NoCheck`, `LayerCheck`, `FingerprintCheck` and ``key=`` are refused.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path.
        observer: Told what happens; see `Observer`.
        goals: The goal states, where the problem does not name them itself. All of them, if the
            answer is to hold for all.
        heuristic: A function that estimates the cost from a state to the nearest goal, in place
            of the state's or the problem's own; none is needed.
        backward_heuristic: A function that estimates the cost from the nearest start to a state.
            Infinity says, of either, that there is no way.

    Returns:
        The result. There is one solution; ``depth`` in the statistics counts both sides.

    Raises:
        ProblemError: The goals are not named, or nothing says what leads to a state; a named goal
            is none; or the path found cannot be walked forward.
        CheckError: The check does not fit the states, or cannot tell when the sides meet.
        CostError: A step has a negative cost or NaN, or a heuristic is NaN.

    Time and memory: at most the nodes within half the cost of the optimum, from either end;
    O(log n) an edge. Costs must not depend on the order in which they are added up.

    Source: Holte, Felner, Sharon and Sturtevant (2016).

    Example:
        >>> from searchkit import Problem, Step
        >>> roads = [("A", "B", 4), ("B", "D", 4), ("A", "C", 1), ("C", "D", 6), ("C", "B", 2)]
        >>> problem = Problem(
        ...     "A",
        ...     next_steps=lambda town: [Step(b, km) for a, b, km in roads if a == town],
        ...     previous_steps=lambda town: [Step(a, km) for a, b, km in roads if b == town],
        ...     goals=["D"],
        ... )
        >>> result = bidirectional_a_star_search(problem)
        >>> result.path.states, result.cost, result.guarantee.name
        (('A', 'C', 'D'), 7, 'OPTIMAL')
    """
    return BidirectionalAStar(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        goals=goals,
        heuristic=heuristic,
        backward_heuristic=backward_heuristic,
    ).run(limits)
