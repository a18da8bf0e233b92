"""Costs of any type with +, < and a zero."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import total_ordering
from typing import Any

import attrs
import pytest

from searchkit import (
    CostError,
    Guarantee,
    HashCheck,
    LinearCheck,
    NoCheck,
    Observer,
    Problem,
    Step,
    a_star_search,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


@total_ordering
@attrs.frozen
class Pushes:
    """First pushes, then moves: a lexicographic pair."""

    pushes: int
    moves: int

    def __add__(self, other: Pushes) -> Pushes:
        return Pushes(self.pushes + other.pushes, self.moves + other.moves)

    def __lt__(self, other: Pushes) -> bool:
        return (self.pushes, self.moves) < (other.pushes, other.moves)


class Bare:
    """A cost with + and < and nothing else: == is identity."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __add__(self, other: Bare) -> Bare:
        return Bare(self.n + other.n)

    def __lt__(self, other: Bare) -> bool:
        return self.n < other.n

    def __repr__(self) -> str:
        return f"Bare({self.n})"


COSTS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "float": lambda n: n / 8,
    "Fraction": lambda n: Fraction(n, 7),
    "Decimal": lambda n: Decimal(n) / 10,
    "pair": lambda n: Pushes(n // 4, n % 4),
    "bare": Bare,
}
EDGES = {
    "S": [("A", 5), ("B", 2), ("G", 40)],
    "A": [("G", 12)],
    "B": [("A", 1), ("G", 17), ("S", 0)],
    "G": [],
}


def problem(cost: Callable[[int], Any], *, h: bool = True) -> Problem[str, str, Any]:
    """Fresh cost objects each time: nothing may rest on their identity."""

    def next_steps(name: str) -> Iterator[Step[str, str, Any]]:
        for to, n in EDGES[name]:
            yield Step(to, cost=cost(n), action=name + to)

    # 7 and 5 are above no true cost: from S 15, A 12, B 13
    return Problem(
        "S",
        next_steps=next_steps,
        is_goal=lambda name: name == "G",
        heuristic=lambda name: cost({"S": 7, "A": 5}.get(name, 0)),
        zero=cost(0),
    )


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("check", [HashCheck(), LinearCheck(), HashCheck(key=str.lower)], ids=repr)
def test_every_search_takes_every_kind_of_cost(name: str, check: Any) -> None:
    cost = COSTS[name]
    # a pair adds up by parts: B-A-G is (0, 2) + (0, 1) + (3, 0), and nothing is cheaper
    expected = cost(2) + cost(1) + cost(12)
    for result in (
        uniform_cost_search(problem(cost), duplicates=check),
        a_star_search(problem(cost), duplicates=check),
        best_first_search(problem(cost), duplicates=check, priority=lambda name, g: g),
    ):
        assert result.path.states == ("S", "B", "A", "G")
        assert not result.cost < expected
        assert not expected < result.cost
        result.path.check()
    assert a_star_search(problem(cost), duplicates=check).guarantee is Guarantee.OPTIMAL
    for result in (
        breadth_first_search(problem(cost), duplicates=check),
        depth_first_search(problem(cost), duplicates=check),
    ):
        result.path.check()
        total = cost(0)
        for one in result.path.costs:
            total = total + one
        assert not result.cost < total
        assert not total < result.cost


@pytest.mark.parametrize("name", COSTS)
def test_all_solutions_and_counting(name: str) -> None:
    seen: list[Any] = []
    result = depth_first_search(
        problem(COSTS[name]),
        duplicates=NoCheck(),
        depth_limit=4,
        on_solution=lambda path: seen.append(path.cost),
    )
    assert len(seen) == result.statistics.solutions == 7
    assert not any(cost < result.cost for cost in seen)
    assert count_shortest_paths(problem(COSTS[name])).count == 1


@pytest.mark.parametrize("name", ["int", "float", "Fraction", "Decimal"])
def test_a_weight_on_numbers(name: str) -> None:
    cost = COSTS[name]
    result = a_star_search(problem(cost), weight=2)
    assert result.cost <= 2 * (cost(15))
    assert result.guarantee is Guarantee.BOUNDED


def of_cost(cost: Any, zero: Any = 0) -> Problem[str, str, Any]:
    return Problem(
        "S",
        next_steps=lambda name: [Step("A", cost=cost, action="go")] if name == "S" else [],
        is_goal=lambda name: name == "A",
        heuristic=lambda name: zero,
        zero=zero,
    )


SEARCHES: list[Callable[[Any], Any]] = [
    uniform_cost_search,
    a_star_search,
    breadth_first_search,
    depth_first_search,
    count_shortest_paths,
    lambda p: best_first_search(p, priority=lambda state, g: 0),
]


@pytest.mark.parametrize(
    ("cost", "zero", "word"),
    [
        (-1, 0, "negative"),
        (-1e-300, 0.0, "negative"),
        (-math.inf, 0.0, "negative"),
        (Fraction(-1, 9), 0, "negative"),
        (Decimal("-0.1"), 0, "negative"),
        (Pushes(0, -1), Pushes(0, 0), "negative"),
        (Pushes(-1, 9), Pushes(0, 0), "negative"),
        (Bare(-1), Bare(0), "negative"),
        (math.nan, 0, "not a number"),
        (math.nan, 0.0, "not a number"),
        (Decimal("NaN"), Decimal(0), "not a number"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("search", SEARCHES)
def test_negative_and_nan_name_the_edge(search: Any, cost: Any, zero: Any, word: str) -> None:
    with pytest.raises(CostError, match=word) as raised:
        search(of_cost(cost, zero))
    message = str(raised.value)
    assert all(part in message for part in ("'S'", "'A'", "'go'", repr(cost)))
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("cost", [None, "3", (1, 2)], ids=repr)
@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_no_cost_names_the_edge(search: Any, cost: Any) -> None:
    with pytest.raises((CostError, TypeError)) as raised:
        search(of_cost(cost))
    told = " ".join([str(raised.value), *getattr(raised.value, "__notes__", [])])
    assert "'S'" in told


@pytest.mark.parametrize("cost", [0, 0.0, -0.0, False, True, math.inf, 10**400], ids=repr)
def test_odd_but_good_costs(cost: Any) -> None:
    for search in (uniform_cost_search, breadth_first_search, depth_first_search):
        result = search(of_cost(cost))
        assert result.cost == cost
        result.path.check()


def test_a_pair_without_its_zero_says_what_is_missing() -> None:
    with pytest.raises((CostError, TypeError)) as raised:
        uniform_cost_search(of_cost(Pushes(1, 1)))
    told = " ".join([str(raised.value), *getattr(raised.value, "__notes__", [])])
    assert "zero=" in told


def test_the_sum_is_made_from_the_edges_of_the_path() -> None:
    """The costs of the nodes are not taken from a parent that was later reached more cheaply."""
    improved: list[str] = []

    class Watch(Observer[str, str, Any]):
        def improved(self, number: int, state: str, /) -> None:
            improved.append(state)

    result = best_first_search(
        problem(int),
        priority=lambda name, g: {"S": 0, "A": 1, "B": 2, "G": 3}[name],
        observer=Watch(),
    )
    assert improved == ["G", "A", "G"]
    assert (result.path.states, result.cost) == (("S", "B", "A", "G"), 15)
    assert result.cost == sum(result.path.costs)
