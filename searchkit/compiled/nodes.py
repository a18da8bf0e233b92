"""The node table of a compiled search: rows of words, read as states when they are asked for.

Costs and actions of steps are not stored: the path that somebody asks for is walked again with the
user's own functions, interpreted, so that any Python object may be an action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from typing_extensions import override

from searchkit.errors import CompileError
from searchkit.nodes import NO_PARENT, Nodes
from searchkit.path import Path
from searchkit.problem import Problem


class View(Sequence[Any]):
    """A sequence whose entries are made when they are asked for."""

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


class CompiledNodes(Nodes[Any, Any, Any]):
    """The nodes of an engine, by number.

    Args:
        labelled: Whether steps have costs and actions.
        zero: The zero of the costs.
        size: Gives the number of nodes.
        state: Gives the state of a node.
        parent: Gives the parent of a node.
        step_cost: Gives the cost of the step into a node, where the search knows it.
        problem: Whose functions are asked again for the steps of a path.
    """

    def __init__(
        self,
        *,
        labelled: bool,
        zero: Any,
        size: Callable[[], int],
        state: Callable[[int], Any],
        parent: Callable[[int], int],
        problem: Problem[Any, Any, Any],
        step_cost: Callable[[int], Any] | None = None,
    ) -> None:
        super().__init__(labelled=labelled, zero=zero)
        views: Any = self
        views.states = View(size, state)
        views.parents = View(size, parent)
        views.costs = View(size, lambda number: self._label(number)[0])
        views.actions = View(size, lambda number: self._label(number)[1])
        self._problem = problem
        self._step_cost = step_cost

    def _label(self, number: int) -> tuple[Any, Any]:
        """Find cost and action of the step into a node: the first step that fits."""
        parent = self.parents[number]
        if parent == NO_PARENT or not self.labelled:
            return (self.zero, None) if parent == NO_PARENT else (1, None)
        state, wanted = self.states[number], self._step_cost
        before = self.states[parent]
        for after, cost, action in self._problem.bind(_steps_of(self._problem))(before):
            if after == state and (wanted is None or cost == wanted(number)):
                return cost, action
        raise CompileError(
            f"compiled next_steps leads from {before!r} to {state!r}, interpreted it has no such "
            "step: the two do not agree. Does it give the same each time, and do its ints stay "
            "within 64 bits?"
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
            cost=sum(costs, self.zero),
            problem=problem,
        )


def _steps_of(problem: Problem[Any, Any, Any]) -> Any:
    return problem.next_steps
