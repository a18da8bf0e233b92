"""Compiled searches that are copied or pickled in the middle go on as if nothing had been."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from searchkit import (
    AStar,
    Bidirectional,
    BreadthFirst,
    Compiled,
    DepthFirst,
    Explore,
    HashCheck,
    IDAStar,
    IterativeDeepening,
    Limits,
    NoCheck,
    PathCheck,
    Problem,
    SortedCheck,
    Step,
    UniformCost,
)

ONE = Compiled(compared=0)
FAR = 60_000


def onward(n: int) -> list[int]:
    return [n + 1, n + 2, n + 3]


def back(n: int) -> list[int]:
    return [n - 1, n - 2, n - 3]


def steps_onward(n: int) -> Iterator[Step[int, None, int]]:
    for k in range(1, 4):
        yield Step(n + k, k)


def halved(n: int) -> int:
    return n // 2


def is_far(n: int) -> bool:
    return n == FAR


def estimate(n: int) -> int:
    return max((FAR - n) // 3, 0)


MOVES: Any = Problem(0, next_states=onward, is_goal=is_far, heuristic=estimate)
STEPS: Any = Problem(0, next_steps=steps_onward, is_goal=is_far, heuristic=estimate)
BOTH_WAYS: Any = Problem(0, next_states=onward, previous_states=back, goals=[FAR])

MAKERS: dict[str, Callable[[Any], Any]] = {
    "breadth first": lambda c: BreadthFirst(MOVES, compiled=c),
    "breadth first, steps": lambda c: BreadthFirst(STEPS, compiled=c),
    "breadth first, key": lambda c: BreadthFirst(
        MOVES, duplicates=HashCheck(key=halved), compiled=c
    ),
    "breadth first, sorted": lambda c: BreadthFirst(MOVES, duplicates=SortedCheck(), compiled=c),
    "breadth first, no check": lambda c: BreadthFirst(MOVES, duplicates=NoCheck(), compiled=c),
    "explore": lambda c: Explore(MOVES, compiled=c),
    "depth first": lambda c: DepthFirst(MOVES, compiled=c),
    "depth first, steps": lambda c: DepthFirst(STEPS, duplicates=HashCheck(), compiled=c),
    "depth first, key": lambda c: DepthFirst(MOVES, duplicates=HashCheck(key=halved), compiled=c),
    "depth first, path": lambda c: DepthFirst(MOVES, duplicates=PathCheck(), compiled=c),
    "depth first, no check": lambda c: DepthFirst(MOVES, duplicates=NoCheck(), compiled=c),
    "depth first, limit": lambda c: DepthFirst(MOVES, depth_limit=FAR, compiled=c),
    "iterative deepening": lambda c: IterativeDeepening(MOVES, compiled=c),
    "uniform cost": lambda c: UniformCost(STEPS, compiled=c),
    "A*": lambda c: AStar(MOVES, compiled=c),
    "A*, key": lambda c: AStar(STEPS, duplicates=HashCheck(key=halved), compiled=c),
    "A*, no check": lambda c: AStar(MOVES, duplicates=NoCheck(), compiled=c),
    "IDA*": lambda c: IDAStar(MOVES, compiled=c),
    "IDA*, path": lambda c: IDAStar(STEPS, duplicates=PathCheck(), compiled=c),
    "bidirectional": lambda c: Bidirectional(BOTH_WAYS, compiled=c),
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda search: pickle.loads(pickle.dumps(search)),
    "pickle, newest": lambda search: pickle.loads(pickle.dumps(search, pickle.HIGHEST_PROTOCOL)),
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_goes_on_as_large_as_it_likes(make: Callable[[Any], Any], copied: Any) -> None:
    """One that was unpickled stopped with "cannot resize this array" as soon as arrays grew."""
    whole, parts = make(ONE), make(ONE)
    whole.run(Limits(expanded=25_000))
    for expanded in (20, 24_980):
        parts = copied(parts)
        parts.run(Limits(expanded=expanded))
    assert attrs.evolve(parts.statistics, seconds=0.0) == attrs.evolve(
        whole.statistics, seconds=0.0
    )
    assert parts.frontier == whole.frontier
    assert parts.result.outcome == whole.result.outcome
