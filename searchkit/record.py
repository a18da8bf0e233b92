"""Keeping the graph of a small search, to look at: every node, every edge, duplicates dashed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path as FilePath
from typing import Any, Generic

from attrs import define, field
from typing_extensions import override

from searchkit.algorithms.backward import Backward
from searchkit.arguments import Naming
from searchkit.drawing import Box, Drawing, Line, draw_dot, draw_svg
from searchkit.errors import ProblemError
from searchkit.observers import Observer
from searchkit.path import Path, same
from searchkit.protocols import A, C, S
from searchkit.search import Search
from searchkit.two_sided import BACKWARD, TwoSided


class EdgeKind(Enum):
    """What became of a step that the search looked at."""

    TREE = "the way by which the search reached the node"
    DUPLICATE = "it led to a node that was known already"
    DROPPED = "the search did not keep where it led: cut off by a bound, or not chosen"
    PREMISE = "a further parent, of a node derived from several"
    MEETING = "both ends are one state, where the two sides of a search met"


@define(eq=False)
class RecordedNode(Generic[S]):
    """A node of the recorded graph.

    Attributes:
        id: Its number in the recording.
        number: Its number in the search, as it was then; None where the search did not keep it.
        state: Its state.
        name: What the picture calls it.
        order: Which expansion it was, from 1 on, of several the first; None if never expanded.
        is_goal: Whether it is a goal.
        on_path: Whether the best path found goes through it.
    """

    id: int
    number: int | None
    state: S
    name: str
    order: int | None = None
    is_goal: bool = False
    on_path: bool = False
    way_in: int | None = field(default=None, repr=False)


@define(eq=False)
class RecordedEdge(Generic[A, C]):
    """An edge of the recorded graph, in the direction of the step.

    Attributes:
        tail: The node it leaves.
        head: The node it leads to.
        kind: What became of it.
        action: What the step was called.
        cost: What it cost.
        on_path: Whether the best path found takes it.
    """

    tail: int
    head: int
    kind: EdgeKind
    action: A
    cost: C
    on_path: bool = False


@define(eq=False)
class _Pending(Generic[S, A, C]):
    """A successor of which the search has not yet said what it does with it."""

    parent: int
    state: S
    action: A
    cost: C
    premises: tuple[int, ...]
    backward: bool


class Recorder(Observer[S, A, C]):
    """An observer that keeps the graph of a small search, and draws it.

    Each node shows its name and, in its corner, which expansion it was. Goals have a double
    border, the best path found is thick; a node that still waits is pale. A step to a known node
    is dashed. Where a search begins anew (iterative deepening), each round is a tree of its own.

    Args:
        name: A function from a state to what it is called; by default its repr, shortened. May
            have several lines.
        max_nodes: How many nodes are kept. The search goes on behind them, and the picture says
            how many are missing.

    Attributes:
        nodes: The nodes, in the order in which they were met.
        edges: The edges.
        left_out: How many nodes were met and not kept.

    Raises:
        ProblemError: An argument does not fit; or, by the search, ``name`` gives no text.

    Time and memory: a few microseconds for each step, until ``max_nodes`` are kept.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 4)
        >>> recorder = Recorder(name=str)
        >>> result = breadth_first_search(problem, observer=recorder)
        >>> [(node.name, node.order, node.on_path) for node in recorder.nodes]
        [('1', 1, True), ('2', 2, True), ('3', None, False), ('4', None, True)]
        >>> [(edge.tail, edge.head, edge.kind.name) for edge in recorder.edges]
        [(0, 1, 'TREE'), (0, 1, 'DUPLICATE'), (1, 2, 'TREE'), (1, 3, 'TREE')]
    """

    def __init__(self, *, name: Callable[[S], str] | None = None, max_nodes: int = 200) -> None:
        if type(max_nodes) is not int or max_nodes < 1:
            raise ProblemError(
                f"Recorder(max_nodes={max_nodes!r}): how many nodes to keep, from 1 on."
            )
        self.max_nodes = max_nodes
        self._name = Naming("Recorder", name)
        self._clear()

    def _clear(self) -> None:
        self.nodes: list[RecordedNode[S]] = []
        self.edges: list[RecordedEdge[A, C]] = []
        self.left_out = 0
        self._search: Search[S, A, C] | None = None
        self._is_goal: Callable[[S], bool] | None = None
        self._ids: dict[int, int] = {}  # of the nodes that have a number now
        self._pending: list[_Pending[S, A, C]] = []
        self._last: RecordedEdge[A, C] | None = None
        self._into: dict[int, list[int]] = {}  # the edges into each node
        self._twins: dict[int, int] = {}
        self._expansions = 0
        self._best: C | None = None

    # --- what the search tells ----------------------------------------------------------------

    @override
    def started(self, search: Search[S, A, C], /) -> None:
        self._clear()
        self._search = search
        problem = search.forward if isinstance(search, Backward) else search.problem
        self._is_goal = problem.bind(problem.is_goal)

    @override
    def expanding(self, number: int, state: S, /) -> None:
        self._drop_pending()
        self._expansions += 1
        node = self._ids.get(number)
        if node is not None and self.nodes[node].order is None:
            self.nodes[node].order = self._expansions

    @override
    def generated(self, parent: int, state: S, /) -> None:
        search = self._watched
        if parent not in self._ids:
            return
        action: Any = None
        cost: Any = 1
        premises: tuple[int, ...] = ()
        if search.problem.next_states is None:
            _, cost, action = search.nodes.arriving
            premises = search.nodes.arriving_premises
        backward = isinstance(search, Backward) or (
            isinstance(search, TwoSided) and search.side == BACKWARD
        )
        self._pending.append(
            _Pending(self._ids[parent], state, action, cost, premises, backward=backward)
        )

    @override
    def stored(self, number: int, state: S, /) -> None:
        self._last = None
        if self._watched.current < 0:  # a start
            self._drop_pending()
            if number == 0:
                self._ids.clear()
        pending = self._take(state)
        node = self._add_node(number, state)
        if node is None:
            self._ids.pop(number, None)
            return
        self._ids[number] = node.id
        if pending is not None:
            self._add_edge(pending, node.id, EdgeKind.TREE)
            for premise in pending.premises:
                if premise in self._ids:
                    edge = _Pending(
                        self._ids[premise], state, pending.action, pending.cost, (), backward=False
                    )
                    self._add_edge(edge, node.id, EdgeKind.PREMISE)

    @override
    def duplicate(self, state: S, known: int | None, /) -> None:
        self._last = None
        if known is not None and (pending := self._take(state)) is not None and known in self._ids:
            self._add_edge(pending, self._ids[known], EdgeKind.DUPLICATE)

    @override
    def improved(self, number: int, state: S, /) -> None:
        edge = self._last
        if edge is None:
            return
        if number not in self._ids:  # under a key the better state is a node of its own
            node = self._add_node(number, state)
            if node is None:
                return
            self._ids[number] = node.id
            self._into[edge.head].remove(self.edges.index(edge))
            edge.head = node.id
            self._into.setdefault(node.id, []).append(self.edges.index(edge))
        node = self.nodes[self._ids[number]]
        if node.way_in is not None:
            self.edges[node.way_in].kind = EdgeKind.DUPLICATE
        edge.kind = EdgeKind.TREE
        node.way_in = self.edges.index(edge)

    @override
    def solution(self, path: Path[S, A, C], /) -> None:
        search = self._watched
        if isinstance(search, TwoSided) and search.meeting is not None:
            forward, backward = (self._ids.get(number) for number in search.meeting)
            if forward is not None and backward is not None and forward not in self._twins:
                self._join(forward, backward)
                self._twins[backward] = forward
        if self._best is None or path.cost < self._best:
            self._best = path.cost
            self._mark(path)

    # --- what is kept -------------------------------------------------------------------------

    @property
    def _watched(self) -> Search[S, A, C]:
        assert self._search is not None
        return self._search

    def _take(self, state: S) -> _Pending[S, A, C] | None:
        """Take the successor of which the search speaks from those that wait."""
        for position in range(len(self._pending) - 1, -1, -1):
            if self._pending[position].state is state:
                return self._pending.pop(position)
        return None

    def _drop_pending(self) -> None:
        """The search has gone on, and said nothing of these successors."""
        dropped, self._pending = self._pending, []
        for pending in dropped:
            node = self._add_node(None, pending.state)
            if node is not None:
                self._add_edge(pending, node.id, EdgeKind.DROPPED)

    def _add_node(self, number: int | None, state: S) -> RecordedNode[S] | None:
        if len(self.nodes) >= self.max_nodes:
            self.left_out += 1
            return None
        assert self._is_goal is not None
        node = RecordedNode(
            id=len(self.nodes),
            number=number,
            state=state,
            name=self._name(state),
            is_goal=self._is_goal(state),
        )
        self.nodes.append(node)
        return node

    def _add_edge(self, pending: _Pending[S, A, C], node: int, kind: EdgeKind) -> None:
        tail, head = (node, pending.parent) if pending.backward else (pending.parent, node)
        edge = RecordedEdge(
            tail=tail, head=head, kind=kind, action=pending.action, cost=pending.cost
        )
        if kind in (EdgeKind.TREE, EdgeKind.DROPPED):
            self.nodes[node].way_in = len(self.edges)
        self._into.setdefault(head, []).append(len(self.edges))
        self.edges.append(edge)
        self._last = edge

    def _join(self, forward: int, backward: int) -> None:
        """Say that two nodes are one state, where two sides met."""
        nothing: Any = None
        edge = RecordedEdge[A, C](
            tail=forward,
            head=backward,
            kind=EdgeKind.MEETING,
            action=nothing,
            cost=self._watched.problem.zero,
        )
        self._into.setdefault(backward, []).append(len(self.edges))
        self.edges.append(edge)

    def _mark(self, path: Path[S, A, C]) -> None:
        """Find the path in what was recorded, from its end back, and mark it."""
        for marked in self.nodes:
            marked.on_path = False
        for edge in self.edges:
            edge.on_path = False
        last = len(path)
        tried: set[tuple[int, int]] = set()
        for node in reversed(self.nodes):
            if not same(node.state, path.end):
                continue
            trail = [(node.id, last, self._ways_back(node.id, path, last))]
            while trail:
                _, position, ways = trail[-1]
                if position == 0:
                    self._mark_trail([step[0] for step in trail])
                    return
                for before in ways:
                    if before not in tried:
                        tried.add(before)
                        trail.append((*before, self._ways_back(before[0], path, before[1])))
                        break
                else:
                    trail.pop()

    def _ways_back(
        self, node: int, path: Path[S, A, C], position: int
    ) -> Iterator[tuple[int, int]]:
        """Give the nodes that may come before a node of the path, with their positions."""
        if node in self._twins:
            yield self._twins[node], position
        if position == 0:
            return
        way_in = self.nodes[node].way_in
        edges = sorted(self._into.get(node, []), key=lambda number: number != way_in)
        for edge in (self.edges[number] for number in edges):
            if (
                edge.kind not in (EdgeKind.PREMISE, EdgeKind.MEETING)
                and edge.cost == path.costs[position - 1]
                and edge.action == path.actions[position - 1]
                and same(self.nodes[edge.tail].state, path.states[position - 1])
            ):
                yield edge.tail, position - 1

    def _mark_trail(self, trail: list[int]) -> None:
        for head, tail in zip(trail, [*trail[1:], None], strict=True):
            self.nodes[head].on_path = True
            way_in = self.nodes[head].way_in
            between = [n for n in self._into.get(head, []) if self.edges[n].tail == tail]
            if between:
                self.edges[way_in if way_in in between else between[0]].on_path = True

    # --- drawing ------------------------------------------------------------------------------

    @property
    def note(self) -> str:
        """What the picture leaves out; empty where it is whole."""
        if not self.left_out:
            return ""
        return f"only the first {self.max_nodes} nodes are drawn; {self.left_out} more were met"

    def to_dot(self) -> str:
        """Write the graph in the language of Graphviz.

        Example:
            >>> from searchkit import Problem, breadth_first_search
            >>> recorder = Recorder(name=str)
            >>> result = breadth_first_search(
            ...     Problem(1, next_states=lambda n: [n + 1], goals=[2]), observer=recorder
            ... )
            >>> print(recorder.to_dot())
            digraph search {
              node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];
              edge [fontname="sans-serif"];
              n0 [label="1", xlabel="1", fillcolor="#cfe8d5", penwidth=2];
              n1 [label="2", peripheries=2, fillcolor="#cfe8d5", penwidth=2];
              n0 -> n1 [penwidth=3];
            }
        """
        return draw_dot(self._drawing())

    def to_svg(self, file: str | FilePath | None = None) -> str:
        """Draw the graph as SVG, in layers by the depth at which nodes were reached.

        Args:
            file: Where to write it as well.

        Returns:
            The SVG, which stands alone: no program and no font is needed to show it.
        """
        svg = draw_svg(self._drawing())
        if file is not None:
            FilePath(file).write_text(svg + "\n", encoding="utf-8")
        return svg

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        more = f", {self.left_out} left out" if self.left_out else ""
        return f"<Recorder of {len(self.nodes)} nodes and {len(self.edges)} edges{more}>"

    def _drawing(self) -> Drawing:
        labels = self._labels()
        boxes = [
            Box(
                name=node.name,
                corner="" if node.order is None else str(node.order),
                above=self._above(node),
                double=node.is_goal,
                strong=node.on_path,
                pale=node.order is None,
                faint=node.number is None,
                label="" if node.way_in is None else labels[node.way_in],
            )
            for node in self.nodes
        ]
        lines = [
            Line(
                tail=edge.tail,
                head=edge.head,
                label=label,
                dashed=edge.kind in (EdgeKind.DUPLICATE, EdgeKind.DROPPED),
                dotted=edge.kind in (EdgeKind.PREMISE, EdgeKind.MEETING),
                arrow=edge.kind is not EdgeKind.MEETING,
                strong=edge.on_path,
            )
            for edge, label in zip(self.edges, labels, strict=True)
        ]
        return Drawing(boxes, lines, self.note)

    def _labels(self) -> list[str]:
        """Give the label of each edge: action and cost, where they say something."""
        steps = [edge for edge in self.edges if edge.kind is not EdgeKind.MEETING]
        with_cost = any(edge.cost != 1 for edge in steps)
        return [
            ""
            if edge.kind in (EdgeKind.MEETING, EdgeKind.PREMISE)
            else ", ".join(
                [str(edge.action)] * (edge.action is not None) + [str(edge.cost)] * with_cost
            )
            for edge in self.edges
        ]

    def _above(self, node: RecordedNode[S]) -> int | None:
        """Give the node beneath which a node is drawn: the one from which it was reached."""
        if node.way_in is None:
            return None
        edge = self.edges[node.way_in]
        return edge.tail if edge.head == node.id else edge.head
