"""Loops written by hand, as anybody would write them for one program.

Breadth-first search is the loop that `benchmarks.breadth_first` compares the library with.
"""

from __future__ import annotations

import heapq
from typing import Any

from benchmarks.breadth_first import loop_over_functions
from benchmarks.contenders import Run, Solve
from benchmarks.problems import Answer, Functions, Task, counting


def breadth_first(functions: Functions, *, explores: bool) -> Answer:
    """Search breadth-first."""
    if explores:
        _, states = loop_over_functions(functions.start, functions.successors, functions.is_goal)
        return Answer(None, states, states)
    functions, calls = counting(functions)
    path, states = loop_over_functions(functions.start, functions.successors, functions.is_goal)
    return Answer(None if path is None else len(path) - 1, states, calls())


def a_star(functions: Functions) -> Answer:
    """Search with A*, ties going to the lower h and then to the latest."""
    start, successors, is_goal, heuristic, _ = functions
    assert heuristic is not None
    costs: dict[Any, int] = {start: 0}
    parents: dict[Any, Any] = {start: None}
    closed: set[Any] = set()
    estimate = heuristic(start)
    heap = [(estimate, estimate, 0, start)]
    latest = 0
    while heap:
        _, _, _, state = heapq.heappop(heap)
        if state in closed:
            continue
        closed.add(state)
        if is_goal(state):
            return Answer(costs[state], len(costs), len(closed) - 1)
        cost = costs[state] + 1
        for successor in successors(state):
            if cost < costs.get(successor, cost + 1):
                costs[successor] = cost
                parents[successor] = state
                estimate = heuristic(successor)
                latest -= 1
                heapq.heappush(heap, (cost + estimate, estimate, latest, successor))
    return Answer(None, len(costs), len(closed))


def prepare(task: Task) -> Solve:
    """Make ready for a task."""
    if task.family == "fifteen":
        return lambda instance: Run(a_star(instance.functions()))
    return lambda instance: Run(breadth_first(instance.functions(), explores=task.explores))
