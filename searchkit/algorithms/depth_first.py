"""Depth-first search: the newest node first, successors in their own order.

The stack is a list, so the depth is bounded by memory and not by Python's recursion. Successors
are taken one at a time: what a search does not reach is never generated.

What it keeps depends on the check. With one that remembers, every state met stays in the table.
With `PathCheck` or `NoCheck` the table holds the current path alone and is cut back on
backtracking.

Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, sections 3.4.3 and 3.4.4;
the STL article that this library follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, overload

from typing_extensions import Unpack, override

from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import ProblemError
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
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search
from searchkit.supersede import SupersedingIndex


class DepthFirst(Search[S, A, C]):
    """The search object beneath `depth_first_search`; takes the same arguments but ``limits``.

    Example:
        >>> from searchkit import Problem
        >>> search = DepthFirst(
        ...     Problem(0, next_states=lambda n: [n + 1, n + 5], is_goal=lambda n: n % 3 == 2)
        ... )
        >>> [path.end for path, _ in zip(search.solutions(), range(3))]
        [2, 5, 8]
    """

    backtracks = True
    native = "depth_first"

    @overload
    def __init__(
        self: DepthFirst[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        depth_limit: int | None = None,
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        depth_limit: int | None = None,
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: DepthFirst[HashableT, None, int],
        start: HashableT,
        *,
        depth_limit: int | None = None,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: DepthFirst[StateT, None, int],
        start: StateT,
        *,
        depth_limit: int | None = None,
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
        depth_limit: int | None = None,
    ) -> None:
        given: object = depth_limit
        if given is not None and (type(given) is not int or given < 0):
            raise ProblemError(
                f"depth_limit={given!r}: a whole number of steps from 0 on, or None for no limit."
            )
        super().__init__(start, duplicates=duplicates, on_solution=on_solution, observer=observer)
        self.compile_with(compiled)
        if self.problem.sees_closed:
            raise ProblemError(
                "depth-first search leaves expansions half done, so that 'the nodes closed before' "
                "means nothing: use best_first_search(problem, priority=lambda state, g: 0, "
                'ties="lifo") for a problem with sees_closed=True.'
            )
        self.depth_limit = depth_limit
        self.stack = [NO_PARENT]  # the current path; beneath it the parent of all starts
        self.taken_of = [0]  # successors used of each node on it; -1: it waits to be expanded
        self.depths: list[int] = []  # of each node, where a depth limit makes them matter
        self.cut: set[int] = set()  # nodes at the depth limit, not expanded
        self.generated = 0
        self.duplicates = 0
        self.reopened = 0
        self.deepest = -1
        if depth_limit is not None and self.check.known is Known.EQUIVALENCE:
            self._index = SupersedingIndex(self._index)

    @override
    def events(self) -> Events:
        states = self.nodes.states
        index, successors, is_goal = self.index, self.successors(), self.is_goal()
        stack, taken_of = self.stack, self.taken_of
        remembers, limit = self.check.remembers, self.depth_limit
        superseding = isinstance(self._index, SupersedingIndex)
        frames = self._frames()
        while stack:
            if taken_of[-1] < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                taken_of[-1] = 0
                frames.append(iter(successors(states[stack[-1]])))
            parent, depth = stack[-1], len(stack) - 1  # the depth of the successors
            for state in frames[-1]:
                taken_of[-1] += 1
                self.generated += depth > 0
                higher = False
                if state in index:
                    higher = limit is not None and self._is_higher(state, depth)
                    if not higher:
                        self.duplicates += 1
                        continue
                while (superseding or not higher) and len(states) >= self.room:
                    taken_of[-1] -= 1
                    self.generated -= depth > 0
                    yield FULL
                    taken_of[-1] += 1
                    self.generated += depth > 0
                if higher:
                    number = self._reopen(state, parent, depth)
                else:
                    number = len(states)
                    index[state] = number
                    self._store(state, parent, depth)
                descends = self._may_descend(number, depth)
                if not higher and is_goal(state):
                    yield number
                if descends:
                    break
                if not remembers:
                    self._forget(number)
            else:
                frames.pop()
                taken_of.pop()
                self._forget(stack.pop())
                self.current = stack[-1] if stack else NO_PARENT

    def _frames(self) -> list[Iterator[Any]]:
        """Make the successor iterators of the current path, each taken as far as it was."""
        self._forget(len(self.stack) - 1)
        frames: list[Iterator[Any]] = []
        for number, taken in zip(self.stack, self.taken_of, strict=True):
            self.current = number
            if taken >= 0:
                frames.append(islice(self.children(number), taken, None))
        return frames

    def _may_descend(self, number: int, depth: int) -> bool:
        """Put a node on the stack, unless the depth limit forbids to expand it."""
        if depth == self.depth_limit:
            self.cut.add(number)
            self.cutoff = True
            return False
        if self.cut:
            self.cut.discard(number)
            self.cutoff = bool(self.cut)
        self.stack.append(number)
        self.taken_of.append(-1)
        self.current = number
        return True

    def _store(self, state: S, parent: int, depth: int) -> None:
        nodes = self.nodes
        nodes.states.append(state)
        nodes.parents.append(parent)
        if nodes.labelled:
            nodes.keep_label()
        if self.depth_limit is not None:
            self.depths.append(depth)
        if depth > self.deepest:
            self.deepest = depth

    def _is_higher(self, state: S, depth: int) -> bool:
        """Is a known state met at a smaller depth? Then more of what follows it is in reach."""
        number = self._index.get(state)
        if not self.check.remembers or number is None or self.depths[number] <= depth:
            return False
        if self.check.known is Known.DOMINANCE:
            # the dominating node keeps its own way: what lies beyond the limit there is cut off
            self.cut.add(NO_PARENT)
            self.cutoff = True
            return False
        return True

    def _reopen(self, state: S, parent: int, depth: int) -> int:
        """Let a known state be reached by the way that has just been found."""
        number = self._index.get(state)
        assert number is not None
        if isinstance(self._index, SupersedingIndex):
            self.cut.discard(number)
            self.cutoff = bool(self.cut)
            self._index.supersede(number, len(self.nodes))
            number = len(self.nodes)
            self._store(state, parent, depth)
        else:
            self.nodes.reparent(number, parent)
            self.depths[number] = depth
        self.reopened += 1
        self.tell_improved(number)
        return number

    def _forget(self, number: int) -> None:
        """Without memory the table holds the current path alone."""
        if not self.check.remembers and number != NO_PARENT:
            self.forget_from(number)
            del self.depths[number:]

    @property
    @override
    def frontier(self) -> list[int]:
        return [self.stack[-1]] if self.stack and self.taken_of[-1] < 0 else []

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.generated,
            duplicates=self.duplicates,
            reopened=self.reopened,
            stored=len(self.nodes) if self.check.remembers else self.deepest + 1,
            solutions=self.solutions_found,
            max_frontier=self.deepest + 1,
            depth=max(self.deepest, 0),
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self._finished and not self.check.remembers and not self.cutoff:
            return Guarantee.OPTIMAL, 1.0, " and ".join(self.check_rests_on())
        return Guarantee.NONE, None, ""


@overload
def depth_first_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def depth_first_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def depth_first_search(
    start: HashableT,
    *,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def depth_first_search(
    start: StateT,
    *,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def depth_first_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
    depth_limit: int | None = None,
) -> Result[Any, Any, Any]:
    """Follow one path as deep as it goes, then come back to the last choice left open.

    Promises a path, if there is one in a finite space; it may be far from the shortest. With
    `PathCheck` or `NoCheck`, run to its end over all solutions, the cheapest of them is optimal:
    every path without a circle was walked.

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default. With `PathCheck` and `NoCheck` the
            search keeps the current path alone; with `NoCheck` it never ends in a space with
            cycles, unless bounded.
        limits: What the search may use; see `Limits`.
        on_solution: Called with the path of each solution; a true answer stops the search.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck`, `PathCheck` or `NoCheck`); see
            `Compiled`. The result is the same, but all
            successors of a state are made when it is expanded, so there must be an end of them.
            With `HashCheck`, `PathCheck` and `NoCheck`.
        depth_limit: The largest number of steps; states that deep are tested, not expanded. A
            search that found nothing then ends with CUTOFF, unless nothing was cut off. A state
            met again less deep is expanded again, so that no goal within the limit is missed.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution.

    Raises:
        ProblemError: The start is no state and no problem, or the depth limit is negative.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: with a check, each state is expanded and stored once (again for each smaller
    depth, under a depth limit). With `PathCheck` and `NoCheck`, time grows with the number of
    paths and memory with the depth.

    Source: Russell and Norvig, sections 3.4.3 and 3.4.4.

    Example:
        All ways to pay 4 with coins of 1 and 2 in order of size:

        >>> from searchkit import NoCheck, Problem
        >>> def pay(coins):
        ...     for coin in (1, 2):
        ...         if coin >= max(coins, default=0) and sum(coins) + coin <= 4:
        ...             yield (*coins, coin)
        >>> ways = []
        >>> result = depth_first_search(
        ...     Problem((), next_states=pay, is_goal=lambda coins: sum(coins) == 4),
        ...     duplicates=NoCheck(),
        ...     on_solution=lambda path: ways.append(path.end),
        ... )
        >>> ways, result.statistics.solutions, result.complete
        ([(1, 1, 1, 1), (1, 1, 2), (2, 2)], 3, True)
    """
    return DepthFirst(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
        depth_limit=depth_limit,
    ).run(limits)
