"""What the searches in the memory of one path have in common.

Bounds, rounding, heuristics that mislead, refusals; and interrupted at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    BranchAndBound,
    CheckError,
    CostError,
    CustomCheck,
    DepthFirst,
    Guarantee,
    HashCheck,
    IDAStar,
    IterativeDeepening,
    Known,
    Limits,
    NoCheck,
    Observer,
    Outcome,
    Problem,
    ProblemError,
    Search,
    SortedCheck,
    Step,
    depth_first_branch_and_bound,
    ida_star_search,
    iterative_deepening_search,
)
from tests.graphs_family import INFINITY, Graph, graphs, plans, quick, resumed, thorough
from tests.linear_memory import INFINITE, PATH, SAME_KEY, distinct, everything, in_full, same_paths


@pytest.mark.parametrize("make", [IterativeDeepening, IDAStar, BranchAndBound])
@pytest.mark.parametrize("text", ["chain", "circle"])
def test_case_30_without_a_goal_the_search_ends(make: Any, text: str) -> None:
    """Two libraries deepened for ever where nothing was cut off any more."""
    after = {"chain": {"S": ["A"], "A": []}, "circle": {"S": ["A"], "A": ["S"]}}[text]
    problem = Problem(
        "S", next_states=lambda s: after[s], is_goal=lambda s: False, heuristic=lambda s: 0
    )
    result = make(problem).run()
    assert (result.outcome, result.complete) == (Outcome.EXHAUSTED, True)


@pytest.mark.parametrize("limit", range(7))
def test_case_48_a_bound_of_0_is_a_bound(limit: int) -> None:
    path = Problem(0, next_states=lambda n: [n + 1] if n < 5 else [], is_goal=lambda n: n == 5)
    start = Problem(5, next_states=lambda n: [n + 1], is_goal=lambda n: n == 5)
    results = [
        iterative_deepening_search(path, depth_limit=limit),
        iterative_deepening_search(path, depth_limit=limit, duplicates=HashCheck(), depth_step=3),
        ida_star_search(path, heuristic=lambda n: 0, cost_limit=limit),
        ida_star_search(path, heuristic=lambda n: 0, bound_step=2, cost_limit=limit),
        depth_first_branch_and_bound(path, cost_limit=limit),
    ]
    for result in results:
        assert result.outcome is (Outcome.FOUND if limit >= 5 else Outcome.CUTOFF)
        assert limit >= 5 or not result.complete
    assert iterative_deepening_search(start, depth_limit=0).path.states == (5,)
    assert ida_star_search(start, heuristic=lambda n: 0, cost_limit=0).path.states == (5,)


@quick
@given(graph=distinct(), limit=st.integers(0, 12), weight=st.sampled_from([1, 2]))
def test_cost_limits(graph: Graph, limit: int, weight: int) -> None:
    wanted = [cost for cost, _, _ in graph.simple_paths() if cost <= limit]
    search: IDAStar[Any, Any, Any] = IDAStar(graph.problem(), cost_limit=limit, weight=weight)
    paths, result = everything(search)
    assert sorted(path.cost for path in paths) == wanted
    assert result.outcome is Outcome.FOUND or not wanted
    if not wanted and result.outcome is Outcome.CUTOFF:
        assert result.lower_bound is not None
        assert limit < result.lower_bound <= graph.least()
    if not wanted and result.outcome is Outcome.EXHAUSTED:
        assert graph.least() == INFINITY
    bounded = depth_first_branch_and_bound(graph.problem(), cost_limit=limit)
    assert bool(bounded) == bool(wanted)
    if wanted:
        assert bounded.cost == graph.least()
        assert bounded.guarantee is Guarantee.OPTIMAL
        assert (bounded.ended, bounded.complete) == (Outcome.EXHAUSTED, True)
    elif bounded.outcome is Outcome.EXHAUSTED:
        assert graph.least() == INFINITY
    else:
        assert bounded.lower_bound == limit < graph.least()


@pytest.mark.parametrize("weight", [1, 0.1 + 0.2, 0])
def test_case_28_floats_that_do_not_add_up(weight: float) -> None:
    """0.1 + 0.1 + 0.1 is more than 0.3, by the last digit."""
    line: Problem[int, None, float] = Problem(
        0,
        next_steps=lambda n: [Step(n + 1, cost=0.1)],
        is_goal=lambda n: n == 3,
        heuristic=lambda n: 0.3 - n * 0.1 if n <= 3 else INFINITE,
        zero=0.0,
    )
    for result in (
        ida_star_search(line, cost_limit=0.3, weight=weight),
        ida_star_search(line, cost_limit=0.3, bound_step=0.05),
        depth_first_branch_and_bound(line, cost_limit=0.3),
        depth_first_branch_and_bound(line, cost_limit=0.3, heuristic=lambda n: 0),
    ):
        assert result.cost == pytest.approx(0.3)
        assert result.guarantee is Guarantee.OPTIMAL
    for too_low in (0.29, 0.3 - 1e-6, 0):
        assert ida_star_search(line, cost_limit=too_low).outcome is Outcome.CUTOFF
        assert depth_first_branch_and_bound(line, cost_limit=too_low).outcome is Outcome.CUTOFF


def test_case_4_an_inadmissible_heuristic_is_never_called_optimal() -> None:
    edges = {1: [(0, 11), (2, 1)], 2: [(0, 6)], 0: []}
    h = {1: 36, 2: 16, 0: 0}
    problem: Problem[int, None, int] = Problem(
        1,
        next_steps=lambda n: [Step(to, cost=cost) for to, cost in edges[n]],
        is_goal=lambda n: n == 0,
        heuristic=lambda n: h[n],
    )
    for result in (ida_star_search(problem), depth_first_branch_and_bound(problem)):
        assert result.guarantee is Guarantee.NONE
        assert result.lower_bound is None
        assert "not admissible" in result.condition
    assert ida_star_search(problem, heuristic=lambda n: 0).cost == 7
    assert depth_first_branch_and_bound(problem, heuristic=lambda n: 0).cost == 7


@quick
@given(graph=distinct(), step=st.one_of(st.none(), st.integers(1, 9)), shift=st.integers(1, 4))
def test_a_negative_heuristic_spoils_nothing(graph: Graph, step: int | None, shift: int) -> None:
    """h(goal) < 0 makes f of a goal less than its cost; the first goal in line was no optimum."""

    def h(v: int) -> float:
        return graph.to_goal[v] - shift * (v % 3)

    search: IDAStar[Any, Any, Any] = IDAStar(graph.problem(), heuristic=h, bound_step=step)
    first = search.run()
    assert bool(first) == (graph.least() < INFINITY)
    if first:
        assert first.cost == graph.least()
    rest, _ = everything(search)
    same_paths([first.path, *rest] if first else [], graph)
    costs: list[int] = []
    bounded = depth_first_branch_and_bound(
        graph.problem(), heuristic=h, on_solution=lambda path: costs.append(path.cost)
    )
    assert costs == sorted(set(costs), reverse=True)
    assert bounded.cost == graph.least() if bounded else graph.least() == INFINITY


@quick
@given(graph=distinct(), step=st.sampled_from([None, 0.05, 0.3]), table=st.sampled_from([0, 3, 99]))
def test_float_costs(graph: Graph, step: float | None, table: int) -> None:
    """Costs of tenths: sums that differ by rounding alone never cost an iteration, or the optimum."""
    tenths: Problem[int, str, float] = Problem(
        starts=graph.starts,
        next_steps=lambda v: [
            Step(e.head, e.cost * 0.1, e.label) for e in graph.edges if e.tail == v
        ],
        is_goal=lambda v: v in graph.goals,
        heuristic=lambda v: graph.to_goal[v] * 0.1,
        zero=0.0,
    )
    least = graph.least()
    found = IDAStar(tenths, bound_step=step, table=table).run()
    best = depth_first_branch_and_bound(tenths, table=table)
    assert bool(found) == bool(best) == (least < INFINITY)
    if found:
        assert found.cost == pytest.approx(least * 0.1)
        assert best.cost == pytest.approx(least * 0.1)
        assert found.guarantee is best.guarantee is Guarantee.OPTIMAL


def test_other_costs() -> None:
    thirds: Problem[int, None, Fraction] = Problem(
        0,
        next_steps=lambda n: [Step(n + 1, cost=Fraction(1, 3)), Step(n + 2, cost=Fraction(3, 4))],
        is_goal=lambda n: n == 4,
        heuristic=lambda n: Fraction(max(4 - n, 0), 3),
        zero=Fraction(0),
    )
    for result in (
        ida_star_search(thirds),
        ida_star_search(thirds, bound_step=Fraction(1, 2)),
        depth_first_branch_and_bound(thirds, cost_limit=Fraction(3)),
    ):
        assert (result.cost, result.lower_bound) == (Fraction(4, 3), Fraction(4, 3))


NUMBERS: Any = Problem(
    0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 3, heuristic=lambda n: 0
)


@pytest.mark.parametrize(
    ("make", "options", "error", "message"),
    [
        (IDAStar, {"weight": -1}, ProblemError, "weight=-1"),
        (IDAStar, {"weight": float("nan")}, ProblemError, "weight=nan"),
        (IDAStar, {"weight": INFINITE}, ProblemError, "weight=inf"),
        (IDAStar, {"iterations": -1}, ProblemError, "iterations=-1"),
        (IDAStar, {"iterations": 2.0}, ProblemError, "iterations=2.0"),
        (IDAStar, {"bound_step": 0}, ProblemError, "bound_step=0"),
        (IDAStar, {"bound_step": -0.5}, ProblemError, "bound_step=-0.5"),
        (IDAStar, {"cost_limit": float("nan")}, ProblemError, "cost_limit=nan"),
        (IDAStar, {"table": -1}, ProblemError, "table=-1"),
        (BranchAndBound, {"table": True}, ProblemError, "table=True"),
        (IterativeDeepening, {"depth_step": 0}, ProblemError, "depth_step=0"),
        (IterativeDeepening, {"depth_limit": -1}, ProblemError, "depth_limit=-1"),
        (IDAStar, {"duplicates": HashCheck()}, CheckError, r"table=.*or a_star_search"),
        (BranchAndBound, {"duplicates": SortedCheck()}, CheckError, "IDAStar|BranchAndBound keeps"),
        (
            IterativeDeepening,
            {"duplicates": CustomCheck(dict, known=Known.DOMINANCE)},
            CheckError,
            "dominance.*breadth_first_search",
        ),
    ],
)
def test_refusals(make: Any, options: dict[str, Any], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        make(NUMBERS, **options)


@pytest.mark.parametrize("make", [IDAStar, BranchAndBound, IterativeDeepening])
def test_problems_that_see_the_closed_nodes_are_refused(make: Any) -> None:
    problem: Any = Problem(
        0,
        next_states=lambda n, closed: [],
        is_goal=lambda n: False,
        heuristic=lambda n: 0,
        sees_closed=True,
    )
    with pytest.raises(ProblemError, match="half done"):
        make(problem)


def test_a_table_needs_hashable_states_and_ida_star_a_heuristic() -> None:
    lists: Any = Problem(
        [0], next_states=lambda s: [], is_goal=lambda s: False, heuristic=lambda s: 0
    )
    with pytest.raises(CheckError, match="table=5 needs states that can be hashed; list"):
        IDAStar(lists, duplicates=NoCheck(), table=5)
    bare: Any = Problem(0, next_states=lambda s: [], is_goal=lambda s: False)
    with pytest.raises(
        ProblemError, match=r"IDAStar needs a heuristic.*iterative_deepening_search"
    ):
        IDAStar(bare)
    nan: Any = Problem(
        0, next_states=lambda n: [n + 1], is_goal=bool, heuristic=lambda n: float("nan")
    )
    for make in (IDAStar, BranchAndBound):
        with pytest.raises(CostError, match="heuristic of 0 is nan"):
            make(nan).run()


def test_dead_ends() -> None:
    """Case 29 and the heuristic's infinity: a start without hope ends at once, and says why."""
    problem: Any = Problem(
        0, next_states=lambda n: [n + 1], is_goal=lambda n: n < 0, heuristic=lambda n: INFINITE
    )
    for result in (ida_star_search(problem), depth_first_branch_and_bound(problem)):
        assert result.outcome is Outcome.EXHAUSTED
        assert result.condition == "the heuristic is right about 1 dead ends"
        assert result.statistics.expanded == 0
    walled: Any = Problem(
        0, next_states=lambda n: [(n + 1) % 4], is_goal=lambda n: n == 9, heuristic=lambda n: 7
    )
    assert ida_star_search(walled).outcome is Outcome.EXHAUSTED


@pytest.mark.parametrize("make", [IDAStar, BranchAndBound, IterativeDeepening])
def test_several_starts_none_and_a_start_that_is_a_goal(make: Any) -> None:
    def problem(*starts: int) -> Any:
        return Problem(
            starts=starts,
            next_states=lambda n: [n + 1] if n < 9 else [],
            is_goal=lambda n: n == 6,
            heuristic=lambda n: 0,
        )

    def best(*starts: int) -> Any:
        search = make(problem(*starts))
        while search.run().ended is Outcome.FOUND:
            pass
        return search.result

    assert best().outcome is Outcome.EXHAUSTED
    assert best(7, 8).outcome is Outcome.EXHAUSTED
    assert best(1, 4, 3).path.states == (4, 5, 6)
    assert make(problem(6)).run().path.states == (6,)
    assert make(problem(6)).run().cost == 0


RESUMED: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "depth-first, path check": lambda *a, **k: DepthFirst(*a, duplicates=PATH, **k),
    "depth-first, path check, limit": lambda *a, **k: DepthFirst(
        *a, duplicates=SAME_KEY, depth_limit=3, **k
    ),
    "iterative deepening": IterativeDeepening,
    "iterative deepening, step 2": lambda *a, **k: IterativeDeepening(
        *a, depth_step=2, depth_limit=5, **k
    ),
    "iterative deepening, hash": lambda *a, **k: IterativeDeepening(
        *a, duplicates=HashCheck(), **k
    ),
    "iterative deepening, key": lambda *a, **k: IterativeDeepening(
        *a, duplicates=HashCheck(key=lambda v: v // 2), depth_step=2, **k
    ),
    "IDA*": IDAStar,
    "IDA*, step and table": lambda *a, **k: IDAStar(*a, bound_step=3, table=3, **k),
    "IDA*, weight": lambda *a, **k: IDAStar(*a, weight=2, duplicates=SAME_KEY, **k),
    "IDA*, bounded": lambda *a, **k: IDAStar(*a, cost_limit=6, iterations=4, **k),
    "branch and bound": BranchAndBound,
    "branch and bound, table": lambda *a, **k: BranchAndBound(*a, table=2, cost_limit=9, **k),
}


@pytest.mark.parametrize("name", RESUMED)
@quick
@given(graph=graphs(), plan=plans)
def test_interrupted_and_resumed(name: str, graph: Graph, plan: list[str]) -> None:
    resumed(RESUMED[name], graph.problem, plan)


@pytest.mark.parametrize("name", RESUMED)
@quick
@given(graph=graphs())
def test_events_and_counters_agree(name: str, graph: Graph) -> None:
    seen: dict[str, int] = dict.fromkeys(
        ("expanding", "generated", "duplicate", "improved", "stored"), 0
    )

    class Counting(Observer[Any, Any, Any]):
        def expanding(self, number: int, state: Any, /) -> None:
            assert search.nodes.states[number] == state
            seen["expanding"] += 1

        def generated(self, parent: int, state: Any, /) -> None:
            seen["generated"] += 1

        def duplicate(self, state: Any, known: int | None, /) -> None:
            seen["duplicate"] += 1

        def improved(self, number: int, state: Any, /) -> None:
            seen["improved"] += 1

        def stored(self, number: int, state: Any, /) -> None:
            seen["stored"] += 1

    search = RESUMED[name](graph.problem(), observer=Counting())
    for path in search.solutions():
        path.check()
        assert len(path) <= search.statistics.depth
    statistics = search.result.statistics
    assert statistics.expanded == seen["expanding"]
    assert statistics.generated == seen["generated"]
    assert statistics.duplicates == seen["duplicate"] - seen["improved"]


def test_limits_count_all_rounds_together() -> None:
    problem: Any = Problem(
        0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 20, heuristic=lambda n: 0
    )
    for make in (IDAStar, IterativeDeepening):
        search = make(problem)
        assert search.run(Limits(expanded=50)).outcome is Outcome.LIMIT
        assert search.expanded == 50
        bound = search.result.lower_bound
        assert bound is not None
        assert 0 < bound < 20
        assert search.run(Limits(stored=12)).outcome is Outcome.LIMIT
        assert len(search.nodes) == 12
        assert search.run().cost == 20
        assert make(problem).run().statistics.expanded == search.expanded
        assert search.result.statistics.stored == 21


@pytest.mark.slow
@thorough
@given(graph=distinct(), plan=plans, step=st.integers(1, 6), limit=st.integers(0, 10))
def test_for_longer(graph: Graph, plan: list[str], step: int, limit: int) -> None:
    in_full(test_cost_limits, graph, limit, 1)
    in_full(test_cost_limits, graph, limit, 2)
    in_full(test_a_negative_heuristic_spoils_nothing, graph, step, 2)
    in_full(test_float_costs, graph, step / 20, limit)
    for name, make in RESUMED.items():
        resumed(make, graph.problem, plan)
        in_full(test_events_and_counters_agree, name, graph)
