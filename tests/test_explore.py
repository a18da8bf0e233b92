"""Layers and exploring: against brute force, and what is said under a limit."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    BreadthFirstLayers,
    CheckError,
    CustomCheck,
    Explore,
    FingerprintCheck,
    HashCheck,
    Known,
    LayerCheck,
    Limits,
    NoCheck,
    Outcome,
    Problem,
    ProblemError,
    breadth_first_layers,
    count_shortest_paths,
    explore,
)
from tests.graphs_family import INFINITY, Graph, graphs, plans, quick, resumed, thorough


def layers_against_brute_force(graph: Graph) -> None:
    steps = graph.distances(graph.starts, unit=True)
    sizes = Counter(far for far in steps if far < INFINITY)
    expected = tuple(sizes[depth] for depth in range(len(sizes)))
    layers = breadth_first_layers(graph.problem())
    assert (layers.sizes, layers.complete, layers.begun) == (expected, True, 0)
    assert layers.eccentricity == max(sizes)
    assert layers.states == sum(expected)
    assert len(layers.growth) == len(layers) - 1
    assert sorted(layers.deepest) == [v for v, far in enumerate(steps) if far == max(sizes)]

    search = BreadthFirstLayers(graph.problem())
    while search.run(Limits(expanded=1)).ended is Outcome.LIMIT:
        part = search.layers
        assert part.sizes == expected[: len(part)]
        assert not part.complete
        assert part.eccentricity is None
        assert part.states + part.begun == len(search.nodes)
        assert [steps[v] for v in part.deepest] == [len(part) - 1] * part.sizes[-1]
    assert search.layers == layers or search.layers.sizes == layers.sizes


def explored_against_brute_force(graph: Graph, limit: int) -> None:
    steps = graph.distances(graph.starts, unit=True)
    left = graph.distances(graph.goals, backward=True)
    reached = {v for v, far in enumerate(steps) if far < INFINITY}
    found = explore(graph.problem())
    assert found.complete
    assert sorted(found.states) == sorted(reached)
    assert found.edges == sum(edge.tail in reached for edge in graph.edges)
    assert {found.states[n] for n in found.goals} == reached & set(graph.goals)
    tails = {edge.tail for edge in graph.edges}
    assert {found.states[n] for n in found.dead_ends} == reached - tails - set(graph.goals)
    for number, state in enumerate(found.states):
        assert found.number_of(state) == number
        assert found.depths[number] == steps[state]
        assert found.distances[number] == (left[state] if left[state] < INFINITY else None)
        assert found.can_reach_goal(number) == (left[state] < INFINITY)
    assert found.shortest_paths == count_shortest_paths(graph.problem()).count

    part = explore(graph.problem(), limits=Limits(expanded=limit))
    for number, state in enumerate(part.states):
        answer = part.can_reach_goal(number)
        assert answer in (None, left[state] < INFINITY)
        assert answer is not None or not part.complete
        far = part.distances[number]
        assert far is None or far >= left[state]
    assert part.shortest_paths in (None, found.shortest_paths)
    assert {part.states[n] for n in part.hopeless} <= {v for v in reached if left[v] >= INFINITY}
    assert {part.states[n] for n in part.dead_ends} <= {found.states[n] for n in found.dead_ends}
    str(part)


@quick
@given(graph=graphs(), limit=st.integers(0, 4))
def test_against_brute_force(graph: Graph, limit: int) -> None:
    layers_against_brute_force(graph)
    explored_against_brute_force(graph, limit)


@pytest.mark.slow
@thorough
@given(graph=graphs(), limit=st.integers(0, 4))
def test_against_brute_force_for_longer(graph: Graph, limit: int) -> None:
    layers_against_brute_force(graph)
    explored_against_brute_force(graph, limit)


@pytest.mark.parametrize("search", [Explore, BreadthFirstLayers])
@quick
@given(graph=graphs(), plan=plans)
def test_interrupted_and_resumed(search: Any, graph: Graph, plan: list[str]) -> None:
    resumed(search, graph.problem, plan)


def slides(board: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The moves of the sliding puzzle of 2 by 3 tiles."""
    hole = board.index(0)
    boards = []
    for other in (hole - 3, hole + 3, hole - 1, hole + 1):
        if 0 <= other < 6 and (abs(other - hole) == 3 or other // 3 == hole // 3):
            tiles = list(board)
            tiles[hole], tiles[other] = tiles[other], tiles[hole]
            boards.append(tuple(tiles))
    return boards


@pytest.mark.parametrize("check", [HashCheck(), LayerCheck(), FingerprintCheck()], ids=repr)
def test_the_five_puzzle(check: Any) -> None:
    """360 states, of which the farthest takes 21 moves (a known figure)."""
    start: tuple[int, ...] = (1, 2, 3, 4, 5, 0)
    puzzle = Problem(start, next_states=slides, is_goal=lambda board: False)
    layers = breadth_first_layers(puzzle, duplicates=check)
    assert (layers.states, layers.eccentricity) == (360, 21)
    assert layers.deepest == ((4, 5, 0, 1, 2, 3),)
    assert repr(layers) == "<Layers: 22 layers, 360 states, eccentricity 21>"


def test_a_layer_that_a_limit_left_incomplete() -> None:
    twos = Problem(1, next_states=lambda n: [2 * n, 2 * n + 1], is_goal=lambda n: False)
    layers = breadth_first_layers(twos, limits=Limits(expanded=5))
    assert (layers.sizes, layers.begun, layers.outcome) == ((1, 2, 4), 4, Outcome.LIMIT)
    assert layers.deepest == (4, 5, 6, 7)
    assert layers.growth == (2.0, 2.0)
    assert "3            4  and more (a limit on resources was reached)" in str(layers)
    nothing = breadth_first_layers(twos, limits=Limits(stored=0))
    assert (nothing.sizes, nothing.deepest, nothing.begun) == ((), (), 0)
    none = breadth_first_layers(Problem(starts=[], next_states=slides, is_goal=bool))
    assert (none.sizes, none.eccentricity, none.complete) == ((), None, True)


def test_what_is_said_of_a_trap() -> None:
    """From 0 the trap 1 <-> 2 cannot be left; 3 leads to the goal 4; 5 is a dead end."""
    after = {0: [1, 3, 5], 1: [2], 2: [1], 3: [4], 4: [], 5: []}
    problem = Problem(0, next_states=lambda n: after[n], is_goal=lambda n: n == 4)
    found = explore(problem)
    names = found.states
    assert [names[n] for n in found.hopeless] == [1, 5, 2]
    assert [names[n] for n in found.dead_ends] == [5]
    assert repr(found) == "<Exploration: 6 states, 6 edges, EXHAUSTED>"
    part = explore(problem, limits=Limits(expanded=2))
    answers = {names[n]: part.can_reach_goal(n) for n in range(len(part))}
    assert answers == {0: None, 1: None, 2: None, 3: None, 5: None}
    part = explore(problem, limits=Limits(expanded=3))
    assert part.shortest_paths is None or part.shortest_paths == 1
    assert part.can_reach_goal(0) is True
    assert "(a limit on resources was reached)" in str(part)


def test_a_solution_may_end_it() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: n in (3, 5))
    seen: list[Any] = []

    def take(path: Any) -> bool:
        seen.append(path.states)
        return len(seen) == 2

    found = explore(problem, on_solution=take)
    assert seen == [(0, 1, 3), (0, 1, 3, 5)]
    assert (found.complete, found.outcome) == (False, Outcome.FOUND)
    assert found.can_reach_goal(0)


@pytest.mark.parametrize(
    "check",
    [NoCheck(), LayerCheck(), CustomCheck(dict, known=Known.DOMINANCE)],
    ids=["none", "layers", "dominance"],
)
def test_checks_that_cannot_record_the_graph(check: Any) -> None:
    with pytest.raises(CheckError, match="HashCheck"):
        explore(Problem(0, next_states=lambda n: [n], is_goal=bool), duplicates=check)


def test_exploring_refuses_what_depends_on_the_closed_nodes() -> None:
    problem = Problem(0, next_states=lambda n, closed: [n], is_goal=bool, sees_closed=True)
    with pytest.raises(ProblemError, match="breadth_first_search"):
        explore(problem)


def test_a_symmetry_key_is_named_as_a_condition() -> None:
    problem = Problem(0, next_states=lambda n: [n - 1, n + 1] if abs(n) < 3 else [], goals=[3])
    found = explore(problem, duplicates=HashCheck(key=abs))
    assert len(found) == 4
    assert "states of one key" in found.condition
