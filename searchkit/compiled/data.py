"""Constant data of a problem, handed to compiled functions by address.

Only the *types* of the data are compiled into a function: each int, float and array arrives as a
number or an address, from which the function builds the NamedTuple anew. So the same functions
serve all levels of a collection.
"""

from __future__ import annotations

import itertools
import reprlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, cast

from attrs import frozen

from searchkit.compiled.door import numpy, types
from searchkit.compiled.machine import read_only
from searchkit.compiled.translation import teach
from searchkit.errors import CompileError

_WHOLE = (-(2**63), 2**63 - 1)


@frozen
class DataForm:
    """The types of some data, and how a function builds them from words.

    Attributes:
        numba_type: The type that the user's functions see.
        key: Equal where the types are.
        source: The expression that builds the data from ``words``, an array of int64.
        names: What the expression refers to.
    """

    numba_type: Any
    key: Any
    source: str
    names: dict[str, Any]

    def classes(self) -> list[Any]:
        """Give the NamedTuple classes in it."""
        return [value for value in self.names.values() if hasattr(value, "_fields")]


class Data:
    """Data of a problem, ready to be handed over.

    Args:
        value: A NamedTuple of ints, floats, truth values, and arrays of them (of numpy, of the
            module array, lists, bytes), or one of these alone.

    Raises:
        CompileError: It holds something else.
    """

    def __init__(self, value: Any) -> None:
        self._arrays: list[Any] = []  # kept alive as long as their addresses are used
        words: list[int] = []
        names: dict[str, Any] = {}
        numba_type, key, source = self._taken(value, "data", words, names, itertools.count())
        self.form = DataForm(numba_type, key, source, names)
        self._words = numpy.array(words or [0], numpy.int64)

    @property
    def address(self) -> int:
        """Where the words stand."""
        return int(self._words.ctypes.data)

    def _taken(
        self,
        value: Any,
        place: str,
        words: list[int],
        names: dict[str, Any],
        numbers: Iterator[int],
    ) -> tuple[Any, Any, str]:
        """Lay a value into words; give its type, its key, and the expression that rebuilds it."""
        at = len(words)
        if isinstance(value, bool | numpy.bool_):
            words.append(int(value))
            return types.boolean, "bool", f"(words[{at}] != 0)"
        if isinstance(value, int | numpy.integer):
            if not _WHOLE[0] <= value <= _WHOLE[1]:
                raise CompileError(f"{place} = {value} does not fit into 64 bits.")
            words.append(int(value))
            return types.int64, "int", f"words[{at}]"
        if isinstance(value, float | numpy.floating):
            words.append(int(numpy.array([value], numpy.float64).view(numpy.int64)[0]))
            return types.float64, "float", f"floats[{at}]"
        if isinstance(value, list | array | bytes | numpy.ndarray):
            return self._array(value, place, words, names, numbers)
        if isinstance(value, tuple) and value:
            parts: tuple[Any, ...] = cast("Any", value)
            cls: Any = type(parts)
            fields: Any = getattr(cls, "_fields", [f"[{n}]" for n in range(len(parts))])
            taken = [
                self._taken(part, f"{place}.{field}", words, names, numbers)
                for part, field in zip(parts, fields, strict=True)
            ]
            inner = ", ".join(source for _, _, source in taken)
            kinds = [kind for kind, _, _ in taken]
            keys = tuple(key for _, key, _ in taken)
            if cls is tuple:
                return types.BaseTuple.from_types(kinds), keys, f"({inner},)"
            teach(cls)
            name = f"class_{next(numbers)}"
            names[name] = cls
            return types.BaseTuple.from_types(kinds, cls), (cls, keys), f"{name}({inner})"
        raise CompileError(
            f"{place} is {value!r}, of type {_kind(value)}: the data of a compiled search is a "
            "NamedTuple of ints, floats, truth values, and arrays or lists of them, or one of "
            f"these alone. {_way_out(value)}"
        )

    def _array(
        self,
        value: Any,
        place: str,
        words: list[int],
        names: dict[str, Any],
        numbers: Iterator[int],
    ) -> tuple[Any, Any, str]:
        given, value = value, _as_numpy(value)
        if value.dtype.kind not in "iufb" or value.dtype.byteorder not in "=|" or value.ndim < 1:
            if given is not value:
                raise CompileError(f"{place} is {reprlib.repr(given)}: {_wrong_in(given)}")
            raise CompileError(
                f"{place} is an array of {value.dtype} with {value.ndim} dimensions: lists and "
                "arrays of ints, floats or truth values with one dimension or more can be handed "
                "over, all rows of the same length."
            )
        value = numpy.ascontiguousarray(value)
        self._arrays.append(value)
        at = len(words)
        words.append(int(value.ctypes.data))
        words.extend(value.shape)
        name = f"type_{next(numbers)}"
        names[name] = value.dtype.type
        shape = ", ".join(f"words[{at + 1 + axis}]" for axis in range(value.ndim))
        source = f"read_only(carray(as_pointer(words[{at}]), ({shape},), {name}))"
        names["read_only"] = read_only
        kind = types.Array(_scalar(value.dtype), value.ndim, "C", readonly=True)
        return kind, (value.dtype.str, value.ndim), source


def _as_numpy(value: Any) -> Any:
    """Make an array; rows of different lengths make one of objects, which is refused."""
    if isinstance(value, numpy.ndarray):
        return value
    if isinstance(value, bytes):
        return numpy.frombuffer(value, numpy.uint8)
    try:
        return numpy.asarray(value, None if len(value) else numpy.int64)
    except ValueError:
        return numpy.array(value, object)


def _wrong_in(given: Any) -> str:
    """Say what is wrong with a list that makes no array."""
    rows = [cast("Sequence[Any]", row) for row in given if isinstance(row, list | tuple)]
    if len(rows) == len(given) and len(set(map(len, rows))) > 1:
        return (
            "all rows must have the same length. Fill the short ones up, with -1 for instance, or "
            "give one list of all entries and another of where each row begins."
        )
    return (
        "a list in the data of a compiled search holds ints, floats or truth values, or rows of "
        "them that all have the same length."
    )


def _way_out(value: Any) -> str:
    """Say what to give in place of a value."""
    if isinstance(value, dict):
        return "Number the keys, and make it a list."
    if isinstance(value, set | frozenset):
        return "Make it a list of truth values, [n in found for n in range(...)]."
    if isinstance(value, str):
        return 'Make it a list of numbers or truth values, [letter == "#" for letter in text].'
    if value is None:
        return "Give a number in its place, such as -1."
    return "Make it a NamedTuple."


def _kind(value: Any) -> str:
    return str(value.__class__.__name__)


def _scalar(dtype: Any) -> Any:
    return types.boolean if dtype.kind == "b" else getattr(types, dtype.name)
