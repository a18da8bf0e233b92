"""Array problems that do not fit; see checks.py."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from searchkit import ArrayProblem, Problem, array_breadth_first_search


def doubled(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return states * np.uint64(2)


def halved(states: NDArray[np.uint64]) -> NDArray[np.float64]:
    return states / 2


def negative(states: NDArray[np.int8]) -> NDArray[np.bool_]:
    return states < 0


def first_is_large(states: NDArray[np.uint64]) -> bool:
    return bool(states[0] > 100)


plain = Problem(0, next_states=lambda n: [n + 1], goals=[5])

ArrayProblem([1], expand=halved, goals=[2], dtype=np.uint64)  # error: mypy pyright
ArrayProblem([1], expand=doubled, goals=[2], dtype=np.int8)  # error: mypy pyright
ArrayProblem([1], expand=doubled, is_goal=negative)  # error: mypy pyright
ArrayProblem([1], expand=doubled, is_goal=first_is_large)  # error: mypy pyright
ArrayProblem([0.5], expand=doubled, goals=[2])  # error: mypy pyright
ArrayProblem([1], expand=doubled, goals=[(1, 2)])  # error: mypy pyright
ArrayProblem(5, expand=doubled, goals=[2])  # error: mypy pyright
array_breadth_first_search(plain)  # error: mypy pyright
ArrayProblem([1], expand=doubled)  # error:
