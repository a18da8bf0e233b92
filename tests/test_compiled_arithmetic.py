# ruff: noqa: PLW0108 - the forms that are translated are to stand here
"""Arithmetic in compiled code gives what Python gives, or raises; it never gives something else.

Compiled code lost the errors of ``math``, of shifts by negative numbers and of ``int(nan)``, and
gave other values for shifts by 64 or more, for ``2 ** n`` with a negative n and for ``~flag``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from searchkit import Compiled, CompileError, Problem, breadth_first_search
from searchkit.compiled.translation import translate

Function = Callable[..., Any]

FLOATS = [
    *(0.0, -0.0, 0.5, 1.0, -1.0, 2.5, -3.0, -2.5, 709.0, 710.0, -745.0, 171.0, 172.0),
    *(1e300, -1e300, 5e-324, 2.0**63, -(2.0**63), 2.0**62, math.inf, -math.inf, math.nan),
]
INTS = [0, 1, 2, -1, -2, 3, 64, -64, 1000, -1000]
COUNTS = [*range(-3, 61), -64, -(2**63), 64, 65, 127, 128, 256, 2**63 - 1]


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Give the value of a function, or None where it raises or 64 bits do not hold the value."""
    try:
        value = function(*arguments)
    except (ValueError, OverflowError, ZeroDivisionError, MemoryError):
        return None
    if isinstance(value, complex) or (isinstance(value, int) and not -(2**63) <= value < 2**63):
        return None
    return value


def require_same(function: Function, rows: Iterable[tuple[Any, ...]]) -> None:
    compiled = translate(function)
    for row in rows:
        value, found = outcome(function, row), outcome(compiled, row)
        same = value == found and type(value) is type(found)
        if isinstance(value, float) and isinstance(found, float):
            close = math.isclose(value, found, rel_tol=1e-12)
            same = close or (math.isnan(value) and math.isnan(found))
        assert same, (function, row, value, found)


OF_ONE: list[Callable[[float], Any]] = [
    *(lambda x: math.acos(x), lambda x: math.acosh(x), lambda x: math.asin(x)),
    *(lambda x: math.asinh(x), lambda x: math.atan(x), lambda x: math.atanh(x)),
    *(lambda x: math.cos(x), lambda x: math.cosh(x), lambda x: math.exp(x)),
    *(lambda x: math.expm1(x), lambda x: math.gamma(x), lambda x: math.lgamma(x)),
    *(lambda x: math.log(x), lambda x: math.log10(x), lambda x: math.log1p(x)),
    *(lambda x: math.log2(x), lambda x: math.sin(x), lambda x: math.sinh(x)),
    *(lambda x: math.sqrt(x), lambda x: math.tan(x), lambda x: math.tanh(x)),
    *(lambda x: math.fabs(x), lambda x: math.degrees(x)),
]
OF_INT: list[Callable[[float], Any]] = [
    *(lambda x: sqrt(x), lambda x: log(x), lambda x: int(x), lambda x: round(x)),
    *(lambda x: math.floor(x), lambda x: math.ceil(x), lambda x: math.trunc(x)),
    *(lambda x: x**2, lambda x: x**-1, lambda x: x**0, lambda x: 2.0**x, lambda x: pow(x, 2)),
]


@pytest.mark.parametrize("function", OF_ONE + OF_INT)
def test_functions_of_one_number(function: Any) -> None:
    require_same(function, [(x,) for x in FLOATS])


@pytest.mark.parametrize("function", OF_INT)
def test_functions_of_an_int(function: Any) -> None:
    require_same(function, [(n,) for n in INTS])


OF_TWO: list[Callable[[float, float], Any]] = [
    *(lambda x, y: math.pow(x, y), lambda x, y: math.hypot(x, y), lambda x, y: math.atan2(x, y)),
    *(lambda x, y: x**y, lambda x, y: pow(x, y)),
]


@pytest.mark.parametrize("function", OF_TWO)
def test_functions_of_two_numbers(function: Any) -> None:
    require_same(function, itertools.product(FLOATS, FLOATS))


POWERS: list[Callable[[int, int], Any]] = [
    *(lambda a, b: a**b, lambda a, b: pow(a, b), lambda a, b: 2**b + a),
]


def test_powers_of_ints() -> None:
    small = [*range(-5, 6)]
    for function in POWERS:
        compiled: Any = translate(function)
        for row in itertools.product(small, small):
            value, found = outcome(function, row), outcome(compiled, row)
            assert found == (value if isinstance(value, int) else None), (row, value, found)


def scaled(x: float, n: int) -> float:
    return math.ldexp(x, n)


def test_ldexp() -> None:
    require_same(scaled, itertools.product(FLOATS, [0, 1, -1, 2000]))


def left(a: int, n: int) -> int:
    return a << n


def right(a: int, n: int) -> int:
    return a >> n


def left_in_place(a: int, n: int) -> int:
    row = [a, 0]
    row[n & 0] <<= n
    a <<= n
    return row[0] + a - row[0]


def right_in_place(a: int, n: int) -> int:
    a >>= n
    return a


def by_constants(a: int, n: int) -> int:
    return (a << 3) + (a >> 63) + (a >> 64) + (a >> 100) + (0 << 64) + (n & 0)


def by_a_negative_constant(a: int, n: int) -> int:
    return (a >> -1) + n


SHIFTS = [left, right, left_in_place, right_in_place, by_constants, by_a_negative_constant]


@pytest.mark.parametrize("function", SHIFTS)
def test_shifts(function: Any) -> None:
    require_same(function, itertools.product([0, 1, 2, 3, -1, -3, -4], COUNTS))


def test_shifts_of_large_ints() -> None:
    require_same(right, itertools.product([2**63 - 1, -(2**63), 2**62 + 5], COUNTS))


def test_unsigned_ints_stay_unsigned() -> None:
    large = np.uint64(2**63 + 5)
    compiled: Any = translate(right)
    for count in (0, 1, 62, 63, 64, 65, 1000):
        for kind in (int, np.uint64):
            assert compiled(large, kind(count)) == (2**63 + 5) >> count
    assert outcome(compiled, (large, -1)) is None
    assert translate(left)(np.uint64(1), 63) == 2**63
    assert outcome(translate(left), (np.uint64(1), 64)) is None


OF_FLAGS: list[Callable[[Any, Any], int]] = [
    *(lambda a, b: ~a + ~(a & b), lambda a, b: (a << b) + (a >> b), lambda a, b: ~(a > b)),
    *(lambda a, b: int(a**b), lambda a, b: int(a) + round(b), lambda a, b: 8 >> a << b),
]


@pytest.mark.filterwarnings("ignore:Bitwise inversion")
@pytest.mark.parametrize("function", OF_FLAGS)
def test_truth_values(function: Function) -> None:
    require_same(function, itertools.product([False, True], [False, True]))


def inverted(n: int) -> int:
    return ~n + ~5


def test_inverted_ints() -> None:
    require_same(inverted, [(n,) for n in INTS])


def of_an_array(n: int) -> Any:
    row, ones = [n, n + 1], np.array([1, 2, 4])
    return (ones << 2)[n & 1] + row[1]


def test_other_things_are_shifted_as_numba_does() -> None:
    assert translate(of_an_array)(1) == of_an_array(1) == 10


def half(n: int) -> float:
    return math.sqrt(n)


def of_a_square_root(n: int) -> list[int]:
    return [n + 1 + 0 * int(half(20 - n))]


def of_a_logarithm(n: int) -> list[int]:
    return [n + 1 + 0 * int(log(20 - n))]


def of_a_shift(n: int) -> list[int]:
    return [n + 1 + (0 >> (20 - n))]


def of_infinity(n: int) -> list[int]:
    return [n + 1 + 0 * int(math.inf if n == 21 else 1.0)]


def of_nan(n: int) -> list[int]:
    return [n + 1 + 0 * round(math.nan if n == 21 else 1.0)]


def of_an_exponential(n: int) -> list[int]:
    return [n + 1 + int(math.exp(n * 40) < 0)]


RAISING = {
    of_a_square_root: ValueError,
    of_a_logarithm: ValueError,
    of_a_shift: ValueError,
    of_infinity: OverflowError,
    of_nan: ValueError,
    of_an_exponential: OverflowError,
}


@pytest.mark.parametrize("function", RAISING)
def test_a_search_raises_what_python_raises(function: Any) -> None:
    problem = Problem(0, next_states=function, is_goal=lambda n: n == 60)
    errors: list[BaseException] = []
    for compiled in (False, Compiled(compared=0)):
        with pytest.raises(RAISING[function]) as caught:
            breadth_first_search(problem, compiled=compiled)
        errors.append(caught.value)
    assert str(errors[0]) == str(errors[1])
    assert errors[0].__notes__ == errors[1].__notes__


def of_a_large_shift(n: int) -> list[int]:
    return [n + 1 + ((1 << 3 * n) & 1)]


def of_a_negative_power(n: int) -> list[int]:
    return [n + 1 + int(2 ** (21 - n) * 0)]


def of_a_large_float(n: int) -> list[int]:
    return [n + 1 + (int(10.0**n) & 0)]


@pytest.mark.parametrize("function", [of_a_large_shift, of_a_negative_power, of_a_large_float])
def test_what_compiled_code_cannot_give_is_an_error(function: Any) -> None:
    problem = Problem(0, next_states=function, is_goal=lambda n: n == 60)
    assert breadth_first_search(problem).path.states[-1] == 60
    with pytest.raises(CompileError, match="interpreted it does not"):
        breadth_first_search(problem, compiled=Compiled(compared=0))
