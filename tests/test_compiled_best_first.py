"""Uniform-cost search and A* compiled and interpreted: the same answers, the same numbers."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from searchkit import (
    AStar,
    BestFirst,
    CheckError,
    Compiled,
    CompileError,
    CostError,
    HashCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Observer,
    Outcome,
    Problem,
    SortedCheck,
    Step,
    UniformCost,
    a_star_search,
    uniform_cost_search,
)
from searchkit.algorithms.anytime import AnytimeAStar
from searchkit.algorithms.greedy import GreedyBestFirst

NATIVE = Compiled(compared=0)


class Data(NamedTuple):
    """A graph: the edges of v are those from ends[v] to ends[v + 1]. All costs in both kinds."""

    ends: array[int]
    targets: array[int]
    costs: array[int]
    float_costs: array[float]
    estimates: array[int]
    float_estimates: array[float]
    goals: array[int]


def next_states(v: int, data: Data) -> Iterator[int]:
    for k in range(data.ends[v], data.ends[v + 1]):
        yield data.targets[k]


def next_steps(v: int, data: Data) -> Iterator[Step[int, int, int]]:
    for k in range(data.ends[v], data.ends[v + 1]):
        yield Step(data.targets[k], data.costs[k], k)


def next_float_steps(v: int, data: Data) -> Iterator[Step[int, int, float]]:
    for k in range(data.ends[v], data.ends[v + 1]):
        yield Step(data.targets[k], data.float_costs[k], k)


def is_goal(v: int, data: Data) -> bool:
    return data.goals[v] == 1


def estimate(v: int, data: Data) -> int:
    return data.estimates[v]


def float_estimate(v: int, data: Data) -> float:
    return data.float_estimates[v]


def halves(v: int) -> int:
    return v // 2


def to_wide(v: int) -> tuple[int, int]:
    return v // 3, v % 3 - 2


def next_wide(state: tuple[int, int], data: Data) -> Iterator[Step[tuple[int, int], int, int]]:
    v = 3 * state[0] + state[1] + 2
    for k in range(data.ends[v], data.ends[v + 1]):
        t = data.targets[k]
        yield Step((t // 3, t % 3 - 2), data.costs[k], k)


def is_wide_goal(state: tuple[int, int], data: Data) -> bool:
    return data.goals[3 * state[0] + state[1] + 2] == 1


def estimate_wide(state: tuple[int, int], data: Data) -> int:
    return data.estimates[3 * state[0] + state[1] + 2]


def sums(state: tuple[int, int]) -> int:
    return state[0] + state[1]


STEPS: dict[str, Any] = {"unit": next_states, "int": next_steps, "float": next_float_steps}
ESTIMATES: dict[str, Any] = {"int": estimate, "float": float_estimate}


@attrs.frozen
class Graph:
    """Edges (target, cost) from each vertex, the heuristic of each, and whether it is a goal."""

    starts: list[int]
    successors: list[list[tuple[int, int]]]
    estimates: list[int]
    goals: list[bool]
    scale: float = 0.1
    dead: int = 10**9  # the estimate that stands for infinity, where they are floats

    def data(self) -> Data:
        flat = [edge for edges in self.successors for edge in edges]
        costs = [cost for _, cost in flat]
        floats = [math.inf if h == self.dead else self.scale * h for h in self.estimates]
        return Data(
            array("q", itertools.accumulate(map(len, self.successors), initial=0)),
            array("q", [target for target, _ in flat]),
            array("q", costs),
            array("d", [self.scale * cost for cost in costs]),
            array("q", self.estimates),
            array("d", floats),
            array("b", self.goals),
        )

    def problem(self, costs: str, estimates: str = "int") -> Problem[Any, Any, Any]:
        kind = "next_states" if costs == "unit" else "next_steps"
        functions: dict[str, Any] = {kind: STEPS[costs]}
        return Problem(
            starts=self.starts,
            is_goal=is_goal,
            heuristic=ESTIMATES[estimates],
            data=self.data(),
            **functions,
        )

    def wide(self) -> Problem[Any, Any, Any]:
        return Problem(
            starts=[to_wide(v) for v in self.starts],
            next_steps=next_wide,
            is_goal=is_wide_goal,
            heuristic=estimate_wide,
            data=self.data(),
        )


@st.composite
def graphs(
    draw: st.DrawFn, *, acyclic: bool = False, faulty: bool = False, largest: int = 5
) -> Graph:
    size = draw(st.integers(1, 12))
    successors: list[list[tuple[int, int]]] = []
    costs = st.integers(-1 if faulty else 0, largest)
    for v in range(size):
        after = st.integers(v + 1 if acyclic else 0, size if faulty else size - 1)
        edges = st.lists(st.tuples(after, costs), max_size=4)
        successors.append([] if acyclic and v + 1 >= size else draw(edges))
    numbers = st.integers(-2, 2 * largest) | st.just(0)
    return Graph(
        draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=3)),
        successors,
        draw(st.lists(numbers, min_size=size, max_size=size)),
        draw(st.lists(st.booleans() | st.just(False), min_size=size, max_size=size)),
        draw(st.sampled_from([0.1, 1.0, 0.3])),
        draw(st.sampled_from([10**9, 2 * largest, 0])),
    )


Plan = list[dict[str, int]]
PLANS = st.lists(
    st.one_of(
        st.builds(lambda n: {"expanded": n}, st.integers(0, 6)),
        st.builds(lambda n: {"stored": n}, st.integers(0, 14)),
        st.just({}),
    ),
    max_size=6,
)
CHECKS = {"hash": HashCheck(), "key": HashCheck(key=halves)}
UNIFORM: dict[str, Any] = {}


def searches(problem: Problem[Any, Any, Any], options: dict[str, Any], **more: Any) -> Any:
    """Give the search interpreted and compiled."""
    kind: Any = UniformCost if options is UNIFORM else AStar
    return (kind(problem, **options, **more), kind(problem, compiled=NATIVE, **options, **more))


def facts(search: BestFirst[Any, Any, Any]) -> dict[str, Any]:
    """Everything that a user can see of a search that has run."""
    result = search.result
    nodes = search.nodes
    return attrs.asdict(attrs.evolve(result.statistics, seconds=0.0)) | {
        "outcome": result.outcome,
        "ended": result.ended,
        "complete": result.complete,
        "guarantee": result.guarantee,
        "factor": result.factor,
        "condition": result.condition,
        "lower bound": result.lower_bound,
        "path": tuple(result.path) if result else None,
        "actions": result.path.actions if result else None,
        "costs": result.path.costs if result else None,
        "cost": result.cost if result else None,
        "states": list(nodes.states),
        "parents": list(nodes.parents),
        "labels": list(zip(nodes.costs, nodes.actions, strict=True))
        if search.problem.next_states is None
        else None,
        "g": list(search.g),
        "depths": list(search.depths),
        "closed": list(search.is_closed),
        "h": list(search.estimates) if isinstance(search, AStar) else None,
        "frontier": search.frontier,
        "current": search.current,
        "taken": search.taken,
    }


def run_both(both: tuple[Any, Any], plan: Plan, copies: str = "no") -> None:
    """Run both through the same limits, and then to the end; all must agree after each run."""
    plain, native = both
    for limits in plan:
        plain.run(Limits(**limits))
        native.run(Limits(**limits))
        assert facts(native) == facts(plain)
        if copies == "deepcopy":
            native = copy.deepcopy(native)
        elif copies == "pickle":
            native = pickle.loads(pickle.dumps(native))
    for _ in range(20):
        plain.run()
        native.run()
        assert facts(native) == facts(plain)
        if plain.result.ended is not Outcome.FOUND:
            return


A_STAR_OPTIONS = st.fixed_dictionaries(
    {"weight": st.sampled_from([0, 1, 1.0, 1.5, 2, 1.1, 3.25]), "reopen": st.booleans()}
)
INT_OPTIONS = st.sampled_from([UNIFORM, {"weight": 1}, {"weight": 1.5, "reopen": False}])
OPTIONS = st.just(UNIFORM) | A_STAR_OPTIONS
COPIES = st.sampled_from(["no", "deepcopy", "pickle"])


@settings(max_examples=100, deadline=None)
@given(graphs(), OPTIONS, PLANS, COPIES, st.sampled_from(["unit", "int"]))
def test_ints(graph: Graph, options: dict[str, Any], plan: Plan, copies: str, costs: str) -> None:
    run_both(searches(graph.problem(costs), options), plan, copies)


@settings(max_examples=100, deadline=None)
@given(graphs(), OPTIONS, PLANS, st.sampled_from(["int", "float"]))
def test_floats(graph: Graph, options: dict[str, Any], plan: Plan, estimates: str) -> None:
    run_both(searches(graph.problem("float", estimates), options), plan)


@settings(max_examples=50, deadline=None)
@given(graphs(), A_STAR_OPTIONS, PLANS)
def test_int_costs_and_a_float_heuristic(graph: Graph, options: dict[str, Any], plan: Plan) -> None:
    run_both(searches(graph.problem("int", "float"), options), plan)


@settings(max_examples=100, deadline=None)
@given(graphs(), OPTIONS, PLANS, COPIES, st.sampled_from(["unit", "int", "float"]))
def test_a_key(graph: Graph, options: dict[str, Any], plan: Plan, copies: str, costs: str) -> None:
    check: Any = HashCheck(key=halves)
    run_both(searches(graph.problem(costs), options, duplicates=check), plan, copies)


@settings(max_examples=60, deadline=None)
@given(graphs(acyclic=True), OPTIONS, PLANS, st.sampled_from(["unit", "int", "float"]))
def test_without_a_check(graph: Graph, options: dict[str, Any], plan: Plan, costs: str) -> None:
    run_both(searches(graph.problem(costs), options, duplicates=NoCheck()), plan)


@settings(max_examples=50, deadline=None)
@given(graphs(), INT_OPTIONS, PLANS, st.sampled_from([HashCheck(), HashCheck(key=sums)]))
def test_states_and_keys_of_several_words(
    graph: Graph, options: dict[str, Any], plan: Plan, check: Any
) -> None:
    run_both(searches(graph.wide(), options, duplicates=check), plan)


@settings(max_examples=60, deadline=None)
@given(graphs(largest=10**6), OPTIONS, PLANS)
def test_large_numbers_go_to_the_heap(graph: Graph, options: dict[str, Any], plan: Plan) -> None:
    run_both(searches(graph.problem("int"), options), plan)


@settings(max_examples=10, deadline=None)
@given(graphs(), OPTIONS, st.sampled_from(["int", "float"]))
def test_limits_of_every_size_end_at_the_same_place(
    graph: Graph, options: dict[str, Any], costs: str
) -> None:
    for kind in ("expanded", "stored"):
        for limit in range(14):
            run_both(searches(graph.problem(costs), options), [{kind: limit}])


@settings(max_examples=30, deadline=None)
@given(graphs(), OPTIONS)
def test_all_solutions_in_one_run(graph: Graph, options: dict[str, Any]) -> None:
    found: list[list[Any]] = [[], []]
    plain, native = searches(graph.problem("int"), options)
    for search, paths in zip((plain, native), found, strict=True):
        search._on_solution = paths.append
        search.run()
    assert [(p.states, p.cost, p.actions) for p in found[1]] == [
        (p.states, p.cost, p.actions) for p in found[0]
    ]
    assert facts(native) == facts(plain)


@settings(max_examples=80, deadline=None)
@given(graphs(faulty=True), OPTIONS, st.sampled_from(["hash", "key"]))
def test_errors_come_at_the_same_place(graph: Graph, options: dict[str, Any], check: str) -> None:
    """Vertices that do not exist, in all functions; and negative costs."""
    ends: list[Any] = []
    pair = searches(graph.problem("int"), options, duplicates=CHECKS[check])
    for search in pair:
        try:
            while search.run().ended is Outcome.FOUND:
                pass
        except (IndexError, CostError) as error:
            ends.append((type(error), str(error), search.expanded, search.current))
        else:
            ends.append(facts(search))
    assert ends[0] == ends[1]


def line(
    costs: list[float], estimates: list[float] | None = None, goal: int | None = None
) -> Problem[Any, Any, Any]:
    """A row of states, with floats."""
    size = len(costs) + 1
    estimates = estimates or [0.0] * size
    data = Data(
        array("q", [*range(size), size - 1]),
        array("q", range(1, size)),
        array("q", [0] * len(costs)),
        array("d", costs),
        array("q", [0] * size),
        array("d", estimates),
        array("b", [v == (size - 1 if goal is None else goal) for v in range(size)]),
    )
    return Problem(
        0, next_steps=next_float_steps, is_goal=is_goal, heuristic=float_estimate, data=data
    )


@pytest.mark.parametrize(
    "problem",
    [
        line([1.0, math.nan, 1.0]),
        line([1.0, -0.5, 1.0]),
        line([1.0, 1.0, 1.0], [0.0, 1.0, math.nan, 0.0]),
        line([1.0], [math.nan, 0.0]),
    ],
    ids=["NaN", "negative", "NaN heuristic", "NaN heuristic of the start"],
)
def test_errors_in_costs_and_heuristics(problem: Problem[Any, Any, Any]) -> None:
    messages: list[Any] = []
    for search in searches(problem, {"weight": 1}):
        with pytest.raises(CostError) as caught:
            search.run()
        notes = getattr(caught.value, "__notes__", [])
        messages.append((str(caught.value), notes, search.statistics.stored))
    assert messages[0] == messages[1]


def test_infinite_costs_and_estimates() -> None:
    for estimates in ([0.0, -math.inf, 3.0, 0.0], [1.0, 0.0, math.inf, 0.0], [math.inf] * 4):
        problem = line([1.0, math.inf, 0.5], estimates)
        for options in (UNIFORM, {"weight": 1}, {"weight": 2}):
            run_both(searches(problem, options), [])


def around(v: int) -> Iterator[Step[int, int, int]]:
    yield Step(v + 1, 1 << 62, 1)
    yield Step(v - 1, 3, -1)


def far(v: int) -> int:
    return 1 << 62


def test_numbers_too_large_for_64_bits() -> None:
    problem = Problem(0, next_steps=around, is_goal=lambda v: v == 9)
    with pytest.raises(CompileError, match=r"cost of reaching \d+, or its heuristic, is too large"):
        uniform_cost_search(problem, compiled=NATIVE)
    with pytest.raises(CompileError, match="too large for compiled code"):
        a_star_search(problem, heuristic=far, compiled=NATIVE)
    with pytest.raises(CompileError, match="too large for compiled code"):
        a_star_search(problem, heuristic=lambda v: 1, weight=10**30, compiled=NATIVE)


def test_what_cannot_be_compiled_says_so() -> None:
    problem = Graph([0], [[(0, 1)]], [0], [False]).problem("int")
    checks: list[Any] = [SortedCheck(), LinearCheck()]
    for check in checks:
        with pytest.raises(CheckError, match=r"use HashCheck\(\) or NoCheck\(\)"):
            uniform_cost_search(problem, duplicates=check, compiled=NATIVE)
    with pytest.raises(CompileError, match="their zero is 0"):
        uniform_cost_search(
            Problem(0, next_steps=around, is_goal=lambda v: v == 9, zero=1), compiled=NATIVE
        )
    kinds: list[Any] = [BestFirst, AnytimeAStar, GreedyBestFirst]
    for kind in kinds:
        with pytest.raises(TypeError, match="compiled"):
            kind(problem, compiled=True)


class Ticks(Observer[int]):
    """Counts what it is told."""

    def __init__(self) -> None:
        self.ticks = 0

    def progress(self, statistics: Any, /) -> None:
        self.ticks += 1


def towards(v: int) -> Iterator[int]:
    yield v + 1
    if v % 3 == 0:
        yield 2 * v


def doublings(v: int) -> int:
    steps = 0
    while v < 1000:
        v *= 2
        steps += 1
    return steps


def test_compared_and_watched() -> None:
    """With the comparison of the first states, a heuristic of its own, and progress."""
    problem = Problem(1, next_states=towards, is_goal=lambda v: v == 1000)
    observer = Ticks()
    plain = a_star_search(problem, heuristic=doublings)
    native = a_star_search(
        problem,
        heuristic=doublings,
        compiled=True,
        observer=observer,
        limits=Limits(seconds=100),
    )
    assert native.path.states == plain.path.states
    assert native.statistics.expanded == plain.statistics.expanded
    assert observer.ticks > 0


@pytest.mark.parametrize("costs", [1, 1000])
def test_a_larger_space_grows_all_arrays(costs: int) -> None:
    """A grid with costs that all differ, wide enough for everything to grow, and for the heap."""

    def next_cell(v: int) -> Iterator[Step[int, int, int]]:
        for way in (1, -1, 300, -300):
            if 0 <= v + way < 90_000:
                yield Step(v + way, 1 + (v * 7919 + way * 104729) % 97 * costs, way)

    problem = Problem(45_150, next_steps=next_cell, is_goal=lambda v: v == 89_999)
    for options in (UNIFORM, {"heuristic": lambda v: 3, "weight": 1}):
        plain, native = searches(problem, options)
        plain.run(Limits(expanded=30_000))
        native.run(Limits(expanded=30_000))
        assert attrs.evolve(native.statistics, seconds=0) == attrs.evolve(
            plain.statistics, seconds=0
        )
        assert native.frontier == plain.frontier
        assert native.result.lower_bound == plain.result.lower_bound


@pytest.mark.slow
@settings(max_examples=3000, deadline=None)
@given(
    graphs(),
    OPTIONS,
    PLANS,
    COPIES,
    st.sampled_from(["unit", "int", "float"]),
    st.sampled_from(["int", "float"]),
    st.sampled_from(["hash", "key"]),
)
def test_many_graphs(
    graph: Graph,
    options: dict[str, Any],
    plan: Plan,
    copies: str,
    costs: str,
    estimates: str,
    check: str,
) -> None:
    both = searches(graph.problem(costs, estimates), options, duplicates=CHECKS[check])
    run_both(both, plan, copies)
