"""A board whose cells are numbered one after another, with tables of what lies around each.

Walls take no room, so a room may have any shape and lie in a board of any size: 256 cells are five
words. A step looks up the neighbours of each cell instead of shifting whole words, which makes
this slower than `shifted_cells` where that needs few words, and quicker where it needs many.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from examples.sokoban.levels import Level, cells_in
from examples.sokoban.places import BITS, Place, Words, lowest, without
from searchkit import lowest_bit, replaced


class Links(NamedTuple):
    """What never changes: the level, as the functions read it."""

    room: Words
    """All cells."""
    goals: Words
    around: Sequence[int]
    """For each cell the set of its neighbours, word by word."""
    pushes: Sequence[int]
    """For each cell and way the cell that the player pushes from, and the one that a box goes to.

    The first is -1 where no box is ever pushed that way."""
    distances: Sequence[int]
    """For each cell the pushes to the nearest goal; 0 where none can be reached."""


def next_places(place: Place, level: Links) -> Iterator[Place]:
    """Give what each push leads to, from the lowest box on: up, down, left, right."""
    boxes, player = place
    nothing = without(boxes, boxes)
    free = without(level.room, boxes)
    region = walked(toggled(nothing, player), free, level.around)
    for word in range(len(boxes)):
        rest = boxes[word]
        while rest:
            box = word * BITS + lowest_bit(rest)
            rest &= rest - 1
            for way in range(4):
                behind = level.pushes[8 * box + 2 * way]
                ahead = level.pushes[8 * box + 2 * way + 1]
                if behind >= 0 and has(region, behind) and has(free, ahead):
                    before = toggled(nothing, box)
                    pushed = toggled(toggled(boxes, box), ahead)
                    region_after = walked(before, without(level.room, pushed), level.around)
                    yield Place(pushed, lowest(region_after))


def walked(start: Words, free: Words, around: Sequence[int]) -> Words:
    """Give the cells that can be walked to: those that were new take a step in all ways.

    It ends when none is new.
    """
    words = len(start)
    region = start
    newest = start
    while True:
        near = without(start, start)
        for word in range(words):
            rest = newest[word]
            while rest:
                first = (word * BITS + lowest_bit(rest)) * words
                rest &= rest - 1
                for other in range(words):
                    near = replaced(near, other, near[other] | around[first + other])
        new = 0
        for word in range(words):
            added = near[word] & free[word] & ~region[word]
            new |= added
            newest = replaced(newest, word, added)
            region = replaced(region, word, region[word] | added)
        if new == 0:
            return region


def has(cells: Words, cell: int) -> bool:
    """Say whether a cell is in a set."""
    return cells[cell // BITS] >> cell % BITS & 1 == 1


def toggled(cells: Words, cell: int) -> Words:
    """Give the set with this cell taken away or, if it is not in the set, added."""
    word = cell // BITS
    return replaced(cells, word, cells[word] ^ 1 << cell % BITS)


def numbered(level: Level) -> dict[int, int]:
    """Number the cells of the room row by row."""
    return {cell: number for number, cell in enumerate(cells_in(level.room))}


def pushes_of(level: Level, numbers: dict[int, int], targets: int) -> array[int]:
    """Make the table of the pushes onto cells that are among the targets."""
    table = array("q")
    for cell in numbers:
        for step in level.steps.values():
            behind, ahead = cell - step, cell + step
            possible = behind in numbers and targets >> ahead & 1
            table.extend((numbers[behind], numbers[ahead]) if possible else (-1, -1))
    return table
