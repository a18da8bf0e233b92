"""What arguments must be that several entry points take, and the errors where they are not."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from attrs import frozen

from searchkit.errors import ProblemError
from searchkit.limits import Limits
from searchkit.protocols import S
from searchkit.tables import short


def require_function(argument: str, given: Any, use: str) -> None:
    """Require something that can be called.

    Args:
        argument: What the argument is called, for the message.
        given: Its value.
        use: What it is called with, and what it gives, in a sentence.
    """
    if not callable(given):
        raise ProblemError(f"{argument}={reprlib.repr(given)} is no function. {use}")


def require_text(argument: str, given: object, use: str) -> None:
    """Require text; the arguments are those of `require_function`."""
    if not isinstance(given, str):
        raise ProblemError(f"{argument}={reprlib.repr(given)} is no text. {use}")


def require_heuristic(given: Any, argument: str = "heuristic") -> None:
    """Require a heuristic, or None."""
    if given is not None:
        require_function(argument, given, "It takes a state and gives an estimate of a cost.")


def limits_of(given: Any, default: Limits) -> Limits:
    """Give the limits that were given, or the default ones in the place of None."""
    if given is None:
        return default
    if not isinstance(given, Limits):
        raise ProblemError(
            f"limits={given!r} are no limits: give Limits(expanded=...), Limits(stored=...) "
            "or Limits(seconds=...)."
        )
    return given


def named_or_listed(argument: str, given: object) -> dict[str, Any] | list[Any]:
    """Give a dictionary with names for keys as it is, and anything else as a list."""
    values: Any = given
    shown = f"{argument}={reprlib.repr(given)}"
    if isinstance(given, Mapping):
        for name in values:
            if not isinstance(name, str):
                raise ProblemError(
                    f"{shown} has the key {name!r}: the keys are names, and so text."
                )
        return dict(values)
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ProblemError(
            f"{shown} is neither a list nor a dictionary with names. Give a list, of a single one "
            f"as well: {argument}=[...]."
        )
    return list(values)


@frozen
class Naming(Generic[S]):
    """The function by which an observer names states, each answer examined.

    Args:
        observer: What the observer is called, for messages.
        function: The user's function; None takes the repr, shortened.

    Raises:
        ProblemError: It is no function; or, when a state is named, it gives no text.
    """

    observer: str
    function: Callable[[S], str] | None

    def __attrs_post_init__(self) -> None:
        if self.function is not None:
            use = "It takes a state and gives text, as name=str does."
            require_function(f"{self.observer}: name", self.function, use)

    def __call__(self, state: S) -> str:
        """Name a state."""
        if self.function is None:
            return short(state)
        name: Any = self.function(state)
        if not isinstance(name, str):
            raise ProblemError(
                f"{self.observer}(name=...) must give text; for {short(state)} it gave "
                f"{reprlib.repr(name)}. Put str(...) around it."
            )
        return name
