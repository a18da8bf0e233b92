"""The article's model: a step is a push, and a state is what the player can do about the boxes.

What belongs into a state? Where the boxes are, surely. Where the player is matters only as far as
it decides which boxes the player can get behind: two states are equal when the player can walk
from one to the other. So a `Position` holds the boxes and the *region*, which is every cell that
the player can walk to, and nothing else. The pushes made so far are not part of it: with them no
two ways to one position would ever be equal. They are the actions of the steps, and the search
keeps them beside the states.

Both are sets of cells, and so ints (see `levels`): hashing, comparing and ordering a position is
hashing, comparing and ordering two ints.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from examples.sokoban.levels import Level, cells_in
from searchkit import Problem, Step

if TYPE_CHECKING:
    from collections.abc import Iterator


class Position(NamedTuple):
    """A state: the cells with boxes, and the cells that the player can walk to."""

    boxes: int
    region: int


class Push(NamedTuple):
    """An action: where the box stood before the push, and which way it went (U, D, L or R)."""

    row: int
    column: int
    direction: str

    def __str__(self) -> str:
        return f"[{self.row},{self.column},{self.direction}]"


class _Pushable(NamedTuple):
    # A way in which a box on a given cell can be pushed if nothing stands there. Tables of these
    # are made once a level, so that the search only looks at bits.
    player: int
    """The cell that the player has to come to (as a set of one cell)."""
    target: int
    """The cell that the box goes to (as a set of one cell)."""
    change: int
    """The cells that change between box and no box: where the box was and where it goes."""
    push: Push


class PushModel:
    """The rules of Sokoban on one level, as the functions that a `Problem` is made of.

    Boxes are tried in row-major order, and directions in the order up, down, left, right.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> from searchkit import breadth_first_search
        >>> model = PushModel(read_level("7#|#@-$-.#|7#"))
        >>> print(*breadth_first_search(model.problem()).path.actions)
        [1,3,R] [1,4,R]
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._room = level.room
        self._off_goals = level.room & ~level.goals
        self._pushable = {1 << cell: tuple(_pushable(level, cell)) for cell in cells_in(level.room)}
        self._distances = {1 << cell: steps for cell, steps in push_distances(level).items()}
        self._positions: dict[int, list[Position]] = {}
        self.start = self.position(level.boxes, 1 << level.player)

    def problem(self) -> Problem[Position, Push]:
        """Give the problem to hand to any search."""
        return Problem(
            self.start,
            next_steps=self.next_steps,
            is_goal=self.is_goal,
            heuristic=self.heuristic,
        )

    def next_steps(self, position: Position) -> Iterator[Step[Position, Push]]:
        """Give all pushes that can be made, each after the walk that it takes."""
        boxes, region = position
        rest = boxes & self._room
        while rest:
            box = rest & -rest  # the lowest bit that is set: the next box in row-major order
            rest ^= box
            for player, target, change, push in self._pushable[box]:
                if region & player and not boxes & target:
                    yield Step(self.position(boxes ^ change, box), 1, push)

    def is_goal(self, position: Position) -> bool:
        """Say whether every box stands on a goal."""
        return not position.boxes & self._off_goals

    def heuristic(self, position: Position) -> float:
        """Add up for each box the pushes to its nearest goal, as if it were alone on the board.

        Never too high, and consistent: a push changes the distance of one box by at most 1. It is
        infinite when a box stands where it can never come to a goal again.
        """
        distances = self._distances
        total: float = 0
        rest = position.boxes & self._room
        while rest:
            box = rest & -rest
            rest ^= box
            total += distances[box]
        return total

    def position(self, boxes: int, player: int) -> Position:
        """Give the position with these boxes and the player on this cell (a set of one cell).

        Positions are remembered for each set of boxes. Most pushes lead to a position that is
        known already, and finding it here is quicker than walking over the board again.
        """
        known = self._positions.setdefault(boxes, [])
        for position in known:
            if position.region & player:
                return position
        free = self._room & ~boxes
        columns = self.level.columns
        # The room is closed, so no cell of it is on the edge, from which a shift would lead to
        # the other end of the next row.
        region, grown = 0, player
        while region != grown:  # all cells of the region at once take a step in all directions
            region = grown
            grown |= (region << columns | region >> columns | region << 1 | region >> 1) & free
        position = Position(boxes, region)
        known.append(position)
        return position


def _pushable(level: Level, cell: int) -> Iterator[_Pushable]:
    row, column = level.place(cell)
    for direction, step in level.steps.items():
        player, target = 1 << cell - step, 1 << cell + step
        if level.room & player and level.room & target:
            yield _Pushable(player, target, 1 << cell | target, Push(row, column, direction))


def push_distances(level: Level) -> dict[int, float]:
    """Count for each cell of the room the pushes that take a lone box from there to a goal.

    It goes backwards, pulling a box away from all goals at the same time. Cells from which no box
    ever comes to a goal are infinitely far.
    """
    distances: dict[int, float] = dict.fromkeys(cells_in(level.room), math.inf)
    pulled = list(cells_in(level.goals & level.room))
    distances.update(dict.fromkeys(pulled, 0))
    for cell in pulled:
        for step in level.steps.values():
            before, player = cell - step, cell - 2 * step
            if math.isinf(distances.get(before, 0)) and level.room >> player & 1:
                distances[before] = distances[cell] + 1
                pulled.append(before)
    return distances
