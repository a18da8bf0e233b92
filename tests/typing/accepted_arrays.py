"""Array problems: what both type checkers must accept, and infer."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from searchkit import (
    ArrayBreadthFirst,
    ArrayProblem,
    Layers,
    Limits,
    Path,
    Problem,
    ProgressBar,
    Result,
    array_breadth_first_search,
    breadth_first_search,
)


def doubled(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return states * np.uint64(2)


def is_large(states: NDArray[np.uint64]) -> NDArray[np.bool_]:
    return states > 100


def seen(path: Path[int, None, int]) -> bool:
    return path.end > 7


# numbers
numbers = ArrayProblem([1], expand=doubled, is_goal=is_large, dtype=np.uint64)
assert_type(numbers, ArrayProblem[int])
assert_type(array_breadth_first_search(numbers), Result[int, None, int])
assert_type(array_breadth_first_search(numbers).path.states, tuple[int, ...])
assert_type(numbers.one_by_one(), Problem[int, None, int])
assert_type(breadth_first_search(numbers.one_by_one()), Result[int, None, int])
array_breadth_first_search(
    numbers, limits=Limits(expanded=5), on_solution=seen, observer=ProgressBar(), layers=2, batch=9
)
ArrayProblem(range(3), expand=doubled, goals=np.array([8], np.uint64), dtype=np.uint64)

# rows
rows = ArrayProblem([(1, 2), (3, 4)], expand=doubled, goals=[[5, 6]], dtype=np.uint64, below=1000)
assert_type(rows, ArrayProblem[tuple[int, ...]])
assert_type(array_breadth_first_search(rows).path.end, tuple[int, ...])

# arrays, of which the checker does not know the dimensions
either = ArrayProblem(np.array([1, 2], np.uint64), expand=doubled, goals=[8])
assert_type(either, ArrayProblem[int | tuple[int, ...]])

search = ArrayBreadthFirst(numbers, layers=2)
assert_type(search.run(), Result[int, None, int])
assert_type(search.layers, Layers[int])
assert_type(search.layer_sizes, tuple[int, ...])
two: int = search.layer(0).ndim + 1
