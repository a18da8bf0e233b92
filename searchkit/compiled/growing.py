"""Arrays that grow in place, and the table of rows with its hash table.

Arrays grow by an eighth with ``ndarray.resize``, which on Linux moves pages instead of copying
them; the hash table is given up before the one twice its size is made, and filled anew from the
rows. So nothing is ever held twice.
"""

from __future__ import annotations

from typing import Any, Final

from searchkit.compiled.door import numpy
from searchkit.compiled.hashing import fill, fill_last, width_for

_FIRST: Final = 1 << 14
_FIRST_BITS: Final = 15
_SMALL: Final = 1 << 20
FULLEST: Final = 0.65
"""The share of the slots that may be taken; then their number doubles."""


FIRST_ROWS: Final = 1 << 20
FIRST_BITS: Final = 19
"""What the large tables begin with: so large that numpy asks the system for large pages, each of
which costs one fault in place of 512. What is not used is never touched."""
LARGE_PAGE: Final = 1 << 21
"""The bytes of a large page, on most systems."""


def first_rows(words: int, kind: Any) -> Any:
    """Make an array for the first rows of so many words; what is in it is not defined."""
    return _at_large_page(numpy.empty, FIRST_ROWS * words, kind)


def _at_large_page(make: Any, size: int, kind: Any) -> Any:
    """Make an array that begins where a large page does, where it is as large as two of them.

    Else its first pages, up to two MiB, are small ones; a search of some hundred thousand states
    takes a third longer with those (the 8-puzzle 12.7 ms, and 9.1 ms with large ones).
    """
    item: int = numpy.dtype(kind).itemsize
    if size * item < 2 * LARGE_PAGE:
        return make(size, kind)
    array = make(size + LARGE_PAGE // item, kind)
    first = -array.ctypes.data % LARGE_PAGE // item
    return array[first : first + size]


def grown(array: Any, size: int) -> Any:
    """Give the array with at least so many entries; the new ones are 0.

    One that is a view of more is copied once: the first rows, or what was unpickled.
    """
    if size > array.size:
        if not array.flags.owndata:
            array = array.copy()
        array.resize(size, refcheck=False)
    return array


def room_for(stored: int) -> int:
    """Say for how many nodes there should be room when so many are stored and more come."""
    return max(2 * stored, _FIRST) if stored < _SMALL else stored + stored // 8


class HashTable:
    """The slots of a hash table, and its shift; see `hashing`.

    Args:
        supersedes: Whether rows may be equal, so that the last of them counts.
        bits: It has 2 to so many slots at first.
        doubles: Whether it doubles while it is small as well, in place of four times the size.
    """

    def __init__(
        self, *, supersedes: bool = False, bits: int = _FIRST_BITS, doubles: bool = False
    ) -> None:
        self.shift: Any = numpy.uint64(64 - bits)
        self.slots: Any = _at_large_page(numpy.zeros, 1 << bits, numpy.uint64)
        self.supersedes = supersedes
        self.doubles = doubles

    def reserve(
        self, numbers: int, rows: Any, stored: int, width: int, *, stride: int | None = None
    ) -> None:
        """Make room for so many numbers; the rows stored so far are entered anew where it grows.

        Args:
            numbers: For how many.
            rows: The words of all rows by number.
            stored: How many rows there are.
            width: Words in a row.
            stride: Words from one row to the next; as many, if it is not given.
        """
        if self.enlarge(numbers):
            self._enter(rows, stored, width, stride)

    def warm(self, rows: Any, width: int, *, stride: int | None = None) -> None:
        """Enter nothing, so that the kernel for it is there before the table grows."""
        self._enter(rows, 0, width, stride)

    def _enter(self, rows: Any, stored: int, width: int, stride: int | None) -> None:
        if self.supersedes:
            fill_last(self.slots, self.shift, rows, stored, width_for(width))
        else:
            apart = width_for(width if stride is None else stride)
            fill(self.slots, self.shift, rows, 0, stored, width_for(width), apart)

    def enlarge(self, numbers: int) -> bool:
        """Make room for so many numbers; say whether that took a new table, which is empty.

        While it is small it grows more than it must, so that less is entered anew; where it doubles
        less memory is touched.
        """
        bits = 64 - int(self.shift)
        if numbers <= int((1 << bits) * FULLEST):
            return False
        while numbers > int((1 << bits) * FULLEST):
            bits += 1 if self.doubles or numbers > _SMALL else 2
        self.slots = None  # freed before the larger one is made
        self.shift = numpy.uint64(64 - bits)
        self.slots = _at_large_page(numpy.zeros, 1 << bits, numpy.uint64)
        return True
