"""What does not compile, said in the user's words: which function, which line, what instead."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Generator
from typing import Any

from searchkit.compiled.door import load
from searchkit.errors import CompileError

_errors: Any = load("numba.core.errors")


@contextlib.contextmanager
def explained(role: str, function: Callable[..., Any]) -> Generator[None, None, None]:
    """Turn numba's errors into one for people."""
    try:
        yield
    except _errors.NumbaError as error:
        raise CompileError(f"{_whose(role, function)} does not compile: {_gist(error)}") from None


def wrong_type(
    role: str, function: Callable[..., Any], found: Any, wanted: str, why: str = ""
) -> CompileError:
    """Make the error for a function that gives something else than it should."""
    return CompileError(
        f"{_whose(role, function)} must give {wanted}, but compiled it gives {found}"
        + (f": {why}." if why else ".")
    )


def _whose(role: str, function: Any) -> str:
    code = getattr(function, "__code__", None)
    place = f" ({code.co_filename}, line {code.co_firstlineno})" if code else ""
    return f"{role}{place}"


def _gist(error: Exception) -> str:
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[:3])


def require_safe(functions: list[Any]) -> None:
    pass
