"""The problems in forms that compile and are quick: a state is one word where that is possible.

Sokoban, the maze and the 15-puzzle are those of the examples. What is here are the puzzles that
are explored: a board, or a stack of pancakes, is an int with four bits for each number. They are
plain Python, and run interpreted as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.problems import Instance
from examples import jumping_maze, sliding_tiles, sokoban
from searchkit import Compiled, Problem

GAP = 56
"""Above this bit stands where the gap is: the bit at which its cell begins."""


class Frame(NamedTuple):
    """The size of a board."""

    columns: int
    cells: int


def slides(board: int, frame: Frame) -> Iterator[int]:
    """Slide each neighbour of the gap into it."""
    gap = board >> GAP
    column = (gap >> 2) % frame.columns
    down = 4 * frame.columns
    if gap >= down:
        cell = gap - down
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    if column > 0:
        cell = gap - 4
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    if column < frame.columns - 1:
        cell = gap + 4
        tile = board >> cell & 15
        yield board ^ tile << cell ^ tile << gap ^ (gap ^ cell) << GAP
    if gap + down < 4 * frame.cells:
        cell = gap + down
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
    frame = Frame(columns, rows * columns)
    return Problem(in_order(frame.cells), next_states=slides, is_goal=never, data=frame)


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


def _sliding(rows: int) -> tuple[Any, Compiled]:
    return sliding(rows, 3), Compiled()


def _scaling(rows: int) -> tuple[Any, Compiled]:
    return sliding(rows, 4), Compiled()


def _pancakes(number: int) -> tuple[Any, Compiled]:
    return pancakes(number), Compiled()


def _fifteen(tiles: tuple[int, ...]) -> tuple[Any, Compiled]:
    goal = sliding_tiles.in_order(16, gap_first=True)
    return sliding_tiles.packed_problem(tiles, 4, goal), sliding_tiles.PACKED


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
