"""The Python in README and documentation is run, and prints what the pages say.

The convention is in CONTRIBUTING.md.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import re
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>\w*)[^\n]*\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = {
    "README.md": 2,
    "tutorial.md": 8,
    "duplicate-checks.md": 3,
    "choosing-a-search.md": 3,
    "how-it-works.md": 3,
    "auditing.md": 4,
    "teaching.md": 4,
    "arrays.md": 4,
    "compiled.md": 10,
}
"""The least number of blocks with Python on a page, so that none falls out of the net."""


def python_blocks(page: str) -> list[tuple[int, str, str]]:
    """The line, the code and the output of each block with Python."""
    blocks = list(BLOCK.finditer(page))
    found: list[tuple[int, str, str]] = []
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block["kind"] != "python":
            continue
        output = ""
        if following is not None and following["kind"] == "text":
            between = page[block.end() : following.start()]
            output = "" if between.strip() else following["body"]
        found.append((page.count("\n", 0, block.start("body")), block["body"], output))
    return found


def python_alone(blocks: list[tuple[int, str, str]]) -> list[str]:
    """The Python of a page, each line with the number that it has on the page."""
    lines: list[str] = []
    for line, code, _ in blocks:
        lines += ["\n"] * (line - len(lines)) + code.splitlines(keepends=True)
    return lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_page_prints_what_it_says(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = python_blocks(page.read_text(encoding="utf-8"))
    assert len(blocks) >= RUN.get(page.name, 0)
    module = types.ModuleType("page_" + page.stem.replace("-", "_"))
    monkeypatch.setitem(sys.modules, module.__name__, module)  # attrs and pickle look there
    lines = python_alone(blocks)  # for whoever asks for the source of a function
    monkeypatch.setitem(linecache.cache, str(page), (0, None, lines, str(page)))
    for line, code, expected in blocks:
        printed = io.StringIO()
        # newlines in front, so that a traceback names the line of the page
        program = compile("\n" * line + code, str(page), "exec", dont_inherit=True)
        with contextlib.redirect_stdout(printed):
            exec(program, module.__dict__)
        assert printed.getvalue() == expected, f"{page}, the block at line {line}"


def test_reads_blocks_and_their_output() -> None:
    words = "# A|```python|print(1)|```||```text|1|```|```sh|ls|```"
    words += "|```python|x = 1|```|in between|```text|2|```|"
    page = words.replace("|", "\n")
    assert python_blocks(page) == [(2, "print(1)\n", "1\n"), (12, "x = 1\n", "")]


def test_listing_is_short_and_stays_as_it_is() -> None:
    """The first listing of the README is a promise: a puzzle in about twenty lines."""
    [(_, listing, _), *_] = python_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    assert listing.startswith("from typing import Iterator, NamedTuple\n")
    assert listing.endswith('print(*breadth_first_search(Jugs()).path, sep="\\n")\n')
    assert len(listing.splitlines()) <= 24
