"""Reading the inputs of the example scripts, and naming them in messages."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import BinaryIO, TextIO


class InputError(Exception):
    """An input is wrong. The message names the file, the place and the way out."""


def display_name(name: str) -> str:
    """Return how to name an input in what is printed, whatever the encoding of stdout."""
    if name == "-":
        return "standard input"
    stream: TextIO | None = sys.stdout
    encoding = (stream and stream.encoding) or "ascii"
    return name.encode(encoding, "backslashreplace").decode(encoding)


def read_text(name: str) -> str:
    r"""Read a file, or standard input if the name is ``-``.

    The text is taken for UTF-8 (or UTF-16, if it opens with its byte order mark, as files written
    by PowerShell do), and for Latin-1 where it is not valid as such. A byte order mark is dropped,
    and every line ends with ``\n``.

    Raises:
        InputError: the file is missing, a directory, or cannot be read; or standard input was
            read before.
    """
    try:
        data = _standard_input() if name == "-" else Path(name).read_bytes()
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file; check the name and the folder") from None
    except IsADirectoryError:
        raise InputError(f"{name}: this is a directory; name a file in it") from None
    except PermissionError:
        problem = (
            "this is a directory; name a file in it"  # Windows reports a directory in this way
            if Path(name).is_dir()
            else "permission to read it is missing"
        )
        raise InputError(f"{name}: {problem}") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise InputError(f"{display_name(name)}: cannot be read ({error})") from None
    return _decode(data).replace("\r\n", "\n").replace("\r", "\n")


# The standard input that was read to its end. (It is a stream, not a yes, since sys.stdin can be
# replaced by another.)
_read_before: list[TextIO] = []


def _standard_input() -> bytes:
    # A process may have no stdin, and a replaced one, as in tests, no bytes beneath.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise OSError("there is none")
    if any(stream is read for read in _read_before):
        raise InputError('standard input was read already; name it ("-") only once')
    buffer: BinaryIO | None = getattr(stream, "buffer", None)
    data = stream.read().encode() if buffer is None else buffer.read()
    _read_before[:] = [stream]
    return data


def _decode(data: bytes) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
