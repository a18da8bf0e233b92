"""searchkit, interpreted: a problem of plain functions, and a state class."""

from __future__ import annotations

from typing import Any

from benchmarks.contenders import Run, Solve
from benchmarks.contenders.state_classes import start_of
from benchmarks.problems import Answer, Functions, Task
from searchkit import Problem, Result, a_star_search, breadth_first_search


def answer_of(result: Result[Any, Any, Any], *, explores: bool) -> Answer:
    """Read the answer off a result."""
    statistics = result.statistics
    if explores:
        return Answer(None, statistics.stored, statistics.expanded)
    return Answer(result.cost, statistics.stored, statistics.expanded)


def _problem(functions: Functions) -> Any:
    goal: Any = {"is_goal": functions.is_goal}
    if functions.goal is not None:
        goal = {"goals": [functions.goal]}
    return Problem(
        functions.start,
        next_states=functions.successors,
        heuristic=functions.heuristic,
        **goal,
    )


def _solve(task: Task, problem: Any) -> Answer:
    search: Any = a_star_search if task.family == "fifteen" else breadth_first_search
    return answer_of(search(problem), explores=task.explores)


def with_functions(task: Task) -> Solve:
    """Make ready for a task."""
    return lambda instance: Run(_solve(task, _problem(instance.functions())))


def with_states(task: Task) -> Solve:
    """Make ready for a task."""
    return lambda instance: Run(_solve(task, start_of(task.family, instance)))
