"""The pages of the mazes and the puzzles are true: every command in them is run again."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import textwrap
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "docs/examples" / f"{name}.md" for name in ("jumping_maze", "classics", "sliding_tiles")
]

BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, kind: str) -> list[tuple[str, str]]:
    """The title and text of each block of a kind."""
    text = page.read_text("utf-8")
    return [(title, body) for of_kind, title, body in BLOCK.findall(text) if of_kind == kind]


def commands(page: Path) -> list[tuple[str, str]]:
    """Each command with the output that the page shows for it."""
    lines = "".join(body for _, body in blocks(page, "console")).splitlines()
    shown: list[tuple[str, str]] = []
    for is_command, group in groupby(lines, lambda line: line.startswith("$ ")):
        if is_command:
            shown += [(line[2:], "") for line in group]
        else:
            shown[-1] = (shown[-1][0], "\n".join(group))
    return shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    for title, body in blocks(page, "text"):
        if title:
            (tmp_path / title).write_text(body, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    status = 0
    shown = commands(page)
    assert len(shown) >= 5
    for command, expected in shown:
        if command == "echo $?":
            assert str(status) == expected
            continue
        python, *words = shlex.split(command)
        assert python == "python"
        done = subprocess.run(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
            cwd=tmp_path,
            env=environment,
        )
        status = done.returncode
        assert re.fullmatch(pattern(expected), done.stdout), f"{command}:\n{done.stdout}"


def pattern(expected: str) -> str:
    """A line of three dots stands for any number of lines."""
    return "".join(
        r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in expected.splitlines()
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_stands_in_the_examples(page: Path) -> None:
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "examples").rglob("*.py"))]
    quoted = [body for _, body in blocks(page, "python")]
    assert quoted
    for body in quoted:
        for indentation in ("", "    "):
            if any(textwrap.indent(body, indentation) in source for source in sources):
                break
        else:
            pytest.fail(f"this code is in none of the examples:\n{body}")
