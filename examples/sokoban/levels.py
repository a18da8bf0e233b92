"""A Sokoban level, checked once, so that a search never starts on a board that makes no sense.

Cells are numbered row by row, and a *set of cells* is an int whose bit ``row * columns + column``
says whether the cell is in it. Set operations are then single operations on ints, and going
through the bits from the lowest up is going through the board in row-major order.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from examples.inputs import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WALL, FLOOR, GOAL, BOX, BOX_ON_GOAL, PLAYER, PLAYER_ON_GOAL = "# .$*@+"

LETTERS = "# wall, $ box, . goal, * box on a goal, @ player, + player on a goal, blank - _ floor"
"""The letters as messages explain them."""


def cells_in(cells: int) -> Iterator[int]:
    """Give the numbers of the cells in a set, from the lowest up: row by row.

    Example:
        >>> list(cells_in(0b10110))
        [1, 2, 4]
    """
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@frozen
class Level:
    """A level that can be played: one player, in a closed room, with as many goals as boxes.

    Where there are more goals than boxes the level is solved when every box stands on a goal.
    Boxes on goals may also stand where the player can never come; they stay there.
    """

    rows: int
    columns: int
    walls: int = field(eq=False)
    """Not part of equality: how thick the walls are drawn changes nothing, the room does."""
    goals: int
    boxes: int
    player: int
    """The number of the cell on which the player starts."""
    room: int
    """The cells that the player could come to if the boxes were out of the way."""

    @property
    def steps(self) -> dict[str, int]:
        """How far the number of a cell moves under U, D, L and R, in the article's order."""
        return {"U": -self.columns, "D": self.columns, "L": -1, "R": 1}

    def place(self, cell: int) -> tuple[int, int]:
        """Give the row and the column of a cell, counted from 0."""
        return divmod(cell, self.columns)

    def neighbour(self, cell: int, step: int) -> int | None:
        """Give the cell one step (see `steps`) further, or None beyond the edge of the board."""
        there = cell + step
        if abs(step) == 1:
            return there if there // self.columns == cell // self.columns else None
        return there if 0 <= there < self.rows * self.columns else None

    def drawn(self, boxes: int | None = None, player: int | None = None) -> str:
        """Draw the board in the usual letters, at the start or with boxes and player elsewhere."""
        boxes = self.boxes if boxes is None else boxes
        player = self.player if player is None else player
        cells = [FLOOR] * (self.rows * self.columns)
        for cell in cells_in(self.walls):
            cells[cell] = WALL
        for cell in cells_in(self.goals):
            cells[cell] = GOAL
        for cell in cells_in(boxes):
            cells[cell] = BOX_ON_GOAL if cells[cell] == GOAL else BOX
        cells[player] = PLAYER_ON_GOAL if cells[player] == GOAL else PLAYER
        lines = (
            "".join(cells[first : first + self.columns]).rstrip()
            for first in range(0, len(cells), self.columns)
        )
        return "\n".join(lines)


def level_from_rows(rows: Sequence[str], where: str, lines: Sequence[int]) -> Level:
    """Make a level of the rows of its board and check that it can be played.

    Args:
        rows: The board in the usual letters, all rows of the same length.
        where: How error messages name the level, such as ``puzzles.xsb, level 3``.
        lines: For each row the line of the file on which it stands.

    Raises:
        InputError: The board cannot be played. The message says where and what to change.
    """
    columns = len(rows[0])

    def cells_with(letters: str) -> int:
        return sum(
            1 << row * columns + column
            for row, text in enumerate(rows)
            for column, letter in enumerate(text)
            if letter in letters
        )

    def named(cells: int) -> str:
        places = (divmod(cell, columns) for cell in cells_in(cells))
        return " and ".join(f"row {row}, column {c} (line {lines[row]})" for row, c in places)

    def wrong(what: str) -> InputError:
        return InputError(f"{where}: {what} Rows and columns are counted from 0.")

    players = cells_with(PLAYER + PLAYER_ON_GOAL)
    if not players:
        raise InputError(
            f"{where}: there is no player. Put one on the board: @ on a free cell, + on a goal."
        )
    if players.bit_count() > 1:
        raise wrong(f"there are {players.bit_count()} players, at {named(players)}. Keep one.")
    boxes = cells_with(BOX + BOX_ON_GOAL)
    if not boxes:
        raise InputError(
            f"{where}: there is no box, so there is nothing to solve. Put one on the board: "
            "$ on a free cell, * on a goal."
        )
    level = Level(
        rows=len(rows),
        columns=columns,
        walls=cells_with(WALL),
        goals=cells_with(GOAL + BOX_ON_GOAL + PLAYER_ON_GOAL),
        boxes=boxes,
        player=players.bit_length() - 1,
        room=0,
    )
    room, way_out = _room(level)
    if way_out is not None:
        raise wrong(
            f"the board is open: the player can leave it at {named(1 << way_out)}. "
            "Close it with a wall (#)."
        )
    lost = boxes & ~room & ~level.goals
    if lost:
        raise wrong(
            f"the player can never come to the box at {named(lost & -lost)}, and it stands on no "
            "goal, so the level has no solution. Open a way to it, or take it away."
        )
    # Boxes and goals outside the room stay as they are, so only those inside it can match up.
    in_room = (boxes & room).bit_count(), (level.goals & room).bit_count()
    if in_room[0] > in_room[1]:
        raise InputError(
            f"{where}: there are more boxes than goals ({in_room[0]} and {in_room[1]}, not counting"
            " what the player can never come to), so the level has no solution. Add goals (.), or "
            "take boxes ($) away."
        )
    return evolve(level, room=room)


def _room(level: Level) -> tuple[int, int | None]:
    # Walk from the player over everything that is not a wall, nearest cells first: the first cell
    # on the edge of the board that comes up is the gap that is easiest to find on the board.
    room = 1 << level.player
    waiting = deque([level.player])
    while waiting:
        cell = waiting.popleft()
        for step in level.steps.values():
            there = level.neighbour(cell, step)
            if there is None:
                return room, cell
            if not (room | level.walls) >> there & 1:
                room |= 1 << there
                waiting.append(there)
    return room, None
