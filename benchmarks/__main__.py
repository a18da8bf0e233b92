"""Everybody in one run: searchkit, other libraries, loops by hand and C++.

    python -m benchmarks --rounds 5

Prints one table and writes it into docs/benchmarks.md, which says what is measured and how. Every
contender must give the right answer. One that is not installed, cannot state a problem or runs out
of time is a row that says so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contenders.everybody import contenders
from benchmarks.measuring import show
from benchmarks.problems import SHARED, tasks
from benchmarks.report import COLUMNS, WORDS, lines_of, page_part, write_page
from benchmarks.running import Row, run_task

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default 5)")
    parser.add_argument("--small", action="store_true", help="tiny problems, to see that it works")
    parser.add_argument(
        "--only",
        metavar="PROBLEM",
        action="append",
        default=[],
        help="a name, or its beginning; may be repeated",
    )
    parser.add_argument(
        "--contender",
        metavar="NAME",
        action="append",
        default=[],
        help="a part of the name; may be repeated",
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=60,
        help="seconds for a run, and for all rounds of a contender on a problem (default 60)",
    )
    parser.add_argument(
        "--shared",
        type=Path,
        default=SHARED,
        help="folder of the frozen C++ programs and the 9x9 level",
    )
    parser.add_argument(
        "--page",
        type=Path,
        help="the page to write (default docs/benchmarks.md after a whole run, else none)",
    )
    return parser


def progress(words: str) -> None:
    """Say on the line of the terminal what is being done."""
    print(f"\r{words:<79.79}", end="", file=sys.stderr, flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, print and write."""
    parser = _parser()
    arguments = parser.parse_args(words)
    problems = tasks(small=arguments.small, shared=arguments.shared)
    chosen = [
        task
        for task in problems
        if not arguments.only or any(task.name.startswith(name) for name in arguments.only)
    ]
    every = [
        each
        for each in contenders(arguments.shared)
        if not arguments.contender or any(name in each.name for name in arguments.contender)
    ]
    if not chosen:
        parser.error(f"the problems are {', '.join(task.name for task in problems)}")
    if not every:
        parser.error("the contenders are " + ", ".join(c.name for c in contenders()))
    told = ["--shared", str(arguments.shared), *["--small"] * arguments.small]
    load = os.getloadavg()[0]
    rows: dict[str, list[Row]] = {}
    for task in chosen:
        rows[task.name] = run_task(
            task,
            every,
            rounds=arguments.rounds,
            limit=arguments.limit,
            words=told,
            progress=progress if sys.stderr.isatty() else lambda _: None,
        )
    lines = [
        [task.name, *line]
        for task in chosen
        for line in lines_of(rows[task.name], arguments.rounds)
    ]
    left = (0, *(column + 1 for column in WORDS))
    show(f"Everybody, median of {arguments.rounds}", ["problem", *COLUMNS], lines, left)
    whole = not (arguments.small or arguments.only or arguments.contender)
    page = arguments.page or (PAGE if whole else None)
    if page is not None:
        write_page(
            page, page_part(chosen, rows, rounds=arguments.rounds, limit=arguments.limit, load=load)
        )
        print(f"written to {page}")


if __name__ == "__main__":
    main()
