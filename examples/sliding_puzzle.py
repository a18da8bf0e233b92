"""The sliding 8-puzzle: A* with the Manhattan distance, and steps that have names.

Slide tiles into the gap until they stand in order, the gap last. The heuristic adds up how far
each tile is from its place; it never says more than is needed, so that A* is optimal.

    python -m examples.sliding_puzzle 8 6 7 2 5 4 3 0 1

The numbers are the tiles row by row, 0 is the gap. Half of all arrangements cannot be solved; the
search proves it by exhaustion: it tries each of the 181,440 arrangements that can be reached.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

from examples.command_line import BAD_INPUT, counted, exit_status, guarded, plain_parser
from searchkit import Outcome, Step, a_star_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH = 3
IN_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 0)
HARDEST = (8, 6, 7, 2, 5, 4, 3, 0, 1)


class Puzzle(NamedTuple):
    """The tiles row by row; 0 is the gap."""

    tiles: tuple[int, ...]

    def next_steps(self) -> Iterator[Step[Puzzle, str]]:
        """Slide one of the neighbours of the gap into it; the action says where the tile goes."""
        gap = self.tiles.index(0)
        row, column = divmod(gap, WIDTH)
        if row < WIDTH - 1:
            yield Step(self._with_swapped(gap, gap + WIDTH), action="up")
        if row > 0:
            yield Step(self._with_swapped(gap, gap - WIDTH), action="down")
        if column < WIDTH - 1:
            yield Step(self._with_swapped(gap, gap + 1), action="left")
        if column > 0:
            yield Step(self._with_swapped(gap, gap - 1), action="right")

    def _with_swapped(self, gap: int, neighbour: int) -> Puzzle:
        tiles = list(self.tiles)
        tiles[gap], tiles[neighbour] = tiles[neighbour], tiles[gap]
        return Puzzle(tuple(tiles))

    def is_goal(self) -> bool:
        """Say whether the tiles are in order."""
        return self.tiles == IN_ORDER

    def heuristic(self) -> int:
        """Add up the Manhattan distances of the tiles from their places."""
        return sum(
            abs(place // WIDTH - (tile - 1) // WIDTH) + abs(place % WIDTH - (tile - 1) % WIDTH)
            for place, tile in enumerate(self.tiles)
            if tile != 0
        )


@guarded
def main(words: Sequence[str] | None = None) -> int:
    """Solve the arrangement that the command line gives and return the exit code."""
    tiles: list[str] = _parser().parse_args(words).tiles
    if tiles and sorted(tiles) != sorted(map(str, IN_ORDER)):
        print(
            f"error: {' '.join(tiles)!r} is not an arrangement: give each of the numbers 0 to 8 "
            "once, row by row, 0 for the gap, for example: 8 6 7 2 5 4 3 0 1",
            file=sys.stderr,
        )
        return BAD_INPUT
    result = a_star_search(Puzzle(tuple(map(int, tiles)) or HARDEST))
    if result:
        print(f"{counted(len(result.path), 'move')}:", *result.path.actions)
    elif result.outcome is Outcome.EXHAUSTED:
        print(f"No solution: all {result.statistics.stored} reachable arrangements were tried.")
    else:
        print("Interrupted.")
    return exit_status(result)


def _parser() -> argparse.ArgumentParser:
    parser = plain_parser(
        "sliding_puzzle",
        "Solve the sliding 8-puzzle in as few moves as possible, or prove that it has no solution.",
    )
    parser.add_argument(
        "tiles",
        nargs="*",
        metavar="TILE",
        help="each of the numbers 0 to 8 once, row by row, 0 for the gap (default: one of the two "
        f"hardest, {' '.join(map(str, HARDEST))})",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
