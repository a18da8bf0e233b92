"""Ctrl-C, as the real signal: it stops a search and harms nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any

import attrs
import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    BrokenSearchError,
    DepthFirst,
    Limits,
    Outcome,
    Path,
    Problem,
    Search,
    ShortestPaths,
    Step,
    UniformCost,
    breadth_first_search,
    limits,
)

Make = Callable[..., Search[Any, Any, Any]]
SEARCHES: dict[str, Make] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": lambda *a, **k: DepthFirst(*a, depth_limit=9, **k),
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=lambda n: 0, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=lambda n, g: -n, **k),
    "shortest paths": ShortestPaths,
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def problem(at: Callable[[int], None]) -> Problem[int, str, int]:
    """Numbers up to 15 with several ways to each; ``at`` is called in each expansion."""

    def next_steps(n: int) -> Iterator[Step[int, str, int]]:
        if n % 2:
            at(n)
        yield Step(n + 1, cost=2, action="one")
        if n % 2 == 0:
            at(n)  # in the middle: one successor is given, another is to come
        if n < 12:
            yield Step(n + 3, cost=1, action="three")

    def bounded(n: int) -> Iterator[Step[int, str, int]]:
        return next_steps(n) if n < 15 else iter(())

    return Problem(0, next_steps=bounded, is_goal=lambda n: n in (7, 15))


def collected(made: Search[Any, Any, Any], paths: list[Any]) -> tuple[Any, ...]:
    statistics = attrs.evolve(made.statistics, seconds=0.0)
    return (paths, statistics, made.nodes.states, made.nodes.parents)


@every_search
def test_interrupted_in_each_expansion(search: Make) -> None:
    """Resumed, it gives the same answer and the same numbers as without Ctrl-C."""
    expected: list[Any] = []
    reference = search(
        problem(lambda n: None), on_solution=lambda p: expected.append((p.states, p.actions))
    )
    wanted = reference.run()
    paths: list[Any] = []
    pressed: list[int] = []

    def once_a_run(n: int) -> None:
        if not pressed:
            pressed.append(n)
            ctrl_c()

    made = search(problem(once_a_run), on_solution=lambda p: paths.append((p.states, p.actions)))
    runs = 0
    while (result := made.run()).ended is Outcome.STOPPED:
        runs += 1
        pressed.clear()
        assert not result.complete
        assert result.outcome is (Outcome.FOUND if paths else Outcome.STOPPED)
    assert runs > 3
    assert (result.outcome, result.ended) == (wanted.outcome, wanted.ended)
    assert collected(made, paths) == collected(reference, expected)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@every_search
def test_interrupted_in_on_solution(search: Make) -> None:
    paths: list[Path[Any, Any, Any]] = []

    def on_solution(path: Path[Any, Any, Any]) -> None:
        paths.append(path)
        if len(paths) == 1:
            ctrl_c()

    made = search(problem(lambda n: None), on_solution=on_solution)
    result = made.run()
    assert result.outcome is Outcome.FOUND
    if result.ended is Outcome.STOPPED:
        assert not result.complete
        result = made.run()
    else:
        assert isinstance(made, ShortestPaths)  # had nothing left to do
    assert result.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF)
    ends = sorted(path.end for path in paths)
    assert ends == ([7] if isinstance(made, ShortestPaths) else [7, 15])


@every_search
def test_interrupted_in_solutions(search: Make) -> None:
    """Within the search it ends the enumeration; between two solutions it is the caller's."""
    made = search(problem(lambda n: ctrl_c() if n == 3 else None))
    ends: list[int] = []
    for _ in range(10):
        ends.extend(path.end for path in made.solutions())
        if made.result.ended is not Outcome.STOPPED:
            break
    assert made.result.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF)
    assert sorted(ends) == ([7] if isinstance(made, ShortestPaths) else [7, 15])
    solutions = search(problem(lambda n: None)).solutions()
    next(solutions)
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()


@every_search
def test_the_second_ctrl_c_gets_through(search: Make) -> None:
    """For code that hangs within one expansion. What it knows may be incomplete: broken."""

    def twice(n: int) -> None:
        if n == 4:
            ctrl_c()
            ctrl_c()
            pytest.fail("KeyboardInterrupt should have come")

    made = search(problem(twice))

    def all_solutions() -> None:
        while made.run():
            pass

    with pytest.raises(KeyboardInterrupt):
        all_solutions()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(BrokenSearchError, match="KeyboardInterrupt"):
        made.run()


def test_a_handler_of_the_program_is_left_alone() -> None:
    calls: list[int] = []

    def handler(number: int, frame: object) -> None:
        calls.append(number)

    before = signal.signal(signal.SIGINT, handler)
    try:
        result = breadth_first_search(problem(lambda n: ctrl_c() if n == 3 else None))
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.outcome is Outcome.FOUND
    assert calls == [signal.SIGINT]


def test_the_handler_is_restored_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        breadth_first_search(problem(lambda n: [][1 // 0]))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_search_within_a_search() -> None:
    """Ctrl-C in the inner one stops the outer one, and the handler survives both."""

    def inner(n: int) -> None:
        if n == 3:
            result = breadth_first_search(problem(lambda m: ctrl_c() if m == 2 else None))
            assert result.outcome in (Outcome.FOUND, Outcome.STOPPED)

    made = BreadthFirst(problem(inner))
    result = made.run()
    assert result.outcome in (Outcome.FOUND, Outcome.STOPPED)
    while made.run().ended is not Outcome.EXHAUSTED:
        pass
    assert sorted(made.nodes.states) == list(range(16))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_no_handler_outside_the_main_thread() -> None:
    """Only the main thread may set one: a search in another must not try."""
    found: list[Any] = []
    thread = threading.Thread(
        target=lambda: found.append(breadth_first_search(problem(lambda n: None)))
    )
    thread.start()
    thread.join()
    assert found[0].outcome is Outcome.FOUND


SCRIPT = """
import sys
from searchkit import BreadthFirst, Limits, Problem

def next_states(n):
    if n == 1000:
        print("running", flush=True)
    return [n + 1]

search = BreadthFirst(Problem(0, next_states=next_states, is_goal=lambda n: False))
result = search.run()
print(result.outcome.name, result.complete, result.statistics.expanded > 1000, flush=True)
before = search.expanded
print(search.run(Limits(expanded=10)).outcome.name, search.expanded - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
def test_ctrl_c_at_a_script(project: FilePath) -> None:
    """As a user presses it: the program goes on behind the search, with what is known."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=project, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert output.splitlines() == ["STOPPED False True", "LIMIT 10"]
    assert process.returncode == 0


@every_search
@pytest.mark.parametrize("allowed", [None, Limits(expanded=5), Limits(seconds=100)], ids=repr)
def test_a_stop_is_never_lost(
    search: Make, allowed: Limits | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it comes, also just when the driver reckons how far the search may go unasked."""
    made = search(problem(lambda n: None), on_solution=lambda path: None)
    reckon = limits.Budget.ask_at
    calls: list[int] = []

    def interrupted(budget: limits.Budget) -> int:
        value = reckon(budget)
        calls.append(value)
        if len(calls) == 1:
            made.stop()
        return value

    monkeypatch.setattr(limits.Budget, "ask_at", interrupted)
    result = made.run(allowed)
    assert calls
    assert (result.ended, result.complete) == (Outcome.STOPPED, False)
    assert made.expanded <= 1


@every_search
def test_a_refused_run_does_not_clear_a_stop(search: Make) -> None:
    def at(n: int) -> None:
        if n == 3:
            made.stop()
            with pytest.raises(BrokenSearchError, match="running already"):
                made.run()

    made = search(problem(at), on_solution=lambda path: None)
    result = made.run()
    assert result.ended is Outcome.STOPPED
    assert not result.complete
