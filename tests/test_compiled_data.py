"""Constant data of a problem in compiled functions: of all kinds, and changed without compiling."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from searchkit import CompileError, Problem, breadth_first_search
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.data import Data
from searchkit.compiled.program import EXPAND, Program
from searchkit.compiled.settings import Compiled


class Inner(NamedTuple):
    factor: int
    weights: Any


class Facts(NamedTuple):
    """A bit of everything."""

    size: int
    is_on: bool
    rate: float
    inner: Inner
    pair: tuple[int, float]
    row: Any
    grid: Any
    cube: Any
    listed: Any
    words: Any

    @property
    def double(self) -> int:
        return self.size * 2

    def at(self, x: int, y: int) -> int:
        return self.grid[x % self.grid.shape[0], y % self.grid.shape[1]]  # type: ignore[no-any-return]


def facts(size: int = 5, *, order: str = "C") -> Facts:
    base = np.arange(24, dtype=np.int16)
    return Facts(
        size=size,
        is_on=size > 3,
        rate=1.5,
        inner=Inner(3, np.array([0.5, 1.5])),
        pair=(2, 2.5),
        row=array("i", [1, 2, 3]),
        grid=np.array([[1, 2, 3], [4, 5, 6]], dtype=np.uint8, order=order),  # type: ignore[call-overload]
        cube=base.reshape(2, 3, 4).transpose(2, 0, 1)[::2],
        listed=[[1, 2], [3, 4], [5, 6]],
        words=b"abc",
    )


def next_states(n: int, data: Facts) -> Iterator[int]:
    yield (n + data.size) % 50
    if data.is_on:
        yield int(n * data.rate) % 50
    yield (n + data.inner.factor + int(data.inner.weights[1] * 2)) % 50
    yield (n + data.pair[0] + int(data.pair[1])) % 50
    yield int(data.row[n % len(data.row)])
    yield data.at(n, n // 2) + 10
    yield int(data.cube[n % 2, n % 2, n % 3])
    yield data.listed[n % 3][n % 2] + 40
    yield data.words[n % 3] % 50
    yield data.double


def is_goal(n: int, data: Facts) -> bool:
    return n == data.size + 100


def heuristic(n: int, data: Facts) -> float:
    return abs(n - data.size) * data.rate


def program(data: Any) -> Program:
    problem = Problem(0, next_states=next_states, is_goal=is_goal, heuristic=heuristic, data=data)
    made = Program(problem, Compiled(), estimates=True)
    compare_first(made, 60)
    return made


def test_data_of_all_kinds_and_other_data_without_compiling() -> None:
    first = program(facts())
    second = program(facts(2, order="F"))  # arrays that lie otherwise are the same form
    assert first.functions[EXPAND] == second.functions[EXPAND]
    assert [a is b for a, b in zip(first._kept[1:], second._kept[1:], strict=True)] == [True] * 3


@pytest.mark.parametrize(
    "dtype",
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "bool"],
)  # fmt: skip
def test_forms_of_arrays(dtype: str) -> None:
    one = Data(np.ones((2, 3), dtype)).form
    other = Data(np.zeros((5, 1), dtype)[::-1]).form
    assert one.key == other.key
    assert one.key != Data(np.ones(3, dtype)).form.key
    assert one.key != Data(np.ones((2, 3), "int64" if dtype != "int64" else "int32")).form.key
    assert one.numba_type.ndim == 2
    assert str(one.numba_type.dtype) == dtype


def sums(n: int, data: Any) -> list[int]:
    total = 0
    for k in range(len(data)):
        total += int(data[k])
    return [(n + total) % 20]


def test_read_only_arrays_and_small_ints() -> None:
    fixed = np.array([1, 2, 3], np.int8)
    fixed.setflags(write=False)
    problem = Problem(0, next_states=sums, is_goal=lambda n, data: n == 12, data=fixed)
    assert [*breadth_first_search(problem, compiled=True).path] == [0, 6, 12]
    assert fixed.tolist() == [1, 2, 3]


def beyond(n: int, data: Any) -> list[int]:
    return [n + int(data[n])]


def test_an_index_out_of_an_array_is_an_error() -> None:
    problem = Problem(0, next_states=beyond, is_goal=lambda n, data: False, data=np.ones(4, int))
    with pytest.raises(IndexError, match="out of bounds"):
        breadth_first_search(problem, compiled=True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("text", "data is 'text', of type str"),
        ({1: 2}, "of type dict"),
        ({1: 2}, "Number the keys, and make it a list."),
        ({1}, "Make it a list of truth values"),
        (Inner(1, "x"), "data.weights is 'x', of type str"),
        (Inner(2**63, 0), "data.factor = 9223372036854775808 does not fit into 64 bits"),
        (
            [[1], [2, 3]],
            "data is [[1], [2, 3]]: all rows must have the same length. Fill the short",
        ),
        (Inner(1, ["a"]), "data.weights is ['a']: a list in the data of a compiled search holds"),
        (np.array(["a"]), "an array of <U1"),
        (np.array([1 + 2j]), "an array of complex128"),
        (np.array([1], ">i4"), "an array of >i4"),
        (np.array(3), "0 dimensions"),
        (None, "of type NoneType"),
        ((), "of type tuple"),
    ],
)
def test_data_that_does_not_compile(data: Any, told: str) -> None:
    with pytest.raises(CompileError) as caught:
        Data(data)
    assert told in str(caught.value)


def test_floats_keep_their_bits() -> None:
    words = Data((math.pi, -0.0, math.inf))._words
    assert words.view(np.float64).tolist() == [math.pi, -0.0, math.inf]
