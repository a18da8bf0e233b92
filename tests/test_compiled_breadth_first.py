"""Breadth-first search compiled and interpreted: the same answers, the same numbers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, NamedTuple

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from searchkit import (
    BreadthFirst,
    CheckError,
    Compiled,
    CompileError,
    CostError,
    CustomCheck,
    Explore,
    HashCheck,
    LayerCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Observer,
    Outcome,
    PathCheck,
    Problem,
    SortedCheck,
    Step,
    breadth_first_layers,
    breadth_first_search,
)

ONE = Compiled(compared=0)
TWO = Compiled(compared=0, threads=2)
WATER_JUGS = File(__file__).parent.parent / "examples" / "water_jugs.py"


class Data(NamedTuple):
    """A graph: the successors of v are targets[ends[v]:ends[v + 1]]."""

    ends: Any
    targets: Any
    costs: Any
    is_goal: Any
    modulus: int


def next_states(v: int, data: Data) -> Iterator[int]:
    for k in range(data.ends[v], data.ends[v + 1]):
        yield data.targets[k]


def next_steps(v: int, data: Data) -> Iterator[Step[int, int, int]]:
    for k in range(data.ends[v], data.ends[v + 1]):
        yield Step(data.targets[k], data.costs[k], k)


def is_goal(v: int, data: Data) -> bool:
    goal: bool = data.is_goal[v]
    return goal


def to_wide(v: int) -> tuple[int, int, int]:
    return v // 3 - 2, v % 3, -v


def next_wide(state: tuple[int, int, int], data: Data) -> Iterator[tuple[int, int, int]]:
    v = (state[0] + 2) * 3 + state[1]
    for k in range(data.ends[v], data.ends[v + 1]):
        t = data.targets[k]
        yield (t // 3 - 2, t % 3, -t)


def is_wide_goal(state: tuple[int, int, int], data: Data) -> bool:
    goal: bool = data.is_goal[-state[2]]
    return goal


def halves(v: int) -> int:
    return v // 2


def sums(state: tuple[int, int, int]) -> tuple[int, int]:
    return -state[2] // 2, 7


@attrs.frozen
class Graph:
    starts: list[int]
    successors: list[list[tuple[int, int]]]
    goals: list[bool]

    def data(self) -> Data:
        flat = [edge for edges in self.successors for edge in edges]
        return Data(
            np.cumsum([0, *map(len, self.successors)], dtype=np.int64),
            np.array([target for target, _ in flat], np.int64),
            np.array([cost for _, cost in flat], np.int64),
            np.array(self.goals, np.bool_),
            1,
        )

    def problem(self, form: str) -> Problem[Any, Any, Any]:
        if form == "steps":
            return Problem(
                starts=self.starts, next_steps=next_steps, is_goal=is_goal, data=self.data()
            )
        if form == "wide":
            return Problem(
                starts=[to_wide(v) for v in self.starts],
                next_states=next_wide,
                is_goal=is_wide_goal,
                data=self.data(),
            )
        return Problem(
            starts=self.starts, next_states=next_states, is_goal=is_goal, data=self.data()
        )


@st.composite
def graphs(draw: st.DrawFn, *, acyclic: bool = False, rare_goals: bool = False) -> Graph:
    size = draw(st.integers(1, 12))
    vertices = st.integers(0, size - 1)
    successors = []
    for v in range(size):
        after = st.integers(v + 1, size - 1) if acyclic else vertices
        least = 0 if not acyclic or v + 1 < size else None
        edges = st.lists(st.tuples(after, st.integers(0, 3)), max_size=4)
        successors.append([] if least is None else draw(edges))
    goals = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    if rare_goals:
        goals = [False] * size
    return Graph(draw(st.lists(vertices, min_size=1, max_size=3)), successors, goals)


def facts(search: BreadthFirst[Any, Any, Any]) -> dict[str, Any]:
    """Everything that a user can see of a search that has run."""
    result = search.result
    seen = attrs.asdict(attrs.evolve(result.statistics, seconds=0.0))
    nodes = search.nodes
    return seen | {
        "outcome": result.outcome,
        "ended": result.ended,
        "complete": result.complete,
        "guarantee": result.guarantee,
        "condition": result.condition,
        "lower bound": result.lower_bound,
        "path": tuple(result.path) if result else None,
        "actions": result.path.actions if result else None,
        "costs": result.path.costs if result else None,
        "states": list(nodes.states),
        "parents": list(nodes.parents),
        "frontier": search.frontier,
        "current": search.current,
    }


def plan_of(settings: Any) -> st.SearchStrategy[list[dict[str, int]]]:
    limit = st.integers(0, 6)
    return st.lists(
        st.one_of(
            st.builds(lambda n: {"expanded": n}, limit),
            st.builds(lambda n: {"stored": n}, st.integers(0, 14)),
            st.just({}),
        ),
        max_size=6,
    )


CHECKS: dict[str, Any] = {
    "hash": (HashCheck(), {"plain", "steps", "wide"}),
    "key": (HashCheck(key=halves), {"plain", "steps"}),
    "sorted": (SortedCheck(), {"plain", "steps", "wide"}),
    "sorted key": (SortedCheck(key=sums), {"wide"}),
    "wide key": (HashCheck(key=sums), {"wide"}),
}
FORMS = [(name, form) for name, (_, forms) in CHECKS.items() for form in sorted(forms)]


@pytest.mark.parametrize("settings_", [ONE, TWO], ids=["one thread", "two threads"])
@pytest.mark.parametrize(("check", "form"), FORMS)
@settings(max_examples=40, deadline=None)
@given(graph=graphs(), plan=plan_of(None), copies=st.sampled_from(["no", "deepcopy", "pickle"]))
def test_the_same_run_by_run(
    settings_: Compiled, check: str, form: str, graph: Graph, plan: list[Any], copies: str
) -> None:
    problem = graph.problem(form)
    duplicates = CHECKS[check][0]
    one = BreadthFirst(problem, duplicates=duplicates)
    other = BreadthFirst(problem, duplicates=duplicates, compiled=settings_)
    for limits in [*plan, *[{}] * (sum(graph.goals) + 2)]:
        one.run(Limits(**limits))
        other.run(Limits(**limits))
        assert facts(one) == facts(other)
        if copies == "deepcopy":
            other = copy.deepcopy(other)
        elif copies == "pickle":
            other = pickle.loads(pickle.dumps(other))


@settings(max_examples=60, deadline=None)
@given(graph=graphs(acyclic=True), plan=plan_of(None))
def test_without_a_check(graph: Graph, plan: list[Any]) -> None:
    problem = graph.problem("plain")
    one = BreadthFirst(problem, duplicates=NoCheck())
    other = BreadthFirst(problem, duplicates=NoCheck(), compiled=ONE)
    for limits in [*plan, {"stored": 300}, {"stored": 300}]:
        one.run(Limits(**limits))
        other.run(Limits(**limits))
        assert facts(one) == facts(other)


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_all_solutions_and_layers(graph: Graph) -> None:
    problem = graph.problem("steps")
    paths: list[list[Any]] = [[], []]
    both: tuple[Any, Any] = (False, ONE)
    for found, compiled in zip(paths, both, strict=True):
        search = BreadthFirst(problem, compiled=compiled)
        found.extend((p.states, p.actions, p.costs) for p in search.solutions())
        for path in search.solutions():
            path.check()
    assert paths[0] == paths[1]
    one, other = breadth_first_layers(problem), breadth_first_layers(problem, compiled=TWO)
    assert (one.sizes, one.deepest, one.complete) == (other.sizes, other.deepest, other.complete)


@pytest.mark.parametrize("form", ["plain", "steps", "key"])
@settings(max_examples=60, deadline=None)
@given(graph=graphs(), plan=plan_of(None))
def test_exploring(form: str, graph: Graph, plan: list[Any]) -> None:
    problem = graph.problem("steps" if form == "steps" else "plain")
    check = HashCheck(key=halves) if form == "key" else HashCheck()
    one = Explore(problem, duplicates=check)
    other = Explore(problem, duplicates=check, compiled=ONE)
    for limits in [*plan, *[{}] * (sum(graph.goals) + 2)]:
        one.run(Limits(**limits))
        other.run(Limits(**limits))
        assert attrs.evolve(one.statistics, seconds=0.0) == attrs.evolve(
            other.statistics, seconds=0.0
        )
        a, b = one.exploration, other.exploration
        assert (a.states, a.successors, a.depths) == (b.states, b.successors, b.depths)
        assert (a.goals, a.unexpanded, a.complete) == (b.goals, b.unexpanded, b.complete)
        assert [a.number_of(v) for v in range(13)] == [b.number_of(v) for v in range(13)]
        assert str(a) == str(b)


def test_the_readme_compiles() -> None:
    space: dict[str, Any] = {"__name__": "water_jugs", "print": lambda *_, sep: None}
    exec(compile(WATER_JUGS.read_text(), str(WATER_JUGS), "exec"), space)
    start = space["Jugs"]()
    interpreted, compiled = breadth_first_search(start), breadth_first_search(start, compiled=True)
    assert compiled.path.states == interpreted.path.states
    assert type(compiled.path.end) is space["Jugs"]
    assert repr(compiled) == repr(interpreted)
    compiled.path.check()
    packed = breadth_first_search(
        start, compiled=Compiled(bounds={"five": (0, 5), "three": (0, 3)})
    )
    assert packed.path.states == interpreted.path.states


def test_goals_by_name() -> None:
    problem = Problem((1, 0), next_states=grow, goals=[(5, 7), (8, 3), (99, 99)])
    one, other = breadth_first_search(problem), breadth_first_search(problem, compiled=ONE)
    assert one.path.states == other.path.states


def grow(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = pair
    yield (a + b, b)
    yield (a, b + 1)
    yield (a + 1, b)


def count_up(n: int) -> Iterator[int]:
    for k in range(1, 200):
        yield n + k


def never(n: int) -> bool:
    return False


def test_many_successors_and_growing() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 70_000)
    assert breadth_first_search(problem, compiled=ONE).cost == 70_000
    for compiled in (ONE, TWO):
        search = BreadthFirst(Problem(0, next_states=count_up, is_goal=never), compiled=compiled)
        assert search.run(Limits(expanded=5000)).statistics.stored == 5000 + 199
        reference = BreadthFirst(Problem(0, next_states=count_up, is_goal=never))
        reference.run(Limits(expanded=5000))
        assert facts(search) == facts(reference)


def fails_at_7(n: int) -> Iterator[int]:
    yield from range(n)
    if n == 7:
        raise ValueError("seven")
    yield n + 1


def test_errors_come_as_they_are() -> None:
    problem = Problem(1, next_states=fails_at_7, is_goal=never)
    for compiled in (ONE, TWO):
        with pytest.raises(ValueError, match="seven") as caught:
            breadth_first_search(problem, compiled=compiled)
        assert any(entry.name == "fails_at_7" for entry in caught.traceback)
    found = breadth_first_search(
        Problem(1, next_states=fails_at_7, is_goal=lambda n: n == 7), compiled=ONE
    )
    assert found.cost == 6  # before the expansion that fails


def key_of(n: int) -> int:
    if n == 8:
        raise KeyError(n)
    return n


@pytest.mark.parametrize("check", [HashCheck(), SortedCheck(), NoCheck(), HashCheck(key=key_of)])
@pytest.mark.parametrize("compiled", [False, ONE, TWO])
def test_what_comes_before_a_failure_counts(check: Any, compiled: Any) -> None:
    """A goal among the successors that come before the failure was passed over."""
    problem = Problem(7, next_states=fails_at_7, is_goal=lambda n: n == 6)
    search = BreadthFirst(problem, duplicates=check, compiled=compiled)
    assert search.run().cost == 1
    with pytest.raises(ValueError, match="seven"):
        search.run()
    assert search.statistics.stored == 8
    problem = Problem(9, next_states=fails_at_7, is_goal=never)
    expected = KeyError if check == HashCheck(key=key_of) else ValueError
    with pytest.raises(expected):
        BreadthFirst(problem, duplicates=check, compiled=compiled).run()


def goal_fails(n: int) -> bool:
    if n == 9:
        raise ZeroDivisionError
    return n == 20


def test_a_goal_test_that_fails() -> None:
    problem = Problem(1, next_states=count_up, is_goal=goal_fails)
    with pytest.raises(ZeroDivisionError):
        breadth_first_search(problem, compiled=ONE)
    problem = Problem(12, next_states=count_up, is_goal=goal_fails)
    assert breadth_first_search(problem, compiled=ONE).path.end == 20


def both_fail(n: int) -> Iterator[int]:
    """The goal test fails on 9, before the expansion that gives it fails."""
    yield n - 1
    yield n + 1
    if n == 8:
        raise ValueError("eight")


def negative_from_5(n: int) -> Iterator[Step[int, None, int]]:
    yield Step(n + 1)
    yield Step(n)
    yield Step(n + 2, 5 - n - (n > 4))


FAILURES: dict[str, Problem[Any, Any, Any]] = {
    "next_states": Problem(0, next_states=fails_at_7, is_goal=never),
    "at a start": Problem(starts=[7, 7, 3], next_states=fails_at_7, is_goal=never),
    "key": Problem(1, next_states=lambda n: [n, n + 1, n - 1, n + 2], is_goal=never),
    "cost": Problem(0, next_steps=negative_from_5, is_goal=never),
    "goal": Problem(0, next_states=lambda n: [n, n + 1, n - 1, n + 2], is_goal=goal_fails),
    "goal of a start": Problem(starts=[7, 7, 9], next_states=count_up, is_goal=goal_fails),
    "goal, then next_states": Problem(5, next_states=both_fail, is_goal=goal_fails),
}


@pytest.mark.parametrize("of", [BreadthFirst, Explore])
@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("check", [HashCheck(), SortedCheck(), NoCheck(), HashCheck(key=key_of)])
def test_a_search_that_failed_stands_where_it_does_interpreted(
    of: Any, name: str, check: Any
) -> None:
    """The note named the node after the one that failed, or there was none."""
    if name == "key" and check != HashCheck(key=key_of):
        return
    if of is Explore and not isinstance(check, HashCheck):
        return
    seen: list[Any] = []
    for compiled in (False, ONE, TWO):
        search = of(FAILURES[name], duplicates=check, compiled=compiled)
        with pytest.raises((ValueError, ZeroDivisionError, KeyError, CostError)) as caught:
            search.run(Limits(stored=5000))
        seen.append(
            (
                (type(caught.value), str(caught.value), getattr(caught.value, "__notes__", [])),
                (search.current, search.taken, search.frontier),
                (list(search.nodes.states), list(search.nodes.parents)),
                attrs.evolve(search.statistics, seconds=0.0),
            )
        )
    assert seen[1] == seen[0]
    assert seen[2] == seen[0]


def costly(n: int) -> Iterator[Step[int, None, float]]:
    yield Step(n + 1, 1.5)
    yield Step(n + 2, 3.0 - n)


def test_negative_costs() -> None:
    problem = Problem(0, next_steps=costly, is_goal=never)
    with pytest.raises(CostError, match=r"-1\.0.*negative"):
        breadth_first_search(problem, compiled=ONE)


def test_out_of_bounds() -> None:
    problem = Problem((0, 0), next_states=grow, is_goal=lambda pair: sum(pair) == 100)
    with pytest.raises(CompileError, match=r"outside its bounds 0\.\.9"):
        breadth_first_search(problem, compiled=Compiled(compared=0, bounds=(0, 9)))


@pytest.mark.parametrize("check", [LinearCheck(), LayerCheck(), PathCheck(), CustomCheck(dict)])
def test_checks_that_it_does_not_have(check: Any) -> None:
    with pytest.raises(CheckError):
        breadth_first_search(
            Problem(0, next_states=count_up, is_goal=never), duplicates=check, compiled=True
        )


class Expansions(Observer[Any]):
    def expanding(self, number: int, state: Any, /) -> None:
        raise AssertionError


class Runs(Observer[Any]):
    def __init__(self) -> None:
        self.told: list[str] = []

    def started(self, search: Any, /) -> None:
        self.told.append("started")

    def solution(self, path: Any, /) -> None:
        self.told.append("solution")

    def progress(self, statistics: Any, /) -> None:
        self.told.append("progress")

    def finished(self, result: Any, /) -> None:
        self.told.append("finished")


def test_observers() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 9)
    with pytest.raises(CompileError, match=r"expanding\(\)"):
        breadth_first_search(problem, observer=Expansions(), compiled=True)
    runs = Runs()
    breadth_first_search(problem, observer=runs, compiled=ONE)
    assert set(runs.told) == {"started", "solution", "progress", "finished"}


def test_stopped_between_slices() -> None:
    search = BreadthFirst(Problem(0, next_states=lambda n: [n + 1], is_goal=never), compiled=ONE)

    class Stops(Observer[Any]):
        def progress(self, statistics: Any, /) -> None:
            if statistics.expanded > 1000:
                search.stop()

    search._observer = Stops()
    assert search.run().ended is Outcome.STOPPED
    before = search.expanded
    assert search.run(Limits(expanded=5)).statistics.expanded == before + 5
    assert search.run(Limits(seconds=0)).statistics.expanded == before + 5


def test_starts_beyond_64_bits_and_other_forms() -> None:
    for start in (2**63, "a", (1, None), 1.5, (), None):
        with pytest.raises(CompileError):
            breadth_first_search(
                Problem(start, next_states=lambda s: [s], is_goal=lambda s: False), compiled=True
            )


def test_what_is_wrong_with_compiled() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 9)
    wrongs: list[Any] = [1, "yes", Compiled]
    for wrong in wrongs:
        with pytest.raises(CompileError, match="compiled="):
            breadth_first_search(problem, compiled=wrong)
    assert SortedCheck().remembers
