"""The goal test of a problem that names its goals: is a state one of them?

One native function for all problems; the rows of the goals reach it as data, sorted.
"""

from __future__ import annotations

from typing import Any

from searchkit.compiled.door import numba, numpy, types
from searchkit.compiled.layout import Layout
from searchkit.compiled.machine import as_pointer

_ARGUMENTS: Any = [types.int64] * 7
_native: list[Any] = []


class Members:
    """The goals of a problem, sorted.

    Args:
        layout: Of the states.
        goals: The goals.
    """

    def __init__(self, layout: Layout, goals: tuple[Any, ...]) -> None:
        rows = sorted(layout.words_of(goal) for goal in goals)
        flat = [len(rows), layout.width, *(word for row in rows for word in row)]
        self._words = numpy.array(flat, numpy.uint64)

    @property
    def address(self) -> int:
        """Where the words stand."""
        return int(self._words.ctypes.data)


def address() -> int:
    """Give the address of the native test, compiled when it is first asked for."""
    if not _native:
        _native.append(numba.cfunc(types.int64(*_ARGUMENTS), cache=True)(_test))
    return int(_native[0].address)


def _test(
    states: Any, count: Any, out: Any, capacity: Any, tallies: Any, costs: Any, data: Any
) -> Any:
    head = numba.carray(as_pointer(data), (2,), numpy.uint64)
    goals, width = numpy.int64(head[0]), numpy.int64(head[1])
    known = numba.carray(as_pointer(data + 16), (goals * width,), numpy.uint64)
    rows = numba.carray(as_pointer(states), (count * width,), numpy.uint64)
    answers = numba.carray(as_pointer(out), (count,), numpy.int64)
    for n in range(count):
        low, high = 0, goals
        answers[n] = 0
        while low < high:
            middle = (low + high) // 2
            order = 0
            for k in range(width):
                one, other = rows[n * width + k], known[middle * width + k]
                if one != other:
                    order = -1 if one < other else 1
                    break
            if order == 0:
                answers[n] = 1
                break
            if order < 0:
                high = middle
            else:
                low = middle + 1
    return count
