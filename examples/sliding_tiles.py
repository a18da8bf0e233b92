"""Sliding tiles on a board of any size: the 15-puzzle, written so that it compiles.

Slide tiles into the gap until they stand in order. A* finds the fewest moves:

    python -m examples.sliding_tiles --compiled 0 2 10 3 7 5 1 4 13 14 8 11 9 6 15 12

Everything here is plain Python, and the same functions run interpreted and compiled. There are
two forms of a state, to choose from:

* `Cells`, a tuple of the numbers on the cells. It is the simplest there is.
* `Board`, for boards of up to 16 cells: the tiles side by side in one int, four bits each. Most
  of what is done to it is done to all tiles at once, which takes a third of the time compiled.

What depends on the size of the board, and never changes, is the data of the problem, a `Frame`.
So the functions are compiled once for all sizes.
"""

from __future__ import annotations

import argparse
import math
import sys
from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

from examples.command_line import (
    BAD_INPUT,
    NO_SOLUTION,
    add_compiled_option,
    counted,
    exit_status,
    guarded,
    plain_parser,
)
from searchkit import (
    Compiled,
    CompileError,
    MissingExtraError,
    Outcome,
    Problem,
    Result,
    a_star_search,
    digit,
    ida_star_search,
    swapped,
)

S = TypeVar("S", bound=Hashable)

Cells: TypeAlias = tuple[int, ...]
"""A state: the numbers of the tiles row by row, 0 for the gap."""

MOST_CELLS: Final = 16
"""The most cells that fit into a `Board`."""


class Board(NamedTuple):
    """The same state packed: the tiles side by side, and the gap apart from them."""

    tiles: int
    """The tiles row by row, without the gap: four bits each, the first in the lowest."""
    gap: int
    """The cell of the gap."""


PACKED: Final = Compiled(bounds={"tiles": (0, 2**60 - 1), "gap": (0, 15)})
"""How a `Board` is compiled: 60 and 4 bits, which is a single word of 64."""


class Frame(NamedTuple):
    """What never changes: the size of the board, and how far each tile is from its place."""

    width: int
    cells: int
    left: int
    """The cells of the left column: bit 0 is set if it is the first cell, and so on."""
    right: int
    """The cells of the right column."""
    distances: Sequence[int]
    """A table of Manhattan distances, in the form that the heuristic reads it in."""


# The simple form


def slides(cells: Cells, frame: Frame) -> Iterator[Cells]:
    """Slide one of the neighbours of the gap into it."""
    gap = cells.index(0)
    if gap >= frame.width:
        yield swapped(cells, gap, gap - frame.width)
    if not frame.left >> gap & 1:
        yield swapped(cells, gap, gap - 1)
    if not frame.right >> gap & 1:
        yield swapped(cells, gap, gap + 1)
    if gap + frame.width < frame.cells:
        yield swapped(cells, gap, gap + frame.width)


def distance(cells: Cells, frame: Frame) -> int:
    """Add up how far the tiles are from their places."""
    total = 0
    for cell, tile in enumerate(cells):
        total += frame.distances[tile * frame.cells + cell]
    return total


def problem(start: Cells, width: int, goal: Cells = ()) -> Problem[Cells]:
    """State a puzzle as a problem; without a goal, the tiles shall stand in order, the gap last.

    Example:
        >>> from searchkit import a_star_search
        >>> for cells in a_star_search(problem((1, 2, 3, 4, 0, 5), width=3)).path:
        ...     print(cells)
        (1, 2, 3, 4, 0, 5)
        (1, 2, 3, 4, 5, 0)
    """
    goal = goal or in_order(len(start))
    frame = _frame(width, len(start), array("q", _distances(goal, width)))
    return Problem(start, next_states=slides, goals=[goal], heuristic=distance, data=frame)


# The packed form


def packed_slides(board: Board, frame: Frame) -> Iterator[Board]:
    """Slide one of the neighbours of the gap into it.

    The tiles of a row only change places with the gap, and their order stays. A tile that comes
    from another row jumps over the ``width - 1`` tiles between: they all move by four bits.
    """
    tiles, gap = board
    others = 4 * (frame.width - 1)
    row = (16 << others) - 1
    if gap >= frame.width:
        first = 4 * (gap - frame.width)
        before = tiles >> first & row
        after = before >> 4 | (before & 15) << others
        yield Board(tiles ^ (before ^ after) << first, gap - frame.width)
    if not frame.left >> gap & 1:
        yield Board(tiles, gap - 1)
    if not frame.right >> gap & 1:
        yield Board(tiles, gap + 1)
    if gap + frame.width < frame.cells:
        first = 4 * gap
        before = tiles >> first & row
        after = (before << 4 & row) | before >> others
        yield Board(tiles ^ (before ^ after) << first, gap + frame.width)


def packed_distance(board: Board, frame: Frame) -> int:
    """Add up how far the tiles are from their places, two tiles at a time."""
    tiles, gap = board
    before = tiles & (1 << 4 * gap) - 1
    cells = before | (tiles ^ before) << 4  # with a 0 for the gap
    total = 0
    for pair in range(8):
        total += frame.distances[pair << 8 | cells >> 8 * pair & 255]
    return total


def packed_problem(start: Cells, width: int, goal: Cells = ()) -> Problem[Board]:
    """State a puzzle of up to 16 cells as a problem over packed boards.

    Example:
        >>> from searchkit import a_star_search
        >>> start = (0, 2, 3, 1, 4, 5, 8, 6, 7)
        >>> len(a_star_search(packed_problem(start, 3, goal=in_order(9, gap_first=True))).path)
        20
    """
    goal = goal or in_order(len(start))
    one = _distances(goal, width)
    cells = len(start)
    two = array("q", bytes(8 * 8 * 256))
    for cell, tile in ((cell, tile) for cell in range(cells) for tile in range(cells)):
        for neighbour in range(16):
            both = neighbour << 4 | tile if cell % 2 == 0 else tile << 4 | neighbour
            two[cell // 2 << 8 | both] += one[tile * cells + cell]
    return Problem(
        packed(start),
        next_states=packed_slides,
        goals=[packed(goal)],
        heuristic=packed_distance,
        data=_frame(width, cells, two),
    )


def packed(cells: Cells) -> Board:
    """Pack the cells.

    Example:
        >>> packed((1, 2, 3, 0))
        Board(tiles=801, gap=3)
    """
    if len(cells) > MOST_CELLS:
        raise ValueError(f"{len(cells)} cells do not fit into a Board; {MOST_CELLS} do.")
    tiles = [tile for tile in cells if tile]
    return Board(sum(tile << 4 * n for n, tile in enumerate(tiles)), cells.index(0))


def unpacked(board: Board, cells: int) -> Cells:
    """Give the cells of a packed board of so many cells.

    Example:
        >>> unpacked(packed((1, 2, 0, 3)), 4)
        (1, 2, 0, 3)
    """
    tiles = [digit(board.tiles, n, 4) for n in range(cells - 1)]
    tiles.insert(board.gap, 0)
    return tuple(tiles)


# What both forms need


def in_order(cells: int, *, gap_first: bool = False) -> Cells:
    """Give the tiles in order, the gap last or first.

    Example:
        >>> in_order(4), in_order(4, gap_first=True)
        ((1, 2, 3, 0), (0, 1, 2, 3))
    """
    return tuple(range(cells)) if gap_first else (*range(1, cells), 0)


def solvable(start: Cells, goal: Cells, width: int) -> bool:
    """Say whether slides lead from one arrangement to another: half of all can be reached.

    Each slide swaps two numbers, and takes the gap one cell further. So the numbers of both are
    odd, or both even, wherever slides lead. On a board of a single row or column no tile gets past
    another.

    Example:
        >>> solvable((1, 2, 3, 0), (1, 2, 0, 3), width=2), solvable((2, 1, 3, 0), (1, 2, 3, 0), 2)
        (True, False)
        >>> solvable((1, 0, 2, 3), (1, 2, 3, 0), width=4), solvable((2, 3, 1, 0), (1, 2, 3, 0), 4)
        (True, False)
    """
    if width in {1, len(start)}:
        return [tile for tile in start if tile] == [tile for tile in goal if tile]
    cells = list(start)
    swaps = 0
    for place, tile in enumerate(goal):
        other = cells.index(tile, place)
        if other != place:
            cells[place], cells[other] = cells[other], cells[place]
            swaps += 1
    return swaps % 2 == _apart(start.index(0), goal.index(0), width) % 2


def _frame(width: int, cells: int, distances: Sequence[int]) -> Frame:
    left = sum(1 << first for first in range(0, cells, width))
    return Frame(width, cells, left, left << width - 1, distances)


def _distances(goal: Cells, width: int) -> list[int]:
    """Give for each tile and each cell how far they are apart; 0 for the gap."""
    places = [goal.index(tile) for tile in range(len(goal))]
    cells = range(len(goal))
    return [_apart(places[tile], cell, width) if tile else 0 for tile in cells for cell in cells]


def _apart(one: int, other: int, width: int) -> int:
    return abs(one // width - other // width) + abs(one % width - other % width)


# The command line

EXAMPLE: Final = (0, 2, 10, 3, 7, 5, 1, 4, 13, 14, 8, 11, 9, 6, 15, 12)


@guarded
def main(words: Sequence[str] | None = None) -> int:
    """Solve the arrangement that the command line gives and return the exit code."""
    arguments = _parser().parse_args(words)
    start = tuple(arguments.tiles) or EXAMPLE
    width = arguments.width or math.isqrt(len(start))
    if sorted(start) != list(range(len(start))) or not _fits(len(start), arguments.width):
        print(
            f"error: {' '.join(map(str, start))!r} is not an arrangement: give each number from 0 "
            "on once, row by row, 0 for the gap, and --width unless the board is square",
            file=sys.stderr,
        )
        return BAD_INPUT
    goal = in_order(len(start), gap_first=arguments.gap_first)
    if not solvable(start, goal, width):
        print(
            "No solution: in a single row or column the tiles keep their order."
            if width in {1, len(start)}
            else "No solution: it is one of the half that slides never lead to."
        )
        return NO_SOLUTION
    try:
        if len(start) <= MOST_CELLS:
            boards = _searched(packed_problem(start, width, goal), arguments, PACKED)
            return _told(boards, [board.gap for board in boards.path] if boards else [], width)
        bounds = Compiled(bounds=(0, len(start) - 1))
        cells = _searched(problem(start, width, goal), arguments, bounds)
        return _told(cells, [each.index(0) for each in cells.path] if cells else [], width)
    except (CompileError, MissingExtraError) as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT


def _searched(
    puzzle: Problem[S], arguments: argparse.Namespace, settings: Compiled
) -> Result[S, None, int]:
    search = ida_star_search if arguments.algorithm == "ida-star" else a_star_search
    return search(puzzle, compiled=settings if arguments.compiled else False)


def _told(result: Result[S, None, int], gaps: list[int], width: int) -> int:
    """Print what came of a search and return the exit code."""
    if result:
        print(f"{counted(len(result.path), 'move')}:", *_moves(gaps, width))
        print(f"{counted(result.statistics.expanded, 'state')} expanded")
    elif result.outcome is Outcome.EXHAUSTED:
        print(f"No solution: all {result.statistics.stored} reachable arrangements were tried.")
    else:
        print("Interrupted.")
    return exit_status(result)


def _fits(cells: int, width: int | None) -> bool:
    if width is None:
        return math.isqrt(cells) ** 2 == cells
    return 0 < width <= cells and cells % width == 0


def _moves(gaps: list[int], width: int) -> list[str]:
    """Say where the tiles go as the gap goes from cell to cell."""
    names = {1: "left", -1: "right"} | {width: "up", -width: "down"}
    return [names[after - before] for before, after in pairwise(gaps)]


def _parser() -> argparse.ArgumentParser:
    parser = plain_parser(
        "sliding_tiles",
        "Solve a sliding puzzle, such as the 15-puzzle, in as few moves as possible.",
    )
    parser.add_argument(
        "tiles",
        nargs="*",
        type=int,
        metavar="TILE",
        help="each number from 0 on once, row by row, 0 for the gap (default: a 15-puzzle)",
    )
    parser.add_argument(
        "--width", type=int, metavar="N", help="cells in a row (default: the board is square)"
    )
    parser.add_argument(
        "--gap-first", action="store_true", help="the gap shall be the first cell, not the last"
    )
    parser.add_argument(
        "--algorithm",
        choices=("a-star", "ida-star"),
        default="a-star",
        help="IDA* needs hardly any memory (default: a-star)",
    )
    add_compiled_option(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
