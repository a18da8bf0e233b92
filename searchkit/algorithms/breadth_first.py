"""Breadth-first search: nodes are expanded in the order in which they were discovered.

So the queue is nothing but a cursor into the node table. A goal is recognised when it is stored,
one layer before it would be expanded.

Source: E. F. Moore, The shortest path through a maze (1959); Russell and Norvig, Artificial
Intelligence: A Modern Approach, section 3.4.1.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, cast, overload

from typing_extensions import Unpack, override

from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.indices import Layered
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    CompiledChecking,
    CompiledHashing,
    CompiledRunChecking,
    CompiledRunHashing,
    CostT,
    HashableT,
    StateT,
)
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search


class BreadthFirst(Search[S, A, C]):
    """The search object beneath `breadth_first_search`; takes the same arguments but ``limits``.

    Example:
        >>> from searchkit import Limits, Problem
        >>> search = BreadthFirst(
        ...     Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 11)
        ... )
        >>> search.run(Limits(expanded=4)).outcome.name
        'LIMIT'
        >>> search.run().path.states
        (1, 2, 4, 5, 10, 11)
    """

    by_layers = True
    native = "breadth_first"

    @overload
    def __init__(
        self: BreadthFirst[H, ActionT, CostT],
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
        self: BreadthFirst[HashableT, None, int],
        start: HashableT,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BreadthFirst[StateT, None, int],
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
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        self.compile_with(compiled)
        self.layer_end = 0  # the first number of the next layer
        self.depth = -1  # of the layer that is being expanded
        self.duplicates = 0  # before the present expansion
        self.met = 0  # duplicates within it, when it is interrupted
        self.skipped = 0
        self.widest = 0  # the size of the largest complete layer

    @override
    def events(self) -> Events:
        states, parents = self.nodes.states, self.nodes.parents
        keep_label = self.nodes.keep_label if self.nodes.labelled else None
        index, successors, is_goal = self.index, self.successors(), self.is_goal()
        dominance = self.check.known is Known.DOMINANCE
        number, room, taken = len(states), self.room, self.taken
        while self.current < self.layer_end:
            for parent in range(self.current, self.layer_end):
                if taken < 0:
                    self.current = parent
                    if parent >= self.ask_at or dominance:
                        if dominance and self.superseded(parent):
                            self.skipped += 1
                            continue
                        yield None
                        room = self.room
                    children = successors(states[parent])
                    first, met = number, 0
                else:  # the starts, or an expansion that was interrupted
                    children = islice(self.children(parent), taken, None)
                    first, met = number - (taken - self.met), self.met
                    self.taken = taken = -1
                for state in children:
                    if state in index:
                        met += 1
                    else:
                        while number >= room:
                            self.taken, self.met = number - first + met, met
                            yield FULL
                            self.taken, room = -1, self.room
                        index[state] = number
                        states.append(state)
                        parents.append(parent)
                        if keep_label:
                            keep_label()
                        number += 1
                        if is_goal(state):
                            self.taken, self.met = number - first + met, met
                            yield number - 1
                            self.taken, room = -1, self.room
                if met:
                    self.duplicates += met
            self.current = self.layer_end
            self.widest = max(self.widest, number - self.layer_end)
            self.layer_end = number
            self.depth += 1
            if isinstance(self._index, Layered):
                self._index.next_layer()

    @property
    @override
    def expanded(self) -> int:
        inside = self.taken >= 0 and self.current >= 0
        return max(self.current, 0) - self.skipped + inside

    @property
    @override
    def frontier(self) -> list[int]:
        return list(range(max(self.current, 0), len(self.nodes)))

    @property
    @override
    def statistics(self) -> Statistics:
        stored = len(self.nodes)
        duplicates = self.duplicates + (self.met if self.taken >= 0 else 0)
        starts = len(self.problem.starts) if self.current >= 0 else stored + duplicates
        return Statistics(
            expanded=self.expanded,
            generated=stored + duplicates - starts,
            duplicates=duplicates,
            stale=self.skipped,
            stored=stored,
            solutions=self.solutions_found,
            max_frontier=max(self.widest, stored - self.layer_end),
            depth=max(self.depth + (stored > self.layer_end) - self._is_behind_last_layer, 0),
            seconds=self.seconds,
        )

    @property
    def _is_behind_last_layer(self) -> bool:
        return self.current == self.layer_end == len(self.nodes)

    @override
    def lower_bound(self) -> C | None:
        if self.problem.next_states is None:
            return None
        # every state of the layers before, and of this one, was tested
        steps: Any = len(self._best) if self._best else self.depth + 1
        return cast("C", steps)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return self.promise_of_fewest_steps()


@overload
def breadth_first_search(
    start: Steps[H, A, C] | Problem[H, A, C], **options: Unpack[CompiledRunHashing[H, A, C]]
) -> Result[H, A, C]: ...
@overload
def breadth_first_search(
    start: Steps[S, A, C] | Problem[S, A, C], **options: Unpack[CompiledRunChecking[S, A, C]]
) -> Result[S, A, C]: ...
@overload
def breadth_first_search(
    start: HashableT, **options: Unpack[CompiledRunHashing[HashableT, None, int]]
) -> Result[HashableT, None, int]: ...
@overload
def breadth_first_search(
    start: StateT, **options: Unpack[CompiledRunChecking[StateT, None, int]]
) -> Result[StateT, None, int]: ...
def breadth_first_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
) -> Result[Any, Any, Any]:
    """Search in layers: all states one step away, then all two steps away, and so on.

    Promises a path of the fewest steps (the cheapest, where all steps cost the same), and an end
    in every finite space. A goal is tested when its state is generated, so that the last layer is
    never expanded for nothing.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. Any check will do.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search. Under
            a check each goal state is one solution, under `NoCheck` each path to one.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck`, `SortedCheck` or `NoCheck`); see
            `Compiled`.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: each state is expanded once and stored once. With branching factor b and the
    nearest goal d steps away there are at most b**d of them.

    Source: Moore (1959); Russell and Norvig, section 3.4.1.

    Example:
        Fewest moves of a knight from one corner of the board to the other:

        >>> from searchkit import Problem
        >>> jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        >>> def knight(square):
        ...     for down, right in jumps:
        ...         row, column = square[0] + down, square[1] + right
        ...         if 0 <= row < 8 and 0 <= column < 8:
        ...             yield row, column
        >>> board = Problem((0, 0), next_states=knight, is_goal=lambda square: square == (7, 7))
        >>> len(breadth_first_search(board).path)
        6
    """
    return BreadthFirst(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
    ).run(limits)
