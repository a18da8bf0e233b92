"""Limits: exact, resumable, and 0 is a limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    DepthFirst,
    HashCheck,
    Limits,
    NoCheck,
    Observer,
    Outcome,
    Problem,
    Search,
    ShortestPaths,
    Statistics,
    UniformCost,
)

Make = Callable[..., Search[Any, Any, Any]]
SEARCHES: dict[str, Make] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": lambda *a, **k: DepthFirst(*a, depth_limit=40, **k),
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=lambda n: 0, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=lambda n, g: g, **k),
    "shortest paths": ShortestPaths,
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


def tree() -> Problem[tuple[int, ...], None, int]:
    """Without end, three ways at each node."""
    return Problem((), next_states=lambda s: [(*s, i) for i in range(3)], is_goal=lambda s: False)


@every_search
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 7, 30])
@pytest.mark.parametrize("check", [HashCheck(), NoCheck()], ids=repr)
def test_exact(search: Make, limit: int, check: Any) -> None:
    made = search(tree(), duplicates=check)
    for runs in (1, 2, 3):
        result = made.run(Limits(expanded=limit))
        assert (result.outcome, result.ended) == (Outcome.LIMIT, Outcome.LIMIT)
        assert result.statistics.expanded == limit * runs  # what this run may expand
    if check == NoCheck() and isinstance(made, DepthFirst):
        return  # holds the current path alone, whatever was explored
    made = search(tree(), duplicates=check)
    for _ in range(3):
        result = made.run(Limits(stored=limit))
        assert (result.outcome, result.statistics.stored) == (Outcome.LIMIT, limit)
        assert len(made.nodes) == limit  # what the search may hold in all
    assert made.run(Limits(stored=limit + 2)).statistics.stored == limit + 2
    # a smaller limit than what is stored already ends the run at once
    assert made.run(Limits(stored=1)).statistics.stored == limit + 2


@every_search
def test_the_first_limit_reached_counts(search: Make) -> None:
    made = search(tree())
    result = made.run(Limits(expanded=5, stored=8, seconds=60))
    assert result.outcome is Outcome.LIMIT
    statistics = result.statistics
    assert statistics.expanded <= 5
    assert statistics.stored <= 8
    assert statistics.expanded == 5 or statistics.stored == 8


@every_search
@pytest.mark.parametrize("seconds", [0, 0.0, 0.05])
def test_seconds(search: Make, seconds: float) -> None:
    made = search(Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: False))
    began = time.perf_counter()
    result = made.run(Limits(seconds=seconds))
    took = time.perf_counter() - began
    if isinstance(made, DepthFirst) and made.depth_limit is not None:
        assert result.outcome in (Outcome.LIMIT, Outcome.CUTOFF)
        return
    assert result.outcome is Outcome.LIMIT
    assert seconds <= took < seconds + 2
    assert (result.statistics.expanded == 0) == (seconds == 0)
    assert made.run(Limits(seconds=10, expanded=3)).outcome is Outcome.LIMIT


@every_search
def test_a_limit_that_is_just_enough(search: Make) -> None:
    """The last expansion and the last state are within the limit: exhausted, not LIMIT."""
    problem = Problem(0, next_states=lambda n: [n + 1] if n < 9 else [], is_goal=lambda n: False)
    whole = search(problem).run().statistics
    assert (whole.expanded, whole.stored) == (10, 10)
    assert search(problem).run(Limits(expanded=10, stored=10)).outcome is Outcome.EXHAUSTED
    assert search(problem).run(Limits(expanded=9)).outcome is Outcome.LIMIT
    assert search(problem).run(Limits(stored=9)).outcome is Outcome.LIMIT


@every_search
def test_after_the_end_no_limit_matters(search: Make) -> None:
    made = search(Problem(0, next_states=lambda n: [], is_goal=lambda n: n == 0))
    assert made.run().ended is Outcome.FOUND
    assert made.run().ended is Outcome.EXHAUSTED
    for limits in (Limits(expanded=0), Limits(stored=0), Limits(seconds=0)):
        result = made.run(limits)
        assert (result.outcome, result.ended, result.complete) == (
            Outcome.FOUND,
            Outcome.EXHAUSTED,
            True,
        )


@pytest.mark.parametrize("name", ["expanded", "stored", "seconds"])
@pytest.mark.parametrize("value", [-1, "3", float("nan"), True, [], -0.5])
def test_what_is_no_limit(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"Limits\({name}=.*from 0 on, or None"):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["expanded", "stored"])
def test_counts_are_whole(name: str) -> None:
    with pytest.raises(ValueError, match="a whole number"):
        Limits(**{name: 1.5})  # type: ignore[arg-type]


def test_limits_are_values() -> None:
    assert Limits() == Limits(expanded=None, stored=None, seconds=None)
    assert hash(Limits(expanded=3)) == hash(Limits(expanded=3))
    assert Limits(seconds=float("inf")).seconds == float("inf")
    assert Limits(expanded=10**30).expanded == 10**30
    with pytest.raises(TypeError):
        Limits(3)  # type: ignore[call-arg]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Limits().expanded = 3  # type: ignore[misc]


@every_search
def test_large_limits_are_no_limits(search: Make) -> None:
    problem = Problem(0, next_states=lambda n: [n + 1] if n < 9 else [], is_goal=lambda n: False)
    huge = Limits(expanded=10**30, stored=10**30, seconds=float("inf"))
    assert search(problem).run(huge).outcome is Outcome.EXHAUSTED


class Progress(Observer[Any, Any, Any]):
    """Has the driver look up before each expansion."""

    def progress(self, statistics: Statistics, /) -> None:
        time.sleep(0)


@every_search
@pytest.mark.parametrize("limits", [{}, {"seconds": 1000}])
def test_exact_while_progress_is_shown(search: Make, limits: dict[str, Any]) -> None:
    made = search(tree(), observer=Progress())
    for runs in (1, 2, 3):
        assert made.run(Limits(expanded=7, **limits)).statistics.expanded == 7 * runs
    stored = len(made.nodes) + 5
    assert made.run(Limits(stored=stored, **limits)).statistics.stored == stored


@every_search
def test_callbacks_do_not_count_as_searching(search: Make) -> None:
    problem = Problem(0, next_states=lambda n: [n + 1] if n < 3 else [], is_goal=lambda n: n == 2)
    result = search(problem, on_solution=lambda path: time.sleep(0.15)).run()
    assert 0 < result.statistics.seconds < 0.15
    made = search(problem)
    for _ in made.solutions():
        time.sleep(0.15)
    assert 0 < made.statistics.seconds < 0.15


@every_search
@pytest.mark.parametrize("expanded", [1, 2, 5])
def test_limits_change_nothing_that_is_found(search: Make, expanded: int) -> None:
    """A solution within the limit is found; one behind it is found by the next run."""
    problem = Problem(
        0, next_states=lambda n: [n + 1, n + 2] if n < 12 else [], is_goal=lambda n: n == 6
    )
    wanted = search(problem).run()
    made = search(problem)
    runs = 1
    while not (result := made.run(Limits(expanded=expanded))):
        assert result.outcome is Outcome.LIMIT
        runs += 1
    assert result.path.states == wanted.path.states
    assert result.statistics.expanded == wanted.statistics.expanded
    assert runs >= wanted.statistics.expanded / expanded
