"""The best paths and all optimal paths: against all simple paths of random graphs."""

from __future__ import annotations

import time
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given

from searchkit import (
    BestPaths,
    CheckError,
    DuplicateCheck,
    FingerprintCheck,
    Guarantee,
    HashCheck,
    LayerCheck,
    Limits,
    LinearCheck,
    NoCheck,
    OptimalPaths,
    Outcome,
    Problem,
    ProblemError,
    SortedCheck,
    Step,
    all_optimal_paths,
    count_shortest_paths,
    k_best_paths,
)
from tests.graphs_family import Graph, graphs, plans, quick, resumed, thorough


def against_brute_force(graph: Graph) -> None:
    expected = graph.simple_paths()
    checks: list[DuplicateCheck[Any]] = [HashCheck(), SortedCheck(), LinearCheck()]
    for check in checks:
        search = BestPaths(graph.problem(), duplicates=check)
        found = list(search.solutions())
        for path in found:
            path.check()
            assert path.cost == sum(path.costs)
        assert sorted((path.cost, path.states, path.actions) for path in found) == expected
        assert [path.cost for path in found] == [cost for cost, *_ in expected]
        assert search.result.complete
        assert search.result.ended is Outcome.EXHAUSTED
    for k in (0, 1, 3):
        some = list(k_best_paths(graph.problem(), k))
        assert [path.cost for path in some] == [cost for cost, *_ in expected[:k]]
    best = [found for found in expected if found[0] == expected[0][0]]
    optimal: OptimalPaths[Any, Any, Any] = OptimalPaths(graph.problem())
    paths = list(optimal.solutions())
    assert sorted((path.cost, path.states, path.actions) for path in paths) == best
    if paths:
        assert optimal.result.guarantee is Guarantee.OPTIMAL
        assert optimal.result.lower_bound == best[0][0]
    else:
        assert optimal.result.outcome is Outcome.EXHAUSTED
        assert optimal.result.complete


@quick
@given(graph=graphs())
def test_against_brute_force(graph: Graph) -> None:
    against_brute_force(graph)


@pytest.mark.slow
@thorough
@given(graph=graphs())
def test_against_brute_force_for_longer(graph: Graph) -> None:
    against_brute_force(graph)


@pytest.mark.parametrize("search", [BestPaths, OptimalPaths])
@quick
@given(graph=graphs(), plan=plans)
def test_interrupted_and_resumed(search: Any, graph: Graph, plan: list[str]) -> None:
    resumed(search, graph.problem, plan)


@quick
@given(graph=graphs())
def test_as_many_shortest_paths_as_are_counted(graph: Graph) -> None:
    """Where no path passes a goal on its way, the two mean the same."""
    problem = graph.plain_problem()
    optimal = list(all_optimal_paths(problem))
    assert len(optimal) == count_shortest_paths(problem).count


@quick
@given(graph=graphs())
def test_costs_that_are_rounded(graph: Graph) -> None:
    """Tenths add up differently in another order: no path may be lost over that, or looped over."""
    tenths = Problem(
        starts=graph.starts,
        next_steps=lambda v: [
            Step(e.head, e.cost * 0.1, e.label) for e in graph.edges if e.tail == v
        ],
        is_goal=lambda v: v in graph.goals,
        zero=0.0,
    )
    expected = graph.simple_paths()
    found = list(k_best_paths(tenths, 10_000))
    assert sorted((path.states, path.actions) for path in found) == sorted(
        found[1:] for found in expected
    )
    assert all(one.cost <= other.cost + 1e-9 for one, other in pairwise(found))
    optimal = list(all_optimal_paths(tenths))
    assert len(optimal) == sum(cost == expected[0][0] for cost, *_ in expected)


def roads(start: Any, goal: Any, *edges: tuple[Any, Any, Any]) -> Problem[Any, Any, Any]:
    return Problem(
        start,
        next_steps=lambda v: [
            Step(b, cost=c, action=number) for number, (a, b, c) in enumerate(edges) if a == v
        ],
        is_goal=lambda v: v == goal,
    )


@pytest.mark.parametrize(
    ("edges", "start", "goal", "expected"),
    [
        ([(0, 1, 1), (1, 1, 0), (1, 2, 1)], 0, 2, (0, 1, 2)),
        ([(1, 0, 0), (0, 2, 0), (2, 1, 0)], 1, 0, (1, 0)),
    ],
    ids=["a loop of cost 0", "a circle of cost 0 through the start"],
)
def test_case_14(edges: Any, start: int, goal: int, expected: tuple[int, ...]) -> None:
    problem = roads(start, goal, *edges)
    assert [path.states for path in all_optimal_paths(problem)] == [expected]
    assert [path.states for path in k_best_paths(problem, 5)] == [expected]


def test_case_54_costs_never_decrease() -> None:
    """Yen's own example (Wikipedia's graph C, D, E, F, G, H)."""
    edges = [
        ("C", "D", 3), ("C", "E", 2), ("D", "F", 4), ("E", "D", 1), ("E", "F", 2),
        ("E", "G", 3), ("F", "G", 2), ("F", "H", 1), ("G", "H", 2),
    ]  # fmt: skip
    found = list(k_best_paths(roads("C", "H", *edges), 100))
    assert sorted((path.cost, "".join(path)) for path in found) == [
        (5, "CEFH"), (7, "CEGH"), (8, "CDFH"), (8, "CEDFH"), (8, "CEFGH"), (11, "CDFGH"),
        (11, "CEDFGH"),
    ]  # fmt: skip
    assert [path.cost for path in found] == [5, 7, 8, 8, 8, 11, 11]


def test_case_33_no_path_is_asked_for() -> None:
    expanded: list[int] = []

    def next_states(n: int) -> list[int]:
        expanded.append(n)
        return [n + 1]

    problem = Problem(0, next_states=next_states, is_goal=lambda n: n == 3)
    assert list(k_best_paths(problem, 0)) == []
    assert expanded == []


@pytest.mark.parametrize("k", [-1, True, 1.0, None])
def test_a_wrong_k_is_an_error_at_once(k: Any) -> None:
    with pytest.raises(ProblemError, match=f"k={k!r}"):
        k_best_paths(roads(0, 1), k)


def test_parallel_edges_are_different_paths() -> None:
    found = list(k_best_paths(roads("A", "B", ("A", "B", 5), ("A", "B", 2)), 9))
    assert [(path.cost, path.actions) for path in found] == [(2, (1,)), (5, (0,))]
    both = list(all_optimal_paths(roads("A", "B", ("A", "B", 2), ("A", "B", 2))))
    assert sorted(path.actions for path in both) == [(0,), (1,)]


def test_only_as_far_as_paths_are_taken() -> None:
    """An endless space: the paths come one by one, each after few expansions."""
    problem = Problem(1, next_states=lambda n: [n + 1, n * 3], is_goal=lambda n: n == 10)

    def ways(n: int) -> list[int]:
        """The lengths of all paths from 1 to n."""
        if n == 1:
            return [0]
        return [1 + rest for rest in ways(n - 1) + (ways(n // 3) if n % 3 == 0 else [])]

    search = BestPaths(problem)
    costs = [path.cost for path in islice(search.solutions(), 4)]
    assert costs == sorted(ways(10))[:4]
    assert search.expanded < 200


def test_no_blind_alley_takes_long() -> None:
    """Behind the only bridge to the goal's side lie 30 states that are all connected: without a
    look ahead, every walk among them would be tried before the search could say that there are
    no more paths."""

    def next_states(state: Any) -> list[Any]:
        if state == "bridge":
            return ["goal", *range(30)]
        if state == "start":
            return ["bridge"]
        return [] if state == "goal" else ["bridge", *(n for n in range(30) if n != state)]

    began = time.perf_counter()
    problem = Problem("start", next_states=next_states, is_goal=lambda s: s == "goal")
    assert [path.states for path in k_best_paths(problem, 3)] == [("start", "bridge", "goal")]
    assert time.perf_counter() - began < 5


def test_floats_that_add_up_to_the_same() -> None:
    problem = roads(0, 3, (0, 1, 0.1), (1, 2, 0.2), (2, 3, 0.3), (0, 4, 0.3), (4, 2, 0.0))
    sums = roads(0, 3, (0, 1, 0.1), (1, 2, 0.2), (2, 3, 0.3), (0, 2, 0.3))
    assert len(list(all_optimal_paths(problem))) == 2
    assert len(list(all_optimal_paths(sums))) == 2


def test_many_optimal_paths_come_one_by_one() -> None:
    grid = Problem(
        (0, 0),
        next_states=lambda p: [(p[0] + 1, p[1]), (p[0], p[1] + 1)],
        is_goal=lambda p: p == (30, 30),
    )
    paths = list(islice(all_optimal_paths(grid), 100))
    assert len({path.states for path in paths}) == 100
    assert {path.cost for path in paths} == {60}


def test_why_there_are_no_more() -> None:
    problem = Problem(1, next_states=lambda n: [n + 1, n * 3], is_goal=lambda n: n == 10)
    limited = BestPaths(problem)
    assert list(limited.solutions(Limits(expanded=3))) == []
    assert limited.result.outcome is Outcome.LIMIT
    assert limited.result.lower_bound == 2
    optimal: OptimalPaths[Any, Any, Any] = OptimalPaths(problem)
    assert [path.states for path in optimal.solutions()] == [(1, 3, 9, 10)]
    assert (optimal.result.ended, optimal.result.complete) == (Outcome.CUTOFF, False)


@pytest.mark.parametrize(
    "check", [NoCheck(), HashCheck(key=abs), LayerCheck(), FingerprintCheck()], ids=repr
)
def test_checks_that_merge_or_forget_are_refused(check: Any) -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 5)
    with pytest.raises(CheckError, match="HashCheck"):
        k_best_paths(problem, 1, duplicates=check)


@pytest.mark.parametrize("kind", [BestPaths, OptimalPaths])
def test_the_result_keeps_the_first_path(kind: Any) -> None:
    problem = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: n == 3)
    found: list[Any] = []

    def keep(path: Any) -> bool:
        found.append(path)
        return True

    search = kind(problem, on_solution=keep)
    results = [search.run() for _ in range(2)]
    assert len(set(found)) == len(found) == 2
    assert [result.statistics.solutions for result in results] == [1, 2]
    assert all(result.path is found[0] for result in results)
