"""What a successor function sees of the search, where it asked to see something.

In a proof search the successors of a clause are its resolvents with the clauses used before: they
depend on the closed nodes. A problem says so with ``sees_closed=True`` and its successor function
is then given this view. It cannot change the search, and what it shows is true at each moment.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator
from typing import Any, Generic

from typing_extensions import override

from searchkit.indices import Index
from searchkit.protocols import S


class Closed(Generic[S]):
    """The nodes that were expanded before the present one, in the order of their expansion.

    Iterating gives the states, ``items()`` pairs of node number and state, ``len()`` their
    number. The node whose successors are being asked for is not among them. A node that a
    dominance check found superfluous leaves the view.

    The successors of such a problem are asked for all at once, so the view does not change while
    your function runs.

    Example:
        All sums of two different numbers, each built from numbers closed before:

        >>> from searchkit import Problem, Step, breadth_first_search
        >>> def sums(number, closed):
        ...     for other in closed:
        ...         yield number + other
        >>> problem = Problem(
        ...     starts=[1, 10], next_states=sums, is_goal=lambda n: n == 21, sees_closed=True
        ... )
        >>> breadth_first_search(problem).statistics.stored
        5
    """

    __slots__ = ("_nodes",)

    def __init__(self, nodes: dict[int, S]) -> None:
        self._nodes = nodes

    def __iter__(self) -> Iterator[S]:
        return iter(self._nodes.values())

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, number: object) -> bool:
        """Say whether the node of this number is closed."""
        return number in self._nodes

    def items(self) -> ItemsView[int, S]:
        """Give pairs of node number and state."""
        return self._nodes.items()

    def __repr__(self) -> str:
        return f"Closed({len(self)} nodes)"


def seeing_closed(
    function: Callable[..., Iterable[Any]],
    closed: dict[int, S],
    answers: dict[int, list[Any]],
    current: Callable[[], int],
) -> Callable[[S], list[Any]]:
    """Give a successor function its view of the closed nodes, and keep the view up to date.

    Args:
        function: A function of a state and the view.
        closed: The closed nodes; the node being expanded joins them.
        answers: Keeps the successors of the node being expanded. An interrupted expansion that
            is made anew goes on with them: asked again, the function would see another view.
        current: Tells which node is being expanded.
    """
    view = Closed(closed)

    def successors(state: S) -> list[Any]:
        number = current()
        if number not in answers:
            answers.clear()
            # all at once: the view must not change while the function looks at it
            answers[number] = list(function(state, view))
            closed[number] = state
        return answers[number]

    return successors


class DisplacingIndex(Index[Any]):
    """A dominance index whose displaced nodes leave the closed view."""

    def __init__(self, index: Any, closed: dict[int, Any]) -> None:
        self._index = index
        self._closed = closed

    @override
    def get(self, state: Any, /) -> int | None:
        return self._index.get(state)  # type: ignore[no-any-return]

    def __contains__(self, state: Any, /) -> bool:
        return state in self._index

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._index[state] = number
        for displaced in self._index.displaced():
            self._closed.pop(displaced, None)
