"""Kernels on disk are as fresh as all code that they were made of.

numba keeps a kernel together with a digest of the file in which it stands. What the kernel calls
from other files is compiled into it and does not count there, so after a change to it an old
kernel would go on. Here the digest covers these files too, and the constants that are imported.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path
from types import FunctionType
from typing import Any, Final

PACKAGE: Final = "searchkit."


def keep_fresh(kernel: Any) -> None:
    """Let a kernel that is kept on disk count as stale when something has changed beneath it."""
    file = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    if file is not None:  # there is none where numba was told not to compile
        file._source_stamp = (file._source_stamp, stamp_of(kernel.py_func))  # noqa: SLF001


def stamp_of(function: FunctionType, package: str = PACKAGE) -> str:
    """Give a digest of the modules from which a kernel may have code, and of their constants.

    These are its own module and those whose native functions it has imported, and so on.

    Args:
        function: What the kernel is made of.
        package: Modules whose names begin otherwise do not change.
    """
    seen: set[str] = set()
    facts: list[str] = []
    waiting = [function.__globals__]
    while waiting:
        space = waiting.pop()
        module = str(space["__name__"])
        if module in seen:
            continue
        seen.add(module)
        facts.append(f"{module} {_digest(str(sys.modules[module].__file__))}")
        for name, value in list(space.items()):
            if isinstance(value, int | float) or getattr(value, "ndim", None) == 0:
                facts.append(f"{module} {name} {value!r}")
            native = getattr(value, "py_func", None) or getattr(value, "_defn", None)
            if isinstance(native, FunctionType) and native.__module__.startswith(package):
                waiting.append(native.__globals__)
    return hashlib.blake2b("\n".join(sorted(facts)).encode()).hexdigest()


@functools.cache
def _digest(file: str) -> str:
    return hashlib.blake2b(Path(file).read_bytes()).hexdigest()
