"""Bidirectional breadth-first search, compiled, is bidirectional breadth-first search."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from searchkit import (
    Bidirectional,
    CheckError,
    Compiled,
    CompileError,
    CostError,
    Guarantee,
    Limits,
    LinearCheck,
    Outcome,
    Problem,
    ProblemError,
    SortedCheck,
    Step,
    bidirectional_search,
)
from tests.compiled_graphs import PLAIN, Drawn, graphs, twins

quick = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(quick, max_examples=5000)


def between(problem: Problem[Any, Any, Any], goals: list[Any]) -> Any:
    return functools.partial(Bidirectional, problem, goals=goals)


def one_each(runs: int) -> Iterator[Limits]:
    return itertools.repeat(Limits(expanded=1), runs)


def storing(most: int) -> Iterator[Limits]:
    return (Limits(stored=stored, expanded=2) for stored in range(most))


def same(drawn: Drawn) -> None:
    """Every expansion and every state may be the last; copies go on."""
    for problem in (drawn.plain(), drawn.steps()):
        make = between(problem, drawn.goals)
        twins(make, every=True)
        twins(make, [None, None])
        twins(make, one_each(40), every=True)
        twins(make, storing(30))
        twins(make, one_each(20), copying=True)


@quick
@given(graphs())
def test_random_graphs(drawn: Drawn) -> None:
    same(drawn)


@quick
@given(graphs(fails=True))
def test_functions_that_fail(drawn: Drawn) -> None:
    same(drawn)


@pytest.mark.slow
@thorough
@given(st.one_of(graphs(size=14, edges=20), graphs(fails=True), graphs(size=30, edges=40)))
def test_many_random_graphs(drawn: Drawn) -> None:
    same(drawn)


# --- large spaces, many successors ----------------------------------------------------------

SIZE = 400


class Square(NamedTuple):
    """A square of a board, with the methods of a state that can be gone through backward."""

    row: int
    column: int

    def next_states(self) -> Iterator[Square]:
        if self.row > 0:
            yield Square(self.row - 1, self.column)
        if self.column > 0:
            yield Square(self.row, self.column - 1)
        if self.row < SIZE - 1:
            yield Square(self.row + 1, self.column)
        if self.column < SIZE - 1:
            yield Square(self.row, self.column + 1)

    def previous_states(self) -> Iterator[Square]:
        if self.row > 0:
            yield Square(self.row - 1, self.column)
        if self.column > 0:
            yield Square(self.row, self.column - 1)
        if self.row < SIZE - 1:
            yield Square(self.row + 1, self.column)
        if self.column < SIZE - 1:
            yield Square(self.row, self.column + 1)

    def is_goal(self) -> bool:
        return self.row == SIZE - 1 and self.column == SIZE - 1


@pytest.mark.parametrize("compiled", [True, Compiled(bounds=(0, SIZE - 1))])
def test_a_board_with_methods(compiled: Any) -> None:
    """The hash table grows several times, with states of both sides in it."""
    goals = [Square(SIZE - 1, SIZE - 1)]
    result = bidirectional_search(Square(0, 0), goals=goals, compiled=compiled)
    assert len(result.path) == 2 * (SIZE - 1)
    assert result.guarantee is Guarantee.OPTIMAL
    assert result.statistics.stored > 150_000
    search = Bidirectional(Square(0, 0), goals=goals)
    search.run(Limits(stored=30_000))
    twin = Bidirectional(Square(0, 0), goals=goals, compiled=compiled)
    twin.run(Limits(stored=30_000))
    assert list(twin.nodes.states) == search.nodes.states
    assert list(twin.nodes.parents) == search.nodes.parents


def up(n: int) -> Iterator[int]:
    for add in range(1, 1500):
        yield n + add


def down(n: int) -> Iterator[int]:
    for add in range(1, 1500):
        yield n - add


def is_far(n: int) -> bool:
    return n == 5_000


def test_more_successors_than_there_is_room_for() -> None:
    problem = Problem(0, next_states=up, previous_states=down, is_goal=is_far, goals=[5_000])
    expected, result = (bidirectional_search(problem, compiled=c) for c in (False, PLAIN))
    assert result.path.states == expected.path.states
    assert result.statistics.expanded == expected.statistics.expanded


def test_many_roots() -> None:
    problem = Problem(
        starts=range(0, -5000, -1),
        next_states=up,
        previous_states=down,
        is_goal=is_far,
        goals=[5_000] * 5000,
    )
    expected, result = (bidirectional_search(problem, compiled=c) for c in (False, PLAIN))
    assert result.path.states == expected.path.states
    assert result.statistics.duplicates == expected.statistics.duplicates


# --- costs, failures, refusals --------------------------------------------------------------


def whole_steps(n: int) -> Iterator[Step[int, None, int]]:
    yield Step(n + 1, 1)


def float_steps(n: int) -> Iterator[Step[int, None, float]]:
    yield Step(n - 1, 1.0)


def other_steps(n: int) -> Iterator[Step[int, None, float]]:
    yield Step(n - 1, 1.5)


def is_six(n: int) -> bool:
    return n == 6


def test_ints_one_way_and_floats_the_other() -> None:
    problem = Problem(
        0, next_steps=whole_steps, previous_steps=float_steps, is_goal=is_six, goals=[6]
    )
    expected, result = (bidirectional_search(problem, compiled=c) for c in (False, PLAIN))
    assert result.guarantee is expected.guarantee is Guarantee.OPTIMAL
    assert result.path.costs == expected.path.costs


def test_costs_that_differ_between_the_ways() -> None:
    problem = Problem(
        0, next_steps=whole_steps, previous_steps=other_steps, is_goal=is_six, goals=[6]
    )
    for compiled in (False, PLAIN):
        search = Bidirectional(problem, compiled=compiled)
        with pytest.raises(ProblemError, match="contradict each other"):
            search.run()
        assert search.nodes.costs_differ


def negative_steps(n: int) -> Iterator[Step[int, None, int]]:
    yield Step(n - 1, n - 5)


def test_a_bad_cost_on_the_way_back() -> None:
    problem = Problem(
        0, next_steps=whole_steps, previous_steps=negative_steps, is_goal=is_six, goals=[6]
    )
    for compiled in (False, PLAIN):
        with pytest.raises(CostError, match=r"from 4 to 3 .*negative"):
            bidirectional_search(problem, compiled=compiled)


def of_square(n: int) -> Iterator[int]:
    yield n * n % 1000


def test_functions_that_differ_are_called_by_name() -> None:
    """The stretch before the search looks at the way back as well."""
    goals = [7 * 2**40]
    problem = Problem(
        0, next_states=up, previous_states=of_square, is_goal=lambda n: n > 2**40, goals=goals
    )
    with pytest.raises(CompileError, match=r"previous_states of \d+ is"):
        bidirectional_search(problem, compiled=True, limits=Limits(expanded=9))


def test_goals_of_another_form() -> None:
    problem: Any = Problem(0, next_states=up, previous_states=down, is_goal=lambda n: True)
    with pytest.raises(CompileError, match="one form"):
        bidirectional_search(problem, goals=[(1, 2)], compiled=PLAIN)


@pytest.mark.parametrize("check", [LinearCheck(), SortedCheck()])
def test_checks_that_do_not_compile(check: Any) -> None:
    problem = Problem(0, next_states=up, previous_states=down, goals=[10])
    with pytest.raises(CheckError, match=r"use HashCheck\(\), or search interpreted"):
        bidirectional_search(problem, duplicates=check, compiled=True)


def test_nothing_more_behind_the_meeting() -> None:
    problem = Problem(0, next_states=up, previous_states=down, goals=[10])
    search = Bidirectional(problem, compiled=PLAIN)
    assert search.run().ended is Outcome.FOUND
    result = search.run()
    assert result.ended is Outcome.CUTOFF
    assert result.statistics.solutions == 1
