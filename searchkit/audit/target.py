"""Finding a problem by its name, ``module:attribute``."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from searchkit.errors import ProblemError
from searchkit.problem import Problem, as_problem


def load(name: str) -> Any:
    """Import a problem.

    Args:
        name: ``module:attribute``; the attribute is a state, a state class that can be made
            without arguments, a `Problem`, or a function that gives one of these.

    Raises:
        ProblemError: There is no such thing, or it is none of these.
    """
    return _made(name, named(name))


def named(name: str) -> Any:
    """Import what is called ``module:attribute``.

    Raises:
        ProblemError: There is no such thing.
    """
    module_name, colon, path = name.partition(":")
    if not colon or not module_name or not path:
        raise ProblemError(
            f"{name!r} names nothing. Write module:attribute, such as examples.water_jugs:Jugs"
        )
    try:
        found: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        raise ProblemError(
            f"there is no module {module_name!r} ({error}). Run from the folder in which it lies, "
            "or name it with its packages."
        ) from error
    for part in path.split("."):
        if not hasattr(found, part):
            raise ProblemError(f"{module_name} has no {path!r}.")
        found = getattr(found, part)
    return found


def _made(name: str, found: Any) -> Any:
    if isinstance(found, Problem):
        return found  # pyright: ignore[reportUnknownVariableType]
    is_function = callable(found) and not hasattr(type(found), "is_goal")
    if isinstance(found, type) or is_function:
        try:
            inspect.signature(found).bind()
        except (TypeError, ValueError) as error:
            raise ProblemError(
                f"{name} cannot be called without arguments ({error}). Name a function that makes "
                "the start, or the start itself."
            ) from error
        found = found()
    made: Any = found
    as_problem(made)
    return made
