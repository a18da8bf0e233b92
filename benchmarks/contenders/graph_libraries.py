"""networkx and rustworkx: their searches need the whole graph, so it is built first.

The graph is explored with a loop by hand over the same successor function; building it is part
of the time, since without it there is nothing to search.
"""

from __future__ import annotations

import importlib
from typing import Any

from benchmarks.contenders import CannotError, Run, Solve
from benchmarks.problems import Answer, Functions, Task


def _refuse_the_fifteen(task: Task) -> None:
    if task.family == "fifteen":
        raise CannotError("needs the whole graph first: 10^13 states")


def _explored(functions: Functions) -> tuple[list[Any], list[tuple[int, int]]]:
    """Give all states, and all edges between their numbers."""
    numbers: dict[Any, int] = {functions.start: 0}
    states = [functions.start]
    edges: list[tuple[int, int]] = []
    for number, state in enumerate(states):
        for successor in functions.successors(state):
            known = numbers.setdefault(successor, len(states))
            if known == len(states):
                states.append(successor)
            edges.append((number, known))
    return states, edges


def with_networkx(task: Task) -> Solve:
    """Make ready for a task."""
    _refuse_the_fifteen(task)
    networkx: Any = importlib.import_module("networkx")

    def search(functions: Functions) -> Answer:
        states, edges = _explored(functions)
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(len(states)))
        graph.add_edges_from(edges)
        depths = networkx.single_source_shortest_path_length(graph, 0)
        if task.explores:
            return Answer(max(depths.values()), len(depths), len(states))
        goals = (number for number, state in enumerate(states) if functions.is_goal(state))
        return Answer(min(depths[goal] for goal in goals), len(states), len(states))

    return lambda instance: Run(search(instance.functions()))


def with_rustworkx(task: Task) -> Solve:
    """Make ready for a task."""
    _refuse_the_fifteen(task)
    rustworkx: Any = importlib.import_module("rustworkx")

    def search(functions: Functions) -> Answer:
        states, edges = _explored(functions)
        graph = rustworkx.PyDiGraph(multigraph=True)
        graph.add_nodes_from(states)
        graph.extend_from_edge_list(edges)
        if task.explores:
            layers = rustworkx.bfs_layers(graph, [0])
            return Answer(len(layers) - 1, sum(map(len, layers)), len(states))
        for depth, layer in enumerate(rustworkx.bfs_layers(graph, [0])):
            if any(functions.is_goal(states[number]) for number in layer):
                return Answer(depth, len(states), len(states))
        return Answer(None)

    return lambda instance: Run(search(instance.functions()))
