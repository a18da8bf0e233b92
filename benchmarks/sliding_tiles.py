"""The 8-puzzle of the benchmarks: the same moves as functions and as two state classes.

The successor function is the plain one that anybody would write: find the gap, swap each
neighbour into it. `CELLS` holds the neighbours of each cell, once for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 3
STATES = 181_440
SMALL_STATES = 360

Tiles = tuple[int, ...]
START: Tiles = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CELLS: list[Tiles] = [()] * 9


def use_rows(rows: int) -> int:
    """Let the gap move within the first 3 rows (or 2); give the number of reachable states.

    The bottom row of a board of 2 rows stays as it is, so that the code under measurement is the
    same for both.
    """
    cells = rows * WIDTH
    for cell in range(cells):
        column = cell % WIDTH
        near = [cell - WIDTH, cell + WIDTH]
        near += [cell - 1] * (column > 0) + [cell + 1] * (column < WIDTH - 1)
        CELLS[cell] = tuple(n for n in near if 0 <= n < cells)
    return {2: SMALL_STATES, 3: STATES}[rows]


def next_tiles(tiles: Tiles) -> Iterator[Tiles]:
    """Slide each neighbour of the gap into it."""
    gap = tiles.index(0)
    for cell in CELLS[gap]:
        moved = list(tiles)
        moved[gap], moved[cell] = moved[cell], 0
        yield tuple(moved)


def never(_tiles: Tiles) -> bool:
    """Be no goal, so that everything is explored."""
    return False


class Board(NamedTuple):
    """A state class with one field."""

    tiles: Tiles

    def next_states(self) -> Iterator[Board]:
        """Slide each neighbour of the gap into it."""
        tiles = self.tiles
        gap = tiles.index(0)
        for cell in CELLS[gap]:
            moved = list(tiles)
            moved[gap], moved[cell] = moved[cell], 0
            yield Board(tuple(moved))

    def is_goal(self) -> bool:
        """Be no goal, so that everything is explored."""
        return False


class Nine(NamedTuple):
    """A state class with a field for each cell."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int

    def next_states(self) -> Iterator[Nine]:
        """Slide each neighbour of the gap into it."""
        gap = self.index(0)
        for cell in CELLS[gap]:
            moved = list(self)
            moved[gap], moved[cell] = moved[cell], 0
            yield Nine(*moved)

    def is_goal(self) -> bool:
        """Be no goal, so that everything is explored."""
        return False


use_rows(WIDTH)
