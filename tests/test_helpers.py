"""The helpers mean the same interpreted and compiled, in their values and in their errors."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, Self

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from searchkit import digit, lowest_bit, replaced, swapped, with_digit

WORDS = st.integers(-(2**63), 2**63 - 1)
INDICES = st.integers(-7, 7)
VALUES = st.integers(-(2**40), 2**40)
TUPLES = st.sampled_from((1, 3, 5)).flatmap(lambda size: st.tuples(*[VALUES] * size))


class Jugs(NamedTuple):
    five: int
    three: int = 0


class Pair(tuple[int, int]):
    """A class of tuples that is no NamedTuple, with a signature of its own."""

    __slots__ = ()

    def __new__(cls, first: int, second: int) -> Self:
        return super().__new__(cls, (first, second))


def test_replaced_and_swapped_keep_the_class() -> None:
    assert replaced(Jugs(1, 2), 0, 5) == Jugs(5, 2)
    assert type(replaced(Jugs(1, 2), 0, 5)) is Jugs
    assert swapped(Pair(1, 2), 0, 1) == (2, 1)
    assert type(swapped(Pair(1, 2), 0, -1)) is Pair


@pytest.mark.parametrize("index", [2, -3])
def test_an_entry_that_is_not_there(index: int) -> None:
    message = f"Jugs\\(five=1, three=2\\) has no entry {index}: its 2 entries are numbered from 0"
    with pytest.raises(IndexError, match=message):
        replaced(Jugs(1, 2), index, 0)
    with pytest.raises(IndexError, match=message):
        swapped(Jugs(1, 2), 0, index)


@pytest.mark.parametrize(
    ("index", "bits", "error", "message"),
    [
        (15, 4, IndexError, "no digit 15: a word of 63 bits has 15 digits of 4 bits"),
        (-1, 4, IndexError, "no digit -1"),
        (0, 0, ValueError, "a digit of 0 bits"),
        (0, 64, ValueError, "a digit of 64 bits"),
    ],
)
def test_a_digit_that_is_not_there(
    index: int, bits: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        digit(0, index, bits)
    with pytest.raises(error, match=message):
        with_digit(0, index, 0, bits)


@given(
    st.lists(st.integers(0, 15), min_size=15, max_size=15), st.integers(0, 14), st.integers(0, 15)
)
def test_a_word_is_a_row_of_digits(row: list[int], index: int, value: int) -> None:
    def word(digits: list[int]) -> int:
        return sum(each << 4 * place for place, each in enumerate(digits))

    assert [digit(word(row), place, 4) for place in range(15)] == row
    changed = [*row[:index], value, *row[index + 1 :]]
    assert with_digit(word(row), index, value, 4) == word(changed)


@pytest.mark.parametrize("value", [16, -1])
def test_a_value_that_does_not_fit_would_spoil_the_other_digits(value: int) -> None:
    with pytest.raises(ValueError, match=f"the digit {value} does not fit into 4 bits"):
        with_digit(0, 0, value, 4)


def test_the_helpers_need_no_numba() -> None:
    code = "import sys, searchkit; assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# Compiled


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a call gives: the value and its type, or the type of the error."""
    try:
        value = function(*arguments)
    except Exception as error:  # noqa: BLE001
        return type(error)
    return type(value), value


@pytest.fixture(scope="module")
def compiled() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    numba = pytest.importorskip("numba")
    pytest.importorskip("searchkit.compiled.helpers")
    known: dict[Any, Callable[..., Any]] = {}

    def compile_once(function: Callable[..., Any]) -> Callable[..., Any]:
        if function not in known:
            known[function] = numba.njit(function)
        return known[function]

    return compile_once


Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]


def replace(state: Any, index: int, value: int) -> Any:
    return replaced(state, index, value)


def swap(state: Any, first: int, second: int) -> Any:
    return swapped(state, first, second)


def read(word: int, index: int, bits: int) -> int:
    return digit(word, index, bits)


def write(word: int, index: int, value: int, bits: int) -> int:
    return with_digit(word, index, value, bits)


def count(word: int) -> tuple[int, int, int]:
    return word.bit_count(), word.bit_length(), lowest_bit(word)


def with_constants(word: int) -> Any:
    state = replaced((1, 2, 3), 1, word)
    return (
        state,
        swapped(state, 0, -1),
        digit(word, 1, 4),
        with_digit(word, 2, 3, 4),
        (6).bit_count(),
    )


@given(TUPLES | st.builds(Jugs, VALUES, VALUES), INDICES, VALUES)
def test_replaced_compiled(compiled: Compiler, state: Any, index: int, value: int) -> None:
    arguments = state, index, value
    assert outcome(compiled(replace), arguments) == outcome(replace, arguments)


@given(TUPLES | st.builds(Jugs, VALUES, VALUES), INDICES, INDICES)
def test_swapped_compiled(compiled: Compiler, state: Any, first: int, second: int) -> None:
    arguments = state, first, second
    assert outcome(compiled(swap), arguments) == outcome(swap, arguments)


@given(WORDS, st.integers(-2, 70) | WORDS, st.integers(-2, 70) | WORDS)
@example(-1, 0, 63)
@example(-1, 62, 1)
@example(1, 2**62, 4)
def test_digit_compiled(compiled: Compiler, word: int, index: int, bits: int) -> None:
    arguments = word, index, bits
    assert outcome(compiled(read), arguments) == outcome(read, arguments)


@given(WORDS, st.integers(-2, 16), st.integers(-1, 70) | WORDS, st.integers(-1, 64))
@example(-1, 0, 2**63 - 1, 63)
@example(-(2**63), 62, 1, 1)
def test_with_digit_compiled(
    compiled: Compiler, word: int, index: int, value: int, bits: int
) -> None:
    arguments = word, index, value, bits
    assert outcome(compiled(write), arguments) == outcome(write, arguments)


@given(WORDS)
@example(0)
@example(-(2**63))
def test_bits_compiled(compiled: Compiler, word: int) -> None:
    assert outcome(compiled(count), (word,)) == outcome(count, (word,))


def test_constants_compiled(compiled: Compiler) -> None:
    assert compiled(with_constants)(0x321) == with_constants(0x321)


def test_bits_of_other_ints_compiled(compiled: Compiler) -> None:
    numpy = pytest.importorskip("numpy")
    assert compiled(count)(numpy.uint64(2**64 - 1)) == (64, 64, 0)
    assert compiled(count)(numpy.uint8(255)) == (8, 8, 0)
    assert compiled(count)(numpy.int32(-6)) == (2, 3, 1)
