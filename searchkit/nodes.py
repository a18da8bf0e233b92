"""The node table: every state has a number, and is stored once.

Numbers are given in the order in which states are discovered. Everything else in a search holds
numbers: parents, frontiers, heaps, the duplicate check. The table of a depth-first search without
memory is cut back as the search backtracks; its numbers are depths.

The columns ``costs`` and ``actions`` are filled only where steps carry them. They hold what the
*step into* the node cost and was called, so that among parallel steps, and steps that lead back to
an equal state, the path names the one that was taken. The cost is that of the single step and not
the sum from the start: a parent may be reached more cheaply later, and a sum would then be stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast

from searchkit.derivation import Derivation, DerivedNode
from searchkit.path import Path
from searchkit.protocols import A, C, S

if TYPE_CHECKING:
    from searchkit.problem import Problem

NO_PARENT = -1
"""The parent of a start."""


class Nodes(Generic[S, A, C]):
    """The table of a search, column by column; row i describes node i.

    Attributes:
        states: The state of each node.
        parents: The node from which it was reached; -1 for a start.
        costs: What the step into it cost (empty where every step costs 1).
        actions: What the step into it was called (empty where steps have no names).
        premises: The further parents of nodes derived from several, by node number.
        arriving: The label (state, cost, action) of the step that is being looked at.
        arriving_premises: The further parents that come with it.
        usual_cost: What the step before cost.
        costs_differ: Whether two steps of different costs were seen.
    """

    __slots__ = (
        "actions",
        "arriving",
        "arriving_premises",
        "costs",
        "costs_differ",
        "labelled",
        "parents",
        "premises",
        "states",
        "usual_cost",
        "zero",
    )

    def __init__(self, *, labelled: bool, zero: C) -> None:
        self.states: list[S] = []
        self.parents: list[int] = []
        self.costs: list[C] = []
        self.actions: list[A] = []
        self.premises: dict[int, tuple[int, ...]] = {}
        self.labelled = labelled
        self.zero = zero
        self.arriving: tuple[Any, C, A] = self.no_label
        self.arriving_premises: tuple[int, ...] = ()
        self.usual_cost: C | None = None
        self.costs_differ = False

    @property
    def no_label(self) -> tuple[Any, C, A]:
        """The label of a start."""
        return (None, self.zero, cast("A", None))

    def __len__(self) -> int:
        return len(self.states)

    def keep_label(self) -> None:
        """Store the label of the step into the newest node."""
        _, cost, action = self.arriving
        self.costs.append(cost)
        self.actions.append(action)
        if self.arriving_premises:
            self.premises[len(self.costs) - 1] = self.arriving_premises

    def reparent(self, number: int, parent: int) -> None:
        """Let another step, the one that is being looked at, be the way into a node."""
        self.parents[number] = parent
        if self.labelled:
            _, self.costs[number], self.actions[number] = self.arriving
            if self.arriving_premises:
                self.premises[number] = self.arriving_premises
            else:
                self.premises.pop(number, None)

    def truncate(self, size: int) -> None:
        """Forget the nodes from this number on."""
        del self.states[size:], self.parents[size:]
        if self.labelled:
            del self.costs[size:], self.actions[size:]

    def path_to(self, number: int, problem: Problem[S, A, C]) -> Path[S, A, C]:
        """Follow the parents from a node back to its start."""
        chain = self.lineage(number)[::-1]
        return self.path_along(chain, chain[1:], problem)

    def lineage(self, number: int) -> list[int]:
        """Give a node, its parent, and so on back to the one without a parent."""
        if not 0 <= number < len(self.states):
            raise IndexError(f"no node has the number {number}; there are {len(self.states)}.")
        chain = [number]
        while (parent := self.parents[chain[-1]]) != NO_PARENT:
            chain.append(parent)
        return chain

    def path_along(
        self, chain: list[int], steps: list[int], problem: Problem[S, A, C]
    ) -> Path[S, A, C]:
        """Make the path through these nodes, whose steps are those into the nodes ``steps``."""
        if self.labelled:
            costs = tuple(self.costs[n] for n in steps)
            actions = tuple(self.actions[n] for n in steps)
        else:
            costs = cast("tuple[C, ...]", (1,) * len(steps))
            actions = cast("tuple[A, ...]", (None,) * len(steps))
        total = self.zero
        for cost in costs:
            total = total + cost
        return Path(
            states=tuple(self.states[n] for n in chain),
            actions=actions,
            costs=costs,
            cost=total,
            problem=problem,
        )

    def derivation_of(self, number: int) -> Derivation[S, A]:
        """Collect all nodes from which a node was derived, parents before children."""
        order: list[int] = []
        done: set[int] = set()
        pending = [number]
        while pending:
            node = pending[-1]
            missing = [parent for parent in self._all_parents(node) if parent not in done]
            if missing and node not in done:
                pending.extend(reversed(missing))
                continue
            pending.pop()
            if node not in done:
                done.add(node)
                order.append(node)
        return Derivation(
            tuple(
                DerivedNode(
                    number=node,
                    state=self.states[node],
                    parents=self._all_parents(node),
                    action=self.actions[node] if self.labelled else None,
                )
                for node in order
            )
        )

    def _all_parents(self, number: int) -> tuple[int, ...]:
        parent = self.parents[number]
        if parent == NO_PARENT:
            return ()
        return (parent, *self.premises.get(number, ()))
