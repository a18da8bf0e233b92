"""The path check: the states on the current path are known, and no others.

A depth-first search that keeps nothing but its current path needs little memory and yet must not
run round in a circle. So its index forgets: when the search backtracks, the states that leave the
path leave the index too. Only searches that work on one path at a time can say when that is.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, cast, overload, runtime_checkable

from attrs import frozen

from searchkit.duplicates import Known
from searchkit.errors import CheckError
from searchkit.indices import Index, KeyedIndex
from searchkit.protocols import H, S_contra


@runtime_checkable
class Forgetting(Protocol):
    """An index that knows the current path alone, and forgets on backtracking.

    Under a check that does not remember, a depth-first search numbers its nodes by their depth,
    and tells such an index which of them are gone. Searches that do not backtrack refuse it.
    """

    def forget_from(self, number: int, /) -> None:
        """Forget the states of this number and of all greater ones: they left the path."""
        ...


class PathIndex(dict[Any, int]):
    """A ``dict`` of the states on the path, in the order of the path."""

    def forget_from(self, number: int, /) -> None:
        """Drop from the end."""
        while len(self) > number:
            self.popitem()


class KeyedPathIndex(KeyedIndex):
    """The same for the keys of the states."""

    def __init__(self, key: Callable[[Any], Any]) -> None:
        self._path = PathIndex()
        super().__init__(self._path, key)

    def forget_from(self, number: int, /) -> None:
        """Drop from the end."""
        self._path.forget_from(number)


@frozen(init=False)
class PathCheck(Generic[S_contra]):
    """Know the states on the current path alone: no path runs round in a circle.

    For the searches whose memory is linear in the depth (`depth_first_search`,
    `iterative_deepening_search`, `ida_star_search`, `depth_first_branch_and_bound`). They never
    loop under it in a finite space, and lose no optimal path: costs are not negative, so that a
    way without the circle costs no more. Every other way to a state is walked anew, however often.

    Needs ``==`` and ``hash`` that agree. One hash and about one comparison for each state that is
    generated; about 100 bytes for each state on the path.

    Args:
        key: A function whose values are hashed in place of the states. States with equal keys
            are then taken as equivalent, and a path does not pass through two of them.

    Raises:
        CheckError: By ``require``, before a search starts: states that cannot be hashed. By a
            search that follows many paths at once (breadth-first, A*), which cannot use it.

    Example:
        >>> from searchkit import Problem, depth_first_search
        >>> circle = Problem(0, next_states=lambda n: [(n + 1) % 9], is_goal=lambda n: n > 9)
        >>> depth_first_search(circle, duplicates=PathCheck()).outcome.name
        'EXHAUSTED'
    """

    key: Callable[[S_contra], Hashable] | None

    @overload
    def __init__(self: PathCheck[H], *, key: None = None) -> None: ...
    @overload
    def __init__(self, *, key: Callable[[S_contra], Hashable]) -> None: ...
    def __init__(self, *, key: Callable[[Any], Hashable] | None = None) -> None:
        cast("Any", self).__attrs_init__(key)

    @property
    def known(self) -> Known:
        """Equality, or equivalence where a key is given."""
        return Known.EQUALITY if self.key is None else Known.EQUIVALENCE

    @property
    def remembers(self) -> bool:
        """No: only as long as the state is on the path."""
        return False

    def new_index(self) -> Index[S_contra]:
        """Make an empty index that forgets on backtracking."""
        return PathIndex() if self.key is None else KeyedPathIndex(self.key)

    def require(self, state: S_contra, /) -> None:
        """Require a hash."""
        value: Any = state
        if self.key is not None:
            try:
                value = self.key(state)
            except Exception as error:
                raise CheckError(
                    f"the key= of PathCheck fails on {state!r}: {type(error).__name__}: {error}"
                ) from error
        try:
            hash(value)
        except TypeError as error:
            whose = "states" if self.key is None else "keys"
            name = type(value).__name__
            key = "tuple" if name == "list" else "..."
            raise CheckError(
                f"PathCheck needs {whose} that can be hashed; {name} cannot "
                f"({error}). Use PathCheck(key={key}), or define __hash__ (attrs: frozen)."
            ) from error


def refuse_forgetting(index: object, search: str, check: object) -> None:
    """Raise for a search that does not backtrack, and so could never tell the index to forget."""
    if isinstance(index, Forgetting):
        raise CheckError(
            f"{search} cannot work with {reprlib.repr(check)}: it knows the states on the current "
            f"path alone, and {search} has many paths open at once. Use HashCheck(), or a search "
            "that works on one path at a time: depth_first_search, iterative_deepening_search, "
            "ida_star_search or depth_first_branch_and_bound."
        )
