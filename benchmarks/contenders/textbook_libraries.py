"""simpleai and aima3, the textbook's searches in Python, and the package ``astar``.

simpleai and aima3 look through their frontier, a list, for each successor, which makes them
quadratic; that is how these libraries are, and why they run out of time.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from benchmarks.contenders import Run, Solve
from benchmarks.problems import Answer, Functions, Task, counting


def with_simpleai(task: Task) -> Solve:
    """Make ready for a task; an action is the state that it leads to."""
    search: Any = importlib.import_module("simpleai.search")

    def solve(functions: Functions) -> Answer:
        functions, calls = counting(functions)

        class Problem(search.SearchProblem):  # type: ignore[misc]
            def actions(self, state: Any) -> list[Any]:
                return list(functions.successors(state))

            def result(self, _: Any, action: Any) -> Any:
                return action

            def is_goal(self, state: Any) -> bool:
                return functions.is_goal(state)

            def heuristic(self, state: Any) -> int:
                assert functions.heuristic is not None
                return functions.heuristic(state)

        method = search.breadth_first if functions.heuristic is None else search.astar
        node = method(Problem(functions.start), graph_search=True)
        if task.explores:
            return Answer(None, calls(), calls())
        return Answer(node.depth, None, calls())

    return lambda instance: Run(solve(instance.functions()))


def with_aima3(task: Task) -> Solve:
    """Make ready for a task; an action is the state that it leads to."""
    search: Any = importlib.import_module("aima3.search")

    def solve(functions: Functions) -> Answer:
        functions, calls = counting(functions)

        class Problem(search.Problem):  # type: ignore[misc]
            def actions(self, state: Any) -> list[Any]:
                return list(functions.successors(state))

            def result(self, _: Any, action: Any) -> Any:
                return action

            def goal_test(self, state: Any) -> bool:
                return functions.is_goal(state)

            def h(self, node: Any) -> int:
                assert functions.heuristic is not None
                return functions.heuristic(node.state)

        method = search.breadth_first_search if functions.heuristic is None else search.astar_search
        node = method(Problem(functions.start))
        if task.explores:
            return Answer(None, calls(), calls())
        return Answer(node.path_cost, None, calls())

    return lambda instance: Run(solve(instance.functions()))


def with_astar(task: Task) -> Solve:
    """Make ready for a task. Where there is no heuristic it is 0: uniform-cost search."""
    astar: Any = importlib.import_module("astar")

    def solve(functions: Functions) -> Answer:
        functions, calls = counting(functions)
        heuristic = functions.heuristic

        def neighbours(state: Any) -> Iterable[Any]:
            return functions.successors(state)

        def estimate(state: Any, _: Any) -> int:
            return 0 if heuristic is None else heuristic(state)

        def is_goal(state: Any, _: Any) -> bool:
            return functions.is_goal(state)

        path = astar.find_path(
            functions.start,
            None,
            neighbours,
            heuristic_cost_estimate_fnct=estimate,
            is_goal_reached_fnct=is_goal,
        )
        if task.explores:
            return Answer(None, calls(), calls())
        return Answer(len(list(path)) - 1, None, calls())

    return lambda instance: Run(solve(instance.functions()))
