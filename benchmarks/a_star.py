"""A* on the 15-puzzle with the Manhattan distance, against nographs.

    python -m benchmarks.a_star --rounds 3

Four arrangements that take 40 to 44 moves. Both searches are given the same two functions, and
their times are taken in turn. nographs is the fastest peer in Python that we know; it is
installed by the extra ``benchmark``, and without it its columns say so.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import seconds, show
from searchkit import Problem, a_star_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Tiles = tuple[int, ...]

WIDTH = 4
GOAL: Tiles = tuple(range(WIDTH * WIDTH))
INSTANCES: dict[str, tuple[Tiles, int]] = {
    "a": ((6, 8, 12, 3, 10, 2, 5, 1, 4, 14, 13, 7, 9, 0, 15, 11), 40),
    "b": ((4, 2, 0, 14, 1, 7, 3, 11, 8, 13, 9, 6, 5, 15, 12, 10), 40),
    "c": ((6, 7, 4, 2, 1, 0, 14, 11, 12, 9, 15, 13, 8, 5, 3, 10), 44),
    "d": ((2, 3, 11, 14, 1, 0, 7, 6, 8, 4, 9, 10, 5, 13, 15, 12), 42),
}
SMALL: dict[str, tuple[Tiles, int]] = {
    "small": ((4, 1, 2, 3, 5, 6, 10, 7, 8, 9, 0, 11, 12, 13, 14, 15), 4),
}
NEIGHBOURS: list[Tiles] = [
    tuple(
        row * WIDTH + column
        for row, column in (
            (cell // WIDTH - 1, cell % WIDTH),
            (cell // WIDTH, cell % WIDTH - 1),
            (cell // WIDTH, cell % WIDTH + 1),
            (cell // WIDTH + 1, cell % WIDTH),
        )
        if 0 <= row < WIDTH and 0 <= column < WIDTH
    )
    for cell in GOAL
]
DISTANCE: list[Tiles] = [
    tuple(
        0 if tile == 0 else abs(tile // WIDTH - cell // WIDTH) + abs(tile % WIDTH - cell % WIDTH)
        for cell in GOAL
    )
    for tile in GOAL
]


def next_tiles(tiles: Tiles) -> Iterator[Tiles]:
    """Slide each neighbour of the gap into it."""
    gap = tiles.index(0)
    for cell in NEIGHBOURS[gap]:
        moved = list(tiles)
        moved[gap], moved[cell] = moved[cell], 0
        yield tuple(moved)


def manhattan(tiles: Tiles) -> int:
    """Add up the distances of the tiles from their places."""
    return sum([DISTANCE[tile][cell] for cell, tile in enumerate(tiles)])


def with_searchkit(start: Tiles, optimum: int) -> int:
    """Solve with searchkit; give the number of expansions."""
    result = a_star_search(
        Problem(start, next_states=next_tiles, goals=[GOAL], heuristic=manhattan)
    )
    assert result.cost == optimum, result.cost
    return result.statistics.expanded


def with_nographs(start: Tiles, optimum: int) -> int:
    """Solve with nographs; give the number of vertices that it reported, its expansions."""
    nographs: Any = importlib.import_module("nographs")
    expanded = 0

    def next_edges(tiles: Tiles, _: Any) -> Iterator[tuple[Tiles, int]]:
        nonlocal expanded
        expanded += 1
        for successor in next_tiles(tiles):
            yield successor, 1

    traversal = nographs.TraversalAStar(next_edges)
    traversal.start_from(manhattan, start, build_paths=True).go_to(GOAL)
    assert traversal.path_length == optimum, traversal.path_length
    return expanded


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.a_star", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (default 3)")
    parser.add_argument("--small", action="store_true", help="four moves, to see that it works")
    arguments = parser.parse_args(words)
    solvers = {"searchkit": with_searchkit}
    if importlib.util.find_spec("nographs") is not None:
        solvers["nographs"] = with_nographs
    rows: list[list[str]] = []
    for name, (start, optimum) in (SMALL if arguments.small else INSTANCES).items():
        expanded: dict[str, int] = {}
        times: dict[str, list[float]] = {solver: [] for solver in solvers}
        for _ in range(arguments.rounds):
            for solver, solve in solvers.items():

                def run(solver: str = solver, solve: Any = solve) -> None:
                    expanded[solver] = solve(start, optimum)  # noqa: B023

                times[solver].append(seconds(run))
        for solver in ("searchkit", "nographs"):
            if solver not in solvers:
                rows.append([name, solver, "", "", "not installed", ""])
                continue
            ratio = median(times[solver]) / median(times["searchkit"])
            rows.append(
                [
                    name,
                    solver,
                    str(optimum),
                    f"{expanded[solver]:,}",
                    f"{median(times[solver]):.3f} s",
                    f"{ratio:.2f}",
                ]
            )
    show(
        f"A* on the 15-puzzle, Manhattan distance, median of {arguments.rounds}",
        ["instance", "library", "cost", "expansions", "time", "ratio to searchkit"],
        rows,
    )


if __name__ == "__main__":
    main()
