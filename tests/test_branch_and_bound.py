"""Depth-first branch and bound against brute force on random small graphs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    BranchAndBound,
    Guarantee,
    Limits,
    Outcome,
    Path,
    Problem,
    Step,
    depth_first_branch_and_bound,
)
from tests.graphs_family import INFINITY, Graph, label, quick, thorough
from tests.linear_memory import SAME_KEY, distinct, in_full
from tests.test_ida_star import Square


@quick
@given(graph=distinct(), table=st.sampled_from([0, 1, 3, 1000]))
def test_branch_and_bound(graph: Graph, table: int) -> None:
    least = graph.least()
    options: list[dict[str, Any]] = [{}, {"heuristic": lambda v: 0}, {"duplicates": SAME_KEY}]
    for option in options:
        paths: list[Path[Any, Any, Any]] = []
        result = depth_first_branch_and_bound(
            graph.problem(), table=table, on_solution=paths.append, **option
        )
        assert bool(result) == (least < INFINITY)
        assert (result.ended, result.complete) == (Outcome.EXHAUSTED, True)
        costs = [path.cost for path in paths]
        assert costs == sorted(set(costs), reverse=True)
        if result:
            assert result.cost == least == result.lower_bound == costs[-1]
            assert result.guarantee is Guarantee.OPTIMAL
            for path in paths:
                path.check()
        search: BranchAndBound[Any, Any, Any] = BranchAndBound(
            graph.problem(), table=table, **option
        )
        stepwise = [label(path) for path in search.solutions()]
        assert stepwise == [label(path) for path in paths]
        plain = depth_first_branch_and_bound(graph.problem(), table=table, **option)
        assert bool(plain) == bool(result)
        assert not plain or label(plain.path) == label(result.path)


def test_branch_and_bound_promises_nothing_before_its_end() -> None:
    grid: Problem[Square, None, int] = Problem(
        Square(0, 0),
        next_steps=lambda s: (
            [
                Step(Square(s.x + 1, s.y), cost=9),
                Step(Square(s.x, s.y + 1), cost=1),
                Step(Square(s.x + 1, s.y + 1), cost=1),
            ]
            if max(s) < 5
            else []
        ),
        is_goal=lambda s: s == (5, 5),
    )
    search: BranchAndBound[Square, None, int] = BranchAndBound(
        grid, heuristic=lambda s: max(5 - s.x, 5 - s.y)
    )
    first = search.run()
    assert (first.guarantee, first.lower_bound) == (Guarantee.NONE, 5)
    assert first.cost > 5
    assert "not run to its end" in first.condition
    while search.run().ended is Outcome.FOUND:
        pass
    assert (search.result.cost, search.result.guarantee) == (5, Guarantee.OPTIMAL)
    limited = depth_first_branch_and_bound(grid, limits=Limits(expanded=9))
    assert limited.ended is Outcome.LIMIT
    assert limited.guarantee is Guarantee.NONE
    with_table = depth_first_branch_and_bound(grid, table=1000)
    without = depth_first_branch_and_bound(grid)
    assert with_table.cost == without.cost == 5
    assert with_table.statistics.expanded < without.statistics.expanded


def test_branch_and_bound_stops_when_the_callback_says_so() -> None:
    problem = Problem(
        0, next_states=lambda n: [n + 1, n + 2, n + 3] if n < 9 else [], is_goal=lambda n: n == 9
    )
    costs: list[int] = []

    def good_enough(path: Path[int, None, int]) -> bool:
        costs.append(path.cost)
        return path.cost <= 7

    result = depth_first_branch_and_bound(problem, on_solution=good_enough)
    assert costs == [9, 8, 7]
    assert (result.ended, result.guarantee) == (Outcome.FOUND, Guarantee.NONE)


@pytest.mark.slow
@thorough
@given(graph=distinct(), table=st.integers(1, 6))
def test_for_longer(graph: Graph, table: int) -> None:
    in_full(test_branch_and_bound, graph, table)
    in_full(test_branch_and_bound, graph, 0)
