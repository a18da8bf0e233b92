"""The problems in forms that compile and are quick: a state is one word where that is possible.

Sokoban and the maze are those of the examples. In the other puzzles a board, or a stack of
pancakes, is an int with four bits for each number. All is plain Python, and runs interpreted too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.problems import Instance
from examples import jumping_maze, sliding_tiles, sokoban
from searchkit import Compiled, Problem

GAP = 56
"""Above this bit stands where the gap is: the bit at which its cell begins."""


class Frame(NamedTuple):
    """What never changes on a board."""

    row: int
    """The bits of a row."""
    left: int
    """The bits at which the cells of the left column begin."""
    right: int
    """The bits at which the cells of the right column begin."""
    end: int
    """The bits of the board."""


def slides(board: int, frame: Frame) -> Iterator[int]:
    """Slide each neighbour of the gap into it."""
    gap = board >> GAP
    if gap >= frame.row:
        cell = gap - frame.row
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    if not frame.left >> gap & 1:
        cell = gap - 4
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    if not frame.right >> gap & 1:
        cell = gap + 4
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    cell = gap + frame.row
    if cell < frame.end:
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP


def never(_board: int, _frame: Frame) -> bool:
    """Be no goal, so that everything is explored."""
    return False


def in_order(numbers: int) -> int:
    """Put the numbers from 0 on beside each other, the first in the lowest bits."""
    return sum(number << 4 * number for number in range(numbers))


def sliding(rows: int, columns: int) -> Problem[int]:
    """State a sliding puzzle of up to 14 cells."""
    left = sum(1 << 4 * columns * row for row in range(rows))
    frame = Frame(4 * columns, left, left << 4 * (columns - 1), 4 * columns * rows)
    return Problem(in_order(rows * columns), next_states=slides, is_goal=never, data=frame)


class Pile(NamedTuple):
    """How many pancakes there are."""

    pancakes: int


def turns(stack: int, pile: Pile) -> Iterator[int]:
    """Turn the upper part of a stack over, two pancakes or more; the topmost has the lowest bits.

    The turned part grows by one pancake at a time: the next one comes on top of it.
    """
    turned = stack & 15
    for size in range(1, pile.pancakes):
        turned = turned << 4 | (stack >> 4 * size & 15)
        above = 4 * size + 4
        yield (stack >> above) << above | turned


def never_eaten(_stack: int, _pile: Pile) -> bool:
    """Be no goal, so that everything is explored."""
    return False


def pancakes(number: int) -> Problem[int]:
    """State the pancake problem, up to 15 of them."""
    return Problem(in_order(number), next_states=turns, is_goal=never_eaten, data=Pile(number))


class Distances(NamedTuple):
    """What never changes in the 15-puzzle."""

    table: Sequence[int]
    """For each pair of cells, and each pair of tiles on them, their distances together."""


def fifteen_slides(board: int, _distances: Distances) -> Iterator[int]:
    """Slide each neighbour of the gap into it.

    As in the packed form of `examples.sliding_tiles`, the tiles stand without the gap; here the
    gap, less 8, is in the same word above them.
    """
    gap = (board >> 60) + 8
    tiles = board & 0xFFFFFFFFFFFFFFF
    if gap >= 4:
        first = 4 * (gap - 4)
        before = tiles >> first & 0xFFFF
        after = before >> 4 | (before & 15) << 12
        yield (board ^ (before ^ after) << first) - (4 << 60)
    if gap & 3:
        yield board - (1 << 60)
    if gap & 3 != 3:
        yield board + (1 << 60)
    if gap < 12:
        first = 4 * gap
        before = tiles >> first & 0xFFFF
        after = (before << 4 & 0xFFFF) | before >> 12
        yield (board ^ (before ^ after) << first) + (4 << 60)


def fifteen_distance(board: int, distances: Distances) -> int:
    """Add up how far the tiles are from their places, two at a time."""
    gap = (board >> 60) + 8
    tiles = board & 0xFFFFFFFFFFFFFFF
    before = tiles & (1 << 4 * gap) - 1
    cells = before | (tiles ^ before) << 4  # with a 0 for the gap
    total = 0
    for pair in range(8):
        total += distances.table[pair << 8 | cells >> 8 * pair & 255]
    return total


def _in_a_word(cells: tuple[int, ...]) -> int:
    board = sliding_tiles.packed(cells)
    return board.tiles + (board.gap - 8 << 60)


def fifteen(cells: tuple[int, ...]) -> Problem[int]:
    """State the 15-puzzle, the gap first when all is in order."""
    goal = sliding_tiles.in_order(16, gap_first=True)
    frame = sliding_tiles.packed_problem(cells, 4, goal).data
    return Problem(
        _in_a_word(cells),
        next_states=fifteen_slides,
        goals=[_in_a_word(goal)],
        heuristic=fifteen_distance,
        data=Distances(frame.distances),
    )


def _sliding(rows: int) -> tuple[Any, Compiled]:
    return sliding(rows, 3), Compiled()


def _scaling(rows: int) -> tuple[Any, Compiled]:
    return sliding(rows, 4), Compiled()


def _pancakes(number: int) -> tuple[Any, Compiled]:
    return pancakes(number), Compiled()


def _fifteen(tiles: tuple[int, ...]) -> tuple[Any, Compiled]:
    return fifteen(tiles), Compiled()


def _maze(maze: jumping_maze.Maze) -> tuple[Any, Compiled]:
    return jumping_maze.compiled_problem(maze), Compiled()


def _sokoban(text: str) -> tuple[Any, Compiled]:
    model = sokoban.CompiledModel(sokoban.read_level(text))
    return model.problem(), model.settings


_FORMS: dict[str, Callable[[Any], tuple[Any, Compiled]]] = {
    "sliding": _sliding,
    "fifteen": _fifteen,
    "sokoban": _sokoban,
    "maze": _maze,
    "pancakes": _pancakes,
    "scaling": _scaling,
}


def problem_of(family: str, instance: Instance) -> tuple[Any, Compiled]:
    """Give the problem of an instance, and the settings that it is compiled with."""
    return _FORMS[family](instance.data)
