"""A board whose cells lie in rows of one length, so that a step is a shift of whole words.

Only the rows and columns of the room count, with one column of wall between the end of a row and
the next, so that a step to the side never leads around the board. Most small levels fit into one
word, together with the player.

It suits rooms that fill the rectangle around them. Where that has many words, most of them walls,
`linked_cells` is quicker, and a row that is longer than a word has no place here at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from examples.sokoban.levels import Level, cells_in
from examples.sokoban.places import BITS, FULL, Place, Words, lowest, without
from searchkit import replaced


class Rows(NamedTuple):
    """What never changes: the level, as the functions read it."""

    room: Words
    """The cells that are no walls."""
    targets: Words
    """The cells that boxes are pushed onto: the room, or those of it that are not dead."""
    goals: Words
    columns: int
    """How far apart a cell and the one below it are; less than `BITS`."""
    distances: Sequence[int]
    """For each cell the pushes to the nearest goal; 0 where none can be reached."""


def next_places(place: Place, level: Rows) -> Iterator[Place]:
    """Give what each push leads to: right, left, down, up, and in each way from the lowest box."""
    boxes, player = place
    nothing = without(boxes, boxes)
    free = without(level.room, boxes)
    open_cells = without(level.targets, boxes)
    start = replaced(nothing, player // BITS, 1 << player % BITS)
    region = walked(start, free, level.columns)
    for way in range(4):
        step = 1 if way < 2 else level.columns
        if way % 2:
            step = -step
        behind = moved(region, step)
        ahead = moved(open_cells, -step)
        for word in range(len(boxes)):
            pushable = boxes[word] & behind[word] & ahead[word]
            while pushable:
                box = pushable & -pushable
                pushable ^= box
                before = replaced(nothing, word, box)
                pushed = exchanged(boxes, before, moved(before, step))
                region_after = walked(before, without(level.room, pushed), level.columns)
                yield Place(pushed, lowest(region_after))


def walked(start: Words, free: Words, columns: int) -> Words:
    """Give the cells that can be walked to: all at once take a step in all ways, until none is new.

    Whatever comes out of a word, above or below, comes into the next.
    """
    region = start
    last = len(start) - 1
    while True:
        grown = region
        new = 0
        for word in range(len(start)):
            cells = region[word]
            around = cells << 1 | cells >> 1 | cells << columns | cells >> columns
            if word > 0:
                around |= region[word - 1] >> BITS - 1 | region[word - 1] >> BITS - columns
            if word < last:
                around |= region[word + 1] << BITS - 1 | region[word + 1] << BITS - columns
            added = around & free[word] & ~cells
            new |= added
            grown = replaced(grown, word, cells | added)
        if new == 0:
            return region
        region = grown


def moved(cells: Words, step: int) -> Words:
    """Give the cells one step further: by 1 or a row, up (positive) or down (negative)."""
    result = cells
    last = len(cells) - 1
    for word in range(len(cells)):
        if step > 0:
            further = cells[word] << step & FULL
            if word > 0:
                further |= cells[word - 1] >> BITS - step
        else:
            further = cells[word] >> -step
            if word < last:
                further |= cells[word + 1] << BITS + step & FULL
        result = replaced(result, word, further)
    return result


def exchanged(cells: Words, one: Words, other: Words) -> Words:
    """Give the cells with those taken away that are among them, and those added that are not."""
    result = cells
    for word in range(len(cells)):
        result = replaced(result, word, cells[word] ^ one[word] ^ other[word])
    return result


def numbered(level: Level) -> tuple[dict[int, int], int]:
    """Number the cells of the room along the narrower side; give how long a row is as well."""
    places = {cell: level.place(cell) for cell in cells_in(level.room)}
    top, left = (min(place[side] for place in places.values()) for side in (0, 1))
    height, width = (max(place[side] for place in places.values()) + 1 for side in (0, 1))
    height, width = height - top, width - left
    columns = min(width, height) + 1  # and a column of wall
    if width <= height:
        numbers = {c: (row - top) * columns + column - left for c, (row, column) in places.items()}
    else:
        numbers = {c: (column - left) * columns + row - top for c, (row, column) in places.items()}
    return numbers, columns
