"""Uniform-cost search, A* and weighted A* as a kernel.

One node is expanded at a time, as the order demands. Its successors are made and hashed first,
while their slots are fetched from memory; then they are looked up, estimated and stored one by
one. So nodes get the same numbers, and come in the same order, as interpreted.

Where all numbers are ints, f is an int as well: g + weight * h, all multiplied with the
denominator of the weight where that is small. Else g, h and f are floats, and are added up as
interpreted, so that no bit differs.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.adapters import KEY_FAILED, TEST_FAILED
from searchkit.compiled.calling import estimate, expand, key, test
from searchkit.compiled.door import bare_kernel, part_of_kernel
from searchkit.compiled.engine import ASK, END, ERROR, GROW, NO_ROOM, SOLUTION, WIDEN
from searchkit.compiled.growing import FULLEST
from searchkit.compiled.hashing import (
    hash_of,
    i64,
    number_in,
    position,
    slot_for,
    slot_of,
    words_in,
)
from searchkit.compiled.machine import ordered, prefetch
from searchkit.compiled.program import ESTIMATE, GOAL, KEY
from searchkit.compiled.queues import COMING, LENGTH, fits, hurry, pop, push

# places in the array of facts
CURRENT: Final = 0  # the node being expanded, or waiting to be; -1: the starts, or none is left
PHASE: Final = 1
STORED: Final = 2
EXPANDED: Final = 3
GENERATED: Final = 4  # without those of the node being expanded
DUPLICATES: Final = 5
REOPENED: Final = 6
STALE: Final = 7
DEAD_ENDS: Final = 8
MAX_FRONTIER: Final = 9
DEEPEST: Final = 10
COUNT: Final = 11  # successors that were made
TAKEN: Final = 12  # how many of them were taken
ROOM: Final = 13
CODE: Final = 14  # what failed
WANTED_F: Final = 15  # f and h of the entry for which there was no place
WANTED_H: Final = 16
CHECKS: Final = 17  # whether states are looked up
REOPENS: Final = 18  # whether a closed node is opened again when it is reached more cheaply
FAULT: Final = 19  # what fails behind the successors that were made; 0: nothing
FACTS: Final = 20

# phases
WAITING: Final = 0  # the current node waits to be expanded
MADE: Final = 1  # its successors were made
SELECTING: Final = 2  # they were all taken

# what else may fail
ESTIMATE_FAILED: Final = -7
OVERFLOW: Final = -8

# places in the record of a node
G: Final = 0
META: Final = 1  # from the lowest bits up: flags, depth, parent
H: Final = 2  # only where there is a heuristic
# and the cost of the step into it comes last, only where steps have costs

CLOSED: Final = 1
SOLVED: Final = 2  # the node is a goal that was given as a solution
FLAGS: Final = 2  # bits
_DEPTH: Final = 30  # bits
_MOST: Final = (1 << _DEPTH) - 1


class Work(NamedTuple):
    """The arrays that a kernel works on."""

    facts: Any
    functions: Any
    rows: Any
    keys: Any  # of the nodes; the rows themselves where there is no key
    records: Any  # of the nodes, as ints
    values: Any  # the same memory, in the kind of the costs
    slots: Any
    made: Any  # the successors of the current node
    made_keys: Any
    hashes: Any
    tallies: Any
    costs: Any
    float_costs: Any  # the same memory as floats, where the search reckons in floats
    answers: Any
    float_answers: Any


class Sizes(NamedTuple):
    """The numbers that a kernel needs beside the arrays; the last ones of the kind of f."""

    shift: Any
    width: int | None  # words of a row; see `words_in`
    key_width: int | None
    record: int  # words of a record
    capacity: int  # successors that fit into the buffers
    has_costs: bool
    costs_are_floats: bool
    estimates_are_floats: bool
    one: Any
    scale: Any  # f is g times this
    weight: Any  # plus h times this
    greatest_g: Any
    greatest_h: Any
    infinity: Any


@part_of_kernel
def meta_of(parent: Any, depth: Any, flags: Any) -> Any:
    """Put a parent, a depth and flags into one word."""
    return (parent << (FLAGS + _DEPTH)) | (depth << FLAGS) | flags


@part_of_kernel
def parent_in(meta: Any) -> Any:
    """Take the parent out of such a word."""
    return meta >> (FLAGS + _DEPTH)


@part_of_kernel
def depth_in(meta: Any) -> Any:
    """Take the depth out of such a word."""
    return (meta >> FLAGS) & _MOST


@part_of_kernel
def make(work: Work, sizes: Sizes) -> Any:
    """Expand the current node into the buffers, and hash what comes; -1 when that is done."""
    facts = work.facts
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    completed = expand(
        work.functions,
        work.rows.ctypes.data + 8 * width * facts[CURRENT],
        1,
        work.made.ctypes.data,
        sizes.capacity,
        work.tallies.ctypes.data,
        work.costs.ctypes.data,
    )
    count = work.tallies[0]
    if completed == 0 and count == TOO_MANY:
        return WIDEN
    facts[EXPANDED] += 1
    facts[TAKEN] = 0
    if completed == 0:
        facts[CODE] = count
        return ERROR
    if work.functions[KEY] != 0:
        keyed = key(work.functions, work.made.ctypes.data, count, work.made_keys.ctypes.data)
        if keyed < count:
            count = keyed
            facts[FAULT] = KEY_FAILED
    facts[COUNT] = count
    facts[PHASE] = MADE
    if facts[CHECKS]:
        for j in range(count):
            value = hash_of(work.made_keys, j * key_width, key_width)
            work.hashes[j] = value
            prefetch(work.slots, position(value, sizes.shift))
    return -1


@part_of_kernel
def store(work: Work, queue: Any, sizes: Sizes) -> Any:
    """Look up, estimate and store the successors that were made; -1 when that is done."""
    facts, slots, records, values = work.facts, work.slots, work.records, work.values
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    checks, keyed = facts[CHECKS] != 0, work.functions[KEY] != 0
    estimates = work.functions[ESTIMATE] != 0
    full = records.size // sizes.record
    if checks:
        full = min(full, i64(slots.size * FULLEST))
    parent, count, stored = facts[CURRENT], facts[COUNT], facts[STORED]
    base, cost, depth = 0 * sizes.one, 0 * sizes.one, 0
    if parent >= 0:
        base = values[parent * sizes.record + G]
        depth = depth_in(records[parent * sizes.record + META]) + 1
        cost = sizes.one
    status = -1
    j = facts[TAKEN]
    while j < count:
        if sizes.has_costs and parent >= 0:
            cost = work.costs[j] * sizes.one
            if sizes.costs_are_floats:
                cost = work.float_costs[j]
        g = base + cost
        if not base <= g <= sizes.greatest_g:
            facts[CODE], status = OVERFLOW, ERROR
            break
        known, i = -1, 0
        if checks:
            i = slot_of(
                slots,
                sizes.shift,
                work.hashes[j],
                work.keys,
                work.made_keys,
                j * key_width,
                key_width,
            )
            known = number_in(slots[i])
            if known >= 0:
                at = known * sizes.record
                if not g < values[at + G] or (
                    not facts[REOPENS] and records[at + META] & CLOSED != 0
                ):
                    facts[DUPLICATES] += 1
                    j += 1
                    continue
        fresh = known < 0 or keyed
        if fresh and stored >= min(facts[ROOM], full):
            status = NO_ROOM if stored >= facts[ROOM] else GROW
            break
        f, h, wide_h, failed = g, 0 * sizes.one, 0, False
        if estimates:
            if fresh:
                address = work.made.ctypes.data + 8 * width * j
                failed = estimate(work.functions, address, 1, work.answers.ctypes.data) < 1
                h = work.answers[0] * sizes.one
                if sizes.estimates_are_floats:
                    h = work.float_answers[0]
                if not failed and not -sizes.greatest_h <= h <= sizes.greatest_h:
                    facts[CODE], status = OVERFLOW, ERROR
                    break
            else:
                h = values[known * sizes.record + H]
            f = g * sizes.scale + h * sizes.weight
            wide_h = ordered(h)
        wide_f = ordered(f)
        waits = not failed and h != sizes.infinity
        if waits and not fits(queue, wide_f, wide_h):
            facts[WANTED_F], facts[WANTED_H], status = wide_f, wide_h, GROW
            break
        number, flags = known, 0
        if known >= 0:
            at = known * sizes.record
            facts[REOPENED] += records[at + META] & CLOSED
            if fresh:
                records[at + META] |= CLOSED  # its entries in the queue are stale
            else:
                flags = records[at + META] & SOLVED
        if fresh:
            number = stored
            stored += 1
            for k in range(width):
                work.rows[number * width + k] = work.made[j * width + k]
            if keyed:
                for k in range(key_width):
                    work.keys[number * key_width + k] = work.made_keys[j * key_width + k]
            if checks:
                slots[i] = slot_for(number, work.hashes[j])
            if estimates:
                values[number * sizes.record + H] = h
        at = number * sizes.record
        values[at + G] = g
        records[at + META] = meta_of(parent, depth, flags)
        if sizes.has_costs:
            values[at + sizes.record - 1] = cost
        if depth > facts[DEEPEST]:
            facts[DEEPEST] = depth
        if failed:
            facts[CODE], status = ESTIMATE_FAILED, ERROR
            break
        if waits:
            push(queue, wide_f, wide_h, number)
        else:
            facts[DEAD_ENDS] += 1
        j += 1
    facts[STORED], facts[TAKEN] = stored, j
    return status


@part_of_kernel
def select(work: Work, queue: Any, sizes: Sizes) -> Any:
    """Take the best open node, close it and test it; -1 unless that ends the slice."""
    facts, records = work.facts, work.records
    width = words_in(sizes.width)
    facts[MAX_FRONTIER] = max(facts[MAX_FRONTIER], queue.facts[LENGTH])
    number = -1
    while queue.facts[LENGTH] > 0:
        number = pop(queue)
        coming = queue.facts[COMING]
        prefetch(work.rows, coming * width)
        prefetch(records, coming * sizes.record)
        if records[number * sizes.record + META] & CLOSED == 0:
            break
        facts[STALE] += 1
        number = -1
    facts[CURRENT] = number
    if number < 0:
        return END
    meta = records[number * sizes.record + META] | CLOSED
    facts[PHASE] = WAITING
    status = -1
    if work.functions[GOAL] != 0:
        address = work.rows.ctypes.data + 8 * width * number
        if test(work.functions, address, 1, work.answers.ctypes.data) < 1:
            facts[CODE], status = TEST_FAILED, ERROR
        elif work.answers[0] != 0 and meta & SOLVED == 0:
            meta |= SOLVED
            status = SOLUTION
    records[number * sizes.record + META] = meta
    return status


@bare_kernel
def run_slice(work: Work, queue: Any, sizes: Sizes, until: Any) -> Any:
    """Search until a solution, ``until`` expansions, or something that only Python can do."""
    facts = work.facts
    while True:
        if facts[PHASE] == WAITING:
            if facts[EXPANDED] >= until:
                return ASK
            status = make(work, sizes)
            if status >= 0:
                return status
        if facts[PHASE] == MADE:
            status = store(work, queue, sizes)
            if status >= 0:
                return status
            if facts[FAULT]:
                facts[CODE] = facts[FAULT]
                return ERROR
            if facts[CURRENT] >= 0:
                facts[GENERATED] += facts[COUNT]
            facts[PHASE] = SELECTING
        if hurry(queue):
            return GROW
        status = select(work, queue, sizes)
        if status >= 0:
            return status


@bare_kernel
def least_open(work: Work, sizes: Sizes) -> Any:
    """Find the open node with the least g + h; -1 where there is none."""
    estimates = work.functions[ESTIMATE] != 0
    best, least = -1, 0 * sizes.one
    for number in range(work.facts[STORED]):
        at = number * sizes.record
        if work.records[at + META] & CLOSED:
            continue
        value = work.values[at + G]
        if estimates:
            h = work.values[at + H]
            if h == sizes.infinity:
                continue
            value += h
        if best < 0 or value < least:
            best, least = number, value
    return best
