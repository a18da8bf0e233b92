"""Beam search: what it keeps, what it throws away, and that it never claims too much."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    Beam,
    CheckError,
    CostError,
    DuplicateCheck,
    Guarantee,
    HashCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Observer,
    Outcome,
    PathCheck,
    Problem,
    ProblemError,
    SortedCheck,
    Step,
    beam_search,
    breadth_first_search,
)
from tests.graphs_family import INFINITY, Graph, graphs, label, plans, quick, resumed, thorough

CHECKS: list[DuplicateCheck[Any]] = [
    HashCheck(),
    SortedCheck(),
    LinearCheck(),
    HashCheck(key=lambda v: v),
]
COUNTS: Any = Problem(
    1,
    next_states=lambda n: [n + 1, n * 2],
    is_goal=lambda n: n == 12,
    heuristic=lambda n: 12 - n if n <= 12 else float("inf"),
)


def against_brute_force(graph: Graph, width: int) -> None:
    outcomes = set()
    for check in CHECKS:
        search: Beam[Any, Any, Any] = Beam(graph.problem(), width=width, duplicates=check)
        paths = []
        for path in search.solutions():
            path.check()
            paths.append(label(path))
            assert len(search.layer) <= width
        result = search.result
        assert result.guarantee is Guarantee.NONE
        within = graph.distances(graph.starts, unit=True)
        reachable = {goal for goal in graph.goals if within[goal] < INFINITY}
        ends = [states[-1] for states, _, _ in paths]
        assert len(ends) == len(set(ends))
        assert set(ends) <= reachable
        thrown = search.thrown_away > 0
        assert result.ended is (Outcome.CUTOFF if thrown else Outcome.EXHAUSTED)
        assert result.complete != thrown
        if not thrown:
            assert set(ends) == reachable
            assert all(len(states) - 1 == within[states[-1]] for states, _, _ in paths)
        if width >= graph.size:
            assert not thrown
        assert search.expanded <= (1 + result.statistics.depth) * width
        outcomes.add((tuple(paths), result.outcome, search.expanded))
    assert len(outcomes) == 1


@quick
@given(graph=graphs(), width=st.integers(1, 7))
def test_beam_search(graph: Graph, width: int) -> None:
    against_brute_force(graph, width)


@quick
@given(graph=graphs(), plan=plans, width=st.integers(1, 3))
def test_interrupted_and_resumed(graph: Graph, plan: list[str], width: int) -> None:
    def make(problem: Any, **options: Any) -> Beam[Any, Any, Any]:
        return Beam(problem, width=width, **options)

    resumed(make, graph.problem, plan)


@quick
@given(graph=graphs(), width=st.integers(1, 3))
def test_events_and_counters_agree(graph: Graph, width: int) -> None:
    seen = dict.fromkeys(("expanding", "generated", "duplicate", "stored"), 0)

    class Counting(Observer[Any, Any, Any]):
        def expanding(self, number: int, state: Any, /) -> None:
            seen["expanding"] += 1

        def generated(self, parent: int, state: Any, /) -> None:
            seen["generated"] += 1

        def duplicate(self, state: Any, known: int | None, /) -> None:
            seen["duplicate"] += 1

        def stored(self, number: int, state: Any, /) -> None:
            seen["stored"] += 1

    search: Beam[Any, Any, Any] = Beam(graph.problem(), width=width, observer=Counting())
    for path in search.solutions():
        assert len(path) <= search.statistics.depth
    statistics = search.result.statistics
    assert seen == {
        "expanding": statistics.expanded,
        "generated": statistics.generated,
        "duplicate": statistics.duplicates,
        "stored": statistics.stored,
    }


@pytest.mark.parametrize(
    ("width", "states", "thrown"),
    [(1, (1, 2, 4, 8, 9, 10, 11, 12), 2), (2, (1, 2, 3, 6, 12), 1), (9, (1, 2, 3, 6, 12), 0)],
)
def test_a_wider_beam_throws_less_away(width: int, states: tuple[int, ...], thrown: int) -> None:
    search: Beam[int, None, int] = Beam(COUNTS, width=width)
    assert (search.run().path.states, search.thrown_away) == (states, thrown)


def test_cutoff_is_no_proof() -> None:
    """The only way leads over a state that looks bad: it is thrown away, and nothing is proved."""
    after = {"S": "AB", "A": "", "B": "G", "G": ""}
    h = {"S": 2, "A": 0, "B": 9, "G": 0}
    problem: Any = Problem(
        "S",
        next_states=lambda s: list(after[s]),
        is_goal=lambda s: s == "G",
        heuristic=lambda s: h[s],
    )
    narrow = beam_search(problem, width=1)
    assert (narrow.outcome, narrow.complete) == (Outcome.CUTOFF, False)
    assert beam_search(problem, width=2).path.states == ("S", "B", "G")
    alone: Any = Problem("A", next_states=lambda s: [], is_goal=lambda s: s == "G")
    result = beam_search(alone, width=1, heuristic=lambda s: 1)
    assert (result.outcome, result.complete) == (Outcome.EXHAUSTED, True)


def test_dead_ends_are_not_thrown_away_but_the_proof_rests_on_them() -> None:
    problem: Any = Problem(
        0,
        next_states=lambda n: [n + 1] if n < 3 else [],
        is_goal=lambda n: n == 9,
        heuristic=lambda n: 1 if n < 3 else float("inf"),
    )
    result = beam_search(problem, width=1)
    assert result.outcome is Outcome.EXHAUSTED
    assert result.condition == "the heuristic is right about 1 dead ends"
    assert result.statistics.depth == 3


def test_a_beam_as_wide_as_the_space_is_breadth_first_search() -> None:
    wide = beam_search(COUNTS, width=1000, heuristic=lambda n: 0)
    assert wide.path.states == breadth_first_search(COUNTS).path.states


def test_successors_may_see_the_closed_nodes() -> None:
    problem: Any = Problem(
        starts=[1, 10],
        next_states=lambda n, closed: [n + other for other in closed],
        is_goal=lambda n: n == 21,
        sees_closed=True,
    )
    search: Beam[Any, Any, Any] = Beam(problem, width=5, heuristic=lambda n: abs(21 - n))
    while not search.run(Limits(expanded=1, stored=5)):
        pass
    assert search.result.path.end == 21
    assert search.result.derivation[-1].state == 21


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"width": 0}, ProblemError, "width=0: how many nodes"),
        ({"width": 2.0}, ProblemError, "width=2.0"),
        ({"width": True}, ProblemError, "width=True"),
        ({"width": 1, "duplicates": PathCheck()}, CheckError, "Beam has many paths open"),
    ],
)
def test_refusals(options: dict[str, Any], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        Beam(COUNTS, **options)


def test_the_heuristic_is_needed_and_examined() -> None:
    bare: Any = Problem(0, next_steps=lambda n: [Step(n + 1, cost=2)], is_goal=lambda n: n == 3)
    with pytest.raises(ProblemError, match=r"Beam needs a heuristic.*breadth_first_search"):
        Beam(bare, width=1)
    with pytest.raises(CostError, match="heuristic of 0 is nan"):
        beam_search(bare, width=1, heuristic=lambda n: float("nan"))
    assert beam_search(bare, width=1, heuristic=lambda n: 0, duplicates=NoCheck()).cost == 6


@pytest.mark.slow
@thorough
@given(graph=graphs(), width=st.integers(1, 7), plan=plans)
def test_for_longer(graph: Graph, width: int, plan: list[str]) -> None:
    against_brute_force(graph, width)
    test_interrupted_and_resumed.hypothesis.inner_test(graph, plan, width)  # type: ignore[attr-defined]
    test_events_and_counters_agree.hypothesis.inner_test(graph, width)  # type: ignore[attr-defined]
