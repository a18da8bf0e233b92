"""How a cheaper equivalent state takes the place of a known one.

Under a ``key=`` a node may stand for other states than its own. When one of those arrives more
cheaply, the node must not be changed: nodes that were reached from it would then hang on a state
that does not lead to them. The newcomer gets a node of its own, and the key is from then on known
by that node's number. The old node stays in the table for the sake of its descendants.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from searchkit.indices import Index


class SupersedingIndex(Index[Any]):
    """An index whose numbers can be replaced by newer ones."""

    def __init__(self, index: Index[Any]) -> None:
        self._index = index
        self._newest: dict[int, int] = {}  # by the number that the index itself holds
        self._original: dict[int, int] = {}  # that number, by the newest

    @override
    def get(self, state: Any, /) -> int | None:
        known = self._index.get(state)
        return None if known is None else self._newest.get(known, known)

    def __contains__(self, state: Any, /) -> bool:
        return state in self._index

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._index[state] = number

    def supersede(self, known: int, number: int) -> None:
        """Let a node stand for all that another one stood for."""
        original = self._original.pop(known, known)
        self._newest[original] = number
        self._original[number] = original
