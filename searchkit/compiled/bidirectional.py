"""Bidirectional breadth-first search, native: the arrays of its kernel, and when they grow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typing_extensions import override

from searchkit.compiled.bidirectional_kernels import (
    BLOCK,
    CODE,
    COMPLETED,
    COSTS,
    CURRENT,
    DEPTHS,
    DUPLICATES,
    EXPANDED,
    FACTS,
    FAILING,
    FIRST,
    FIRST_GOAL,
    GENERATED,
    LAST,
    LAYER_BEGIN,
    LAYER_END,
    MEETING,
    NEXT,
    PARENT,
    PART,
    ROOM,
    SEEDED,
    SIDE,
    STORED,
    TAKEN,
    WIDEST,
    Sizes,
    Work,
    enter,
    hash_made,
    run_slice,
)
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import (
    Engine,
    unsupported,
)
from searchkit.compiled.growing import HashTable, grown, room_for
from searchkit.compiled.hashing import width_for
from searchkit.compiled.program import Program
from searchkit.compiled.settings import Compiled
from searchkit.compiled.slices import SlicedEngine
from searchkit.duplicates import HashCheck
from searchkit.nodes import NO_PARENT


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of a bidirectional breadth-first search.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    if isinstance(search.check, HashCheck):
        return BidirectionalEngine(search, settings)
    raise unsupported(search, "HashCheck()")


class BidirectionalEngine(SlicedEngine):
    """The loop of bidirectional breadth-first search, native."""

    def __init__(self, search: Any, settings: Compiled) -> None:
        super().__init__(search, settings, tests_goals=False)
        program = self.program
        self.backward = Program(search.backward, settings, tests_goals=False, forward=self.program)
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[CURRENT] = self.facts[MEETING] = NO_PARENT
        self.facts[DEPTHS : DEPTHS + 2] = -1
        self.facts[COSTS] = 0 if program.steps else -1
        self.rows: Any = numpy.zeros(0, numpy.uint64)
        self.parents: Any = numpy.zeros(0, numpy.int32)
        self.sides: Any = numpy.zeros(0, numpy.uint8)
        self.table = HashTable()
        starts, goals = search.problem.starts, search.backward.starts
        self.roots: Any = program.rows_of([*starts, *goals])
        self.counts: Any = numpy.array([len(starts), len(goals)], numpy.int64)
        self.are_floats: Any = numpy.array(
            [program.float_costs, self.backward.float_costs], numpy.bool_
        )
        self.usual: Any = numpy.zeros(1, numpy.int64)
        self.tallies: Any = numpy.zeros(PART, numpy.int64)
        self.capacity = max(16 * PART, len(starts), len(goals))
        self._make_buffers()
        search.nodes = self.new_nodes()

    @override
    def compare(self) -> None:
        if not self.compared:
            compare_first(self.backward, self.settings.compared)
        super().compare()

    def _make_buffers(self) -> None:
        """Make the buffers for the successors of a block."""
        self.made: Any = numpy.zeros(self.capacity * self.program.layout.width, numpy.uint64)
        self.hashes: Any = numpy.zeros(self.capacity, numpy.uint64)
        self.costs: Any = numpy.zeros(self.capacity if self.program.steps else 1, numpy.int64)

    @override
    def _reserve(self) -> None:
        """Make room for more nodes."""
        stored, width = self.size, self.program.layout.width
        wanted = room_for(stored)
        self.rows = grown(self.rows, wanted * width)
        self.parents = grown(self.parents, wanted)
        self.sides = grown(self.sides, wanted)
        if self.table.enlarge(stored + 1):
            self._enter(stored)

    def _enter(self, stored: int) -> None:
        """Enter so many nodes into the table, which is empty."""
        table, width = self.table, width_for(self.program.layout.width)
        enter(table.slots, table.shift, self.rows, self.sides, stored, width)

    def _begin_anew_from_parent(self) -> None:
        """Let the block begin with the parent that is looked at."""
        facts = self.facts
        facts[CURRENT] += facts[PARENT]
        facts[BLOCK] = facts[PARENT] = facts[NEXT] = 0

    @override
    def _widen(self) -> None:
        """Make room for more successors, and make the block again from its present parent on."""
        self.capacity *= 4
        self._make_buffers()
        self._begin_anew_from_parent()

    @override
    def _take_before_failure(self) -> None:
        """Make a block of the successors that the present parent gives before it fails."""
        facts, program = self.facts, self._program_here()
        code = int(facts[CODE])
        before = self.before_failure(self.state(self.search.current), code, program)
        while self.capacity < len(before):
            self.capacity *= 4
        self._make_buffers()
        self._begin_anew_from_parent()
        rows = program.rows_of(state for state, _ in before)
        self.made[: rows.size] = rows
        if program.steps:
            kind = numpy.float64 if program.float_costs else numpy.int64
            self.costs.view(kind)[: len(before)] = [cost for _, cost in before]
        facts[BLOCK], facts[COMPLETED], facts[FAILING] = 1, 1, code
        self.tallies[0] = len(before)
        hash_made(*self._work(), len(before))

    def _program_here(self) -> Program:
        """Give the program of the side that is being expanded."""
        return self.backward if self.facts[SIDE] else self.program

    def _work(self) -> tuple[Work, Sizes]:
        width = self.program.layout.width
        work = Work(
            facts=self.facts,
            functions=(self.program.functions, self.backward.functions),
            rows=self.rows,
            parents=self.parents,
            sides=self.sides,
            slots=self.table.slots,
            roots=self.roots,
            counts=self.counts,
            made=self.made,
            hashes=self.hashes,
            tallies=self.tallies,
            costs=self.costs,
            float_costs=self.costs.view(numpy.float64),
            are_floats=self.are_floats,
            usual=self.usual.view(numpy.float64),
            whole_usual=self.usual,
        )
        sizes = Sizes(self.table.shift, width_for(width), self.rows.size // width, self.capacity)
        return work, sizes

    @override
    def warm(self) -> None:
        self._run(0)  # it ends at the first start, as there is no room yet
        self._enter(0)

    @property
    @override
    def _is_over(self) -> bool:
        return self.search.meeting is not None

    @override
    def _take(self) -> None:
        self.facts[ROOM] = self.search.room

    @override
    def _run(self, until: int) -> int:
        return int(run_slice(*self._work(), until))

    @override
    def _fail(self) -> None:
        state = self.state(self.search.current)
        self.fail(state, int(self.facts[CODE]), program=self._program_here())

    @override
    def _solution(self) -> int:
        """Note where the sides met; give the node that was stored last."""
        search, newest = self.search, self.size - 1
        other = int(self.facts[MEETING])
        search.meeting = (other, newest) if self.facts[SIDE] else (newest, other)
        search.cutoff = True  # longer paths are left out
        return newest

    @override
    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search._expanded = facts[EXPANDED]  # noqa: SLF001
        search.current = facts[CURRENT] + facts[PARENT]
        search.taken = facts[TAKEN]
        search.side, search.seeded = facts[SIDE], facts[SEEDED]
        search.first_goal, search.widest = facts[FIRST_GOAL], facts[WIDEST]
        search.generated, search.duplicates = facts[GENERATED], facts[DUPLICATES]
        search.layer_begin, search.layer_end = facts[LAYER_BEGIN], facts[LAYER_END]
        search.layers = [range(facts[FIRST + side], facts[LAST + side]) for side in (0, 1)]
        search.depths = facts[DEPTHS : DEPTHS + 2]
        search.nodes.costs_differ = facts[COSTS] == 2

    @property
    @override
    def size(self) -> int:
        return int(self.facts[STORED])

    @override
    def parent(self, number: int) -> int:
        return int(self.parents[number])

    @override
    def steps_from(self, number: int) -> Iterable[Any]:
        problem = self.search.backward if self.sides[number] else self.search.problem
        steps: Iterable[Any] = problem.bind(problem.next_steps)(self.state(number))
        return steps
