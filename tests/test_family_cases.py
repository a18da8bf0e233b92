"""The cases of small inputs that broke other libraries, under each search of the wider family.

The numbers are those of the collected cases; what each search promises besides is in its own file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given

from searchkit import (
    AnytimeAStar,
    Backward,
    BestPaths,
    Bidirectional,
    BidirectionalAStar,
    BreadthFirstLayers,
    BrokenSearchError,
    CheckError,
    CostError,
    DuplicateCheck,
    Explore,
    GreedyBestFirst,
    HashCheck,
    Limits,
    LinearCheck,
    Observer,
    OptimalPaths,
    Outcome,
    Path,
    Problem,
    RandomWalks,
    Search,
    SortedCheck,
    Step,
)
from tests.graphs_family import Graph, graphs, label, numbers, plans, resumed, thorough

FINDING: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "backward": Backward,
    "bidirectional": Bidirectional,
    "bidirectional A*": BidirectionalAStar,
    "greedy": GreedyBestFirst,
    "anytime A*": AnytimeAStar,
    "best paths": BestPaths,
    "optimal paths": OptimalPaths,
    "explore": Explore,
    "random walks": lambda *a, **k: RandomWalks(*a, walks=50, length=30, **k),
}
ALL: dict[str, Callable[..., Search[Any, Any, Any]]] = {**FINDING, "layers": BreadthFirstLayers}
SHORTEST = [name for name in FINDING if name not in ("greedy", "random walks")]
CHECKED = [name for name in ALL if name != "random walks"]

Edges = dict[Any, list[Any]]


def graph(
    after: Edges, goals: Iterable[Any], start: Any = 0, kind: Callable[[Any], Any] = iter
) -> Problem[Any, None, int]:
    """Unit steps; ``kind`` is what the successors are given as."""
    before: Edges = {}
    for tail, heads in after.items():
        for head in heads:
            before.setdefault(head, []).append(tail)
    return Problem(
        start,
        next_states=lambda state: kind(after.get(state, [])),
        previous_states=lambda state: kind(before.get(state, [])),
        goals=goals,
        heuristic=lambda state: 0,
    )


@pytest.mark.parametrize("name", FINDING)
def test_cases_18_to_21(name: str) -> None:
    make = FINDING[name]
    two = make(graph({0: [1], 1: [0, 2], 2: [1]}, [2])).run()  # 18
    assert two.path.end == 2
    if name != "random walks":
        assert two.path.states == (0, 1, 2)
    for after in ({}, {0: [0, 1]}):  # 19
        result = make(graph(after, [0])).run()
        assert (result.path.states, result.cost) == ((0,), 0)
        assert result.path  # case B: true, though it has no step
    assert make(graph({0: [1]}, [1, 0, 2])).run().path.states == (0,)  # 21


@pytest.mark.parametrize("name", FINDING)
def test_cases_29_and_30_there_is_no_path(name: str) -> None:
    """The goal is walled in; a circle without a goal."""
    for after in ({0: [1]}, {0: [1], 1: [0]}, {0: [], 8: [9]}):
        result = FINDING[name](graph(after, [9])).run()
        wanted = Outcome.CUTOFF if name == "random walks" else Outcome.EXHAUSTED
        assert result.outcome is wanted
        assert not result


@pytest.mark.parametrize("name", ALL)
def test_case_48_a_limit_of_0_is_a_limit(name: str) -> None:
    chain: Edges = {n: [n + 1] for n in range(5)}
    result = ALL[name](graph(chain, [5])).run(Limits(expanded=0))
    assert (result.outcome, result.statistics.expanded) == (Outcome.LIMIT, 0)
    result = ALL[name](graph(chain, [5])).run(Limits(stored=0))
    assert (result.outcome, result.statistics.stored) == (Outcome.LIMIT, 0)


@pytest.mark.parametrize("name", ALL)
def test_case_49_a_limit_on_stored_states_is_exact(name: str) -> None:
    star = graph({0: [1, 2, 3], 1: [4], 2: [5], 3: [6]}, [6])
    search = ALL[name](star)
    result = search.run(Limits(stored=2))
    assert (result.ended, result.statistics.stored, len(search.nodes)) == (Outcome.LIMIT, 2, 2)


@pytest.mark.parametrize("name", SHORTEST)
@pytest.mark.parametrize("kind", [iter, list, tuple, set])
def test_case_57_successors_of_any_kind(name: str, kind: Any) -> None:
    after: Edges = {0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}
    assert FINDING[name](graph(after, [4], kind=kind)).run().cost == 3


@pytest.mark.parametrize("name", ALL)
def test_case_60_the_same_check_serves_twice(name: str) -> None:
    """And runs do not depend on each other."""
    after: Edges = {n: [(n * 2) % 17, (n * 3 + 1) % 17] for n in range(17)}
    check: Any = None if name == "random walks" else HashCheck()
    results = [ALL[name](graph(after, [11]), duplicates=check).run() for _ in range(2)]
    assert len({numbers(result.statistics) for result in results}) == 1
    if name != "layers":
        assert len({label(result.path) for result in results}) == 1


@pytest.mark.parametrize("name", CHECKED)
def test_every_exact_check_gives_the_same(name: str) -> None:
    after: Edges = {n: [(n * 2) % 17, (n * 3 + 1) % 17] for n in range(17)}
    checks: list[DuplicateCheck[int]] = [HashCheck(), SortedCheck(), LinearCheck()]
    results = [ALL[name](graph(after, [11]), duplicates=check).run() for check in checks]
    assert len({numbers(result.statistics) for result in results}) == 1


@pytest.mark.parametrize("name", CHECKED)
def test_case_38_states_that_cannot_be_hashed(name: str) -> None:
    problem = Problem(
        [0],
        next_states=lambda s: [[s[0] + 1]] if s[0] < 9 else [],
        previous_states=lambda s: [[s[0] - 1]],
        goals=[[3]],
        heuristic=lambda s: 0,
    )
    with pytest.raises(CheckError, match="key=tuple"):
        ALL[name](problem)
    result = ALL[name](problem, duplicates=LinearCheck()).run()
    assert name == "layers" or result.cost == 3


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("cost", [-4, float("nan")])
def test_case_50_a_cost_that_is_none(name: str, cost: float) -> None:
    problem: Problem[str, str, float] = Problem(
        "S",
        next_steps=lambda v: [Step("A", cost, "bad")] if v == "S" else [],
        previous_steps=lambda v: [Step("S", cost, "bad")] if v == "A" else [],
        goals=["A"],
        heuristic=lambda v: 0,
    )
    with pytest.raises(CostError, match=r"'S'.*'A'|'A'.*'S'"):
        ALL[name](problem).run()


@pytest.mark.parametrize("name", ALL)
def test_case_e_an_error_in_the_middle(name: str) -> None:
    """It reaches the user, and running the search again is refused."""
    calls = 0

    def next_states(n: int) -> Iterable[int]:
        nonlocal calls
        calls += 1
        yield n + 1
        if calls == 2:
            raise ZeroDivisionError("of the user")

    search = ALL[name](
        Problem(
            0,
            next_states=next_states,
            previous_states=next_states,
            goals=[50],
            heuristic=lambda n: 0,
        )
    )
    with pytest.raises(ZeroDivisionError, match="of the user"):
        search.run()
    with pytest.raises(BrokenSearchError):
        search.run()


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@thorough
@given(problem=graphs(), plan=plans)
def test_interrupted_and_resumed_for_longer(name: str, problem: Graph, plan: list[str]) -> None:
    resumed(ALL[name], problem.problem, plan)


class Counting(Observer[Any, Any, Any]):
    """Counts events, to be compared with the statistics."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()

    def expanding(self, number: int, state: Any, /) -> None:
        self.events["expanded"] += 1

    def generated(self, parent: int, state: Any, /) -> None:
        self.events["generated"] += 1

    def stored(self, number: int, state: Any, /) -> None:
        self.events["stored"] += 1

    def duplicate(self, state: Any, known: int | None, /) -> None:
        self.events["duplicates"] += 1

    def improved(self, number: int, state: Any, /) -> None:
        self.events["duplicates"] -= 1

    def solution(self, path: Path[Any, Any, Any], /) -> None:
        self.events["solutions"] += 1


@pytest.mark.parametrize("name", CHECKED)
def test_the_counters_agree_with_the_events(name: str) -> None:
    edges = [(n, (n * 2) % 17, n % 5) for n in range(17)] + [
        (n, (n * 3 + 1) % 17, (n * 7) % 4) for n in range(17)
    ]
    problem = Problem(
        starts=[0, 0, 5],
        next_steps=lambda v: [Step(b, c) for a, b, c in edges if a == v],
        previous_steps=lambda v: [Step(a, c) for a, b, c in edges if b == v],
        goals=[11, 13],
        heuristic=lambda v: 0,
    )
    counting = Counting()
    search = ALL[name](problem, observer=counting, on_solution=lambda path: None)
    statistics = search.run().statistics
    assert counting.events["expanded"] == statistics.expanded
    assert counting.events["stored"] == statistics.stored
    assert counting.events["solutions"] == statistics.solutions
    assert counting.events["generated"] == statistics.generated
    assert counting.events["duplicates"] == statistics.duplicates
