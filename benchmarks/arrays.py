"""What arrays gain: breadth-first search of an array problem against one state at a time.

    python -m benchmarks.arrays --rounds 7

The whole 8-puzzle, 181,440 states. In the arrays a state is one number, four bits for each cell,
and the place of the gap above them. The loop by hand is what one writes first with numpy:
`np.unique` for the duplicates within a layer, `np.isin` for those seen before. It keeps no parents
and counts the states alone. Both array searches call the same `expand`.
"""

from __future__ import annotations

import argparse
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measuring import compare, show
from benchmarks.sliding_tiles import CELLS, START, WIDTH, never, next_tiles, use_rows
from searchkit import (
    ArrayProblem,
    Problem,
    array_breadth_first_search,
    breadth_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

PLAIN = Problem(START, next_states=next_tiles, is_goal=never)
BITS = 4
GAP = BITS * len(START)
STEPS = (-WIDTH, -1, 1, WIDTH)


def packed(tiles: Sequence[int]) -> int:
    """Write a board as one number."""
    return sum(tile << (BITS * cell) for cell, tile in enumerate(tiles)) | tiles.index(0) << GAP


def expand(boards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Slide each neighbour of the gap into it, on all boards at once."""
    gaps = boards >> GAP
    found: list[NDArray[np.int64]] = []
    for step in STEPS:
        can = np.array([gap + step in CELLS[gap] for gap in range(len(START))])[gaps]
        board, gap = boards[can], gaps[can] * BITS
        cell = gap + step * BITS
        tile = (board >> cell) & 15
        found.append((board ^ (tile << cell) ^ (tile << gap)) + (step << GAP))
    return np.concatenate(found)


def no_goal(boards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say that none of the boards is a goal: everything is explored."""
    return np.zeros(len(boards), bool)


def by_hand(start: int) -> int:
    """Count the states, with np.unique."""
    known = layer = np.array([start])
    while len(layer):
        after = np.unique(expand(layer))
        layer = after[~np.isin(after, known)]
        known = np.concatenate((known, layer))
    return len(known)


def counted(search: Callable[[], int], states: int) -> None:
    """Search, and make sure that it did what it was to do."""
    stored = search()
    assert stored == states, stored


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arrays", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each (default 7)")
    parser.add_argument("--small", action="store_true", help="360 states, to see that it works")
    arguments = parser.parse_args(words)
    states = use_rows(2 if arguments.small else WIDTH)
    start = packed(START)
    arrays = ArrayProblem([start], expand=expand, is_goal=no_goal)

    def yardstick() -> int:
        return array_breadth_first_search(arrays).statistics.stored

    contenders: dict[str, Callable[[], int]] = {
        "breadth_first_search": lambda: breadth_first_search(PLAIN).statistics.stored,
        "by hand, np.unique": lambda: by_hand(start),
        "array_breadth_first_search": yardstick,
        "the same, layers=2": lambda: (
            array_breadth_first_search(arrays, layers=2).statistics.stored
        ),
    }
    comparisons = compare(
        [
            (
                partial(counted, contender, states),
                partial(counted, yardstick, states),
            )
            for contender in contenders.values()
        ],
        arguments.rounds,
    )
    show(
        f"array_breadth_first_search against others: 8-puzzle, {states:,} states, "
        f"median of {arguments.rounds}",
        ["search", "seconds", "ratio", "smallest", "largest"],
        [
            [
                name,
                f"{median(each.measured):.3f} s",
                f"{each.ratio:.2f}",
                f"{each.spread[0]:.2f}",
                f"{each.spread[1]:.2f}",
            ]
            for name, each in zip(contenders, comparisons, strict=True)
        ],
    )


if __name__ == "__main__":
    main()
