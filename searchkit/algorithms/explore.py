"""Exploring everything that can be reached, and what can be said of the whole.

Breadth-first, goals or not, with all edges recorded. What follows from them, the `Exploration`
works out when it is asked.

Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.4.1.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, overload

from typing_extensions import Unpack, override

from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, ProblemError
from searchkit.exploration import Exploration
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
    HashableT,
    StateT,
)
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Statistics
from searchkit.reversing import refuse_merging
from searchkit.search import FULL, Events, Search


class Explore(Search[S, A, C]):
    """The search object beneath `explore`; takes the same arguments but ``limits``.

    A run stops at each goal state, unless ``on_solution`` is given.

    Attributes:
        successors_of: The edges out of each node: (node, cost).

    Example:
        >>> from searchkit import Problem
        >>> search = Explore(
        ...     Problem(6, next_states=lambda n: [n - 1, n - 2] if n > 1 else [], goals=[0])
        ... )
        >>> for path in search.solutions():
        ...     print(*path)
        6 4 2 0
        >>> search.exploration.shortest_paths
        1
    """

    labels_in_loop = True
    native = "exploring"

    @overload
    def __init__(
        self: Explore[H, ActionT, CostT],
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
        self: Explore[HashableT, None, int],
        start: HashableT,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Explore[StateT, None, int],
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
        name = type(self).__name__
        if self.problem.sees_closed:
            raise ProblemError(
                f"{name} goes through a space that stays as it is, and the successors of this "
                "problem depend on the nodes closed before. Use breadth_first_search."
            )
        refuse_merging(self.check, name, [Known.DOMINANCE])
        if not self.check.remembers:
            raise CheckError(
                f"{name} records what leads where, and {type(self.check).__name__} does not "
                "recognise a state that comes again. Use HashCheck()."
            )
        self.successors_of: list[list[tuple[int, C]]] = []
        self.depths: list[int] = []
        self.goals: list[int] = []
        self.generated = 0
        self.duplicates = 0
        self.max_frontier = 0
        self.compile_with(compiled)

    @override
    def events(self) -> Events:
        nodes, states = self.nodes, self.nodes.states
        index, is_goal = self.index, self.is_goal()
        while self.current < len(states):
            if self.taken < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                self.taken = 0
            parent = self.current
            for state, cost, action in islice(self.children(parent), self.taken, None):
                number = index.get(state)
                if number is None:
                    while len(states) >= self.room:
                        yield FULL
                    number = len(states)
                    index[state] = number
                    nodes.arriving = (state, cost, action)
                    self._store(state, parent)
                    self._record(parent, number, cost)
                    if is_goal(state):
                        self.goals.append(number)
                        yield number
                else:
                    self.duplicates += 1
                    self._record(parent, number, cost)
            if parent >= 0:
                self.generated += self.taken
            self.taken = -1
            self.current = parent + 1
            self.max_frontier = max(self.max_frontier, len(states) - self.current)

    def _store(self, state: S, parent: int) -> None:
        """Give a state its row in the table."""
        self.nodes.states.append(state)
        self.nodes.parents.append(parent)
        self.nodes.keep_label()
        self.successors_of.append([])
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)

    def _record(self, parent: int, number: int, cost: C) -> None:
        """Record an edge: with this, the successor has been dealt with."""
        self.taken += 1
        if parent >= 0:
            self.successors_of[parent].append((number, cost))

    @property
    def exploration(self) -> Exploration[S, C]:
        """What is known so far."""
        first_open = max(self.current, 0)
        return Exploration(
            states=tuple(self.nodes.states),
            successors=tuple(map(tuple, self.successors_of)),
            depths=tuple(self.depths),
            goals=tuple(self.goals),
            unexpanded=tuple(range(first_open, len(self.nodes))),
            complete=self.result.complete,
            outcome=self.result.ended,
            condition=" and ".join(self.check_rests_on()),
            statistics=self.statistics,
            index=self._index if self._engine is None else self._engine,
            zero=self.problem.zero,
        )

    @property
    @override
    def frontier(self) -> list[int]:
        return list(range(max(self.current, 0), len(self.nodes)))

    @property
    @override
    def statistics(self) -> Statistics:
        inside = self.taken if self.taken > 0 and self.current != NO_PARENT else 0
        return Statistics(
            expanded=self.expanded,
            generated=self.generated + inside,
            duplicates=self.duplicates,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=self.max_frontier,
            depth=self.depths[-1] if self.depths else 0,
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return self.promise_of_fewest_steps()


def _go_on(_path: object) -> None:
    """Answer nothing, so that the exploration goes on behind a goal."""


@overload
def explore(
    start: Steps[H, A, C] | Problem[H, A, C],
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Exploration[H, C]: ...
@overload
def explore(
    start: Steps[S, A, C] | Problem[S, A, C],
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Exploration[S, C]: ...
@overload
def explore(
    start: HashableT,
    **options: Unpack[CompiledRunHashing[HashableT, None, int]],
) -> Exploration[HashableT, int]: ...
@overload
def explore(
    start: StateT,
    **options: Unpack[CompiledRunChecking[StateT, None, int]],
) -> Exploration[StateT, int]: ...
def explore(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
) -> Exploration[Any, Any]:
    """Explore everything that can be reached, goals or not, and record what leads where.

    Promises the exact graph where it is complete. Where a limit ended it, everything said is true
    of what was seen, and what is not known is said to be so: see `Exploration`.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. Under a ``key=`` the states are
            representatives of their classes. `NoCheck`, `LayerCheck` and dominance are refused.
        limits: What the search may use; see `Limits`.
        on_solution: Called with a path of the fewest steps to each goal state; a true answer
            ends the exploration.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck`); see `Compiled`.

    Returns:
        The states, the edges, dead ends, which states can still reach a goal and at what cost, the
        number of shortest paths. Printing it gives a summary.

    Raises:
        ProblemError: The start is no state and no problem; or the successors depend on the nodes
            closed before.
        CheckError: The check does not fit the states, or does not recognise them all.
        CostError: A step has a negative cost, or NaN.

    Time and memory: each state is expanded once and stored once, and each edge is stored; what
    is asked of the whole is computed when it is first asked for, at O(log n) an edge.

    Source: Dijkstra (1959); Brandes (2001).

    Example:
        Take 2 or 5 away from 9 until nothing is left, and not less than nothing:

        >>> from searchkit import Problem
        >>> problem = Problem(
        ...     9,
        ...     next_states=lambda n: [n - 2, n - 5] if n > 0 else [],
        ...     is_goal=lambda n: n == 0,
        ... )
        >>> explored = explore(problem)
        >>> print(explored)
        states                       12
        edges                        14
        goal states                   1
        dead ends                     4
        can reach a goal              6
        cannot                        6
        shortest paths                3
        >>> [explored.states[number] for number in explored.hopeless]
        [-1, 3, -3, 1, -2, -4]
    """
    search: Explore[Any, Any, Any] = Explore(
        start,
        duplicates=duplicates,
        on_solution=on_solution or _go_on,
        observer=observer,
        compiled=compiled,
    )
    search.run(limits)
    return search.exploration
