"""Depth-first search, compiled, is depth-first search."""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from searchkit import (
    CheckError,
    Compiled,
    CompileError,
    CostError,
    CustomCheck,
    DepthFirst,
    HashCheck,
    IterativeDeepening,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    PathCheck,
    Problem,
    Step,
    depth_first_search,
)
from tests.compiled_graphs import PLAIN, Drawn, graphs, half_of, half_of_pair, twins

quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(quick, max_examples=5000)
LIMITS = [*range(6), None]
CHECKS: list[Any] = [
    HashCheck(),
    HashCheck(key=half_of),
    PathCheck(),
    PathCheck(key=half_of),
    NoCheck(),
]
KEYED: list[Any] = [HashCheck(key=half_of_pair), PathCheck(key=half_of_pair), HashCheck()]
Combination = tuple[Any, int | None]


def combined(checks: list[Any]) -> list[Combination]:
    """Checks and depth limits; without a check there must be one."""
    pairs = itertools.product(checks, LIMITS)
    return [(check, limit) for check, limit in pairs if limit is not None or check != NoCheck()]


combinations = st.sampled_from(combined(CHECKS))


def bounded(problem: Problem[Any, Any, Any], combination: Combination) -> Any:
    check, limit = combination
    return functools.partial(DepthFirst, problem, duplicates=check, depth_limit=limit)


def one_each(runs: int) -> Iterator[Limits]:
    return itertools.repeat(Limits(expanded=1), runs)


def storing(most: int) -> Iterator[Limits]:
    return (Limits(stored=stored, expanded=3) for stored in range(most))


def same(drawn: Drawn, combination: Combination) -> None:
    """All solutions; every expansion and every state may be the last; copies go on."""
    for problem in (drawn.plain(), drawn.steps()):
        make = bounded(problem, combination)
        twins(make, every=True)
        twins(make, [None] * 9)
        twins(make, one_each(60), every=True)
        twins(make, storing(20), every=True)
        twins(make, one_each(12), copying=True)


@quick
@given(graphs(), combinations)
def test_random_graphs(drawn: Drawn, combination: Combination) -> None:
    same(drawn, combination)


@quick
@given(graphs(fails=True), combinations)
def test_functions_that_fail(drawn: Drawn, combination: Combination) -> None:
    same(drawn, combination)


@quick
@given(graphs(), st.sampled_from(combined(KEYED)))
def test_states_of_two_words(drawn: Drawn, combination: Combination) -> None:
    twins(bounded(drawn.pairs(), combination), every=True)
    twins(bounded(drawn.pairs(), combination), one_each(40), copying=True)


deepenings = st.tuples(st.sampled_from(CHECKS), st.sampled_from([0, 2, 5]), st.sampled_from([1, 2]))


def deepened(drawn: Drawn, deepening: tuple[Any, int, int]) -> None:
    check, limit, step = deepening
    for problem in (drawn.plain(), drawn.steps()):
        make = functools.partial(
            IterativeDeepening, problem, duplicates=check, depth_limit=limit, depth_step=step
        )
        twins(make, every=True)
        twins(make, [None] * 9)
        twins(make, one_each(60), every=True)
        twins(make, storing(20), every=True)
        twins(make, one_each(12), copying=True)


@quick
@given(st.one_of(graphs(), graphs(fails=True)), deepenings)
def test_iterative_deepening(drawn: Drawn, deepening: tuple[Any, int, int]) -> None:
    deepened(drawn, deepening)


@pytest.mark.slow
@thorough
@given(st.one_of(graphs(), graphs(fails=True), graphs(size=12, edges=40)), deepenings)
def test_many_deepenings(drawn: Drawn, deepening: tuple[Any, int, int]) -> None:
    deepened(drawn, deepening)


@pytest.mark.slow
@thorough
@given(st.one_of(graphs(), graphs(fails=True), graphs(size=12, edges=40)))
def test_many_random_graphs(drawn: Drawn) -> None:
    for combination in combined(CHECKS):
        same(drawn, combination)


# --- long paths, large tables ---------------------------------------------------------------


def next_on_circle(n: int) -> Iterator[int]:
    yield (n + 1) % 60_000


def is_last(n: int) -> bool:
    return n == 59_999


@pytest.mark.parametrize("check", [HashCheck(), PathCheck()])
def test_a_long_path(check: Any) -> None:
    """The stack, the tables and the hash table grow many times; the path is left again."""
    search = DepthFirst(
        Problem(0, next_states=next_on_circle, is_goal=is_last), duplicates=check, compiled=PLAIN
    )
    result = search.run()
    assert result.path.states == tuple(range(60_000))
    assert len(search.stack) == 60_001
    result = search.run()
    assert result.ended is Outcome.EXHAUSTED
    assert len(search.nodes) == (60_000 if check.remembers else 0)
    assert search.statistics.duplicates == 1


def many_ways(n: int) -> Iterator[int]:
    for step in range(1, 4):
        if n + step <= 20_000:
            yield n + step


def never(n: int) -> bool:
    return n < 0


def test_paths_beyond_the_first_size_of_the_hash_table() -> None:
    """States leave a hash table that has grown meanwhile, and are new when they come again."""
    problem = Problem(0, next_states=many_ways, is_goal=never)
    limits = Limits(expanded=25_000)
    expected = DepthFirst(problem, duplicates=PathCheck())
    search = DepthFirst(problem, duplicates=PathCheck(), compiled=PLAIN)
    expected.run(limits)
    search.run(limits)
    assert search.statistics.duplicates == expected.statistics.duplicates == 0
    assert list(search.nodes.states) == expected.nodes.states


def fan(n: int) -> Iterator[int]:
    if n == 0:
        for leaf in range(1, 5000):  # noqa: UP028 - numba knows no `yield from`
            yield leaf


def test_many_successors_of_one_state() -> None:
    problem = Problem(0, next_states=fan, is_goal=never)
    result = depth_first_search(problem, compiled=PLAIN, depth_limit=10**30)
    assert result.statistics.stored == 5000
    assert result.statistics.max_frontier == 2


# --- failures -------------------------------------------------------------------------------


def with_bad_cost(n: int) -> Iterator[Step[int, str, int]]:
    yield Step(n + 1, 1, "on")
    yield Step(n + 2, n - 3, "jump")


def is_five(n: int) -> bool:
    return n == 5


def test_a_bad_cost_is_met_in_its_turn() -> None:
    """The step before it leads to a goal."""
    search = DepthFirst(Problem(0, next_steps=with_bad_cost, is_goal=is_five), compiled=PLAIN)
    assert search.run().path.states == (0, 1, 2, 3, 4, 5)
    bounds = DepthFirst(
        Problem(0, next_steps=with_bad_cost, is_goal=is_five), depth_limit=2, compiled=PLAIN
    )
    with pytest.raises(CostError, match=r"from 1 to 3 .*negative"):
        bounds.run()


def beyond(n: int) -> Iterator[int]:
    yield n + 1
    yield 5


def test_values_out_of_bounds() -> None:
    search = DepthFirst(
        Problem(0, next_states=beyond, is_goal=is_five), compiled=Compiled(bounds=(0, 9))
    )
    assert search.run().path.end == 5
    with pytest.raises(CompileError, match=r"10 .* outside its bounds 0\.\.9"):
        search.run()


def broken_key(n: int) -> int:
    if n == 3:
        raise ValueError("no key for three")
    return n


def test_a_key_that_fails() -> None:
    problem = Problem(0, next_states=beyond, is_goal=never)
    with pytest.raises(ValueError, match="no key for three"):
        depth_first_search(problem, duplicates=HashCheck(key=broken_key), compiled=PLAIN)


@pytest.mark.parametrize("check", [LinearCheck(), CustomCheck(dict)])
def test_checks_that_do_not_compile(check: Any) -> None:
    problem = Problem(0, next_states=beyond, is_goal=is_five)
    with pytest.raises(CheckError, match=r"use HashCheck\(\), PathCheck\(\) or NoCheck\(\)"):
        depth_first_search(problem, duplicates=check, compiled=True)


# --- the driver -----------------------------------------------------------------------------


def endless(n: int) -> Iterator[int]:
    yield (n * 3 + 1) % 1_000_003
    yield (n + 1) % 1_000_003


def test_it_can_be_stopped_and_goes_on() -> None:
    search = DepthFirst(
        Problem(0, next_states=endless, is_goal=never),
        duplicates=NoCheck(),
        depth_limit=60,
        compiled=PLAIN,
    )
    search.run(Limits(expanded=10))
    timer = threading.Timer(0.05, search.stop)
    timer.start()
    assert search.run().ended is Outcome.STOPPED
    timer.join()
    before = search.expanded
    result = search.run(Limits(seconds=0.05))
    assert result.ended is Outcome.LIMIT
    assert search.expanded > before


def test_the_stack_can_be_looked_at() -> None:
    make = functools.partial(
        DepthFirst, Problem(0, next_states=endless, is_goal=never), depth_limit=9
    )
    one, two = make(), make(compiled=PLAIN)
    for search in (one, two):
        search.run(Limits(expanded=100))
    assert list(two.stack) == one.stack
    assert list(two.taken_of) == one.taken_of
    assert list(two.depths) == one.depths
