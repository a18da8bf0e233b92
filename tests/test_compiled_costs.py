"""Costs, bounds and sums of compiled searches are of the same type as interpreted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from searchkit import (
    AStar,
    BreadthFirst,
    Compiled,
    CompileError,
    DepthFirst,
    IDAStar,
    Limits,
    Problem,
    Step,
    UniformCost,
)

ONE = Compiled(compared=0)
GOAL = 30


def in_ints(n: int) -> Iterator[Step[int, None, int]]:
    yield Step(n + 1, 1)
    yield Step(n + 2, 3)


def in_floats(n: int) -> Iterator[Step[int, None, float]]:
    yield Step(n + 1, 1.0)
    yield Step(n + 2, 2.5)


def uncosted(n: int) -> list[int]:
    return [n + 1, n + 2]


def left(n: int) -> int:
    return max(GOAL - n, 0) // 2


def left_exactly(n: int) -> float:
    return max(GOAL - n, 0) / 2


def problem(zero: Any, successors: Any, heuristic: Any = left) -> Problem[int, Any, Any]:
    how: Any = "next_states" if successors is uncosted else "next_steps"
    return Problem(
        0, is_goal=lambda n: n == GOAL, heuristic=heuristic, zero=zero, **{how: successors}
    )


def told(search: Any) -> list[Any]:
    """Give the numbers that a search tells, in the middle and at its end."""
    seen: list[Any] = []
    for limits in (Limits(expanded=7), Limits(expanded=4000)):
        result = search.run(limits)
        seen += [repr(result.lower_bound), repr(result.path.cost if result else None)]
    return seen


KINDS: dict[str, Callable[..., Any]] = {
    "breadth first": BreadthFirst,
    "depth first": DepthFirst,
    "uniform cost": UniformCost,
    "A*": AStar,
    "weighted A*": lambda start, **more: AStar(start, weight=1.5, **more),
    "IDA*": IDAStar,
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("heuristic", [left, left_exactly])
@pytest.mark.parametrize("successors", [in_ints, in_floats, uncosted])
@pytest.mark.parametrize("zero", [0, 0.0])
def test_numbers_are_of_the_same_type(
    zero: Any, successors: Any, heuristic: Any, kind: Callable[..., Any]
) -> None:
    """With zero=0.0 the lower bound was an int where it is a float interpreted."""
    start = problem(zero, successors, heuristic)
    assert told(kind(start, compiled=ONE)) == told(kind(start))


@pytest.mark.parametrize("zero", [Fraction(0), Decimal(0)])
def test_where_costs_are_added_up_they_are_ints_or_floats(zero: Any) -> None:
    """With zero=Fraction(0) the lower bound was an int where it is a Fraction interpreted."""
    start = problem(zero, uncosted)
    kind: Any
    for kind in (UniformCost, AStar, IDAStar):
        with pytest.raises(CompileError, match=r"zero=.*ints or floats, and their zero is 0 or"):
            kind(start, compiled=ONE).run()
    for kind in (BreadthFirst, DepthFirst):  # which count steps
        assert told(kind(start, compiled=ONE)) == told(kind(start))


@pytest.mark.parametrize("zero", [1, 2.5, Fraction(1, 2), ""])
@pytest.mark.parametrize("kind", [BreadthFirst, DepthFirst, UniformCost, AStar, IDAStar])
def test_another_zero_is_refused(kind: Any, zero: Any) -> None:
    """Interpreted, a cost below the zero counts as negative; compiled, it did not."""
    with pytest.raises(CompileError, match=re.escape(f"zero={zero!r}")):
        kind(problem(zero, in_ints), compiled=ONE).run()
