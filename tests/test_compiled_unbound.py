"""Local variables that have no value when they are read: an error, compiled as interpreted.

numba knows no UnboundLocalError. A variable without a value was zero, so that a search proved that
there is no solution, and a dict without one ended the process.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, NamedTuple

import pytest

from searchkit import (
    Compiled,
    CompileError,
    HashCheck,
    Problem,
    Step,
    a_star_search,
    breadth_first_search,
)
from searchkit.compiled.direct import direct
from searchkit.compiled.rewriting import rewritten, yielding
from searchkit.compiled.translation import plain, translate
from searchkit.compiled.unbound import without_value

# pyright: reportPossiblyUnboundVariable=false, reportMatchNotExhaustive=false
# ruff: noqa: C416, F821, PERF402 - these forms are what is tested

ARGUMENTS = range(7)


def outcome(function: Callable[[int], Any], n: int) -> Any:
    """Give all that comes, or say that a variable had no value."""
    try:
        return list(function(n))
    except NameError:  # in Python 3.11 for a comprehension, else an UnboundLocalError
        return "no value"


# --- functions that raise for some numbers, and not for others ------------------------------------


def loop_without_a_round(n: int) -> list[int]:
    for k in range(n - 3):
        found = k + n
    return [found]


def loop_variable(n: int) -> list[int]:
    for k in range(n - 3):
        if k > n:
            break
    return [k]


def if_without_else(n: int) -> list[int]:
    if n > 3:
        found = n
    return [n, found]


def match_without_default(n: int) -> list[int]:
    match n % 4:
        case 0:
            found = 1
        case 1 | 2:
            found = 2
    return [found]


def of_a_dict(n: int) -> list[int]:
    if n > 3:
        found = {n: n + 1}
    return [found[n]]


def in_a_dict(n: int) -> list[int]:
    if n > 3:
        found = {5: 1}
    found[n] = 2
    return [found[n]]


def of_a_set(n: int) -> list[int]:
    if n > 3:
        found = {n, n + 1}
    return [len(found)]


def of_a_list(n: int) -> list[int]:
    if n > 3:
        found = [n]
    found.append(2)
    return [len(found), *found]


def of_an_empty_list(n: int) -> list[int]:
    if n > 3:
        found: list[int] = []
    for k in range(n - 1):
        found.append(k)
    return [0, *found] if n > 1 else [n]


def of_a_tuple(n: int) -> list[int]:
    if n > 3:
        pair = (n, 2.5)
    return [pair[0], pair[1] > 2]


def of_floats(n: int) -> list[int]:
    for k in range(n):
        half = float(k)
    return [n, half > 1.0]


def taken_apart(n: int) -> list[int]:
    if n > 3:
        one, (two, row) = n, (3, [n])
    if n != 2:
        return [one, two, row[0]]
    return [n]


def added_to(n: int) -> list[int]:
    if n > 3:
        total = n
    total += 2
    return [total]


def with_annotation(n: int) -> list[int]:
    found: int
    if n > 3:
        other: int = n
        found = other
    return [found, other]


def conditional_reads(n: int) -> list[int]:
    if n > 3:
        found = n
    return [n < 2 or found > 4, found if n > 2 else 7]


def in_a_comprehension(n: int) -> list[int]:
    if n > 3:
        found = n
    return [found + k for k in range(n) if k > 1]


def the_first_iterable(n: int) -> list[int]:
    if n > 3:
        k = n
    return [k for k in range(k)] + [k for k in range(3)]


def behind_a_comprehension(n: int) -> list[int]:
    if n > 3:
        k = 9
    row = [k for k in range(n)]
    row += [len([k for k in row]) for k in row if k]
    return [*row, k]


def in_a_generator_expression(n: int) -> list[int]:
    if n > 3:
        found = n
    return [sum(found * k for k in range(n - 1))]


def function_without_a_value(n: int) -> list[int]:
    if n > 3:

        def within(k: int) -> int:
            return k + 1

    return [within(n)]


def out_of_a_loop(n: int) -> list[int]:
    while True:
        n += 2
        if n > 4:
            found = n
        if n > 3:
            break
    return [found]


def nested_loops(n: int) -> list[int]:
    total = 0
    for k in range(n):
        for m in range(k - 2):
            last = m
        if k > 1:
            total += last
    return [total]


def last_of_loop(n: int) -> list[int]:
    for k in range(n):
        if k == 3:
            found = k
            break
    else:
        if n > 1:
            found = 8
    return [found]


def generator(n: int) -> Iterator[int]:
    yield n
    if n > 3:
        found = n + 1
    yield found
    for k in range(found):
        yield k + found


def generator_in_a_loop(n: int) -> Iterator[int]:
    for k in range(3):
        if k == n - 2:
            found = k
        if k == 1:
            yield found
    yield from [found]


def list_or_nothing(n: int) -> list[int]:
    if n == 1:
        return []
    if n > 3:
        found = [n, n]
    return found


def helper(n: int) -> int:
    if n > 3:
        found = n
    return found


def of_a_helper(n: int) -> list[int]:
    return [helper(k) for k in range(n, n + 2)]


FUNCTIONS: list[Callable[[int], Any]] = [
    *(loop_without_a_round, loop_variable, if_without_else, match_without_default),
    *(of_a_dict, in_a_dict, of_a_set, of_a_list, of_an_empty_list, of_a_tuple, of_floats),
    *(taken_apart, added_to, with_annotation, conditional_reads, in_a_comprehension),
    *(the_first_iterable, behind_a_comprehension, in_a_generator_expression),
    *(function_without_a_value, out_of_a_loop, nested_loops, last_of_loop),
    *(generator, generator_in_a_loop, list_or_nothing, of_a_helper),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_has_no_value_is_an_error(function: Callable[[int], Any]) -> None:
    expected = [outcome(function, n) for n in ARGUMENTS]
    assert "no value" in expected
    assert any(isinstance(one, list) for one in expected)
    compiled = translate(yielding(plain(function)))
    assert [outcome(compiled, n) for n in ARGUMENTS] == expected


def test_the_error_is_that_of_python() -> None:
    with pytest.raises(UnboundLocalError, match="cannot access local variable 'found' where it"):
        translate(if_without_else)(1)


# --- searches -------------------------------------------------------------------------------------


def never(n: Any) -> bool:
    return False


def dict_later(n: int) -> list[int]:
    if n < 5000:
        found = {n: n + 1}
    return [found[n]]


def loop_later(n: int) -> Iterator[int]:
    for _ in range(1 if n < 5000 else 0):
        found = n
    yield found + 1


def list_later(n: int) -> list[int]:
    if n == 6000:
        return []
    if n < 5000:
        found = n + 1
    return [found]


def steps_later(n: int) -> Iterator[Step[int, int]]:
    if n < 5000:
        found = n + 1
    yield Step(n + 1, found - n, action=n)


def action_without_a_value(n: int) -> Iterator[Step[int, int]]:
    if n < 0:
        found = n
    yield Step(n + 1, 1, action=found)


def goal_later(n: int) -> bool:
    if n < 5000:
        far = n == 6000
    return far


def estimate_later(n: int) -> int:
    for _ in range(5000 - n):
        left = 0
        break
    return left


def key_later(n: int) -> int:
    if n < 5000:
        key = n
    return key


def one_more(n: int) -> list[int]:
    return [n + 1]


class Number(NamedTuple):
    value: int = 0

    def next_states(self) -> list[Number]:
        if self.value < 5000:
            found = self.value + 1
        return [self._replace(value=found)]

    def is_goal(self) -> bool:
        return self.value == 6000


@pytest.mark.parametrize(
    "search",
    [
        *(
            lambda f=f: breadth_first_search(
                Problem(0, next_states=f, is_goal=never), compiled=True
            )
            for f in (dict_later, loop_later, list_later)
        ),
        lambda: breadth_first_search(
            Problem(0, next_steps=steps_later, is_goal=never), compiled=True
        ),
        lambda: breadth_first_search(
            Problem(0, next_states=one_more, is_goal=goal_later), compiled=True
        ),
        lambda: a_star_search(
            Problem(0, next_states=one_more, is_goal=never, heuristic=estimate_later),
            compiled=True,
        ),
        lambda: breadth_first_search(
            Problem(0, next_states=one_more, is_goal=never),
            duplicates=HashCheck(key=key_later),
            compiled=True,
        ),
        lambda: breadth_first_search(Number(), compiled=True),
    ],
)
def test_searches_raise(search: Callable[[], Any]) -> None:
    with pytest.raises(UnboundLocalError):
        search()


def test_an_action_without_a_value_is_left_to_the_path() -> None:
    problem = Problem(0, next_steps=action_without_a_value, goals=[9])
    assert not list(flags_in(rewritten(plain(action_without_a_value)).__code__))
    with pytest.raises(UnboundLocalError):
        breadth_first_search(problem, compiled=Compiled(compared=0))


# --- what has no flags ----------------------------------------------------------------------------


def surely(n: int) -> Iterator[int]:
    a, b = n, n + 1
    if n > 3:
        found = a
    elif n > 1:
        found = b
    else:
        return
    while True:
        last = found
        found += 1
        if found > 9:
            break
    for k in range(2):
        inner = k
        yield inner + last
    yield sum([k for k in range(n) if k > 2]) + max(m for m in [n, 2])
    match n % 2:
        case 0:
            other = 1
        case rest:
            other = rest
    if n > 20:
        raise ValueError(n)
    else:
        big = n
    yield sum([found + k for k in range(3)]) + other + big


def flags_in(code: CodeType) -> Iterator[str]:
    yield from (name for name in (*code.co_varnames, *code.co_cellvars) if "has_value" in name)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from flags_in(part)


def test_what_surely_has_a_value_has_no_flag() -> None:
    written = direct(plain(surely))
    assert written is not None
    for made in (rewritten(plain(surely)), written):
        assert not list(flags_in(made.__code__))
        assert "searchkit_has_value" not in made.__code__.co_names
    assert rewritten(plain(one_more)) is one_more


def test_flags_stand_in_all_copies() -> None:
    written = direct(plain(generator))
    assert written is not None
    assert set(flags_in(written.__code__)) == {"searchkit_found_has_value"}
    assert set(flags_in(yielding(plain(list_or_nothing)).__code__)) == {"searchkit_found_has_value"}


# --- which names ----------------------------------------------------------------------------------

BODIES: list[tuple[str, dict[str, int]]] = [
    ("k = 1\nreturn k", {}),
    ("if n: k = 1\nreturn k", {"k": 3}),
    ("if n: k = 1\nelse: k = 2\nreturn k", {}),
    ("if n: k = 1\nelse: return 2\nreturn k", {}),
    ("if n: k = 1\nelse: raise ValueError\nreturn k", {}),
    ("for k in n: pass\nreturn k", {"k": 3}),
    ("for k in n: pass\nelse: k = 1\nreturn k", {}),
    ("for k in n:\n  if k: break\nelse: m = k\nreturn m", {"k": 4, "m": 5}),
    ("while True:\n  k = 1\n  if n: break\nreturn k", {}),
    ("while True:\n  if n: break\n  k = 1\nreturn k", {"k": 5}),
    ("while n:\n  k = 1\nreturn k", {"k": 4}),
    ("for i in n:\n  for j in n:\n    k = i\n  n = k\nreturn n", {"k": 5}),
    ("for i in n:\n  if i:\n    n = k\n  k = i\nreturn n", {"k": 4}),
    ("if n:\n  k = 1\nif n:\n  return k", {"k": 5}),
    ("k = 1\ndel k\nreturn k", {"k": 4}),
    ("if n: k = 1\nk += 1", {"k": 3}),
    ("if n: a, b = n\nreturn a, b", {"a": 3, "b": 3}),
    ("a, b = n\na, b = b, a\nreturn a, b", {}),
    ("return [k for k in n if k]", {}),
    ("k = 1\nm = [k for k in n]\nreturn k", {}),
    ("if n: k = 1\nm = [k for k in n]\nreturn k", {"k": 4}),
    ("if n: k = 1\nm = [[k for k in j] for j in n]\nreturn k", {"k": 4}),
    ("m = [[k for k in k] for k in n if k]\nk = m\nreturn k", {}),
    ("if n: k = 1\nk = [k for k in n]\nreturn k", {}),
    ("if n: k = 1\nreturn [k for _ in n]", {"k": 3}),
    ("if n: k = 1\nreturn lambda: k", {"k": 3}),
    ("k = 1\nreturn [k + j for j in n if n]", {}),
    ("if n and (k := n): return k\nreturn k", {"k": 3}),
    ("match n:\n  case 1: k = 1\n  case _: k = 2\nreturn k", {}),
    ("match n:\n  case 1: k = 1\n  case 2: k = 2\nreturn k", {"k": 5}),
    ("match n:\n  case k if k > 1: pass\nreturn k", {}),
    ("if n: k = 1\nyield 1\nyield k", {"k": 4}),
    ("n = not n\ndel n\nreturn n", {"n": 4}),
]


@pytest.mark.parametrize(("body", "expected"), BODIES)
def test_which_variables_may_have_no_value(body: str, expected: dict[str, int]) -> None:
    space: dict[str, Any] = {}
    exec("def f(n):\n" + "\n".join(" " + line for line in body.split("\n")), space)
    assert without_value(space["f"].__code__) == expected


@pytest.mark.parametrize("length", [3, 90, 400])
def test_jumps_over_many_instructions(length: int) -> None:
    lines = ["def f(n):", " for i in n:", *["  n = n + i"] * length, "  k = i", " return k"]
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    assert without_value(space["f"].__code__) == {"k": length + 4}


def test_arguments_have_values() -> None:
    def function(a: int, /, b: int, *rest: int, c: int = 1, **others: int) -> Any:
        return [(a, b, rest, c, others, k) for k in range(9)]

    assert without_value(function.__code__) == {}


# --- what is refused ------------------------------------------------------------------------------


def in_an_expression(n: int) -> list[int]:
    if n > 3 and (found := n) > 5:
        return [n]
    return [found]


def of_a_pattern(n: int) -> list[int]:
    match n:
        case 1:
            pass
        case found if found > 3:
            pass
    return [found]


def read_in_a_lambda(n: int) -> list[int]:
    if n > 3:
        found = n
    add: Callable[[int], int] = lambda k: k + found  # noqa: E731
    return [add(n)]


def in_a_function_within(n: int) -> list[int]:
    def within(k: int) -> int:
        if k > 3:
            found = k
        return found

    return [within(n)]


def as_a_default(n: int) -> list[int]:
    if n > 3:
        found = n

    def add(k: int, by: int = found) -> int:
        return k + by

    return [add(n)]


def before_the_line_that_assigns(n: int) -> Iterator[int]:
    for k in range(3):
        if k > n:
            yield found  # type: ignore[has-type]
        found = k  # noqa: F841 - what is wrong here


REFUSED: list[Callable[[int], Any]] = [
    *(in_an_expression, of_a_pattern, read_in_a_lambda, in_a_function_within, as_a_default),
    before_the_line_that_assigns,
]


def lines_of(function: Any) -> set[int]:
    """Give the lines on which ``found`` is read without a value."""
    codes = [function.__code__, *(c for c in function.__code__.co_consts if hasattr(c, "co_code"))]
    return {without_value(code)["found"] for code in codes if without_value(code)}


@pytest.mark.parametrize("function", REFUSED)
def test_what_no_flag_can_follow_is_refused(function: Any) -> None:
    (line,) = lines_of(function)
    with pytest.raises(CompileError) as caught:
        breadth_first_search(Problem(4, next_states=function, is_goal=never), compiled=True)
    message = str(caught.value)
    assert message.startswith(f"{function.__name__} does not compile ({__file__}, line {line}):\n")
    assert message.endswith(
        "There, found may have no value. Instead, give it one before, on a line of its own: "
        "found = ..."
    )


def test_without_source_it_is_refused() -> None:
    space: dict[str, Any] = {}
    exec("def f(n):\n    if n: k = 2\n    return [k]\n", space)
    with pytest.raises(CompileError, match=r"line 3\). There, k may have no value"):
        translate(space["f"])


@pytest.mark.skipif(sys.version_info < (3, 12), reason="before, it is a function within")
def test_what_a_comprehension_lays_aside_is_followed() -> None:
    names = {step.opname for step in dis.get_instructions(behind_a_comprehension)}
    assert "LOAD_FAST_AND_CLEAR" in names
