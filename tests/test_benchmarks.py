"""Each benchmark runs at its smallest; nothing here looks at the times."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import a_star, arrays, breadth_first, duplicate_checks, measuring, sokoban
from benchmarks.sliding_tiles import SMALL_STATES, START, STATES, next_tiles, use_rows

SMALLEST = ["--small", "--rounds", "1"]


@pytest.fixture(autouse=True)
def whole_board_again() -> Iterator[None]:
    """Undo what --small does to the table of neighbours."""
    yield
    assert use_rows(3) == STATES


@pytest.mark.parametrize(
    ("benchmark", "expected"),
    [
        (breadth_first, ["360 states", "functions over tuples", "one field", "nine fields"]),
        (a_star, ["searchkit", "nographs", "expansions"]),
        (arrays, ["360 states", "by hand, np.unique", "array_breadth_first_search", "layers=2"]),
        (duplicate_checks, ["LinearCheck", "SortedCheck", "HashCheck", "NoCheck"]),
        (sokoban, ["2,465 expansions", "HashCheck", "SortedCheck", "C++"]),
    ],
    ids=["breadth_first", "a_star", "arrays", "duplicate_checks", "sokoban"],
)
def test_prints_a_table_with_every_row(
    benchmark: ModuleType, expected: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark.main(SMALLEST)
    shown = capsys.readouterr().out
    assert [words for words in expected if words not in shown] == []


def test_sokoban_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sokoban.main([*SMALLEST, "--yardstick", str(tmp_path / "none.cpp")])
    assert "not run: no C++ source" in capsys.readouterr().out
    (tmp_path / "some.cpp").write_text("int main() {}")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    sokoban.main([*SMALLEST, "--yardstick", str(tmp_path / "some.cpp")])
    assert "not run: g++ is not installed" in capsys.readouterr().out


def test_a_star_says_that_nographs_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "nographs" else find_spec(name, *more),
    )
    a_star.main(SMALLEST)
    assert "not installed" in capsys.readouterr().out


def test_loops_by_hand_find_shortest_paths() -> None:
    """The yardstick must be a search, not something quicker."""
    goal = (3, 1, 2, 6, 4, 5, 0, 7, 8)
    path, states = breadth_first.loop_over_functions(START, next_tiles, lambda tiles: tiles == goal)
    assert path == [(0, *range(1, 9)), (3, 1, 2, 0, *range(4, 9)), goal]
    assert states < SMALL_STATES
    assert breadth_first.loop_over_functions(goal, next_tiles, goal.__eq__) == (
        [goal],
        1,
    )


def test_table_without_rich(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    measuring.show("Title", ["name", "time"], [["a", "1.5 s"], ["long name", "20 s"]])
    assert capsys.readouterr().out.splitlines() == [
        "Title",
        "name        time",
        "---------  -----",
        "a          1.5 s",
        "long name   20 s",
    ]
