"""The benchmark of everybody runs at its smallest; nothing here looks at the times."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as everybody
from benchmarks import compiled_forms, problems, report, running, scaling, worker
from benchmarks.contenders import CannotError, Run, cpp, searchkit_interpreted
from benchmarks.contenders.everybody import contenders
from benchmarks.problems import Answer
from searchkit import a_star_search, breadth_first_search

SMALLEST = ["--small", "--rounds", "1"]
NOT_THERE = ("not available: No module named", "its source, ", "g++ is not installed")
REFUSALS = ("needs the whole graph first", "does not have this problem", "A* runs on one thread")


@pytest.fixture
def rows_of(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[running.Row]]:
    """What is collected of the rows that a run makes, by problem."""
    rows: dict[str, list[running.Row]] = {}
    run_task = running.run_task

    def noted(task: problems.Task, *arguments: Any, **options: Any) -> list[running.Row]:
        rows[task.name] = run_task(task, *arguments, **options)
        return rows[task.name]

    monkeypatch.setattr(everybody, "run_task", noted)
    return rows


def test_everybody_gives_the_right_answer_or_says_why_not(
    rows_of: dict[str, list[running.Row]], capsys: pytest.CaptureFixture[str]
) -> None:
    everybody.main([*SMALLEST, "--only", "15"])
    shown = capsys.readouterr().out
    assert list(rows_of) == ["15-puzzle"]
    for rows in rows_of.values():
        assert [row.contender.name for row in rows] == [each.name for each in contenders()]
        for row in rows:
            assert row.contender.name in shown
            assert row.times or row.note.startswith((*NOT_THERE, *REFUSALS)), row
            assert not row.note or not row.times


def test_one_contender_on_all_problems(rows_of: dict[str, list[running.Row]]) -> None:
    everybody.main(["--small", "--rounds", "2", "--contender", "by hand", "--contender", "state"])
    assert list(rows_of) == [task.name for task in problems.tasks(small=True)]
    for row in (row for rows in rows_of.values() for row in rows):
        assert (len(row.times), row.note) == (2 * running.MOST, ""), row
        assert row.expanded
        assert row.start_up


BEGIN, END = report.BEGIN.format("benchmarks"), report.END.format("benchmarks")


def test_a_page_gets_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    everybody.main([*SMALLEST, "--only", "maze", "--contender", "by hand", "--page", str(page)])
    capsys.readouterr()
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| loop by hand | " in text
    assert "- **Processor:** " in text
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="needs the two lines"):
        report.write_page(page, "")


@pytest.mark.parametrize("command", ["benchmarks", "benchmarks.scaling"])
def test_the_page_of_the_documentation_has_the_place(command: str) -> None:
    text = everybody.PAGE.read_text(encoding="utf-8")
    assert text.count(report.BEGIN.format(command)) == text.count(report.END.format(command)) == 1


@pytest.mark.parametrize("words", [["--only", "chess"], ["--contender", "nobody"]])
def test_unknown_names_are_answered_with_the_known_ones(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        everybody.main(words)
    assert ("15-puzzle" if "--only" in words else "nographs") in capsys.readouterr().err


def test_cpp_programs_agree_with_each_other(tmp_path: Path) -> None:
    if not cpp.compiler_version():
        pytest.skip("g++ is not installed")
    programs = {each.name: each for each in cpp.contenders(tmp_path)}
    for task in problems.tasks(small=True):
        for name in ("C++ tuned", "C++ article's style"):
            solve = programs[name].prepare(task)
            answers = [solve(instance).answer for instance in task.instances]
            assert running.wrong(answers, task) == "", (name, answers)


def test_compiled_forms_interpreted_expand_what_tuned_cpp_expands(tmp_path: Path) -> None:
    """They state the same algorithm, so that the ratio of their times says something."""
    tuned = cpp.contenders(tmp_path)[0]
    for task in problems.tasks(small=True):
        search: Any = a_star_search if task.family == "fifteen" else breadth_first_search
        for instance in task.instances:
            problem, _ = compiled_forms.problem_of(task.family, instance)
            answer = searchkit_interpreted.answer_of(search(problem), explores=task.explores)
            assert running.wrong([answer], task) == "", (task.name, answer)
            if cpp.compiler_version():
                theirs = tuned.prepare(task)(instance).answer
                assert theirs.expanded == answer.expanded, task.name


def test_frozen_programs_that_are_not_there(tmp_path: Path) -> None:
    level = problems.tasks(shared=tmp_path)[3]
    assert "level_9x9.txt, is not on this machine" in level.missing
    frozen = cpp.contenders(tmp_path)[-1]
    with pytest.raises(CannotError, match="is not on this machine"):
        frozen.prepare(problems.tasks()[0])
    rows = running.run_task(level, [frozen], rounds=1, limit=1, progress=lambda _: None)
    assert [row.note for row in rows] == [level.missing]


def test_without_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CannotError, match="not installed"):
        cpp.contenders(tmp_path)[0].prepare(problems.tasks(small=True)[0])


def test_wrong_answers_are_told() -> None:
    board, tiles = problems.tasks(small=True)[:2]
    assert running.wrong([Answer(None, 360)], board) == ""
    assert running.wrong([Answer(None, 359)], board) == "wrong: 359 states instead of 360"
    assert running.wrong([Answer(5)], tiles) == "wrong: small has cost 5 instead of 4"


def test_a_contender_that_takes_too_long_or_fails_is_a_row() -> None:
    task = problems.tasks(small=True)[0]
    rows = running.run_task(
        task,
        [contenders()[0]],
        rounds=1,
        limit=0,
        words=["--small"],
        progress=lambda _: None,
    )
    assert rows[0].note == "stopped after 0 s"
    rows = running.run_task(
        task,
        [contenders()[0]._replace(name="of no such name")],
        rounds=1,
        limit=60,
        words=["--small"],
        progress=lambda _: None,
    )
    assert rows[0].note == "its process died"


@pytest.mark.parametrize(
    ("failure", "note"),
    [
        (CannotError("needs a graph"), "needs a graph"),
        (ImportError("No module named 'chess'"), "not available: No module named 'chess'"),
        (MemoryError(), "out of memory (4 GiB)"),
        (ValueError("odd"), "ValueError: odd"),
    ],
)
def test_a_worker_says_what_went_wrong(failure: Exception, note: str) -> None:
    def fail() -> dict[str, Any]:
        raise failure

    assert worker.attempt(fail) == {"cannot": note}


def test_a_worker_measures() -> None:
    (instance,) = problems.tasks(small=True)[0].instances
    line = worker.measured(lambda _: Run(Answer(1, 2, 3)), [instance, instance])
    assert line["answers"] == [[1, 2, 3], [1, 2, 3]]
    assert line["seconds"] > 0
    runs = iter([Run(Answer(1), 7.0, 8, 9.0, 10.0), Run(Answer(2), 70.0, 80, 90.0, 10.0)])
    assert worker.measured(lambda _: next(runs), [instance, instance]) == {
        "answers": [[1, None, None], [2, None, None]],
        "seconds": 77.0,
        "grown": 80,
        "start_up": 90.0,
        "compiling": 10.0,
    }


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (12345.6, "12,346"),
        (123.4, "123"),
        (12.34, "12.3"),
        (1.234, "1.23"),
        (0.1234, "0.123"),
        (0.01234, "0.0123"),
        (0.001234, "0.00123"),
        (0.0000012, "0.000001"),
    ],
)
def test_numbers_in_the_table(number: float, text: str) -> None:
    assert report.rounded(number) == text


def test_scaling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "benchmarks.scaling"
    page = tmp_path / "page.md"
    page.write_text(f"{report.BEGIN.format(command)}\n{report.END.format(command)}\n")
    scaling.main([*SMALLEST, "--page", str(page)])
    shown = capsys.readouterr().out
    for name in (
        "searchkit, compiled, one thread",
        "searchkit, compiled, two threads",
        "C++ tuned",
    ):
        assert name in shown
        assert f"| {name} | " in page.read_text()


def test_curves_are_plotted(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    rows = {
        size: [running.Row(each, "", [0.5], [Answer(None, size)]) for each in contenders()[:2]]
        for size in (100, 1000)
    }
    scaling.plot(rows, tmp_path / "curves.svg")
    drawn = (tmp_path / "curves.svg").read_text(encoding="utf-8")
    assert "million states a second" in drawn
    assert contenders()[1].name in drawn
    assert scaling.lines_of(rows)[0][1:] == ["0.000200", "0.00200", "10.0"]
