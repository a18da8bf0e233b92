"""A line on the terminal that shows how a search is getting on.

Needs rich, from the extra ``cli``. The library itself never prints: this is an observer that a
script asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import override

from searchkit.errors import MissingExtraError
from searchkit.observers import Observer

if TYPE_CHECKING:
    from searchkit.result import Result, Statistics
    from searchkit.search import Search


class ProgressBar(Observer[Any, Any, Any]):
    """Shows states expanded, states a second, frontier, depth and time on standard error.

    The line is renewed about ten times a second and removed when the run returns. It costs a
    look at the clock for each expansion.

    Args:
        console: A ``rich.console.Console``; one on standard error by default.

    Raises:
        MissingExtraError: rich is not installed.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 1000)
        >>> breadth_first_search(problem, observer=ProgressBar()).cost
        1000
    """

    def __init__(self, console: Any = None) -> None:
        try:
            from rich.console import Console  # noqa: PLC0415
            from rich.status import Status  # noqa: PLC0415
            from rich.text import Text  # noqa: PLC0415
        except ImportError as error:
            raise MissingExtraError(
                "ProgressBar needs the package rich: install searchkit with its extra cli, from "
                "the checkout: pip install '.[cli]'"
            ) from error
        self._console = Console(stderr=True) if console is None else console
        self._status = Status("searching", console=self._console)
        self._text = Text
        self._seconds = 0.0
        self._expanded = 0

    @override
    def started(self, search: Search[Any, Any, Any], /) -> None:
        self._seconds = self._expanded = 0

    @override
    def progress(self, statistics: Statistics, /) -> None:
        rate = self._rate(statistics)
        self._status.update(
            self._text(
                f"{statistics.expanded:,} expanded, {rate:,.0f} a second, "
                f"frontier {statistics.max_frontier:,}, depth {statistics.depth:,}, "
                f"{statistics.seconds:.0f} s",
                no_wrap=True,
                overflow="ellipsis",
            )
        )
        self._status.start()

    @override
    def finished(self, result: Result[Any, Any, Any], /) -> None:
        self._status.stop()

    def _rate(self, statistics: Statistics) -> float:
        """States expanded a second, since the last look."""
        seconds = statistics.seconds - self._seconds
        expanded = statistics.expanded - self._expanded
        self._seconds, self._expanded = statistics.seconds, statistics.expanded
        return expanded / seconds if seconds > 0 else 0.0
