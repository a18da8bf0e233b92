"""How a node was derived, where nodes may have more than one parent.

A `Path` follows one parent a node. In a proof search a node is concluded from several others; the
derivation is the part of the graph that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, cast

from attrs import field, frozen

from searchkit.protocols import A, C, S
from searchkit.tables import html_table

if TYPE_CHECKING:
    from searchkit.path import Path


@frozen
class DerivedNode(Generic[S, A]):
    """One line of a derivation.

    Attributes:
        number: The number of the node in the search.
        state: Its state.
        parents: The numbers of the nodes it was derived from: first the expanded one, then its
            premises. Empty for a start.
        action: What the step was called; None for a start.
    """

    number: int
    state: S
    parents: tuple[int, ...]
    action: A | None


@frozen
class Derivation(Generic[S, A]):
    """All nodes that lead to a node, parents before children; the last is the node itself.

    Example:
        >>> from searchkit import Derived, Problem, breadth_first_search
        >>> def sums(number, closed):
        ...     for other, value in closed.items():
        ...         yield Derived(number + value, premises=(other,), action="add")
        >>> problem = Problem(
        ...     starts=[1, 10], next_steps=sums, is_goal=lambda n: n == 21, sees_closed=True
        ... )
        >>> for line in breadth_first_search(problem).derivation:
        ...     print(line.number, line.state, line.parents, line.action)
        1 10 () None
        0 1 () None
        2 11 (1, 0) add
        4 21 (2, 1) add
        >>> print(breadth_first_search(problem).derivation)
        1. 10
        0. 1
        2. 11  (from 1, 0: add)
        4. 21  (from 2, 1: add)
    """

    nodes: tuple[DerivedNode[S, A], ...] = field()

    def __iter__(self) -> Iterator[DerivedNode[S, A]]:
        return iter(self.nodes)

    def __str__(self) -> str:
        """One line a node, with the numbers of those from which it was derived."""
        width = max((len(str(node.number)) for node in self.nodes), default=0)
        return "\n".join(_line(node, width) for node in self.nodes)

    def _repr_html_(self) -> str:
        rows = [
            [str(n.number), str(n.state), _origin(n), "" if n.action is None else str(n.action)]
            for n in self.nodes
        ]
        return html_table(["number", "state", "from", "action"], rows, right=[0])

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, position: int) -> DerivedNode[S, A]:
        return self.nodes[position]


def _origin(node: DerivedNode[Any, Any]) -> str:
    return ", ".join(map(str, node.parents))


def _line(node: DerivedNode[Any, Any], width: int) -> str:
    line = f"{node.number:>{width}}. {node.state}"
    if not node.parents:
        return line
    action = "" if node.action is None else f": {node.action}"
    return f"{line}  (from {_origin(node)}{action})"


def derivation_of_path(path: Path[S, A, C]) -> Derivation[S, A]:
    """Make the derivation that a path is: each state is derived from the one before."""
    actions = (cast("A", None), *path.actions)
    return Derivation(
        tuple(
            DerivedNode(position, state, (position - 1,) if position else (), action)
            for position, (state, action) in enumerate(zip(path.states, actions, strict=True))
        )
    )
