"""The notebook for a class runs from its first cell to its last, and can be opened."""

from __future__ import annotations

import ast
import json
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "docs/notebooks/searching.ipynb"


def cells() -> list[dict[str, Any]]:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    found: list[dict[str, Any]] = notebook["cells"]
    return found


def run(code: str, name: str, namespace: dict[str, Any]) -> object:
    """Run a cell, and give the value of its last line where that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec", dont_inherit=True), namespace)
    if not isinstance(last, ast.Expr):
        return None
    shown: object = eval(
        compile(ast.Expression(last.value), name, "eval", dont_inherit=True), namespace
    )
    return shown


def test_is_a_notebook() -> None:
    names = [cell["id"] for cell in cells()]
    assert len(set(names)) == len(names)
    for cell in cells():
        assert re.fullmatch(r"[a-zA-Z0-9-_]{1,64}", cell["id"])
        assert cell["cell_type"] in {"code", "markdown"}
        wanted = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
            assert cell["outputs"] == []
        assert set(cell) == wanted
        assert all(line.endswith("\n") for line in cell["source"][:-1])


def test_every_cell_runs_and_shows_something(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = types.ModuleType("searching_notebook")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    code = [cell for cell in cells() if cell["cell_type"] == "code"]
    assert len(code) >= 10
    forms: list[str] = []
    for cell in code:
        value: Any = run("".join(cell["source"]), cell["id"], module.__dict__)
        form: Any = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
        text: str = form() if form else capsys.readouterr().out
        assert text.strip(), f"{cell['id']} shows nothing"
        forms.append(text)
    assert sum(form.startswith("<table>") for form in forms) == 4
    assert sum(form.startswith("<svg ") for form in forms) == 2
