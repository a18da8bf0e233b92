"""The tables that tell Python which instructions an exception leads to.

numba reads try blocks out of them. From Python 3.12 on a comprehension is part of the function
around it and has entries there too. numba means to leave them out, overlooks those that an ``if``
or a call has split in two, and then loses exceptions without a word. So they are taken out before.

The form of a table is described in *Objects/exception_handling_notes.txt* of CPython: an entry is
four numbers (start, length, target, and twice the depth plus a flag), each in digits of six bits,
the highest first; a bit says that more digits follow, another that an entry begins.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType
from typing import Any, Final, NamedTuple

from searchkit.compiled.door import load

_DIGIT: Final = 0x3F
_MORE: Final = 0x40
_BEGINS: Final = 0x80

# what handlers begin with
_TRY: Final = "PUSH_EXC_INFO"
_GENERATOR: Final = "CALL_INTRINSIC_1"  # makes a RuntimeError of StopIteration

_bytecode: Any = load("numba.core.bytecode")


class Entry(NamedTuple):
    """Where an exception between two instructions leads; counted in words of two bytes."""

    start: int
    length: int
    target: int
    state: int


def entries_of(code: CodeType) -> list[Entry]:
    """Read the table of a function."""
    numbers = _numbers_in(code.co_exceptiontable)
    return [Entry(*four) for four in zip(numbers, numbers, numbers, numbers, strict=True)]


def table_of(entries: list[Entry]) -> bytes:
    """Write a table."""
    return b"".join(map(_bytes_of, entries))


def without_comprehensions(code: CodeType) -> CodeType:
    """Give the same code without the entries of comprehensions, here and in functions within.

    With ``try`` in it the code is left as it is. What is given is for numba alone: in Python, an
    exception in a comprehension would leave the variables outside that have the same names with
    other values.
    """
    if line_in_try(code) is not None:
        return code
    kept = [entry for entry in entries_of(code) if _handler(code, entry) == _GENERATOR]
    constants = tuple(
        without_comprehensions(part) if isinstance(part, CodeType) else part
        for part in code.co_consts
    )
    return code.replace(co_exceptiontable=table_of(kept), co_consts=constants)


def line_in_try(code: CodeType) -> int | None:
    """Give the first line within a ``try`` or ``with``, also of functions within; None without."""
    lines = [line_in_try(part) for part in code.co_consts if isinstance(part, CodeType)]
    starts = [2 * entry.start for entry in entries_of(code) if _handler(code, entry) == _TRY]
    lines += [line for first, end, line in code.co_lines() for at in starts if first <= at < end]
    return min((line for line in lines if line is not None), default=None)


def seems_to_catch(code: CodeType) -> bool:
    """Whether numba sees a try block in a function, or in one within it."""
    function = FunctionType(code, {}, closure=tuple(CellType() for _ in code.co_freevars))
    seen = _bytecode.ByteCode(_bytecode.FunctionIdentity.from_function(function))
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return bool(seen.exception_entries) or any(map(seems_to_catch, inner))


def _handler(code: CodeType, entry: Entry) -> str:
    """Give the name of the first instruction to which an exception leads."""
    return dis.opname[code.co_code[2 * entry.target]]


def _numbers_in(table: bytes) -> Iterator[int]:
    number = 0
    for byte in table:
        number = number << 6 | byte & _DIGIT
        if not byte & _MORE:
            yield number
            number = 0


def _bytes_of(entry: Entry) -> bytes:
    digits = bytearray(b"".join(map(_digits_of, entry)))
    digits[0] |= _BEGINS
    return bytes(digits)


def _digits_of(number: int) -> bytes:
    digits = [number & _DIGIT]
    while number := number >> 6:
        digits.append(number & _DIGIT | _MORE)
    return bytes(reversed(digits))
