"""Floats are added up the same, interpreted and compiled, down to the last bit.

From Python 3.12 on, ``sum`` makes up for what rounding loses, and numba's did not; and the cost of
a compiled path was such a sum, while searches add one cost after another.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import Problem, Step, uniform_cost_search
from searchkit.compiled.translation import translate

Adds = Callable[[float, float, int], float]


def of_a_list(a: float, b: float, n: int) -> float:
    return sum([a * k + b / (k + 1) for k in range(n)])


def of_a_generator(a: float, b: float, n: int) -> float:
    return sum(a * k + b / (k + 1) for k in range(n))


def from_an_int(a: float, b: float, n: int) -> float:
    return sum([a * k + b / (k + 1) for k in range(n)], 3)


def from_a_float(a: float, b: float, n: int) -> float:
    return sum([a * k + b / (k + 1) for k in range(n)], 0.1)


def of_a_tuple(a: float, b: float, n: int) -> float:
    return sum((a, b, 1e30 * n, a * b, -1e30 * n, b))


def of_infinities(a: float, b: float, n: int) -> float:
    return sum([1e308, 1e308, a, -1e308][: n % 5])


def of_ints(a: float, b: float, n: int) -> float:
    return sum([k * k for k in range(n)]) + sum(range(n), 2) + sum((1, n))


FORMS: list[Adds] = [
    *(of_a_list, of_a_generator, from_an_int, from_a_float, of_a_tuple, of_infinities, of_ints)
]
numbers = st.floats(-1e15, 1e15)


@pytest.mark.parametrize("function", FORMS)
@given(a=numbers, b=numbers, n=st.integers(0, 12))
def test_sums(function: Adds, a: float, b: float, n: int) -> None:
    assert repr(float(translate(function)(a, b, n))) == repr(float(function(a, b, n)))


def tenths(n: int) -> Iterator[Step[int, None, float]]:
    yield Step(n + 1, 0.1)


def test_a_path_costs_what_the_search_added_up() -> None:
    problem: Problem[int, Any, float] = Problem(0, next_steps=tenths, is_goal=lambda n: n == 10)
    costs = [uniform_cost_search(problem, compiled=how).path.cost for how in (False, True)]
    assert costs == [functools.reduce(operator.add, [0.1] * 10, 0)] * 2
    assert costs[0] != 1.0  # as rounding has it
