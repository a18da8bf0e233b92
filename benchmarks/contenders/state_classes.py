"""The problems as state classes: NamedTuples with methods, as the README teaches them.

What does not change during a search, the level or the maze, is a module's global here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.a_star import GOAL, manhattan, next_tiles
from benchmarks.problems import Instance, next_stacks
from benchmarks.sliding_tiles import START, Board, use_rows
from examples.jumping_maze.maze import Maze, jumps
from examples.sokoban import PushModel, read_level

_MAZES: list[Maze] = []
_MODELS: list[PushModel] = []


class Fifteen(NamedTuple):
    """The 15-puzzle."""

    tiles: tuple[int, ...]

    def next_states(self) -> Iterator[Fifteen]:
        """Slide each neighbour of the gap into it."""
        for tiles in next_tiles(self.tiles):
            yield Fifteen(tiles)

    def is_goal(self) -> bool:
        """Say whether the tiles are in order."""
        return self.tiles == GOAL

    def heuristic(self) -> int:
        """Add up the distances of the tiles from their places."""
        return manhattan(self.tiles)


class Stack(NamedTuple):
    """Pancakes."""

    pancakes: tuple[int, ...]

    def next_states(self) -> Iterator[Stack]:
        """Turn the upper part over."""
        for pancakes in next_stacks(self.pancakes):
            yield Stack(pancakes)

    def is_goal(self) -> bool:
        """Be no goal, so that everything is explored."""
        return False


class Jumper(NamedTuple):
    """A cell of the maze."""

    cell: int

    def next_states(self) -> Iterator[Jumper]:
        """Jump."""
        for cell in jumps(self.cell, _MAZES[0]):
            yield Jumper(cell)

    def is_goal(self) -> bool:
        """Say whether the cell is the one to reach."""
        return self.cell == _MAZES[0].goal


class Warehouse(NamedTuple):
    """Boxes, and the cells that the player can walk to."""

    boxes: int
    region: int

    def next_states(self) -> Iterator[Warehouse]:
        """Push a box."""
        for step in _MODELS[0].next_steps(self):  # type: ignore[arg-type]
            yield Warehouse(*step.state)

    def is_goal(self) -> bool:
        """Say whether every box stands on a goal."""
        return _MODELS[0].is_goal(self)  # type: ignore[arg-type]


def _board(rows: int) -> Board:
    use_rows(rows)
    return Board(START)


def _stack(number: int) -> Stack:
    return Stack(tuple(range(number)))


def _jumper(maze: Maze) -> Jumper:
    _MAZES[:] = [maze]
    return Jumper(maze.start)


def _warehouse(text: str) -> Warehouse:
    _MODELS[:] = [PushModel(read_level(text))]
    return Warehouse(*_MODELS[0].start)


_STARTS: dict[str, Callable[[Any], Any]] = {
    "sliding": _board,
    "fifteen": Fifteen,
    "sokoban": _warehouse,
    "maze": _jumper,
    "pancakes": _stack,
}


def start_of(family: str, instance: Instance) -> Any:
    """Give the start of an instance; it is the instance that the classes are about from then on."""
    return _STARTS[family](instance.data)
