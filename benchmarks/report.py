"""The table of the benchmark: for the terminal, and for the page of the documentation."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from benchmarks.contenders.cpp import OPTIONS, compiler_version
from benchmarks.problems import Task
from benchmarks.running import Row

YARDSTICK = "C++ tuned"
COLUMNS = (
    "contender",
    "seconds",
    "from - to",
    "/ C++",
    "expansions",
    "a second",
    "start",
    "compile",
    "bytes a state",
    "note",
)
WORDS = (0, len(COLUMNS) - 1)
"""The columns with words."""
BEGIN = "<!-- begin: written by python -m {} -->"
END = "<!-- end: written by python -m {} -->"


def version(package: str) -> str:
    """Give the version of a distribution; empty if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def rounded(number: float) -> str:
    """Write a positive number with three digits, or with more in front of the point."""
    decimals = 0
    while decimals < 6 and number < 10 ** (2 - decimals):
        decimals += 1
    return f"{number:,.{decimals}f}"


def line_of(row: Row, rounds: int, yardstick: float | None) -> list[str]:
    """Write a row as the cells of a table."""
    note = row.note
    if not note and len(row.times) < rounds:
        note = "one run" if len(row.times) == 1 else f"{len(row.times)} runs"
    name = row.contender.name
    if row.contender.package:
        name = f"{name} {version(row.contender.package)}".rstrip()
    seconds, expanded = row.seconds, row.expanded
    if seconds is None:
        return [name, *[""] * (len(COLUMNS) - 2), note]
    return [
        name,
        rounded(seconds),
        f"{rounded(min(row.times))} - {rounded(max(row.times))}" if len(row.times) > 1 else "",
        rounded(seconds / yardstick) if yardstick else "",
        "" if expanded is None else f"{expanded:,}",
        "" if expanded is None else f"{expanded / seconds:,.0f}",
        "" if row.start_up is None else rounded(row.start_up),
        rounded(row.compiling) if row.compiling else "",
        "" if row.bytes_per_state is None else f"{row.bytes_per_state:,.0f}",
        note,
    ]


def lines_of(rows: Sequence[Row], rounds: int) -> list[list[str]]:
    """Write the rows of one problem."""
    own = [row.seconds for row in rows if row.contender.name == YARDSTICK]
    return [line_of(row, rounds, own[0] if own else None) for row in rows]


def machine(load: float) -> list[tuple[str, str]]:
    """Say on what was measured; the load is that of the machine before."""
    try:
        facts = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    models = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    packages = ("numba", "numpy", "nographs", "networkx", "rustworkx", "astar", "simpleai", "aima3")
    versions = [f"{name} {version(name)}" for name in (*packages, "didppy") if version(name)]
    return [
        ("Processor", f"{models[0] if models else platform.processor()}, {os.cpu_count()} cores"),
        ("System", f"{platform.system()} {platform.machine()}"),
        ("Busy processors before the run", f"{load:.1f}"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("Compiler", f"{compiler_version() or 'no g++'}, {' '.join(OPTIONS)}"),
        ("Packages", ", ".join(versions) or "none of them"),
    ]


def table(
    columns: Sequence[str], lines: Sequence[Sequence[str]], left: Collection[int] = (0,)
) -> list[str]:
    """Write a table in Markdown; ``left`` are the columns with words."""
    sides = ["---" if position in left else "---:" for position in range(len(columns))]
    rows = [columns, sides, *lines]
    return ["| " + " | ".join(row) + " |" for row in rows]


def page_part(
    tasks: Sequence[Task],
    rows: Mapping[str, Sequence[Row]],
    *,
    rounds: int,
    limit: float,
    load: float,
) -> str:
    """Write the part of the page that holds what was measured.

    Args:
        tasks: The problems.
        rows: What the contenders did about each.
        rounds: How often they were asked.
        limit: The seconds that a run was given.
        load: How busy the machine was before.
    """
    parts = [*(f"- **{name}:** {words}" for name, words in machine(load)), ""]
    rounds_said = "One round" if rounds == 1 else f"Medians of {rounds} rounds"
    parts += [f"{rounds_said}, all contenders in turn. A run was given {limit:.0f} s."]
    for task in tasks:
        parts += [
            "",
            f"### {task.title}",
            "",
            *table(COLUMNS, lines_of(rows[task.name], rounds), WORDS),
        ]
    return "\n".join(parts)


def write_page(page: Path, part: str, command: str = "benchmarks") -> None:
    """Put the part in the place of the one that the page has, between the lines of the command.

    Raises:
        ValueError: The page has no place for it.
    """
    text = page.read_text(encoding="utf-8")
    begin, end = BEGIN.format(command), END.format(command)
    before, found, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found and found_end):
        raise ValueError(f"{page} needs the two lines {begin!r} and {end!r}")
    page.write_text(f"{before}{begin}\n\n{part}\n\n{end}{after}", encoding="utf-8")
