"""What the functions of `searchkit.helpers` mean in compiled code, and two methods of ints.

numba knows neither `int.bit_count` nor `int.bit_length`. Their meaning here is that of Python,
where the sign does not count. A word is signed; nothing here mixes it with unsigned ints, since
numba makes floats of such a mixture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from searchkit.compiled.door import load, types
from searchkit.helpers import WORD_BITS, digit, lowest_bit, replaced, swapped, with_digit

_cgutils: Any = load("numba.core.cgutils")
_extending: Any = load("numba.extending")
_ir: Any = load("llvmlite.ir")

_BITS: Any = WORD_BITS
_BIT = _ir.IntType(1)

F = TypeVar("F", bound=Callable[..., Any])


def _overload(function: Callable[..., Any]) -> Callable[[F], F]:
    """Mark what gives the meaning of a function; numba's own decorator is without types."""
    return _extending.overload(function)


def _method(name: str) -> Callable[[F], F]:
    """Mark what gives the meaning of a method of ints."""
    return _extending.overload_method(types.Integer, name)


def _intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function out of its code for the machine; it is called without the context."""
    return _extending.intrinsic(function)


def _all_ints(*kinds: Any) -> bool:
    return all(isinstance(kind, types.Integer) for kind in kinds)


def _is_row(state: Any) -> bool:
    """Whether a tuple holds entries of one type, which is what an index needs."""
    return isinstance(state, types.UniTuple | types.NamedUniTuple)


@_intrinsic
def _with_entry(_context: Any, state: Any, index: Any, value: Any) -> Any:
    """Store one entry in a copy; the index is right."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        state, index, value = arguments
        stack = _cgutils.alloca_once_value(builder, state)
        builder.store(value, builder.gep(stack, [index.type(0), index], inbounds=True))
        return builder.load(stack)

    return state(state, types.intp, state.dtype), generate


@_intrinsic
def _with_swapped(_context: Any, state: Any, first: Any, second: Any) -> Any:
    """Swap two entries in a copy; the indices are right."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        state, *indices = arguments
        stack = _cgutils.alloca_once_value(builder, state)
        one, other = (
            builder.gep(stack, [index.type(0), index], inbounds=True) for index in indices
        )
        entry, another = builder.load(one), builder.load(other)
        builder.store(another, one)
        builder.store(entry, other)
        return builder.load(stack)

    return state(state, types.intp, types.intp), generate


def _counter(name: str) -> Any:
    """Make a function of an int out of a machine instruction that counts bits from one end."""

    @_intrinsic
    def counted(_context: Any, word: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            word = arguments[0]
            flags = [] if name == "ctpop" else [_BIT(0)]
            kind = _ir.FunctionType(word.type, [word.type, *(_BIT for _ in flags)])
            instruction = _cgutils.get_or_insert_function(
                builder.module, kind, f"llvm.{name}.i{word.type.width}"
            )
            return builder.call(instruction, [word, *flags])

        return types.int64(types.int64), generate

    return counted


_ones = _counter("ctpop")
_leading_zeros = _counter("ctlz")
_trailing_zeros = _counter("cttz")


@_overload(replaced)
def _replaced(state: Any, index: Any, value: Any) -> Any:
    if not (_is_row(state) and _all_ints(index)):
        return None

    def replaced(state: Any, index: Any, value: Any) -> Any:
        size = len(state)
        if index < 0:
            index += size
        if index < 0 or index >= size:
            raise IndexError("no such entry")
        return _with_entry(state, index, value)

    return replaced


@_overload(swapped)
def _swapped(state: Any, first: Any, second: Any) -> Any:
    if not (_is_row(state) and _all_ints(first, second)):
        return None

    def swapped(state: Any, first: Any, second: Any) -> Any:
        size = len(state)
        if first < 0:
            first += size
        if second < 0:
            second += size
        if first < 0 or first >= size or second < 0 or second >= size:
            raise IndexError("no such entry")
        return _with_swapped(state, first, second)

    return swapped


@_overload(digit)
def _digit(word: Any, index: Any, bits: Any) -> Any:
    if not _all_ints(word, index, bits):
        return None

    def digit(word: Any, index: Any, bits: Any) -> Any:
        if bits < 1 or bits > _BITS:
            raise ValueError("a digit cannot take so many bits")
        if index < 0 or index >= _BITS or (index + 1) * bits > _BITS:
            raise IndexError("no such digit")
        return word >> index * bits & (1 << bits) - 1

    return digit


@_overload(with_digit)
def _with_digit(word: Any, index: Any, value: Any, bits: Any) -> Any:
    if not _all_ints(word, index, value, bits):
        return None

    def with_digit(word: Any, index: Any, value: Any, bits: Any) -> Any:
        if bits < 1 or bits > _BITS:
            raise ValueError("a digit cannot take so many bits")
        if index < 0 or index >= _BITS or (index + 1) * bits > _BITS:
            raise IndexError("no such digit")
        if value < 0 or value > (1 << bits) - 1:
            raise ValueError("a digit that does not fit into its bits")
        shift = index * bits
        return word & ~((1 << bits) - 1 << shift) | value << shift

    return with_digit


@_overload(lowest_bit)
def _lowest_bit(word: Any) -> Any:
    if not _all_ints(word):
        return None

    def lowest_bit(word: Any) -> Any:
        return -1 if word == 0 else _trailing_zeros(word)

    return lowest_bit


@_method("bit_count")
def _bit_count(word: Any) -> Any:
    def bit_count(word: Any) -> Any:
        return _ones(-word if word < 0 else word)

    def of_unsigned(word: Any) -> Any:
        return _ones(word)

    return bit_count if word.signed else of_unsigned


@_method("bit_length")
def _bit_length(word: Any) -> Any:
    def bit_length(word: Any) -> Any:
        return 64 - _leading_zeros(-word if word < 0 else word)

    def of_unsigned(word: Any) -> Any:
        return 64 - _leading_zeros(word)

    return bit_length if word.signed else of_unsigned
