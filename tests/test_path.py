"""Paths, and replaying them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from searchkit import (
    LinearCheck,
    NoCheck,
    Path,
    PathError,
    Problem,
    SortedCheck,
    Step,
    breadth_first_search,
    uniform_cost_search,
)


def steps(n: int) -> Iterator[Step[int, str, int]]:
    if n < 8:
        yield Step(n + 4, cost=5, action="four")
    else:
        yield Step(n + 4, cost=5, action="four")
        yield Step(n + 1, cost=2, action="one")
        yield Step(n + 1, cost=3, action="dear")


PROBLEM = Problem(0, next_steps=steps, is_goal=lambda n: n == 9)
PATH = uniform_cost_search(PROBLEM).path


def test_what_a_path_is() -> None:
    path = PATH
    assert path.states == (0, 4, 8, 9) == tuple(path)
    assert (path.actions, path.costs, path.cost) == (("four", "four", "one"), (5, 5, 2), 12)
    assert (len(path), path.start, path.end, bool(path)) == (3, 0, 9, True)
    assert list(itertools.pairwise(path)) == [(0, 4), (4, 8), (8, 9)]
    assert path == uniform_cost_search(PROBLEM).path
    assert hash(path) == hash(uniform_cost_search(PROBLEM).path)
    assert "problem" not in repr(path)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        path.cost = 0  # type: ignore[misc]
    path.check()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"states": (1, 4, 8, 9)}, "begins at 1, which is no start"),
        ({"states": (0, 5, 8, 9)}, r"step 1 of 3, from 0 to 5.*no step leads there"),
        (
            {"states": (0, 4, 8, 12), "actions": ("four",) * 3, "costs": (5,) * 3, "cost": 15},
            "ends at 12, which is no goal",
        ),
        ({"actions": ("four", "one", "one")}, r"step 2 of 3, from 4 to 8"),
        ({"costs": (5, 5, 3), "cost": 13}, r"step 3 of 3, from 8 to 9.*'one'.*'dear'"),
        ({"actions": ("four", "four", "dear")}, r"step 3 of 3, from 8 to 9"),
    ],
)
def test_check_finds_what_is_wrong(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PathError, match=f"(?s){message}"):
        attrs.evolve(PATH, **change).check()


def test_check_finds_a_wrong_sum() -> None:
    with pytest.raises(PathError, match="cost"):
        attrs.evolve(PATH, cost=11).check()


def test_a_parallel_step_is_as_good() -> None:
    attrs.evolve(PATH, costs=(5, 5, 3), actions=("four", "four", "dear"), cost=13).check()


def test_part_of_a_path() -> None:
    part = attrs.evolve(PATH, states=(0, 4), actions=("four",), costs=(5,), cost=5)
    part.check(goal=False)
    with pytest.raises(PathError, match="no goal"):
        part.check()


def test_successors_that_are_not_the_same_each_time() -> None:
    counter = itertools.count()
    problem = Problem(0, next_states=lambda n: [n + next(counter)], is_goal=lambda n: n > 20)
    path = breadth_first_search(problem, duplicates=NoCheck()).path
    with pytest.raises(PathError, match="the same each time"):
        path.check()


class Ordered:
    """Has < alone: == is identity, and each state is made anew."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __lt__(self, other: Ordered) -> bool:
        return self.n < other.n


def test_states_with_an_order_alone_are_replayed() -> None:
    problem = Problem(
        Ordered(0), next_states=lambda s: [Ordered(s.n + 1)], is_goal=lambda s: s.n == 3
    )
    breadth_first_search(problem, duplicates=SortedCheck()).path.check()


@pytest.mark.filterwarnings("ignore:HashCheck compares")
def test_states_without_an_equality_cannot_be_replayed() -> None:
    """Identity is their only equality, and each replay makes new ones: the message asks for it."""

    class Bare:
        def __init__(self, n: int) -> None:
            self.n = n

    problem = Problem(Bare(0), next_states=lambda s: [Bare(s.n + 1)], is_goal=lambda s: s.n == 3)
    path = breadth_first_search(problem).path
    with pytest.raises(PathError, match="=="):
        path.check()


def test_states_that_are_lists() -> None:
    problem = Problem([0], next_states=lambda s: [[s[0] + 1]], is_goal=lambda s: s == [2])
    path = breadth_first_search(problem, duplicates=LinearCheck()).path
    path.check()
    assert isinstance(path, Path)


def test_a_path_of_no_step() -> None:
    path = breadth_first_search(Problem(0, next_states=lambda n: [], goals=[0])).path
    assert (path.states, path.actions, path.costs, path.cost, len(path)) == ((0,), (), (), 0, 0)
    assert path
    path.check()
