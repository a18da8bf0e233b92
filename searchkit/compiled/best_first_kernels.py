"""Uniform-cost search, A* and weighted A* as a kernel.

One node is expanded at a time, as the order demands. Its successors are made and hashed first,
while their slots are fetched from memory; then they are looked up, estimated and stored one by
one. So nodes get the same numbers, and come in the same order, as interpreted.

Where all numbers are ints, f is an int as well: g + weight * h, all multiplied with the
denominator of the weight where that is small. Else g, h and f are floats, and are added up as
interpreted, so that no bit differs.
"""

from __future__ import annotations

from typing import Any

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.adapters import KEY_FAILED, TEST_FAILED
from searchkit.compiled.best_first_nodes import (
    CHECKS,
    CLOSED,
    CODE,
    COST,
    COUNT,
    CURRENT,
    DEAD_ENDS,
    DEEPEST,
    DUPLICATES,
    ESTIMATE_FAILED,
    EXPANDED,
    FAULT,
    GENERATED,
    MADE,
    MAX_FRONTIER,
    META,
    OVERFLOW,
    PHASE,
    REOPENED,
    REOPENS,
    ROOM,
    SELECTING,
    SOLVED,
    STALE,
    STORED,
    TAKEN,
    WAITING,
    WANTED_F,
    WANTED_H,
    G,
    Sizes,
    Work,
    depth_in,
    g_in,
    meta_of,
)
from searchkit.compiled.calling import estimate, expand, key, test
from searchkit.compiled.door import bare_kernel, part_of_kernel
from searchkit.compiled.engine import ASK, END, ERROR, GROW, NO_ROOM, SOLUTION, WIDEN
from searchkit.compiled.hashing import (
    hash_of,
    number_in,
    position,
    same_row,
    slot_for,
    u32,
    words_in,
)
from searchkit.compiled.machine import ordered, prefetch
from searchkit.compiled.program import ESTIMATE, GOAL, KEY
from searchkit.compiled.queues import COMING, LENGTH, fits, hurry, pop, push


@part_of_kernel
def make(work: Work, sizes: Sizes) -> Any:
    """Expand the current node into the buffers, and hash what comes; -1 when that is done."""
    facts = work.facts
    key_width = words_in(sizes.key_width)
    completed = expand(
        work.functions,
        work.nodes.ctypes.data + 8 * sizes.stride * facts[CURRENT],
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
def slot_from(work: Work, sizes: Sizes, i: Any, j: Any) -> Any:
    """Find the slot of a successor from a place on: where it is, or would be."""
    slots, key_width = work.slots, words_in(sizes.key_width)
    mask = slots.size - 1
    tag = u32(work.hashes[j])
    while True:
        slot = slots[i]
        if slot == 0:
            return i
        at = number_in(slot) * sizes.key_stride
        if u32(slot) == tag and same_row(work.keys, at, work.made_keys, j * key_width, key_width):
            return i
        i = (i + 1) & mask


@part_of_kernel
def store(work: Work, queue: Any, sizes: Sizes) -> Any:
    """Look up, estimate and store the successors that were made; -1 when that is done."""
    facts, slots, records, values = work.facts, work.slots, work.records, work.values
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    checks, keyed = facts[CHECKS] != 0, work.functions[KEY] != 0
    estimates = work.functions[ESTIMATE] != 0
    most = min(facts[ROOM], sizes.full)
    parent, count, stored = facts[CURRENT], facts[COUNT], facts[STORED]
    base, cost, depth = 0 * sizes.one, 0 * sizes.one, 0
    if parent >= 0:
        base = g_in(work, sizes, parent * sizes.stride)
        depth = depth_in(records[parent * sizes.stride + META]) + 1
        cost = sizes.one
    status = -1
    j = facts[TAKEN]
    while j < count:
        if sizes.has_costs and parent >= 0:
            cost = work.costs[j] * sizes.one
            if sizes.costs_are_floats:
                cost = work.float_costs[j]
        g = base + cost
        if cost > sizes.greatest_g - base or not base <= g:  # the sum itself might wrap around
            facts[CODE], status = OVERFLOW, ERROR
            break
        known, i = -1, 0
        if checks:
            i = slot_from(work, sizes, position(work.hashes[j], sizes.shift), j)
            known = number_in(slots[i])
            if known >= 0:
                at = known * sizes.stride
                if not g < g_in(work, sizes, at) or (
                    not facts[REOPENS] and records[at + META] & CLOSED != 0
                ):
                    facts[DUPLICATES] += 1
                    j += 1
                    continue
        fresh = known < 0 or keyed
        if fresh and stored >= most:
            status = NO_ROOM if stored >= facts[ROOM] else GROW
            break
        f, h, wide_h, failed = g, 0 * sizes.one, 0, False
        if estimates:
            address = work.made.ctypes.data + 8 * width * j
            failed = estimate(work.functions, address, 1, work.answers.ctypes.data) < 1
            h = work.answers[0] * sizes.one
            if sizes.estimates_are_floats:
                h = work.float_answers[0]
            if not failed and not -sizes.greatest_h <= h <= sizes.greatest_h:
                facts[CODE], status = OVERFLOW, ERROR
                break
            f = g * sizes.scale + h * sizes.weight
            wide_h = ordered(h)
        wide_f = ordered(f)
        waits = not failed and h != sizes.infinity
        if waits and not fits(queue, wide_f, wide_h):
            facts[WANTED_F], facts[WANTED_H], status = wide_f, wide_h, GROW
            break
        number, flags = known, 0
        if known >= 0:
            at = known * sizes.stride
            facts[REOPENED] += records[at + META] & CLOSED
            if fresh:
                records[at + META] |= CLOSED  # its entries in the queue are stale
            else:
                flags = records[at + META] & SOLVED
        if fresh:
            number = stored
            stored += 1
            for k in range(width):
                work.nodes[number * sizes.stride + k] = work.made[j * width + k]
            if keyed:
                for k in range(key_width):
                    work.keys[number * key_width + k] = work.made_keys[j * key_width + k]
            if checks:
                slots[i] = slot_for(number, work.hashes[j])
        at = number * sizes.stride
        records[at + META] = meta_of(parent, depth, flags)
        if sizes.has_costs:
            values[at + G], values[at + COST] = g, cost
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
    facts[MAX_FRONTIER] = max(facts[MAX_FRONTIER], queue.facts[LENGTH])
    number = -1
    while queue.facts[LENGTH] > 0:
        number = pop(queue)
        coming = queue.facts[COMING]
        prefetch(work.nodes, coming * sizes.stride)
        if records[number * sizes.stride + META] & CLOSED == 0:
            break
        facts[STALE] += 1
        number = -1
    facts[CURRENT] = number
    if number < 0:
        return END
    meta = records[number * sizes.stride + META] | CLOSED
    facts[PHASE] = WAITING
    status = -1
    if work.functions[GOAL] != 0:
        address = work.nodes.ctypes.data + 8 * sizes.stride * number
        if test(work.functions, address, 1, work.answers.ctypes.data) < 1:
            facts[CODE], status = TEST_FAILED, ERROR
        elif work.answers[0] != 0 and meta & SOLVED == 0:
            meta |= SOLVED
            status = SOLUTION
    records[number * sizes.stride + META] = meta
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
        at = number * sizes.stride
        if work.records[at + META] & CLOSED:
            continue
        value = g_in(work, sizes, at)
        if estimates:
            address = work.nodes.ctypes.data + 8 * at
            if estimate(work.functions, address, 1, work.answers.ctypes.data) < 1:
                continue
            h = work.answers[0] * sizes.one
            if sizes.estimates_are_floats:
                h = work.float_answers[0]
            if h == sizes.infinity:
                continue
            value += h
        if best < 0 or value < least:
            best, least = number, value
    return best
