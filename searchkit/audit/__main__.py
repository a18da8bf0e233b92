"""The script: ``python -m searchkit.audit module:attribute``.

The attribute is a state, a state class that can be made without arguments, a `Problem`, or a
function that gives one of these. Exit codes: 0 no fault was found (warnings do not count), 1 some
were, 2 there is no such problem, or one of its functions failed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from searchkit.audit.auditor import DEFAULT_LIMITS, DEFAULT_SEEDS, audit
from searchkit.audit.target import load, named
from searchkit.errors import SearchkitError
from searchkit.limits import Limits

CLEAN, FINDINGS, BAD_INPUT = 0, 1, 2


def main(words: Sequence[str] | None = None) -> int:
    """Audit what the words name, print the report, and return the exit code."""
    arguments = _parser().parse_args(words)
    try:
        limits = Limits(
            expanded=arguments.max_expanded,
            stored=arguments.max_stored,
            seconds=arguments.seconds,
        )
        problem: Any = load(arguments.problem)
        key = None if arguments.key is None else named(arguments.key)
        report = audit(
            problem,
            limits=limits,
            key=key,
            hash_seeds=None if arguments.no_processes else DEFAULT_SEEDS,
            name=arguments.problem,
            compiled=arguments.compiled,
        )
    except (SearchkitError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:  # noqa: BLE001  the user's own code
        print(f"error: {arguments.problem} failed: {_failure(error)}", file=sys.stderr)
        return BAD_INPUT
    print(report)
    failed = report.errors or (arguments.strict and report.findings)
    return FINDINGS if failed else CLEAN


def _failure(error: Exception) -> str:
    """Say what went wrong in somebody's code, at which place and for which state."""
    text = "".join(traceback.format_exception_only(error)).strip()
    places = traceback.extract_tb(error.__traceback__)
    if places:
        last = places[-1]
        text += f"\n  in {last.name}, line {last.lineno} of {last.filename}: {last.line}"
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m searchkit.audit",
        description="Look for mistakes in a problem of your own: its states, steps, costs, "
        "heuristic and key.",
        epilog="Exit codes: 0 no fault found, 1 faults found, 2 bad input.",
    )
    parser.add_argument(
        "problem",
        metavar="module:attribute",
        help="a state, a state class that needs no arguments, a Problem, or a function that gives "
        "one of these",
    )
    parser.add_argument("--key", metavar="module:function", help="examine this key function, too")
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="compile the problem, too, and compare what its functions give",
    )
    parser.add_argument(
        "--max-expanded",
        metavar="N",
        type=int,
        default=DEFAULT_LIMITS.expanded,
        help="how many states to expand (default %(default)s)",
    )
    parser.add_argument(
        "--max-stored",
        metavar="N",
        type=int,
        default=DEFAULT_LIMITS.stored,
        help="how many states to store (default %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        metavar="X",
        type=float,
        default=DEFAULT_LIMITS.seconds,
        help="about how long it may take (default %(default)s)",
    )
    parser.add_argument(
        "--no-processes",
        action="store_true",
        help="start no fresh processes to look for a dependence on the hash seed",
    )
    parser.add_argument("--strict", action="store_true", help="warnings count as faults")
    return parser


if __name__ == "__main__":
    sys.exit(main())
