"""The wider family of searches, asked for what they cannot do; see checks.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from searchkit import (
    FingerprintCheck,
    HashCheck,
    LayerCheck,
    Step,
    anytime_search,
    backward_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_search,
    explore,
    greedy_best_first_search,
    k_best_paths,
    random_walks,
)


class OneWay(NamedTuple):
    n: int = 0

    def next_states(self) -> Iterator[OneWay]:
        yield OneWay(self.n + 1)

    def is_goal(self) -> bool:
        return True


class OneWaySteps(NamedTuple):
    n: int = 0

    def next_steps(self) -> Iterator[Step[OneWaySteps, str, int]]:
        yield Step(self, action="stay")

    def is_goal(self) -> bool:
        return True


class Unhashable:
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def next_states(self) -> list[Unhashable]:
        return []

    def is_goal(self) -> bool:
        return True


backward_search(OneWay(), goals=[OneWay(3)])  # error: mypy pyright
bidirectional_search(OneWay(), goals=[OneWay(3)])  # error: mypy pyright
bidirectional_search(OneWaySteps(), goals=[OneWaySteps(3)])  # error: mypy pyright
bidirectional_a_star_search(OneWay(), goals=[OneWay(3)])  # error: mypy pyright
greedy_best_first_search(OneWay())  # error: mypy pyright
greedy_best_first_search(OneWay(), heuristic=lambda state: "far")  # error: mypy pyright
anytime_search(OneWaySteps())  # error: mypy pyright
k_best_paths(OneWay())  # error: mypy pyright
k_best_paths(OneWay(), "3")  # error: mypy pyright
k_best_paths(Unhashable(), 3)  # error: mypy pyright
explore(Unhashable())  # error: mypy pyright
random_walks(OneWay(), duplicates=HashCheck())  # error: mypy pyright
breadth_first_search(Unhashable(), duplicates=LayerCheck())  # error: mypy pyright
breadth_first_search(OneWay(), duplicates=FingerprintCheck(32))  # error: mypy pyright
