"""The loop of the engines whose kernel runs from one event to the next.

What ends a slice is the same for them all; what is done about it, each says for itself.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from typing_extensions import override

from searchkit.compiled.engine import (
    ASK,
    END,
    ERROR,
    FAULTY,
    GROW,
    NO_ROOM,
    SOLUTION,
    WIDEN,
    Engine,
)
from searchkit.search import FULL


class SlicedEngine(Engine):
    """An engine that calls its kernel, looks at the status, and calls it again."""

    rows: Any
    """The words of all nodes."""

    @override
    def events(self) -> Iterator[int | None]:
        search = self.search
        until = search.expanded
        while not self._is_over:
            self._take()
            began = time.perf_counter()
            status = self._run(min(until, search.may_expand))
            self._tell()
            if status == ASK:
                self.timed(began)
                yield None
                until = self.until()
            elif status == SOLUTION:
                yield self._solution()
            elif status == NO_ROOM:
                yield FULL
            elif status == GROW:
                self._reserve()
            elif status == WIDEN:
                self._widen()
            elif status == FAULTY:
                self._take_before_failure()
            elif status == ERROR:
                self._fail()
            elif status == END:
                return

    @property
    def _is_over(self) -> bool:
        """Whether nothing is left to search although the kernel did not say so."""
        return False

    @abstractmethod
    def _take(self) -> None:
        """Take over from the search object what may have changed: how much room there is."""

    @abstractmethod
    def _run(self, until: int) -> int:
        """Call the kernel; give the status with which it ends."""

    @abstractmethod
    def _tell(self) -> None:
        """Write the facts back into the search object."""

    @abstractmethod
    def _solution(self) -> int:
        """Give the node that is a solution."""

    @abstractmethod
    def _reserve(self) -> None:
        """Make room for more nodes."""

    @abstractmethod
    def _widen(self) -> None:
        """Make room for more successors."""

    @abstractmethod
    def _fail(self) -> None:
        """Raise what the user's function raised, or take first what comes before it."""

    def _take_before_failure(self) -> None:
        """Take the successors that come before a failure."""
        raise NotImplementedError

    @override
    def state(self, number: int) -> Any:
        return self.program.state_at(self.rows, number)
