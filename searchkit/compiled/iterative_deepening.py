"""Iterative deepening, native: the kernel of depth-first search, round after round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typing_extensions import override

from searchkit.compiled.depth_first import DepthFirstEngine, require_check
from searchkit.compiled.engine import Engine
from searchkit.compiled.settings import Compiled


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of iterative deepening.

    Raises:
        CheckError: There is none for its duplicate check.
    """
    require_check(search)
    return IterativeDeepeningEngine(search, settings)


class IterativeDeepeningEngine(DepthFirstEngine):
    """The loop of depth-first search; the search object says when there is a deeper round."""

    @override
    def events(self) -> Iterator[int | None]:
        rounds: Iterator[int | None] = self.search.deepening(super().events)
        return rounds
