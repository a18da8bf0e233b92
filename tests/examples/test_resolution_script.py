"""The script: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from examples.resolution import ProofLine, check_proof, cnf, parse_board
from examples.resolution.__main__ import EXAMPLE, main

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]

ANSWER = """\
the example board: 70 clauses (prime implicates) over 13 hidden cells

  1 ? . 2 . 1      1 * . 2 . 1   * mine
  2 . 3 2 ? 1      2 . 3 2 n 1   s safe
  1 . ? 2 2 1  ->  1 . s 2 2 1   n neither follows
  1 1 2 . . 1      1 1 2 . . 1
  . . 1 2 . ?      . . 1 2 . s

row 0, column 1: mine (11 clauses expanded)
row 1, column 4: neither follows (65 clauses expanded)
row 2, column 2: safe (64 clauses expanded)
row 4, column 5: safe (74 clauses expanded)
"""


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def documents(capsys: Capture) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_example_board(capsys: Capture) -> None:
    assert main([]) == 0
    assert capsys.readouterr() == (ANSWER, "")


@pytest.mark.parametrize("encoding", ["prime", "truth-table"])
@pytest.mark.parametrize("order", ["shortest", "queue", "stack", "sorted"])
def test_options_change_the_work_and_not_the_answer(
    order: str, encoding: str, capsys: Capture
) -> None:
    assert main(["--json", "--all", "--order", order, "--encoding", encoding]) == 0
    (document,) = documents(capsys)
    assert document["marked"] == [
        "1 * * 2 n 1",
        "2 s 3 2 n 1",
        "1 * s 2 2 1",
        "1 1 2 * n 1",
        "s s 1 2 n s",
    ]
    assert (document["order"], document["encoding"]) == (order, encoding)
    assert document["consistent"] is True


@pytest.mark.parametrize(
    ("check", "status"),
    [("subsumption", 0), ("hash", 0), ("sorted", 0), ("linear", 0), ("none", 3)],
)
def test_each_check_can_be_chosen(check: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a check the clauses of a board in which neither follows never come to an end."""
    feed(monkeypatch, "1 ?\n. 1")
    assert main(["-", "--duplicates", check, "--max-expanded", "200"]) == status


def test_what_follows_is_no_verdict_while_the_numbers_may_disagree(capsys: Capture) -> None:
    assert main(["--max-expanded", "30"]) == 3
    output = capsys.readouterr().out
    assert "Whether any way to lay the mines agrees with all numbers: unknown (limit)." in output
    assert "row 0, column 1: unknown (limit): mine, if the numbers agree at all (41" in output
    assert output.endswith(
        "\nThe limit was --max-expanded 30, for each search by itself. Raise it.\n"
    )
    assert main(["--max-expanded", "30", "--json"]) == 3
    (document,) = documents(capsys)
    assert document["consistent"] is None
    assert document["cells"][0]["verdict"] == "unknown"
    assert document["cells"][0]["if_consistent"] == "mine"


def test_all_limits_are_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    feed(monkeypatch, "1 ?\n. 1")
    options = "--duplicates none --max-stored 50 --max-expanded 200 --seconds 60"
    assert main(["-", *options.split()]) == 3
    assert capsys.readouterr().out.endswith(
        "\nThe limit was --max-expanded 200 or --max-stored 50 or --seconds 60, for each search by "
        "itself. Raise it, or use a duplicate check.\n"
    )


def test_json_of_bad_inputs(tmp_path: Path, capsys: Capture) -> None:
    board = tmp_path / "brettspiel-ü"
    board.write_text("x")
    assert main(["missing", "--json", str(board), "--ascii"]) == 2
    output, errors = capsys.readouterr()
    first, second = (json.loads(line) for line in output.splitlines())
    assert first["input"] == "missing"
    assert second["input"] == str(board).replace("ü", r"\xfc")
    assert errors == f"error: {first['error']}\nerror: {second['error']}\n"


def test_no_check_without_a_limit_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--duplicates", "none"])
    assert ended.value.code == 2
    assert "--duplicates none needs a limit (such as --seconds 10)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("board", "options", "status", "printed"),
    [
        ("1 ?", [], 0, "row 0, column 1: mine (2 clauses expanded)"),
        ("0 ?", [], 0, "row 0, column 1: safe (3 clauses expanded)"),
        ("?", [], 0, "row 0, column 0: neither follows (2 clauses expanded)"),
        ("1 .", [], 0, "No cell is asked about: write ? for a hidden cell, or use --all."),
        ("1 .", ["--all"], 0, "row 0, column 1: mine"),
        ("0", ["--all"], 0, "0 clauses (prime implicates) over 0 hidden cells"),
        ("0 0\n0 0", [], 0, "No cell is asked about"),
        ("1", [], 1, "Inconsistent: no way to lay the mines agrees with all numbers."),
        ("2 ?", [], 1, "Inconsistent"),
        ("1 0\n? .", [], 1, "Inconsistent"),
        (
            "1 1\n? .",
            ["--max-expanded", "1"],
            3,
            "row 1, column 0: unknown (limit) (2 clauses expanded)",
        ),
        ("1 1\n? .", ["--max-stored", "1"], 3, "row 1, column 0: unknown (limit)"),
        ("1 1\n? .", ["--seconds", "0"], 3, "Whether any way to lay the mines agrees with all "),
        ("1 ?\n. .", ["--max-expanded", "0"], 3, "u unknown (limit)"),
        ("", [], 2, "standard input: there is no board"),
        ("1 9", [], 2, "standard input, line 1 (row 0, column 1): '9' is not a cell"),
    ],
)
def test_boards_and_exit_codes(
    board: str,
    options: list[str],
    status: int,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    feed(monkeypatch, board)
    assert main(["-", *options]) == status
    output = capsys.readouterr()
    assert printed in (output.err if status == 2 else output.out)
    assert bool(output.err) == (status == 2)


def test_all_inputs_are_done_and_the_worst_counts(tmp_path: Path, capsys: Capture) -> None:
    texts = {"good": "1 ?", "inconsistent": "1", "bad": "x", "last": "0 ?"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    names = [str(tmp_path / name) for name in (*texts, "missing")]
    assert main(names[:2]) == 1
    assert main(["--max-expanded", "0", *names[:2]]) == 3
    capsys.readouterr()
    assert main([*names]) == 2
    output = capsys.readouterr()
    assert output.out.count("hidden cell") == 3
    assert "bad, line 1 (row 0, column 0): 'x'" in output.err
    assert "missing: there is no such file" in output.err


def test_json_is_one_document_a_line(tmp_path: Path, capsys: Capture) -> None:
    board = tmp_path / "board"
    board.write_text("2 .\n. ?")
    inconsistent = tmp_path / "inconsistent"
    inconsistent.write_text("2 ?")
    assert main(["--json", str(board), str(inconsistent)]) == 1
    first, second = documents(capsys)
    assert first == {
        "input": str(board),
        "rows": ["2 .", ". ?"],
        "marked": ["2 .", ". n"],
        "encoding": "prime",
        "order": "shortest",
        "variables": 3,
        "clauses": 4,
        "consistent": True,
        "interrupted": False,
        "refutations": None,
        "cells": [
            {
                "row": 1,
                "column": 1,
                "variable": 3,
                "verdict": "neither",
                "if_consistent": "neither",
                "expanded": 10,
                "proof": None,
            }
        ],
    }
    assert (second["consistent"], second["cells"]) == (False, [])


@pytest.mark.parametrize("encoding", ["prime", "truth-table"])
def test_proofs_in_json_can_be_checked_by_others(encoding: str, capsys: Capture) -> None:
    assert main(["--json", "--proof", "--all", "--encoding", encoding]) == 0
    (document,) = documents(capsys)
    clauses = cnf(document["rows"], "prime" if encoding == "prime" else "truth-table")
    proved = 0
    for cell in document["cells"]:
        assert (cell["proof"] is None) == (cell["verdict"] == "neither")
        if cell["proof"] is not None:
            literal = cell["variable"] if cell["verdict"] == "mine" else -cell["variable"]
            lines = [
                ProofLine(
                    line["number"], tuple(line["clause"]), tuple(line["premises"]), line["variable"]
                )
                for line in cell["proof"]
            ]
            check_proof(lines, [*clauses, (-literal,)])
            proved += 1
    assert proved == 9


def test_a_printed_proof(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    feed(monkeypatch, "1 ? 0")
    assert main(["-", "--proof"]) == 1
    assert (
        capsys.readouterr().out
        == """\
standard input: 2 clauses (prime implicates) over 1 hidden cell

  1 ? 0

Inconsistent: no way to lay the mines agrees with all numbers.

In the proofs, x1 says that there is a mine in the cell x1, and so on:

   1 x1  0

Proof that the numbers contradict each other:
    1.  not x1         the 0 at row 0, column 2
    2.  x1             the 1 at row 0, column 0
    3.  contradiction  1 and 2, on x1
"""
    )


def test_two_proofs_of_an_inconsistent_board(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    feed(monkeypatch, "0 2\n. .\n3 2")
    limited = ["-", "--encoding", "truth-table", "--max-expanded", "6", "--proof", "--all"]
    assert main(limited) == 1
    output = capsys.readouterr().out
    assert "Proof that x1 is a mine:" in output
    assert "Proof that x1 is safe:" in output


def test_plain_ascii(tmp_path: Path, capsys: Capture) -> None:
    board = tmp_path / "brettspiel-ü"
    board.write_text("1 ?")
    assert main(["--ascii", str(board)]) == 0
    assert capsys.readouterr().out.isascii()


def test_progress_goes_to_stderr(capsys: Capture) -> None:
    assert main(["--progress"]) == 0
    assert capsys.readouterr().out == ANSWER


def test_the_example_asks_about_each_kind_of_cell() -> None:
    board = parse_board(EXAMPLE.read_text("utf-8"))
    assert len(board.asked) == 4


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for child processes")
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_ends_it_with_what_is_known(tmp_path: Path, *, as_json: bool) -> None:
    board = tmp_path / "board"
    board.write_text("? . . . .\n. . . . .\n. . 4 . .\n. . . 4 .\n. . . . .")
    options = ["--encoding", "truth-table", "--order", "queue", *(["--json"] if as_json else [])]
    script = (
        "import sys; from examples.resolution.__main__ import main; print('ready', flush=True); "
        "sys.exit(main(sys.argv[1:]))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(board), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == ""
    if as_json:
        document = json.loads(output)
        assert document["interrupted"] is True
        assert document["consistent"] is None
    else:
        assert "Interrupted: the search was not finished" in output
        assert "unknown (interrupted)" in output


# --- the page ---------------------------------------------------------------------------------

BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_shows_what_the_script_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    status, printed, checked = 0, "", 0
    for kind, title, text in BLOCK.findall(
        (ROOT / "docs/examples/resolution.md").read_text("utf-8")
    ):
        if title:
            Path(title).write_text(text, encoding="utf-8")
        if kind != "console":
            continue
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            if command == "echo $?":
                printed = f"{status}\n"
            else:
                status = main(command.removeprefix("python -m examples.resolution").split())
                printed = "".join(capsys.readouterr())
            assert printed == expected, command
            checked += 1
    assert checked == 8


def test_the_page_quotes_the_code_as_it_is() -> None:
    sources = "".join(path.read_text("utf-8") for path in EXAMPLE.parent.glob("*.py"))
    page = (ROOT / "docs/examples/resolution.md").read_text("utf-8")
    quoted = [text for kind, _, text in BLOCK.findall(page) if kind == "python"]
    assert len(quoted) == 3
    for code in quoted:
        assert code in sources or textwrap.indent(code, "    ") in sources, code
