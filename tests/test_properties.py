"""Every search against brute force, over random small graphs.

The graphs are what hand-made cases forget: costs of zero, parallel edges, self loops, several
starts and goals, goals that cannot be reached, heuristics that are admissible but inconsistent.
"""

from __future__ import annotations

import copy
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    CustomCheck,
    DepthFirst,
    DuplicateCheck,
    Guarantee,
    HashCheck,
    Index,
    Known,
    Limits,
    LinearCheck,
    NoCheck,
    Observer,
    Outcome,
    Path,
    Problem,
    Search,
    ShortestPaths,
    SortedCheck,
    Statistics,
    Step,
    UniformCost,
    count_shortest_paths,
)

INFINITY = 10**9


class Vertex(NamedTuple):
    """A vertex, and on which of two mirror images of the graph it lies."""

    name: int
    image: int


class Edge(NamedTuple):
    tail: int
    head: int
    cost: int
    label: str
    crosses: int  # 1: it leads to the other image


@attrs.frozen
class Graph:
    size: int
    edges: list[Edge]
    starts: list[int]
    goals: frozenset[int]
    estimates: list[float]

    def out(self, tail: int) -> Iterator[Edge]:
        return (edge for edge in self.edges if edge.tail == tail)

    def distances(self, weigh: Callable[[Edge], int]) -> list[int]:
        """Bellman and Ford: the least weight from a start to each vertex."""
        best = [0 if v in self.starts else INFINITY for v in range(self.size)]
        for _ in range(self.size):
            for edge in self.edges:
                best[edge.head] = min(best[edge.head], best[edge.tail] + weigh(edge))
        return best

    @property
    def cost_to(self) -> list[int]:
        return self.distances(lambda edge: edge.cost)

    @property
    def steps_to(self) -> list[int]:
        return self.distances(lambda edge: 1)

    @property
    def cost(self) -> int:
        return min((self.cost_to[goal] for goal in self.goals), default=INFINITY)

    @property
    def steps(self) -> int:
        return min((self.steps_to[goal] for goal in self.goals), default=INFINITY)

    @property
    def reachable(self) -> set[int]:
        return {v for v, steps in enumerate(self.steps_to) if steps < INFINITY}

    def walks(self, longest: int) -> list[int]:
        """How many walks of 0, 1, ... ``longest`` edges lead from a start to a goal."""
        at = Counter(self.starts)
        numbers = []
        for _ in range(longest + 1):
            numbers.append(sum(at[goal] for goal in self.goals))
            after: Counter[int] = Counter()
            for edge in self.edges:
                after[edge.head] += at[edge.tail]
            at = after
        return numbers

    def problem(self, hook: Callable[[], None] = lambda: None) -> Problem[Any, Any, Any]:
        """As steps between (vertex, image); the hook is called in each expansion."""

        def next_steps(vertex: Vertex) -> Iterator[Step[Vertex, str, int]]:
            hook()
            for edge in self.out(vertex.name):
                head = Vertex(edge.head, vertex.image ^ edge.crosses)
                yield Step(head, cost=edge.cost, action=edge.label)

        return Problem(
            starts=[Vertex(v, 0) for v in self.starts],
            next_steps=next_steps,
            is_goal=lambda vertex: vertex.name in self.goals,
            heuristic=lambda vertex: self.estimates[vertex.name],
        )

    def plain_problem(self) -> Problem[int, None, int]:
        return Problem(
            starts=self.starts,
            next_states=lambda v: [edge.head for edge in self.out(v)],
            is_goal=lambda v: v in self.goals,
        )


@st.composite
def graphs(draw: st.DrawFn, *, acyclic: bool = False, images: bool = False) -> Graph:
    size = draw(st.integers(1, 6))
    vertices = st.integers(0, size - 1)
    ends = st.tuples(vertices, vertices)
    drawn = draw(
        st.lists(st.tuples(ends, st.integers(0, 4), st.integers(0, int(images))), max_size=14)
    )
    edges = [
        Edge(tail, head, cost, f"{tail}{head}{'abcdefghijklmno'[number]}", crosses)
        for number, ((tail, head), cost, crosses) in enumerate(drawn)
        if not acyclic or tail < head
    ]
    starts = draw(st.lists(vertices, max_size=2, unique=True)) or [0]
    goals = frozenset(draw(st.lists(vertices, max_size=2)))
    # brute force from the goals backwards: what is really left, of which h is some part
    backward = Graph(
        size,
        [edge._replace(tail=edge.head, head=edge.tail) for edge in edges],
        list(goals),
        frozenset(),
        [],
    )
    estimates: list[float] = [
        draw(st.integers(0, left))
        if left < INFINITY
        else draw(st.sampled_from([0, 3, float("inf")]))
        for left in backward.cost_to
    ]
    return Graph(size, edges, starts, goals, estimates)


CHECKS: dict[str, DuplicateCheck[Any]] = {
    "linear": LinearCheck(),
    "sorted": SortedCheck(),
    "hash": HashCheck(),
    "dict": CustomCheck(dict),
}
KEYED: dict[str, DuplicateCheck[Any]] = {
    "linear": LinearCheck(key=lambda vertex: vertex.name),
    "sorted": SortedCheck(key=lambda vertex: vertex.name),
    "hash": HashCheck(key=lambda vertex: vertex.name),
}


def no_priority(_state: object, _g: object) -> int:
    return 0


def odd_priority(state: Vertex, g: int) -> int:
    return (state.name * 7 + g * 3) % 5


SEARCHES: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-first, limit 2": lambda *a, **k: DepthFirst(*a, depth_limit=2, **k),
    "uniform-cost": UniformCost,
    "A*": AStar,
    "A*, weight 3": lambda *a, **k: AStar(*a, weight=3, **k),
    "A*, weight 0.5": lambda *a, **k: AStar(*a, weight=0.5, **k),
    "A*, closed stay closed": lambda *a, **k: AStar(*a, reopen=False, **k),
    "best-first, queue": lambda *a, **k: BestFirst(*a, priority=no_priority, **k),
    "best-first, stack": lambda *a, **k: BestFirst(*a, priority=no_priority, ties="lifo", **k),
    "best-first, odd": lambda *a, **k: BestFirst(*a, priority=odd_priority, **k),
}
WALKS = {"depth-first, limit 2"}  # those that end without a check in a graph with cycles

quick = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
thorough = settings(quick, max_examples=3000)


def numbers(statistics: Statistics) -> Statistics:
    """The counters, without the clock."""
    return attrs.evolve(statistics, seconds=0.0)


class Counting(Observer[Any, Any, Any]):
    """Counts events, to be compared with the statistics."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()

    def started(self, search: Search[Any, Any, Any], /) -> None:
        self.events["started"] += 1

    def expanding(self, number: int, state: Any, /) -> None:
        self.events["expanding"] += 1

    def generated(self, parent: int, state: Any, /) -> None:
        self.events["generated"] += 1

    def stored(self, number: int, state: Any, /) -> None:
        self.events["stored"] += 1

    def duplicate(self, state: Any, known: int | None, /) -> None:
        self.events["duplicate"] += 1

    def improved(self, number: int, state: Any, /) -> None:
        self.events["improved"] += 1

    def solution(self, path: Path[Any, Any, Any], /) -> None:
        self.events["solution"] += 1


def is_within(name: str, graph: Graph) -> set[int]:
    """The vertices that a search reaches: all, or those within its depth limit."""
    most = 2 if "limit" in name else INFINITY - 1
    return {v for v, steps in enumerate(graph.steps_to) if steps <= most}


def hopeless(name: str, graph: Graph) -> set[int]:
    return (
        {v for v in range(graph.size) if graph.estimates[v] == float("inf")}
        if "A*" in name
        else set()
    )


# --- the answers ------------------------------------------------------------------------------


def answers(name: str, check: DuplicateCheck[Any], graph: Graph) -> None:
    """The first solution, and all of them, against brute force."""
    make = SEARCHES[name]
    found = make(graph.problem(), duplicates=check).run()
    goals = graph.goals & is_within(name, graph)
    assert bool(found) == bool(goals)
    if goals:
        path = found.path
        path.check()
        assert path.end.name in goals
        assert path.cost == sum(path.costs)
        assert len(path) == len(path.actions) == len(path.costs) == len(path.states) - 1
        assert (found.outcome, found.ended) == (Outcome.FOUND, Outcome.FOUND)
        if name == "breadth-first":
            assert len(path) == graph.steps
        if name in ("uniform-cost", "A*", "A*, weight 0.5"):
            assert path.cost == graph.cost
            assert found.guarantee is Guarantee.OPTIMAL
            assert found.lower_bound == path.cost
        if name == "A*, weight 3":
            assert path.cost <= 3 * graph.cost
            assert found.guarantee is Guarantee.BOUNDED
            assert found.factor == 3
        assert found.lower_bound is None or found.lower_bound <= graph.cost
    else:
        # with memory a vertex counts where it is nearest; without, each walk counts
        two_steps = check.remembers and 2 in graph.steps_to
        two_steps |= not check.remembers and any(
            second.tail == first.head
            for first in graph.edges
            if first.tail in graph.starts
            for second in graph.edges
        )
        cut = "limit" in name and two_steps
        assert found.outcome is (Outcome.CUTOFF if cut else Outcome.EXHAUSTED)
        assert found.complete == (not cut)

    paths: list[Path[Any, Any, Any]] = []
    counting = Counting()
    search = make(graph.problem(), duplicates=check, on_solution=paths.append, observer=counting)
    everything = search.run()
    for path in paths:
        path.check()
    assert everything.statistics.solutions == len(paths) == counting.events["solution"]
    assert everything.complete == (not search.cutoff)
    assert everything.outcome is Outcome.FOUND or not paths
    if paths and "limit" not in name:
        assert everything.path.cost == min(path.cost for path in paths)
    if check.remembers and check.known.value == "equality":
        assert sorted(path.end for path in paths) == sorted({path.end for path in paths})
    if check.remembers:
        assert {path.end.name for path in paths} == goals
    if name == "breadth-first":
        lengths = [len(path) for path in paths]
        assert lengths == sorted(lengths)
        if check.remembers:
            assert all(
                len(path) == graph.steps_to[path.end.name] for path in paths if not path.end.image
            )
    if name == "uniform-cost":
        costs = [path.cost for path in paths]
        assert costs == sorted(costs)

    # the counters agree with the events and with each other
    statistics, events = everything.statistics, counting.events
    assert statistics.expanded == events["expanding"]
    assert statistics.generated == events["generated"]
    assert statistics.duplicates == events["duplicate"] - events["improved"]
    starts = len(graph.starts)
    assert statistics.generated + starts == (
        statistics.duplicates + events["stored"] + events["improved"]
    )
    if check.remembers:
        superseded = events["improved"] if check.known.value == "equivalence" else 0
        if name in ("depth-first", "breadth-first"):
            superseded = 0
        assert statistics.stored == events["stored"] + superseded
        closed = is_within(name, graph) - hopeless(name, graph)
        if "A*" not in name and "limit" not in name and check.known.value == "equivalence":
            assert statistics.stored - superseded == len(graph.reachable)
        if "limit" not in name:
            assert statistics.expanded <= statistics.stored + statistics.reopened
            assert len(closed) <= statistics.expanded or "A*" in name
    if paths:
        assert statistics.depth >= max(len(path) for path in paths)


def same_under_all_checks(name: str, checks: dict[str, DuplicateCheck[Any]], graph: Graph) -> None:
    seen = set()
    for check in checks.values():
        paths: list[Path[Any, Any, Any]] = []
        result = SEARCHES[name](graph.problem(), duplicates=check, on_solution=paths.append).run()
        seen.add(
            (
                tuple((path.states, path.actions, path.costs) for path in paths),
                result.outcome,
                result.guarantee,
                numbers(result.statistics),
            )
        )
    assert len(seen) == 1


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs())
def test_answers(name: str, graph: Graph) -> None:
    answers(name, HashCheck(), graph)


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(images=True))
def test_answers_under_a_symmetry_key(name: str, graph: Graph) -> None:
    answers(name, KEYED["hash"], graph)


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(acyclic=True))
def test_answers_without_a_check(name: str, graph: Graph) -> None:
    answers(name, NoCheck(), graph)


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(images=True))
def test_all_checks_agree(name: str, graph: Graph) -> None:
    same_under_all_checks(name, CHECKS, graph)
    same_under_all_checks(name, KEYED, graph)


@quick
@given(graph=graphs(), limit=st.integers(0, 5))
def test_depth_limit(graph: Graph, limit: int) -> None:
    """With memory: each goal within the limit. Without: each walk that is not longer."""
    within = {v for v, steps in enumerate(graph.steps_to) if steps <= limit}
    ends: list[int] = []
    search = DepthFirst(
        graph.problem(), depth_limit=limit, on_solution=lambda path: ends.append(path.end.name)
    )
    result = search.run()
    assert sorted(ends) == sorted(graph.goals & within)
    assert result.ended is (Outcome.CUTOFF if limit in graph.steps_to else Outcome.EXHAUSTED)
    assert result.statistics.depth <= limit
    # a state has its least depth when all is done
    assert {s.name: d for s, d in zip(search.nodes.states, search.depths, strict=True)} == {
        v: graph.steps_to[v] for v in within
    }

    walks: list[int] = []
    result = DepthFirst(
        graph.problem(),
        depth_limit=limit,
        duplicates=NoCheck(),
        on_solution=lambda path: walks.append(len(path)),
    ).run()
    expected = dict(enumerate(graph.walks(limit)))
    assert Counter(walks) == Counter({steps: n for steps, n in expected.items() if n})
    assert result.statistics.stored <= limit + 1


@quick
@given(graph=graphs())
def test_count_shortest_paths(graph: Graph) -> None:
    expected = graph.walks(graph.size)
    for problem in (graph.problem(), graph.plain_problem()):
        for check in (*CHECKS.values(), NoCheck()):
            if check == NoCheck() and graph.steps == INFINITY:
                continue  # would never end in a graph with cycles
            counted = count_shortest_paths(problem, duplicates=check)
            assert counted.exact
            if graph.steps == INFINITY:
                assert (counted.count, counted.length) == (0, None)
                assert counted.outcome is Outcome.EXHAUSTED
            else:
                assert (counted.count, counted.length) == (expected[graph.steps], graph.steps)
                assert counted.outcome is Outcome.FOUND
                counted.path.check()
                assert counted.path.states == BreadthFirst(problem).run().path.states


# --- interrupted and resumed -------------------------------------------------------------------

INTERRUPTIONS = ("expanded", "stored", "stop", "ctrl-c", "nothing", "copy", "solution")
ALL_SEARCHES: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    **SEARCHES,
    "shortest paths": ShortestPaths,
}


def resumed(name: str, check: DuplicateCheck[Any], graph: Graph, plan: list[str]) -> None:
    """Interrupt a search as planned, over and over: nothing may change but the clock."""
    expected: list[Any] = []

    def label(path: Path[Any, Any, Any]) -> Any:
        return (path.states, path.actions, path.costs)

    reference = ALL_SEARCHES[name](
        graph.problem(),
        duplicates=check,
        on_solution=lambda path: expected.append(label(path)),
    )
    wanted = reference.run()

    hooks: list[Callable[[], None]] = []
    paths: list[Any] = []

    kind = ""

    def hook() -> None:
        if hooks:
            hooks.pop()()

    def on_solution(path: Path[Any, Any, Any]) -> bool:
        paths.append(label(path))
        return kind in ("solution", "copy")

    search = ALL_SEARCHES[name](
        graph.problem(hook),
        duplicates=check,
        on_solution=on_solution,
    )
    step = 0
    while True:
        kind = plan[step % len(plan)]
        hooks.clear()
        limits = None
        if kind == "expanded":
            limits = Limits(expanded=1)
        elif kind == "stored":
            limits = Limits(stored=len(search.nodes) + 1)
        elif kind == "nothing":
            limits = Limits(expanded=0, stored=len(search.nodes))
        elif kind == "stop":
            hooks.append(search.stop)
        elif kind == "ctrl-c":
            hooks.append(lambda: os.kill(os.getpid(), signal.SIGINT))
        elif kind == "copy":
            search = copy.deepcopy(search)
            limits = Limits(expanded=1)
        before, size = search.expanded, len(search.nodes)
        result = search.run(limits)
        if result.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF):
            break
        if kind == "expanded":
            assert search.expanded == before + 1
        if kind == "stored":
            assert len(search.nodes) <= size + 1
        if kind == "nothing":
            assert search.expanded == before
            assert len(search.nodes) == size or not check.remembers
        assert not result.complete
        assert result.lower_bound is None or result.lower_bound <= graph.cost
        step += 1
        assert step < 2000, "no progress"
    assert paths == expected
    assert numbers(result.statistics) == numbers(wanted.statistics)
    assert (result.outcome, result.ended, result.complete) == (
        wanted.outcome,
        wanted.ended,
        wanted.complete,
    )
    assert (result.guarantee, result.condition) == (wanted.guarantee, wanted.condition)
    if wanted:
        assert label(result.path) == label(wanted.path)
    assert search.nodes.states == reference.nodes.states
    assert search.nodes.parents == reference.nodes.parents
    again = search.run()
    assert (again.ended, numbers(again.statistics)) == (result.ended, numbers(result.statistics))


plans = st.lists(st.sampled_from(INTERRUPTIONS), max_size=5).map(lambda plan: [*plan, "copy"])


def plans_of(*kinds: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(kinds), max_size=5).map(lambda plan: [*plan, "expanded"])


@pytest.mark.parametrize("name", ALL_SEARCHES)
@quick
@given(graph=graphs(), plan=plans_of("expanded", "stored", "stop", "ctrl-c", "nothing", "solution"))
def test_interrupted_and_resumed(name: str, graph: Graph, plan: list[str]) -> None:
    resumed(name, HashCheck(), graph, plan)


@pytest.mark.parametrize("name", ALL_SEARCHES)
@quick
@given(graph=graphs(), plan=plans)
def test_copied_between_runs(name: str, graph: Graph, plan: list[str]) -> None:
    """The generator of the algorithm is made anew from the facts in the search object."""
    resumed(name, HashCheck(), graph, plan)


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(images=True), plan=plans)
def test_interrupted_under_a_symmetry_key(name: str, graph: Graph, plan: list[str]) -> None:
    resumed(name, KEYED["hash"], graph, plan)


@pytest.mark.parametrize("name", ALL_SEARCHES)
@quick
@given(graph=graphs(acyclic=True), plan=plans)
def test_interrupted_without_a_check(name: str, graph: Graph, plan: list[str]) -> None:
    resumed(name, NoCheck(), graph, plan)


# --- the seed of the hashes --------------------------------------------------------------------

HASH_SEED_SCRIPT = """
from searchkit import *
words = Problem(
    "", next_states=lambda w: [w + c for c in "abc"] if len(w) < 5 else [w[1:]],
    is_goal=lambda w: w == "cabca",
    heuristic=lambda w: 1 if w != "cabca" else 0,
)
for search in (breadth_first_search, depth_first_search, a_star_search, uniform_cost_search):
    for check in (HashCheck(), SortedCheck(), LinearCheck(), HashCheck(key=lambda w: w.upper())):
        result = search(words, duplicates=check, limits=Limits(expanded=300))
        s = result.statistics
        print(search.__name__, result.outcome.name, s.expanded, s.generated, s.duplicates, s.stored)
        if result:
            print(result.path.states)
print(count_shortest_paths(words).count)
"""


def test_the_hash_seed_changes_nothing(project: Any) -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", HASH_SEED_SCRIPT],
            cwd=project,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert "FOUND" in outputs.pop()


# --- dominance ---------------------------------------------------------------------------------


class Burdened(NamedTuple):
    """A vertex, and what it took to come there: money and time."""

    name: int
    cost: int
    time: int

    def is_as_good_as(self, other: Burdened) -> bool:
        return self.name == other.name and self.cost <= other.cost and self.time <= other.time


class Pareto(Index[Burdened]):
    """Keeps, of each vertex, the states that none is as good as."""

    def __init__(self) -> None:
        self.kept: dict[int, Burdened] = {}
        self.gone: list[int] = []

    def get(self, state: Burdened, /) -> int | None:
        for number, kept in self.kept.items():
            if kept.is_as_good_as(state):
                return number
        return None

    def __setitem__(self, state: Burdened, number: int, /) -> None:
        self.gone = [n for n, kept in self.kept.items() if state.is_as_good_as(kept)]
        for worse in self.gone:
            del self.kept[worse]
        self.kept[number] = state

    def displaced(self) -> list[int]:
        return self.gone


PARETO: CustomCheck[Any] = CustomCheck(Pareto, known=Known.DOMINANCE)
DEADLINE = 6


def journey(graph: Graph) -> Problem[Burdened, str, int]:
    """The cheapest way to a goal before the deadline; an edge takes one hour, or three."""

    def next_steps(state: Burdened) -> Iterator[Step[Burdened, str, int]]:
        for edge in graph.out(state.name):
            time = state.time + 1 + 2 * edge.crosses
            if time <= DEADLINE:
                yield Step(Burdened(edge.head, state.cost + edge.cost, time), edge.cost, edge.label)

    return Problem(
        starts=[Burdened(v, 0, 0) for v in graph.starts],
        next_steps=next_steps,
        is_goal=lambda state: state.name in graph.goals,
        heuristic=lambda state: graph.estimates[state.name],
    )


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(images=True), plan=st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_dominance(name: str, graph: Graph, plan: list[int]) -> None:
    """The cheapest within a deadline, against the same search under plain equality."""
    make = SEARCHES[name]
    plain = UniformCost(journey(graph)).run()
    search = make(journey(graph), duplicates=PARETO)
    result = search.run()
    if "limit" in name:
        if result:
            result.path.check()
            assert plain
        else:
            assert not plain or result.outcome is Outcome.CUTOFF
    else:
        assert bool(result) == bool(plain)
    # breadth-first's promise is on condition that all steps cost the same
    if result and result.guarantee is Guarantee.OPTIMAL and name != "breadth-first":
        assert result.cost == plain.cost
    if result and name == "A*, weight 3":
        assert result.cost <= 3 * plain.cost
    if result:
        result.path.check()

    # interrupted, copied and resumed
    again = make(journey(graph), duplicates=PARETO)
    step = 0
    while True:
        more = plan[step % len(plan)]
        now = again.run(
            Limits(expanded=more) if step % 2 else Limits(stored=len(again.nodes) + more)
        )
        if now.ended is not Outcome.LIMIT:
            break
        again = copy.deepcopy(again)
        step += 1
        if step > 200:
            plan = [3]
    assert (now.outcome, numbers(now.statistics)) == (result.outcome, numbers(result.statistics))
    assert again.nodes.states == search.nodes.states


# --- longer ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
@thorough
@given(graph=graphs(), images=graphs(images=True), acyclic=graphs(acyclic=True), plan=plans)
def test_everything_for_longer(
    name: str, graph: Graph, images: Graph, acyclic: Graph, plan: list[str]
) -> None:
    for check in CHECKS.values():
        answers(name, check, graph)
        resumed(name, check, graph, plan)
    for check in KEYED.values():
        answers(name, check, images)
        resumed(name, check, images, plan)
    answers(name, NoCheck(), acyclic)
    resumed(name, NoCheck(), acyclic, plan)
    same_under_all_checks(name, CHECKS, images)
    same_under_all_checks(name, KEYED, images)
