"""Breadth-first search, compiled: its engines.

One finds duplicates in a hash table, the other by sorting: it expands a large block of states,
sorts what comes, and merges it with the sorted states that are known. Both give nodes the numbers
that they have interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from typing_extensions import override

from searchkit.arrays.runs import SortedRuns, among
from searchkit.compiled.adapters import FAILED, KEY_FAILED, TEST_FAILED
from searchkit.compiled.breadth_first_kernel import (
    BLOCK,
    CODE,
    COSTS,
    CURRENT,
    DEPTH,
    DUPLICATES,
    FACTS,
    LAYER_END,
    NEXT,
    NO_CHECK,
    PARENT,
    PART,
    PARTS,
    ROOM,
    STORED,
    TAKEN,
    WAITING,
    WIDEST,
    Sizes,
    Work,
    choose,
    make_parts,
    next_block,
    places_made,
    run_slice,
    store,
)
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import (
    ERROR,
    Engine,
    unsupported,
)
from searchkit.compiled.growing import FIRST_BITS, HashTable, first_rows, grown, room_for
from searchkit.compiled.hashing import hash_of, width_for
from searchkit.compiled.settings import Compiled
from searchkit.compiled.slices import SlicedEngine
from searchkit.compiled.threads import Threads
from searchkit.duplicates import HashCheck, NoCheck, SortedCheck
from searchkit.nodes import NO_PARENT

SORTED_PARTS: Final = 4096
"""Parts in a block that is sorted."""


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of a breadth-first search.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    if isinstance(search.check, HashCheck | NoCheck):
        return BreadthFirstEngine(search, settings)
    if isinstance(search.check, SortedCheck):
        return SortingEngine(search, settings)
    raise unsupported(search, "HashCheck(), SortedCheck() or NoCheck()")


class BreadthFirstEngine(SlicedEngine):
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
        self.facts[NO_CHECK] = not self.hashes_states
        words = 0 if self.program.key is None else self.program.key_layout.width
        self.rows: Any = first_rows(self.program.layout.width, numpy.uint64)
        self.keys: Any = first_rows(words, numpy.uint64)
        self.parents: Any = first_rows(1, numpy.int32)
        self.table = HashTable(bits=FIRST_BITS)
        self.threads = Threads()
        self.parts = self.parts_of_block
        self.capacity = 16 * PART
        self.failure: tuple[Any, int, str] | None = None  # what ends the present block
        self.failed_at = NO_PARENT, 0  # the node, and how many had waited before
        self._make_buffers()
        self._enter(self.program.problem.starts)
        search.nodes = self.new_nodes()

    @property
    def hashes_states(self) -> bool:
        """Whether duplicates are found in a hash table."""
        return bool(self.search.check.remembers)

    @property
    def all_native(self) -> bool:
        """Whether a slice needs no Python."""
        return self.settings.threads == 1

    @property
    def parts_of_block(self) -> int:
        """How many parts a block has."""
        return 1 if self.settings.threads == 1 else PARTS

    def _make_buffers(self) -> None:
        """Make the buffers for the successors of a block."""
        room, program = self.parts * self.capacity, self.program
        self.made: Any = numpy.zeros(room * program.layout.width, numpy.uint64)
        self.made_keys: Any = self.made
        if program.key is not None:
            self.made_keys = numpy.zeros(room * program.key_layout.width, numpy.uint64)
        hashed = room if self.hashes_states else 0
        self.hashes: Any = numpy.zeros(hashed, numpy.uint64)
        self.seen: Any = numpy.zeros(hashed, numpy.uint64)
        self.known: Any = numpy.zeros(room, numpy.bool_)
        self.candidates: Any = numpy.zeros(room, numpy.int64)
        self.chosen: Any = numpy.zeros(self.parts, numpy.int64)
        self.tallies: Any = numpy.zeros(self.parts * PART, numpy.int64)
        self.completed: Any = numpy.zeros(self.parts, numpy.int64)
        # costs are only compared with each other, as words: floats need no kernels of their own
        self.costs: Any = numpy.zeros(room if program.steps else 1, numpy.int64)
        self.usual: Any = numpy.zeros(1, numpy.int64)
        self.answers: Any = numpy.zeros(room, numpy.int64)

    def _enter(self, states: Sequence[Any], costs: Sequence[Any] = ()) -> None:
        """Put states where the successors of the first parent of a block stand."""
        program, count = self.program, len(states)
        while self.capacity < count:
            self.capacity *= 2
        self._make_buffers()
        rows = program.rows_of(states)
        self.made[: rows.size] = rows
        self.tallies[0], self.completed[0] = count, 1
        if costs and program.steps:
            kind = numpy.float64 if program.float_costs else numpy.int64
            self.costs[:count] = numpy.array(costs, kind).view(numpy.int64)
        width = program.key_layout.width
        if program.key is not None:
            keys = [program.key_layout.words_of(program.key(state)) for state in states]
            self.made_keys[: count * width] = numpy.array(keys, numpy.uint64).ravel()
        for number in range(count * self.hashes_states):
            self.hashes[number] = hash_of(self.made_keys, number * width, width)
        facts = self.facts
        facts[BLOCK], facts[PARENT], facts[NEXT], facts[TAKEN] = 1, 0, 0, -1
        choose(*self._work(), self.known)
        self._look_up(*self._work())

    @override
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

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is not used of the arrays."""
        stored, program = self.size, self.program
        keys = stored * program.key_layout.width * (program.key is not None)
        return vars(self) | {
            "rows": self.rows[: stored * program.layout.width].copy(),
            "keys": self.keys[:keys].copy(),
            "parents": self.parents[:stored].copy(),
        }

    @override
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
            seen=self.seen,
            candidates=self.candidates,
            chosen=self.chosen,
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
    def warm(self) -> None:
        self._reserve()
        self.facts[ROOM] = 0  # so that nothing is stored
        self._run(0)
        work, sizes = self._work()
        if not self.facts[NO_CHECK]:
            self.table.warm(work.keys, self.program.key_layout.width)
        if not self.all_native:  # there was no block but the starts
            facts = numpy.zeros_like(self.facts)
            next_block(facts, PART * self.parts, 0)
            make_parts(work._replace(facts=facts), sizes, 0, 1)

    @override
    def _take(self) -> None:
        self.facts[ROOM] = self.search.room

    @override
    def _solution(self) -> int:
        return self.size - 1

    @override
    def _run(self, until: int) -> int:
        work, sizes = self._work()
        if self.failure is not None:  # what comes before it may hold a solution
            status = int(store(work, sizes, until))
            return ERROR if status == -1 else status
        if self.all_native:
            return int(run_slice(work, sizes, until))
        while True:
            if work.facts[BLOCK] == 0:
                if self._fit_block():
                    work, sizes = self._work()
                status = next_block(work.facts, PART * self.parts, until)
                if status >= 0:
                    return int(status)
                count = int(work.facts[BLOCK]) // PART + 1
                self.threads.run(make_parts, min(self.settings.threads, count), work, sizes)
                self._look_up(work, sizes)
            status = store(work, sizes, until)
            if status >= 0:
                return int(status)

    def _fit_block(self) -> bool:
        """Enlarge the buffers where that is worth while; say whether they are others now."""
        return False

    def _look_up(self, work: Work, sizes: Sizes) -> None:
        """Take known ones out of the candidates of the block, where the threads did not."""

    @override
    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search.current = facts[CURRENT] + facts[PARENT] * (facts[BLOCK] > 0)
        search.taken = facts[TAKEN] if facts[BLOCK] > 0 else -1
        search.layer_end, search.depth = facts[LAYER_END], facts[DEPTH]
        search.duplicates, search.widest = facts[DUPLICATES], facts[WIDEST]
        search.nodes.costs_differ = facts[COSTS] == 2

    @override
    def _fail(self) -> None:
        """Raise what the user's function raised, once all that comes before it was stored."""
        code, facts = int(self.facts[CODE]), self.facts
        if code == TEST_FAILED:
            self._leave_expansion()
            self.fail(self.state(self.size - 1), FAILED, "is_goal")
        if self.failure is not None:  # the block of that one node has ended
            facts[CURRENT], facts[WAITING] = self.failed_at
            facts[BLOCK], facts[PARENT], facts[TAKEN] = 1, 0, self.tallies[0]
            self._tell()
            self._leave_expansion()
            self.fail(*self.failure)
        facts[CURRENT] += facts[PARENT]
        self.failed_at = int(facts[CURRENT]), int(facts[WAITING])
        state = self.state(int(facts[CURRENT]))
        if code == KEY_FAILED:
            key: Any = self.program.key
            before: list[tuple[Any, Any]] = []
            for successor, cost in self.all_from(state):
                try:
                    self.program.key_layout.words_of(key(successor))
                except Exception:  # noqa: BLE001 - raised again, in its turn
                    self.failure = successor, FAILED, "key"
                    break
                before.append((successor, cost))
        else:
            before = self.before_failure(state, code)
            self.failure = state, code, "next_states"
        self._enter([after for after, _ in before], [cost for _, cost in before])

    def _leave_expansion(self) -> None:
        """Let an expansion that failed count as not begun, as it does interpreted."""
        search = self.search
        first = int(numpy.searchsorted(self.parents[: self.size], search.current))
        search.duplicates -= search.taken - (self.size - first)
        search.taken = -1

    @property
    @override
    def size(self) -> int:
        return int(self.facts[STORED])

    @override
    def parent(self, number: int) -> int:
        return int(self.parents[number])

    @override
    def ordinal(self, number: int) -> int | None:
        if self.search.check.remembers:
            return None  # the first step to a state is the one that stored it
        parent = self.parents[number]
        return number - int(numpy.searchsorted(self.parents[: self.size], parent))


class SortingEngine(BreadthFirstEngine):
    """The loop of breadth-first search under a sorted check.

    A block of up to 262,144 states is expanded, and its successors sorted. The first of equal
    ones, in the order in which they came, is new unless one of the sorted runs has it. The new
    states of a block, sorted, are a run of their own; runs are merged as they grow.

    The memory of a state of one word is 20 bytes, an eighth of 12 in reserve, and half as much
    again as 8 while the largest runs are merged.
    """

    def __init__(self, search: Any, settings: Compiled) -> None:
        self.runs = SortedRuns(None)
        self.sorted = 0  # how many nodes stand in the runs
        super().__init__(search, settings)

    @property
    @override
    def hashes_states(self) -> bool:
        return False

    @property
    @override
    def all_native(self) -> bool:
        return False

    @property
    @override
    def parts_of_block(self) -> int:
        return 1

    @override
    def _fit_block(self) -> bool:
        waiting = self.size - max(int(self.facts[CURRENT]), 0)
        if self.parts == SORTED_PARTS or self.parts * PART >= waiting:
            return False
        while self.parts < SORTED_PARTS and self.parts * PART < waiting:
            self.parts *= 4
        self._make_buffers()
        return True

    @override
    def _look_up(self, work: Work, sizes: Sizes) -> None:
        stored = self.size
        if stored > self.sorted:
            nodes = self._sortable(work.keys, numpy.arange(self.sorted, stored))
            self.runs.add(numpy.sort(nodes))
            self.sorted = stored
        places = places_made(work, sizes)
        self.known[places] = True
        keys = self._sortable(work.made_keys, places)
        order = numpy.argsort(keys, kind="stable")
        keys = keys[order]
        first = numpy.ones(len(keys), numpy.bool_)
        numpy.not_equal(keys[1:], keys[:-1], out=first[1:])
        keys, places = keys[first], places[order[first]]
        new = self.runs.unknown(keys)
        if len(new):
            self.known[places[among(keys, new)]] = False
        choose(work, sizes, self.known)

    def _sortable(self, rows: Any, numbers: Any) -> Any:
        """Give rows as values that sort and compare as a whole."""
        width = self.program.key_layout.width
        if width == 1:
            return rows[numbers]
        chosen = rows[: rows.size // width * width].reshape(-1, width)[numbers]
        return chosen.astype(">u8").view(f"S{8 * width}").ravel()
