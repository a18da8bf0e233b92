"""Built-in functions, methods of tuples and attributes of steps that numba does not know."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

from searchkit.compiled.door import load, types

_extending: Any = load("numba.extending")


@_extending.overload(builtins.any, strict=False)
def _any(entries: Any) -> Any:
    def found(entries: Any) -> Any:
        for entry in entries:
            if entry:
                return True
        return False

    return found if isinstance(entries, types.IterableType) else None


@_extending.overload(builtins.all, strict=False)
def _all(entries: Any) -> Any:
    def found(entries: Any) -> Any:
        for entry in entries:
            if not entry:
                return False
        return True

    return found if isinstance(entries, types.IterableType) else None


@_extending.overload(builtins.reversed, strict=False)
def _reversed(entries: Any) -> Any:
    def of_range(entries: Any) -> Any:
        start, step, size = entries.start, entries.step, len(entries)
        return range(start + (size - 1) * step, start - step, -step)

    def backwards(entries: Any) -> Any:
        for position in range(len(entries) - 1, -1, -1):
            yield entries[position]

    if isinstance(entries, types.RangeType):
        return of_range
    is_row = isinstance(entries, types.UniTuple | types.NamedUniTuple | types.List | types.Array)
    return backwards if is_row else None


def _extreme(name: str, sign: str) -> None:
    """Let ``min`` or ``max`` choose among tuples, the first of those that are equal."""

    def chosen(first: Any, second: Any, *others: Any) -> Any:
        kinds = (first, second, *others)
        if not all(isinstance(kind, types.BaseTuple) and kind == first for kind in kinds):
            return None
        lines = ["def chosen(first, second, *others):", "    found = first"]
        for entry in ("second", *(f"others[{position}]" for position in range(len(others)))):
            lines += [f"    if {entry} {sign} found:", f"        found = {entry}"]
        space: dict[str, Any] = {}
        exec("\n".join([*lines, "    return found\n"]), space)  # noqa: S102
        return space["chosen"]

    _extending.overload(getattr(builtins, name), strict=False)(chosen)


_extreme("min", "<")
_extreme("max", ">")


def compensated_sum(entries: Any, start: Any = 0) -> Any:
    """Stand for ``sum`` as Python has it from 3.12 on: it makes up for the rounding of floats."""
    raise NotImplementedError


@_extending.overload(compensated_sum, strict=False)
def _compensated_sum(entries: Any, start: Any = 0) -> Any:
    def plain(entries: Any, start: Any = 0) -> Any:
        return sum(entries, start)

    def of_floats(entries: Any, start: Any = 0) -> Any:
        total, lost, exact = float(start), 0.0, start == 0 or is_float
        for entry in entries:
            after = total + entry
            if not exact:  # the first one, added to an int
                exact = True
            elif abs(total) >= abs(entry):
                lost += (total - after) + entry
            else:
                lost += (entry - after) + total
            total = after
        return total + lost if math.isfinite(lost) else total

    is_float = isinstance(start, types.Float)
    is_row = isinstance(entries, types.List | types.UniTuple | types.Array)
    return of_floats if is_row and isinstance(entries.dtype, types.Float) else plain


def sorted_entries(entries: Any) -> Any:
    """Stand for ``sorted`` where a tuple is made of it: that of a tuple has as many entries."""
    raise NotImplementedError


@_extending.overload(sorted_entries, strict=False)
def _sorted_entries(entries: Any) -> Any:
    def as_list(entries: Any) -> Any:
        return sorted(entries)

    if not isinstance(entries, types.UniTuple | types.NamedUniTuple):
        return as_list
    parts = ", ".join(f"found[{position}]" for position in range(len(entries)))
    space: dict[str, Any] = {}
    exec(  # noqa: S102
        f"def made(entries):\n    found = sorted(entries)\n    return ({parts},)\n", space
    )
    return space["made"]


_tuples: dict[int, Callable[[Any], Any]] = {}


def tuple_of(length: int) -> Callable[[Any], Any]:
    """Give what stands for ``tuple`` where the tuples of a state have so many entries.

    numba must know the length of a tuple beforehand. So a list becomes a tuple of as many entries
    as those of the state have, and another number of them is an error.
    """
    if length not in _tuples:

        def made(entries: Any) -> Any:
            raise NotImplementedError

        def itself(entries: Any) -> Any:
            return entries

        parts = ", ".join(f"entries[{position}]" for position in range(length))
        space: dict[str, Any] = {}
        exec(  # noqa: S102
            f"def made(entries):\n    if len(entries) != {length}:\n"
            f"        raise ValueError('another number of entries')\n    return ({parts},)\n",
            space,
        )

        def implementation(entries: Any) -> Any:
            if isinstance(entries, types.BaseTuple):
                return itself
            is_row = isinstance(entries, types.List | types.Array)
            return space["made"] if is_row else None

        _extending.overload(made, strict=False)(implementation)
        _tuples[length] = made
    return _tuples[length]


@_extending.overload_method(types.BaseTuple, "count", strict=False)
def _count(entries: Any, value: Any) -> Any:
    def count(entries: Any, value: Any) -> Any:
        found = 0
        for entry in entries:
            if entry == value:
                found += 1
        return found

    return count if isinstance(entries, types.UniTuple | types.NamedUniTuple) else None


def _part(name: str, position: int) -> None:
    """Let a step, which is a plain tuple in compiled code, have its attributes."""

    def part(step: Any) -> Any:
        return step[position]

    def attribute(step: Any) -> Any:
        return part if len(step) == 2 else None

    for function in (part, attribute):
        function.__annotations__.clear()  # numba wants both signatures the same
    for kind in (types.Tuple, types.UniTuple):
        _extending.overload_attribute(kind, name)(attribute)


_part("state", 0)
_part("cost", 1)
