from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import attrs
import pytest

from examples import command_line, inputs
from searchkit import (
    HashCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    Problem,
    SortedCheck,
    breadth_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PARSER = command_line.argument_parser("some_puzzle", "Solves some puzzle.")


def test_options_have_defaults() -> None:
    assert vars(PARSER.parse_args([])) == {
        "files": [],
        "duplicates": "hash",
        "max_expanded": None,
        "max_stored": None,
        "seconds": None,
        "progress": False,
        "json": False,
        "ascii": False,
    }


def test_options_are_read() -> None:
    words = "a - --duplicates none --max-expanded 0 --max-stored 7 --seconds 0.5 --json --ascii"
    arguments = PARSER.parse_args(words.split())
    assert arguments.files == ["a", "-"]
    assert arguments.duplicates == "none"
    assert arguments.json
    assert arguments.ascii
    assert command_line.limits(arguments) == Limits(expanded=0, stored=7, seconds=0.5)


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("a --json b", ["a", "b"]),
        ("--max-stored 7 a --json b --ascii -", ["a", "b", "-"]),
        ("-- --json a", ["--json", "a"]),
        ("a --ascii -- -b -- c", ["a", "-b", "--", "c"]),
        ("--json", []),
    ],
)
def test_files_and_options_in_any_order(words: str, files: list[str]) -> None:
    assert command_line.parse_arguments(PARSER, words.split()).files == files


@pytest.mark.parametrize("words", [["a", "--none", "b"], ["--max-stored", "--", "7"]])
def test_wrong_options_between_files(words: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        command_line.parse_arguments(PARSER, words)
    assert exit_.value.code == command_line.BAD_INPUT


@pytest.mark.parametrize(
    ("words", "expanded", "stored", "limit", "way_out"),
    [
        (
            "--max-expanded 3",
            3,
            7,
            "--max-expanded 3; 3 states expanded, 7 stored",
            "Raise the limit.",
        ),
        (
            "--max-stored 7 --max-expanded 9 --seconds 60",
            1,
            7,
            "--max-stored 7; 1 state expanded, 7 stored",
            "Raise the limit.",
        ),
        (
            "--seconds 0.5 --duplicates none",
            1,
            2,
            "--seconds 0.5; 1 state expanded, 2 stored",
            "Raise the limit, or use a duplicate check.",
        ),
        (
            "--duplicates none",
            9,
            10,
            "10 states stored, the most without a duplicate check unless an option sets a limit",
            "Set a limit of your own, such as --max-stored 20, or use a duplicate check.",
        ),
    ],
)
def test_the_limit_that_ended_it_is_named(
    words: str, expanded: int, stored: int, limit: str, way_out: str
) -> None:
    arguments = PARSER.parse_args(words.split())
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n < 0)
    statistics = breadth_first_search(problem, limits=Limits(expanded=1)).statistics
    statistics = attrs.evolve(statistics, expanded=expanded, stored=stored, seconds=1.0)
    without_check = Limits(stored=10)
    reached = command_line.reached_limit(arguments, statistics, without_check)
    assert reached == (limit, way_out)


def test_without_a_check_a_limit_holds_if_none_is_given() -> None:
    without_check = Limits(stored=10)
    for words, expected in [
        ("", Limits()),
        ("--duplicates none", without_check),
        ("--duplicates none --seconds 1", Limits(seconds=1)),
    ]:
        arguments = PARSER.parse_args(words.split())
        assert command_line.limits(arguments, without_check) == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--max-expanded", "-1"], "'-1' is not a whole number from 0 on"),
        (["--max-stored", "many"], "'many' is not a whole number from 0 on"),
        (["--seconds", "nan"], "'nan' is not a number of seconds from 0 on"),
        (["--seconds", "-2"], "'-2' is not a number of seconds from 0 on"),
        (["--duplicates", "trie"], "'hash'"),
        (["--dup", "hash"], "--dup"),  # abbreviations would break when an option is added
    ],
)
def test_wrong_options_exit_with_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        PARSER.parse_args(words)
    assert exit_.value.code == command_line.BAD_INPUT
    assert message in capsys.readouterr().err


def test_duplicate_checks_have_their_names() -> None:
    names = ("none", "linear", "sorted", "hash")
    kinds = [type(command_line.duplicate_check(name)) for name in names]
    assert kinds == [NoCheck, LinearCheck, SortedCheck, HashCheck]


def test_there_is_an_observer_only_with_progress() -> None:
    assert command_line.observer(PARSER.parse_args([])) is None
    assert command_line.observer(PARSER.parse_args(["--progress"])) is not None


class Ended(NamedTuple):
    """What is asked of a result."""

    outcome: Outcome
    ended: Outcome


@pytest.mark.parametrize(
    ("outcome", "ended", "status"),
    [
        (Outcome.FOUND, Outcome.FOUND, 0),
        (Outcome.FOUND, Outcome.EXHAUSTED, 0),
        (Outcome.FOUND, Outcome.LIMIT, 0),
        (Outcome.FOUND, Outcome.STOPPED, 130),  # Ctrl-C while more solutions were looked for
        (Outcome.EXHAUSTED, Outcome.EXHAUSTED, 1),
        (Outcome.CUTOFF, Outcome.CUTOFF, 3),
        (Outcome.LIMIT, Outcome.LIMIT, 3),
        (Outcome.STOPPED, Outcome.STOPPED, 130),
    ],
)
def test_exit_status(outcome: Outcome, ended: Outcome, status: int) -> None:
    assert command_line.exit_status(Ended(outcome, ended)) == status


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"1 2\n3 4\n", "1 2\n3 4\n"),
        (b"\xef\xbb\xbf1\r\n2\r3\n", "1\n2\n3\n"),  # UTF-8 mark, all three kinds of line ends
        ("1 é\r\n".encode("utf-16"), "1 é\n"),  # what PowerShell 5 writes with `>`
        ("caf\u00e9".encode(), "caf\u00e9"),
        ("caf\u00e9".encode("latin-1"), "caf\u00e9"),
        (b"", ""),
    ],
)
def test_read_text_decodes(data: bytes, text: str, tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_bytes(data)
    assert inputs.read_text(str(file)) == text


def test_read_text_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf1 2\r\n")))
    assert inputs.read_text("-") == "1 2\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("3 4\n"))
    assert inputs.read_text("-") == "3 4\n"
    with pytest.raises(inputs.InputError, match=r"^standard input was read already; name it"):
        inputs.read_text("-")
    monkeypatch.setattr(sys, "stdin", None)  # a process without standard input
    with pytest.raises(inputs.InputError, match=r"^standard input: cannot be read"):
        inputs.read_text("-")


def test_read_text_names_the_file_and_the_way_out(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    with pytest.raises(inputs.InputError, match=r"missing\.txt: there is no such file"):
        inputs.read_text(str(missing))
    with pytest.raises(inputs.InputError, match="this is a directory; name a file"):
        inputs.read_text(str(tmp_path))
    with pytest.raises(inputs.InputError, match="cannot be read"):
        inputs.read_text("a\0b")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_read_text_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("1")
    file.chmod(0)
    with pytest.raises(inputs.InputError, match="permission to read it is missing"):
        inputs.read_text(str(file))


@pytest.mark.parametrize(
    ("statuses", "worst"),
    [
        ([], 0),
        ([0, 0], 0),
        ([0, 1, 0], 1),
        ([1, 3, 1], 3),
        ([3, 2, 3], 2),
        ([2, 1], 2),
        ([0, 130], 130),
    ],
)
def test_run_inputs_returns_the_worst(statuses: list[int], worst: int) -> None:
    rest = iter(statuses)
    assert command_line.run_inputs(map(str, statuses), lambda _: next(rest)) == worst
    assert not list(rest)


def test_run_inputs_goes_on_after_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    def solve(name: str) -> int:
        if name == "bad":
            raise inputs.InputError("bad: line 3: wrong; write it right")
        print("solved", name)
        return command_line.SOLVED

    assert command_line.run_inputs(["bad", "good"], solve) == command_line.BAD_INPUT
    assert capsys.readouterr() == ("solved good\n", "error: bad: line 3: wrong; write it right\n")


def test_bad_input_has_a_document_too(capsys: pytest.CaptureFixture[str]) -> None:
    def solve(number: int) -> int:
        if number == 1:
            raise inputs.InputError("wrong")
        raise MemoryError

    status = command_line.run_inputs(
        [1, 2],
        solve,
        named=lambda number: f"level {number}",
        error_document=lambda number, message: {"level": number, "error": message},
    )
    assert status == command_line.BAD_INPUT
    output, errors = capsys.readouterr()
    no_memory = "level 2: not enough memory; set a limit, such as --max-stored"
    assert [json.loads(line) for line in output.splitlines()] == [
        {"level": 1, "error": "wrong"},
        {"level": 2, "error": no_memory},
    ]
    assert errors == f"error: wrong\nerror: {no_memory}\n"


def test_a_guarded_script_without_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert command_line.guarded(lambda: command_line.SOLVED)() == command_line.SOLVED
    assert inputs.display_name("a") == "a"


def _fill_memory(_: str) -> int:
    raise MemoryError


def _fill_disk(_: str) -> int:
    raise OSError(28, "No space left on device")


def _fail(_: str) -> int:
    return 1 // 0


@pytest.mark.parametrize(
    ("solve", "status", "message"),
    [
        (_fill_memory, 3, "error: a: not enough memory; set a limit, such as --max-stored"),
        (_fill_disk, 2, "error: the output cannot be written ([Errno 28] No space left"),
        (_fail, 70, "ZeroDivisionError"),  # not 1, which would be taken for a proof
    ],
)
def test_failures_are_not_taken_for_proofs(
    solve: Callable[[str], int], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run_inputs(["a"], solve) == status
    assert message in capsys.readouterr().err


def _raise_keyboard_interrupt(_: str) -> int:
    raise KeyboardInterrupt


def _return_interrupted(_: str) -> int:
    return command_line.INTERRUPTED


@pytest.mark.parametrize("interrupted", [_raise_keyboard_interrupt, _return_interrupted])
def test_ctrl_c_ends_at_once(interrupted: Callable[[str], int]) -> None:
    done: list[str] = []

    def solve(name: str) -> int:
        done.append(name)
        return interrupted(name)

    assert command_line.run_inputs(["first", "second"], solve) == command_line.INTERRUPTED
    assert done == ["first"]


BROKEN_PIPE = """
import sys
from examples import command_line, inputs
def solve(name):
    print("a line of output " * 1000)
    return command_line.SOLVED
sys.exit(command_line.run_inputs(map(str, range(1000)), solve))
"""


def test_a_broken_pipe_is_quiet() -> None:
    command = [sys.executable, "-c", BROKEN_PIPE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as script:
        assert script.stdout is not None
        assert script.stderr is not None
        script.stdout.read(10)
        script.stdout.close()
        assert script.stderr.read() == b""
        assert script.wait(timeout=60) == command_line.OUTPUT_CLOSED


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("plain", "ascii", True),
        ("┌─┐", "utf-8", True),
        ("┌─┐", "ascii", False),
        ("┌─┐", "cp437", True),
        ("→", "latin-1", False),
    ],
)
def test_can_show(text: str, encoding: str, *, shown: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert command_line.can_show(text, stream) is shown
    assert not command_line.can_show("→", io.StringIO())  # a stream that names no encoding


def test_display_name_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert inputs.display_name("-") == "standard input"
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert inputs.display_name("caf\u00e9.txt") == "caf\\xe9.txt"
