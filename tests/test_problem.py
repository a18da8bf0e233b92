"""The two ways to state a problem, and what is said when something is missing."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs
import pytest

from searchkit import (
    BreadthFirst,
    LinearCheck,
    NoCheck,
    Outcome,
    Problem,
    ProblemError,
    Step,
    a_star_search,
    as_problem,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


def double(n: int) -> list[int]:
    return [n + 1, n * 2]


def is_ten(n: int) -> bool:
    return n == 10


def with_data(n: int, data: list[int]) -> list[int]:
    return [n + step for step in data]


class Count(NamedTuple):
    n: int = 1

    def next_states(self) -> Iterator[Count]:
        yield Count(self.n + 1)
        yield Count(self.n * 2)

    def is_goal(self) -> bool:
        return self.n == 10

    def heuristic(self) -> float:
        return 0


@attrs.frozen
class Frozen:
    n: int = 1

    def next_states(self) -> list[Frozen]:
        return [Frozen(self.n + 1), Frozen(self.n * 2)]

    def is_goal(self) -> bool:
        return self.n == 10


class Both(NamedTuple):
    """Has steps and states: the steps count."""

    n: int = 0

    def next_states(self) -> list[Both]:
        raise AssertionError

    def next_steps(self) -> list[Step[Both, str, int]]:
        return [Step(Both(self.n + 1), cost=7, action="up")]

    def is_goal(self) -> bool:
        return self.n == 2


def test_both_ways_give_the_same_answer() -> None:
    answers = [
        breadth_first_search(Problem(1, next_states=double, is_goal=is_ten)).path.states,
        tuple(s.n for s in breadth_first_search(Count()).path),
        tuple(s.n for s in breadth_first_search(Frozen()).path),
        tuple(s.n for s in breadth_first_search(as_problem(Count())).path),
        breadth_first_search(
            Problem(1, next_steps=lambda n: [Step(m) for m in double(n)], is_goal=is_ten)
        ).path.states,
        breadth_first_search(Problem(1, next_states=double, goals=[10])).path.states,
        breadth_first_search(
            Problem(starts=[1], next_states=double, goals={10, 11**9})
        ).path.states,
    ]
    assert set(answers) == {(1, 2, 4, 5, 10)}


def test_next_steps_count_where_a_state_has_both() -> None:
    path = breadth_first_search(Both()).path
    assert (path.cost, path.actions) == (14, ("up", "up"))


def test_a_problem_stays_as_it_is() -> None:
    problem = Problem(1, next_states=double, is_goal=is_ten)
    assert as_problem(problem) is problem
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        problem.starts = (2,)  # type: ignore[misc]


def test_states_of_different_classes() -> None:
    """Each state is asked by its own methods, not by those of the start's class."""

    class Base:
        def __init__(self, n: int) -> None:
            self.n = n

        def next_states(self) -> list[Base]:
            return [Other(self.n + 1), Base(self.n + 2)]

        def is_goal(self) -> bool:
            return False

    class Other(Base):
        def next_states(self) -> list[Base]:
            return []

        def is_goal(self) -> bool:
            return self.n == 5

    path = breadth_first_search(Base(0), duplicates=NoCheck()).path
    assert [type(s).__name__ for s in path] == ["Base", "Base", "Base", "Other"]


@pytest.mark.parametrize("goals", [[[3]], [[3], (1,)], [{3}, [3]]])
def test_goals_that_cannot_be_hashed(goals: list[Any]) -> None:
    problem = Problem([0], next_states=lambda s: [[s[0] + 1]], goals=goals)
    result = breadth_first_search(problem, duplicates=LinearCheck())
    assert result.path.end == [3]


def test_states_that_cannot_be_hashed_under_goals_that_can() -> None:
    problem: Problem[Any, None, int] = Problem([0], next_states=lambda s: [(3,)], goals=[(3,)])
    assert breadth_first_search(problem, duplicates=LinearCheck()).path.end == (3,)


def test_data_reaches_every_function() -> None:
    problem = Problem(
        0,
        next_states=with_data,
        is_goal=lambda n, data: n == 3 * data[0],
        heuristic=lambda n, data: (3 * data[0] - n) / max(data),
        data=[2, 1],
    )
    for result in (
        breadth_first_search(problem),
        depth_first_search(problem, depth_limit=6),
        a_star_search(problem),
        uniform_cost_search(problem),
        best_first_search(problem, priority=lambda n, g: g),
    ):
        assert result.path.end == 6
        result.path.check()
    assert count_shortest_paths(problem).count == 1
    assert breadth_first_search(Problem(0, next_states=with_data, goals=[4], data=[2])).cost == 2
    # None and other false data are data
    for nothing in (None, 0, ()):
        seen: list[Any] = []

        def next_states(n: int, data: Any, seen: list[Any] = seen) -> list[int]:
            seen.append(data)
            return []

        breadth_first_search(
            Problem(
                0,
                next_states=next_states,
                is_goal=lambda n, data: False,
                data=nothing,
            )
        )
        assert seen == [nothing]


def test_several_starts() -> None:
    problem = Problem(starts=iter([7, 3]), next_states=lambda n: [n + 1], is_goal=is_ten)
    assert problem.starts == (7, 3)
    for _ in range(2):
        assert breadth_first_search(problem).path.states == (7, 8, 9, 10)


def test_a_problem_pickles_with_module_level_functions() -> None:
    problems: list[Problem[Any, Any, Any]] = [
        Problem(1, next_states=double, is_goal=is_ten),
        Problem(1, next_states=double, goals=[10]),
        Problem(0, next_states=with_data, goals=[10], data=[4, 2]),
        as_problem(Count()),
    ]
    for problem in problems:
        again = pickle.loads(pickle.dumps(problem))
        assert breadth_first_search(again).path.states == breadth_first_search(problem).path.states


class NoGoal:
    def next_states(self) -> list[NoGoal]:
        return []


class NoNext:
    def is_goal(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (3, r"3 is no state.*int has no next_states\(\) or next_steps\(\) and no is_goal\(\)"),
        (None, "None is no state"),
        (NoGoal(), r"NoGoal has no is_goal\(\)"),
        (NoNext(), r"NoNext has no next_states\(\) or next_steps\(\)\. "),
        (Count, r"Count is a class, not a state.*Count\(\.\.\.\)"),
        (Problem, "Problem is a class"),
    ],
)
def test_what_is_no_state(start: Any, message: str) -> None:
    for search in (breadth_first_search, depth_first_search, uniform_cost_search):
        with pytest.raises(ProblemError, match=message) as raised:
            search(start)
        assert isinstance(raised.value, TypeError)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"next_states": double}, "neither is_goal= nor goals="),
        ({"next_states": double, "goals": []}, r"goals=\[\]\) names no goal, and has no is_goal="),
        ({"is_goal": is_ten}, "either next_states= .* or next_steps="),
        ({"next_states": double, "next_steps": double, "is_goal": is_ten}, "and not both"),
        (
            {"next_states": [2], "is_goal": is_ten},
            r"Problem\(next_states=...\) needs a function; \[2\]",
        ),
        ({"next_states": double, "is_goal": 10}, r"Problem\(is_goal=...\) needs a function; 10"),
        ({"next_states": double, "is_goal": is_ten, "starts": [1]}, "either a start or starts="),
        (
            {"next_states": double, "is_goal": is_ten, "data": 1, "sees_closed": True},
            "data= or sees_closed=True",
        ),
    ],
)
def test_what_is_no_problem(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem(1, **arguments)


def test_no_start_is_not_none() -> None:
    with pytest.raises(ProblemError, match="either a start or starts="):
        Problem(next_states=double, is_goal=is_ten)
    # None may be a state
    assert breadth_first_search(
        Problem(None, next_states=lambda s: [], is_goal=lambda s: s is None)
    ).path.states == (None,)


@pytest.mark.parametrize("step", [3, (3, 1, None), (3, 1), "ab", None])
def test_next_steps_must_give_steps(step: Any) -> None:
    problem: Problem[int, None, int] = Problem(
        0, next_steps=lambda n: [step], is_goal=lambda n: False
    )
    for search in (breadth_first_search, uniform_cost_search, depth_first_search):
        with pytest.raises(ProblemError, match=r"next_steps gave .* for 0; it must give Step"):
            search(problem)


def test_next_states_that_forgets_to_return() -> None:
    """The commonest slip of all: the error must say which function, and for which state."""
    problem: Problem[int, None, int] = Problem(
        0,
        next_states=lambda n: None,  # type: ignore[arg-type,return-value]
        is_goal=lambda n: False,
    )
    with pytest.raises(TypeError) as raised:
        breadth_first_search(problem)
    told = " ".join([str(raised.value), *getattr(raised.value, "__notes__", [])])
    assert "node 0 of Problem: 0" in told


def test_the_representation_tells_what_matters() -> None:
    text = repr(Problem(1, next_states=double, goals=[10]))
    assert text.startswith("Problem(starts=(1,)")
    assert "function" not in text


def test_a_subclass_of_step_is_a_step() -> None:
    class Named(Step[int, str, int]):
        pass

    problem = Problem(0, next_steps=lambda n: [Named(n + 1, 2, "go")], is_goal=lambda n: n == 3)
    for search in (breadth_first_search, uniform_cost_search):
        result = search(problem)
        assert (result.outcome, result.cost, result.path.actions) == (
            Outcome.FOUND,
            6,
            ("go",) * 3,
        )
        result.path.check()


def test_the_functions_are_kept_as_given() -> None:
    problem = Problem(
        1, next_states=double, is_goal=is_ten, heuristic=is_ten, previous_states=double
    )
    assert (problem.next_states, problem.is_goal) == (double, is_ten)
    assert (problem.heuristic, problem.previous_states) == (is_ten, double)
    assert problem.next_steps is None
    assert BreadthFirst(problem).problem is problem
