"""The node table of a compiled search: rows of words, read as states when they are asked for.

Costs and actions of steps are not stored: the path that somebody asks for is walked again with the
user's own functions, interpreted, so that any Python object may be an action.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, overload

from typing_extensions import override

from searchkit.errors import CompileError
from searchkit.nodes import NO_PARENT, Nodes
from searchkit.path import Path
from searchkit.problem import Problem


class View(Sequence[Any]):
    """A sequence whose entries are made when they are asked for.

    Args:
        size: Gives the number of entries. It and ``entry`` are methods of an object, so that the
            view can be copied and pickled together with it.
        entry: Gives the entry at a position.
    """

    def __init__(self, size: Callable[[], int], entry: Callable[[int], Any]) -> None:
        self._size = size
        self._entry = entry

    def __len__(self) -> int:
        return self._size()

    @overload
    def __getitem__(self, position: int) -> Any: ...
    @overload
    def __getitem__(self, position: slice) -> list[Any]: ...
    def __getitem__(self, position: int | slice) -> Any:
        if isinstance(position, slice):
            return [self._entry(n) for n in range(*position.indices(self._size()))]
        if position < 0:
            position += self._size()
        if not 0 <= position < self._size():
            raise IndexError(f"there are {self._size()} entries, none at {position}.")
        return self._entry(position)


class NodeSource(Protocol):
    """What knows the nodes: an engine."""

    @property
    def size(self) -> int:
        """The number of nodes."""
        ...

    def state(self, number: int) -> Any:
        """Make the state of a node."""
        ...

    def parent(self, number: int) -> int:
        """Give the parent of a node."""
        ...

    def step_cost(self, number: int) -> Any:
        """Give the cost of the step into a node; None where it is not stored."""
        ...

    def ordinal(self, number: int) -> int | None:
        """Give which of its parent's successors a node is; None: the first that fits."""
        ...

    def steps_from(self, number: int) -> Iterable[Any]:
        """Give the steps that lead on from a node, interpreted."""
        ...


class CompiledNodes(Nodes[Any, Any, Any]):
    """The nodes of an engine, by number.

    Args:
        source: The engine.
        labelled: Whether steps have costs and actions.
        zero: The zero of the costs.
    """

    def __init__(self, source: NodeSource, *, labelled: bool, zero: Any) -> None:
        super().__init__(labelled=labelled, zero=zero)
        self._source = source
        views: Any = self
        views.states = View(self.__len__, source.state)
        views.parents = View(self.__len__, source.parent)
        views.costs = View(self.__len__, self._cost)
        views.actions = View(self.__len__, self._action)

    @override
    def __len__(self) -> int:
        return self._source.size

    def _cost(self, number: int) -> Any:
        return self._label(number)[0]

    def _action(self, number: int) -> Any:
        return self._label(number)[1]

    def _label(self, number: int) -> tuple[Any, Any]:
        """Find cost and action of the step into a node."""
        source = self._source
        parent = source.parent(number)
        if parent == NO_PARENT or not self.labelled:
            return (self.zero, None) if parent == NO_PARENT else (1, None)
        state, wanted = source.state(number), source.step_cost(number)
        ordinal = source.ordinal(number)
        for position, (after, cost, action) in enumerate(source.steps_from(parent)):
            fits = after == state and (wanted is None or cost == wanted)
            if fits and (ordinal is None or position == ordinal):
                return cost, action
        raise CompileError(
            f"compiled next_steps leads from {source.state(parent)!r} to {state!r}, interpreted it "
            "has no such step: the two do not agree. Does it give the same each time, and do its "
            "ints stay within 64 bits?"
        )

    @override
    def path_along(
        self, chain: list[int], steps: list[int], problem: Problem[Any, Any, Any]
    ) -> Path[Any, Any, Any]:
        labels = [self._label(number) for number in steps]
        costs = tuple(cost for cost, _ in labels)
        return Path(
            states=tuple(self.states[number] for number in chain),
            actions=tuple(action for _, action in labels),
            costs=costs,
            cost=functools.reduce(operator.add, costs, self.zero),  # as the search adds up
            problem=problem,
        )
