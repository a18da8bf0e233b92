"""The push model in a form that compiles: sets of cells as rows of words.

The model is the same as in `push_model`: a step is a push, and of the player only matters where
they can walk to. Here that region is not kept, but the lowest of its cells, which tells it apart
from the other regions just as well and needs less room.

A set of cells is a tuple of ints of 55 bits each. Only the rows and columns of the room count,
with one column of wall between the end of a row and the next, so that a step to the side never
leads around the board. Most small levels fit into one word, together with the player.

All functions are plain Python, and run interpreted too. They are compiled once for each number of
words: a level reaches them as the data of the problem.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from examples.inputs import InputError
from examples.sokoban.levels import Level, cells_in
from examples.sokoban.push_model import Push, push_distances
from searchkit import Compiled, Problem, lowest_bit, replaced

Words: TypeAlias = tuple[int, ...]
"""A set of cells, the lowest 55 in the first word."""

BITS: Final = 55
"""The cells in a word. With the player's 9 bits they fill 64."""

FULL: Final = (1 << BITS) - 1


class Place(NamedTuple):
    """A state: the boxes, and the lowest cell that the player can walk to."""

    boxes: Words
    player: int


class Board(NamedTuple):
    """What never changes: the level, as the functions read it."""

    room: Words
    """The cells that are no walls."""
    targets: Words
    """The cells that boxes are pushed onto: the room, or those of it that are not dead."""
    goals: Words
    columns: int
    """How far apart a cell and the one below it are."""
    distances: Sequence[int]
    """For each cell the pushes to the nearest goal; 0 where none can be reached."""


def next_places(place: Place, board: Board) -> Iterator[Place]:
    """Give what each push leads to: right, left, down, up, and in each way from the lowest box."""
    boxes, player = place
    nothing = without(boxes, boxes)
    free = without(board.room, boxes)
    open_cells = without(board.targets, boxes)
    start = replaced(nothing, player // BITS, 1 << player % BITS)
    region = walked(start, free, board.columns)
    for way in range(4):
        step = 1 if way < 2 else board.columns
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
                region_after = walked(before, without(board.room, pushed), board.columns)
                yield Place(pushed, lowest(region_after))


def is_goal(place: Place, board: Board) -> bool:
    """Say whether every box stands on a goal."""
    missing = 0
    for word in range(len(place.boxes)):
        missing |= place.boxes[word] & ~board.goals[word]
    return missing == 0


def heuristic(place: Place, board: Board) -> int:
    """Add up for each box the pushes to its nearest goal, as if it were alone on the board."""
    total = 0
    for word in range(len(place.boxes)):
        rest = place.boxes[word]
        while rest:
            total += board.distances[word * BITS + lowest_bit(rest)]
            rest &= rest - 1
    return total


# Sets of cells


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


def without(cells: Words, others: Words) -> Words:
    """Give the cells that are not among the others."""
    result = cells
    for word in range(len(cells)):
        result = replaced(result, word, cells[word] & ~others[word])
    return result


def exchanged(cells: Words, one: Words, other: Words) -> Words:
    """Give the cells with those taken away that are among them, and those added that are not."""
    result = cells
    for word in range(len(cells)):
        result = replaced(result, word, cells[word] ^ one[word] ^ other[word])
    return result


def lowest(cells: Words) -> int:
    """Give the lowest cell; -1 where there is none."""
    for word in range(len(cells)):
        if cells[word]:
            return word * BITS + lowest_bit(cells[word])
    return -1


# A level in this form


class CompiledModel:
    """A level in the form that compiles, and the way back to its pushes.

    Args:
        level: The level.
        prune: Never push a box onto a dead cell, from which it cannot come to any goal. The
            answer is the same, and there is less to search.

    Raises:
        InputError: The narrower side of the room is too wide for a word.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> from searchkit import breadth_first_search
        >>> model = CompiledModel(read_level("7#|#@-$-.#|7#"))
        >>> result = breadth_first_search(model.problem())
        >>> print(*model.pushes(result.path))
        [1,3,R] [1,4,R]
    """

    def __init__(self, level: Level, *, prune: bool = False) -> None:
        self.level = level
        self._numbers, self.columns = _numbered(level)
        self.words = max(self._numbers.values()) // BITS + 1
        distances = push_distances(level)
        alive = sum(1 << cell for cell, pushes in distances.items() if not math.isinf(pushes))
        table = array("q", bytes(8 * BITS * self.words))
        for cell in cells_in(alive):
            table[self._numbers[cell]] = int(distances[cell])
        room = self._words(level.room)
        self.board = Board(
            room=room,
            targets=self._words(alive) if prune else room,
            goals=self._words(level.goals & level.room),
            columns=self.columns,
            distances=table,
        )
        boxes = self._words(level.boxes & level.room)
        region = walked(self._words(1 << level.player), without(room, boxes), self.columns)
        self.start = Place(boxes, lowest(region))

    @property
    def settings(self) -> Compiled:
        """How to compile it: with bounds that are the same for all levels of so many words."""
        return Compiled(bounds={"boxes": (0, FULL), "player": (0, max(511, self.words * BITS))})

    def problem(self) -> Problem[Place]:
        """Give the problem to hand to a search."""
        return Problem(
            self.start,
            next_states=next_places,
            is_goal=is_goal,
            heuristic=heuristic,
            data=self.board,
        )

    def pushes(self, places: Iterable[Place]) -> list[Push]:
        """Give the pushes that lead from each place of a path to the next."""
        cells = {number: cell for cell, number in self._numbers.items()}
        names = {step: name for name, step in self.level.steps.items()}
        found: list[Push] = []
        for before, after in pairwise(_as_one(place.boxes) for place in places):
            box, target = (before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1
            push = cells[target] - cells[box]
            found.append(Push(*self.level.place(cells[box]), names[push]))
        return found

    def _words(self, cells: int) -> Words:
        """Give a set of cells of the level in the form of this module."""
        all_cells = sum(1 << self._numbers[cell] for cell in cells_in(cells))
        return tuple(all_cells >> BITS * word & FULL for word in range(self.words))


def _as_one(words: Words) -> int:
    return sum(cells << BITS * word for word, cells in enumerate(words))


def _numbered(level: Level) -> tuple[dict[int, int], int]:
    """Number the cells of the room along the narrower side; give how long a row is as well."""
    places = {cell: level.place(cell) for cell in cells_in(level.room)}
    top, left = (min(place[side] for place in places.values()) for side in (0, 1))
    height, width = (max(place[side] for place in places.values()) + 1 for side in (0, 1))
    height, width = height - top, width - left
    columns = min(width, height) + 1  # and a column of wall
    if columns >= BITS:
        raise InputError(
            f"a room of {height} rows and {width} columns is too large for the compiled model: "
            f"one of the two can be {BITS - 2} at most. Solve it interpreted, without --compiled."
        )
    if width <= height:
        numbers = {c: (row - top) * columns + column - left for c, (row, column) in places.items()}
    else:
        numbers = {c: (column - left) * columns + row - top for c, (row, column) in places.items()}
    return numbers, columns
