"""The check of compiled code: the same functions, compiled and interpreted, on the states seen."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from searchkit.audit.checks import Notes
from searchkit.audit.report import Fault
from searchkit.audit.walk import Walk
from searchkit.compiled.settings import Compiled, settings_of
from searchkit.errors import CompileError, MissingExtraError

NOT_ASKED = "say compiled=True (--compiled) to compile the problem and compare; it takes seconds."


def check_compiled(
    walk: Walk,
    notes: Notes,
    *,
    compiled: bool | Compiled,
    key: Callable[[Any], object] | None,
) -> None:
    """Compile the problem, and call its functions both ways on the states that were expanded."""
    settings = settings_of(compiled)
    if settings is None:
        notes.skip(Fault.COMPILED, NOT_ASKED)
        return
    try:
        program = import_module("searchkit.compiled.program").Program(
            walk.problem,
            settings,
            estimates=walk.heuristic is not None,
            heuristic=None if walk.problem.heuristic is not None else walk.heuristic,
            key=key,
        )
    except MissingExtraError as error:
        notes.skip(Fault.COMPILED, str(error))
        return
    except CompileError as error:
        notes.skip(Fault.COMPILED, f"it does not compile: {error}")
        return
    compare_on: Callable[[Any, Any], int] = import_module("searchkit.compiled.comparing").compare_on
    try:
        compare_on(program, [walk.states[number] for number in walk.edges])
    except CompileError as error:
        message, _, way_out = str(error).partition(" Ints in compiled code")
        notes.found(Fault.COMPILED, message, f"Ints in compiled code{way_out}")
