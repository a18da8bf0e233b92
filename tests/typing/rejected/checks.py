"""Checks that do not fit their states.

Each line that must be rejected ends in a comment that names the checkers that do it. Where one
misses it, the comment says which run-time check catches it (tests/test_typing.py tries that).
"""

from __future__ import annotations

from dataclasses import dataclass

import attrs

from searchkit import (
    AStar,
    BreadthFirst,
    CustomCheck,
    HashCheck,
    LinearCheck,
    Problem,
    SortedCheck,
    a_star_search,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


class Unhashable:
    __hash__ = None  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable)

    def next_states(self) -> list[Unhashable]:
        return []

    def is_goal(self) -> bool:
        return True

    def heuristic(self) -> float:
        return 0


class EqualityAlone:  # noqa: PLW1641
    """Python takes the hash away from a class that defines == alone."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualityAlone)

    def next_states(self) -> list[EqualityAlone]:
        return []

    def is_goal(self) -> bool:
        return True


@dataclass
class MutableData:
    """A dataclass with eq and without frozen has no hash."""

    n: int = 0

    def next_states(self) -> list[MutableData]:
        return []

    def is_goal(self) -> bool:
        return True


@attrs.define
class MutableAttrs:
    """So has an attrs class that is not frozen."""

    n: int = 0

    def next_states(self) -> list[MutableAttrs]:
        return []

    def is_goal(self) -> bool:
        return True


@attrs.frozen
class NoOrder:
    """attrs makes no < unless asked (order=True)."""

    n: int = 0

    def next_states(self) -> list[NoOrder]:
        return []

    def is_goal(self) -> bool:
        return True


class Plain:
    """Neither order nor equality of its own; identity has a hash."""

    def next_states(self) -> list[Plain]:
        return []

    def is_goal(self) -> bool:
        return True


lists = Problem([0], next_states=lambda s: [s], is_goal=lambda s: True)

# --- the default check needs a hash -------------------------------------------------------------
breadth_first_search(lists)  # error: mypy pyright
breadth_first_search(lists, duplicates=HashCheck())  # error: mypy pyright
breadth_first_search(lists, duplicates=HashCheck(key=lambda s: s))  # error: mypy pyright
breadth_first_search(MutableAttrs())  # error: mypy pyright
# pyright sees no harm in `__hash__ = None` once its own complaint there is silenced; at run time
# HashCheck raises CheckError before the search
breadth_first_search(Unhashable())  # error: mypy
depth_first_search(Unhashable())  # error: mypy
uniform_cost_search(Unhashable())  # error: mypy
a_star_search(Unhashable())  # error: mypy
best_first_search(Unhashable(), priority=lambda s, g: g)  # error: mypy
count_shortest_paths(Unhashable())  # error: mypy
BreadthFirst(Unhashable())  # error: mypy
AStar(Unhashable())  # error: mypy
breadth_first_search(Unhashable(), duplicates=HashCheck())  # error: mypy
# mypy takes every class with == for hashable, and a dataclass that is not frozen as well; at run
# time HashCheck raises CheckError before the search
breadth_first_search(EqualityAlone())  # error: pyright
breadth_first_search(MutableData())  # error: pyright

# --- the sorted check needs < -------------------------------------------------------------------
breadth_first_search(Plain(), duplicates=SortedCheck())  # error: mypy pyright
depth_first_search(Plain(), duplicates=SortedCheck())  # error: mypy pyright
BreadthFirst(Plain(), duplicates=SortedCheck())  # error: mypy pyright
# mypy invents a < for every attrs class; at run time SortedCheck raises CheckError before the search
breadth_first_search(NoOrder(), duplicates=SortedCheck())  # error: pyright
breadth_first_search(Plain(), duplicates=SortedCheck(key=lambda s: s))  # error: mypy pyright

# --- what is no check ---------------------------------------------------------------------------
breadth_first_search(Plain(), duplicates=HashCheck)  # error: mypy pyright
breadth_first_search(Plain(), duplicates="hash")  # error: mypy pyright
breadth_first_search(Plain(), duplicates=CustomCheck(set[Plain]))  # error: mypy pyright
breadth_first_search(Plain(), duplicates=CustomCheck(dict[str, int]))  # error: mypy pyright
breadth_first_search(Plain(), duplicates=LinearCheck(key=3))  # error: mypy pyright
