"""Small functions for states that mean the same interpreted and compiled.

Compiled searches (``compiled=True``) run the user's own functions, in which some of what is usual
in Python does not compile: a list cannot become a tuple again, and ``_replace`` is not known. These
functions say the same in both worlds, also in their errors. `replaced` and `swapped` are for
states that are tuples or NamedTuples; the others see an int as a row of small digits, or as a set
of small numbers: a whole board in a single word.

A word has 63 bits here, as the ints of compiled code have (and a sign). Interpreted code keeps to
this limit too, so that what runs in one world runs in the other.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

WORD_BITS: Final = 63
"""The bits of a word: those of a 64-bit int without its sign."""

TupleT = TypeVar("TupleT", bound=tuple[object, ...])


def replaced(state: TupleT, index: int, value: object) -> TupleT:
    """Give a tuple or NamedTuple with one entry replaced.

    Args:
        state: The tuple; it stays as it is.
        index: Which entry; negative ones count from the end.
        value: What stands there instead.

    Raises:
        IndexError: There is no such entry.

    Example:
        >>> replaced((1, 2, 3), 1, 7)
        (1, 7, 3)
        >>> replaced((1, 2, 3), -1, 7)
        (1, 2, 7)
    """
    _check_entry(state, index)
    entries = list(state)
    entries[index] = value
    return _like(state, entries)


def swapped(state: TupleT, first: int, second: int) -> TupleT:
    """Give a tuple or NamedTuple with two of its entries swapped.

    Args:
        state: The tuple; it stays as it is.
        first: One of the entries; negative ones count from the end.
        second: The other.

    Raises:
        IndexError: There is no such entry.

    Example:
        >>> swapped((1, 2, 3, 4), 0, 2)
        (3, 2, 1, 4)
    """
    _check_entry(state, first)
    _check_entry(state, second)
    entries = list(state)
    entries[first], entries[second] = entries[second], entries[first]
    return _like(state, entries)


def digit(word: int, index: int, bits: int) -> int:
    """Give a digit of an int that is a row of digits of so many bits each.

    Args:
        word: The row of digits; number 0 takes the lowest bits.
        index: Which digit.
        bits: How many bits each digit takes.

    Raises:
        IndexError: There is no such digit in a word of 63 bits.
        ValueError: A digit cannot take so many bits.

    Example:
        >>> digit(0x321, 2, 4)
        3
    """
    _check_digit(index, bits)
    return word >> index * bits & (1 << bits) - 1


def with_digit(word: int, index: int, value: int, bits: int) -> int:
    """Give the int in which one digit of a row is another.

    Args:
        word: The row of digits; number 0 takes the lowest bits.
        index: Which digit.
        value: The new digit.
        bits: How many bits each digit takes.

    Raises:
        IndexError: There is no such digit in a word of 63 bits.
        ValueError: A digit cannot take so many bits, or the value does not fit into them.

    Example:
        >>> hex(with_digit(0x321, 1, 15, 4))
        '0x3f1'
    """
    _check_digit(index, bits)
    if not 0 <= value < 1 << bits:
        raise ValueError(f"the digit {value} does not fit into {bits} bits.")
    shift = index * bits
    return word & ~((1 << bits) - 1 << shift) | value << shift


def lowest_bit(word: int) -> int:
    """Give the number of the lowest bit that is set; -1 where there is none.

    With ``word & (word - 1)``, which takes that bit away, it goes through a set of small numbers.

    Example:
        >>> lowest_bit(0b10100), lowest_bit(0b10100 & 0b10011), lowest_bit(0)
        (2, 4, -1)
    """
    return (word & -word).bit_length() - 1


def _like(state: TupleT, entries: list[object]) -> TupleT:
    plain: Any = tuple  # a subclass may give its own __new__ another signature
    made: TupleT = plain.__new__(type(state), entries)
    return made


def _check_entry(state: tuple[object, ...], index: int) -> None:
    if not -len(state) <= index < len(state):
        raise IndexError(
            f"{state!r} has no entry {index}: its {len(state)} entries are numbered from 0."
        )


def _check_digit(index: int, bits: int) -> None:
    if not 1 <= bits <= WORD_BITS:
        raise ValueError(f"a digit of {bits} bits: it takes 1 to {WORD_BITS} bits.")
    if index < 0 or (index + 1) * bits > WORD_BITS:
        raise IndexError(
            f"no digit {index}: a word of {WORD_BITS} bits has {WORD_BITS // bits} digits of "
            f"{bits} bits, numbered from 0."
        )
