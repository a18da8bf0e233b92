"""IDA* against brute force on random small graphs, and the cases that broke others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    Guarantee,
    IDAStar,
    Limits,
    Outcome,
    Problem,
    Step,
    ida_star_search,
    uniform_cost_search,
)
from searchkit.estimates import exceeds
from tests.graphs_family import INFINITY, Graph, label, quick, thorough
from tests.linear_memory import INFINITE, PATH, SAME_KEY, distinct, everything, in_full, same_paths


@quick
@given(graph=distinct(), step=st.one_of(st.none(), st.integers(1, 9)))
def test_ida_star_gives_the_cheapest_path_and_then_all_others(
    graph: Graph, step: int | None
) -> None:
    least = graph.least()
    for check in (PATH, SAME_KEY):
        for weight in (1, 0, 0.5):
            search: IDAStar[Any, Any, Any] = IDAStar(
                graph.problem(), duplicates=check, bound_step=step, weight=weight
            )
            first = search.run()
            assert bool(first) == (least < INFINITY)
            if first:
                first.path.check()
                assert first.cost == least
                assert first.guarantee is Guarantee.OPTIMAL
                if weight == 1:
                    assert first.lower_bound == least
            rest, last = everything(search)
            same_paths([first.path, *rest] if first else [], graph)
            assert (last.ended, last.complete) == (Outcome.EXHAUSTED, True)
            assert len(search.nodes) == 0


@quick
@given(graph=distinct(), size=st.integers(1, 5), step=st.one_of(st.none(), st.integers(1, 9)))
def test_ida_star_with_a_transposition_table(graph: Graph, size: int, step: int | None) -> None:
    least = graph.least()
    for table in (size, 1000):
        for weight in (1, 2.5):
            search: IDAStar[Any, Any, Any] = IDAStar(
                graph.problem(), table=table, bound_step=step, weight=weight
            )
            first = search.run()
            assert bool(first) == (least < INFINITY)
            assert len(search.table) <= table
            if first:
                assert first.cost <= weight * least
                assert first.lower_bound is not None
                assert first.lower_bound <= least
            rest, last = everything(search)
            found = [label(path) for path in ([first.path, *rest] if first else [])]
            assert len(found) == len(set(found))
            assert last.ended is Outcome.EXHAUSTED
            assert {states[-1] for states, _, _ in found} == {
                states[-1] for _, states, _ in graph.simple_paths()
            }


@quick
@given(
    graph=distinct(),
    weight=st.sampled_from([1.5, 2, 3, 10]),
    step=st.one_of(st.none(), st.integers(1, 9)),
)
def test_weighted_ida_star_is_within_its_factor(
    graph: Graph, weight: float, step: int | None
) -> None:
    search: IDAStar[Any, Any, Any] = IDAStar(graph.problem(), weight=weight, bound_step=step)
    first = search.run()
    assert bool(first) == (graph.least() < INFINITY)
    if first:
        assert first.cost <= weight * graph.least()
        assert (first.guarantee, first.factor) == (Guarantee.BOUNDED, weight)
        assert first.lower_bound is not None
        assert first.lower_bound <= graph.least()
    rest, last = everything(search)
    same_paths([first.path, *rest] if first else [], graph)
    assert last.ended is Outcome.EXHAUSTED


@quick
@given(graph=distinct(), most=st.integers(0, 6))
def test_a_limit_on_iterations(graph: Graph, most: int) -> None:
    search: IDAStar[Any, Any, Any] = IDAStar(graph.problem(), iterations=most)
    result = search.run()
    assert search.iteration <= most
    if result:
        assert result.cost == graph.least()
    elif result.outcome is Outcome.CUTOFF:
        assert search.iteration == most
        assert not result.complete
        assert result.lower_bound is not None
        assert result.lower_bound <= graph.least()
    else:
        assert result.outcome is Outcome.EXHAUSTED
        assert graph.least() == INFINITY


class Square(NamedTuple):
    x: int
    y: int


def real_costs(square: Square) -> Iterator[Step[Square, str, float]]:
    if square.x < 4:
        yield Step(Square(square.x + 1, square.y), cost=0.1 + 0.001 * square.y, action="right")
    if square.y < 4:
        yield Step(Square(square.x, square.y + 1), cost=0.1 + 0.0001 * square.x, action="down")


def unit_costs(square: Square) -> Iterator[Step[Square, str, float]]:
    return (step._replace(cost=1) for step in real_costs(square))


@pytest.mark.parametrize(
    ("steps", "options", "iterations", "nodes"),
    [
        pytest.param(unit_costs, {}, 9, 669, id="unit costs"),
        pytest.param(unit_costs, {"table": 100}, 9, 197, id="unit costs, table"),
        # 91 iterations and 11,566 nodes if sums that differ by rounding count as different
        pytest.param(real_costs, {}, 64, 7_302, id="real costs"),
        pytest.param(real_costs, {"bound_step": 0.1}, 10, 686, id="bound_step"),
        pytest.param(real_costs, {"table": 100}, 15, 343, id="table"),
        pytest.param(real_costs, {"bound_step": 0.1, "table": 100}, 10, 214, id="both"),
    ],
)
def test_case_27_real_costs(
    steps: Any, options: dict[str, Any], iterations: int, nodes: int
) -> None:
    """Nearly every path has a cost of its own: the bound crept, and the search did not end."""
    grid: Problem[Square, str, float] = Problem(
        Square(0, 0), next_steps=steps, is_goal=lambda s: s == (4, 4), zero=0.0
    )
    search: IDAStar[Any, Any, Any] = IDAStar(grid, heuristic=lambda s: 0.0, **options)
    result = search.run()
    assert result.cost == pytest.approx(uniform_cost_search(grid).cost, rel=1e-9)
    assert result.guarantee is Guarantee.OPTIMAL
    # counted as the case does: the start of each iteration is a node
    assert (search.iteration, result.statistics.generated + search.iteration) == (iterations, nodes)
    stopped = ida_star_search(grid, heuristic=lambda s: 0.0, iterations=5)
    assert stopped.outcome is Outcome.CUTOFF


def test_the_lower_bound_of_a_weighted_search_is_no_cost_that_it_found() -> None:
    """S G costs 5 and is taken within the factor; S A G costs 2, and A looks bad under the weight."""
    edges = {"S": [("A", 1), ("G", 5), ("B", 3)], "A": [("G", 1)], "B": [], "G": []}
    problem: Problem[str, None, int] = Problem(
        "S",
        next_steps=lambda s: [Step(to, cost=cost) for to, cost in edges[s]],
        is_goal=lambda s: s == "G",
        heuristic=lambda s: int(s == "A"),
    )
    for step in (None, 8):
        result = ida_star_search(problem, weight=10, bound_step=step)
        assert (result.cost, result.lower_bound, result.factor) == (5, 2, 10)
    assert ida_star_search(problem).cost == 2


def test_case_26_a_goal_beyond_the_bound_is_not_taken() -> None:
    """The first goal that was generated lay beyond the bound, and was taken for the cheapest."""
    edges = {"S": [("G", 9), ("A", 1)], "A": [("B", 1)], "B": [("G", 1)], "G": []}
    problem: Problem[str, None, int] = Problem(
        "S",
        next_steps=lambda s: [Step(to, cost=cost) for to, cost in edges[s]],
        is_goal=lambda s: s == "G",
        heuristic=lambda s: 0,
    )
    for options in ({}, {"bound_step": 4}, {"bound_step": 100}, {"table": 9}):
        search: IDAStar[Any, Any, Any] = IDAStar(problem, **options)  # type: ignore[call-overload]
        result = search.run()
        assert (result.cost, result.path.states, result.lower_bound) == (3, tuple("SABG"), 3)


@pytest.mark.parametrize(
    ("value", "bound", "above"),
    [
        (0.1 + 0.1 + 0.1, 0.3, False),
        (0.3001, 0.3, True),
        (1, 1, False),
        (10**12 + 1, 10**12, True),
        (1e12 + 1, 10**12, False),
        (Fraction(1, 3) + Fraction(1, 10**12), Fraction(1, 3), True),
        (INFINITE, 1e300, True),
        (INFINITE, INFINITE, False),
        (5, INFINITE, False),
        (0.0, -0.1, True),
        (-0.1, 0, False),
    ],
)
def test_a_bound_and_rounding(value: Any, bound: Any, above: object) -> None:
    assert exceeds(value, bound) is above


@pytest.mark.parametrize("options", [{}, {"cost_limit": 20}, {"table": 1}, {"table": 100}])
@pytest.mark.parametrize(("weight", "heuristic"), [(1.5, 7), (1, 50), (0.5, 50)])
def test_a_goal_behind_an_f_above_its_cost_is_found_again(
    options: dict[str, Any], weight: float, heuristic: int
) -> None:
    """With a step of the bound, the goal that was met was looked for up to its own cost, and never
    found again where a weight, or too high a heuristic, gave a state before it a greater f: the
    search went on for ever between two bounds."""
    edges = {"S": [("A", 7), ("B", 3)], "A": [("G", 7)], "B": [("G", 7)], "G": []}
    h = {"S": 0, "A": heuristic, "B": heuristic, "G": 0}
    problem = Problem(
        "S",
        next_steps=lambda s: [Step(to, cost=cost) for to, cost in edges[s]],
        goals=["G"],
        heuristic=h.__getitem__,
    )
    if heuristic > 7 and options.get("cost_limit"):
        return  # all that the heuristic leaves within the limit is nothing
    search: IDAStar[Any, Any, Any] = IDAStar(problem, weight=weight, bound_step=30, **options)
    result = search.run(Limits(expanded=1000))
    assert result.cost in (10, 14)
    if heuristic == 7:
        assert result.cost <= weight * 10
        assert result.guarantee is Guarantee.BOUNDED
    else:
        assert result.guarantee is Guarantee.NONE


def test_dearer_goals_passed_over_on_the_way_are_given_afterwards() -> None:
    """Looking again for the cheaper of two goals, the search passed the dearer one, and took it
    for reported."""
    problem = Problem(
        0,
        next_steps=lambda n: (
            [Step(1, cost=2, action="a"), Step(1, cost=1, action="b")] if n == 0 else []
        ),
        goals=[1],
        heuristic=lambda _: 0,
    )
    for weight, table in itertools.product((1, 1.5, 3), (0, 9)):
        search = IDAStar(problem, weight=weight, bound_step=2, table=table)
        costs = [path.cost for path in search.solutions(Limits(expanded=1000))]
        # the table knows the state from the cheaper step, and leaves the dearer one out
        assert costs in ([1, 2], [1]) if table else costs == [1, 2]
        assert search.result.ended is Outcome.EXHAUSTED


@pytest.mark.slow
@thorough
@given(graph=distinct(), step=st.integers(1, 9), size=st.integers(1, 6))
def test_for_longer(graph: Graph, step: int, size: int) -> None:
    for rise in (step, None):
        in_full(test_ida_star_gives_the_cheapest_path_and_then_all_others, graph, rise)
        in_full(test_ida_star_with_a_transposition_table, graph, size, rise)
        in_full(test_weighted_ida_star_is_within_its_factor, graph, 1 + size / 2, rise)
    in_full(test_a_limit_on_iterations, graph, size)
