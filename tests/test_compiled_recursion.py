"""Functions that call themselves are refused, by whatever way, and others of that name are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from searchkit import CompileError, HashCheck, Problem, breadth_first_search
from tests import compiled_helpers

GOAL = 50


def runaway(n: int) -> int:
    return 1 if n < 0 else runaway(n + 1) + 1


def summed(n: int) -> int:
    return 0 if n == 0 else sum(summed(k) for k in range(n))


def is_even(n: int) -> bool:
    return True if n == 0 else is_odd(n - 1)


def is_odd(n: int) -> bool:
    return False if n == 0 else is_even(n - 1)


def generated(n: int) -> Iterator[int]:
    yield n + 1
    yield from generated(n + 1)


def closed_over() -> Callable[[int], int]:
    def enclosed(n: int) -> int:
        return 0 if n == 0 else enclosed(n - 1)

    return enclosed


ENCLOSED = closed_over()


def holds(n: int) -> list[int]:
    def within(k: int) -> int:
        return 0 if k == 0 else within(k - 1)

    return [n + 1 + within(n)]


class Own(NamedTuple):
    n: int
    filled: int = 0

    def method(self) -> int:
        return 0 if self.n == 0 else Own(self.n - 1).method()

    @property
    def held(self) -> int:
        return 0 if self.n == 0 else Own(self.n - 1).held

    @staticmethod
    def static(n: int) -> int:
        return 0 if n == 0 else Own.static(n - 1)

    @classmethod
    def of_class(cls, n: int) -> int:
        return 0 if n == 0 else cls.of_class(n - 1)

    def by_function(self) -> int:
        return calls_method(self)

    def next_states(self) -> Iterator[Own]:
        yield from Own(self.n + 1).next_states()

    def is_goal(self) -> bool:
        return self.n == GOAL


def calls_method(own: Own) -> int:
    return 0 if own.n == 0 else Own(own.n - 1).by_function()


@pytest.mark.parametrize(
    ("start", "successors", "told"),
    [
        (0, lambda n: [n + 1] if n != 3 else [n + runaway(n)], r"runaway \(.*line \d+\) calls"),
        (0, lambda n: [n + 1 + summed(n % 4)], r"summed \(.*line \d+\) calls itself, which"),
        (0, lambda n: [n + 1 + is_even(n)], r"is_even \(.*\) calls itself, through is_odd, which"),
        (0, lambda n: [n + 1 + is_odd(n)], "calls itself, through"),
        (0, generated, r"generated \(.*\) calls itself"),
        (0, lambda n: [n + ENCLOSED(n)], r"enclosed \(.*\) calls itself"),
        (0, holds, r"within in holds \(.*\) calls itself"),
        (0, lambda n: [n + compiled_helpers.counted_down(n)], r"counted_down \(.*\) calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + s.method())], "Own.method calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + s.held)], "Own.held calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + Own.static(s.n))], "Own.static calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + Own.of_class(s.n))], "Own.of_class calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + s.by_function())], "Own.by_function calls itself"),
        (Own(0), lambda s: [Own(s.n + 1 + calls_method(s))], "Own.by_function calls itself"),
        (Own(0), Own.next_states, "Own.next_states calls itself"),
    ],
)
def test_is_refused(start: Any, successors: Any, told: str) -> None:
    """Calls without end crashed the process, and `summed` was compiled for more than ten minutes."""
    problem = Problem(start, next_states=successors, is_goal=lambda state: state == GOAL)
    with pytest.raises(CompileError, match=told) as caught:
        breadth_first_search(problem, compiled=True)
    assert "Write a loop" in str(caught.value)


def test_a_key_is_refused_too() -> None:
    problem = Problem(1, next_states=lambda n: [n + 1], is_goal=lambda n: n == GOAL)
    with pytest.raises(CompileError, match="is_even"):
        breadth_first_search(problem, duplicates=HashCheck(key=is_even), compiled=True)


class Named(NamedTuple):
    n: int

    def moves(self) -> Iterator[Named]:
        yield Named(self.n + 1)

    def done(self) -> bool:
        return self.n == GOAL


def moves(state: Named) -> Iterator[Named]:
    yield from state.moves()


def done(state: Named) -> bool:
    return state.done()


def both(state: Named) -> bool:
    return done(state)


def test_a_method_of_the_same_name_is_another_function() -> None:
    problem = Problem(Named(0), next_states=moves, is_goal=both)
    assert breadth_first_search(problem, compiled=True).cost == GOAL
    problem = Problem(Named(0), next_states=moves, is_goal=done)
    assert breadth_first_search(problem, compiled=True).cost == GOAL
