"""Dijkstra's algorithm backward through recorded edges: what is left from each node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Any

from searchkit.protocols import C


def costs_to(
    targets: Iterable[int], out: Sequence[Iterable[tuple[Any, ...]]], zero: C
) -> tuple[list[C | None], list[int]]:
    """Find the cheapest way from each node to one of the targets.

    Args:
        targets: The numbers of the nodes to be reached.
        out: The edges out of each node; each begins with the number of a node and a cost.
        zero: The cost of no step.

    Returns:
        What the way costs (None where there is none), and the node next on it (-1 where there is
        none, and at the targets).

    Example:
        >>> costs_to([2], [[(1, 5), (2, 9)], [(2, 3)], [], []], 0)
        ([8, 3, 0, None], [1, 2, -1, -1])
    """
    into: list[list[tuple[int, Any]]] = [[] for _ in range(len(out))]
    for tail, edges in enumerate(out):
        for edge in edges:
            head: int = edge[0]
            into[head].append((tail, edge[1]))
    left: list[Any] = [None] * len(out)
    ways = [-1] * len(out)
    heap = [(zero, target) for target in sorted(targets)]
    for _, target in heap:
        left[target] = zero
    heapify(heap)
    while heap:
        far, node = heappop(heap)
        if left[node] < far:
            continue
        for tail, cost in into[node]:
            farther = cost + far
            if left[tail] is None or farther < left[tail]:
                left[tail], ways[tail] = farther, node
                heappush(heap, (farther, tail))
    return left, ways
