"""Bidirectional breadth-first search as a kernel.

As in breadth-first search, the successors of a block of states are made first and hashed, while
their slots are fetched from memory; then they are looked up and stored one by one in their order.

Both sides share one table of rows and one hash table. The lowest bit of a hash says on which side
a state is known, and does not change the position at which it is looked for. So whether a state
is new on its own side, and whether it is known on the other, is found in the same place.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.calling import expand
from searchkit.compiled.door import bare_kernel, kernel, numpy, part_of_kernel
from searchkit.compiled.engine import ASK, END, ERROR, FAULTY, GROW, NO_ROOM, SOLUTION, WIDEN
from searchkit.compiled.growing import FULLEST
from searchkit.compiled.hashing import (
    AHEAD,
    hash_of,
    i64,
    number_in,
    position,
    slot_for,
    slot_of,
    u64,
    words_in,
)
from searchkit.compiled.machine import prefetch

# places in the array of facts
SIDE: Final = 0
CURRENT: Final = 1  # the first parent of the block; -1: the starts, or the goals
STORED: Final = 2
EXPANDED: Final = 3
GENERATED: Final = 4  # by the expansions that are complete
DUPLICATES: Final = 5
BLOCK: Final = 6  # how many parents the block has; 0: the next one is to be made
PARENT: Final = 7  # the parent whose successors are being stored, counted from the block's first
NEXT: Final = 8  # the next of the successors that were made
TAKEN: Final = 9  # how many successors of that parent were taken; -1: it waits to be expanded
COMPLETED: Final = 10  # how many parents of the block were expanded without failure
FAILING: Final = 11  # why the only parent of this block has no more successors than it has
LAYER_BEGIN: Final = 12  # of the layer that is growing
LAYER_END: Final = 13  # behind the layer that is being expanded
SEEDED: Final = 14  # how many sides have their roots
FIRST_GOAL: Final = 15
WIDEST: Final = 16
ROOM: Final = 17
CODE: Final = 18
COSTS: Final = 19  # -1: steps have none; 1: a cost was seen, 2: and a different one
MEETING: Final = 20  # the node on the other side; -1: they have not met
DEPTHS: Final = 21  # of the outermost complete layers of the two sides
FIRST: Final = 23  # the first node of each
LAST: Final = 25  # and the number behind the last
FACTS: Final = 27

PART: Final = 64
"""Parents that are expanded at a time."""


class Work(NamedTuple):
    """The arrays that the kernel works on; pairs are for the two sides."""

    facts: Any
    functions: Any
    rows: Any
    parents: Any
    sides: Any
    slots: Any
    roots: Any
    counts: Any  # how many roots each side has
    made: Any  # the successors of a block
    hashes: Any
    tallies: Any
    costs: Any  # whole numbers
    float_costs: Any  # the same memory, read as floats
    are_floats: Any  # what they are
    usual: Any  # the first cost that was seen, as a float
    whole_usual: Any  # the same memory, where neither side has floats


class Sizes(NamedTuple):
    """The numbers that the kernel needs beside the arrays."""

    shift: Any
    width: int | None  # words of a row; see `words_in`
    nodes: int  # for how many there is room
    capacity: int  # for how many successors


@part_of_kernel
def on_side(value: Any, side: Any) -> Any:
    """Let a hash say on which side its state is."""
    return (value & ~u64(1)) | u64(side)


@kernel
def enter(slots: Any, shift: Any, rows: Any, sides: Any, end: Any, width: Any) -> None:
    """Enter the nodes up to the number ``end`` into a new table."""
    words, mask = words_in(width), slots.size - 1
    values = numpy.empty(AHEAD, numpy.uint64)
    for number in range(end + AHEAD):
        before = number - AHEAD
        if before >= 0:
            value = values[before % AHEAD]
            i = position(value, shift)
            while slots[i] != 0:
                i = (i + 1) & mask
            slots[i] = slot_for(before, value)
        if number < end:
            value = on_side(hash_of(rows, number * words, words), sides[number])
            values[number % AHEAD] = value
            prefetch(slots, position(value, shift))


@bare_kernel
def hash_made(work: Work, sizes: Sizes, count: Any) -> None:
    """Hash so many successors, and have their slots fetched."""
    width = words_in(sizes.width)
    for j in range(count):
        value = hash_of(work.made, j * width, width)
        work.hashes[j] = value
        prefetch(work.slots, position(value, sizes.shift))


@part_of_kernel
def make_block(work: Work, sizes: Sizes) -> None:
    """Make the successors of the block, or its roots."""
    facts, width, side = work.facts, words_in(sizes.width), work.facts[SIDE]
    if facts[CURRENT] < 0:
        first, count = side * work.counts[0], work.counts[side]
        for k in range(count * width):
            work.made[k] = work.roots[first * width + k]
        work.tallies[0] = count
        facts[COMPLETED] = 1
    else:
        facts[COMPLETED] = expand(
            work.functions[side],
            work.rows.ctypes.data + 8 * width * facts[CURRENT],
            facts[BLOCK],
            work.made.ctypes.data,
            sizes.capacity,
            work.tallies.ctypes.data,
            work.costs.ctypes.data,
        )
    size = 0
    for n in range(facts[COMPLETED]):
        size += work.tallies[n]
    hash_made(work, sizes, size)


@part_of_kernel
def next_block(facts: Any, until: Any) -> Any:
    """Choose the next block; -1, or why there is none yet."""
    count = 1
    if facts[CURRENT] >= 0:
        if facts[CURRENT] == facts[LAYER_END] and not next_layer(facts):
            return END
        if facts[CURRENT] >= 0:
            count = min(PART, facts[LAYER_END] - facts[CURRENT], until - facts[EXPANDED])
            if count <= 0:
                return ASK
    facts[BLOCK], facts[PARENT], facts[NEXT], facts[FAILING] = count, 0, 0, 0
    facts[TAKEN] = 0 if facts[CURRENT] < 0 else -1
    return -1


@part_of_kernel
def next_layer(facts: Any) -> Any:
    """Take the smaller of the two outermost layers; False where one of them is empty."""
    side, size = facts[SIDE], facts[STORED]
    facts[FIRST + side], facts[LAST + side] = facts[LAYER_BEGIN], size
    facts[DEPTHS + side] += 1
    facts[LAYER_BEGIN] = size
    facts[SEEDED] += facts[SEEDED] < 2
    if facts[SEEDED] == 1:
        facts[SIDE], facts[CURRENT], facts[LAYER_END], facts[FIRST_GOAL] = 1, -1, 0, size
        return True
    forward, backward = facts[LAST] - facts[FIRST], facts[LAST + 1] - facts[FIRST + 1]
    facts[WIDEST] = max(facts[WIDEST], forward + backward)
    if forward == backward:
        side = i64(facts[DEPTHS] > facts[DEPTHS + 1])
    else:
        side = i64(forward > backward)
    facts[SIDE], facts[CURRENT], facts[LAYER_END] = side, facts[FIRST + side], facts[LAST + side]
    return min(forward, backward) > 0


@part_of_kernel
def note_cost(work: Work, j: Any) -> None:
    """Remember whether all costs were the same so far."""
    facts, floats = work.facts, work.are_floats
    if not floats[0] and not floats[1]:
        if facts[COSTS] == 0:
            work.whole_usual[0] = work.costs[j]
        elif work.costs[j] != work.whole_usual[0]:
            facts[COSTS] = 2
    else:
        cost = work.float_costs[j] if floats[facts[SIDE]] else float(work.costs[j])
        if facts[COSTS] == 0:
            work.usual[0] = cost
        elif cost != work.usual[0]:
            facts[COSTS] = 2
    facts[COSTS] = max(facts[COSTS], 1)


@part_of_kernel
def store(work: Work, sizes: Sizes, until: Any) -> Any:
    """Look up and store the successors of a block, in their order; -1 when all are."""
    facts, slots, rows = work.facts, work.slots, work.rows
    width, side, shift = words_in(sizes.width), facts[SIDE], sizes.shift
    stored, first = facts[STORED], facts[CURRENT]
    parent, j, taken = facts[PARENT], facts[NEXT], facts[TAKEN]
    full = min(facts[ROOM], sizes.nodes, i64(slots.size * FULLEST))
    labelled = facts[COSTS] >= 0 and first >= 0
    duplicates, status = 0, -1
    while parent < facts[BLOCK]:
        if taken < 0:
            if facts[EXPANDED] >= until:
                status = ASK
                break
            if parent == facts[COMPLETED]:
                facts[CODE] = work.tallies[parent]
                status = WIDEN if facts[CODE] == TOO_MANY else FAULTY
                break
            facts[EXPANDED] += 1
            taken = 0
        while taken < work.tallies[parent]:
            if labelled:
                note_cost(work, j)
            own = on_side(work.hashes[j], side)
            i = slot_of(slots, shift, own, rows, work.made, j * width, width)
            if slots[i] == 0:
                if stored >= full:
                    status = NO_ROOM if stored >= facts[ROOM] else GROW
                    break
                slots[i] = slot_for(stored, own)
                for k in range(width):
                    rows[stored * width + k] = work.made[j * width + k]
                work.parents[stored] = max(first + parent, -1)
                work.sides[stored] = side
                stored += 1
                other = on_side(work.hashes[j], 1 - side)
                i = slot_of(slots, shift, other, rows, work.made, j * width, width)
                if slots[i] != 0:
                    facts[MEETING] = number_in(slots[i])
                    taken += 1
                    status = SOLUTION
                    break
            else:
                duplicates += 1
            j += 1
            taken += 1
        if status >= 0:
            break
        if facts[FAILING] != 0:
            facts[CODE] = facts[FAILING]
            status = ERROR
            break
        if first >= 0:
            facts[GENERATED] += taken
        parent += 1
        taken = -1
    facts[STORED] = stored
    facts[DUPLICATES] += duplicates
    facts[PARENT], facts[NEXT], facts[TAKEN] = parent, j, taken
    if status == -1:
        facts[CURRENT] = first + facts[BLOCK]
        facts[BLOCK] = facts[PARENT] = 0
    return status


@bare_kernel
def run_slice(work: Work, sizes: Sizes, until: Any) -> Any:
    """Search until the sides meet, ``until`` expansions, or what only Python can do."""
    facts = work.facts
    while True:
        if facts[BLOCK] == 0:
            status = next_block(facts, until)
            if status >= 0:
                return status
            make_block(work, sizes)
        status = store(work, sizes, until)
        if status >= 0:
            return status
