"""Costs and heuristics that 64 bits cannot add up are refused; a compiled search never wraps around.

IDA* asked whether a sum was less than before, and A* and uniform-cost search whether it was within
bounds. Neither is to be seen from a sum that has overflowed: the compiler may take it that none
does. So IDA* called a path optimal that costs 2**64, where another one costs 3 * 2**61.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from searchkit import (
    Compiled,
    CompileError,
    Problem,
    Step,
    a_star_search,
    depth_first_search,
    ida_star_search,
    uniform_cost_search,
)

SILENT = Compiled(compared=0)
VERTICES = 5


def steps(n: int, numbers: list[int]) -> Iterator[Step[int, None, int]]:
    for m in range(n + 1, 5):
        yield Step(m, numbers[5 * n + m])


def estimate(n: int, numbers: list[int]) -> int:
    return numbers[5 * n]


def is_last(n: int, _numbers: list[int]) -> bool:
    return n == 4


def problem(numbers: list[int]) -> Problem[int]:
    return Problem(0, next_steps=steps, is_goal=is_last, heuristic=estimate, data=numbers)


def told(result: Any) -> Any:
    facts = result.statistics
    path = result.path.states, result.cost, result.guarantee, result.lower_bound
    return *path, facts.expanded, facts.generated, facts.stored


large = st.sampled_from([0, 1, 10, 2**52, 2**53 + 1, 2**59, 2**61, 2**62, 2**63 - 11, 2**63 - 1])
tables = st.lists(large, min_size=VERTICES**2, max_size=VERTICES**2)
LAST = 2**63 - 1
WRAPS_LATE = [  # the first steps are cheap: the sum of one and the step behind it wraps around
    *(0, 10, 20, 30, 90, 0, 0, LAST, LAST, LAST, 0, 0, 0, 40, 50, 0, 0, 0, 0, 60, 0, 0, 0, 0, 0)
]
FOUR_STEPS = [
    *(0, 2**62, 0, 0, 3 * 2**61, 0, 0, 2**62, LAST, LAST, 0, 0, 0, 2**62, LAST),
    *(0, 0, 0, 0, 2**62, 0, 0, 0, 0, 0),
]
SEARCHES: list[tuple[Any, dict[str, Any]]] = [
    (ida_star_search, {}),
    (ida_star_search, {"weight": 3}),
    (ida_star_search, {"weight": 1.5}),
    (a_star_search, {}),
    (a_star_search, {"weight": 3}),
    (uniform_cost_search, {}),
    (depth_first_search, {}),
]


@pytest.mark.parametrize(("search", "options"), SEARCHES)
@given(numbers=tables)
@example(numbers=WRAPS_LATE)
@example(numbers=FOUR_STEPS)
def test_the_same_answer_or_none(search: Any, options: dict[str, Any], numbers: list[int]) -> None:
    found, refused = None, ""
    try:
        found = search(problem(numbers), compiled=SILENT, **options)
    except CompileError as error:
        refused = str(error)
    if refused:
        assert "is too large for compiled code: g is at most " in refused
        assert max(numbers) >= 2**52
        assert search is not depth_first_search  # it adds no costs
    else:
        assert told(found) == told(search(problem(numbers), **options))


@pytest.mark.parametrize("search", [ida_star_search, a_star_search])
def test_a_weight_that_leaves_no_room(search: Any) -> None:
    with pytest.raises(CompileError, match=r"weight=.* is too large for compiled code"):
        search(problem([0] * 25), weight=10**30, compiled=SILENT)
