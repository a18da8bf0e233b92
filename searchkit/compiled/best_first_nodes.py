"""What the kernels of best-first search work on: facts, arrays, and the record of a node.

A node stands in one piece, so that one access to memory brings all of it: the words of its row,
then one word with parent, depth and flags, then, only where steps have costs, g and the cost of
the step into it. Where they have none, g is the depth. The heuristic is not kept; it is asked for
again where a node is reached anew.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.door import part_of_kernel

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

# places in the record of a node, which stands behind the words of its row
META: Final = 0  # from the lowest bits up: flags, depth, parent
G: Final = 1  # only where steps have costs, as the next one
COST: Final = 2  # of the step into it

CLOSED: Final = 1
SOLVED: Final = 2  # the node is a goal that was given as a solution
FLAGS: Final = 2  # bits
_DEPTH: Final = 30  # bits
_MOST: Final = (1 << _DEPTH) - 1


class Work(NamedTuple):
    """The arrays that a kernel works on."""

    facts: Any
    functions: Any
    nodes: Any  # of each: its row and its record
    keys: Any  # of the nodes; the same as nodes where there is no key
    records: Any  # the nodes without the row of the first, as ints: here the records begin
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
    stride: int  # words of a node
    key_stride: int  # from one key to the next
    full: int  # nodes for which there is room
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
def g_in(work: Work, sizes: Sizes, at: Any) -> Any:
    """Take g out of the record that begins at ``at``."""
    if sizes.has_costs:
        return work.values[at + G]
    return depth_in(work.records[at + META]) * sizes.one


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
