"""Depth-first search along one path with a bound on f = g + h.

It is the loop that IDA* and branch and bound share. The table holds the current path alone, so
that a node's number is its depth, and is cut back on backtracking. A successor whose f the
subclass finds beyond its bound is never stored. With a transposition table, a state that is met
again at no smaller cost is cut off as well: whatever is within the bound beyond it was, or is
being, looked at from there.

Source: A. Reinefeld and T. A. Marsland, Enhanced iterative-deepening search (1994), for the table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from typing_extensions import override

from searchkit.duplicates import DuplicateCheck
from searchkit.errors import CheckError, ProblemError
from searchkit.estimates import estimate, is_dead_end, overestimate_along
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.path_check import PathCheck
from searchkit.protocols import A, C, S
from searchkit.result import Statistics
from searchkit.search import FULL, Events, Search


class BoundedDepthFirst(Search[S, A, C]):
    """Depth-first search along one path; subclasses say what is beyond the bound.

    Attributes:
        g: The cost of each node on the current path.
        f: Its estimate of the cost of a solution through it.
        cost_limit: Solutions that cost more are not looked for.
        overestimate: How the heuristic was seen not to be admissible; empty where it was not.
    """

    labels_in_loop = True
    backtracks = True

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None,
        on_solution: Callable[[Any], object] | None,
        observer: Observer[Any, Any, Any] | None,
        cost_limit: Any,
        table: int,
    ) -> None:
        super().__init__(
            start,
            duplicates=PathCheck() if duplicates is None else duplicates,
            on_solution=on_solution,
            observer=observer,
        )
        name = type(self).__name__
        if self.problem.sees_closed:
            raise ProblemError(
                f"{name} leaves expansions half done, so that 'the nodes closed before' means "
                "nothing: use breadth_first_search or best_first_search for a problem with "
                "sees_closed=True."
            )
        if self.check.remembers:
            raise CheckError(
                f"{name} keeps the current path alone, and with {self.check!r} it would take a "
                "state for known that it reached by a dearer way, and miss the cheapest path. Use "
                "PathCheck(), with table= to recognise states met before, or a_star_search."
            )
        if cost_limit is not None and cost_limit != cost_limit:  # noqa: PLR0124
            raise ProblemError(f"cost_limit={cost_limit!r}: a cost, or None for no limit.")
        self.heuristic: Callable[[Any], Any] | None = None
        self.weight: float = 1
        self.cost_limit = cost_limit
        self.table_size = _table_size(table, self.problem.starts)
        self.table: dict[S, C] = {}  # the least cost at which each state was met
        self.taken_of = [0]  # successors used of each node on the path; below it those of none
        self.g: list[C] = []
        self.f: list[Any] = []
        self.generated = 0
        self.duplicates = 0
        self.dead_ends = 0
        self.deepest = -1
        self.overestimate = ""

    @abstractmethod
    def is_cut(self, f: Any, g: C, h: Any) -> bool:
        """Say whether a state is beyond the bound."""

    @abstractmethod
    def is_solution(self, number: int) -> bool:
        """Say whether a goal node is a solution to be reported."""

    def walk(self) -> Events:
        """Go through all paths within the bound."""
        states, g, taken_of = self.nodes.states, self.g, self.taken_of
        index, successors, is_goal = self.index, self.successors(), self.is_goal()
        frames = self._frames()
        while taken_of:
            if taken_of[-1] < 0:
                if self._expanded >= self.ask_at:
                    yield None
                self._expanded += 1
                taken_of[-1] = 0
                frames.append(iter(successors(states[-1])))
            depth = len(taken_of) - 1  # of the successors
            g_parent = g[-1] if depth else self.problem.zero
            for state, cost, action in frames[-1]:
                taken_of[-1] += 1
                self.generated += depth > 0
                g_here = g_parent + cost
                if state in index or self._was_met(state, g_here):
                    self.duplicates += 1
                    continue
                f = self._estimate(state, g_here)
                if f is None:
                    continue
                while depth >= self.room:
                    taken_of[-1] -= 1
                    self.generated -= depth > 0
                    yield FULL
                    taken_of[-1] += 1
                    self.generated += depth > 0
                index[state] = depth
                self.nodes.arriving = (state, cost, action)
                self._store(state, g_here, f)
                if is_goal(state) and self.is_solution(depth):
                    yield depth
                break
            else:
                frames.pop()
                taken_of.pop()
                if taken_of:
                    self._forget_from(depth - 1)

    def _frames(self) -> list[Iterator[Any]]:
        """Make the successor iterators of the current path, each taken as far as it was."""
        frames: list[Iterator[Any]] = []
        for number, taken in enumerate(self.taken_of, NO_PARENT):
            self.current = number
            if taken >= 0:
                frames.append(islice(self.children(number), taken, None))
        return frames

    def _was_met(self, state: S, g: C) -> bool:
        """Was the state met before at no greater cost, as far as the table knows?"""
        if not self.table:
            return False
        known = self.table.get(state)
        if known is None or g < known:
            return False
        if self._observer is not None:
            self._observer.duplicate(state, None)
        return True

    def _estimate(self, state: S, g: C) -> Any:
        """Give f; None where the state leads nowhere, or is cut off."""
        if self.heuristic is None:
            return None if self.is_cut(g, g, None) else g
        h = estimate(self.heuristic, state)
        if is_dead_end(h):
            self.dead_ends += 1
            return None
        f = g + (h if self.weight == 1 else self.weight * h)
        return None if self.is_cut(f, g, h) else f

    def _store(self, state: S, g: C, f: Any) -> None:
        nodes = self.nodes
        number = len(nodes)
        nodes.states.append(state)
        nodes.parents.append(number - 1)
        nodes.keep_label()
        self.g.append(g)
        self.f.append(f)
        self.taken_of.append(-1)
        self.current = number
        if number > self.deepest:
            self.deepest = number
        if self.table_size:
            self.table.pop(state, None)
            if len(self.table) >= self.table_size:
                del self.table[next(iter(self.table))]  # the one that was met longest ago
            self.table[state] = g

    def _forget_from(self, number: int) -> None:
        self.forget_from(number)
        del self.g[number:], self.f[number:]
        self.current = number - 1

    def start_again(self) -> None:
        """Go back to before the first start, for another walk."""
        self._forget_from(0)
        self.taken_of[:] = [0]
        self.table.clear()

    @override
    def weigh(self, path: Path[S, A, C]) -> None:
        """Compare the heuristic with what each state of the path turned out to be from the goal."""
        if self.heuristic is not None:
            self.overestimate = overestimate_along(path, self.heuristic) or self.overestimate

    @override
    def proof_rests_on(self) -> list[str]:
        dead_ends = (
            [f"the heuristic is right about {self.dead_ends} dead ends"] if self.dead_ends else []
        )
        return [*super().proof_rests_on(), *dead_ends]

    @property
    @override
    def frontier(self) -> list[int]:
        return [self.current] if self.current >= 0 and self.taken_of[-1] < 0 else []

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.generated,
            duplicates=self.duplicates,
            dead_ends=self.dead_ends,
            stored=self.deepest + 1,
            solutions=self.solutions_found,
            max_frontier=self.deepest + 1,
            depth=max(self.deepest, 0),
            seconds=self.seconds,
        )


def _table_size(table: Any, starts: tuple[Any, ...]) -> int:
    if type(table) is not int or table < 0:
        raise ProblemError(
            f"table={table!r}: the number of states that the transposition table may hold, "
            "0 for none."
        )
    for state in starts if table else ():
        try:
            hash(state)
        except TypeError as error:
            raise CheckError(
                f"table={table} needs states that can be hashed; {type(state).__name__} cannot "
                f"({error}). Use table=0, or define __hash__ (attrs: frozen)."
            ) from error
    return int(table)
