"""Depth-first search as a kernel.

All successors of a node are made when it is expanded. They wait on a stack of their own, the next
one on top, so that each leaves it when it is taken: what waits is what the search has not looked
at yet. A function that fails on the way has made some successors before; the search takes those
first, and meets the failure where it would meet it interpreted.

Under `PathCheck` and `NoCheck` the nodes are those of the current path, numbered by their depth. A
node that leaves the path leaves the hash table as well. It is always the newest one there, so that
emptying its slot leaves no gap on the way to another.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.adapters import FULL as TOO_MANY
from searchkit.compiled.adapters import KEY_FAILED, TEST_FAILED
from searchkit.compiled.calling import expand, key, test
from searchkit.compiled.door import bare_kernel, numpy, part_of_kernel
from searchkit.compiled.engine import ASK, END, ERROR, FAULTY, GROW, NO_ROOM, SOLUTION, WIDEN
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
from searchkit.compiled.machine import prefetch
from searchkit.compiled.program import GOAL, KEY

# places in the array of facts
LEVEL: Final = 0  # of the newest node on the stack; -1: it is empty
STORED: Final = 1
WAITING: Final = 2  # successors that wait to be taken
EXPANDED: Final = 3
GENERATED: Final = 4
DUPLICATES: Final = 5
REOPENED: Final = 6
DEEPEST: Final = 7
CUT: Final = 8  # nodes that the depth limit forbids to expand
FOUND: Final = 9  # the node that is a solution, or on which the test failed
CODE: Final = 10
COSTS: Final = 11  # -1: steps have none; 1: a cost was seen, 2: and a different one
ROOM: Final = 12
LIMIT: Final = 13  # the depth limit; -1: there is none
CHECKS: Final = 14  # whether there is a hash table
REMEMBERS: Final = 15  # whether nodes stay when they leave the path
SUPERSEDES: Final = 16  # whether a node that is met less deep gets another number
FACTS: Final = 17


class Work(NamedTuple):
    """The arrays that the kernel works on."""

    facts: Any
    functions: Any
    rows: Any
    keys: Any  # of the nodes; the rows themselves where there is no key
    parents: Any  # where nodes stay
    depths: Any  # where they may be met less deep
    slots: Any
    stack: Any  # the nodes on the path; beneath them the parent of all starts
    taken: Any  # how many of their successors were; -1: not expanded yet
    left: Any  # how many wait
    codes: Any  # why no more of them could be made; 0: they are complete
    waiting: Any  # the successors, the next one last
    costs: Any  # of the steps to them
    usual: Any  # the first cost that was seen
    made_key: Any
    tally: Any
    answer: Any


class Sizes(NamedTuple):
    """The numbers that the kernel needs beside the arrays."""

    shift: Any
    width: int | None  # words of a row; see `words_in`
    key_width: int | None
    nodes: int  # for how many there is room
    waiting: int  # for how many successors


@part_of_kernel
def reverse(work: Work, first: Any, count: Any, width: Any, labelled: Any) -> None:
    """Turn successors round, so that the first one is on top of the stack."""
    for n in range(count // 2):
        one, other = first + n, first + count - 1 - n
        for k in range(width):
            word = work.waiting[one * width + k]
            work.waiting[one * width + k] = work.waiting[other * width + k]
            work.waiting[other * width + k] = word
        if labelled:
            cost = work.costs[one]
            work.costs[one] = work.costs[other]
            work.costs[other] = cost


@part_of_kernel
def make(work: Work, sizes: Sizes, node: Any, top: Any) -> Any:
    """Make the successors of a node; give their number, or why they could not be made."""
    facts, width = work.facts, words_in(sizes.width)
    done = expand(
        work.functions,
        work.rows.ctypes.data + 8 * width * node,
        1,
        work.waiting.ctypes.data + 8 * width * top,
        sizes.waiting - top,
        work.tally.ctypes.data,
        work.costs.ctypes.data + 8 * top * (facts[COSTS] >= 0),
    )
    count = work.tally[0]
    if done < 1:
        return count
    reverse(work, top, count, width, facts[COSTS] >= 0)
    if facts[CHECKS] and work.functions[KEY] == 0:
        for n in range(top, top + count):
            prefetch(work.slots, position(hash_of(work.waiting, n * width, width), sizes.shift))
    return count


@part_of_kernel
def forget(work: Work, sizes: Sizes, number: Any) -> None:
    """Take the newest node out of the hash table."""
    if work.facts[CHECKS]:
        width = words_in(sizes.key_width)
        value = hash_of(work.keys, number * width, width)
        i = slot_of(work.slots, sizes.shift, value, work.keys, work.keys, number * width, width)
        work.slots[i] = 0


@part_of_kernel
def note_cost(facts: Any, usual: Any, cost: Any) -> None:
    """Remember whether all costs were the same so far."""
    if facts[COSTS] == 0:
        usual[0] = cost
        facts[COSTS] = 1
    elif cost != usual[0]:
        facts[COSTS] = 2


@bare_kernel
def run_slice(work: Work, sizes: Sizes, until: Any) -> Any:
    """Search until a solution, ``until`` expansions, or something that only Python can do."""
    facts, rows, keys, slots = work.facts, work.rows, work.keys, work.slots
    stack, taken, left, waiting = work.stack, work.taken, work.left, work.waiting
    width, key_width = words_in(sizes.width), words_in(sizes.key_width)
    keyed, has_goal = work.functions[KEY] != 0, work.functions[GOAL] != 0
    checks, remembers = facts[CHECKS] != 0, facts[REMEMBERS] != 0
    supersedes, labelled, limit = facts[SUPERSEDES] != 0, facts[COSTS] >= 0, facts[LIMIT]
    level, stored, top = facts[LEVEL], facts[STORED], facts[WAITING]
    expanded, generated, duplicates = facts[EXPANDED], facts[GENERATED], facts[DUPLICATES]
    full = min(facts[ROOM], sizes.nodes)
    if checks:
        full = min(full, i64(slots.size * FULLEST))
    if not remembers and stored > level:  # a solution at the depth limit
        stored = level
        forget(work, sizes, stored)
    status = -1
    while level >= 0:
        node = i64(stack[level])
        if taken[level] < 0:
            if expanded >= until:
                status = ASK
                break
            count = make(work, sizes, node, top)
            if count == TOO_MANY:
                status = WIDEN
                break
            expanded += 1
            taken[level] = left[level] = work.codes[level] = 0
            if count < 0:
                facts[CODE] = count
                status = FAULTY
                break
            left[level] = count
            top += count
        descends = False
        while left[level] > 0:
            at = (top - 1) * width
            if labelled and level > 0:
                note_cost(facts, work.usual, work.costs[top - 1])
            value, slot, known = numpy.uint64(0), i64(0), i64(-1)
            if checks:
                if keyed:
                    address = waiting.ctypes.data + 8 * at
                    if key(work.functions, address, 1, work.made_key.ctypes.data) < 1:
                        facts[CODE] = KEY_FAILED
                        status = ERROR
                        break
                    value = hash_of(work.made_key, 0, key_width)
                    slot = slot_of(slots, sizes.shift, value, keys, work.made_key, 0, key_width)
                else:
                    value = hash_of(waiting, at, width)
                    slot = slot_of(slots, sizes.shift, value, keys, waiting, at, width)
                known = number_in(slots[slot])
            higher = False
            if known >= 0:
                higher = limit >= 0 and remembers and work.depths[known] > level
                if not higher:
                    duplicates += 1
                    generated += level > 0
                    taken[level] += 1
                    left[level] -= 1
                    top -= 1
                    continue
            fresh = supersedes or not higher
            if fresh and stored >= full:
                status = NO_ROOM if stored >= facts[ROOM] else GROW
                break
            if level + 1 == stack.size:
                status = GROW
                break
            generated += level > 0
            taken[level] += 1
            left[level] -= 1
            top -= 1
            if higher:
                facts[REOPENED] += 1
                facts[CUT] -= work.depths[known] == limit
            number = stored if fresh else known
            if fresh:
                for k in range(width):
                    rows[number * width + k] = waiting[at + k]
                if keyed:
                    for k in range(key_width):
                        keys[number * key_width + k] = work.made_key[k]
                if checks:
                    slots[slot] = slot_for(number, value)
                stored += 1
                if level > facts[DEEPEST]:
                    facts[DEEPEST] = level
            if remembers:
                work.parents[number] = node
                if limit >= 0:
                    work.depths[number] = level
            descends = level != limit
            if descends:
                level += 1
                stack[level], taken[level], left[level] = number, -1, 0
            elif remembers:
                facts[CUT] += 1
            else:
                facts[CUT] = 1
            if has_goal and not higher:
                address = rows.ctypes.data + 8 * width * number
                tested = test(work.functions, address, 1, work.answer.ctypes.data)
                if tested < 1 or work.answer[0] != 0:
                    facts[FOUND], facts[CODE] = number, TEST_FAILED
                    status = SOLUTION if tested == 1 else ERROR
                    break
            if descends:
                break
            if not remembers:
                stored -= 1
                forget(work, sizes, stored)
        if status >= 0:
            break
        if descends:
            continue
        if work.codes[level] != 0:
            facts[CODE] = work.codes[level]
            status = ERROR
            break
        level -= 1
        if not remembers and level >= 0:
            stored = node
            forget(work, sizes, node)
    facts[LEVEL], facts[STORED], facts[WAITING] = level, stored, top
    facts[EXPANDED], facts[GENERATED], facts[DUPLICATES] = expanded, generated, duplicates
    return END if status < 0 else status
