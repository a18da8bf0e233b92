"""Remembering the last layers only: enough where every step can be taken back.

A step of an undirected space leads from layer d to layer d - 1, d, or d + 1. So while layer d is
expanded, the layers d - 1 and d and the growing layer d + 1 are all in which a successor can have
been seen; what lies further back may be forgotten.

Source: R. E. Korf, W. Zhang, I. Thayer and H. Hohwald, Frontier search (2005); R. Zhou and
E. A. Hansen, Breadth-first heuristic search (2006), section 3.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Generic, cast, overload

from attrs import frozen
from typing_extensions import override

from searchkit.duplicates import HashCheck, Known
from searchkit.errors import CheckError
from searchkit.indices import Index
from searchkit.protocols import H, S_contra


@frozen(init=False)
class LayerCheck(Generic[S_contra]):
    """Remember the last layers of a breadth-first search, and forget those before.

    Promises what `HashCheck` does where every step can be taken back (then two layers are
    enough). Where not, a state may be met again more than ``layers`` layers after it was stored
    and is then stored and expanded again: a path found still has the fewest steps, and EXHAUSTED
    is still proved, but the search may take longer, report a goal twice, or never end.

    Needs ``==`` and ``hash`` that agree, and a search that goes by layers: breadth-first search
    and its kin. The others refuse it.

    Time and memory: up to ``layers + 1`` hash lookups for each state that is generated. The index
    holds the last layers alone, which saves about 100 bytes for each state of the layers before.
    The node table keeps every state, since the path is made from it.

    Args:
        layers: How many complete layers are remembered, beside the one that is growing.
        key: A function whose values are hashed in place of the states; see `HashCheck`.

    Raises:
        CheckError: ``layers`` is no whole number from 1 on. By ``require``, before a search
            starts: states that cannot be hashed. By a search that does not go by layers.

    Source: Korf, Zhang, Thayer and Hohwald (2005); Zhou and Hansen (2006).

    Example:
        A walk on the integers. Each step can be taken back, so that two layers find every
        duplicate:

        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(0, next_states=lambda n: [n - 1, n + 1], is_goal=lambda n: n == 9)
        >>> breadth_first_search(problem, duplicates=LayerCheck()).statistics.stored
        19
    """

    layers: int
    key: Callable[[S_contra], Hashable] | None

    @overload
    def __init__(self: LayerCheck[H], layers: int = 2, *, key: None = None) -> None: ...
    @overload
    def __init__(self, layers: int = 2, *, key: Callable[[S_contra], Hashable]) -> None: ...
    def __init__(self, layers: int = 2, *, key: Callable[[Any], Hashable] | None = None) -> None:
        if isinstance(layers, bool) or not isinstance(cast("Any", layers), int) or layers < 1:
            raise CheckError(
                f"LayerCheck(layers={layers!r}): a whole number from 1 on. 2 is enough where every "
                "step can be taken back; where not, use HashCheck()."
            )
        cast("Any", self).__attrs_init__(layers, key)

    @property
    def known(self) -> Known:
        """Equality, or equivalence where a key is given."""
        return Known.EQUALITY if self.key is None else Known.EQUIVALENCE

    @property
    def remembers(self) -> bool:
        """No: only for a while."""
        return False

    def new_index(self) -> Index[S_contra]:
        """Make an empty index of layers."""
        return LayeredIndex(self.layers, self.key)

    def require(self, state: S_contra, /) -> None:
        """Require a hash."""
        check: HashCheck[Any] = HashCheck() if self.key is None else HashCheck(key=self.key)
        check.require(state)


class LayeredIndex(Index[Any]):
    """One ``dict`` for each layer, the newest first."""

    def __init__(self, layers: int, key: Callable[[Any], Any] | None) -> None:
        self._layers: deque[dict[Any, int]] = deque([{}], maxlen=layers + 1)
        self._key = key

    @override
    def get(self, state: Any, /) -> int | None:
        key = state if self._key is None else self._key(state)
        for layer in self._layers:
            known = layer.get(key)
            if known is not None:
                return known
        return None

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._layers[0][state if self._key is None else self._key(state)] = number

    def next_layer(self) -> None:
        """Begin a layer, and forget the oldest where there are enough."""
        self._layers.appendleft({})
