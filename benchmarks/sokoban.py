"""The article's Sokoban level, interpreted, against C++ written in the article's style.

    python -m benchmarks.sokoban --rounds 5

The yardstick is a C++ program that keeps each state twice, as the article's does. It is no part
of this project: give its source with ``--yardstick``, or put it at ``../shared/reference``. It is
compiled on the spot with g++. Without either of them the row says so.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measuring import seconds, show
from examples.sokoban import Position, PushModel, read_level
from searchkit import DuplicateCheck, HashCheck, SortedCheck, breadth_first_search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from examples.sokoban import Level

YARDSTICK = Path(__file__).parents[2] / "shared" / "reference" / "article_style.cpp"
SMALL_LEVEL = """\
#######
#.@ # #
#$* $ #
#   $ #
# ..  #
#  *  #
#######
"""
PUSHES = 46


def article_level() -> str:
    """Read the level that comes with the example."""
    return files("examples.sokoban").joinpath("article.xsb").read_text(encoding="utf-8")


def board_of(level: Level) -> str:
    """Draw a level in plain XSB, without title and blank lines."""
    return level.drawn() + "\n"


def build(source: Path, folder: Path) -> Path | str:
    """Compile the yardstick; where that is impossible, say why."""
    if not source.exists():
        return "no C++ source (see --yardstick)"
    compiler = shutil.which("g++")
    if compiler is None:
        return "g++ is not installed"
    program = folder / "yardstick"
    command = [compiler, "-O3", "-march=native", "-std=c++17", "-o", str(program), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return program if done.returncode == 0 else f"g++ failed: {done.stderr.splitlines()[:1]}"


def seconds_of(program: Path, level: Path) -> float:
    """Run the yardstick; give the seconds of the processor that it takes, as for our own search.

    It says itself, as ``t``, how long its search took on the clock; that counts where the
    operating system does not tell the time of a child.
    """
    before = os.times()
    done = subprocess.run([program, "p3", level], capture_output=True, text=True, check=True)
    after = os.times()
    spent = after.children_user - before.children_user
    return spent or float(json.loads(done.stdout)["t"])


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sokoban", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default 5)")
    parser.add_argument("--small", action="store_true", help="a tiny level, to see that it works")
    parser.add_argument("--yardstick", type=Path, default=YARDSTICK, help="the C++ source")
    arguments = parser.parse_args(words)
    level = read_level(SMALL_LEVEL if arguments.small else article_level())

    def solve(check: DuplicateCheck[Position]) -> None:
        result = breadth_first_search(PushModel(level).problem(), duplicates=check)
        assert len(result.path) == PUSHES or arguments.small, len(result.path)
        expanded.append(result.statistics.expanded)

    expanded: list[int] = []
    times: dict[str, list[float]] = {"HashCheck": [], "SortedCheck": []}
    cpp: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(arguments.yardstick, Path(folder))
        board = Path(folder) / "level.xsb"
        board.write_text(board_of(level), encoding="utf-8")
        for _ in range(arguments.rounds):
            times["HashCheck"].append(seconds(lambda: solve(HashCheck())))
            times["SortedCheck"].append(seconds(lambda: solve(SortedCheck())))
            if isinstance(program, Path):
                cpp.append(seconds_of(program, board))
    rows = [
        [
            f"searchkit, {check}",
            f"{median(each):.3f} s",
            f"{median(each) / median(cpp):.2f}" if cpp else "",
        ]
        for check, each in times.items()
    ]
    rows.append(
        ["C++ in the article's style", *([f"{median(cpp):.3f} s", "1"] if cpp else ["", ""])]
    )
    if isinstance(program, str):
        rows[-1][1] = f"not run: {program}"
    show(
        f"The {'small' if arguments.small else 'article'} level, breadth-first, "
        f"{expanded[0]:,} expansions, median of {arguments.rounds}",
        ["program", "time", "ratio"],
        rows,
    )


if __name__ == "__main__":
    main()
