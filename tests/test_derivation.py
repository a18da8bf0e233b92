"""Successors that see the closed nodes, and nodes with more than one parent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    Closed,
    Derived,
    HashCheck,
    Limits,
    NoPathError,
    PathError,
    Problem,
    ProblemError,
    Search,
    Step,
    UniformCost,
    breadth_first_search,
    uniform_cost_search,
)

Make = Callable[..., Search[Any, Any, Any]]
SEARCHES: dict[str, Make] = {
    "breadth-first": BreadthFirst,
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=lambda n: 0, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=lambda n, g: n, **k),
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


def sums(number: int, closed: Closed[int]) -> Iterator[Derived[int, str, int]]:
    for other, value in closed.items():
        if number + value < 60:
            yield Derived(number + value, premises=(other,), action=f"{number}+{value}")


def addition(goal: int) -> Problem[int, str, int]:
    return Problem(
        starts=[1, 10, 4], next_steps=sums, is_goal=lambda n: n == goal, sees_closed=True
    )


@every_search
@pytest.mark.parametrize("goal", [1, 5, 15, 21, 40])
def test_each_line_follows_from_lines_before_it(search: Make, goal: int) -> None:
    made = search(addition(goal))
    result = made.run()
    lines = list(result.derivation)
    assert lines[-1].state == goal == result.path.end
    assert len(result.derivation) == len(lines) == len({line.number for line in lines})
    known: dict[int, int] = {}
    for line in lines:
        if line.parents:
            one, two = (known[parent] for parent in line.parents)
            assert (line.state, line.action) == (one + two, f"{one}+{two}")
        else:
            assert line.state in (1, 10, 4)
            assert line.action is None
        known[line.number] = line.state
    assert result.derivation[len(lines) - 1] == lines[-1]
    assert made.derivation_of(lines[0].number)[0] == lines[0]


@every_search
def test_the_view_grows_by_one_node_an_expansion(search: Make) -> None:
    views: list[tuple[int, list[int], dict[int, int]]] = []

    def watch(number: int, closed: Closed[int]) -> list[int]:
        views.append((number, list(closed), dict(closed.items())))
        assert len(closed) == len(list(closed))
        assert all(index in closed for index, _ in closed.items())
        assert 10**6 not in closed
        assert repr(closed) == f"Closed({len(closed)} nodes)"
        return [number + 1, number + 2] if number < 6 else []

    made = search(Problem(0, next_states=watch, is_goal=lambda n: False, sees_closed=True))
    made.run()
    expanded = [number for number, _, _ in views]
    for position, (number, closed, items) in enumerate(views):
        assert closed == expanded[:position]
        assert number not in closed
        assert items == {made.nodes.states.index(n): n for n in closed}


@every_search
@pytest.mark.parametrize("kind", ["expanded", "stored"])
def test_interrupted_and_resumed(search: Make, kind: str) -> None:
    wanted = search(addition(-1))
    wanted.run()
    made = search(addition(-1))
    size = 0
    while not made.run(Limits(expanded=1) if kind == "expanded" else Limits(stored=size)).complete:
        size += 1
    assert made.nodes.states == wanted.nodes.states
    assert made.nodes.parents == wanted.nodes.parents
    assert made.nodes.premises == wanted.nodes.premises


def test_steps_of_one_parent_and_of_several_may_be_mixed() -> None:
    def mixed(
        n: int, closed: Closed[int]
    ) -> Iterator[Step[int, str, int] | Derived[int, str, int]]:
        yield Step(n * 3, action="triple")
        for number, other in closed.items():
            yield Derived(n + other, premises=(number,), action="add")

    problem = Problem(2, next_steps=mixed, is_goal=lambda n: n == 8, sees_closed=True)
    lines = [(line.state, line.action) for line in breadth_first_search(problem).derivation]
    assert lines == [(2, None), (6, "triple"), (8, "add")]


def test_several_premises() -> None:
    def all_of_them(n: int, closed: Closed[int]) -> Iterator[Derived[int, str, int]]:
        if len(closed) == 3:
            numbers = tuple(number for number, _ in closed.items())
            yield Derived(100, premises=numbers, action="together")

    problem = Problem(
        starts=[1, 2, 3, 4], next_steps=all_of_them, is_goal=lambda n: n == 100, sees_closed=True
    )
    last = breadth_first_search(problem).derivation[-1]
    assert (last.parents, last.action) == ((3, 0, 1, 2), "together")


def test_a_path_without_premises_has_a_derivation_too() -> None:
    result = breadth_first_search(
        Problem(1, next_states=lambda n: [n + 1], is_goal=lambda n: n == 3)
    )
    assert [(line.state, line.parents) for line in result.derivation] == [
        (1, ()),
        (2, (0,)),
        (3, (1,)),
    ]


def test_what_goes_wrong_is_told() -> None:
    result = breadth_first_search(addition(21))
    with pytest.raises(PathError, match=r"cannot be replayed.*derivation"):
        result.path.check()
    nothing = breadth_first_search(addition(10**6))
    with pytest.raises(NoPathError, match="EXHAUSTED"):
        nothing.derivation  # noqa: B018
    with pytest.raises(ProblemError, match="sees_closed=True"):
        breadth_first_search(
            Problem(
                0,
                next_steps=lambda n: [Derived(1, premises=(0,))],  # type: ignore[list-item]
                is_goal=lambda n: False,
            )
        )


@pytest.mark.parametrize("premise", [-1, 99])
def test_a_premise_must_be_a_node(premise: int) -> None:
    def next_steps(n: int, closed: Closed[int]) -> list[Derived[int, None, int]]:
        return [Derived(n + 1, premises=(premise,))]

    problem = Problem(0, next_steps=next_steps, is_goal=lambda n: False, sees_closed=True)
    with pytest.raises(ProblemError, match=rf"premise {premise}.*closed\.items"):
        breadth_first_search(problem)


def test_a_cheaper_way_takes_its_premises_along() -> None:
    """Parent, premises, cost and action of an improved node change together."""

    def next_steps(
        n: str, closed: Closed[str]
    ) -> list[Step[str, str, int] | Derived[str, str, int]]:
        if n == "a":
            return [Step("x", cost=9, action="dear"), Step("b", cost=1, action="to b")]
        if n == "b":
            number = next(i for i, state in closed.items() if state == "a")
            return [Derived("x", premises=(number,), cost=1, action="cheap")]
        return [Step("goal", cost=1, action="end")] if n == "x" else []

    problem = Problem("a", next_steps=next_steps, is_goal=lambda n: n == "goal", sees_closed=True)
    result = uniform_cost_search(problem)
    assert (result.cost, result.path.actions) == (3, ("to b", "cheap", "end"))
    x = next(line for line in result.derivation if line.state == "x")
    states = {line.number: line.state for line in result.derivation}
    assert [states[parent] for parent in x.parents] == ["b", "a"]


CIRCLE = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))
from searchkit import *

def next_steps(n, closed):
    number = {state: i for i, state in closed.items()}
    if n == "start":
        return [Step("b", cost=10), Step("a", cost=11)]
    if n == "a":  # cheap by its own count, though it rests on b
        return [Derived("x", premises=(number["b"],), cost=-0 + 1)]
    if n == "x":
        return [Step("b", cost=0), Step("goal", cost=1)]
    return []

problem = Problem("start", next_steps=next_steps, is_goal=lambda n: n == "goal", sees_closed=True)
order = {"start": 0, "b": 1, "a": 2, "x": 3, "goal": 4}
cheap = Problem(
    "start",
    next_steps=lambda n, closed: [s._replace(cost=1 if s.state == "a" else s.cost) for s in next_steps(n, closed)],
    is_goal=lambda n: n == "goal", sees_closed=True,
)
result = best_first_search(cheap, priority=lambda n, g: order[n])
lines = list(result.derivation)
seen = set()
for line in lines:
    assert set(line.parents) <= seen, (line, "before its parents")
    seen.add(line.number)
print(lines[-1].state)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="memory cannot be limited there")
def test_a_premise_is_never_derived_from_its_own_conclusion(project: FilePath) -> None:
    """x rests on b; then b is reached more cheaply from x: the derivation went round for ever."""
    done = subprocess.run(
        [sys.executable, "-c", CIRCLE],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "goal\n", done.stderr


def test_keys_work_with_derivations() -> None:
    result = breadth_first_search(addition(21), duplicates=HashCheck(key=lambda n: (n,)))
    assert result.derivation[-1].state == 21
