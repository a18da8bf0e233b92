"""searchkit, compiled, on one thread and on two.

What is measured is the search alone, as the result tells it: compiling the functions, and the
comparison of a first stretch with the interpreted functions, come before. Compiling is told apart;
the kernels of the library itself lie on disk from the second program on.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from attrs import evolve

from benchmarks.compiled_forms import problem_of
from benchmarks.contenders import CannotError, Contender, Run, Solve
from benchmarks.contenders.searchkit_interpreted import answer_of
from benchmarks.problems import Instance, Task
from searchkit import Compiled, Limits, Result, a_star_search, breadth_first_search

COMPARED = Compiled().compared


def _prepare(threads: int, task: Task) -> Solve:
    if task.family == "fifteen" and threads > 1:
        raise CannotError("A* runs on one thread")
    search: Any = a_star_search if task.family == "fifteen" else breadth_first_search

    def solve(instance: Instance, limits: Limits, compared: int) -> Result[Any, Any, Any]:
        problem, settings = problem_of(task.family, instance)
        compiled: Compiled = evolve(settings, threads=threads, compared=compared)
        result: Result[Any, Any, Any] = search(problem, limits=limits, compiled=compiled)
        return result

    began = time.perf_counter()
    solve(task.instances[0], Limits(expanded=1), 0)
    compiling = time.perf_counter() - began

    def run(instance: Instance) -> Run:
        result = solve(instance, Limits(stored=instance.stored), COMPARED)
        answer = answer_of(result, explores=task.explores)
        return Run(answer, result.statistics.seconds, compiling=compiling)

    return run


def contenders() -> list[Contender]:
    """Give both."""
    return [
        Contender(f"searchkit, compiled, {words}", partial(_prepare, threads), bounded=False)
        for threads, words in ((1, "one thread"), (2, "two threads"))
    ]
