"""Best-first search: the most promising node first, by a priority of one's own.

Uniform-cost search and A* are configurations of it: see ``a_star.py``. The frontier is a heap of
immutable entries ending in a node number. A node that was improved while it waited has several
entries; the first of them to come up expands it, and the others are skipped as stale.

Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.3.1; reopening
as in P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of
minimum cost paths (1968).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import islice
from typing import Any, Literal, cast, overload

from typing_extensions import Unpack, override

from searchkit.arguments import require_function
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import ProblemError
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
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, Ordered, S, Steps
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search
from searchkit.supersede import SupersedingIndex

Ties = Literal["fifo", "lifo"]


class BestFirst(Search[S, A, C]):
    """The search object beneath `best_first_search`; takes the same arguments but ``limits``.

    Attributes:
        g: The cost of the cheapest way known to each node, by number.

    Example:
        >>> from searchkit import Problem
        >>> search = BestFirst(
        ...     Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 12),
        ...     priority=lambda n, g: abs(12 - n),
        ... )
        >>> search.run().path.states
        (1, 2, 4, 8, 9, 10, 11, 12)
    """

    labels_in_loop = True

    @overload
    def __init__(
        self: BestFirst[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        priority: Callable[[H, CostT], Ordered],
        ties: Ties = "fifo",
        reopen: bool = True,
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        priority: Callable[[S, C], Ordered],
        ties: Ties = "fifo",
        reopen: bool = True,
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: BestFirst[HashableT, None, int],
        start: HashableT,
        *,
        priority: Callable[[HashableT, int], Ordered],
        ties: Ties = "fifo",
        reopen: bool = True,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BestFirst[StateT, None, int],
        start: StateT,
        *,
        priority: Callable[[StateT, int], Ordered],
        ties: Ties = "fifo",
        reopen: bool = True,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        priority: Callable[[Any, Any], Any],
        ties: Ties = "fifo",
        reopen: bool = True,
    ) -> None:
        if ties not in ("fifo", "lifo"):
            raise ProblemError(
                f'ties={ties!r}: "fifo" (first in, first out) or "lifo" (last in, first out).'
            )
        require_function(
            "priority", priority, "It takes a state and its cost, and gives what is least first."
        )
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        self.priority = priority
        # what was concluded from a closed node must stay concluded from it, or derivations that
        # see the closed nodes could run in circles
        self.reopen = reopen and not self.problem.sees_closed
        self.tick = 0  # counts entries; its sign decides ties
        self.direction = 1 if ties == "fifo" else -1
        self.g: list[C] = []
        self.depths: list[int] = []
        self.is_closed: list[bool] = []
        self.heap: list[Any] = []
        self.goals: set[int] = set()  # solutions so far: each goal node is one, also if reopened
        self.generated = 0
        self.duplicates = 0
        self.reopened = 0
        self.stale = 0
        self.dead_ends = 0
        self.max_frontier = 0
        self.deepest = 0
        if self.check.known is Known.EQUIVALENCE:
            self._index = SupersedingIndex(self._index)

    def entry(self, number: int) -> tuple[Any, ...] | None:
        """Make the heap entry of a node; None leaves it out for good."""
        self.tick += self.direction
        return self.priority(self.nodes.states[number], self.g[number]), self.tick, number

    @override
    def events(self) -> Events:
        nodes, g, heap, is_closed = self.nodes, self.g, self.heap, self.is_closed
        index, is_goal = self.index, self.is_goal()
        superseding = isinstance(self._index, SupersedingIndex)
        improving = self.check.known is not Known.DOMINANCE
        while True:
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            parent = self.current
            g_parent = g[parent] if parent >= 0 else self.problem.zero
            for state, cost, action in islice(self.children(parent), self.taken, None):
                self.taken += 1
                g_here = g_parent + cost
                known = index.get(state)
                if known is not None and not (
                    improving and g_here < g[known] and (self.reopen or not is_closed[known])
                ):
                    self.duplicates += 1
                    continue
                while (known is None or superseding) and len(g) >= self.room:
                    self.taken -= 1
                    yield FULL
                    self.taken += 1
                nodes.arriving = (state, cost, action)
                if known is None:
                    number = len(g)
                    index[state] = number
                    self._store(state, parent, g_here)
                else:
                    number = self._improve(known, state, parent, g_here)
                entry = self.entry(number)
                if entry is None:
                    self.dead_ends += 1
                else:
                    heappush(heap, entry)
            self.generated += self.taken if parent >= 0 else 0
            self.taken = -1
            self.current = number = self._select()
            if number < 0:
                return
            if is_goal(nodes.states[number]) and number not in self.goals:
                self.goals.add(number)
                yield number

    def _select(self) -> int:
        """Take the best open node from the heap and close it; -1 where there is none."""
        heap, is_closed = self.heap, self.is_closed
        if len(heap) > self.max_frontier:
            self.max_frontier = len(heap)
        dominance = self.check.known is Known.DOMINANCE
        while heap:
            number: int = heappop(heap)[-1]
            if is_closed[number] or (dominance and self.superseded(number)):
                self.stale += 1
                continue
            is_closed[number] = True
            return number
        return NO_PARENT

    def _store(self, state: S, parent: int, g: C) -> None:
        """Give a state its row in the table."""
        nodes = self.nodes
        nodes.states.append(state)
        nodes.parents.append(parent)
        nodes.keep_label()
        self.g.append(g)
        self.depths.append(self._depth_below(parent))
        self.is_closed.append(False)

    def _depth_below(self, parent: int) -> int:
        depth = self.depths[parent] + 1 if parent >= 0 else 0
        if depth > self.deepest:
            self.deepest = depth
        return depth

    def _improve(self, known: int, state: S, parent: int, g: C) -> int:
        """Let a known node be reached more cheaply; give the number that it has from now on."""
        self.reopened += self.is_closed[known]
        number = known
        if isinstance(self._index, SupersedingIndex):
            number = len(self.g)
            self.is_closed[known] = True  # its entries in the heap are stale
            self._index.supersede(known, number)
            self._store(state, parent, g)
        else:
            self.nodes.reparent(known, parent)
            self.g[known] = g
            self.depths[known] = self._depth_below(parent)
            self.is_closed[known] = False
        self.tell_improved(number)
        return number

    @property
    @override
    def frontier(self) -> list[int]:
        seen: set[int] = set()
        order: list[int] = [self.current] if self.taken < 0 <= self.current else []
        for number in self._queued():
            if not self.is_closed[number] and number not in seen:
                seen.add(number)
                order.append(number)
        return order

    def _queued(self) -> list[int]:
        """Give the nodes of the heap in the order of their turn, stale entries among them."""
        if self._engine is not None:
            return cast("list[int]", self._engine.in_order())
        return [entry[-1] for entry in sorted(self.heap)]

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.generated + (max(self.taken, 0) if self.current >= 0 else 0),
            duplicates=self.duplicates,
            reopened=self.reopened,
            stale=self.stale,
            dead_ends=self.dead_ends,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=self.max_frontier,
            depth=self.deepest,
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.NONE, None, ""


@overload
def best_first_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    priority: Callable[[H, C], Ordered],
    ties: Ties = "fifo",
    reopen: bool = True,
    **options: Unpack[RunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def best_first_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    priority: Callable[[S, C], Ordered],
    ties: Ties = "fifo",
    reopen: bool = True,
    **options: Unpack[RunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def best_first_search(
    start: HashableT,
    *,
    priority: Callable[[HashableT, int], Ordered],
    ties: Ties = "fifo",
    reopen: bool = True,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def best_first_search(
    start: StateT,
    *,
    priority: Callable[[StateT, int], Ordered],
    ties: Ties = "fifo",
    reopen: bool = True,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def best_first_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    priority: Callable[[Any, Any], Any],
    ties: Ties = "fifo",
    reopen: bool = True,
) -> Result[Any, Any, Any]:
    """Expand the node with the smallest priority first.

    Promises a path, if there is one in a finite space, and nothing of its cost: that depends on
    the priority. With ``priority=lambda state, g: 0`` it is a queue (``ties="fifo"``) or a stack
    (``ties="lifo"``).

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        priority: A function of a state and the cost g of reaching it. Its values are compared
            with ``<``; it is asked again when a node is reached more cheaply.
        ties: Which of two nodes of equal priority comes first: the older one ("fifo") or the
            newer one ("lifo"). States themselves are never compared.
        reopen: Whether a node that was expanded is expanded again when it is reached more cheaply.

    Returns:
        The result. A goal is tested when its node is selected, not when it is generated.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: one heap operation for each edge that leads to a new node or improves one,
    at a cost of O(log n); with reopening a node may be expanded often.

    Source: Russell and Norvig, section 3.3.1.

    Example:
        Words by length first, then by the alphabet:

        >>> from searchkit import Problem
        >>> words = Problem(
        ...     "", next_states=lambda w: [w + "a", w + "b"], is_goal=lambda w: w == "ba"
        ... )
        >>> best_first_search(words, priority=lambda w, g: (len(w), w)).path.states
        ('', 'b', 'ba')
    """
    return BestFirst(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        priority=priority,
        ties=ties,
        reopen=reopen,
    ).run(limits)
