"""What the benchmarks share: timing two things in turn, and printing a table."""

from __future__ import annotations

import gc
import importlib.util
import time
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


WIDE = 240


class Comparison(NamedTuple):
    """The seconds of a thing and of its yardstick, round by round."""

    measured: list[float]
    yardstick: list[float]

    @property
    def ratio(self) -> float:
        """The ratio of the medians."""
        return median(self.measured) / median(self.yardstick)

    @property
    def spread(self) -> tuple[float, float]:
        """The smallest and the largest ratio of two neighbours in time."""
        ratios = [a / b for a, b in zip(self.measured, self.yardstick, strict=True)]
        return min(ratios), max(ratios)


def seconds(function: Callable[[], object]) -> float:
    """Time one call, in seconds of the processor, so that other programs matter less.

    What earlier calls left behind is collected before, not within.
    """
    gc.collect()
    began = time.process_time()
    result = function()
    elapsed = time.process_time() - began
    del result  # freeing what was built is not part of the time
    return elapsed


def compare(
    pairs: Sequence[tuple[Callable[[], object], Callable[[], object]]], rounds: int
) -> list[Comparison]:
    """Time pairs (measured, yardstick) in turn, round by round, so that all meet the same weather.

    Which of a pair comes first changes from round to round.
    """
    comparisons = [Comparison([], []) for _ in pairs]
    for number in range(rounds):
        for (measured, yardstick), comparison in zip(pairs, comparisons, strict=True):
            if number % 2:
                comparison.measured.append(seconds(measured))
                comparison.yardstick.append(seconds(yardstick))
            else:
                comparison.yardstick.append(seconds(yardstick))
                comparison.measured.append(seconds(measured))
    return comparisons


def show(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[int] = (0,),
) -> None:
    """Print a table, with rich where it is installed; ``left`` are the columns with words."""
    if importlib.util.find_spec("rich") is None:
        _show_plainly(title, columns, rows, left)
        return
    from rich import box  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD)
    for position, column in enumerate(columns):
        table.add_column(column, justify="left" if position in left else "right")
    for row in rows:
        table.add_row(*row)
    print(title)
    console = Console(highlight=False)
    if not console.is_terminal:  # a file has room for all columns
        console.width = max(console.width, WIDE)
    console.print(table)


def _show_plainly(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int]
) -> None:
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    print(title)
    for row in (columns, ["-" * width for width in widths], *rows):
        cells = [
            cell.ljust(width) if position in left else cell.rjust(width)
            for position, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
