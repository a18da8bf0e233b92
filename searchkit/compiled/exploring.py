"""Exploring everything, compiled: breadth-first, and the edges when they are asked for.

The kernel is that of breadth-first search. Edges are not stored: a node is expanded again when
somebody looks at what leads on from it, and its successors are found in the hash table.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from searchkit.compiled.breadth_first import BreadthFirstEngine
from searchkit.compiled.breadth_first_kernel import (
    BLOCK,
    CURRENT,
    DUPLICATES,
    PARENT,
    PART,
    STORED,
    TAKEN,
    WAITING,
    edges_of,
)
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import Engine, unsupported
from searchkit.compiled.hashing import hash_of, number_in, slot_of, u64
from searchkit.compiled.nodes import View
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import HashCheck
from searchkit.errors import CompileError


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of an exploration.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    if isinstance(search.check, HashCheck):
        return ExploringEngine(search, settings)
    raise unsupported(search, "HashCheck()")


class ExploringEngine(BreadthFirstEngine):
    """The loop of `Explore`, native; also the index of the states that were found."""

    def __init__(self, search: Any, settings: Compiled) -> None:
        self._chunk: tuple[int, list[list[tuple[int, Any]]]] = (-1, [])
        super().__init__(search, settings)
        search.successors_of = View(self._size, self.edges_from)
        search.depths = View(self._size, self.depth_of)

    def _size(self) -> int:
        return self.size

    @override
    def events(self) -> Any:
        for event in super().events():
            if event is not None and event >= 0:
                self.search.goals.append(event)
            yield event

    @override
    def _tell(self) -> None:
        super()._tell()
        search, facts = self.search, self.facts.tolist()
        inside = search.taken if search.current >= 0 and search.taken > 0 else 0
        starts = facts[STORED] + facts[DUPLICATES]
        if search.current >= 0:
            starts = len(search.problem.starts)
        search._expanded = max(search.current, 0) + (search.taken >= 0 and search.current >= 0)  # noqa: SLF001
        search.generated = facts[STORED] + facts[DUPLICATES] - starts - inside
        search.max_frontier = facts[WAITING]
        self._chunk = (-1, [])

    @override
    def _leave_expansion(self) -> None:
        """Do nothing: what an exploration met before the failure counts."""

    def depth_of(self, number: int) -> int:
        """Give how many steps a node is from a start."""
        depth = -1
        while number >= 0:
            number, depth = self.parent(number), depth + 1
        return depth

    def edges_from(self, number: int) -> list[tuple[int, Any]]:
        """Give the edges out of a node: (node, cost); those that were looked at so far."""
        facts = self.facts
        current = int(facts[CURRENT]) + int(facts[PARENT]) * (facts[BLOCK] > 0)
        if number > current or (number == current and not facts[BLOCK]):
            return []
        chunk = number // PART
        if self._chunk[0] != chunk:
            self._chunk = chunk, self._edges(chunk * PART, min((chunk + 1) * PART, current + 1))
        edges = self._chunk[1][number % PART]
        return edges[: max(int(facts[TAKEN]), 0)] if number == current else edges

    def _edges(self, first: int, end: int) -> list[list[tuple[int, Any]]]:
        """Give the edges out of some nodes, in buffers of their own."""
        program, capacity = self.program, self.capacity
        work, sizes = self._work()
        made = numpy.empty(capacity * program.layout.width, numpy.uint64)
        work = work._replace(
            made=made,
            made_keys=made
            if program.key is None
            else numpy.empty(capacity * program.key_layout.width, numpy.uint64),
            hashes=numpy.empty(capacity, numpy.uint64),
            seen=numpy.empty(capacity, numpy.uint64),
            candidates=numpy.empty(capacity, numpy.int64),
            chosen=numpy.empty(1, numpy.int64),
            tallies=numpy.zeros(PART, numpy.int64),
            completed=numpy.zeros(1, numpy.int64),
            costs=numpy.zeros(capacity if program.steps else 1, numpy.int64),
            answers=numpy.empty(capacity, numpy.int64),
        )
        size = edges_of(work, sizes, first, end - first)
        numbers = work.answers[:size].tolist()
        costs: list[Any] = [1] * size
        if program.steps:
            kind = numpy.float64 if program.float_costs else numpy.int64
            costs = work.costs[:size].view(kind).tolist()
        edges: list[list[tuple[int, Any]]] = []
        at = 0
        for tally in work.tallies[: end - first].tolist():
            after = at + max(tally, 0)
            edges.append(list(zip(numbers[at:after], costs[at:after], strict=True)))
            at = after
        return edges

    def get(self, state: Any) -> int | None:
        """Give the number of a state; None where it was not found."""
        program = self.program
        try:
            value = state if program.key is None else program.key(state)
            row = numpy.array(program.key_layout.words_of(value), numpy.uint64)
        except CompileError:  # of another form, or outside its bounds
            return None
        width = program.key_layout.width
        rows = self.rows if program.key is None else self.keys
        table = self.table
        value = u64(hash_of(row, 0, width))
        i = slot_of(table.slots, table.shift, value, rows, row, 0, width)
        number = int(number_in(table.slots[i]))
        return number if number >= 0 else None
