"""Random graphs as data of functions that compile once, and searches of them side by side."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import attrs
from hypothesis import strategies as st

from searchkit import Compiled, Limits, Outcome, Problem, Search, Step

PLAIN = Compiled(compared=0)
NEVER = -1


class Graph(NamedTuple):
    """A graph in few lists, since each makes compiling longer.

    ``forward[v]`` and ``forward[v + 1]`` are where the edges out of vertex v begin and end; there
    stand head, cost and label of each. ``backward`` is the same for the edges into it.
    """

    forward: list[int]
    backward: list[int]
    goals: list[int]  # 1 for a goal, 2 where the test fails
    failing: int  # the place at which the functions fail
    failing_back: int


def next_states(state: int, graph: Graph) -> Iterator[int]:
    for place in range(graph.forward[state], graph.forward[state + 1], 3):
        if place == graph.failing:
            raise ValueError("this edge is broken")
        yield graph.forward[place]


def next_steps(state: int, graph: Graph) -> Iterator[Step[int, int, int]]:
    for place in range(graph.forward[state], graph.forward[state + 1], 3):
        if place == graph.failing:
            raise ValueError("this edge is broken")
        yield Step(graph.forward[place], graph.forward[place + 1], graph.forward[place + 2])


def previous_states(state: int, graph: Graph) -> Iterator[int]:
    for place in range(graph.backward[state], graph.backward[state + 1], 3):
        if place == graph.failing_back:
            raise ValueError("this edge is broken")
        yield graph.backward[place]


def previous_steps(state: int, graph: Graph) -> Iterator[Step[int, int, int]]:
    for place in range(graph.backward[state], graph.backward[state + 1], 3):
        if place == graph.failing_back:
            raise ValueError("this edge is broken")
        yield Step(graph.backward[place], graph.backward[place + 1], graph.backward[place + 2])


def is_goal(state: int, graph: Graph) -> bool:
    if graph.goals[state] == 2:
        raise ValueError("this goal is broken")
    return graph.goals[state] == 1


class Pair(NamedTuple):
    """A vertex in two words."""

    half: int
    rest: int


def next_pairs(state: Pair, graph: Graph) -> Iterator[Pair]:
    vertex = state.half * 2 + state.rest
    for place in range(graph.forward[vertex], graph.forward[vertex + 1], 3):
        head = graph.forward[place]
        yield Pair(head // 2, head % 2)


def is_goal_pair(state: Pair, graph: Graph) -> bool:
    return graph.goals[state.half * 2 + state.rest] == 1


def pair(vertex: int) -> Pair:
    return Pair(vertex // 2, vertex % 2)


def half_of(state: int) -> int:
    return state // 2


def half_of_pair(state: Pair) -> int:
    return state.half


@attrs.frozen
class Drawn:
    """What a test draws."""

    graph: Graph
    starts: list[int]
    goals: list[int]

    def plain(self, **named: Any) -> Problem[Any, Any, Any]:
        """The problem of states alone."""
        return Problem(
            starts=self.starts,
            next_states=next_states,
            previous_states=previous_states,
            is_goal=is_goal,
            data=self.graph,
            **named,
        )

    def steps(self, **named: Any) -> Problem[Any, Any, Any]:
        """The problem of steps with costs."""
        return Problem(
            starts=self.starts,
            next_steps=next_steps,
            previous_steps=previous_steps,
            is_goal=is_goal,
            data=self.graph,
            **named,
        )

    def pairs(self, **named: Any) -> Problem[Any, Any, Any]:
        """The problem of states of two words."""
        return Problem(
            starts=[pair(vertex) for vertex in self.starts],
            next_states=next_pairs,
            is_goal=is_goal_pair,
            data=self.graph,
            **named,
        )


Edge = tuple[int, int, int, int]


def _laid_out(edges: list[Edge], count: int) -> list[int]:
    """Lay out edges by their first vertex."""
    ends = [count + 1 + 3 * sum(edge[0] < vertex for edge in edges) for vertex in range(count + 1)]
    return ends + [
        number for edge in sorted(edges, key=lambda edge: edge[0]) for number in edge[1:]
    ]


@st.composite
def graphs(
    draw: st.DrawFn, *, size: int = 8, edges: int = 18, fails: bool = False, acyclic: bool = False
) -> Drawn:
    """Draw a graph, perhaps with an edge or a goal at which a function fails."""
    count = draw(st.integers(1, size))
    vertices = st.integers(0, count - 1)
    arcs = draw(st.lists(st.tuples(vertices, vertices, st.integers(0, 2)), max_size=edges))
    if acyclic:
        arcs = [(min(a, b), max(a, b), cost) for a, b, cost in arcs if a != b]
    goals = draw(st.lists(vertices, min_size=1, max_size=3))
    marks = [int(vertex in goals) for vertex in range(count)]
    failing = failing_back = NEVER
    if fails:
        place = st.integers(0, max(len(arcs) - 1, 0)).map(lambda n: count + 1 + 3 * n)
        failing, failing_back = draw(place), draw(place)
        if draw(st.booleans()):
            failing = failing_back = NEVER
            broken = draw(vertices)
            marks[broken] = 2
            goals = [goal for goal in goals if goal != broken]
    graph = Graph(
        forward=_laid_out([(a, b, cost, n) for n, (a, b, cost) in enumerate(arcs)], count),
        backward=_laid_out([(b, a, cost, n) for n, (a, b, cost) in enumerate(arcs)], count),
        goals=marks,
        failing=failing,
        failing_back=failing_back,
    )
    return Drawn(graph, draw(st.lists(vertices, min_size=1, max_size=3)), goals)


def described(search: Search[Any, Any, Any]) -> dict[str, Any]:
    """All that can be seen of a search that has been run, but the clock."""
    result, nodes = search.result, search.nodes
    path = result.path if result else None
    return {
        "outcome": result.outcome,
        "ended": result.ended,
        "complete": result.complete,
        "promise": (result.guarantee, result.factor, result.condition, result.lower_bound),
        "statistics": attrs.evolve(result.statistics, seconds=0.0),
        "path": path and (path.states, path.actions, path.costs, path.cost),
        "current": search.current,
        "frontier": search.frontier,
        "states": list(nodes.states),
        "parents": list(nodes.parents),
        "labels": [*zip(nodes.costs, nodes.actions, strict=True)] if nodes.labelled else [],
        "differ": nodes.costs_differ,
    }


def twins(
    make: Callable[..., Search[Any, Any, Any]],
    limits: Iterable[Limits | None] = (None,),
    *,
    every: bool = False,
    copying: bool = False,
) -> None:
    """Run a search interpreted and compiled with the same limits; nothing may differ.

    Args:
        make: Makes the search, with more arguments; all functions are called.
        limits: Of one run after another; at the end of them to the end of the search.
        every: Whether to go on behind each solution.
        copying: Whether to go on with copies.
    """
    found: list[list[Any]] = [[], []]

    def take(number: int) -> Callable[[Any], bool]:
        def note(path: Any) -> bool:
            found[number].append((path.states, path.actions, path.cost))
            return not every

        return note

    one = make(on_solution=take(0))
    two = make(on_solution=take(1) if not copying else None, compiled=PLAIN)
    if copying:
        one = make()
    for turn, limit in enumerate(limits):
        failures = [_failure(search, limit) for search in (one, two)]
        assert failures[0] == failures[1], failures
        assert found[0] == found[1]
        if failures[0]:
            return
        expected, given = described(one), described(two)
        assert given == expected
        if copying:
            two = copy.deepcopy(two) if turn % 2 else pickle.loads(pickle.dumps(two))
        if expected["ended"] in (Outcome.EXHAUSTED, Outcome.CUTOFF):
            return


def _failure(search: Search[Any, Any, Any], limit: Limits | None) -> Any:
    try:
        search.run(limit)
    except Exception as error:  # noqa: BLE001
        return type(error), str(error), getattr(error, "__notes__", None)
    return None
