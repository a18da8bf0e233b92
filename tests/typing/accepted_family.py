"""The wider family of searches: what both type checkers must accept, and infer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_type

from searchkit import (
    AnytimeAStar,
    Backward,
    BestPaths,
    Bidirectional,
    BidirectionalAStar,
    BreadthFirstLayers,
    Exploration,
    Explore,
    FingerprintCheck,
    GreedyBestFirst,
    LayerCheck,
    Layers,
    Limits,
    OptimalPaths,
    Path,
    Problem,
    RandomWalks,
    Result,
    SortedCheck,
    Step,
    WalkReport,
    all_optimal_paths,
    anytime_search,
    backward_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_layers,
    breadth_first_search,
    explore,
    greedy_best_first_search,
    k_best_paths,
    random_walks,
    reversed_problem,
)


class Count(NamedTuple):
    value: int

    def next_states(self) -> Iterator[Count]:
        yield Count(self.value + 1)

    def previous_states(self) -> Iterator[Count]:
        yield Count(self.value - 1)

    def is_goal(self) -> bool:
        return self.value == 10


class City(NamedTuple):
    name: str

    def next_steps(self) -> Iterator[Step[City, str, float]]:
        yield Step(City("C"), cost=9.0, action="fly")

    def previous_steps(self) -> Iterator[Step[City, str, float]]:
        yield Step(City("A"), cost=9.0, action="fly")

    def is_goal(self) -> bool:
        return self.name == "C"

    def heuristic(self) -> float:
        return 0.0


counts = Problem(0, next_states=lambda n: [n + 1], previous_states=lambda n: [n - 1], goals=[5])
ten, there = [Count(10)], [City("C")]

# checks
assert_type(breadth_first_search(Count(0), duplicates=LayerCheck()), Result[Count, None, int])
assert_type(breadth_first_search(Count(0), duplicates=FingerprintCheck()), Result[Count, None, int])
assert_type(
    breadth_first_search(City("A"), duplicates=LayerCheck(3, key=lambda city: city.name)),
    Result[City, str, float],
)
assert_type(
    breadth_first_search(
        City("A"), duplicates=FingerprintCheck(128, to_bytes=lambda city: city.name.encode())
    ),
    Result[City, str, float],
)

# backward and from both ends
assert_type(backward_search(Count(0), goals=ten, duplicates=LayerCheck()), Result[Count, None, int])
assert_type(Backward(City("A"), goals=there), Backward[City, str, float])
assert_type(bidirectional_search(Count(0), goals=ten), Result[Count, None, int])
assert_type(bidirectional_search(counts, duplicates=SortedCheck()), Result[int, None, int])
assert_type(Bidirectional(City("A"), goals=there), Bidirectional[City, str, float])
assert_type(
    bidirectional_a_star_search(City("A"), goals=there, backward_heuristic=lambda city: 0.0),
    Result[City, str, float],
)
assert_type(BidirectionalAStar(counts), BidirectionalAStar[int, None, int])
assert_type(reversed_problem(Count(0), goals=ten), Problem[Count, None, int])
assert_type(reversed_problem(City("A"), goals=there), Problem[City, str, float])

# greedy and anytime
assert_type(greedy_best_first_search(City("A")), Result[City, str, float])
assert_type(greedy_best_first_search(Count(0), heuristic=lambda n: 1.5), Result[Count, None, int])
assert_type(GreedyBestFirst(City("A")), GreedyBestFirst[City, str, float])
assert_type(AnytimeAStar(City("A"), weight=3), AnytimeAStar[City, str, float])
for result in anytime_search(counts, heuristic=lambda n: 5 - n, limits=Limits(seconds=1)):
    assert_type(result, Result[int, None, int])

# several paths
for path in k_best_paths(City("A"), 3):
    assert_type(path, Path[City, str, float])
for numbers in all_optimal_paths(counts, duplicates=SortedCheck()):
    assert_type(numbers, Path[int, None, int])
assert_type(BestPaths(City("A")), BestPaths[City, str, float])
assert_type(OptimalPaths(Count(0)), OptimalPaths[Count, None, int])

# the whole space
assert_type(breadth_first_layers(Count(0)), Layers[Count])
assert_type(BreadthFirstLayers(counts).layers, Layers[int])
assert_type(explore(City("A")), Exploration[City, float])
assert_type(explore(Count(0)).distances, tuple[int | None, ...])
assert_type(Explore(counts).exploration, Exploration[int, int])
assert_type(random_walks(City("A"), seed=None), WalkReport[City, str, float])
assert_type(RandomWalks(Count(0), walks=5), RandomWalks[Count, None, int])
