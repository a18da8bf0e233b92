"""Eight queens that do not attack each other: all solutions, depth-first.

A search need not end at the first solution. `on_solution` is called with each of them and lets
the search go on as long as it does not return True; the statistics say how many there were. No
board can be reached in two ways, so a duplicate check would find nothing: `NoCheck` saves it.

    python -m examples.eight_queens
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from examples.command_line import exit_status
from searchkit import NoCheck, Path, depth_first_search

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = 8


class Board(NamedTuple):
    """The columns of the queens in the first rows, one queen in each."""

    columns: tuple[int, ...] = ()

    def next_states(self) -> Iterator[Board]:
        """Put a queen into the next row wherever none of the others attacks it."""
        row = len(self.columns)
        for column in range(SIZE if row < SIZE else 0):
            if all(
                column != other and abs(column - other) != row - other_row
                for other_row, other in enumerate(self.columns)
            ):
                yield Board((*self.columns, column))

    def is_goal(self) -> bool:
        """Say whether all queens are placed."""
        return len(self.columns) == SIZE


def show(path: Path[Board]) -> None:
    """Print one solution: the columns of the queens, row by row."""
    print(*path.states[-1].columns)


def main() -> int:
    """Print all solutions and their number, and return the exit code."""
    result = depth_first_search(Board(), duplicates=NoCheck(), on_solution=show)
    print(result.statistics.solutions, "solutions" if result.complete else "solutions so far")
    return exit_status(result)


if __name__ == "__main__":
    sys.exit(main())
