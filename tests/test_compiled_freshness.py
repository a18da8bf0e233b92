"""A kernel on disk is stale when code beneath it has changed, in whatever file that stands."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from searchkit.compiled import freshness
from searchkit.compiled.hashing import hash_of

FILES = {
    "kernel": "from searchkit.compiled.door import numba\nfrom fresh_middle import middle\n"
    "from fresh_other import SIZE\n@numba.njit\ndef kernel(x):\n    return middle(x) + SIZE\n",
    "middle": "from searchkit.compiled.door import numba\nfrom fresh_lower import lower\n"
    "@numba.njit\ndef middle(x):\n    return lower(x)\n",
    "lower": "from searchkit.compiled.door import numba\n@numba.njit\ndef lower(x):\n    return x\n",
    "other": "SIZE = 1\ndef plain(x):\n    return x\n",
}


def stamp(folder: Path, monkeypatch: pytest.MonkeyPatch, **changed: str) -> str:
    for name, text in (FILES | changed).items():
        (folder / f"fresh_{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, f"fresh_{name}", raising=False)
    importlib.invalidate_caches()
    freshness._digest.cache_clear()
    module = importlib.import_module("fresh_kernel")
    return freshness.stamp_of(module.kernel.py_func, package="fresh_")


@pytest.mark.parametrize(
    ("changed", "is_stale"),
    [
        ({}, False),
        ({"lower": FILES["lower"].replace("return x", "return x + 1")}, True),
        ({"middle": FILES["middle"] + "# seen\n"}, True),
        ({"other": "SIZE = 2\n"}, True),
        ({"other": FILES["other"].replace("return x", "return x + 1")}, False),
    ],
    ids=["nothing", "a function of a function", "a function", "a constant", "nothing native"],
)
def test_what_makes_a_kernel_stale(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, str],
    is_stale: bool,  # noqa: FBT001
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = stamp(tmp_path, monkeypatch)
    assert (stamp(tmp_path, monkeypatch, **changed) != before) is is_stale


def test_kernels_carry_the_stamp() -> None:
    """Once a change of hashing.py left the kernels that call it as they were."""
    native: Any = hash_of
    own, beneath = native._cache._cache_file._source_stamp
    assert own
    assert len(beneath) == 128
