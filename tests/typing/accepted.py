"""What both type checkers must accept, and the types that they must infer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, assert_type

import attrs

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    Closed,
    CustomCheck,
    DepthFirst,
    Derived,
    HashCheck,
    Index,
    Known,
    Limits,
    LinearCheck,
    NoCheck,
    Observer,
    Path,
    PathCount,
    Problem,
    ProgressBar,
    Result,
    ShortestPaths,
    SortedCheck,
    Statistics,
    Step,
    UniformCost,
    a_star_search,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)

# --- states of all kinds ------------------------------------------------------------------------


class Tuple(NamedTuple):
    """Ordered, hashable, with a heuristic."""

    n: int = 0

    def next_states(self) -> Iterator[Tuple]:
        yield Tuple(self.n + 1)

    def is_goal(self) -> bool:
        return self.n == 3

    def heuristic(self) -> float:
        return 3 - self.n


@attrs.frozen
class Frozen:
    """Hashable, without an order."""

    n: int = 0

    def next_states(self) -> list[Frozen]:
        return [Frozen(self.n + 1)]

    def is_goal(self) -> bool:
        return self.n == 3


@attrs.frozen(order=True)
class Ordered:
    n: int = 0

    def next_states(self) -> tuple[Ordered, ...]:
        return (Ordered(self.n + 1),)

    def is_goal(self) -> bool:
        return self.n == 3


@dataclass(frozen=True)
class Data:
    n: int = 0

    def next_states(self) -> Iterable[Data]:
        return [Data(self.n + 1)]

    def is_goal(self) -> bool:
        return self.n == 3


class City(NamedTuple):
    """With steps: actions are strings, costs fractions."""

    name: str

    def next_steps(self) -> Iterator[Step[City, str, Fraction]]:
        yield Step(City("B"), cost=Fraction(1, 2), action="walk")

    def is_goal(self) -> bool:
        return self.name == "B"

    def heuristic(self) -> Fraction:
        return Fraction(0)


class Unhashable:
    """Equality alone."""

    __hash__ = None  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.n == other.n

    def next_states(self) -> list[Unhashable]:
        return [Unhashable(self.n + 1)]

    def is_goal(self) -> bool:
        return self.n == 3


# --- each search from a state -------------------------------------------------------------------

assert_type(breadth_first_search(Tuple()), Result[Tuple, None, int])
assert_type(depth_first_search(Tuple(), depth_limit=5), Result[Tuple, None, int])
assert_type(uniform_cost_search(Tuple()), Result[Tuple, None, int])
assert_type(a_star_search(Tuple()), Result[Tuple, None, int])
assert_type(a_star_search(Tuple(), weight=2.0, reopen=False), Result[Tuple, None, int])
assert_type(a_star_search(Frozen(), heuristic=lambda s: 3 - s.n), Result[Frozen, None, int])
assert_type(
    best_first_search(Tuple(), priority=lambda s, g: (s.n, g), ties="lifo"),
    Result[Tuple, None, int],
)
assert_type(count_shortest_paths(Tuple()), PathCount[Tuple, None, int])

result = breadth_first_search(Tuple(), limits=Limits(expanded=10))
assert_type(result.path, Path[Tuple, None, int])
assert_type(result.path.states, tuple[Tuple, ...])
assert_type(result.path.actions, tuple[None, ...])
assert_type(result.path.costs, tuple[int, ...])
assert_type(result.cost, int)
assert_type(result.statistics, Statistics)
for state in result.path:
    assert_type(state, Tuple)

assert_type(breadth_first_search(Frozen()), Result[Frozen, None, int])
assert_type(breadth_first_search(Ordered()), Result[Ordered, None, int])
assert_type(breadth_first_search(Data()), Result[Data, None, int])

# --- from steps ---------------------------------------------------------------------------------

assert_type(breadth_first_search(City("A")), Result[City, str, Fraction])
assert_type(depth_first_search(City("A")), Result[City, str, Fraction])
assert_type(uniform_cost_search(City("A")), Result[City, str, Fraction])
assert_type(a_star_search(City("A")), Result[City, str, Fraction])
assert_type(best_first_search(City("A"), priority=lambda s, g: g), Result[City, str, Fraction])
assert_type(count_shortest_paths(City("A")), PathCount[City, str, Fraction])
journey = uniform_cost_search(City("A")).path
assert_type(journey.actions, tuple[str, ...])
assert_type(journey.costs, tuple[Fraction, ...])
assert_type(journey.cost, Fraction)

# --- with each check ----------------------------------------------------------------------------

assert_type(breadth_first_search(Tuple(), duplicates=NoCheck()), Result[Tuple, None, int])
assert_type(breadth_first_search(Tuple(), duplicates=LinearCheck()), Result[Tuple, None, int])
assert_type(breadth_first_search(Tuple(), duplicates=SortedCheck()), Result[Tuple, None, int])
assert_type(breadth_first_search(Tuple(), duplicates=HashCheck()), Result[Tuple, None, int])
assert_type(breadth_first_search(Ordered(), duplicates=SortedCheck()), Result[Ordered, None, int])
assert_type(
    breadth_first_search(Unhashable(0), duplicates=LinearCheck()), Result[Unhashable, None, int]
)
assert_type(
    breadth_first_search(Unhashable(0), duplicates=HashCheck(key=lambda s: s.n)),
    Result[Unhashable, None, int],
)
assert_type(
    depth_first_search(Unhashable(0), duplicates=SortedCheck(key=lambda s: s.n)),
    Result[Unhashable, None, int],
)
assert_type(a_star_search(City("A"), duplicates=SortedCheck()), Result[City, str, Fraction])
assert_type(
    uniform_cost_search(City("A"), duplicates=HashCheck(key=lambda s: s.name.lower())),
    Result[City, str, Fraction],
)

# a recipe can be kept and used again
kept: HashCheck[Tuple] = HashCheck()
breadth_first_search(Tuple(), duplicates=kept)
depth_first_search(Tuple(), duplicates=kept)


class Halves(Index[Tuple]):
    """An index of one's own."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def get(self, state: Tuple, /) -> int | None:
        return self.numbers.get(state.n // 2)

    def __setitem__(self, state: Tuple, number: int, /) -> None:
        self.numbers[state.n // 2] = number


breadth_first_search(Tuple(), duplicates=CustomCheck(Halves, known=Known.EQUIVALENCE))
breadth_first_search(Tuple(), duplicates=CustomCheck(dict[Tuple, int]))

# --- problems of functions ----------------------------------------------------------------------


def next_numbers(n: int) -> list[int]:
    return [n + 1]


def is_three(n: int) -> bool:
    return n == 3


def number_steps(n: int) -> Iterator[Step[int, str, float]]:
    yield Step(n + 1, cost=0.5, action="up")


def within(n: int, bounds: tuple[int, int]) -> list[int]:
    return [m for m in (n - 1, n + 1) if bounds[0] <= m <= bounds[1]]


def reaches(n: int, bounds: tuple[int, int]) -> bool:
    return n == bounds[1]


def sums(n: int, closed: Closed[int]) -> Iterator[Derived[int, str, int]]:
    for number, other in closed.items():
        yield Derived(n + other, premises=(number,), action="add")


numbers = Problem(0, next_states=next_numbers, is_goal=is_three)
assert_type(numbers, Problem[int, None, int])
assert_type(breadth_first_search(numbers), Result[int, None, int])
assert_type(Problem(0, next_states=next_numbers, goals=[3]), Problem[int, None, int])
assert_type(Problem(starts=[0], next_states=next_numbers, goals=[3]), Problem[int, None, int])
assert_type(
    breadth_first_search(Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=is_three)),
    Result[int, None, int],
)
floats = Problem(0, next_steps=number_steps, is_goal=is_three, zero=0.0)
assert_type(floats, Problem[int, str, float])
assert_type(a_star_search(floats, heuristic=lambda n: 3 - n), Result[int, str, float])
assert_type(uniform_cost_search(floats).cost, float)
assert_type(Problem(0, next_states=within, is_goal=reaches, data=(0, 9)), Problem[int, None, int])
assert_type(Problem(0, next_steps=sums, is_goal=is_three, sees_closed=True), Problem[int, str, int])
lists = Problem([0], next_states=lambda s: [[s[0] + 1]], is_goal=lambda s: s == [3])
assert_type(breadth_first_search(lists, duplicates=LinearCheck()), Result[list[int], None, int])
assert_type(
    breadth_first_search(lists, duplicates=HashCheck(key=lambda s: (s[0], len(s)))),
    Result[list[int], None, int],
)
# shorter, but mypy cannot see through the generic constructor of tuple
breadth_first_search(lists, duplicates=HashCheck(key=tuple))  # type: ignore[misc]
assert_type(breadth_first_search(lists, duplicates=SortedCheck()), Result[list[int], None, int])

# --- search objects -----------------------------------------------------------------------------

assert_type(BreadthFirst(Tuple()), BreadthFirst[Tuple, None, int])
assert_type(DepthFirst(Tuple(), depth_limit=3), DepthFirst[Tuple, None, int])
assert_type(UniformCost(City("A")), UniformCost[City, str, Fraction])
assert_type(AStar(City("A"), weight=2), AStar[City, str, Fraction])
assert_type(BestFirst(City("A"), priority=lambda s, g: g), BestFirst[City, str, Fraction])
assert_type(ShortestPaths(Tuple()), ShortestPaths[Tuple, None, int])
search = AStar(City("A"), duplicates=SortedCheck())
assert_type(search.run(), Result[City, str, Fraction])
assert_type(search.run(Limits(seconds=1)), Result[City, str, Fraction])
assert_type(search.nodes.states, list[City])
assert_type(search.path_to(0), Path[City, str, Fraction])
for path in search.solutions():
    assert_type(path, Path[City, str, Fraction])

# --- callbacks and observers --------------------------------------------------------------------


def found(path: Path[Tuple, None, int]) -> bool:
    return path.cost > 3


class Watching(Observer[City, str, Fraction]):
    def expanding(self, number: int, state: City, /) -> None:
        print(number, state.name)

    def solution(self, path: Path[City, str, Fraction], /) -> None:
        print(path.cost.numerator)


breadth_first_search(Tuple(), on_solution=found)
depth_first_search(Tuple(), on_solution=lambda path: path.end.n == 3)
ends: list[Path[Tuple, None, int]] = []
depth_first_search(Tuple(), on_solution=ends.append)
a_star_search(City("A"), observer=Watching())
breadth_first_search(Tuple(), observer=ProgressBar())
uniform_cost_search(floats, observer=ProgressBar())
