"""How much a run may use before it returns."""

from __future__ import annotations

import math
import sys
import time
from typing import Any, Final

import attrs
from attrs import frozen

from searchkit.result import Outcome

NO_LIMIT: Final = 2**30 - 1
"""No limit: what no Python program stores, and the largest int that CPython compares quickly.

Past so many expansions the driver is asked before each: slower, and still right.
"""


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


class Budget:
    """What is left of the limits of one run."""

    def __init__(self, limits: Limits, expanded: int, *, progress: bool) -> None:
        self.stored = NO_LIMIT if limits.stored is None else limits.stored
        self.expanded = sys.maxsize if limits.expanded is None else expanded + limits.expanded
        self._seconds = limits.seconds
        self._began: float | None = None
        self.progress = progress
        self.ended = Outcome.LIMIT

    def allows_expansion(self, expanded: int) -> bool:
        """Say whether one state more may be expanded."""
        if expanded >= self.expanded:
            return False
        if self._seconds is None:
            return True
        deadline = self._deadline()  # which begins now, where it was not asked for before
        return time.perf_counter() < deadline

    def ask_at(self) -> int:
        """The number of expansions at which the driver must look closer."""
        if self._seconds is not None or self.progress:
            self._deadline()
            return 0
        return min(self.expanded, NO_LIMIT)

    def _deadline(self) -> float:
        if self._began is None:
            self._began = time.perf_counter()
        return self._began + (self._seconds or 0.0)
