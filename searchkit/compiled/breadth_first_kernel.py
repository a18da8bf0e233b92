"""The kernels of breadth-first search.

The successors of a block of states are made first and hashed, while their slots are fetched from
memory. Then what stands in the first slot of each is compared with it, in loops without branches:
whether a state is known is a matter of chance, on which a processor guesses wrong and waits. Those
that are not known by that, the candidates, are looked up and stored one by one in their order. So
nodes get the same numbers as interpreted. On several threads each expands parts of a larger block,
and looks up all that is known already; storing stays in order, so that the number of threads
changes nothing.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.adapters import KEY_FAILED, TEST_FAILED
from searchkit.compiled.calling import expand, key, test
from searchkit.compiled.door import bare_kernel, kernel, numpy
from searchkit.compiled.engine import ASK, END, ERROR, GROW, NO_ROOM, SOLUTION, WIDEN
from searchkit.compiled.growing import FULLEST
from searchkit.compiled.hashing import (
    hash_of,
    i64,
    number_in,
    position,
    same_row,
    slot_for,
    slot_of,
    u32,
    u64,
    words_in,
)
from searchkit.compiled.machine import prefetch
from searchkit.compiled.program import GOAL, KEY

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
WAITING: Final = 15  # the most nodes that waited behind an expansion
CANDIDATE: Final = 16  # the next of the candidates of the present part
FACTS: Final = 17

PART: Final = 128
"""Parents that are expanded at a time; on several threads, by one thread at a time."""
PARTS: Final = 64
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
    seen: Any  # what stood in the first slot of each when they were made
    candidates: Any  # the places of those that are not known by that, part by part
    chosen: Any  # how many candidates each part has
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


@bare_kernel
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
        for j in range(begin, begin + size):
            work.candidates[u64(j)] = j
        work.chosen[part] = size
        return
    work.chosen[part] = look_up(work, sizes, begin, begin + size)
    if look:
        work.chosen[part] = look_further(work, sizes, begin, begin + work.chosen[part])


@bare_kernel
def look_up(work: Work, sizes: Sizes, begin: Any, end: Any) -> Any:
    """Hash successors, and list those that are not in the first slot of their hash.

    Returns:
        How many they are.
    """
    slots, keys, made_keys = work.slots, work.keys, work.made_keys
    key_width = words_in(sizes.key_width)
    for j in range(begin, end):
        value = hash_of(made_keys, j * key_width, key_width)
        work.hashes[u64(j)] = value
        prefetch(slots, position(value, sizes.shift))
    for j in range(begin, end):
        slot = slots[u64(position(work.hashes[u64(j)], sizes.shift))]
        work.seen[u64(j)] = slot
        prefetch(keys, number_in(slot) * key_width)
    count = 0
    for j in range(begin, end):
        slot = work.seen[u64(j)]
        known = (slot != 0) & (u32(slot) == u32(work.hashes[u64(j)]))
        if key_width == 1:
            known &= keys[u64(max(number_in(slot), 0))] == made_keys[u64(j)]
        elif known:
            known = same_row(keys, number_in(slot) * key_width, made_keys, j * key_width, key_width)
        work.candidates[u64(begin + count)] = j
        count += not known
    return count


@bare_kernel
def look_further(work: Work, sizes: Sizes, begin: Any, end: Any) -> Any:
    """Take those out of the candidates at these places that are in another slot; see `look_up`."""
    key_width = words_in(sizes.key_width)
    count = 0
    for n in range(begin, end):
        j = work.candidates[u64(n)]
        value, at = work.hashes[u64(j)], j * key_width
        i = slot_of(work.slots, sizes.shift, value, work.keys, work.made_keys, at, key_width)
        work.candidates[u64(begin + count)] = j
        count += work.slots[u64(i)] == 0
    return count


@bare_kernel
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
    facts[CANDIDATE] = 0
    return -1


@bare_kernel
def note_cost(facts: Any, usual: Any, cost: Any) -> None:
    """Remember whether all costs were the same so far."""
    if facts[COSTS] == 0:
        usual[0] = cost
        facts[COSTS] = 1
    elif cost != usual[0]:
        facts[COSTS] = 2


@kernel
def store(work: Work, sizes: Sizes, until: Any) -> Any:
    """Look up and store the successors of a block, in their order, and test them.

    Goals are rare. So the new states are tested together, when all are stored; where one is a
    goal (or the test fails), they are taken out again, last in first out, and then stored and
    tested one by one.

    Returns:
        -1 when all is stored, or what ended it.
    """
    facts = work.facts
    if work.functions[GOAL] == 0 or facts[CAREFUL]:
        return store_on(work, sizes, until, facts[CAREFUL] != 0)
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    before = facts.copy()
    stored = facts[STORED]
    status = store_on(work, sizes, until, False)
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
    return store_on(work, sizes, until, True)


@bare_kernel
def store_on(work: Work, sizes: Sizes, until: Any, careful: Any) -> Any:
    """Look up and store the candidates of a block from where it stands; see `store`."""
    facts, slots, keys, rows = work.facts, work.slots, work.keys, work.rows
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    stored, first = facts[STORED], facts[CURRENT]
    parent, j, taken = facts[PARENT], facts[NEXT], facts[TAKEN]
    candidate = facts[CANDIDATE]
    full = min(facts[ROOM], work.parents.size)
    if not facts[NO_CHECK]:
        full = min(full, i64(slots.size * FULLEST))
    checks, keyed = not facts[NO_CHECK], work.functions[KEY] != 0
    last = min(facts[BLOCK], until - first)  # the first parent that may not be begun
    if taken >= 0:
        last = max(last, parent + 1)
    waiting, status = facts[WAITING], -1
    while parent < facts[BLOCK] and status < 0:
        part = parent // PART
        stop = min(last, part * PART + work.completed[part])
        if taken < 0 and parent % PART == 0:
            j, candidate = part * sizes.capacity, 0
        if parent >= last:
            status = ASK
            break
        if parent >= stop:
            facts[CODE] = work.tallies[parent]
            status = WIDEN if facts[CODE] == TOO_MANY else ERROR
            break
        since, before = j, stored
        begin = j - max(taken, 0)
        end = begin + work.tallies[parent]
        beyond = end
        for n in range(parent + 1, stop):
            beyond += work.tallies[n]
        while candidate < work.chosen[part]:
            k = work.candidates[u64(part * sizes.capacity + candidate)]
            if k >= beyond:
                break
            if k >= end:
                waiting = max(waiting, stored - first - parent - 1)
                while k >= end:
                    parent += 1
                    begin = end
                    end += work.tallies[u64(parent)]
            i = 0
            if checks:
                value, at = work.hashes[u64(k)], k * key_width
                i = slot_of(slots, sizes.shift, value, keys, work.made_keys, at, key_width)
                if slots[u64(i)] != 0:
                    candidate += 1
                    continue
            if stored >= full:
                status, j = NO_ROOM if stored >= facts[ROOM] else GROW, k
                break
            if checks:
                slots[u64(i)] = slot_for(stored, work.hashes[u64(k)])
            for n in range(width):
                rows[u64(stored * width + n)] = work.made[u64(k * width + n)]
            if keyed:
                for n in range(key_width):
                    keys[u64(stored * key_width + n)] = work.made_keys[u64(k * key_width + n)]
            work.parents[u64(stored)] = first + parent
            stored += 1
            candidate += 1
            if careful:
                status, j = tested(work, stored - 1, width), k + 1
                if status >= 0:
                    break
        if status < 0:
            waiting = max(waiting, stored - first - parent - 1)
            parent, j, taken = stop, beyond, -1
        else:
            taken = j - begin
        facts[DUPLICATES] += j - since - (stored - before)
        if facts[COSTS] >= 0 and first >= 0:
            for n in range(since, j + (status in (NO_ROOM, GROW))):
                note_cost(facts, work.usual, work.costs[n])
    facts[STORED], facts[WAITING] = stored, waiting
    facts[PARENT], facts[NEXT], facts[TAKEN] = parent, j, taken
    facts[CANDIDATE] = candidate
    if status == -1:
        facts[CURRENT] = 0 if first < 0 else first + facts[BLOCK]
        facts[BLOCK] = facts[CAREFUL] = 0
    return status


@bare_kernel
def tested(work: Work, number: Any, width: Any) -> Any:
    """Test one node; -1 where it is no goal."""
    address = work.rows.ctypes.data + 8 * width * number
    if test(work.functions, address, 1, work.answers.ctypes.data) < 1:
        work.facts[CODE] = TEST_FAILED
        return ERROR
    return SOLUTION if work.answers[0] != 0 else -1


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
        status = store(work, sizes, until)
        if status >= 0:
            return status


@kernel
def make_parts(work: Work, sizes: Sizes, thread: Any, threads: Any) -> None:
    """Expand the states of a block, those of every so manyth part: the share of one thread."""
    first, count = work.facts[CURRENT], work.facts[BLOCK]
    for part in range(thread, (count + PART - 1) // PART, threads):
        begin = part * PART
        make_part(work, sizes, part, first + begin, min(PART, count - begin), True)


@kernel
def places_made(work: Work, sizes: Sizes) -> Any:
    """Give the places of all successors of a block, in their order."""
    count = work.facts[BLOCK]
    size = 0
    for parent in range(count):
        if parent % PART < work.completed[parent // PART]:
            size += work.tallies[parent]
    places = numpy.empty(size, numpy.int64)
    n = j = 0
    for parent in range(count):
        part = parent // PART
        if parent % PART == 0:
            j = part * sizes.capacity
        if parent % PART < work.completed[part]:
            for _ in range(work.tallies[parent]):
                places[n] = j
                n += 1
                j += 1
    return places


@kernel
def choose(work: Work, sizes: Sizes, known: Any) -> None:
    """Take those out of the candidates of a block that are known; the starts become candidates.

    Args:
        work: The arrays.
        sizes: The numbers.
        known: Of each place, whether a known state stands there.
    """
    count = work.facts[BLOCK]
    for part in range((count + PART - 1) // PART):
        j = part * sizes.capacity
        size = 0
        for n in range(part * PART, part * PART + work.completed[part]):
            for _ in range(work.tallies[n]):
                work.candidates[u64(part * sizes.capacity + size)] = j
                size += not known[u64(j)]
                j += 1
        work.chosen[part] = size


@kernel
def edges_of(work: Work, sizes: Sizes, first: Any, count: Any) -> Any:
    """Expand up to `PART` nodes again, and give the numbers of their successors as the answers.

    Returns:
        How many there are.
    """
    key_width = words_in(sizes.key_width)
    make_part(work, sizes, 0, first, count, False)
    size = 0
    for n in range(work.completed[0]):
        size += work.tallies[n]
    for j in range(size):
        i = slot_of(
            work.slots,
            sizes.shift,
            work.hashes[j],
            work.keys,
            work.made_keys,
            j * key_width,
            key_width,
        )
        work.answers[j] = number_in(work.slots[i])
    return size
