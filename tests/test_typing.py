"""What mypy and pyright say of tests/typing: what they accept, infer and reject, line by line.

In ``rejected`` a line that must be rejected ends in ``# error:`` and the checkers that reject it.
Where one is missing there, the run-time check that catches it is tried below.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path as FilePath
from typing import Any

import pytest

from searchkit import CheckError, Problem, ProblemError, SearchkitError

TYPING = FilePath(__file__).parent / "typing"
PROJECT = TYPING.parent.parent
ACCEPTED = TYPING / "accepted.py"
REJECTED = sorted((TYPING / "rejected").glob("*.py"))
FILES = [*sorted(TYPING.glob("accepted*.py")), *REJECTED]

Errors = dict[tuple[str, int], list[str]]


def installed(name: str) -> None:
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")


@pytest.fixture(scope="session")
def mypy_errors(tmp_path_factory: pytest.TempPathFactory) -> Errors:
    installed("mypy")
    cache = tmp_path_factory.getbasetemp().parent / "mypy-cache"  # kept from run to run
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary"),
            *("--cache-dir", str(cache), "--no-pretty", "--hide-error-context"),
            *map(str, FILES),
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    errors: Errors = {}
    for line in done.stdout.splitlines():
        if match := re.match(r"(.*?):(\d+)(?::\d+)?: error: (.*)", line):
            place = (FilePath(match[1]).name, int(match[2]))
            errors.setdefault(place, []).append(match[3])
    return errors


@pytest.fixture(scope="session")
def pyright_errors(tmp_path_factory: pytest.TempPathFactory) -> Errors:
    installed("basedpyright")
    config = tmp_path_factory.mktemp("pyright") / "pyrightconfig.json"
    config.write_text(
        json.dumps(
            {
                "include": [str(TYPING)],
                "exclude": [],
                "extraPaths": [str(PROJECT)],
                "pythonVersion": "3.11",
                "typeCheckingMode": "strict",
            }
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "basedpyright", "--outputjson"),
            *("--pythonpath", sys.executable, "--project", str(config)),
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    errors: Errors = {}
    for found in json.loads(done.stdout)["generalDiagnostics"]:
        if found["severity"] == "error":
            place = (FilePath(found["file"]).name, found["range"]["start"]["line"] + 1)
            errors.setdefault(place, []).append(found["message"])
    return errors


def expected(checker: str) -> set[tuple[str, int]]:
    """The places whose comment names the checker."""
    places = set()
    for file in REJECTED:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            _, mark, names = line.partition("# error:")
            if mark and checker in names.split():
                places.add((file.name, number))
    return places


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_accepted(checker: str, request: pytest.FixtureRequest) -> None:
    errors: Errors = request.getfixturevalue(f"{checker}_errors")
    assert {place: said for place, said in errors.items() if place[0] == ACCEPTED.name} == {}


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_rejected(checker: str, request: pytest.FixtureRequest) -> None:
    errors: Errors = request.getfixturevalue(f"{checker}_errors")
    rejected = {place: said for place, said in errors.items() if place[0] != ACCEPTED.name}
    wanted = expected(checker)
    assert len(wanted) > 30
    assert {place: said for place, said in rejected.items() if place not in wanted} == {}
    assert wanted - rejected.keys() == set()


@pytest.mark.parametrize("file", REJECTED, ids=lambda file: file.name)
def test_every_mark_names_checkers(file: FilePath) -> None:
    """A misspelt mark would be a line that nobody looks at."""
    marks = re.findall(r"# error:(.*)", file.read_text(encoding="utf-8"))
    assert marks
    assert {mark.strip() for mark in marks} <= {"mypy pyright", "mypy", "pyright", ""}


def missed() -> list[tuple[str, str]]:
    """The lines that one checker, or both, let pass."""
    lines = []
    for file in REJECTED:
        for line in file.read_text(encoding="utf-8").splitlines():
            code, mark, names = line.partition("# error:")
            if mark and len(names.split()) < 2:
                lines.append((file.name, code.strip()))
    return lines


@pytest.fixture(scope="session")
def definitions() -> dict[str, dict[str, Any]]:
    """The names that each file of rejected lines defines, without those lines."""
    names: dict[str, dict[str, Any]] = {}
    for file in REJECTED:
        source = file.read_text(encoding="utf-8")
        good = [
            "" if "# error:" in line or line.startswith("for state in ") else line
            for line in source.splitlines()
        ]
        namespace: dict[str, Any] = {"__name__": f"rejected_{file.stem}"}
        sys.modules[namespace["__name__"]] = type(sys)(namespace["__name__"])
        exec(compile("\n".join(good), str(file), "exec"), namespace)
        names[file.name] = namespace
    return names


@pytest.mark.parametrize(("file", "line"), missed())
def test_what_a_checker_misses_is_caught_at_run_time(
    file: str, line: str, definitions: dict[str, dict[str, Any]]
) -> None:
    """Before the search, with an error of the library that names the way out."""
    with pytest.raises(SearchkitError) as raised:
        eval(line, definitions[file])
    assert isinstance(raised.value, CheckError | ProblemError)
    assert re.search(r"Use |needs|Define|To explore", str(raised.value))


def test_some_lines_are_missed() -> None:
    """The list above is not empty by accident."""
    assert len(missed()) >= 10
    assert not isinstance(Problem, str)
