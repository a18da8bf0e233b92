"""Breadth-first search as a kernel.

The successors of a block of states are made first and hashed, while their slots are fetched from
memory; then they are looked up and stored one by one in their order. So nodes get the same numbers
as interpreted. On several threads each expands parts of a larger block, and looks up what is known
already; storing stays in order, so that the number of threads changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from typing_extensions import override

from searchkit.compiled.adapters import FAILED, KEY_FAILED, TEST_FAILED
from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.calling import expand, key, test
from searchkit.compiled.door import kernel, numpy
from searchkit.compiled.engine import (
    ASK,
    END,
    ERROR,
    GROW,
    NO_ROOM,
    SOLUTION,
    WIDEN,
    Engine,
    unsupported,
)
from searchkit.compiled.growing import FULLEST, HashTable, grown, room_for
from searchkit.compiled.hashing import (
    hash_of,
    i64,
    position,
    slot_for,
    slot_of,
    width_for,
    words_in,
)
from searchkit.compiled.machine import prefetch
from searchkit.compiled.program import GOAL, KEY
from searchkit.compiled.settings import Compiled
from searchkit.compiled.threads import Threads
from searchkit.duplicates import HashCheck, NoCheck
from searchkit.nodes import NO_PARENT
from searchkit.search import FULL

# places in the array of facts
CURRENT: Final = 0  # the first parent of the block; -1: the starts
STORED: Final = 1
LAYER_END: Final = 2
DEPTH: Final = 3
DUPLICATES: Final = 4
WIDEST: Final = 5
BLOCK: Final = 6  # how many parents the block has; 0: the next one is to be made
PARENT: Final = 7  # the parent whose successors are being stored, counted from the block's first
NEXT: Final = 8  # the next of the successors that were made
TAKEN: Final = 9  # how many successors of that parent were taken; -1: none was looked at
ROOM: Final = 10
CODE: Final = 11  # why the block ends early
COSTS: Final = 12  # -1: steps have none; 1: a cost was seen, 2: and a different one
NO_CHECK: Final = 13  # whether every state counts as new
CAREFUL: Final = 14  # whether the states of this block are tested one by one
FACTS: Final = 15

PART: Final = 64
"""Parents that are expanded at a time; on several threads, by one thread at a time."""
PARTS: Final = 128
"""Parts in a block on several threads."""


class Work(NamedTuple):
    """The arrays that a kernel works on."""

    facts: Any
    functions: Any
    rows: Any
    keys: Any  # of the nodes; the rows themselves where there is no key
    parents: Any
    slots: Any
    made: Any  # the successors of a block, in parts
    made_keys: Any
    hashes: Any
    known: Any  # whether a successor was found already
    tallies: Any
    completed: Any  # how many parents of each part were expanded without failure
    costs: Any
    usual: Any  # the first cost that was seen
    answers: Any


class Sizes(NamedTuple):
    """The numbers that a kernel needs beside the arrays."""

    shift: Any
    width: int | None  # words of a row; see `words_in`
    key_width: int | None
    capacity: int  # successors that fit into a part


@kernel
def make_part(work: Work, sizes: Sizes, part: Any, first: Any, count: Any, look: Any) -> None:
    """Expand states into a part of the buffers, and hash what comes.

    Args:
        work: The arrays.
        sizes: The numbers.
        part: Which part.
        first: The first state of the part.
        count: How many.
        look: Whether to look up already which are known.
    """
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    begin, parent = part * sizes.capacity, part * PART
    completed = expand(
        work.functions,
        work.rows.ctypes.data + 8 * width * first,
        count,
        work.made.ctypes.data + 8 * width * begin,
        sizes.capacity,
        work.tallies.ctypes.data + 8 * parent,
        work.costs.ctypes.data + 8 * begin,
    )
    size = 0
    for n in range(completed):
        size += work.tallies[parent + n]
    if work.functions[KEY] != 0:
        keyed = key(
            work.functions,
            work.made.ctypes.data + 8 * width * begin,
            size,
            work.made_keys.ctypes.data + 8 * key_width * begin,
        )
        if keyed < size:  # the parent of the one that failed is not complete
            size, completed = 0, 0
            while size + work.tallies[parent + completed] <= keyed:
                size += work.tallies[parent + completed]
                completed += 1
            work.tallies[parent + completed] = KEY_FAILED
    work.completed[part] = completed
    if work.facts[NO_CHECK]:
        return
    for j in range(begin, begin + size):
        value = hash_of(work.made_keys, j * key_width, key_width)
        work.hashes[j] = value
        prefetch(work.slots, position(value, sizes.shift))
    if look:
        for j in range(begin, begin + size):
            i = slot_of(
                work.slots,
                sizes.shift,
                work.hashes[j],
                work.keys,
                work.made_keys,
                j * key_width,
                key_width,
            )
            work.known[j] = work.slots[i] != 0


@kernel
def next_block(facts: Any, most: Any, until: Any) -> Any:
    """Choose the next block, of at most so many parents; 0, or why there is none yet."""
    if facts[CURRENT] == facts[LAYER_END]:
        facts[WIDEST] = max(facts[WIDEST], facts[STORED] - facts[LAYER_END])
        facts[LAYER_END] = facts[STORED]
        facts[DEPTH] += 1
        if facts[CURRENT] == facts[STORED]:
            return END
    count = min(most, facts[LAYER_END] - facts[CURRENT], until - facts[CURRENT])
    if count <= 0:
        return ASK
    facts[BLOCK], facts[PARENT], facts[NEXT], facts[TAKEN] = count, 0, 0, -1
    return -1


@kernel
def note_cost(facts: Any, usual: Any, cost: Any) -> None:
    """Remember whether all costs were the same so far."""
    if facts[COSTS] == 0:
        usual[0] = cost
        facts[COSTS] = 1
    elif cost != usual[0]:
        facts[COSTS] = 2


@kernel
def store(work: Work, sizes: Sizes, until: Any, look: Any) -> Any:
    """Look up and store the successors of a block, in their order, and test them.

    Goals are rare. So the new states are tested together, when all are stored; where one is a
    goal (or the test fails), they are taken out again, last in first out, and then stored and
    tested one by one.

    Returns:
        -1 when all is stored, or what ended it.
    """
    facts = work.facts
    if work.functions[GOAL] == 0 or facts[CAREFUL]:
        return store_on(work, sizes, until, look, facts[CAREFUL] != 0)
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    before = facts.copy()
    stored = facts[STORED]
    status = store_on(work, sizes, until, look, False)
    new = facts[STORED] - stored
    address = work.rows.ctypes.data + 8 * width * stored
    if test(work.functions, address, new, work.answers.ctypes.data) == new:
        found = 0
        for n in range(new):
            found |= work.answers[n]
        if not found:
            return status
    if not facts[NO_CHECK]:
        for number in range(facts[STORED] - 1, stored - 1, -1):
            at = number * key_width
            value = hash_of(work.keys, at, key_width)
            i = slot_of(work.slots, sizes.shift, value, work.keys, work.keys, at, key_width)
            work.slots[i] = 0
    facts[:] = before
    facts[CAREFUL] = 1
    return store_on(work, sizes, until, look, True)


@kernel
def store_on(work: Work, sizes: Sizes, until: Any, look: Any, careful: Any) -> Any:
    """Look up and store the successors of a block from where it stands; see `store`."""
    facts, slots, keys, rows = work.facts, work.slots, work.keys, work.rows
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    stored, first = facts[STORED], facts[CURRENT]
    parent, j, taken = facts[PARENT], facts[NEXT], facts[TAKEN]
    full = min(facts[ROOM], work.parents.size)
    if not facts[NO_CHECK]:
        full = min(full, i64(slots.size * FULLEST))
    checks, labelled, keyed = not facts[NO_CHECK], facts[COSTS] >= 0, work.functions[KEY] != 0
    duplicates, status = 0, -1
    while parent < facts[BLOCK]:
        if taken < 0 and first + parent >= until:
            status = ASK
            break
        if parent % PART >= work.completed[parent // PART]:
            facts[CODE] = work.tallies[parent]
            status = WIDEN if facts[CODE] == TOO_MANY else ERROR
            break
        if parent % PART == 0 and taken < 0:
            j = (parent // PART) * sizes.capacity
        taken = max(taken, 0)
        begin = j - taken
        end = begin + work.tallies[parent]
        while j < end:
            if labelled and first >= 0:
                note_cost(facts, work.usual, work.costs[j])
            i = 0
            if checks:
                if look and work.known[j]:
                    duplicates += 1
                    j += 1
                    continue
                i = slot_of(
                    slots,
                    sizes.shift,
                    work.hashes[j],
                    keys,
                    work.made_keys,
                    j * key_width,
                    key_width,
                )
                if slots[i] != 0:
                    duplicates += 1
                    j += 1
                    continue
            if stored >= full:
                status = NO_ROOM if stored >= facts[ROOM] else GROW
                break
            if checks:
                slots[i] = slot_for(stored, work.hashes[j])
            for k in range(width):
                rows[stored * width + k] = work.made[j * width + k]
            if keyed:
                for k in range(key_width):
                    keys[stored * key_width + k] = work.made_keys[j * key_width + k]
            work.parents[stored] = first + parent
            stored += 1
            j += 1
            if careful:
                address = rows.ctypes.data + 8 * width * (stored - 1)
                tested = test(work.functions, address, 1, work.answers.ctypes.data)
                if tested < 1:
                    facts[CODE] = TEST_FAILED
                    status = ERROR
                    break
                if work.answers[0] != 0:
                    status = SOLUTION
                    break
        if status >= 0:
            taken = j - begin
            break
        parent += 1
        taken = -1
    facts[STORED] = stored
    facts[DUPLICATES] += duplicates
    facts[PARENT], facts[NEXT], facts[TAKEN] = parent, j, taken
    if status == -1:
        facts[CURRENT] = 0 if first < 0 else first + facts[BLOCK]
        facts[BLOCK] = facts[CAREFUL] = 0
    return status


@kernel
def run_slice(work: Work, sizes: Sizes, until: Any) -> Any:
    """Search until a solution, ``until`` expansions, or something that only Python can do."""
    facts = work.facts
    while True:
        if facts[BLOCK] == 0:
            status = next_block(facts, PART, until)
            if status >= 0:
                return status
            make_part(work, sizes, 0, facts[CURRENT], facts[BLOCK], False)
        status = store(work, sizes, until, False)
        if status >= 0:
            return status


@kernel
def make_parts(work: Work, sizes: Sizes, thread: Any, threads: Any) -> None:
    """Expand the states of a block, those of every so manyth part: the share of one thread."""
    first, count = work.facts[CURRENT], work.facts[BLOCK]
    for part in range(thread, (count + PART - 1) // PART, threads):
        begin = part * PART
        make_part(work, sizes, part, first + begin, min(PART, count - begin), True)


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of a breadth-first search.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    if isinstance(search.check, HashCheck | NoCheck):
        return BreadthFirstEngine(search, settings)
    raise unsupported(search, "HashCheck(), SortedCheck() or NoCheck()")


class BreadthFirstEngine(Engine):
    """The loop of breadth-first search, native.

    The memory of a state of one word is 12 bytes, an eighth of that in reserve, and 12 to 25 bytes
    of the hash table.
    """

    def __init__(self, search: Any, settings: Compiled) -> None:
        check = search.check
        super().__init__(
            search, settings, tests_goals=not search.ignores_goals, key=getattr(check, "key", None)
        )
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[CURRENT] = NO_PARENT
        self.facts[DEPTH] = -1
        self.facts[COSTS] = 0 if self.program.steps else -1
        self.facts[NO_CHECK] = not check.remembers
        self.rows: Any = numpy.zeros(0, numpy.uint64)
        self.keys: Any = numpy.zeros(0, numpy.uint64)
        self.parents: Any = numpy.zeros(0, numpy.int32)
        self.table = HashTable()
        self.threads = Threads()
        self.parts = 1 if settings.threads == 1 else PARTS
        self.capacity = 16 * PART
        self._make_buffers()
        self._enter_starts()
        search.nodes = self.new_nodes()

    def _make_buffers(self) -> None:
        """Make the buffers for the successors of a block."""
        room, program = self.parts * self.capacity, self.program
        self.made: Any = numpy.zeros(room * program.layout.width, numpy.uint64)
        self.made_keys: Any = self.made
        if program.key is not None:
            self.made_keys = numpy.zeros(room * program.key_layout.width, numpy.uint64)
        self.hashes: Any = numpy.zeros(room, numpy.uint64)
        self.known: Any = numpy.zeros(room, numpy.bool_)
        self.tallies: Any = numpy.zeros(self.parts * PART, numpy.int64)
        self.completed: Any = numpy.zeros(self.parts, numpy.int64)
        kind = numpy.float64 if program.float_costs else numpy.int64
        self.costs: Any = numpy.zeros(room if program.steps else 1, kind)
        self.usual: Any = numpy.zeros(1, kind)
        self.answers: Any = numpy.zeros(room, numpy.int64)

    def _enter_starts(self) -> None:
        """Put the starts where the successors of a block stand."""
        program = self.program
        starts = program.rows_of(program.problem.starts)
        count = len(program.problem.starts)
        while self.capacity < count:
            self.capacity *= 2
        self._make_buffers()
        self.made[: starts.size] = starts
        self.tallies[0], self.completed[0], self.facts[BLOCK] = count, 1, 1
        self.facts[TAKEN] = -1
        self.costs[:] = self.usual
        if program.key is not None:
            keys = [program.key_layout.words_of(program.key(s)) for s in program.problem.starts]
            self.made_keys[: count * program.key_layout.width] = numpy.array(
                keys, numpy.uint64
            ).ravel()
        width = program.key_layout.width
        for number in range(count):
            self.hashes[number] = hash_of(self.made_keys, number * width, width)
        self.known[:count] = False

    def _reserve(self) -> None:
        """Make room for more nodes."""
        stored, program = self.size, self.program
        wanted = room_for(stored)
        self.rows = grown(self.rows, wanted * program.layout.width)
        self.parents = grown(self.parents, wanted)
        if program.key is not None:
            self.keys = grown(self.keys, wanted * program.key_layout.width)
        if not self.facts[NO_CHECK]:
            self.table.reserve(
                stored + 1,
                self.rows if program.key is None else self.keys,
                stored,
                program.key_layout.width,
            )

    def _widen(self) -> None:
        """Make room for more successors, and make the block again from its present parent on."""
        self.capacity *= 4
        self._make_buffers()
        facts = self.facts
        facts[CURRENT] += facts[PARENT]
        facts[BLOCK] = 0

    def _work(self) -> tuple[Work, Sizes]:
        program = self.program
        work = Work(
            facts=self.facts,
            functions=program.functions,
            rows=self.rows,
            keys=self.rows if program.key is None else self.keys,
            parents=self.parents,
            slots=self.table.slots,
            made=self.made,
            made_keys=self.made_keys,
            hashes=self.hashes,
            known=self.known,
            tallies=self.tallies,
            completed=self.completed,
            costs=self.costs,
            usual=self.usual,
            answers=self.answers,
        )
        sizes = Sizes(
            self.table.shift,
            width_for(program.layout.width),
            width_for(program.key_layout.width),
            self.capacity,
        )
        return work, sizes

    @override
    def events(self) -> Iterator[int | None]:
        search, facts = self.search, self.facts
        until = search.expanded
        while True:
            facts[ROOM] = search.room
            began = time.perf_counter()
            status = self._run(min(until, search.may_expand))
            self._tell()
            if status == ASK:
                self.timed(began)
                yield None
                until = self.until()
            elif status == SOLUTION:
                yield self.size - 1
            elif status == NO_ROOM:
                yield FULL
            elif status == GROW:
                self._reserve()
            elif status == WIDEN:
                self._widen()
            elif status == ERROR:
                self._fail()
            else:
                return

    def _run(self, until: int) -> int:
        work, sizes = self._work()
        if self.parts == 1:
            return int(run_slice(work, sizes, until))
        while True:
            if work.facts[BLOCK] == 0:
                status = next_block(work.facts, PART * PARTS, until)
                if status >= 0:
                    return int(status)
                count = int(work.facts[BLOCK]) // PART + 1
                self.threads.run(make_parts, min(self.settings.threads, count), work, sizes)
            status = store(work, sizes, until, True)
            if status >= 0:
                return int(status)

    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search.current = facts[CURRENT] + facts[PARENT] * (facts[BLOCK] > 0)
        search.taken = facts[TAKEN] if facts[BLOCK] > 0 else -1
        search.layer_end, search.depth = facts[LAYER_END], facts[DEPTH]
        search.duplicates, search.widest = facts[DUPLICATES], facts[WIDEST]
        search.nodes.costs_differ = facts[COSTS] == 2

    def _fail(self) -> None:
        code = int(self.facts[CODE])
        number = int(self.facts[CURRENT] + self.facts[PARENT])
        if code == TEST_FAILED:
            self.fail(self.state(self.size - 1), FAILED, "is_goal")
        if code == KEY_FAILED:
            for successor in self.search.successors()(self.state(number)):
                self.program.key_layout.words_of(self.program.key(successor))
            self.fail(self.state(number), FAILED, "key")
        self.fail(self.state(number), code)

    @property
    @override
    def size(self) -> int:
        return int(self.facts[STORED])

    @override
    def state(self, number: int) -> Any:
        return self.program.state_at(self.rows, number)

    @override
    def parent(self, number: int) -> int:
        return int(self.parents[number])

    @override
    def ordinal(self, number: int) -> int | None:
        if not self.facts[NO_CHECK]:
            return None  # the first step to a state is the one that stored it
        parent = self.parents[number]
        return number - int(numpy.searchsorted(self.parents[: self.size], parent))
