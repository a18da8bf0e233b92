"""How a search is compiled: `Compiled`, which may stand where ``compiled=True`` stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from searchkit.errors import CompileError

Bound = tuple[int, int]
"""The smallest and the largest value of an int."""

_COMPARED = 2048


def _whole(least: int) -> Any:
    def check(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise CompileError(
                f"Compiled({attribute.name}={value!r}): a whole number from {least} on."
            )

    return check


@frozen(kw_only=True)
class Compiled:
    """How a search is compiled; ``compiled=True`` means ``compiled=Compiled()``.

    Args:
        bounds: The smallest and the largest value of the ints in a state, so that several fit
            into one 64-bit word and a state needs less memory: one pair for all of them, or a
            pair for each field by name (of a NamedTuple), or a pair for each in turn. An int
            without bounds takes a word for itself. Values are checked when a state is stored.
        threads: How many threads expand a layer of a breadth-first search. The result is the
            same for every number.
        compared: Before the search itself, the functions are called both interpreted and compiled
            on that many states, the first that a breadth-first walk meets, and must agree. 0
            leaves it out.

    Raises:
        CompileError: A setting makes no sense.

    Example:
        >>> Compiled(bounds=(0, 15), threads=2).threads
        2
        >>> Compiled(threads=0)
        Traceback (most recent call last):
        ...
        searchkit.errors.CompileError: Compiled(threads=0): a whole number from 1 on.
    """

    bounds: Bound | Sequence[Bound] | Mapping[str, Bound] | None = None
    threads: int = field(default=1, validator=_whole(1))
    compared: int = field(default=_COMPARED, validator=_whole(0))


def settings_of(compiled: Any) -> Compiled | None:
    """Give the settings; None where a search is not to be compiled.

    Raises:
        CompileError: It is neither a truth value nor `Compiled`.
    """
    if compiled is None or compiled is False:
        return None
    if compiled is True:
        return Compiled()
    if not isinstance(compiled, Compiled):
        raise CompileError(
            f"compiled={compiled!r}: True, False, or Compiled(...) with settings of its own."
        )
    return compiled
