"""From an array of states to an array of keys, one number for each state, and back.

Numbers are what numpy sorts fast: sorting a million rows of two words takes thirty times as long
as sorting a million single words. So the columns of a row are packed into as few words as the
declared bound, or else the dtype, allows. The order of the keys is that of the rows.

A row that needs more than one word becomes a string of bytes, most significant first, which numpy
sorts as one value.
"""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from searchkit.errors import ProblemError

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = 64


class Packing:
    """How states of one shape and dtype are packed.

    Attributes:
        dtype: The dtype of the states.
        width: How many numbers are in a state; None where a state is a plain number.
        below: What every number in a state is less than, where that was declared.
    """

    def __init__(self, dtype: np.dtype[Any], width: int | None, below: int | None) -> None:
        self.dtype = dtype
        self.width = width
        self.below = below
        self._plain = width is None and below is None  # the states are their own keys
        self._offset = 0  # added so that no number is negative
        if below is None:
            self._bits = dtype.itemsize * 8
            self._offset = 2 ** (self._bits - 1) if dtype.kind == "i" else 0
        else:
            self._bits = max((below - 1).bit_length(), 1)
        columns = range(width or 1)
        fit = WORD // self._bits
        self._words = [columns[first : first + fit] for first in range(0, len(columns), fit)]
        self._key_dtype = self._smallest_unsigned(self._bits * len(columns))

    @staticmethod
    def _smallest_unsigned(bits: int) -> np.dtype[Any]:
        for dtype in (np.uint8, np.uint16, np.uint32):
            if bits <= np.iinfo(dtype).bits:
                return np.dtype(dtype)
        return np.dtype(np.uint64)

    def require(self, given: Any, source: str) -> NDArray[Any]:
        """Give back an array of states; refuse anything else, and say what is wrong with it.

        Args:
            given: What should be an array of states.
            source: Where it comes from, for the message.

        Raises:
            ProblemError: It is no array, or one of another shape or dtype, or a number in it is
                out of the declared bound.
        """
        wanted = f"an array of {self}"
        if not isinstance(given, np.ndarray):
            raise ProblemError(
                f"{source} gave {reprlib.repr(given)}, a {type(given).__name__}; it must give "
                f"{wanted}."
            )
        states = cast("NDArray[Any]", given)
        if not states.size:  # whatever its dtype: np.array([]) is one of floats
            return np.empty((0,) if self.width is None else (0, self.width), self.dtype)
        if states.dtype != self.dtype:
            raise ProblemError(
                f"{source} gave an array of {states.dtype}; it must give {wanted}, as the starts "
                f"are.{self._way_out_of(states.dtype)}"
            )
        if states.shape[1:] != (() if self.width is None else (self.width,)) or not states.ndim:
            raise ProblemError(
                f"{source} gave an array of the shape {states.shape}; it must give {wanted}, all "
                f"of them one after another: .reshape({self._any_number}) may be missing."
            )
        if self.below is not None and (states.min() < 0 or states.max() >= self.below):
            rows = states.reshape(len(states), -1)
            wrong = ((rows < 0) | (rows >= self.below)).any(axis=1)
            raise ProblemError(
                f"{source} gave the state {self.as_values(states[wrong][:1])[0]!r}, but the "
                f"problem says below={self.below}: every number is from 0 to {self.below - 1}."
            )
        return states

    def __str__(self) -> str:
        if self.width is None:
            return f"states of dtype {self.dtype} and one dimension"
        return f"states of dtype {self.dtype}, {self.width} in a row"

    @property
    def _any_number(self) -> str:
        return "-1" if self.width is None else f"-1, {self.width}"

    def _way_out_of(self, dtype: np.dtype[Any]) -> str:
        if dtype.kind == "f":
            return (
                " (uint64 and signed numbers make floats together: let masks and tables be "
                f"{self.dtype} too.)"
            )
        return (
            f" (Say dtype=np.{dtype} in the problem or, if nothing is lost by it, "
            f".astype(np.{self.dtype}) here.)"
        )

    def pack(self, states: NDArray[Any]) -> NDArray[Any]:
        """Give a key for each state; the states are of the right shape and dtype."""
        if self._plain:
            return states
        if self.width is None:
            return states.astype(self._key_dtype)
        if len(self._words) == 1:
            return self._word(states, self._words[0]).astype(self._key_dtype)
        words = np.empty((len(states), len(self._words)), ">u8")
        for place, columns in enumerate(self._words):
            words[:, place] = self._word(states, columns)
        return words.view(f"S{words.itemsize * len(self._words)}").reshape(-1)

    def _word(self, states: NDArray[Any], columns: range) -> NDArray[np.uint64]:
        word = np.zeros(len(states), np.uint64)
        for column in columns:
            if column != columns[0]:
                word <<= np.uint64(self._bits)
            numbers = states[:, column].astype(np.uint64)  # modulo 2**64 where it is negative
            if self._offset:
                numbers += np.uint64(self._offset)
            word |= numbers
        return word

    def unpack(self, keys: NDArray[Any]) -> NDArray[Any]:
        """Give the states of keys, in an array of their own."""
        if self.width is None:
            return keys.astype(self.dtype)
        states = np.empty((len(keys), self.width), self.dtype)
        if len(self._words) == 1:
            self._unpack_word(keys.astype(np.uint64), self._words[0], states)
            return states
        words = keys.view(">u8").reshape(len(keys), len(self._words))
        for place, columns in enumerate(self._words):
            self._unpack_word(words[:, place].astype(np.uint64), columns, states)
        return states

    def _unpack_word(self, word: NDArray[np.uint64], columns: range, states: NDArray[Any]) -> None:
        mask = np.uint64(2**self._bits - 1)
        for column in reversed(columns):
            numbers = word & mask
            if self._offset:
                numbers -= np.uint64(self._offset)
            states[:, column] = numbers.astype(self.dtype)
            if column != columns[0]:
                word >>= np.uint64(self._bits)

    def as_values(self, states: NDArray[Any]) -> list[Any]:
        """Give states as plain Python values: numbers, or tuples of numbers."""
        values: list[Any] = states.tolist()
        return values if self.width is None else list(map(tuple, values))
