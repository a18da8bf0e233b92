"""The walk of an audit: a bounded part of the space, each state asked twice.

Breadth-first, so that what is found first has a shortest path. Where that meets no goal, the
heuristic (if there is one) leads on: true costs are only known where a goal is. What is stored is
a graph with *all* steps between the states, those to known states included, as the checks need
them. States are told apart by their content first, as their ``==`` is under suspicion.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any

from searchkit.audit.answers import Difference, Edge, Given, compared, rank
from searchkit.audit.content import (
    Content,
    Look,
    by_identity,
    content_or_none,
    equal,
    hash_or_none,
    holds_text,
    is_a,
    shown,
)
from searchkit.closed import Closed
from searchkit.errors import ProblemError
from searchkit.limits import Limits
from searchkit.problem import Problem
from searchkit.protocols import Derived, Step

MOST_SUCCESSORS = 100_000
_MOST_PAIRS = 500
_LINEAR = 2_000


class Walk:
    """The explored part of a space.

    Attributes:
        states: The states, by number; ``parents`` and ``depths`` give the way to each.
        edges: The steps from each node that was expanded.
        goals: The numbers of goal states.
        estimates: The heuristic of each node, where there is one.
        complete: Whether all that can be reached was expanded.
        twins: Pairs of different objects with the same content.
        aliases: Pairs of a node and a state that equals it but has another content.
        mutated: A sentence on the first state that was changed in place.
        differences: Calls that were repeated and answered differently.
        too_deep: A state at which the walk stopped because of what is nested in it.
        cut: The states that have more successors than were looked at.
        returns_set: The number of a node whose successors came as a set.
    """

    def __init__(
        self,
        problem: Problem[Any, Any, Any],
        limits: Limits,
        heuristic: Callable[[Any], Any] | None,
        seconds: float,
    ) -> None:
        self.problem = problem
        self.limits = limits
        self.deadline = time.perf_counter() + seconds
        self.states: list[Any] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.contents: list[Content | None] = []
        self.edges: dict[int, list[Edge]] = {}
        self.goals: set[int] = set()
        self.estimates: list[Any] = []
        self.complete = False
        self.twins: list[tuple[Any, Any]] = []
        self.aliases: list[tuple[int, Any]] = []
        self.mutated: str | None = None
        self.differences: list[Difference] = []
        self.too_deep: str | None = None
        self.cut: list[Any] = []
        self.returns_set: int | None = None
        self.heuristic = heuristic
        self.is_goal: Callable[[Any], bool] = problem.bind(problem.is_goal)
        function: Any = problem.next_states or problem.next_steps
        self._closed: dict[int, Any] = {}
        self._function: Callable[[Any], Iterable[Any]] = (
            (lambda state: function(state, Closed(self._closed)))
            if problem.sees_closed
            else problem.bind(function)
        )
        self._came_as_set = False
        self._looks: list[Look] = []
        self._by_content: dict[Content, int] = {}
        self._by_equality: dict[Any, int] = {}
        self._others: list[int] = []  # states without content and without hash

    # --- exploring ----------------------------------------------------------------------------

    def explore(self) -> None:
        """Walk until a limit, the end, or a state that was changed in place."""
        for state in self.problem.starts:
            try:
                if self._number_of(state, -1) < 0:
                    return
            except Exception as error:
                error.add_note(f"searchkit: while auditing the start {shown(state)}")
                raise
        position = 0
        while position < len(self.states):
            if not self._may_expand() or not self._expand(position):
                break
            position += 1
        self.complete = position == len(self.states) and self.mutated is None and not self.cut
        if not self.complete and not self.goals and self.mutated is None:
            self._follow_heuristic()
        self._look_again()

    def _may_expand(self) -> bool:
        allowed = self.limits.expanded
        return (allowed is None or len(self.edges) < allowed) and (
            self.limits.seconds is None or time.perf_counter() < self.deadline
        )

    def _follow_heuristic(self) -> None:
        """Expand up to half as many nodes again, always the one that seems nearest to a goal."""
        if self.heuristic is None or self.problem.sees_closed:
            return
        left = len(self.edges) // 2 + 100
        heap = [(rank(self.estimates[n]), n) for n in range(len(self.states))]
        heap = [entry for entry in heap if entry[1] not in self.edges]
        heapify(heap)
        while heap and left and not self.goals and time.perf_counter() < self.deadline:
            _, number = heappop(heap)
            known = len(self.states)
            left -= 1
            if not self._expand(number):
                return
            for new in range(known, len(self.states)):
                heappush(heap, (rank(self.estimates[new]), new))

    def read(self, state: Any) -> Iterator[Given]:
        """Ask for the successors of a state."""
        plain = self.problem.next_states is not None
        answer = self._function(state)
        self._came_as_set = isinstance(answer, set | frozenset)
        steps = iterated(answer, "next_states" if plain else "next_steps")
        for count, step in enumerate(islice(steps, MOST_SUCCESSORS + 1)):
            if count == MOST_SUCCESSORS:
                if all(known is not state for known in self.cut):
                    self.cut.append(state)
                return
            if plain:
                yield Given(step, 1, None)
            elif is_a(step, Step, Derived):
                label: Any = step
                yield Given(label.state, label.cost, label.action)
            else:
                raise ProblemError(
                    f"next_steps gave {step!r} for {state!r}; it must give "
                    "Step(state, cost, action) objects. For steps without cost and action use "
                    "next_states."
                )

    def _expand(self, number: int) -> bool:
        state = self.states[number]
        try:
            return self._examine(number, state)
        except Exception as error:
            error.add_note(f"searchkit: while auditing {shown(state)}")
            raise

    def _examine(self, number: int, state: Any) -> bool:
        before = self._looks[number]
        first: list[tuple[Given, Look]] = []
        for given in self.read(state):
            if before.changed(state):
                break
            first.append((given, Look.at(given.state)))
        if before.changed(state):
            self.mutated = (
                f"asking {before.text} for what follows it changed the state itself; it "
                f"is now {shown(state)}."
            )
            return False
        for given, look in first:
            if look.changed(given.state):
                self.mutated = (
                    f"a successor of {shown(state)} was given as {look.text} and changed "
                    f"afterwards; it is now {shown(given.state)}."
                )
                return False
        if self._came_as_set and self.returns_set is None and len(first) > 1:
            self.returns_set = number if any(holds_text(g.state) for g, _ in first) else None
        edges: list[Edge] = []
        for given, look in first:
            target = self._number_of(given.state, number, look)
            if target < 0:
                return False
            edges.append(Edge(target, given.cost, given.action))
        self._ask_again(number, state, [given for given, _ in first])
        self.edges[number] = edges
        self._closed[number] = state
        return True

    def _number_of(self, state: Any, parent: int, look: Look | None = None) -> int:
        """Find the node of a state, or make one; -1 where there is no room."""
        look = Look.at(state) if look is None else look
        number = self.find(state, look.content)
        if number >= 0:
            stored = self.states[number]
            if stored is not state:
                if look.content is not None and look.content != self.contents[number]:
                    if len(self.aliases) < _MOST_PAIRS:
                        self.aliases.append((number, state))
                else:
                    self._add_twins(stored, state)
            return number
        number = len(self.states)
        if look.too_deep and parent >= 0 and self.contents[0] is not None:
            self.too_deep = look.text  # it grows from state to state
            return -1
        if self.limits.stored is not None and number >= self.limits.stored:
            return -1
        self.states.append(state)
        self.parents.append(parent)
        self.depths.append(0 if parent < 0 else self.depths[parent] + 1)
        self.contents.append(look.content)
        self._looks.append(look)
        if look.content is not None:
            self._by_content[look.content] = number
        if not by_identity(type(state)) and hash_or_none(state) is not None:
            self._by_equality.setdefault(state, number)
        elif look.content is None:
            self._others.append(number)
        if self.is_goal(state):
            self.goals.add(number)
        self.estimates.append(None if self.heuristic is None else self.heuristic(state))
        return number

    def find(self, state: Any, content: Content | None) -> int:
        """Give the number of the node that is this state, or -1."""
        if content is not None:
            number = self._by_content.get(content, -1)
            if number >= 0:
                return number
        if not by_identity(type(state)) and hash_or_none(state) is not None:
            try:
                return self._by_equality.get(state, -1)
            except RecursionError:
                return -1
        if content is None:
            for number in self._others[:_LINEAR]:
                if self.states[number] is state or equal(self.states[number], state):
                    return number
        return -1

    def holds(self, number: int, content: Content | None) -> bool:
        """Say whether a node's state has this content."""
        return content is None or self.contents[number] == content

    def _add_twins(self, one: Any, other: Any) -> None:
        if len(self.twins) < _MOST_PAIRS:
            self.twins.append((one, other))

    # --- asking again -------------------------------------------------------------------------

    def _ask_again(self, number: int, state: Any, first: list[Given]) -> None:
        again = list(self.read(state))
        for one, other in zip(first, again, strict=False):
            if one.state is not other.state and self._hold_the_same(one.state, other.state):
                self._add_twins(one.state, other.state)
        difference = compared(first, again)
        if difference is not None:
            self.differences.append(Difference(number, *difference))
        goal = number in self.goals
        if bool(self.is_goal(state)) != goal:
            self.differences.append(
                Difference(number, f"is_goal said {goal} first and {not goal} later")
            )
        if self.heuristic is not None:
            estimate, later = self.estimates[number], self.heuristic(state)
            if content_or_none(estimate) != content_or_none(later):
                self.differences.append(
                    Difference(number, f"the heuristic gave {estimate!r} first and {later!r} later")
                )

    def _hold_the_same(self, one: Any, other: Any) -> bool:
        seen = content_or_none(one)
        if seen is None:  # it cannot be taken apart; two answers to one question, at one place
            return by_identity(type(one)) and type(one) is type(other)
        return seen == content_or_none(other)

    def _look_again(self) -> None:
        """Look at all stored states once more, and ask some of them a third time."""
        if self.mutated is not None:
            return
        for state, look in zip(self.states, self._looks, strict=True):
            if look.changed(state):
                self.mutated = (
                    f"{look.text} was stored, and is now {shown(state)}: some later call "
                    "changed it."
                )
                return
        if self.problem.sees_closed or self.differences:
            return
        for number in list(self.edges)[:100]:
            first = [Given(self.states[e.target], e.cost, e.action) for e in self.edges[number]]
            difference = compared(first, list(self.read(self.states[number])))
            if difference is not None and not self.aliases:
                self.differences.append(Difference(number, *difference))
                return

    # --- for the checks -----------------------------------------------------------------------

    def way_to(self, number: int) -> list[int]:
        """Give the numbers on the shortest way from a start to a node."""
        way = [number]
        while self.parents[way[-1]] >= 0:
            way.append(self.parents[way[-1]])
        return way[::-1]

    def where(self, number: int) -> str:
        """Say where a node lies, in words to follow its name."""
        way = self.way_to(number)
        if len(way) == 1:
            return "the start"
        steps = "1 step" if len(way) == 2 else f"{len(way) - 1} steps"
        states = " -> ".join(shown(self.states[n]) for n in way)
        if len(states) > 240:
            return f"{steps} from the start"
        return f"{steps} from the start: {states}"

    def size(self, number: int) -> tuple[int, int, int]:
        """Order nodes so that the smallest example comes first."""
        return (self.depths[number], len(shown(self.states[number])), number)

    @property
    def out_of_time(self) -> bool:
        """Whether the time of this walk, or what was put in its place, is over."""
        return time.perf_counter() >= self.deadline


def iterated(answer: Any, function: str) -> Iterator[Any]:
    """Iterate over what a function gave that should give several states or steps."""
    try:
        return iter(answer)
    except TypeError as error:
        raise ProblemError(
            f"{function} gave {answer!r}; it must return something to iterate over, or yield."
        ) from error
