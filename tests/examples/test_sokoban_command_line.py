"""``python -m examples.sokoban``: what it prints, its options and its exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import examples.sokoban
from examples.sokoban.__main__ import main
from examples.sokoban.level_files import read_level
from examples.sokoban.watch import watch
from searchkit import Limits

Capture = pytest.CaptureFixture[str]

ARTICLE_TXT = Path(examples.sokoban.__file__).parent / "article.txt"

SMALL = "######\n#@ $.#\n######\n"
UNSOLVABLE = "#####\n#@_.#\n#_$_#\n#####\n"
OPEN = "#####\n#@$.\n#####\n"

# Ten boxes in a wide room: breadth-first search would go on for hours.
ENDLESS = """
#############
#@          #
# $ $ $ $ $ #
#           #
# $ $ $ $ $ #
#           #
#.......... #
#############
"""

PROVED = "No answer.\nThis is a proof: everything was tried, and the level cannot be solved.\n"
LIMITED = (
    "No answer so far: a limit ended the search.\n"
    "Whether the level can be solved is not known. The limit: "
)

ARTICLE_ANSWER = (
    "[3,6,U] [2,6,L] [2,5,L] [3,2,D] [4,2,D] [5,2,D] [4,5,R] [4,6,U] [3,6,U] [6,2,R] [2,4,L] "
    "[3,4,D] [4,4,D] [2,6,L] [2,5,L] [2,4,D] [6,3,L] [6,2,R] [2,3,R] [6,3,L] [6,2,U] [5,2,U] "
    "[4,2,U] [5,4,D] [2,4,R] [3,4,D] [4,4,D] [2,5,L] [2,4,D] [6,4,L] [6,3,L] [6,2,R] [6,3,R] "
    "[6,4,R] [6,5,R] [6,6,U] [5,6,U] [4,6,U] [5,4,D] [6,4,L] [6,3,L] [6,2,R] [6,3,R] [6,4,R] "
    "[6,5,R] [6,6,U]"
)

ARTICLE_START = """\
MICROCOSMOS 38, by Aymeric du Peloux

  #####
 ##   ###
 #      #
 #*#*#* #
 # #@$ ##
## # #.#
#      #
#   #  #
########

"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "levels.xsb"


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.mark.parametrize("options", [[], ["--duplicates", "sorted"]])
def test_the_articles_level_is_the_default(options: list[str], capsys: Capture) -> None:
    assert run(*options) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"{ARTICLE_START}{ARTICLE_ANSWER}\n")
    assert "\n46 pushes, 190 moves (no solution has fewer pushes)\n" in output
    (moves,) = re.findall(r"^[lurdLURD]+$", output, re.MULTILINE)
    assert len(moves) == 190
    assert sum(map(str.isupper, moves)) == 46


def test_the_articles_letters_are_read(capsys: Capture) -> None:
    assert run(ARTICLE_TXT) == 0
    assert f"\n{ARTICLE_ANSWER}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "options", "status", "answer"),
    [
        (SMALL, [], 0, "[1,3,R]\n\n1 push, 2 moves (no solution has fewer pushes)\nrR\n"),
        (
            SMALL,
            ["--model", "coordinates"],
            0,
            "[1,3,R]\n\n1 push, 2 moves (no solution has fewer moves)\nrR\n",
        ),
        (SMALL, ["--algorithm", "depth-first"], 0, "[1,3,R]\n\n1 push, 2 moves\nrR\n"),
        (SMALL, ["--algorithm", "a-star"], 0, "1 push, 2 moves (no solution has fewer pushes)\n"),
        (SMALL, ["--duplicates", "none"], 0, "1 push, 2 moves (no solution has fewer pushes)\n"),
        (SMALL, ["--duplicates", "linear"], 0, "1 push, 2 moves (no solution has fewer pushes)\n"),
        ("#####\n#@ *#\n#####", [], 0, "Solved already: nothing has to be pushed.\n\n0 pushes"),
        (UNSOLVABLE, [], 1, f"{PROVED}\n3 states expanded, 3 stored, in "),
        (UNSOLVABLE, ["--algorithm", "a-star"], 1, PROVED),
        (UNSOLVABLE, ["--model", "coordinates"], 1, PROVED),
        (
            UNSOLVABLE,
            ["--max-expanded", "1"],
            3,
            f"{LIMITED}--max-expanded 1; 1 state expanded, 3 stored. Raise the limit.\n",
        ),
        (UNSOLVABLE, ["--seconds", "0"], 3, f"{LIMITED}--seconds 0; 0 states expanded, 1 stored."),
        (
            SMALL,
            ["--algorithm", "depth-first", "--depth-limit", "0"],
            3,
            "No answer of at most 0 steps.\nWhether there is a longer one is not known: raise --dep",
        ),
    ],
)
def test_answers(
    text: str, options: list[str], status: int, answer: str, file: Path, capsys: Capture
) -> None:
    file.write_text(text)
    assert run(file, *options) == status
    output = capsys.readouterr().out
    board = text.strip().replace("_", " ")
    assert output.startswith(f"{file}\n\n{board}\n\n")
    assert f"\n{answer}" in output


def test_without_a_check_the_search_ends_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for module in ("solving", "__main__"):
        monkeypatch.setattr(f"examples.sokoban.{module}.TREE_LIMIT", Limits(stored=5000))
    assert run("--duplicates", "none") == 3
    output = capsys.readouterr().out
    assert ", 5000 stored, in " in output
    assert "The limit: 5000 states stored, the most without a duplicate check" in output
    assert "such as --max-stored 10000, or use a duplicate check." in output


def test_all_levels_of_all_files_are_done_and_the_worst_counts(
    file: Path, tmp_path: Path, capsys: Capture
) -> None:
    file.write_text(f"; first\n{SMALL}\n; second\n{OPEN}\n; third\n{UNSOLVABLE}")
    assert run(tmp_path / "missing", file) == 2
    output = capsys.readouterr()
    assert re.findall(r".*: (.*)\n\n#", output.out) == ["first", "third"]
    missing, open_board = output.err.splitlines()
    assert missing.startswith(f"error: {tmp_path / 'missing'}: there is no such file")
    assert open_board.startswith(f"error: {file}, level 2: the board is open: the player can ")


@pytest.mark.parametrize(("number", "status"), [(1, 0), (2, 2), (3, 1)])
def test_one_level_can_be_picked(number: int, status: int, file: Path, capsys: Capture) -> None:
    file.write_text(f"{SMALL}\n{OPEN}\n{UNSOLVABLE}")
    assert run(file, "--level", number) == status
    output = capsys.readouterr()
    assert f"{file}, level {number}" in output.out + output.err


@pytest.mark.parametrize("number", [0, 4])
def test_a_level_that_is_not_there(number: int, file: Path, capsys: Capture) -> None:
    file.write_text(f"{SMALL}\n{SMALL}\n{SMALL}")
    assert run(file, "--level", number) == 2
    assert capsys.readouterr().err == (
        f"error: {file}: there is no level {number}. Choose one from 1 to 3.\n"
    )


def test_json(file: Path, capsys: Capture) -> None:
    file.write_text(f"{SMALL}Title: café\nAuthor: Jo\n\n{UNSOLVABLE}\n{OPEN}", encoding="utf-8")
    assert run(file, "--json") == 2
    output, errors = capsys.readouterr()
    first, second, third = map(json.loads, output.splitlines())
    statistics: dict[str, Any] = first.pop("statistics")
    assert first == {
        "file": str(file),
        "level": 1,
        "title": "café",
        "author": "Jo",
        "model": "push",
        "algorithm": "breadth-first",
        "duplicates": "hash",
        "outcome": "found",
        "optimal": True,
        "pushes": [[1, 3, "R"]],
        "moves": "rR",
    }
    assert statistics["expanded"] == 1
    assert (second["outcome"], second["optimal"]) == ("exhausted", False)
    assert second["pushes"] is second["moves"] is None
    assert errors == f"error: {third.pop('error')}\n"
    assert third == {"file": str(file), "level": 3, "title": "", "author": ""}


def test_json_of_files_that_cannot_be_read(file: Path, capsys: Capture) -> None:
    file.write_text("no level")
    assert run("missing", "--json", file, "--level", 7, "-", "-") == 2
    output, errors = capsys.readouterr()
    documents = [json.loads(line) for line in output.splitlines()]
    names = ["missing", str(file), "standard input", "standard input"]
    assert [document["file"] for document in documents] == names
    assert errors == "".join(f"error: {document['error']}\n" for document in documents)


def test_moves_in_the_file_are_checked(file: Path, capsys: Capture) -> None:
    file.write_text(f"{SMALL}rR\nrRR\n")
    assert run(file, "--check") == 1
    assert capsys.readouterr().out == (
        f"{file}\n"
        "rR: solved: 1 push, 2 moves\n"
        "rRR: illegal: move 3 (R) pushes the box at row 1, column 4 into the wall at row 1, "
        "column 5\n"
    )
    file.write_text(f"{SMALL}2r\nrRx\n2(r\n")
    assert run(file, "--check") == 1
    assert capsys.readouterr().out == (
        f"{file}\n"
        "2r: solved: 1 push, 2 moves\n"
        "rRx: illegal: move 3 is 'x', which is none of l, u, r and d\n"
        "2(r: illegal: an opening parenthesis has no closing one\n"
    )
    file.write_text(f"{SMALL}\nSolution\nrr\n")
    assert run(file, "--check", "--json") == 0
    assert json.loads(capsys.readouterr().out)["checked"] == [
        {"moves": "rr", "solved": True, "verdict": "solved: 1 push, 2 moves"}
    ]
    file.write_text(SMALL)
    assert run(file, "--check") == 2
    assert "there are no moves to check" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--depth-limit", "3"], "--depth-limit goes with --algorithm depth-first only"),
        (["--watch", "--json"], "--watch goes neither with --json nor with --check"),
        (["--watch", "--check"], "--watch goes neither with --json nor with --check"),
        (["--level", "-1"], "'-1' is not a whole number from 0 on"),
        (["--level", "one"], "'one' is not a whole number from 0 on"),
        (["--delay", "inf"], "'inf' is not a number of seconds from 0 on"),
        (["--delay", "soon"], "'soon' is not a number of seconds from 0 on"),
        (["--model", "tiles"], "'coordinates'"),
    ],
)
def test_wrong_options(words: list[str], message: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as exit_:
        run(*words)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


# Watching

FRAMES = [
    "######\n#@ $.#\n######\n0 moves, 0 pushes\n",
    "######\n# @$.#\n######\n1 move, 0 pushes (r)\n",
    "######\n#  @*#\n######\n2 moves, 1 push (R)\n",
]


def test_frames_stand_one_below_another_where_there_is_no_terminal(
    file: Path, capsys: Capture
) -> None:
    file.write_text(SMALL)
    started = time.monotonic()
    assert run(file, "--watch", "--delay", "100") == 0
    assert time.monotonic() - started < 10
    assert capsys.readouterr().out.endswith("seconds\n\n" + "\n".join(FRAMES))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("lines", "between"), [(24, "\x1b[4F\x1b[J"), (4, "\n")])
def test_a_terminal_shows_the_frames_in_one_place_if_it_is_high_enough(
    lines: int, between: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("COLUMNS", "80")
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    terminal = Terminal()
    watch(read_level(SMALL), "rR", delay=0.25, output=terminal)
    assert terminal.getvalue() == between.join(FRAMES)
    assert pauses == [0.25, 0.25]


# As a program


def test_titles_that_the_output_cannot_show_do_no_harm(file: Path, project: Path) -> None:
    file.write_text(f"{SMALL}Title: café\n", encoding="utf-8")
    for options, encoding, title in [
        ([], "utf-8", "café"),
        ([], "ascii", r"caf\xe9"),
        (["--ascii"], "utf-8", r"caf\xe9"),
    ]:
        output = subprocess.run(
            [sys.executable, "-m", "examples.sokoban", file, *options],
            cwd=project,
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
            capture_output=True,
            check=True,
        ).stdout
        assert output.decode(encoding).startswith(f"{file}: {title}\n")


def test_the_page_shows_what_the_program_prints(project: Path, tmp_path: Path) -> None:
    page = (project / "docs/examples/sokoban.md").read_text(encoding="utf-8")
    blocks = re.findall(
        r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```', page, re.MULTILINE | re.DOTALL
    )
    for name, text in ((name, text) for _, name, text in blocks if name):
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = [text.split("\n", 1) for language, _, text in blocks if language == "console"]
    assert len(shown) > 4
    for command, output in shown:
        if "coordinates" in command:
            continue  # it takes long, and another test knows the numbers
        printed = subprocess.run(
            [sys.executable, *command.removeprefix("$ python ").split()],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(project)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        ).stdout
        seconds = r"in \d+\.\d\d seconds"
        assert re.sub(seconds, "", printed) == re.sub(seconds, "", output), command


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("script", ["sokoban", "jumping_maze", "resolution"])
def test_ctrl_c_while_the_input_is_typed(script: str, project: Path) -> None:
    program = (
        f"from examples.{script}.__main__ import main; print('ready', flush=True); "
        "raise SystemExit(main(['-']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == ("", "interrupted\n")
    assert process.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_with_130_and_does_no_further_level(project: Path, file: Path) -> None:
    file.write_text(f"{ENDLESS}\n{SMALL}")
    process = subprocess.Popen(
        [sys.executable, "-m", "examples.sokoban", file],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == f"{file}, level 1\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "No answer so far: the search was stopped." in output
    assert "level 2" not in output
