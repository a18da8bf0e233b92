"""The rules of a jumping maze, stated for the library in two functions.

A state is the number of a cell, a plain ``int``: rows are counted from the top, and the cells
are numbered along the rows from 0 on. What never changes during the search, the maze, is not part
of the state: it is the constant data of the problem, and both functions are given it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from examples.command_line import counted
from examples.inputs import InputError, display_name
from searchkit import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Place: TypeAlias = int | tuple[int, int]
"""A cell as a user names it: its number, or its row and column."""

_MOST_DIGITS = 9  # a longer number is a slip, such as a row without blanks


class Maze(NamedTuple):
    """A maze: one number for each cell, row by row, and where to start and to end."""

    numbers: Sequence[int]
    width: int
    start: int
    goal: int
    diagonal: bool = False

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.numbers) // self.width


def jumps(cell: int, maze: Maze) -> Iterator[int]:
    """Give the cells that one jump leads to, in ascending order.

    A jump must land inside the maze. From a 0 there is none.
    """
    length = maze.numbers[cell]
    if length == 0:
        return
    column = cell % maze.width
    left, right = column >= length, column + length < maze.width
    above, below = cell - length * maze.width, cell + length * maze.width
    if above >= 0:
        if left and maze.diagonal:
            yield above - length
        yield above
        if right and maze.diagonal:
            yield above + length
    if left:
        yield cell - length
    if right:
        yield cell + length
    if below < len(maze.numbers):
        if left and maze.diagonal:
            yield below - length
        yield below
        if right and maze.diagonal:
            yield below + length


def is_goal(cell: int, maze: Maze) -> bool:
    """Say whether the cell is the one to reach."""
    return cell == maze.goal


def problem(maze: Maze) -> Problem[int]:
    """State the maze as a problem that any search of the library takes."""
    return Problem(maze.start, next_states=jumps, is_goal=is_goal, data=maze)


def compiled_problem(maze: Maze) -> Problem[int]:
    """State it for a compiled search: with the numbers in an array, which a maze of any size fits.

    The same functions run; they are compiled once for all mazes.
    """
    return problem(maze._replace(numbers=array("q", maze.numbers)))


def jumps_table(maze: Maze) -> dict[int, list[int]]:
    """List the jumps from every cell."""
    return {cell: list(jumps(cell, maze)) for cell in range(len(maze.numbers))}


def parse(
    text: str,
    name: str,
    *,
    start: Place = 0,
    goal: Place | None = None,
    diagonal: bool = False,
) -> Maze:
    """Read a maze: a row a line, numbers separated by blanks, ``#`` opens a comment.

    Where each row is a single number, some of them with several digits, the text is refused:
    ``121`` is far more often a row without blanks than a jump of 121 cells. A blank in front of
    one of the numbers, as in " 121", says that they are meant.

    Args:
        text: what stands in the file; lines without numbers are skipped.
        name: the name of the file, for messages.
        start: a cell, as its number or as (row, column), both from 0 on.
        goal: the same; without it, the last cell.
        diagonal: whether jumps may be diagonal too.

    Raises:
        InputError: the text is not such a maze, or the start or the goal is outside it.
    """
    name = display_name(name)
    numbers: list[int] = []
    width = first_line = 0
    run_together = ""  # digits that may be a row without blanks, with their place
    has_blanks = False
    for line_number, line in enumerate(text.split("\n"), start=1):
        row = line.partition("#")[0]
        words = row.split()
        if not words:
            continue
        has_blanks = has_blanks or row.rstrip() != words[0]
        if len(words[0]) > 1 and not run_together:
            run_together = f"line {line_number}: {words[0]!r}"
        if not numbers:
            width, first_line = len(words), line_number
        elif len(words) != width:
            raise InputError(
                f"{name}: line {line_number} has {counted(len(words), 'number')}, but line "
                f"{first_line} has {width}; every row needs the same"
            )
        numbers += (
            _jump_length(word, f"{name}: line {line_number}, number {column}")
            for column, word in enumerate(words, start=1)
        )
    if not numbers:
        raise InputError(
            f"{name}: there is no maze in it; write a row on each line, for example: 2 1 3 0"
        )
    if run_together and not has_blanks:
        raise InputError(
            f"{name}: {run_together} looks like a row without blanks; put blanks between the "
            "numbers. If the maze has a single column, put a blank in front of this number"
        )
    maze = Maze(tuple(numbers), width, start=0, goal=0, diagonal=diagonal)
    return maze._replace(
        start=_cell(start, maze, f"{name}: the start"),
        goal=len(numbers) - 1 if goal is None else _cell(goal, maze, f"{name}: the goal"),
    )


def _jump_length(word: str, place: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise InputError(f"{place}: {word!r} is not a jump; a jump is a whole number from 0 on")
    if len(word) > _MOST_DIGITS:
        raise InputError(f"{place}: {word} is too long for a jump; put blanks between the numbers")
    return int(word)


def _cell(place: Place, maze: Maze, what: str) -> int:
    if isinstance(place, int):
        if not 0 <= place < len(maze.numbers):
            raise InputError(
                f"{what} {place} is outside the maze; its cells are 0 to {len(maze.numbers) - 1}"
            )
        return place
    row, column = place
    if not (0 <= row < maze.height and 0 <= column < maze.width):
        raise InputError(
            f"{what} {row},{column} is outside the maze; its rows are 0 to {maze.height - 1} "
            f"and its columns 0 to {maze.width - 1}"
        )
    return row * maze.width + column
