"""Exploring everything that can be reached, and what can be said of the whole.

Breadth-first, with all edges recorded. A pass backward over the edges, from the goals, then tells
the states that can still reach a goal from those that cannot any more: the traps of a puzzle.

Where a limit ended the exploration, the states that were not expanded may lead anywhere. A state
that can reach neither a goal nor one of these is hopeless for certain; of one that can reach only
such states nothing is known.

Source: E. W. Dijkstra, A note on two problems in connexion with graphs (1959), for the distances;
U. Brandes, A faster algorithm for betweenness centrality (2001), for the number of paths.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import Any, Generic, overload

from attrs import field, frozen
from typing_extensions import Unpack, override

from searchkit.backward_costs import costs_to
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, ProblemError
from searchkit.indices import Index
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
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Outcome, Statistics
from searchkit.reversing import refuse_merging
from searchkit.search import FULL, Events, Search


@frozen(kw_only=True, repr=False, eq=False, slots=False)
class Exploration(Generic[S, C]):
    """What can be reached, and what leads where. States are named by their numbers.

    Attributes:
        states: All states that were found, in breadth-first order; a state's place is its number.
        successors: The numbers of the states that follow each state, and what each step costs.
        depths: How many steps each state is from a start.
        goals: The goal states.
        unexpanded: The states whose successors are not known, because a limit came before.
        complete: Everything that can be reached was explored.
        outcome: Why it ended: EXHAUSTED, LIMIT or STOPPED (or FOUND, by ``on_solution``).
        condition: On what all of this rests, where the duplicate check is not exact.
        statistics: Counters of the search.
    """

    states: tuple[S, ...]
    successors: tuple[tuple[tuple[int, C], ...], ...]
    depths: tuple[int, ...]
    goals: tuple[int, ...]
    unexpanded: tuple[int, ...]
    complete: bool
    outcome: Outcome
    condition: str
    statistics: Statistics
    _index: Index[S] = field(alias="index")
    _zero: C = field(alias="zero")

    def __len__(self) -> int:
        return len(self.states)

    def number_of(self, state: S) -> int | None:
        """Give the number of a state; None where it was not found."""
        return self._index.get(state)

    @property
    def edges(self) -> int:
        """How many steps there are, parallel ones and loops included."""
        return sum(map(len, self.successors))

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The states without successors that are no goals."""
        fine = {*self.goals, *self.unexpanded}
        return tuple(
            number
            for number, following in enumerate(self.successors)
            if not following and number not in fine
        )

    @cached_property
    def distances(self) -> tuple[C | None, ...]:
        """What the cheapest way from each state to a goal costs; None where none is known.

        Behind a limit these are the ways seen so far: there may be cheaper ones.
        """
        return tuple(costs_to(self.goals, self.successors, self._zero)[0])

    def can_reach_goal(self, number: int) -> bool | None:
        """Say whether a goal can still be reached; None where a limit left that open."""
        if self.distances[number] is not None:
            return True
        return None if self._open[number] is not None else False

    @cached_property
    def _open(self) -> list[C | None]:
        return costs_to(self.unexpanded, self.successors, self._zero)[0]

    @cached_property
    def hopeless(self) -> tuple[int, ...]:
        """The states from which no goal can be reached any more, for certain."""
        return tuple(n for n in range(len(self)) if self.can_reach_goal(n) is False)

    @cached_property
    def shortest_paths(self) -> int | None:
        """How many paths of the fewest steps lead to a goal; None where a limit left that open."""
        nearest = min((self.depths[goal] for goal in self.goals), default=None)
        open_at = min((self.depths[number] for number in self.unexpanded), default=None)
        if open_at is not None and (nearest is None or open_at < nearest):
            return None
        ways = [0 if depth else 1 for depth in self.depths]
        for number, following in enumerate(self.successors):
            for after, _ in following:
                if self.depths[after] == self.depths[number] + 1:
                    ways[after] += ways[number]
        return sum(ways[goal] for goal in self.goals if self.depths[goal] == nearest)

    def __repr__(self) -> str:
        return f"<Exploration: {len(self):,} states, {self.edges:,} edges, {self.outcome.name}>"

    def __str__(self) -> str:
        unknown = sum(self.can_reach_goal(n) is None for n in range(len(self)))
        paths = self.shortest_paths
        lines = [
            ("states", len(self)),
            ("edges", self.edges),
            ("goal states", len(self.goals)),
            ("dead ends", len(self.dead_ends)),
            ("can reach a goal", len(self) - len(self.hopeless) - unknown),
            ("cannot", len(self.hopeless)),
            *([] if self.complete else [("not known", unknown)]),
            *([("not expanded", len(self.unexpanded))] if self.unexpanded else []),
            *([] if paths is None else [("shortest paths", paths)]),
        ]
        table = [f"{name:18} {count:12,}" for name, count in lines]
        return "\n".join([*table, *([] if self.complete else [f"({self.outcome.value})"])])


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

    @overload
    def __init__(
        self: Explore[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[Hashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        **options: Unpack[Checking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: Explore[HashableT, None, int],
        start: HashableT,
        **options: Unpack[Hashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: Explore[StateT, None, int],
        start: StateT,
        **options: Unpack[Checking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
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
            index=self._index,
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
        if self.nodes.costs_differ:
            return Guarantee.NONE, None, "the path has the fewest steps, but steps cost differently"
        same = [] if self.problem.next_states is not None else ["all steps cost the same"]
        return Guarantee.OPTIMAL, 1.0, " and ".join([*same, *self.check_rests_on()])


def _go_on(_path: object) -> None:
    """Answer nothing, so that the exploration goes on behind a goal."""


@overload
def explore(
    start: Steps[H, A, C] | Problem[H, A, C],
    **options: Unpack[RunHashing[H, A, C]],
) -> Exploration[H, C]: ...
@overload
def explore(
    start: Steps[S, A, C] | Problem[S, A, C],
    **options: Unpack[RunChecking[S, A, C]],
) -> Exploration[S, C]: ...
@overload
def explore(
    start: HashableT,
    **options: Unpack[RunHashing[HashableT, None, int]],
) -> Exploration[HashableT, int]: ...
@overload
def explore(
    start: StateT,
    **options: Unpack[RunChecking[StateT, None, int]],
) -> Exploration[StateT, int]: ...
def explore(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
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
    )
    search.run(limits)
    return search.exploration
