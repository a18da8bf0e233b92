"""The walk of one iteration of IDA* as a kernel.

The successors of a state are made all at once when it is expanded. Those that are on the path
already are dropped then, since the path is the same whenever one of them has its turn, and the
rest are estimated in one call. They wait in a stack of buffers, one part above the other, one part
for each state on the path. Everything is counted when it has its turn, as interpreted.

Indices are made unsigned where they are used: a signed one would be tested each time for being
counted from the end.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.adapters import KEY_FAILED, TEST_FAILED
from searchkit.compiled.calling import estimate, expand, key, test
from searchkit.compiled.door import kernel
from searchkit.compiled.engine import ASK, END, ERROR, GROW, NO_ROOM, SOLUTION, WIDEN
from searchkit.compiled.growing import FULLEST
from searchkit.compiled.hashing import (
    hash_of,
    i64,
    number_in,
    position,
    slot_for,
    slot_of,
    u64,
    words_in,
)
from searchkit.compiled.program import KEY

HALF: Final = 7
"""The status that says: expanding a state failed, perhaps behind some successors."""
ESTIMATE_FAILED: Final = -7
"""The heuristic of a successor raised, or is NaN."""
OVERFLOW: Final = -8
"""A cost or an estimate is too large to be added up."""

# places in the array of facts
DEPTH: Final = 0  # how many nodes are on the path; -1: the walk is at its end
WAITING: Final = 1  # whether the last of them waits to be expanded
EXPANDED: Final = 2
GENERATED: Final = 3
DUPLICATES: Final = 4
DEAD_ENDS: Final = 5
DEEPEST: Final = 6
ROOM: Final = 7
CODE: Final = 8  # why something failed
GIVEN: Final = 9  # how many successors of the last node Python has made; -1: the kernel makes them
TALLY: Final = 10
CHECKED: Final = 11  # whether the states on the path are known
BOUNDED: Final = 12
HAS_F: Final = 13  # whether anything was cut off by the bound
HAS_COST: Final = 14  # whether anything was cut off
BEYOND: Final = 15  # whether anything was cut off for the cost limit
FLOAT_COSTS: Final = 16
FLOAT_ESTIMATES: Final = 17
WEIGHTED: Final = 18
FACTS: Final = 19

# places in the array of costs
BOUND: Final = 0  # f above it is cut off
LIMIT: Final = 1  # g + h above it is cut off
LEAST_F: Final = 2  # of what was cut off by the bound
LEAST_COST: Final = 3  # of anything cut off
REPORTED: Final = 4  # a goal is known whose path had no greater f, and itself no greater g
WEIGHT: Final = 5
GREATEST_G: Final = 6
GREATEST_H: Final = 7
NUMBERS: Final = 8


class Work(NamedTuple):
    """The arrays that the kernel works on.

    Part d of the buffers holds the successors of the last of d nodes; part 0 holds the starts.
    """

    facts: Any
    numbers: Any
    functions: Any
    rows: Any  # of the nodes on the path
    keys: Any  # the rows themselves where there is no key
    slots: Any
    g: Any  # of the last of so many nodes, and so the next three
    f: Any
    highest: Any  # the greatest f up to it
    begins: Any  # where a part begins; it ends where the next one begins
    nexts: Any  # the one whose turn is next in a part
    seen: Any  # how many successors had their turn, with those that were dropped
    totals: Any  # how many there are
    failures: Any  # what fails behind the last of them; 0: nothing
    made: Any  # successors
    made_keys: Any
    hashes: Any
    ordinals: Any  # which of the successors of its parent each is
    costs: Any
    whole_costs: Any  # the same entries read as ints
    estimates: Any
    whole_estimates: Any
    answer: Any


class Sizes(NamedTuple):
    """The numbers that the kernel needs beside the arrays."""

    shift: Any
    width: int | None  # words of a row; see `words_in`
    key_width: int | None


@kernel
def ordinal(work: Work, depth: Any, j: Any) -> Any:
    """Give which of the successors of its parent the one at j is."""
    if work.facts[CHECKED] != 0:
        return work.ordinals[u64(j)]
    return j - work.begins[u64(depth)]


@kernel
def keep_new(work: Work, sizes: Sizes, begin: Any, count: Any) -> Any:
    """Drop the successors that are on the path; give where the others end."""
    slots, shift, keyed = work.slots, sizes.shift, work.functions[KEY] != 0
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    end = begin
    for n in range(count):
        j = begin + n
        value = hash_of(work.made_keys, j * key_width, key_width)
        i = slot_of(slots, shift, value, work.keys, work.made_keys, j * key_width, key_width)
        if slots[u64(i)] != 0:
            continue
        if end < j:
            for k in range(width):
                work.made[u64(end * width + k)] = work.made[u64(j * width + k)]
            if keyed:
                for k in range(key_width):
                    work.made_keys[u64(end * key_width + k)] = work.made_keys[
                        u64(j * key_width + k)
                    ]
            work.whole_costs[u64(end)] = work.whole_costs[u64(j)]
        work.hashes[u64(end)] = value
        work.ordinals[u64(end)] = n
        end += 1
    return end


@kernel
def enter_part(work: Work, sizes: Sizes, depth: Any, count: Any, failure: Any) -> None:
    """Make a part of the successors that were written: drop some, estimate the rest."""
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    begin = work.begins[u64(depth)]
    total = count
    rows = work.made.ctypes.data + 8 * width * begin
    if work.facts[CHECKED] != 0:
        if work.functions[KEY] != 0:
            keys = work.made_keys.ctypes.data + 8 * key_width * begin
            total = key(work.functions, rows, count, keys)
            if total < count:
                failure = KEY_FAILED
        end = keep_new(work, sizes, begin, total)
    else:
        end = begin + total
    if end > begin:
        done = estimate(
            work.functions, rows, end - begin, work.whole_estimates.ctypes.data + 8 * begin
        )
        if done < end - begin:
            end = begin + done
            total, failure = ordinal(work, depth, end), ESTIMATE_FAILED
    work.begins[u64(depth + 1)] = end
    work.nexts[u64(depth)], work.seen[u64(depth)] = begin, 0
    work.totals[u64(depth)], work.failures[u64(depth)] = total, failure


@kernel
def store(work: Work, sizes: Sizes, number: Any, j: Any) -> None:
    """Put a successor at the end of the path."""
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    for k in range(width):
        work.rows[u64(number * width + k)] = work.made[u64(j * width + k)]
    if work.facts[CHECKED] != 0:
        if work.functions[KEY] != 0:
            for k in range(key_width):
                work.keys[u64(number * key_width + k)] = work.made_keys[u64(j * key_width + k)]
        i = position(work.hashes[u64(j)], sizes.shift)
        while work.slots[u64(i)] != 0:
            i = (i + 1) & (work.slots.size - 1)
        work.slots[u64(i)] = slot_for(number, work.hashes[u64(j)])


@kernel
def forget(work: Work, sizes: Sizes, number: Any, j: Any) -> None:
    """Take the last node of the path out of the hash table.

    Its slot is simply emptied: it came last, so no other was put behind it.
    """
    i = position(work.hashes[u64(j)], sizes.shift)
    while number_in(work.slots[u64(i)]) != number:
        i = (i + 1) & (work.slots.size - 1)
    work.slots[u64(i)] = 0


@kernel
def walk(work: Work, sizes: Sizes, until: Any) -> Any:
    """Walk until a solution, ``until`` expansions, the end, or what only Python can do."""
    facts, numbers, functions = work.facts, work.numbers, work.functions
    width = words_in(sizes.width)
    checked, bounded, weighted = facts[CHECKED] != 0, facts[BOUNDED] != 0, facts[WEIGHTED] != 0
    float_costs, float_estimates = facts[FLOAT_COSTS] != 0, facts[FLOAT_ESTIMATES] != 0
    bound, limit, reported, weight = (
        numbers[BOUND],
        numbers[LIMIT],
        numbers[REPORTED],
        numbers[WEIGHT],
    )
    least_f, least_cost = numbers[LEAST_F], numbers[LEAST_COST]
    greatest_g, greatest_h = numbers[GREATEST_G], numbers[GREATEST_H]
    has_f, has_cost = facts[HAS_F] != 0, facts[HAS_COST] != 0
    depth, waiting, room = facts[DEPTH], facts[WAITING] != 0, facts[ROOM]
    expanded, generated, duplicates = facts[EXPANDED], facts[GENERATED], facts[DUPLICATES]
    dead_ends, deepest = facts[DEAD_ENDS], facts[DEEPEST]
    longest = work.begins.size - 1
    if checked:
        longest = min(longest, i64(work.slots.size * FULLEST))
    capacity = work.hashes.size
    status = -1
    while status < 0:
        if waiting:
            if depth >= longest:
                status = GROW
                break
            if facts[GIVEN] >= 0:
                enter_part(work, sizes, depth, facts[GIVEN], facts[CODE])
                facts[GIVEN] = -1
            elif expanded >= until:
                status = ASK
                break
            else:
                begin = work.begins[u64(depth)]
                done = expand(
                    functions,
                    work.rows.ctypes.data + 8 * width * (depth - 1),
                    1,
                    work.made.ctypes.data + 8 * width * begin,
                    capacity - begin,
                    facts.ctypes.data + 8 * TALLY,
                    work.whole_costs.ctypes.data + 8 * begin,
                )
                if done < 1 and facts[TALLY] == TOO_MANY:
                    status = WIDEN
                    break
                expanded += 1
                if done < 1:
                    facts[CODE] = facts[TALLY]
                    status = HALF
                    break
                enter_part(work, sizes, depth, facts[TALLY], 0)
            waiting = False
        begin, end = work.begins[u64(depth)], work.begins[u64(depth + 1)]
        j, seen = work.nexts[u64(depth)], work.seen[u64(depth)]
        counts = 1 if depth > 0 else 0
        g_parent = work.g[u64(depth)]
        while j < end:
            dropped = (work.ordinals[u64(j)] if checked else j - begin) - seen
            duplicates += dropped
            generated += (dropped + 1) * counts
            seen += dropped + 1
            cost = work.costs[u64(j)] if float_costs else work.whole_costs[u64(j)]
            h = work.estimates[u64(j)] if float_estimates else work.whole_estimates[u64(j)]
            if float_estimates and h == math.inf:
                dead_ends += 1
                j += 1
                continue
            if cost > greatest_g - g_parent or not -greatest_h <= h <= greatest_h:
                generated -= counts
                seen -= 1
                facts[CODE] = OVERFLOW
                status = ERROR
                break
            g = g_parent + cost
            whole = g + h
            f = g + weight * h if weighted else whole
            cut = True
            if whole > limit:
                facts[BEYOND] = 1
            elif bounded and f <= bound:
                cut = False
            elif not has_f or f < least_f:
                least_f, has_f = f, True
            if cut:
                if not has_cost or whole < least_cost:
                    least_cost, has_cost = whole, True
                j += 1
                continue
            if depth >= room:
                generated -= counts
                seen -= 1
                status = NO_ROOM
                break
            store(work, sizes, depth, j)
            work.nexts[u64(depth)], work.seen[u64(depth)] = j + 1, seen
            deepest = max(deepest, depth)
            depth += 1
            highest = max(work.highest[u64(depth - 1)], f)
            work.g[u64(depth)], work.f[u64(depth)], work.highest[u64(depth)] = g, f, highest
            waiting = True
            tested = test(
                functions,
                work.rows.ctypes.data + 8 * width * (depth - 1),
                1,
                work.answer.ctypes.data,
            )
            if tested < 1:
                facts[CODE] = TEST_FAILED
                status = ERROR
            elif work.answer[0] != 0 and (highest > reported or g > reported):
                status = SOLUTION
            break
        if waiting:
            continue
        if status < 0:  # the part is at its end
            dropped = work.totals[u64(depth)] - seen
            duplicates += dropped
            generated += dropped * counts
            seen += dropped
            if work.failures[u64(depth)] != 0:
                facts[CODE] = work.failures[u64(depth)]
                if facts[CODE] == KEY_FAILED or facts[CODE] == ESTIMATE_FAILED:
                    generated += counts
                    seen += 1
                status = ERROR
            elif depth == 0:
                status = END
            else:
                depth -= 1
                if checked:
                    forget(work, sizes, depth, work.nexts[u64(depth)] - 1)
                continue
        work.nexts[depth], work.seen[depth] = j, seen
        if status == END:
            depth = -1
    numbers[LEAST_F], numbers[LEAST_COST] = least_f, least_cost
    facts[HAS_F], facts[HAS_COST] = has_f, has_cost
    facts[DEPTH], facts[WAITING] = depth, waiting
    facts[EXPANDED], facts[GENERATED], facts[DUPLICATES] = expanded, generated, duplicates
    facts[DEAD_ENDS], facts[DEEPEST] = dead_ends, deepest
    return status
