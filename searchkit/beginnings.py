"""Beginnings of paths in a graph that grows: the queue beneath the search for the best paths.

The graph is the region that a search has explored: nodes by number, the edges out of each node
that was expanded, and which nodes are goals. A *beginning* is a path from a start that repeats no
node. It has a number, and hangs on a shorter one as nodes hang on their parents. The queue holds
them by the cost of their cheapest completion.

That cost is known from a *survey*: the distance from each node to the nearest goal, by Dijkstra's
algorithm backward. It is a lower bound, since the cheapest completion may run into the beginning
itself. So when a beginning is taken from the queue, its completion is looked for once more, around
its own nodes, by A* with the surveyed distances for a heuristic; if it costs more, the beginning
goes back into the queue at its true cost, and if there is none, aside until the graph has grown.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Generic

from searchkit.backward_costs import costs_to
from searchkit.protocols import A, C


class Beginnings(Generic[A, C]):
    """All beginnings of paths in the region, and a queue of those that can be completed.

    Attributes:
        out: The edges out of each node: (node, cost, action).
        expanded: The nodes whose edges are known.
        goals: The nodes that are goals.
        costs: The cost of each beginning.
    """

    def __init__(self, zero: C) -> None:
        self.zero = zero
        self.out: list[list[tuple[int, C, A]]] = []
        self.expanded: set[int] = set()
        self.goals: set[int] = set()
        self.costs: list[C] = []
        self._shorter: list[int] = []  # the beginning that each one prolongs; -1 for a start
        self._edges: list[tuple[int, C, A] | None] = []  # by which edge
        self._ends: list[int] = []  # and up to which node
        self._queue: list[tuple[C, int, int, bool]] = []  # cost, tie, beginning, whether exact
        self._tick = 0
        self._blocked: list[int] = []  # no completion within the region as it is
        self._unprolonged: list[int] = []  # they end in a goal whose edges are not known yet
        self._left: list[C | None] = []  # the distance of each node to the nearest goal
        self._ways: list[int] = []  # the node next on the way there; -1 at a goal

    def add_node(self, *, is_goal: bool, is_start: bool) -> None:
        """Let the region have one node more."""
        if is_goal:
            self.goals.add(len(self.out))
        if is_start:
            self._blocked.append(self._add(-1, None, len(self.out), self.zero))
        self.out.append([])

    def least(self) -> C | None:
        """Give the cost of the first beginning in the queue, completed; None where it is empty."""
        return self._queue[0][0] if self._queue else None

    def advance(self) -> int | None:
        """Take the first beginning from the queue; give its number if it is a whole path."""
        cost, _, beginning, exact = heappop(self._queue)
        end = self._ends[beginning]
        if not exact:
            left = self._completion(beginning)
            if left is None:
                self._blocked.append(beginning)
                return None
            true_cost = self.costs[beginning] + left
            if cost < true_cost:
                self._push(true_cost, beginning, exact=True)
                return None
        if end in self.expanded:
            self._prolong(beginning)
        else:
            self._unprolonged.append(beginning)
        return beginning if end in self.goals else None

    def steps_of(self, beginning: int) -> tuple[list[int], list[tuple[C, A]]]:
        """Give the nodes along a beginning, and the cost and the action of each step."""
        nodes: list[int] = []
        steps: list[tuple[C, A]] = []
        while beginning >= 0:
            nodes.append(self._ends[beginning])
            edge = self._edges[beginning]
            if edge is not None:
                steps.append(edge[1:])
            beginning = self._shorter[beginning]
        return nodes[::-1], steps[::-1]

    def survey(self) -> None:
        """Measure the distances in the region as it is now, and fill the queue anew."""
        self._left, self._ways = costs_to(self.goals, self.out, self.zero)
        waiting = [entry[2] for entry in sorted(self._queue, key=lambda entry: -entry[1])]
        waiting += self._blocked
        self._queue, self._blocked = [], []
        unprolonged, self._unprolonged = self._unprolonged, []
        for beginning in waiting:
            self._enqueue(beginning)
        for beginning in unprolonged:
            if self._ends[beginning] in self.expanded:
                self._prolong(beginning)
            else:
                self._unprolonged.append(beginning)

    def _add(self, shorter: int, edge: tuple[int, C, A] | None, end: int, cost: C) -> int:
        self._shorter.append(shorter)
        self._edges.append(edge)
        self._ends.append(end)
        self.costs.append(cost)
        return len(self._ends) - 1

    def _prolong(self, beginning: int) -> None:
        """Add a beginning for each edge that leads on to a node that is not on it yet."""
        nodes = set(self.steps_of(beginning)[0])
        cost = self.costs[beginning]
        for edge in self.out[self._ends[beginning]]:
            if edge[0] not in nodes:
                self._enqueue(self._add(beginning, edge, edge[0], cost + edge[1]))

    def _enqueue(self, beginning: int) -> None:
        """Put a beginning where it belongs by the survey."""
        end = self._ends[beginning]
        left = self._left[end] if end < len(self._left) else None
        if left is None:
            self._blocked.append(beginning)
        else:
            self._push(self.costs[beginning] + left, beginning, exact=False)

    def _push(self, cost: C, beginning: int, *, exact: bool) -> None:
        self._tick -= 1  # of equal ones the last comes first: down to a goal, not across
        heappush(self._queue, (cost, self._tick, beginning, exact))

    def _completion(self, beginning: int) -> C | None:
        """Find what the cheapest way on to a goal costs that avoids the beginning's own nodes."""
        end = self._ends[beginning]
        used = set(self.steps_of(beginning)[0])
        node = end
        while (node := self._ways[node]) >= 0 and node not in used:
            pass
        if node < 0:  # the surveyed way meets none of them
            return self._left[end]
        used.discard(end)
        heap: list[tuple[C, int, int, C]] = [(self.zero, 0, end, self.zero)]
        tick = 0
        while heap:
            _, _, node, cost = heappop(heap)
            if node in used:
                continue
            if node in self.goals:
                return cost
            used.add(node)
            for head, step, _ in self.out[node]:
                left = self._left[head]
                if head not in used and left is not None:
                    tick -= 1
                    heappush(heap, (cost + step + left, tick, head, cost + step))
        return None
