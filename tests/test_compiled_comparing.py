"""The first stretch of a compiled search: what the two worlds do not agree on is found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from searchkit import CompileError, Problem, Step
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.program import Program
from searchkit.compiled.settings import Compiled

FACTORS = [3, 5]


def program(start: Any, **functions: Any) -> Program:
    goal = functions.pop("is_goal", None)
    problem: Problem[Any, Any, Any] = Problem(
        start, is_goal=goal or (lambda state: False), **functions
    )
    return Program(
        problem, Compiled(), tests_goals=goal is not None, estimates="heuristic" in functions
    )


def arithmetic(n: int) -> Iterator[int]:
    """All that means the same in both worlds, also for negative ints."""
    if -40 < n < 40:
        yield n - 7
        yield (n - 5) // 3
        yield (n - 5) % 3
        yield n % -4
        yield -n // 2
        yield n**3 % 7 + (-n) ** 2 % 5
        yield (n - 20) >> 2
        yield (~n ^ 5) & 15 | 2
        yield int(n * 0.1 * 3) + round(n * 0.5) + int(n / 3)
        yield hash(n) % 7
        if n != 0:
            q, r = divmod(n, -3)
            yield q * 5 + r


def test_arithmetic_that_agrees() -> None:
    compare_first(program(0, next_states=arithmetic), 200)


def wraps(n: int) -> list[int]:
    return [n * n]


def wraps_unseen(n: int) -> list[int]:
    return [(n + 2**40) * (n + 2**40) >> 60]


def shifts_far(n: int) -> list[int]:
    return [(1 << (n + 62)) >> 62]


UNSEEN: dict[str, Any] = {}  # without source, they do what the machine does
exec("def shifts_back(n):\n    return [n + (8 >> (2 - n))]\n", UNSEEN)
exec("def overflows(n):\n    return n * 10.0 ** (n * 100)\n", UNSEEN)


def multiplies(n: int) -> list[int]:
    return [n * FACTORS[0] % 101]


@pytest.mark.parametrize(
    ("start", "function", "told"),
    [
        (2, wraps, "is [(18446744073709551616, 1)] interpreted, and [(0, 1)] compiled"),
        (0, wraps_unseen, "wrap around silently"),
        (0, shifts_far, "shifts by a negative number or by 64 and more are not seen"),
        (0, UNSEEN["shifts_back"], "raises ValueError (negative shift count) interpreted, and ["),
    ],
)
def test_what_the_machine_does_otherwise(
    start: int, function: Callable[[int], list[int]], told: str
) -> None:
    with pytest.raises(CompileError) as caught:
        compare_first(program(start, next_states=function), 100)
    assert told in str(caught.value)
    assert f"next_states of {2**32 if function is wraps else ''}" in str(caught.value)


def test_a_constant_that_changes_after_compiling() -> None:
    made = program(1, next_states=multiplies)
    compare_first(made, 20)
    FACTORS[0] = 4
    try:
        with pytest.raises(CompileError, match="constants are those of the moment of compiling"):
            compare_first(made, 20)
        compare_first(program(1, next_states=multiplies), 20)  # compiled anew, with the new one
    finally:
        FACTORS[0] = 3


def stops(n: int) -> Iterator[int]:
    if n > 5:
        raise ValueError("enough")
    yield n + 1
    yield 10 // (n - 3)


def test_errors_on_both_sides_are_left_to_the_search() -> None:
    compare_first(program(0, next_states=stops), 50)


def sums(n: int) -> float:
    return 0.1 + 0.2 * n + math.sin(n) * math.exp(n % 3)


def near(n: int) -> bool:
    return ((n + 2**32) * (n + 2**32)) >> 60 == 16


def up(n: int) -> list[int]:
    return [n + 1]


def test_heuristics_and_goals_are_compared() -> None:
    compare_first(program(0, next_states=up, heuristic=sums), 100)
    with pytest.raises(
        CompileError,
        match=r"heuristic of 4 raises OverflowError \(.*out of range.*\) interpreted, and inf",
    ):
        compare_first(program(0, next_states=up, heuristic=UNSEEN["overflows"]), 100)
    with pytest.raises(CompileError, match=r"is_goal of 0 is True interpreted, and False compiled"):
        compare_first(program(0, next_states=up, is_goal=near), 100)


def priced(n: int) -> Iterator[Step[int, None, float]]:
    yield Step((n + 1) % 9, n * 0.1 + 0.3)
    yield Step((n + 2) % 9, (n * n + 2**62) * 2 if n > 6 else 1)


def test_costs_are_compared() -> None:
    with pytest.raises(CompileError, match="next_steps of 7 is"):
        compare_first(program(0, next_steps=priced), 100)
