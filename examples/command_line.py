"""What the example scripts share: options, what is said of limits, and exit codes.

Every script takes any number of files ("-" is standard input), solves each of them, and tells by
its exit code what came of it:

====  =======================================================================
0     each input was solved or decided
1     one was proved to have no solution
2     one could not be read or understood
3     a limit ended one before it was decided
130   Ctrl-C
====  =======================================================================

With several inputs the worst counts (130, then 2, 3, 1, 0), and the others are still done. Two more
codes say that the script itself did not get through: 141 when the reader of its output has gone
(``| head``), and 70 for a fault of its own.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, ParamSpec, Protocol, TextIO, TypeVar

from examples.inputs import InputError, display_name
from searchkit import (
    CheckError,
    CompileError,
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
    Statistics,
)

T = TypeVar("T")
P = ParamSpec("P")

SOLVED, NO_SOLUTION, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

CRASHED, OUTPUT_CLOSED = 70, 141
"""A fault of the script itself, as BSD numbers it, and what a shell reports of any program whose
output was closed before its end."""

_FROM_BEST_TO_WORST = (SOLVED, NO_SOLUTION, LIMIT, BAD_INPUT, INTERRUPTED)


class OrderedHashable(Ordered, Hashable, Protocol):
    """A state that any of the duplicate checks takes."""


class ReachedLimit(NamedTuple):
    """Which limit ended a search, in words that a sentence can go on with."""

    limit: str
    """Such as ``--max-expanded 3; 3 states expanded, 7 stored``."""
    way_out: str
    """A sentence: what to do about it."""


class HasOutcome(Protocol):
    """What ``exit_status`` needs: a result of a search, or of counting paths."""

    @property
    def outcome(self) -> Outcome:
        """How the search stands."""
        ...


def plain_parser(name: str, description: str) -> argparse.ArgumentParser:
    """Make a parser that knows ``--help`` alone, for a script that reads no files."""
    return argparse.ArgumentParser(
        prog=f"python -m examples.{name}",
        description=description,
        epilog="Exit codes: 0 solved, 1 proved to have no solution, 2 bad input, 130 Ctrl-C.",
        allow_abbrev=False,
    )


def argument_parser(name: str, description: str) -> argparse.ArgumentParser:
    """Make a parser with the options that all scripts with files have; a script adds its own.

    The parsed arguments have the attributes ``files``, ``duplicates``, ``max_expanded``,
    ``max_stored``, ``seconds``, ``progress``, ``json`` and ``ascii``. A wrong option ends the
    script with exit code 2.
    """
    parser = plain_parser(name, description)
    parser.epilog = (
        "Exit codes: 0 solved, 1 proved to have no solution, 2 bad input, 3 ended by a limit, "
        "130 Ctrl-C."
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
        "--json",
        action="store_true",
        help="print one JSON document per input, each on one line; "
        'of a bad input it holds the message, as "error"',
    )
    output.add_argument("--ascii", action="store_true", help="print plain ASCII only")
    return parser


def add_compiled_option(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--compiled``, for a script whose searches can be compiled."""
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="compile the search, which takes some seconds and makes it many times faster (needs "
        "the package numba)",
    )


def parse_arguments(
    parser: argparse.ArgumentParser, words: Sequence[str] | None = None
) -> argparse.Namespace:
    """Parse the command line; files may stand before, between and behind the options.

    What stands behind ``--`` is a file in any case.
    """
    words = sys.argv[1:] if words is None else list(words)
    # In Python 3.11 parse_intermixed_args does not know "--".
    end = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_intermixed_args(words[:end])
    arguments.files = [*arguments.files, *words[end + 1 :]]
    if arguments.duplicates == "linear" and getattr(arguments, "compiled", False):
        parser.error("--compiled goes with --duplicates hash, sorted or none")
    return arguments


def duplicate_check(name: str) -> DuplicateCheck[OrderedHashable]:
    """Return the duplicate check that the option ``--duplicates`` names."""
    checks: dict[str, Callable[[], DuplicateCheck[OrderedHashable]]] = {
        "none": NoCheck,
        "linear": LinearCheck,
        "sorted": SortedCheck,
        "hash": HashCheck,
    }
    return checks[name]()


def limits(arguments: argparse.Namespace, without_check: Limits | None = None) -> Limits:
    """Return the limits that the options ask for.

    Args:
        arguments: the parsed command line.
        without_check: what holds with ``--duplicates none`` if no option sets a limit.
    """
    given = Limits(
        expanded=arguments.max_expanded, stored=arguments.max_stored, seconds=arguments.seconds
    )
    if without_check is not None and arguments.duplicates == "none" and given == Limits():
        return without_check
    return given


def reached_limit(
    arguments: argparse.Namespace, statistics: Statistics, without_check: Limits | None = None
) -> ReachedLimit:
    """Say which limit ended a search, and what to do about it.

    Args:
        arguments: the parsed command line.
        statistics: those of the search.
        without_check: as for ``limits``.
    """
    given = limits(arguments)
    if without_check is not None and limits(arguments, without_check) != given:
        return ReachedLimit(
            f"{counted(statistics.stored, 'state')} stored, the most without a duplicate check "
            "unless an option sets a limit",
            f"Set a limit of your own, such as --max-stored {2 * statistics.stored}, or use a "
            "duplicate check.",
        )
    work = f"{counted(statistics.expanded, 'state')} expanded, {statistics.stored} stored"
    reached = [
        option
        for option, limit, used in (
            (f"--max-expanded {given.expanded}", given.expanded, statistics.expanded),
            (f"--max-stored {given.stored}", given.stored, statistics.stored),
            (f"--seconds {given.seconds or 0:g}", given.seconds, statistics.seconds),
        )
        if limit is not None and used >= limit
    ]
    return ReachedLimit(
        "; ".join([*reached, work]),
        "Raise the limit, or use a duplicate check."
        if arguments.duplicates == "none"
        else "Raise the limit.",
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


def counted(number: int, what: str) -> str:
    """Return a number with what is counted, such as "1 step" and "2 steps"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def guarded(main: Callable[P, int]) -> Callable[P, int]:
    """Decorate the main function of a script, so that however it ends, the exit code is true.

    Ctrl-C ends it with a word on stderr. When the reader of stdout has gone (``| head``), it ends
    quietly, with ``OUTPUT_CLOSED``; when stdout cannot be written for another reason, such as a
    full disk, with a message. Any other error is a fault of the script: it is printed with its
    traceback, and the code is ``CRASHED``, not Python's own 1, which here means "proved to have
    no solution".
    """

    @functools.wraps(main)
    def guarded_main(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            try:
                return main(*args, **kwargs)
            finally:
                _flush_output()  # here a closed pipe or a full disk is noticed, after --help too
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

    return guarded_main


def run_inputs(
    inputs: Iterable[T],
    solve: Callable[[T], int],
    *,
    named: Callable[[T], str] = str,
    error_document: Callable[[T, str], Mapping[str, object]] | None = None,
) -> int:
    """Solve each input and return the worst exit code.

    An ``InputError`` is printed on stderr, counts as bad input, and does not keep the others from
    being solved. Ctrl-C ends at once. Everything else is as in ``guarded``.

    Args:
        inputs: the names of the inputs, or whatever stands for them.
        solve: what to do with each; it returns an exit code.
        named: gives the name of an input, for messages.
        error_document: with ``--json``, makes the document of an input that could not be solved
            out of the input and the message.
    """

    @guarded
    def run_all() -> int:
        worst = SOLVED
        for each in inputs:
            status, message = _outcome_of(each, solve, named)
            if message and error_document is not None:
                print(json.dumps(error_document(each, message)))
            _flush_output()  # so that the message stands after the output before it
            if message:
                print(f"error: {message}", file=sys.stderr)
            worst = max(worst, status, key=_FROM_BEST_TO_WORST.index)
            if worst == INTERRUPTED:
                break
        return worst

    return run_all()


def _outcome_of(each: T, solve: Callable[[T], int], named: Callable[[T], str]) -> tuple[int, str]:
    try:
        return solve(each), ""
    except InputError as error:
        return BAD_INPUT, str(error)
    except (CheckError, CompileError, MissingExtraError) as error:  # of --compiled
        return BAD_INPUT, f"{display_name(named(each))}: {error}"
    except MemoryError:
        message = (
            f"{display_name(named(each))}: not enough memory; set a limit, such as --max-stored"
        )
        return LIMIT, message


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


def _flush_output() -> None:
    stream: TextIO | None = sys.stdout
    if stream is not None:  # a process may have no stdout
        stream.flush()


def _discard_output() -> None:
    # Python flushes stdout once more when it ends, which would report the broken pipe after all.
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
