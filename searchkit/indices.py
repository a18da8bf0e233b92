"""Indices: mappings from states to node numbers, and the ones beneath the duplicate checks.

An index is asked which node stands for a state, and told the number of a state for which it said
"none". A ``dict`` is one as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, Protocol, runtime_checkable

from sortedcontainers import SortedKeyList
from typing_extensions import override

from searchkit.errors import CheckError
from searchkit.protocols import S_contra


class Index(Protocol[S_contra]):
    """A mapping from states to node numbers; ``dict[S, int]`` is one.

    Inherit from it to write your own (two methods are enough), or implement the three.

    Example:
        An index of intervals in which a known interval stands for all that lie within it:

        >>> class Intervals(Index[tuple[int, int]]):
        ...     def __init__(self) -> None:
        ...         self.known: list[tuple[int, int, int]] = []
        ...     def get(self, state: tuple[int, int]) -> int | None:
        ...         for low, high, number in self.known:
        ...             if low <= state[0] and state[1] <= high:
        ...                 return number
        ...         return None
        ...     def __setitem__(self, state: tuple[int, int], number: int) -> None:
        ...         self.known.append((*state, number))
        >>> index = Intervals()
        >>> index[(0, 9)] = 0
        >>> (2, 3) in index, (5, 10) in index
        (True, False)
    """

    def get(self, state: S_contra, /) -> int | None:
        """Give the number of the node that stands for this state, or None."""
        ...

    def __setitem__(self, state: S_contra, number: int, /) -> None:
        """Take the number of a state for which ``get`` has just said None."""
        ...

    def __contains__(self, state: S_contra, /) -> bool:
        """Say whether some node stands for this state."""
        return self.get(state) is not None


@runtime_checkable
class Displacing(Protocol):
    """What a dominance index may do besides: name the nodes that the newest one displaces."""

    def displaced(self) -> Iterable[int]:
        """Give the numbers of the nodes that the last ``index[state] = number`` displaced."""
        ...


@runtime_checkable
class Layered(Protocol):
    """What an index may be told besides: that a layer of a breadth-first search is complete."""

    def next_layer(self) -> None:
        """Take note that the states that follow belong to the next layer."""
        ...


class EmptyIndex:
    """Knows nothing and keeps nothing."""

    def get(self, _state: object, /) -> None:
        """Say that the state is new."""

    def __contains__(self, _state: object, /) -> bool:
        return False

    def __setitem__(self, _state: object, _number: int, /) -> None:
        pass


class LinearIndex(Index[Any]):
    """Two lists side by side; needs ``==`` alone."""

    def __init__(self) -> None:
        self._states: list[Any] = []
        self._numbers: list[int] = []

    @override
    def get(self, state: Any, /) -> int | None:
        # `in` first: list.index says "absent" with a ValueError, which an == may raise as well
        if state in self._states:
            return self._numbers[self._states.index(state)]
        return None

    def __contains__(self, state: Any, /) -> bool:
        return state in self._states

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._states.append(state)
        self._numbers.append(number)


class SortedIndex(Index[Any]):
    """Pairs (state, number) sorted by state.

    ``SortedDict`` and ``SortedSet`` hash their keys; a ``SortedKeyList`` compares, and with ``<``
    alone.
    """

    def __init__(self) -> None:
        self._entries: SortedKeyList[tuple[Any, int], Any] = SortedKeyList(key=itemgetter(0))

    @override
    def get(self, state: Any, /) -> int | None:
        entries = self._entries
        try:
            position = entries.bisect_key_left(state)
        except TypeError as error:
            error.add_note(
                "SortedCheck compared two states whose parts cannot be compared. Use HashCheck(), "
                "or SortedCheck(key=...)."
            )
            raise
        if position == len(entries):
            return None
        known, number = entries[position]
        if state < known:
            return None
        if isinstance(state, tuple) and state != known:
            raise CheckError(
                f"SortedCheck: neither of {known!r} and {state!r} is less, and yet they differ: "
                "their < is no order (does one of the parts hold a set, or NaN?). Use "
                "HashCheck(), or SortedCheck(key=...)."
            )
        return number

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._entries.add((state, number))


class KeyedIndex(Index[Any]):
    """An index of keys. The key of the last state is kept, since `get` and `[]=` follow closely."""

    def __init__(self, index: Index[Any], key: Callable[[Any], Any]) -> None:
        self._index = index
        self._key = key
        self._last_state: Any = self  # no state is this index
        self._last_key: Any = None

    def _key_of(self, state: Any) -> Any:
        if state is not self._last_state:
            self._last_key = self._key(state)
            self._last_state = state
        return self._last_key

    @override
    def get(self, state: Any, /) -> int | None:
        self._last_state = self  # a state may have been changed in place since
        return self._index.get(self._key_of(state))

    def __contains__(self, state: Any, /) -> bool:
        self._last_state = self
        return self._key_of(state) in self._index

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._index[self._key_of(state)] = number


def with_key(index: Index[Any], key: Callable[[Any], Any] | None) -> Index[Any]:
    """Let an index hold keys in place of states."""
    return index if key is None else KeyedIndex(index, key)
