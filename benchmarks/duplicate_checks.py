"""What the four duplicate checks cost: time, memory, and the work that they save.

    python -m benchmarks.duplicate_checks

The first table is breadth-first search of the 8-puzzle up to a number of states, and the memory
that the index takes beside the states. The second is the work up to solutions of more and more
steps, with a check and without one.
"""

from __future__ import annotations

import argparse
import gc
import tracemalloc
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.measuring import seconds, show
from benchmarks.sliding_tiles import START, WIDTH, Tiles, never, next_tiles, use_rows
from searchkit import (
    BreadthFirst,
    DuplicateCheck,
    HashCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Problem,
    SortedCheck,
    breadth_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

CHECKS: dict[str, DuplicateCheck[Tiles]] = {
    "LinearCheck": LinearCheck(),
    "SortedCheck": SortedCheck(),
    "HashCheck": HashCheck(),
}


class Sizes(NamedTuple):
    """How much is measured."""

    stored: tuple[int, ...]
    linear: int
    """The largest number of states that the linear check is asked to do."""
    depths: tuple[int, ...]


FULL_SIZES = Sizes((1_000, 10_000, 181_440), linear=10_000, depths=(4, 8, 12))
SMALL_SIZES = Sizes((100, 360), linear=100, depths=(2, 4))


def explore(check: DuplicateCheck[Tiles], stored: int) -> list[Tiles]:
    """Search until so many states are stored; give them."""
    problem = Problem(START, next_states=next_tiles, is_goal=never)
    search: BreadthFirst[Tiles, None, int] = BreadthFirst(problem, duplicates=check)
    search.run(Limits(stored=stored))
    assert len(search.nodes) == stored, len(search.nodes)
    return search.nodes.states


def bytes_of_index(check: DuplicateCheck[Tiles], states: list[Tiles]) -> float:
    """Fill an index with states that exist already; give the bytes a state that it takes."""
    numbers = list(range(len(states)))  # exist already too: the search keeps them for parents
    gc.collect()
    tracemalloc.start()
    index = check.new_index()
    for state, number in zip(states, numbers, strict=True):
        index[state] = number
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(states)


def costs(sizes: Sizes, rounds: int) -> list[list[str]]:
    """Measure each check at each size; a dash where it would take too long."""
    rows: list[list[str]] = []
    for name, check in CHECKS.items():
        row = [name]
        largest = 0
        for stored in sizes.stored:
            if name == "LinearCheck" and stored > sizes.linear:
                row.append("-")
                continue
            largest = stored
            times = [seconds(lambda: explore(check, stored)) for _ in range(rounds)]  # noqa: B023
            row.append(f"{median(times):.3f} s")
        row.append(f"{bytes_of_index(check, explore(HashCheck(), largest)):.0f}")
        rows.append(row)
    return rows


def states_at(depths: Sequence[int]) -> list[Tiles]:
    """Find, for each depth, the first state that is so many steps from the start."""
    problem = Problem(START, next_states=next_tiles, is_goal=never)
    search: BreadthFirst[Tiles, None, int] = BreadthFirst(problem)
    search.run(Limits(expanded=20_000))
    wanted = dict.fromkeys(depths, START)
    missing = set(depths)
    steps = [0]
    for number, parent in enumerate(search.nodes.parents[1:], start=1):
        steps.append(steps[parent] + 1)
        if steps[number] in missing:
            wanted[steps[number]] = search.nodes.states[number]
            missing.discard(steps[number])
    return list(wanted.values())


def savings(sizes: Sizes) -> list[list[str]]:
    """Count the states that a search stores, without a check and with one."""
    rows: list[list[str]] = []
    for depth, goal in zip(sizes.depths, states_at(sizes.depths), strict=True):
        problem: Any = Problem(START, next_states=next_tiles, goals=[goal])
        without = breadth_first_search(problem, duplicates=NoCheck())
        checked = breadth_first_search(problem)
        assert len(without.path) == len(checked.path) == depth, depth
        rows.append(
            [str(depth), f"{without.statistics.stored:,}", f"{checked.statistics.stored:,}"]
        )
    return rows


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.duplicate_checks", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (default 3)")
    parser.add_argument("--small", action="store_true", help="few states, to see that it works")
    arguments = parser.parse_args(words)
    use_rows(2 if arguments.small else WIDTH)
    sizes = SMALL_SIZES if arguments.small else FULL_SIZES
    show(
        f"Breadth-first search of the 8-puzzle up to so many states, median of {arguments.rounds}",
        ["check", *(f"{stored:,}" for stored in sizes.stored), "bytes a state"],
        costs(sizes, arguments.rounds),
    )
    show(
        "States stored by breadth-first search of the 8-puzzle, by steps to the goal",
        ["steps", "NoCheck", "HashCheck"],
        savings(sizes),
    )


if __name__ == "__main__":
    main()
