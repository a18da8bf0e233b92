"""A compiled search that an error ends stands where it does interpreted, and notes the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from searchkit import (
    AStar,
    Bidirectional,
    Compiled,
    CostError,
    DepthFirst,
    HashCheck,
    IDAStar,
    IterativeDeepening,
    Limits,
    NoCheck,
    PathCheck,
    Problem,
    Step,
    UniformCost,
)

ONE = Compiled(compared=0)


def fails_at_7(n: int) -> Iterator[int]:
    yield n + 1
    yield n
    yield n - 1
    if n == 7:
        raise ValueError("seven")
    yield n + 2


def onward(n: int) -> Iterator[int]:
    yield n + 1
    yield n
    yield n + 2
    yield n - 1


def negative_at_5(n: int) -> Iterator[Step[int, None, int]]:
    yield Step(n + 1)
    yield Step(n)
    yield Step(n + 2, -1 if n == 5 else 1)


def goal_fails(n: int) -> bool:
    if n == 9:
        raise ZeroDivisionError
    return False


def never(n: int) -> bool:
    return False


def left(n: int) -> int:
    return max(100 - n, 0) // 2


def estimate_fails(n: int) -> int:
    if n == 9:
        raise OverflowError
    return max(100 - n, 0) // 2


def key_fails(n: int) -> int:
    if n == 9:
        raise KeyError(n)
    return n


PROBLEMS: dict[str, Any] = {
    "successors": Problem(0, next_states=fails_at_7, is_goal=goal_fails, heuristic=left),
    "start": Problem(starts=[7, 7, 3], next_states=fails_at_7, is_goal=never, heuristic=left),
    "goal": Problem(0, next_states=onward, is_goal=goal_fails, heuristic=left),
    "heuristic": Problem(0, next_states=onward, is_goal=never, heuristic=estimate_fails),
    "cost": Problem(0, next_steps=negative_at_5, is_goal=never, heuristic=left),
    "key": Problem(0, next_states=onward, is_goal=never, heuristic=left),
}
BOTH_WAYS: Any = [
    Problem(0, next_states=fails_at_7, previous_states=onward, goals=[50]),
    Problem(0, next_states=onward, previous_states=fails_at_7, goals=[20]),
]
KINDS: dict[str, tuple[Any, Any]] = {
    "depth first": (DepthFirst, HashCheck()),
    "depth first, key": (DepthFirst, HashCheck(key=key_fails)),
    "depth first, path": (DepthFirst, PathCheck()),
    "depth first, no check": (DepthFirst, NoCheck()),
    "iterative deepening": (IterativeDeepening, PathCheck()),
    "uniform cost": (UniformCost, HashCheck()),
    "uniform cost, key": (UniformCost, HashCheck(key=key_fails)),
    "A*": (AStar, HashCheck()),
    "A*, key": (AStar, HashCheck(key=key_fails)),
    "A*, no check": (AStar, NoCheck()),
    "IDA*": (IDAStar, NoCheck()),
    "IDA*, key": (IDAStar, PathCheck(key=key_fails)),
}


def told(search: Any) -> list[Any]:
    """Give all that a search tells of itself when it has ended, perhaps by an error."""
    seen: list[Any] = []
    try:
        search.run(Limits(expanded=400))
    except (ValueError, KeyError, ZeroDivisionError, OverflowError, CostError) as error:
        seen = [type(error), str(error), getattr(error, "__notes__", [])]
    statistics = attrs.evolve(search.statistics, seconds=0.0)
    return [*seen, search.frontier, len(search.nodes), statistics]


@pytest.mark.parametrize(("kind", "check"), KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_all_is_as_interpreted(problem: Any, kind: Callable[..., Any], check: Any) -> None:
    """Where a key or a heuristic failed, its state was not counted as generated."""
    compiled = kind(problem, duplicates=check, compiled=ONE)
    assert told(compiled) == told(kind(problem, duplicates=check))


@pytest.mark.parametrize("problem", BOTH_WAYS)
def test_from_both_ends(problem: Any) -> None:
    assert told(Bidirectional(problem, compiled=ONE)) == told(Bidirectional(problem))
