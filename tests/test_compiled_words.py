"""Messages that were bare errors of Python, or spoke of numba's inner names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from searchkit import (
    Compiled,
    CompileError,
    Problem,
    Step,
    a_star_search,
    breadth_first_search,
)
from searchkit.compiled.data import Data
from searchkit.compiled.layout import layout_of
from searchkit.compiled.successors import expander
from tests.naming import named


class Cell(NamedTuple):
    x: int = 0


def up(n: int) -> list[int]:
    return [n + 1]


def told(function: Any, state: Any = 0, *, data: Any = None, steps: bool = False) -> str:
    """Give the error of a successor function that does not compile."""
    role = "next_steps" if steps else "next_states"
    given = None if data is None else Data(data)
    with pytest.raises(CompileError) as caught:
        expander(function, layout_of(state), given, role=role, steps=steps)
    text = str(caught.value)
    assert ".." not in text.replace("...", "")
    return text


# --- settings and states --------------------------------------------------------------------------


@pytest.mark.parametrize("state", [0, (0, 1), Cell()])
def test_bounds_that_name_nothing_bound_nothing(state: Any) -> None:
    """An IndexError of Python, for what has no fields."""
    assert layout_of(state, {}) == layout_of(state)


def test_a_truth_value_of_numpy_is_a_truth_value() -> None:
    """A ValueError of numpy, in the making of a message that refused it."""
    start: Any = (0, np.True_)
    assert layout_of(start) == layout_of((0, True))
    problem: Problem[Any, Any, Any] = Problem(
        start, next_states=lambda s: [(s[0] + 1, not s[1])], is_goal=lambda s: s[0] == 3
    )
    assert breadth_first_search(problem, compiled=True).path.states[-1] == (3, False)


@pytest.mark.parametrize("part", [np.float32(1), np.array([1, 2]), np.array([])], ids=named)
def test_other_values_of_numpy_are_refused_in_words(part: Any) -> None:
    with pytest.raises(CompileError, match=r"\[1\] = .* is of type (float32|ndarray)"):
        layout_of((0, part))


# --- functions ------------------------------------------------------------------------------------


def mixed_lists(state: tuple[int, bool]) -> list[Any]:
    if state[0] > 3:
        return [(state[0], state[1])]
    return [(state[0], 2)]


def list_by_default(n: int, more: list[int] = [1]) -> list[int]:  # noqa: B006
    return [n + more[0]]


def empty_by_default(n: int, more: Any = {}) -> list[int]:  # noqa: B006
    return [n + len(more)]


def helper_with_default(n: int, more: Any = [1]) -> int:  # noqa: B006
    return n + int(more[0])


def calls_helper_with_default(n: int) -> list[int]:
    return [helper_with_default(n)]


def functions_in_a_list(n: int) -> list[int]:
    made = [(lambda: n + 1), (lambda: n + 2)]
    return [function() for function in made]  # type: ignore[no-untyped-call]


def late_functions(n: int) -> list[int]:
    made = [(lambda: i) for i in range(3)]  # noqa: B023
    return [n + made[0]()]


def maps_with(n: int) -> Any:
    return map(lambda k: k + n, (1, 2))  # noqa: C417


def one_or_other(n: int) -> Any:
    smaller = n - 1
    return [n] if n > 3 else smaller and [n]


def removes_pair(n: int) -> list[int]:
    found: Any = {1, 2}
    found.remove((n, n))
    return [n]


def appends_text(n: int) -> list[int]:
    row: Any = [1]
    row.append("a")
    return [n]


def wrong_key(n: int) -> list[int]:
    found: Any = {1: 2}
    return [n + found.get("a", 0)]


def takes_two(n: int, other: int) -> int:
    return n + other


def calls_wrongly(n: int) -> list[int]:
    return [takes_two(n)]  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("function", "line", "why"),
    [
        (list_by_default, "def list_by_default", "a list as a default argument, more=[1]. Instead, use a tuple"),
        (empty_by_default, "def empty_by_default", "a dict as a default argument, more={}"),
        (calls_helper_with_default, "def helper_with_default", "a list as a default argument"),
        (functions_in_a_list, "made = [(lambda: n + 1)", "a function that uses n is kept or given back"),
        (late_functions, "made = [(lambda: i)", "a function that uses i is kept or given back"),
        (maps_with, "return map(", "write a loop or [... for ...], or give n to it as an argument"),
        (one_or_other, "return [n] if", "in one case and"),
        (removes_pair, "found.remove((n, n))", "There, remove((int, int)) of a set of int is not known."),
        (appends_text, 'row.append("a")', "There, append(str) of a list of int is not known."),
        (wrong_key, "return [n + found.get", "str stands where int is needed"),
        (calls_wrongly, "return [takes_two(n)]", "takes (n, other) is called wrongly: missing a"),
    ],
    ids=named,
)  # fmt: skip
def test_what_was_said_with_names_of_numba(function: Any, line: str, why: str) -> None:
    place, shown, reason = told(function).splitlines()
    assert place.startswith("next_states does not compile: ")
    assert shown.strip().startswith(line)
    assert why in reason
    assert not re.search(r"numba|\$|ol_|Selector|0x", reason)


def test_a_truth_value_here_and_an_int_there() -> None:
    """It was said that numba failed with AssertionError, which has no text and no place."""
    _, shown, reason = told(mixed_lists, (0, True)).splitlines()
    assert shown.strip().startswith("return [(state[0]")
    assert "a truth value in one and an int in the other: write int(...) or bool(...)" in reason


# --- what functions take and give -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "data", "why"),
    [
        (up, [1], "is called with (state, data), and takes (n): too many positional arguments. Instead, add a parameter for data="),
        (takes_two, None, "is called with (state), and takes (n, other): missing a required argument: 'other'. Instead, take the state alone, or give what else it needs as Problem(data=...)."),
        (lambda: [1], None, "and takes (): too many positional arguments. Instead, take the state."),
    ],
    ids=named,
)  # fmt: skip
def test_another_number_of_parameters(function: Any, data: Any, why: str) -> None:
    """The types of numba were shown, and two full stops."""
    assert why in told(function, data=data)


def dear(n: int) -> list[Any]:
    return [Step(n + 1, 2)]


def pairs(state: tuple[int, int]) -> list[Any]:
    return [(state[0], 1)]


@pytest.mark.parametrize(
    ("function", "state", "steps", "way"),
    [
        (dear, 0, False, "for Step(state, cost, action) use next_steps=."),
        (up, 0, True, "for states alone, without costs and actions, use next_states=."),
        (pairs, (0, 1), True, "use next_states=."),
    ],
    ids=named,
)
def test_steps_and_states_are_told_apart(
    function: Callable[..., Any], state: Any, *, steps: bool, way: str
) -> None:
    assert told(function, state, steps=steps).endswith(way)


# --- errors of compiled code alone ----------------------------------------------------------------


ROW = [1, 2, 3]


def looks_too_far(n: int, row: Any) -> Iterator[int]:
    yield n + 1
    if any(row[i] == 3 for i in range(10)):
        yield n + 2


def estimate_too_far(n: int) -> int:
    return int(any(ROW[i] == 3 for i in range(10)))


def test_an_error_of_compiled_code_alone_has_a_type_and_a_text() -> None:
    problem = Problem(0, next_states=looks_too_far, is_goal=lambda n, row: n == 9, data=ROW)
    with pytest.raises(CompileError) as caught:
        breadth_first_search(problem, compiled=True)
    text = str(caught.value)
    assert "next_states raised an error (IndexError: index is out of bounds) for the state" in text
    assert "any() and all() of (... for ...) look at all entries there" in text
    problem = Problem(0, next_states=up, is_goal=lambda n: n == 9, heuristic=estimate_too_far)
    with pytest.raises(CompileError, match=r"heuristic raised an error \(IndexError: .*\) for"):
        a_star_search(problem, compiled=Compiled(compared=0))


# --- data is constant -----------------------------------------------------------------------------


def counts(n: int, row: Any) -> list[int]:
    row[0] += 1
    return [n + 1]


def sorts(n: int, row: Any) -> list[int]:
    row[1:].sort()
    return [n + 1]


def on_a_copy(n: int, row: Any) -> list[int]:
    mine = row.copy()
    mine[0] += n
    return [mine[0]]


@pytest.mark.parametrize("data", [[1, 2], np.array([1, 2]), b"ab"], ids=named)
def test_a_change_of_data_is_refused(data: Any) -> None:
    """It changed arrays and bytes of the user, of lists a copy."""
    before = list(data)
    assert "Compiled code cannot have a change of the data" in told(counts, data=data)
    assert "an array or list of Problem(data=...)" in told(sorts, data=data)
    assert list(data) == before


def test_a_copy_of_data_may_be_changed() -> None:
    problem = Problem(0, next_states=on_a_copy, is_goal=lambda n, row: n == 3, data=[1, 2])
    assert breadth_first_search(problem, compiled=True).path.states == (0, 1, 2, 3)
