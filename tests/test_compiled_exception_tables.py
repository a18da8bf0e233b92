"""No exception is lost in compiled code, on any version of Python.

From Python 3.12 on, numba took a comprehension with an ``if`` in it, or within a call, for a try
block: an exception behind it was swallowed, and zeros came back as the answer.
"""

from __future__ import annotations

import argparse
import inspect
import json.decoder
import random
import sys
from collections.abc import Callable, Iterator
from types import CodeType, ModuleType
from typing import Any

import pytest

from searchkit import CompileError, Problem, breadth_first_search
from searchkit.compiled import translation
from searchkit.compiled.exception_tables import (
    entries_of,
    line_in_try,
    seems_to_catch,
    table_of,
    without_comprehensions,
)
from searchkit.compiled.translation import translate

LENGTHS = (127, 300, 5000)


def third(row: list[int]) -> int:
    if len(row) > 2:
        raise ValueError("too many")
    return len(row)


def with_condition(n: int) -> list[int]:
    return [third([k for k in range(n) if k % 2])]


def with_choice(n: int) -> list[int]:
    return [third([k if k > 1 else -k for k in range(n)])]


def nested(n: int) -> list[int]:
    return [third([k for k in [m for m in range(n) if m != 1] if k > 0])]


def within(n: int) -> list[int]:
    return [sum([third([m for m in range(k) if m]) for k in range(n) if k > 1])]


def of_a_set(n: int) -> list[int]:
    return [third(list({k // 2 for k in range(n) if k}))]


def raising_inside(n: int) -> list[int]:
    return [third([k for k in range(n) if third(list(range(k))) < 9])]


def afterwards(n: int) -> list[int]:
    row = [k for k in range(n) if k % 3]
    if n == 7:
        raise IndexError(n)
    return [row[n - 4]]


def yielding(n: int) -> Iterator[int]:
    yield third([k for k in range(n) if k % 2])
    yield third([k for k in range(n) if k % 3] + [k for k in range(n) if k % 5 > n])


def in_a_loop(n: int) -> Iterator[int]:
    for k in range(n):
        row = [m for m in range(k) if m % 2]
        yield third(row)


def with_a_lambda(n: int) -> list[int]:
    count: Callable[[int], int] = lambda m: third([k for k in range(m) if k > 1])  # noqa: E731
    return [count(n)]


LOSING: list[Callable[[int], Any]] = [
    *(with_condition, with_choice, nested, within, of_a_set, raising_inside, afterwards),
    *(yielding, in_a_loop, with_a_lambda),
]


def outcome(function: Callable[[int], Any], n: int) -> Any:
    """Give all that comes, or the type of what is raised."""
    try:
        return list(function(n))
    except (ValueError, IndexError) as error:
        return type(error)


@pytest.mark.parametrize("function", LOSING)
def test_an_exception_behind_a_comprehension_is_raised(function: Callable[[int], Any]) -> None:
    compiled = translate(function)
    expected = [outcome(function, n) for n in range(10)]
    assert [outcome(compiled, n) for n in range(10)] == expected
    assert ValueError in expected or IndexError in expected
    assert any(isinstance(one, list) for one in expected)
    assert not seems_to_catch(compiled.py_func.__code__)


def test_a_search_raises_what_comes_behind_a_comprehension() -> None:
    def next_states(n: int) -> list[int]:
        return [n + third([k for k in range(n) if k % 2])]

    problem = Problem(2, next_states=next_states, is_goal=lambda n: n == 100)
    with pytest.raises(ValueError, match="too many"):
        breadth_first_search(problem, compiled=True)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="comprehensions are functions until 3.11")
def test_what_numba_still_takes_for_a_try_block_is_refused(monkeypatch: Any) -> None:
    def unchanged(code: CodeType) -> CodeType:
        return code

    monkeypatch.setattr(translation, "without_comprehensions", unchanged)

    def next_states(n: int) -> list[int]:
        return [n + third([k for k in range(n) if k % 3])]

    problem = Problem(2, next_states=next_states, is_goal=lambda n: n == 100)
    with pytest.raises(CompileError, match="sees a try block where there is none"):
        breadth_first_search(problem, compiled=True)


def functions_in(module: ModuleType) -> list[CodeType]:
    found = [value for _, value in inspect.getmembers(module, inspect.isfunction)]
    for _, cls in inspect.getmembers(module, inspect.isclass):
        found += [value for _, value in inspect.getmembers(cls, inspect.isfunction)]
    return [function.__code__ for function in found]


@pytest.mark.parametrize("module", [argparse, json.decoder, random], ids=lambda m: str(m.__name__))
def test_tables_are_written_as_they_were_read(module: ModuleType) -> None:
    codes = functions_in(module)
    assert sum(bool(entries_of(code)) for code in codes) > 2
    for code in codes:
        entries = entries_of(code)
        assert table_of(entries) == code.co_exceptiontable
        for entry in entries:
            assert 2 * max(entry.start + entry.length, entry.target) <= len(code.co_code)


@pytest.mark.parametrize("length", LENGTHS)
def test_tables_of_long_functions(length: int) -> None:
    lines = ["def f(n):", *["    n += 1"] * length, "    try:", "        n = 1 // n"]
    lines += ["    except ZeroDivisionError:", "        pass", "    return n"]
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    code = space["f"].__code__
    assert table_of(entries_of(code)) == code.co_exceptiontable
    assert line_in_try(code) == length + 3
    assert without_comprehensions(code) is code


def test_a_try_in_a_function_within_is_found() -> None:
    def outer(n: int) -> int:
        def inner() -> int:
            try:
                return 1 // n
            except ZeroDivisionError:
                return 0

        return inner()

    assert line_in_try(outer.__code__) == outer.__code__.co_firstlineno + 3
    assert line_in_try(third.__code__) is None


def test_a_with_statement_counts_as_try() -> None:
    def reads(name: str) -> str:
        with open(name) as file:  # noqa: PTH123
            return file.read()

    assert line_in_try(reads.__code__) is not None
