"""Arrays that grow in place, and the table of rows with its hash table.

Arrays grow by an eighth with ``ndarray.resize``, which on Linux moves pages instead of copying
them; the hash table is given up before the one twice its size is made, and filled anew from the
rows. So nothing is ever held twice.
"""

from __future__ import annotations

from typing import Any, Final

from searchkit.compiled.door import numpy
from searchkit.compiled.hashing import fill

FULLEST: Final = 0.65
"""The share of the slots that may be taken; then their number doubles."""


def grown(array: Any, size: int) -> Any:
    """Give the array with at least so many entries; the new ones are 0."""
    if size > array.size:
        array.resize(size, refcheck=False)
    return array


class HashTable:
    """The slots of a hash table, and its shift; see `hashing`."""

    def __init__(self) -> None:
        self.shift: Any = numpy.uint64(64 - 13)
        self.slots: Any = numpy.zeros(1 << 13, numpy.uint64)

    def reserve(self, numbers: int, rows: Any, stored: int, width: int) -> None:
        """Make room for so many numbers; the rows stored so far are entered anew where it grows."""
        bits = 64 - int(self.shift)
        while (1 << bits) * FULLEST < numbers:
            bits += 1
        if bits == 64 - int(self.shift):
            return
        self.slots = None  # freed before the larger one is made
        self.shift = numpy.uint64(64 - bits)
        self.slots = numpy.zeros(1 << bits, numpy.uint64)
        fill(self.slots, self.shift, rows, 0, stored, width)
