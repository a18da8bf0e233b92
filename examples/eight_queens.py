"""Eight queens that do not attack each other: all solutions, depth-first.

A search need not end at the first solution. `on_solution` is called with each of them and lets
the search go on as long as it does not return True; the statistics say how many there were. No
board can be reached in two ways, so a duplicate check would find nothing: `NoCheck` saves it.

    python -m examples.eight_queens
    python -m examples.eight_queens 6

The number is the size of another board, with as many queens.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

from examples.command_line import counted, exit_status, guarded, plain_parser
from searchkit import NoCheck, Path, depth_first_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZE = 8


class Board(NamedTuple):
    """The columns of the queens in the first rows, one queen in each, and the size of the board."""

    columns: tuple[int, ...] = ()
    size: int = SIZE

    def next_states(self) -> Iterator[Board]:
        """Put a queen into the next row wherever none of the others attacks it."""
        row = len(self.columns)
        for column in range(self.size if row < self.size else 0):
            if all(
                column != other and abs(column - other) != row - other_row
                for other_row, other in enumerate(self.columns)
            ):
                yield Board((*self.columns, column), self.size)

    def is_goal(self) -> bool:
        """Say whether all queens are placed."""
        return len(self.columns) == self.size


def show(path: Path[Board]) -> None:
    """Print one solution: the columns of the queens, row by row."""
    print(*path.states[-1].columns)


@guarded
def main(words: Sequence[str] | None = None) -> int:
    """Print all solutions and their number, and return the exit code."""
    board = Board(size=_parser().parse_args(words).size)
    result = depth_first_search(board, duplicates=NoCheck(), on_solution=show)
    number = counted(result.statistics.solutions, "solution")
    print(number if result.complete else f"{number} so far")
    return exit_status(result)


def _parser() -> argparse.ArgumentParser:
    parser = plain_parser(
        "eight_queens",
        "Find all ways to put eight queens on a chessboard so that none attacks another. Each line "
        "gives the columns of the queens, row by row.",
    )
    parser.add_argument(
        "size",
        nargs="?",
        type=_size,
        default=SIZE,
        metavar="N",
        help=f"N queens on a board of N rows and N columns (default: {SIZE})",
    )
    return parser


def _size(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:3]) >= 1 and len(text) <= 3):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 999")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
