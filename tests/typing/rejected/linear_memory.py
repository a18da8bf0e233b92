"""Searches in the memory of one path, and beam search, of what does not fit; see checks.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from searchkit import (
    Beam,
    BranchAndBound,
    IDAStar,
    IterativeDeepening,
    PathCheck,
    beam_search,
    depth_first_branch_and_bound,
    depth_first_search,
    ida_star_search,
    iterative_deepening_search,
)


class Plain(NamedTuple):
    n: int = 0

    def next_states(self) -> Iterator[Plain]:
        yield Plain(self.n + 1)

    def is_goal(self) -> bool:
        return True


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


ida_star_search(Plain())  # error: mypy pyright
IDAStar(Plain())  # error: mypy pyright
beam_search(Plain(), width=3)  # error: mypy pyright
Beam(Plain(), heuristic=hash)  # error: mypy pyright
ida_star_search(Plain(), heuristic=hash, width=3)  # error: mypy pyright
ida_star_search(Plain(), heuristic=hash, table="large")  # error: mypy pyright
iterative_deepening_search(Plain(), depth_step=0.5)  # error: mypy pyright
depth_first_branch_and_bound(Plain(), cost_limit="nine")  # error: mypy pyright

iterative_deepening_search(Unhashable())  # error: mypy
IterativeDeepening(Unhashable())  # error: mypy
ida_star_search(Unhashable())  # error: mypy
depth_first_branch_and_bound(Unhashable())  # error: mypy
BranchAndBound(Unhashable())  # error: mypy
depth_first_search(Unhashable(), duplicates=PathCheck())  # error: mypy
depth_first_search(Plain(), duplicates=PathCheck(key=3))  # error: mypy pyright
