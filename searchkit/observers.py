"""Watching a search: an observer is told what happens, in a documented order.

The search loops know nothing of observers. Where one wants to hear of edges, the driver wraps the
successor function and the index, and the loops run over the wrapped ones; where none does, nothing
is wrapped and nothing is lost.

The order of events::

    started
      for each start:        stored                    (or duplicate)
      for each expansion:    expanding
        for each successor:  generated, then stored    (a new state)
                                     or duplicate      (a known one),
                                        then improved  (where it came more cheaply)
        solution                                       (as soon as a goal node is selected or,
                                                        where the search tests early, stored)
      progress                                         (between expansions, about 10 a second)
    finished                                           (each time a run returns)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic

from typing_extensions import override

from searchkit.indices import Index
from searchkit.protocols import A, C, S

if TYPE_CHECKING:
    from searchkit.path import Path
    from searchkit.result import Result, Statistics
    from searchkit.search import Search


class Observer(Generic[S, A, C]):
    """Base of observers; every method does nothing until it is overridden.

    Only the methods that a subclass overrides cost anything. An error raised by a method ends the
    run as an error of the problem's functions would.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> class Expansions(Observer[int]):
        ...     def expanding(self, number: int, state: int) -> None:
        ...         print("expanding", state)
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 4)
        >>> result = breadth_first_search(problem, observer=Expansions())
        expanding 1
        expanding 2
    """

    def started(self, search: Search[S, A, C], /) -> None:
        """Called when the first run begins."""

    def expanding(self, number: int, state: S, /) -> None:
        """Called before the successors of a node are asked for."""

    def generated(self, parent: int, state: S, /) -> None:
        """Called for each successor; ``parent`` is the number of the expanded node."""

    def stored(self, number: int, state: S, /) -> None:
        """Called when a state is new and gets its number; the table does not hold it yet."""

    def duplicate(self, state: S, known: int | None, /) -> None:
        """Called when a known node stands for a state; its number, where it was looked up."""

    def improved(self, number: int, state: S, /) -> None:
        """Called when a known state was reached more cheaply (or less deep) than before."""

    def solution(self, path: Path[S, A, C], /) -> None:
        """Called for each solution, before ``on_solution``."""

    def progress(self, statistics: Statistics, /) -> None:
        """Called between expansions, about ten times a second."""

    def finished(self, result: Result[S, A, C], /) -> None:
        """Called each time a run returns."""


OF_STEPS: Final = ("expanding", "generated", "stored", "duplicate", "improved")
"""The methods that are told of single steps."""


def overrides(observer: Observer[Any, Any, Any] | None, method: str) -> bool:
    """Say whether an observer wants to hear of an event."""
    return observer is not None and getattr(type(observer), method) is not getattr(Observer, method)


def watched_successors(
    successors: Callable[[S], Iterable[Any]],
    observer: Observer[S, Any, Any],
    current: Callable[[], int],
    *,
    labelled: bool,
) -> Callable[[S], Iterator[Any]]:
    """Wrap a successor function so that the observer hears of each expansion and each edge."""

    def watched(state: S) -> Iterator[Any]:
        number = current()
        observer.expanding(number, state)
        return edges(number, state)

    def edges(number: int, state: S) -> Iterator[Any]:
        for successor in successors(state):
            observer.generated(number, successor[0] if labelled else successor)
            yield successor

    return watched


class WatchedIndex(Index[Any]):
    """An index whose answers the observer hears."""

    def __init__(self, index: Index[Any], observer: Observer[Any, Any, Any]) -> None:
        self._index = index
        self._observer = observer

    @override
    def get(self, state: Any, /) -> int | None:
        known = self._index.get(state)
        if known is not None:
            self._observer.duplicate(state, known)
        return known

    def __contains__(self, state: Any, /) -> bool:
        if state not in self._index:
            return False
        self._observer.duplicate(state, self._index.get(state))
        return True

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._index[state] = number
        self._observer.stored(number, state)
