"""nographs: traversals that are given a function for the successors and report the vertices."""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Iterable
from typing import Any

from benchmarks.contenders import Run, Solve
from benchmarks.problems import Answer, Functions, Task, counting


def _explore(nographs: Any, functions: Functions) -> Answer:
    def next_vertices(state: Any, _: Any) -> Iterable[Any]:
        return functions.successors(state)

    traversal = nographs.TraversalBreadthFirst(next_vertices)
    traversal.start_from(functions.start, build_paths=True)
    deque(traversal, maxlen=0)  # to its end; it does not report the start
    states = len(traversal.visited)
    return Answer(traversal.depth, states, states)


def _breadth_first(nographs: Any, functions: Functions) -> Answer:
    functions, calls = counting(functions)
    is_goal = functions.is_goal

    def next_vertices(state: Any, _: Any) -> Iterable[Any]:
        return functions.successors(state)

    traversal = nographs.TraversalBreadthFirst(next_vertices)
    for state in traversal.start_from(functions.start, build_paths=True):
        if is_goal(state):
            break
    return Answer(traversal.depth, len(traversal.visited), calls())


def _a_star(nographs: Any, functions: Functions) -> Answer:
    functions, calls = counting(functions)

    def next_edges(state: Any, _: Any) -> Iterable[tuple[Any, int]]:
        for successor in functions.successors(state):
            yield successor, 1

    traversal = nographs.TraversalAStar(next_edges)
    traversal.start_from(functions.heuristic, functions.start, build_paths=True)
    traversal.go_to(functions.goal)
    return Answer(traversal.path_length, len(traversal.distances), calls())


def prepare(task: Task) -> Solve:
    """Make ready for a task."""
    nographs: Any = importlib.import_module("nographs")
    search = _explore if task.explores else _a_star if task.family == "fifteen" else _breadth_first
    return lambda instance: Run(search(nographs, instance.functions()))
