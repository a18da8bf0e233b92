"""Throughput by the number of stored states: searchkit compiled, and tuned C++.

    python -m benchmarks.scaling --rounds 3

Breadth-first searches of the 3x4 sliding puzzle (239,500,800 states) that stop at so many stored
states. Prints a table, plots docs/images/throughput.svg and writes both into docs/benchmarks.md.
It takes minutes and, for 20 million states, up to 2 GB of memory.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.__main__ import PAGE, progress
from benchmarks.contenders import cpp, searchkit_compiled
from benchmarks.measuring import show
from benchmarks.problems import SHARED, scaling_task
from benchmarks.report import rounded, table, write_page
from benchmarks.running import Row, run_task

SIZES = (200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000)
SMALL_SIZES = (1_000, 5_000)
PLOT = PAGE.parent / "images" / "throughput.svg"


def throughput(row: Row) -> float | None:
    """Give the stored states a second."""
    stored = row.answers[0].states if row.answers else None
    return None if row.seconds is None or stored is None else stored / row.seconds


def lines_of(rows: Mapping[int, Sequence[Row]]) -> list[list[str]]:
    """Write a line a contender: millions of states a second, and the last over the first."""
    lines: list[list[str]] = []
    for each in zip(*rows.values(), strict=True):
        speeds = [throughput(row) for row in each]
        first, last = speeds[0], speeds[-1]
        quotient = rounded(last / first) if first and last else next(r.note for r in each if r.note)
        cells = [rounded(speed / 1e6) if speed else "" for speed in speeds]
        lines.append([each[0].contender.name, *cells, quotient])
    return lines


def plot(rows: Mapping[int, Sequence[Row]], file: Path) -> None:
    """Draw the curves.

    Raises:
        ImportError: matplotlib is not installed.
    """
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.use("svg")
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    matplotlib.rcParams.update({"svg.hashsalt": "searchkit", "svg.fonttype": "none"})
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for each in zip(*rows.values(), strict=True):
        speeds = {size: throughput(row) for size, row in zip(rows, each, strict=True)}
        points = [(size, speed / 1e6) for size, speed in speeds.items() if speed]
        if points:
            axes.plot(*zip(*points, strict=True), marker="o", label=each[0].contender.name)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("states stored")
    axes.set_ylabel("million states a second")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(file, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, print, plot and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (default 3)")
    parser.add_argument("--small", action="store_true", help="few states, to see that it works")
    parser.add_argument("--page", type=Path, help="the page to write (default: none if --small)")
    parser.add_argument("--plot", type=Path, help="the image to write (default: none if --small)")
    arguments = parser.parse_args(words)
    programs = [
        *searchkit_compiled.contenders(),
        *(each for each in cpp.contenders(SHARED) if each.name == "C++ tuned"),
    ]
    sizes = SMALL_SIZES if arguments.small else SIZES
    rows: dict[int, list[Row]] = {}
    for size in (sizes[-1], *sizes):  # the largest first, and again: it warms the memory up
        rows[size] = run_task(
            scaling_task(size),
            programs,
            rounds=arguments.rounds,
            limit=600,
            progress=progress if sys.stderr.isatty() else lambda _: None,
        )
    rows = {size: rows[size] for size in sizes}
    columns = ["program", *(f"{size:,}" for size in sizes), "last / first"]
    lines = lines_of(rows)
    show("Million states a second, by the number of states stored", columns, lines)
    image = arguments.plot or (None if arguments.small else PLOT)
    if image is not None:
        plot(rows, image)
        print(f"plotted to {image}")
    page = arguments.page or (None if arguments.small else PAGE)
    if page is not None:
        part = [
            "![Throughput by the number of states stored](images/throughput.svg)",
            "",
            f"Million states a second, median of {arguments.rounds}:",
            "",
            *table(columns, lines),
        ]
        write_page(page, "\n".join(part), "benchmarks.scaling")
        print(f"written to {page}")


if __name__ == "__main__":
    main()
