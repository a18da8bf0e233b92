"""The textbook's table of a search: what waits and what is done after each expansion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, cast

from attrs import evolve, frozen
from typing_extensions import override

from searchkit.algorithms.a_star import AStar
from searchkit.algorithms.greedy import GreedyBestFirst
from searchkit.arguments import Naming
from searchkit.errors import ProblemError
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.protocols import A, C, S
from searchkit.result import Result
from searchkit.search import Search
from searchkit.tables import html_table, text_table


@frozen(kw_only=True)
class TraceNode(Generic[S, C]):
    """A node as it stood at one moment.

    Attributes:
        number: Its number in the search.
        state: Its state.
        name: What the trace calls it.
        g: What it cost to reach it; None where the search does not count costs.
        h: The heuristic; None where the search asks for none, or keeps none.
        f: The sum by which A* goes, h with its weight; None where the search has none.
    """

    number: int
    state: S
    name: str
    g: C | None = None
    h: C | float | None = None
    f: C | float | None = None

    def __str__(self) -> str:
        g, h, f = self.g, self.h, self.f
        if g is not None and h is not None and f is not None and f == cast("Any", g) + h:
            return f"{self.name} {f}={g}+{h}"
        values = [f"{k}={v}" for k, v in (("f", f), ("g", g), ("h", h)) if v is not None]
        return " ".join([self.name, *values])


@frozen(kw_only=True)
class TraceRow(Generic[S, C]):
    """One line of the table.

    Attributes:
        step: The number of the expansion, from 1 on; 0 is the line before the first.
        expanded: The node that was expanded; None in line 0.
        frontier: The nodes that wait afterwards, in the order of their turn. Of a search that
            works on one path at a time (depth-first and its kin): the nodes of that path.
        closed: The nodes expanded so far and not waiting again, in the order of their expansion.
            Empty where the duplicate check does not remember them.
        note: A solution that was found meanwhile.
    """

    step: int
    expanded: TraceNode[S, C] | None
    frontier: tuple[TraceNode[S, C], ...]
    closed: tuple[TraceNode[S, C], ...]
    note: str = ""


class Trace(Observer[S, A, C]):
    """An observer that keeps the textbook's table: frontier and closed after each expansion.

    Print it, or let a notebook show it. A node is written as ``name f=g+h`` where the search has
    all three, and as ``name g=...`` where it counts costs alone. Depth-first searches take one
    successor at a time and hold no frontier; their table shows the current path instead.

    Args:
        name: A function from a state to what the table calls it; by default its repr, shortened.
        max_rows: How many lines are kept. The search goes on behind them, and the table says so.

    Attributes:
        rows: The lines so far.

    Raises:
        ProblemError: An argument does not fit; or, by the search, ``name`` gives no text.

    Time and memory: each line copies the frontier and the closed nodes, so that n lines take
    about n² entries. It is made for runs that a person can follow.

    Source: the tables of Russell and Norvig, Artificial Intelligence, chapter 3.

    Example:
        >>> from searchkit import Problem, Step, uniform_cost_search
        >>> roads = {"A": [("B", 5), ("C", 1)], "B": [], "C": [("B", 2)]}
        >>> problem = Problem(
        ...     "A",
        ...     next_steps=lambda town: [Step(to, cost=km) for to, km in roads[town]],
        ...     goals=["B"],
        ... )
        >>> trace = Trace(name=str)
        >>> result = uniform_cost_search(problem, observer=trace)
        >>> print(trace)
        step  expanded  frontier      closed        found
        ----  --------  ------------  ------------  -------------------
           0            A g=0
           1  A g=0     C g=1, B g=5  A g=0
           2  C g=1     B g=3         A g=0, C g=1  solution: B, cost 3
    """

    def __init__(self, *, name: Callable[[S], str] | None = None, max_rows: int = 100) -> None:
        if type(max_rows) is not int or max_rows < 1:
            raise ProblemError(f"Trace(max_rows={max_rows!r}): how many lines to keep, from 1 on.")
        self.rows: list[TraceRow[S, C]] = []
        self.max_rows = max_rows
        self._left_out = 0
        self._name = Naming("Trace", name)
        self._search: Search[S, A, C] | None = None
        self._done: dict[int, TraceNode[S, C]] = {}

    @override
    def started(self, search: Search[S, A, C], /) -> None:
        self._search = search
        self.rows.clear()
        self._left_out = 0
        self._done.clear()

    @override
    def stored(self, number: int, state: S, /) -> None:
        if number == 0:  # a search that deepens begins anew, and so do its numbers
            self._done.clear()

    @override
    def expanding(self, number: int, state: S, /) -> None:
        search = self._watched
        if not self.rows:
            self.rows.append(TraceRow(step=0, expanded=None, frontier=(), closed=()))
        if not self._left_out:
            self._complete([number, *(n for n in search.frontier if n != number)])
        node = self._node(number)
        self._done.pop(number, None)  # one that is expanded again moves to the end
        self._done[number] = node
        if len(self.rows) > self.max_rows:
            self._left_out += 1
            return
        step = self.rows[-1].step + 1
        self.rows.append(TraceRow(step=step, expanded=node, frontier=(), closed=()))

    @override
    def solution(self, path: Path[S, A, C], /) -> None:
        if self._left_out:
            return
        if not self.rows:  # a start is a goal
            self.rows.append(TraceRow(step=0, expanded=None, frontier=(), closed=()))
        note = f"solution: {self._name(path.end)}, cost {path.cost}"
        last = self.rows[-1]
        self.rows[-1] = evolve(last, note="; ".join(filter(None, [last.note, note])))

    @override
    def finished(self, result: Result[S, A, C], /) -> None:
        if self._left_out or not self.rows:
            return
        search = self._watched
        # a node whose expansion was interrupted waits no more, for the table
        inside = search.current if search.taken >= 0 and not search.backtracks else None
        self._complete([number for number in search.frontier if number != inside])

    @property
    def _watched(self) -> Search[S, A, C]:
        assert self._search is not None
        return self._search

    def _complete(self, frontier: list[int]) -> None:
        """Fill in what stands after the expansion of the last row."""
        search = self._watched
        waiting = set(frontier)
        if search.backtracks:
            frontier = search.nodes.lineage(frontier[0])[::-1] if frontier else []
        remembered = search.check.remembers
        self.rows[-1] = evolve(
            self.rows[-1],
            frontier=tuple(self._node(number) for number in frontier),
            closed=tuple(
                node for number, node in self._done.items() if remembered and number not in waiting
            ),
        )

    def _node(self, number: int) -> TraceNode[S, C]:
        search: Any = self._watched
        state: S = search.nodes.states[number]
        g = _entry(search, "g", number)
        h = _entry(search, "estimates", number)
        f = _entry(search, "f", number)
        if isinstance(search, AStar) and not isinstance(search, GreedyBestFirst):
            f = g + (h if search.weight == 1 else search.weight * h)
        return TraceNode(number=number, state=state, name=self._name(state), g=g, h=h, f=f)

    def _table(self) -> tuple[list[str], list[list[str]], list[str]]:
        """Give headings, cells and notes."""
        search = self._search
        path = search is not None and search.backtracks
        closed = search is None or search.check.remembers
        noted = any(row.note for row in self.rows)
        headings = ["step", "expanded", "path" if path else "frontier"]
        headings += ["closed"] * closed + ["found"] * noted
        rows = [
            [
                str(row.step),
                str(row.expanded or ""),
                ", ".join(map(str, row.frontier)),
                *[", ".join(map(str, row.closed))] * closed,
                *[row.note] * noted,
            ]
            for row in self.rows
        ]
        notes = (
            [f"(expansions that are not shown: {self._left_out}; max_rows={self.max_rows})"]
            if self._left_out
            else []
        )
        return headings, rows, notes

    def __str__(self) -> str:
        headings, rows, notes = self._table()
        return "\n".join([text_table(headings, rows, right=[0]), *notes])

    def __repr__(self) -> str:
        return f"<Trace of {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        headings, rows, notes = self._table()
        return html_table(headings, rows, right=[0], notes=notes)


def _entry(search: Any, column: str, number: int) -> Any:
    """Give a node's entry in a column that the search may have."""
    values: Any = getattr(search, column, ())
    return values[number] if number < len(values) else None
