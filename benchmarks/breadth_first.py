"""What the library costs: breadth-first search against a loop written by hand.

    python -m benchmarks.breadth_first --rounds 7

The whole 8-puzzle, 181,440 states. The loop by hand keeps a parent for each state and tests the
goal when a state is generated, as the search does; the search also has limits, statistics and
numbers, all at their defaults. Both call the same functions, or the methods of the same class.
"""

from __future__ import annotations

import argparse
from collections import deque
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from benchmarks.measuring import compare, show
from benchmarks.sliding_tiles import START, WIDTH, Board, Nine, Tiles, never, next_tiles, use_rows
from searchkit import HashableState, Problem, Result, breadth_first_search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")
S = TypeVar("S", bound=HashableState)

PROBLEM = Problem(START, next_states=next_tiles, is_goal=never)


def loop_over_functions(
    start: Tiles, successors: Callable[[Tiles], Iterable[Tiles]], is_goal: Callable[[Tiles], bool]
) -> tuple[list[Tiles] | None, int]:
    """Search by hand with functions; give the path and the number of states."""
    parents: dict[Tiles, Tiles | None] = {start: None}
    if is_goal(start):
        return [start], 1
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for successor in successors(state):
            if successor not in parents:
                parents[successor] = state
                if is_goal(successor):
                    return path_back(successor, parents), len(parents)
                queue.append(successor)
    return None, len(parents)


def loop_over_states(start: S) -> tuple[list[S] | None, int]:
    """Search by hand with the methods of a class; give the path and the number of states."""
    parents: dict[S, S | None] = {start: None}
    if start.is_goal():
        return [start], 1
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for successor in state.next_states():
            if successor not in parents:
                parents[successor] = state
                if successor.is_goal():
                    return path_back(successor, parents), len(parents)
                queue.append(successor)
    return None, len(parents)


def path_back(state: T, parents: dict[T, T | None]) -> list[T]:
    """Follow the parents from a state to the start."""
    path = [state]
    while (parent := parents[path[-1]]) is not None:
        path.append(parent)
    return path[::-1]


def explored(result: Result[T, None, int], states: int) -> Result[T, None, int]:
    """Make sure that the search did what it was to do."""
    assert (result.complete, result.statistics.stored) == (True, states), result
    return result


def counted(answer: tuple[object, int], states: int) -> tuple[object, int]:
    """Make sure that the loop did what it was to do."""
    assert answer == (None, states), answer[1]
    return answer


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.breadth_first", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each (default 7)")
    parser.add_argument("--small", action="store_true", help="360 states, to see that it works")
    arguments = parser.parse_args(words)
    states = use_rows(2 if arguments.small else WIDTH)
    board, nine = Board(START), Nine(*START)
    comparisons = compare(
        [
            (
                lambda: explored(breadth_first_search(PROBLEM), states),
                lambda: counted(loop_over_functions(START, next_tiles, never), states),
            ),
            (
                lambda: explored(breadth_first_search(board), states),
                lambda: counted(loop_over_states(board), states),
            ),
            (
                lambda: explored(breadth_first_search(nine), states),
                lambda: counted(loop_over_states(nine), states),
            ),
        ],
        arguments.rounds,
    )
    forms = ["functions over tuples", "NamedTuple of one field", "NamedTuple of nine fields"]
    show(
        f"breadth_first_search against a loop by hand: 8-puzzle, {states:,} states, "
        f"median of {arguments.rounds}",
        ["form", "by hand", "searchkit", "ratio", "smallest", "largest"],
        [
            [
                form,
                f"{median(each.yardstick):.3f} s",
                f"{median(each.measured):.3f} s",
                f"{each.ratio:.2f}",
                f"{each.spread[0]:.2f}",
                f"{each.spread[1]:.2f}",
            ]
            for form, each in zip(forms, comparisons, strict=True)
        ],
    )


if __name__ == "__main__":
    main()
