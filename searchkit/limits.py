"""How much a run may use before it returns."""

from __future__ import annotations

import math
from typing import Any

import attrs
from attrs import frozen


def _count(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(
            f"Limits({attribute.name}={value!r}): a whole number from 0 on, or None for no limit."
        )


def _duration(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if value is None:
        return
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or math.isnan(value)
        or value < 0
    ):
        raise ValueError(
            f"Limits({attribute.name}={value!r}): a number of seconds from 0 on, or None for no "
            "limit."
        )


@frozen(kw_only=True)
class Limits:
    """Resources for one call of ``run``. They end it early; they never raise.

    All of them are exact, and 0 is a limit like any other.

    Args:
        expanded: How many states this run may expand.
        stored: How many states the search may hold in all, those of earlier runs included. The
            run ends before a state more would be stored.
        seconds: How long this run may take. Read before each expansion, so that a single very
            long expansion can overrun it.

    Raises:
        ValueError: A limit is negative, or no number.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> endless = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n < 0)
        >>> result = breadth_first_search(endless, limits=Limits(expanded=1000))
        >>> result.outcome.name, result.statistics.expanded
        ('LIMIT', 1000)
    """

    expanded: int | None = attrs.field(default=None, validator=_count)
    stored: int | None = attrs.field(default=None, validator=_count)
    seconds: float | None = attrs.field(default=None, validator=_duration)
