"""Depth-first search, native: the arrays that its kernel works on, and when they grow."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from searchkit.compiled.adapters import FAILED, KEY_FAILED, TEST_FAILED
from searchkit.compiled.depth_first_kernels import (
    CHECKS,
    CODE,
    COSTS,
    CUT,
    DEEPEST,
    DUPLICATES,
    EXPANDED,
    FACTS,
    FOUND,
    GENERATED,
    LEVEL,
    LIMIT,
    REMEMBERS,
    REOPENED,
    ROOM,
    STORED,
    SUPERSEDES,
    WAITING,
    Sizes,
    Work,
    run_slice,
)
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import (
    Engine,
    unsupported,
)
from searchkit.compiled.growing import HashTable, grown, room_for
from searchkit.compiled.hashing import width_for
from searchkit.compiled.nodes import View
from searchkit.compiled.settings import Compiled
from searchkit.compiled.slices import SlicedEngine
from searchkit.duplicates import HashCheck, NoCheck
from searchkit.limits import NO_LIMIT
from searchkit.nodes import NO_PARENT
from searchkit.path_check import PathCheck
from searchkit.supersede import SupersedingIndex


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of a depth-first search.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    require_check(search)
    return DepthFirstEngine(search, settings)


def require_check(search: Any) -> None:
    """Require a check that a compiled depth-first search has.

    Raises:
        CheckError: It has another.
    """
    if not isinstance(search.check, HashCheck | PathCheck | NoCheck):
        raise unsupported(search, "HashCheck(), PathCheck() or NoCheck()")


class DepthFirstEngine(SlicedEngine):
    """The loop of depth-first search, native."""

    def __init__(self, search: Any, settings: Compiled) -> None:
        check = search.check
        super().__init__(
            search, settings, tests_goals=not search.ignores_goals, key=getattr(check, "key", None)
        )
        program = self.program
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[COSTS] = 0 if program.steps else -1
        self.facts[CHECKS] = not isinstance(check, NoCheck)
        self.facts[REMEMBERS] = check.remembers
        self.facts[SUPERSEDES] = isinstance(search._index, SupersedingIndex)  # noqa: SLF001
        self.facts[DEEPEST] = -1
        self.rows: Any = numpy.zeros(0, numpy.uint64)
        self.keys: Any = numpy.zeros(0, numpy.uint64)
        self.parents: Any = numpy.zeros(0, numpy.int32)
        self.depths: Any = numpy.zeros(0, numpy.int32)
        self.table = HashTable(supersedes=bool(self.facts[SUPERSEDES]))
        self.stack: Any = numpy.zeros(64, numpy.int32)
        self.taken: Any = numpy.zeros(64, numpy.int32)
        self.left: Any = numpy.zeros(64, numpy.int32)
        self.codes: Any = numpy.zeros(64, numpy.int8)
        self.waiting: Any = numpy.zeros(0, numpy.uint64)
        kind = numpy.float64 if program.float_costs else numpy.int64
        self.costs: Any = numpy.zeros(0, kind)
        self.usual: Any = numpy.zeros(1, kind)
        self.made_key: Any = numpy.zeros(program.key_layout.width, numpy.uint64)
        self.tally: Any = numpy.zeros(1, numpy.int64)
        self.answer: Any = numpy.zeros(1, numpy.int64)
        self.restart()
        search.nodes = self.new_nodes()
        search.stack = View(self._stack_size, self._on_stack)
        search.taken_of = View(self._stack_size, self._taken_of)
        search.depths = View(self._depths_size, self._depth)

    def restart(self) -> None:
        """Begin again: forget all nodes, and let the starts wait. What was counted is kept."""
        facts = self.facts
        facts[LEVEL] = facts[STORED] = facts[WAITING] = facts[CUT] = 0
        self.stack[0], self.taken[0], self.codes[0] = NO_PARENT, 0, 0
        self.table.slots[:] = 0
        self._let_wait([(state, 0) for state in self.program.problem.starts])

    def _let_wait(self, successors: list[tuple[Any, Any]]) -> None:
        """Put the successors of the newest node on the stack, with the costs of their steps."""
        facts, width = self.facts, self.program.layout.width
        count, top = len(successors), int(facts[WAITING])
        while self.waiting.size < (top + count) * width:
            self._widen()
        rows = self.program.rows_of(state for state, _ in reversed(successors))
        self.waiting[top * width : (top + count) * width] = rows
        if self.program.steps:
            self.costs[top : top + count] = [cost for _, cost in reversed(successors)]
        self.left[facts[LEVEL]] = count
        facts[WAITING] = top + count

    @override
    def _reserve(self) -> None:
        """Make room for more nodes, and a longer path."""
        stored, program, facts = self.size, self.program, self.facts
        if facts[LEVEL] + 1 == self.stack.size:
            wanted = room_for(self.stack.size)
            self.stack = grown(self.stack, wanted)
            self.taken = grown(self.taken, wanted)
            self.left = grown(self.left, wanted)
            self.codes = grown(self.codes, wanted)
        wanted = room_for(stored)
        self.rows = grown(self.rows, wanted * program.layout.width)
        if program.key is not None:
            self.keys = grown(self.keys, wanted * program.key_layout.width)
        if facts[REMEMBERS]:
            self.parents = grown(self.parents, wanted)
            if facts[LIMIT] >= 0:
                self.depths = grown(self.depths, wanted)
        if facts[CHECKS]:
            self.table.reserve(
                stored + 1,
                self.rows if program.key is None else self.keys,
                stored,
                program.key_layout.width,
            )

    @override
    def _widen(self) -> None:
        """Make room for more successors."""
        width = self.program.layout.width
        wanted = max(1024, self.waiting.size // width * 2)
        self.waiting = grown(self.waiting, wanted * width)
        if self.program.steps:
            self.costs = grown(self.costs, wanted)

    @override
    def _run(self, until: int) -> int:
        program = self.program
        work = Work(
            facts=self.facts,
            functions=program.functions,
            rows=self.rows,
            keys=self.rows if program.key is None else self.keys,
            parents=self.parents,
            depths=self.depths,
            slots=self.table.slots,
            stack=self.stack,
            taken=self.taken,
            left=self.left,
            codes=self.codes,
            waiting=self.waiting,
            costs=self.costs,
            usual=self.usual,
            made_key=self.made_key,
            tally=self.tally,
            answer=self.answer,
        )
        width, key_width = program.layout.width, program.key_layout.width
        of_one = width == key_width == 1
        sizes = Sizes(
            self.table.shift,
            width_for(1) if of_one else width,
            width_for(1) if of_one else key_width,
            self.rows.size // width,
            self.waiting.size // width,
        )
        return int(run_slice(work, sizes, until))

    @override
    def warm(self) -> None:
        self._run(0)  # it ends at the first start, as there is no room yet
        if self.facts[CHECKS]:
            rows = self.rows if self.program.key is None else self.keys
            self.table.warm(rows, self.program.key_layout.width)

    @override
    def _take(self) -> None:
        search, facts = self.search, self.facts
        facts[ROOM] = search.room
        facts[LIMIT] = -1 if search.depth_limit is None else min(search.depth_limit, NO_LIMIT)

    @override
    def _solution(self) -> int:
        return int(self.facts[FOUND])

    @override
    def _take_before_failure(self) -> None:
        state, code = self.state(self.search.current), int(self.facts[CODE])
        self._let_wait(self.before_failure(state, code))
        self.codes[self.facts[LEVEL]] = code

    @override
    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search._expanded = facts[EXPANDED]  # noqa: SLF001
        search.generated, search.duplicates = facts[GENERATED], facts[DUPLICATES]
        search.reopened, search.deepest = facts[REOPENED], facts[DEEPEST]
        search.cutoff = facts[CUT] > 0
        search.current = int(self.stack[facts[LEVEL]]) if facts[LEVEL] >= 0 else NO_PARENT
        search.nodes.costs_differ = facts[COSTS] == 2

    @override
    def _fail(self) -> None:
        code = int(self.facts[CODE])
        if code == TEST_FAILED:
            self.fail(self.state(int(self.facts[FOUND])), FAILED, "is_goal")
        if code == KEY_FAILED:
            next_one = int(self.facts[WAITING]) - 1
            self.search.generated += int(self.facts[LEVEL]) > 0  # the one whose key failed
            self.fail(self.program.state_at(self.waiting, next_one), FAILED, "key")
        self.fail(self.state(self.search.current), code)

    @property
    @override
    def size(self) -> int:
        return int(self.facts[STORED])

    @override
    def parent(self, number: int) -> int:
        return int(self.parents[number]) if self.facts[REMEMBERS] else number - 1

    @override
    def ordinal(self, number: int) -> int | None:
        return None if self.facts[REMEMBERS] else int(self.taken[number]) - 1

    def _stack_size(self) -> int:
        return int(self.facts[LEVEL]) + 1

    def _on_stack(self, level: int) -> int:
        return int(self.stack[level])

    def _taken_of(self, level: int) -> int:
        return int(self.taken[level])

    def _depths_size(self) -> int:
        return self.size if self.facts[LIMIT] >= 0 else 0

    def _depth(self, number: int) -> int:
        return int(self.depths[number]) if self.facts[REMEMBERS] else number
