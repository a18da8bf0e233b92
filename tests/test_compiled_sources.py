"""The source of a function is found, whatever it refers to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from searchkit import CompileError, Problem, breadth_first_search
from searchkit.compiled.rewriting import rewritten
from searchkit.compiled.sources import source_of

LIMIT = 3


def plain(n: int) -> int:
    return n + LIMIT


def recursive(n: int) -> int:
    return 0 if n == 0 else n + recursive(n - 1)


def recursive_generator(n: int) -> Iterator[int]:
    if n < LIMIT:
        yield n + 1
        yield from recursive_generator(n + 1)


def summed(n: int) -> int:
    """A generator expression, which is rewritten, in a function that calls itself."""
    return 0 if n == 0 else sum(k for k in range(n)) + summed(n - 1)


def of_closure() -> tuple[Callable[..., Any], ...]:
    step = 2

    def enclosed(n: int) -> int:
        return n + step

    def enclosed_recursive(n: int) -> int:
        return 0 if n == 0 else step + enclosed_recursive(n - 1)

    return enclosed, enclosed_recursive


FUNCTIONS: list[Any] = [plain, recursive, recursive_generator, summed, *of_closure()]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_is_found(function: Any) -> None:
    source = source_of(function)
    assert source is not None
    assert source.line(source.node.lineno).startswith(f"def {function.__name__}(n: int) -> ")


def test_what_calls_itself_is_rewritten_too() -> None:
    """Its source was not found, since within another function its name means another thing."""
    assert rewritten(summed) is not summed
    assert rewritten(summed)(4) == summed(4)


def test_a_generator_that_calls_itself_is_refused_by_name() -> None:
    problem = Problem(0, next_states=recursive_generator, is_goal=lambda n: n == LIMIT)
    with pytest.raises(CompileError, match="in recursive_generator"):
        breadth_first_search(problem, compiled=True)
