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
    function: Any = summed
    assert rewritten(function) is not summed
    assert rewritten(function)(4) == summed(4)


NAMELESS = """
from typing import NamedTuple
from searchkit import Step

def after(n):
    return n + 1

def generated(n):
    yield after(n)

def stepped(n):
    yield Step(after(n), 1, "on")

def mapped(n):
    return map(lambda k: k, [n + 1])

class Counter(NamedTuple):
    n: int
    rest: int = 0

    def next_states(self):
        yield Counter(after(self.n))

    def is_goal(self):
        return self.n == 3
"""


def test_functions_of_no_module() -> None:
    """What exec() makes has no module where the namespace has no name: it was an AttributeError."""
    space: dict[str, Any] = {}
    exec(NAMELESS, space)
    assert space["generated"].__module__ in {None, "builtins"}
    for functions in ({"next_states": space["generated"]}, {"next_steps": space["stepped"]}):
        problem: Any = Problem(0, is_goal=lambda n: n == LIMIT, **functions)
        assert breadth_first_search(problem, compiled=True).cost == LIMIT
    assert breadth_first_search(space["Counter"](0), compiled=True).cost == LIMIT
    problem = Problem(0, next_states=space["mapped"], is_goal=lambda n: n == LIMIT)
    with pytest.raises(CompileError, match=r"gives back map\(\)"):
        breadth_first_search(problem, compiled=True)
