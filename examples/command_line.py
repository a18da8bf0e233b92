"""What the example scripts share: options, reading inputs, and exit codes.

Every script takes any number of files ("-" is standard input), solves each of them, and tells by
its exit code what came of it:

====  =======================================================================
0     each input was solved or decided
1     one was proved to have no solution
2     one could not be read or understood
3     a limit ended one before it was decided
130   Ctrl-C
====  =======================================================================

With several inputs the worst counts (130, then 2, 3, 1, 0), and the others are still done.
"""

from __future__ import annotations

import argparse
import codecs
import math
import os
import sys
import traceback
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO

from searchkit import (
    DuplicateCheck,
    HashCheck,
    Limits,
    LinearCheck,
    MissingExtraError,
    NoCheck,
    Ordered,
    Outcome,
    ProgressBar,
    SortedCheck,
)

SOLVED, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

CRASHED, OUTPUT_CLOSED = 70, 141
"""A fault of the script itself, as BSD numbers it, and what a shell reports of any program whose
output was closed before its end."""

_FROM_BEST_TO_WORST = (SOLVED, NO_SOLUTION, LIMIT, BAD_INPUT, INTERRUPTED)


class InputError(Exception):
    """An input is wrong. The message names the file, the place and the way out."""


class OrderedHashable(Ordered, Hashable, Protocol):
    """A state that any of the duplicate checks takes."""


class HasOutcome(Protocol):
    """What ``exit_status`` needs: a result of a search, or of counting paths."""

    @property
    def outcome(self) -> Outcome:
        """How the search stands."""
        ...


def argument_parser(name: str, description: str) -> argparse.ArgumentParser:
    """Make a parser with the options that all scripts have; a script adds its own.

    The parsed arguments have the attributes ``files``, ``duplicates``, ``max_expanded``,
    ``max_stored``, ``seconds``, ``progress``, ``json`` and ``ascii``. A wrong option ends the
    script with exit code 2.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m examples.{name}",
        description=description,
        epilog="Exit codes: 0 solved, 1 proved to have no solution, 2 bad input, "
        "3 ended by a limit, 130 Ctrl-C.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help='files to solve; "-" is standard input'
    )
    parser.add_argument(
        "--duplicates",
        choices=("none", "linear", "sorted", "hash"),
        default="hash",
        help="how states met before are recognised (default: hash)",
    )
    limited = parser.add_argument_group("limits", "the search ends when one of them is reached")
    limited.add_argument("--max-expanded", type=_count, metavar="N", help="expand at most N states")
    limited.add_argument("--max-stored", type=_count, metavar="N", help="store at most N states")
    limited.add_argument("--seconds", type=_seconds, metavar="X", help="search for X seconds")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--progress", action="store_true", help="show the progress of the search on stderr"
    )
    output.add_argument(
        "--json", action="store_true", help="print one JSON document per input, each on one line"
    )
    output.add_argument("--ascii", action="store_true", help="print plain ASCII only")
    return parser


def duplicate_check(name: str) -> DuplicateCheck[OrderedHashable]:
    """Return the duplicate check that the option ``--duplicates`` names."""
    checks: dict[str, Callable[[], DuplicateCheck[OrderedHashable]]] = {
        "none": NoCheck,
        "linear": LinearCheck,
        "sorted": SortedCheck,
        "hash": HashCheck,
    }
    return checks[name]()


def limits(arguments: argparse.Namespace) -> Limits:
    """Return the limits that the options ask for."""
    return Limits(
        expanded=arguments.max_expanded, stored=arguments.max_stored, seconds=arguments.seconds
    )


def observer(arguments: argparse.Namespace) -> ProgressBar | None:
    """Return the progress bar if ``--progress`` was given.

    Raises:
        InputError: the package that draws it is not installed.
    """
    if not arguments.progress:
        return None
    try:
        return ProgressBar()
    except MissingExtraError as error:
        raise InputError(f"--progress: {error}") from error


def exit_status(result: HasOutcome) -> int:
    """Return the exit code for the outcome of a search.

    A search that Ctrl-C ended after it had found a solution counts as interrupted too: a script
    that wanted all of them has not got them.
    """
    if getattr(result, "ended", result.outcome) is Outcome.STOPPED:
        return INTERRUPTED
    return {
        Outcome.FOUND: SOLVED,
        Outcome.EXHAUSTED: NO_SOLUTION,
        Outcome.CUTOFF: LIMIT,
        Outcome.LIMIT: LIMIT,
        Outcome.STOPPED: INTERRUPTED,
    }[result.outcome]


def display_name(name: str) -> str:
    """Return how to name an input in what is printed, whatever the encoding of stdout."""
    if name == "-":
        return "standard input"
    encoding = sys.stdout.encoding or "ascii"
    return name.encode(encoding, "backslashreplace").decode(encoding)


def counted(number: int, what: str) -> str:
    """Return a number with what is counted, such as "1 step" and "2 steps"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def read_text(name: str) -> str:
    r"""Read a file, or standard input if the name is ``-``.

    The text is taken for UTF-8 (or UTF-16, if it opens with its byte order mark, as files written
    by PowerShell do), and for Latin-1 where it is not valid as such. A byte order mark is dropped,
    and every line ends with ``\n``.

    Raises:
        InputError: the file is missing, a directory, or cannot be read.
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


def run_inputs(names: Iterable[str], solve: Callable[[str], int]) -> int:
    """Solve each input and return the worst exit code.

    An ``InputError`` is printed on stderr, counts as bad input, and does not keep the others from
    being solved. Ctrl-C ends at once. When the reader of stdout has gone (``| head``), the script
    ends quietly, with ``OUTPUT_CLOSED``. Any other error is a fault of the script: it is printed
    with its traceback, and the code is ``CRASHED``, not Python's own 1, which here means "proved
    to have no solution".
    """
    worst = SOLVED
    try:
        for name in names:
            status = _status_of(name, solve)
            worst = max(worst, status, key=_FROM_BEST_TO_WORST.index)
            sys.stdout.flush()  # here a closed pipe or a full disk is noticed
            if worst == INTERRUPTED:
                break
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return OUTPUT_CLOSED
    except OSError as error:
        print(f"error: the output cannot be written ({error})", file=sys.stderr)
        _discard_output()
        return BAD_INPUT
    except Exception:  # noqa: BLE001
        traceback.print_exc()
        return CRASHED
    return worst


def _status_of(name: str, solve: Callable[[str], int]) -> int:
    try:
        return solve(name)
    except InputError as error:
        message, status = str(error), BAD_INPUT
    except MemoryError:
        message = f"{display_name(name)}: not enough memory; set a limit, such as --max-stored"
        status = LIMIT
    sys.stdout.flush()  # so that the message stands after the output before it
    print(f"error: {message}", file=sys.stderr)
    return status


def can_show(text: str, stream: TextIO) -> bool:
    """Tell whether the stream's encoding has all the characters of the text."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return number


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number >= 0:  # in this form it rejects NaN too
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 on")
    return number


def _standard_input() -> bytes:
    # A process may have no stdin, and a replaced one, as in tests, no bytes beneath.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise OSError("there is none")
    buffer: BinaryIO | None = getattr(stream, "buffer", None)
    return stream.read().encode() if buffer is None else buffer.read()


def _decode(data: bytes) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _discard_output() -> None:
    # Python flushes stdout once more when it ends, which would report the broken pipe after all.
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
