"""Iterative deepening against brute force on random small graphs."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    DuplicateCheck,
    Guarantee,
    HashCheck,
    IterativeDeepening,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    Problem,
    Result,
    SortedCheck,
    Step,
    iterative_deepening_search,
)
from tests.graphs_family import INFINITY, Graph, quick, thorough
from tests.linear_memory import PATH, SAME_KEY, distinct, everything, in_full, same_paths

REMEMBERING: list[DuplicateCheck[Any]] = [
    HashCheck(),
    SortedCheck(),
    LinearCheck(),
    HashCheck(key=lambda v: v),
]


@quick
@given(graph=distinct(), step=st.integers(1, 4), limit=st.one_of(st.none(), st.integers(0, 6)))
def test_iterative_deepening(graph: Graph, step: int, limit: int | None) -> None:
    fewest = graph.least(unit=True)
    most = INFINITY - 1 if limit is None else limit
    for problem in (graph.problem(), graph.plain_problem()):
        for check in (PATH, SAME_KEY, *REMEMBERING):
            search: IterativeDeepening[Any, Any, Any] = IterativeDeepening(
                problem, duplicates=check, depth_step=step, depth_limit=limit
            )
            first = search.run()
            assert bool(first) == (fewest <= most)
            if first:
                first.path.check()
                assert fewest <= len(first.path) <= fewest + step - 1
                if step == 1:
                    assert len(first.path) == fewest
                worth_of_fewest(first, graph, fewest, plain=problem.next_states is not None)
            elif first.outcome is Outcome.CUTOFF:
                assert limit is not None
                assert first.lower_bound in (limit + 1, None)
            else:
                assert (first.outcome, first.complete) == (Outcome.EXHAUSTED, True)
            rest, last = everything(search)
            paths = [first.path, *rest] if first else []
            if not check.remembers:
                if problem.next_states is None:
                    same_paths(paths, graph, most=most)
                longest = [len(path) for path in paths]
                assert longest == sorted(longest) or step > 1
            else:
                within = graph.distances(graph.starts, unit=True)
                goals = sorted({goal for goal in graph.goals if within[goal] <= most})
                assert sorted(path.end for path in paths) == goals
            assert last.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF)
            assert last.complete == (last.ended is Outcome.EXHAUSTED)
            if last and problem.next_states is not None:
                assert last.lower_bound is not None
                assert last.lower_bound <= fewest


def worth_of_fewest(
    result: Result[Any, Any, Any], graph: Graph, fewest: int, *, plain: bool
) -> None:
    """The guarantee of iterative deepening."""
    if result.guarantee is Guarantee.NONE:
        assert not plain
        return
    assert result.factor is not None
    assert len(result.path) <= result.factor * fewest
    assert (result.guarantee is Guarantee.OPTIMAL) == (result.factor == 1)
    if plain:
        assert result.lower_bound is not None
        assert result.lower_bound <= fewest
    elif len({edge.cost for edge in graph.edges}) == 1:
        assert result.cost <= result.factor * graph.least()


@pytest.mark.parametrize(
    ("check", "step", "expansions"),
    [(PATH, 1, 500_500), (PATH, 10, 50_600), (HashCheck(), 10, 50_600), (PATH, 1000, 1_001)],
)
def test_case_32_a_chain_of_1000(check: Any, step: int, expansions: int) -> None:
    """Found with every depth limit, and without recursion."""
    chain = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 1000)
    began = time.perf_counter()
    result = iterative_deepening_search(chain, duplicates=check, depth_step=step)
    assert len(result.path) == result.lower_bound == 1000 or step > 1
    assert len(result.path) == 1000
    assert result.statistics.expanded <= expansions
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize("check", [PATH, HashCheck(), NoCheck()])
def test_case_l_with_deepening(check: Any) -> None:
    """S->A,B; A->B; B->G: B is first met on the longer way, from where G is beyond the limit."""
    after = {"S": "AB", "A": "B", "B": "G", "G": ""}
    problem: Problem[str, None, int] = Problem(
        "S", next_states=lambda s: list(after[s]), is_goal=lambda s: s == "G"
    )
    for step in (1, 2):
        result = iterative_deepening_search(problem, duplicates=check, depth_step=step)
        assert result.path.states == ("S", "B", "G")


@pytest.mark.parametrize("check", [PATH, HashCheck()])
def test_a_goal_first_met_on_a_longer_way_sets_no_bound(check: Any) -> None:
    after = {"S": "AG", "A": "G", "G": ""}
    problem: Problem[str, None, int] = Problem(
        "S", next_states=lambda s: list(after[s]), is_goal=lambda s: s == "G"
    )
    search: IterativeDeepening[str, None, int] = IterativeDeepening(
        problem, duplicates=check, depth_step=2
    )
    assert len(search.run().path) == 2
    while search.run().ended is Outcome.FOUND:
        pass
    assert search.result.lower_bound == 1


def test_rounds_under_a_check_that_remembers_report_the_most_that_was_stored() -> None:
    tree: Problem[int, None, int] = Problem(
        1, next_states=lambda n: [2 * n, 2 * n + 1] if n < 64 else [], is_goal=lambda n: n > 200
    )
    search: IterativeDeepening[int, None, int] = IterativeDeepening(tree, duplicates=HashCheck())
    stored = 0
    while search.run(Limits(expanded=1)).ended is Outcome.LIMIT:
        assert stored <= search.statistics.stored
        stored = search.statistics.stored
    assert (search.result.outcome, stored) == (Outcome.EXHAUSTED, 127)


def test_iterative_deepening_says_what_its_path_is_worth() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1, n + 1], is_goal=lambda n: n == 5)
    worth = {
        step: iterative_deepening_search(problem, depth_step=step) for step in (1, 2, 3, 4, 5, 7)
    }
    assert {step: (r.guarantee.name, r.factor, r.lower_bound) for step, r in worth.items()} == {
        1: ("OPTIMAL", 1.0, 5),
        2: ("OPTIMAL", 1.0, 5),
        3: ("BOUNDED", 5 / 4, 4),
        4: ("OPTIMAL", 1.0, 5),
        5: ("BOUNDED", 5.0, 1),
        7: ("BOUNDED", 5.0, 1),
    }
    dear = Problem(
        0,
        next_steps=lambda n: [Step(n + 1, cost=1), Step(n + 2, cost=9)],
        is_goal=lambda n: n == 2,
    )
    result = iterative_deepening_search(dear)
    assert (len(result.path), result.guarantee) == (1, Guarantee.NONE)
    assert "steps cost differently" in result.condition


@pytest.mark.slow
@thorough
@given(graph=distinct(), step=st.integers(1, 6), limit=st.integers(0, 7))
def test_for_longer(graph: Graph, step: int, limit: int) -> None:
    in_full(test_iterative_deepening, graph, step, limit)
    in_full(test_iterative_deepening, graph, step, None)
