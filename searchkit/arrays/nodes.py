"""The node table of an array search: keys in chunks, and parents found when they are asked for.

A parent for each node would cost as much memory as the states, and finding the first of several
parents much more time than sorting does. Instead each chunk of the table knows which nodes were
expanded when it came up. Halves of these are expanded again until one state is left: that is a
parent. So a path takes, for each of its steps, as many expansions as one batch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, cast, overload

import numpy as np
from typing_extensions import override

from searchkit.arrays.functions import ArrayFunctions
from searchkit.errors import ProblemError
from searchkit.nodes import NO_PARENT, Nodes
from searchkit.protocols import S

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ArrayNodes(Nodes[S, None, int]):
    """A node table whose states are keys in arrays; ``states`` and ``parents`` look into it.

    Args:
        functions: The functions of the problem.
    """

    def __init__(self, functions: ArrayFunctions) -> None:
        super().__init__(labelled=False, zero=0)
        self.functions = functions
        self._chunks: list[NDArray[Any]] = []
        self._begins: list[int] = []  # the number of the first node of each chunk
        self._origins: list[tuple[int, int]] = []  # the nodes that were expanded when it came up
        self._stored = 0
        self._parents: dict[int, int] = {}  # those that were asked for
        self.states = cast("list[S]", _States(self))
        self.parents = cast("list[int]", _Parents(self))

    @override
    def __len__(self) -> int:
        return self._stored

    def append(self, keys: NDArray[Any], origin: tuple[int, int]) -> int:
        """Store keys, at least one; give the number of the first.

        Args:
            keys: The keys.
            origin: From which number to which (exclusive) the nodes are that lead to them; an
                empty range for starts.
        """
        first = self._stored
        self._chunks.append(keys)
        self._begins.append(first)
        self._origins.append(origin)
        self._stored += len(keys)
        return first

    def keys(self, first: int, end: int) -> NDArray[Any]:
        """Give the keys of the nodes from one number to another, at least one of them."""
        place = bisect_right(self._begins, first) - 1
        found: list[NDArray[Any]] = []
        while place < len(self._chunks) and (begin := self._begins[place]) < end:
            found.append(self._chunks[place][max(first - begin, 0) : end - begin])
            place += 1
        return found[0] if len(found) == 1 else np.concatenate(found)

    def parent_of(self, number: int) -> int:
        """Find a node that leads to this one; -1 for a start."""
        known = self._parents.get(number)
        if known is not None:
            return known
        first, end = origin = self._origins[bisect_right(self._begins, number) - 1]
        if first == end:
            return NO_PARENT
        key, functions = self.keys(number, number + 1), self.functions
        while end - first > 1:
            middle = (first + end) // 2
            if functions.lead_to(self.keys(first, middle), key):
                end = middle
            else:
                first = middle
        if not functions.lead_to(self.keys(first, end), key):
            raise ProblemError(
                f"no state leads to {functions.values(key)[0]!r} any more, though one of nodes "
                f"{origin[0]} to {origin[1] - 1} did: expand must give the same successors for a "
                "state each time, whatever other states it is given along with it."
            )
        self._parents[number] = first
        return first


class _States(Sequence[S], Generic[S]):
    """The states, each made when it is looked at."""

    def __init__(self, nodes: ArrayNodes[S]) -> None:
        self._nodes = nodes

    def __len__(self) -> int:
        return len(self._nodes)

    @overload
    def __getitem__(self, place: int) -> S: ...
    @overload
    def __getitem__(self, place: slice) -> list[S]: ...
    @override
    def __getitem__(self, place: int | slice) -> S | list[S]:
        if isinstance(place, slice):
            numbers = range(len(self))[place]
            if len(numbers) and numbers.step == 1:
                return self._values(numbers.start, numbers.stop)
            return [self[number] for number in numbers]
        number = range(len(self))[place]
        return self._values(number, number + 1)[0]

    @override
    def __iter__(self) -> Iterator[S]:
        for first in range(0, len(self), 1024):
            yield from self._values(first, min(first + 1024, len(self)))

    def _values(self, first: int, end: int) -> list[S]:
        return self._nodes.functions.values(self._nodes.keys(first, end))


class _Parents(Sequence[int]):
    """The parents, each found when it is looked at."""

    def __init__(self, nodes: ArrayNodes[Any]) -> None:
        self._nodes = nodes

    def __len__(self) -> int:
        return len(self._nodes)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    @override
    def __getitem__(self, place: int | slice) -> int | list[int]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        return self._nodes.parent_of(range(len(self))[place])
