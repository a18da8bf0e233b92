"""The sorted check, many states at a time: known keys in sorted runs.

Keys that are not known yet form a new run. Two runs are merged when the older is less than twice
as long as the newer, so that n keys lie in about log2(n) runs, and each key is merged about
log2(n) times, however deep the space. (All in one run would be merged anew for each layer.)

Sorting and a mask, in place of ``np.unique``: see `distinct`.

Source: J. L. Bentley and J. B. Saxe, Decomposable searching problems I: static-to-dynamic
transformation (1980), for the runs; R. E. Korf, W. Zhang, I. Thayer and H. Hohwald, Frontier search
(2005), for forgetting layers.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def distinct(keys: NDArray[Any]) -> NDArray[Any]:
    """Give the different ones among keys, sorted."""
    keys = np.sort(keys)
    if len(keys) < 2:
        return keys
    first = np.empty(len(keys), np.bool_)
    first[0] = True
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return keys[first]


def among(keys: NDArray[Any], known: NDArray[Any]) -> NDArray[np.bool_]:
    """Say of each key whether it is among the known ones, which are sorted, at least one."""
    places = np.searchsorted(known, keys)
    np.minimum(places, len(known) - 1, out=places)
    found: NDArray[np.bool_] = known[places] == keys
    return found


class SortedRuns:
    """Known keys, by layers where layers are forgotten.

    Args:
        layers: How many complete layers are remembered, beside the one that is growing; None: all.
    """

    def __init__(self, layers: int | None) -> None:
        self._layers = layers
        self._sets: deque[list[NDArray[Any]]] = deque(
            [[]], maxlen=None if layers is None else layers + 1
        )

    def unknown(self, keys: NDArray[Any]) -> NDArray[Any]:
        """Give the keys that are not known; they are sorted, and none is there twice."""
        for runs in self._sets:
            for run in runs:
                if not len(keys):
                    return keys
                keys = keys[~among(keys, run)]
        return keys

    def add(self, keys: NDArray[Any]) -> None:
        """Take sorted keys, at least one, none of which is known."""
        runs = self._sets[0]
        runs.append(keys)
        while len(runs) > 1 and len(runs[-2]) < 2 * len(runs[-1]):
            runs.append(_merged([runs.pop(), runs.pop()]))

    def next_layer(self) -> None:
        """Begin a layer, and forget the oldest where there are enough."""
        if self._layers is not None:
            if len(self._sets[0]) > 1:
                self._sets[0].append(_merged(self._sets[0]))
            self._sets.appendleft([])


def _merged(runs: list[NDArray[Any]]) -> NDArray[Any]:
    """Merge runs, and let go of them before more memory is needed."""
    keys = np.concatenate(runs)
    runs.clear()
    keys.sort(kind="stable")  # which finds where the runs begin
    return keys
