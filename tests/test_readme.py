"""The listing of the README is a program that runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path as FilePath

import pytest

EXPECTED = """\
Jugs(five=0, three=0)
Jugs(five=5, three=0)
Jugs(five=2, three=3)
Jugs(five=2, three=0)
Jugs(five=0, three=2)
Jugs(five=5, three=2)
Jugs(five=4, three=3)
"""
PROMISED = """\
from typing import Iterator, NamedTuple
from searchkit import breadth_first_search
class Jugs(NamedTuple): # a 5- and a 3-litre jug: measure 4 litres
five: int = 0
three: int = 0
def next_states(self) -> "Iterator[Jugs]":
five, three = self
yield Jugs(5, three)
yield Jugs(five, 3)
yield Jugs(0, three)
yield Jugs(five, 0)
pour = min(five, 3 - three)
yield Jugs(five - pour, three + pour)
pour = min(three, 5 - five)
yield Jugs(five + pour, three - pour)
def is_goal(self) -> bool:
return self.five == 4
print(*breadth_first_search(Jugs()).path, sep="\\n")
"""


def listings(file: FilePath) -> list[str]:
    """The Python listings of a Markdown page."""
    return re.findall(
        r"^```python\n(.*?)^```$", file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_the_first_listing_is_the_example(project: FilePath) -> None:
    """Word for word: what is read is what is run."""
    example = (project / "examples" / "water_jugs.py").read_text(encoding="utf-8")
    assert listings(project / "README.md")[0] == example


@pytest.mark.parametrize("how", ["module", "listing"])
def test_the_listing_runs(project: FilePath, how: str) -> None:
    command = (
        ["-m", "examples.water_jugs"]
        if how == "module"
        else ["-c", listings(project / "README.md")[0]]
    )
    done = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr, done.returncode) == (EXPECTED, "", 0)


def test_the_listing_is_short(project: FilePath) -> None:
    """Twenty lines of code, as promised."""
    lines = [line for line in listings(project / "README.md")[0].splitlines() if line.strip()]
    assert len(lines) <= 21


def test_it_is_the_listing_that_was_promised(project: FilePath) -> None:
    """Only the layout may ever differ (blank lines, space before a comment), not a word."""
    listing = listings(project / "README.md")[0]
    lines = [re.sub(r" +", " ", line.strip()) for line in listing.splitlines()]
    assert [line for line in lines if line] == PROMISED.splitlines()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/index.md"])
def test_nothing_is_installed_from_an_index(project: FilePath, page: str) -> None:
    """The name belongs to somebody else there."""
    text = (project / page).read_text(encoding="utf-8")
    assert not re.search(r"pip install ['\"]?searchkit", text)
