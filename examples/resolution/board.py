"""A Minesweeper board, read from text.

Digits are revealed cells: each counts the mines among its up to eight neighbours, 0 included.
A dot and a question mark are hidden cells; both mean the same, the question mark only says that
somebody wants to know. Blanks between cells are optional::

    ? . . 1
    . 3 1 1

Rows and columns are counted from 0. Each hidden cell is a variable of the propositional formulas
("there is a mine here"), numbered from 1, row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from attrs import Factory, field, frozen

from examples.command_line import counted
from examples.inputs import InputError

REVEALED = "012345678"
HIDDEN = ".?"


class Cell(NamedTuple):
    """A place on the board, both counted from 0."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


class Number(NamedTuple):
    """A revealed cell: so many mines are among these hidden neighbours."""

    cell: Cell
    mines: int
    hidden: tuple[int, ...]
    """The variables of the hidden neighbours, ascending."""


def _hidden_cells(board: Board) -> tuple[Cell, ...]:
    return tuple(
        Cell(row, column)
        for row, line in enumerate(board.rows)
        for column, character in enumerate(line)
        if character in HIDDEN
    )


def _numbering(board: Board) -> dict[Cell, int]:
    return {cell: variable for variable, cell in enumerate(board.cells, start=1)}


@frozen
class Board:
    """A rectangular board. `parse_board` makes one from text and checks it."""

    rows: tuple[str, ...]
    """One string a row, one character a cell, no blanks."""
    cells: tuple[Cell, ...] = field(
        init=False, repr=False, eq=False, default=Factory(_hidden_cells, takes_self=True)
    )
    """The hidden cells, row by row: the variable ``n`` stands for ``cells[n - 1]``."""
    _variables: dict[Cell, int] = field(
        init=False, repr=False, eq=False, default=Factory(_numbering, takes_self=True)
    )

    @property
    def asked(self) -> tuple[Cell, ...]:
        """The cells marked with a question mark."""
        return tuple(cell for cell in self.cells if self.rows[cell.row][cell.column] == "?")

    def variable(self, cell: tuple[int, int]) -> int:
        """Return the variable of a hidden cell.

        Raises:
            KeyError: the cell is revealed, or not on the board.
        """
        return self._variables[Cell(*cell)]

    def numbers(self) -> Iterator[Number]:
        """Give the revealed cells, row by row, each with the hidden cells around it."""
        for row, line in enumerate(self.rows):
            for column, character in enumerate(line):
                if character in REVEALED:
                    around = (
                        self._variables.get(Cell(near_row, near_column))
                        for near_row in range(row - 1, row + 2)
                        for near_column in range(column - 1, column + 2)
                    )
                    hidden = tuple(variable for variable in around if variable is not None)
                    yield Number(Cell(row, column), int(character), hidden)

    def drawn(self, marks: dict[Cell, str] | None = None) -> list[str]:
        """Draw the board, a blank between cells, with these marks in place of what is there.

        >>> parse_board("2 .").drawn({Cell(0, 1): "*"})
        ['2 *']
        """
        marks = {} if marks is None else marks
        width = max((len(mark) for mark in marks.values()), default=1)
        return [
            " ".join(
                marks.get(Cell(row, column), character).rjust(width)
                for column, character in enumerate(line)
            )
            for row, line in enumerate(self.rows)
        ]


def parse_board(text: str, name: str = "board") -> Board:
    r"""Read a board from text.

    Empty lines before and after the board are skipped.

    Args:
        text: The board, one line a row.
        name: The name of the file, for error messages.

    Raises:
        InputError: there is no board, a character is not a cell, or the rows differ in length.

    Example:
        >>> board = parse_board("2 .\n. ?")
        >>> board.cells
        (Cell(row=0, column=1), Cell(row=1, column=0), Cell(row=1, column=1))
        >>> board.asked, board.variable((1, 1))
        ((Cell(row=1, column=1),), 3)
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    while lines and not lines[-1][1].strip():
        lines.pop()
    while lines and not lines[0][1].strip():
        lines.pop(0)
    if not lines:
        raise InputError(
            f"{name}: there is no board; write one line a row, with a digit for each revealed cell "
            "and . or ? for each hidden one"
        )
    rows: list[str] = []
    for row, (line_number, line) in enumerate(lines):
        cells = "".join(line.split())
        place = f"{name}, line {line_number}"
        if not cells:
            raise InputError(f"{place}: an empty line inside the board; one file holds one board")
        for column, character in enumerate(cells):
            if character not in REVEALED + HIDDEN:
                raise InputError(
                    f"{place} (row {row}, column {column}): {character!r} is not a cell; "
                    "use 0 to 8 for a revealed cell and . or ? for a hidden one"
                )
        if rows and len(cells) != len(rows[0]):
            raise InputError(
                f"{place} (row {row}): {counted(len(cells), 'cell')}, but row 0 has "
                f"{counted(len(rows[0]), 'cell')}; all rows need the same number"
            )
        rows.append(cells)
    return Board(tuple(rows))


BoardLike: TypeAlias = Board | str | Iterable[Iterable[str]]
"""A board, its text, or its rows: strings, or sequences of cells."""


def as_board(board: BoardLike) -> Board:
    r"""Return the board itself, or read it from its text or rows.

    >>> as_board([["2", "."], [".", "."]]) == as_board("2.\n..") == as_board(["2 .", ". ."])
    True
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str):
        return parse_board(board)
    return parse_board("\n".join("".join(row) for row in board))
