"""Greedy, anytime and random search: what each promises, against brute force."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    AnytimeAStar,
    CheckError,
    DuplicateCheck,
    GreedyBestFirst,
    Guarantee,
    HashCheck,
    Limits,
    NoCheck,
    NoPathError,
    Outcome,
    Problem,
    ProblemError,
    RandomWalks,
    SortedCheck,
    Step,
    anytime_search,
    greedy_best_first_search,
    random_walks,
)
from tests.graphs_family import INFINITY, Graph, graphs, plans, quick, resumed, thorough

CHECKS: list[DuplicateCheck[Any]] = [HashCheck(), SortedCheck()]

# --- greedy ------------------------------------------------------------------------------------


def greedy_against_brute_force(graph: Graph) -> None:
    for check in CHECKS:
        search: GreedyBestFirst[Any, Any, Any] = GreedyBestFirst(graph.problem(), duplicates=check)
        result = search.run()
        assert bool(result) == (graph.least() < INFINITY)
        assert result.guarantee is Guarantee.NONE
        assert result.lower_bound is None
        if result:
            result.path.check()
            assert result.cost >= graph.least()
        while search.run().ended is Outcome.FOUND:
            pass
        assert search.result.complete
        assert search.statistics.expanded <= search.statistics.stored


@quick
@given(graph=graphs())
def test_greedy_against_brute_force(graph: Graph) -> None:
    greedy_against_brute_force(graph)


def test_greedy_goes_down_and_not_across() -> None:
    """Of equal nodes the newest comes first: on a plateau of h = 1 it walks straight on."""
    problem = Problem(
        0, next_states=lambda n: [n + 1, -n - 1], is_goal=lambda n: n == -50, heuristic=lambda n: 1
    )
    result = greedy_best_first_search(problem)
    assert result.statistics.expanded <= 100
    with pytest.raises(ProblemError, match="GreedyBestFirst needs a heuristic"):
        greedy_best_first_search(Problem(0, next_states=lambda n: [n], is_goal=bool))


# --- anytime -----------------------------------------------------------------------------------


def anytime_against_brute_force(graph: Graph, weight: float) -> None:
    for check in CHECKS:
        results = list(anytime_search(graph.problem(), weight=weight, duplicates=check))
        last = results[-1]
        least = graph.least()
        assert last.ended is Outcome.EXHAUSTED
        assert last.complete
        if least == INFINITY:
            assert len(results) == 1
            assert last.outcome is Outcome.EXHAUSTED
            continue
        costs = [result.cost for result in results[:-1]]
        assert costs == sorted(set(costs), reverse=True)
        assert (last.cost, last.guarantee, last.factor) == (least, Guarantee.OPTIMAL, 1.0)
        before = max(weight, 1)
        for result in results:
            result.path.check()
            assert result.factor is not None
            assert result.factor <= before
            assert result.cost <= result.factor * least + 1e-9
            assert result.lower_bound is not None
            assert result.lower_bound <= least
            before = result.factor


@quick
@given(graph=graphs(), weight=st.sampled_from([0, 0.5, 1, 2, 5]))
def test_anytime_against_brute_force(graph: Graph, weight: float) -> None:
    anytime_against_brute_force(graph, weight)


@pytest.mark.slow
@thorough
@given(graph=graphs(), weight=st.sampled_from([0, 0.5, 1, 2, 5]))
def test_anytime_and_greedy_for_longer(graph: Graph, weight: float) -> None:
    anytime_against_brute_force(graph, weight)
    greedy_against_brute_force(graph)


@pytest.mark.parametrize("search", [AnytimeAStar, GreedyBestFirst])
@quick
@given(graph=graphs(), plan=plans)
def test_interrupted_and_resumed(search: Any, graph: Graph, plan: list[str]) -> None:
    resumed(search, graph.problem, plan)


@quick
@given(graph=graphs(), limit=st.integers(0, 5))
def test_anytime_under_a_limit(graph: Graph, limit: int) -> None:
    for result in anytime_search(graph.problem(), limits=Limits(expanded=limit)):
        if result.lower_bound is not None:
            assert result.lower_bound <= graph.least()
        if result and result.guarantee is not Guarantee.NONE:
            assert result.factor is not None
            assert result.cost <= result.factor * graph.least() + 1e-9


def test_anytime_loses_its_guarantee_with_an_inadmissible_heuristic() -> None:
    problem = Problem(
        0,
        next_states=lambda n: [n + 1] if n < 3 else [],
        is_goal=lambda n: n == 3,
        heuristic=lambda n: 9 * (3 - n),
    )
    *_, last = anytime_search(problem)
    assert (last.guarantee, last.lower_bound) == (Guarantee.NONE, None)
    assert "not admissible" in last.condition


def test_anytime_with_a_callback_that_stops() -> None:
    edges = {"S": [("A", 1), ("B", 2)], "A": [("G", 7)], "B": [("C", 2)], "C": [("G", 2)]}
    problem = Problem(
        "S",
        next_steps=lambda name: [Step(to, cost) for to, cost in edges.get(name, ())],
        is_goal=lambda name: name == "G",
        heuristic=lambda name: {"S": 5, "A": 1, "B": 4, "C": 2, "G": 0}[name],
    )
    (only,) = anytime_search(problem, weight=5, on_solution=lambda path: True)
    assert (only.cost, only.ended, only.lower_bound) == (8, Outcome.FOUND, 6)


# --- random walks ------------------------------------------------------------------------------


@quick
@given(graph=graphs(), seed=st.integers(0, 5))
def test_walks_are_legal_and_counted(graph: Graph, seed: int) -> None:
    met: list[Any] = []
    report = random_walks(graph.problem(), walks=20, length=8, seed=seed, on_solution=met.append)
    assert report.walks == 20
    assert report.hits == len(met) == report.result.statistics.solutions
    assert report.hits + report.dead_ends + report.cut_off == 20
    assert not report.result.complete
    assert report.result.guarantee is Guarantee.NONE
    for path in met:
        path.check()
        assert len(path) <= 8
    if met:
        assert report.path.cost == min(path.cost for path in met)
        assert report.result.ended is Outcome.CUTOFF
    else:
        assert report.result.outcome is Outcome.CUTOFF
        assert not report
        with pytest.raises(NoPathError):
            _ = report.path


@quick
@given(graph=graphs(), plan=plans)
def test_walks_interrupted_and_resumed(graph: Graph, plan: list[str]) -> None:
    def walks(*arguments: Any, **options: Any) -> RandomWalks[Any, Any, Any]:
        return RandomWalks(*arguments, walks=6, length=5, **options)

    resumed(walks, graph.problem, plan)


def test_the_seed_decides() -> None:
    problem = Problem(0, next_states=lambda n: [n - 1, n + 1], is_goal=lambda n: n == 6)
    first = random_walks(problem, length=60, seed=7)
    again = random_walks(problem, length=60, seed=7)
    other = random_walks(problem, length=60, seed=8)
    assert (first.hits, first.path.states) == (again.hits, again.path.states)
    assert (first.hits, first.path.states) != (other.hits, other.path.states)
    assert first.branching_factor == 2
    assert first.result.statistics.stored <= 61


def test_a_limit_ends_the_walks() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: False)
    report = random_walks(problem, limits=Limits(expanded=25), length=10)
    assert (report.walks, report.result.outcome) == (2, Outcome.LIMIT)
    search = RandomWalks(problem, walks=3, length=10)
    assert search.run(Limits(stored=4)).outcome is Outcome.LIMIT
    assert len(search.nodes) == 4
    assert copy.deepcopy(search).run().outcome is Outcome.CUTOFF


def test_small_numbers_of_walks_and_steps() -> None:
    """Case 19: a start that is a goal is met by every walk, however short."""
    goal = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 0)
    assert random_walks(goal, walks=4, length=0).hits == 4
    assert random_walks(goal, walks=0).result.outcome is Outcome.CUTOFF
    stuck: Problem[int, None, int] = Problem(1, next_states=lambda n: [], is_goal=lambda n: n == 0)
    assert random_walks(stuck, walks=4).dead_ends == 4
    wrong: list[dict[str, Any]] = [{"walks": -1}, {"length": 2.5}, {"walks": True}]
    for arguments in wrong:
        with pytest.raises(ProblemError, match="whole number"):
            random_walks(goal, **arguments)


def test_walks_have_no_duplicate_check() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 3)
    assert random_walks(problem, duplicates=NoCheck())
    with pytest.raises(CheckError, match=r"no use for HashCheck"):
        random_walks(problem, duplicates=HashCheck())  # type: ignore[call-overload]
