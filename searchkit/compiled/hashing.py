"""The hash table of the kernels: open addressing over the rows of a table of words.

A slot is one 64-bit word: the number of a node, plus one, in the upper half, and 32 bits of its
hash in the lower. So most of what does not match is told apart without a look at the state. The
states themselves stand in the table alone, a row of ``width`` words for each number.

The position comes from the upper bits of the hash: `position`. An empty slot is 0. Nothing is
ever removed; a node that supersedes another takes over its slot.
"""

from __future__ import annotations

from typing import Any

from searchkit.compiled.door import bare_kernel, kernel, load, numpy, types
from searchkit.compiled.machine import prefetch

_overload: Any = load("numba.extending").overload

u64: Any = numpy.uint64
u32: Any = numpy.uint32
i64: Any = numpy.int64

_FIRST: Any = numpy.uint64(0x9E3779B97F4A7C15)
_SECOND: Any = numpy.uint64(0xBF58476D1CE4E5B9)
_32: Any = numpy.uint64(32)
_29: Any = numpy.uint64(29)
_1: Any = numpy.uint64(1)


def words_in(width: Any) -> Any:
    """Give the words in a row: ``width`` itself, or 1 where it is None.

    Rows of one word are by far the most frequent. With None in its place the 1 is a constant of
    the kernel, which is then compiled for it alone, and almost twice as fast.
    """
    return 1 if width is None else width


@_overload(words_in)
def _words_in(width: Any) -> Any:
    def one(width: Any) -> Any:
        return 1

    def given(width: Any) -> Any:
        return width

    return one if isinstance(width, types.NoneType) else given


def width_for(words: int) -> int | None:
    """Give what a kernel takes as ``width`` for rows of so many words; see `words_in`."""
    return None if words == 1 else words


AHEAD = 16
"""How many states ahead the slots are fetched when all states enter a new table."""


@bare_kernel
def mixed(word: Any) -> Any:
    """Mix the bits of a word (two multiplications, as in Steele, Lea and Flood 2014)."""
    word ^= word >> _32
    word *= _FIRST
    word ^= word >> _29
    word *= _SECOND
    return word ^ (word >> _32)


@bare_kernel
def hash_of(words: Any, at: Any, width: Any) -> Any:
    """Hash the row that begins at ``at``."""
    if width == 1:
        return mixed(words[u64(at)])
    value = _FIRST
    for k in range(width):
        value = mixed(value ^ words[u64(at + k)]) + _FIRST
    return value


@bare_kernel
def same_row(one: Any, at: Any, other: Any, there: Any, width: Any) -> Any:
    """Say whether two rows hold the same words."""
    if width == 1:
        return one[u64(at)] == other[u64(there)]
    for k in range(width):
        if one[u64(at + k)] != other[u64(there + k)]:
            return False
    return True


@bare_kernel
def position(value: Any, shift: Any) -> Any:
    """Where the search for a hash begins; ``shift`` is 64 less the bits of the table's size."""
    return i64(value >> shift)


@bare_kernel
def slot_of(slots: Any, shift: Any, value: Any, rows: Any, row: Any, at: Any, width: Any) -> Any:
    """Find the slot of a row: where it is, or the empty one where it would be.

    Args:
        slots: The hash table.
        shift: 64 less the bits of its size.
        value: The hash of the row looked for.
        rows: The words of all rows by number.
        row: The words in which the row looked for stands.
        at: Where it begins there.
        width: Words in a row.
    """
    mask = slots.size - 1
    tag = u32(value)
    i = position(value, shift)
    while True:
        slot = slots[u64(i)]
        if slot == 0:
            return i
        if u32(slot) == tag and same_row(rows, (i64(slot >> _32) - 1) * width, row, at, width):
            return i
        i = (i + 1) & mask


@bare_kernel
def number_in(slot: Any) -> Any:
    """Give the number in a slot; -1 from an empty one."""
    return i64(slot >> _32) - 1


@bare_kernel
def slot_for(number: Any, value: Any) -> Any:
    """Make the slot of a number with this hash."""
    return (u64(number + 1) << _32) | u64(u32(value))


@kernel
def fill(slots: Any, shift: Any, rows: Any, first: Any, end: Any, width: Any, stride: Any) -> None:
    """Enter the rows of the numbers from ``first`` to ``end``, all different, into a table.

    Args:
        slots: The table.
        shift: 64 less the bits of its size.
        rows: The words of all rows by number.
        first: The first number.
        end: The number behind the last.
        width: Words in a row, or None; see `words_in`.
        stride: Words from one row to the next, or None.
    """
    words, apart, mask = words_in(width), words_in(stride), slots.size - 1
    values = numpy.empty(AHEAD, numpy.uint64)
    for number in range(first, min(first + AHEAD, end)):
        values[number % AHEAD] = hash_of(rows, number * apart, words)
    for number in range(first, end):
        value = values[number % AHEAD]
        if number + AHEAD < end:
            coming = hash_of(rows, (number + AHEAD) * apart, words)
            values[number % AHEAD] = coming
            prefetch(slots, position(coming, shift))
        i = position(value, shift)
        while slots[i] != 0:
            i = (i + 1) & mask
        slots[i] = slot_for(number, value)


@kernel
def fill_last(slots: Any, shift: Any, rows: Any, end: Any, width: Any) -> None:
    """Enter rows of which several may be equal, up to the number ``end``: the last one counts."""
    words = words_in(width)
    for number in range(end):
        value = hash_of(rows, number * words, words)
        i = slot_of(slots, shift, value, rows, rows, number * words, words)
        slots[i] = slot_for(number, value)
