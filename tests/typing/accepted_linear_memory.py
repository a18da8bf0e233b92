"""What both type checkers must accept of the searches in the memory of one path, and of beam."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, assert_type

from searchkit import (
    Beam,
    BranchAndBound,
    DepthFirst,
    HashCheck,
    IDAStar,
    IterativeDeepening,
    Limits,
    NoCheck,
    Path,
    PathCheck,
    Problem,
    Result,
    Step,
    beam_search,
    depth_first_branch_and_bound,
    depth_first_search,
    ida_star_search,
    iterative_deepening_search,
)


class Count(NamedTuple):
    n: int = 0

    def next_states(self) -> Iterator[Count]:
        yield Count(self.n + 1)

    def is_goal(self) -> bool:
        return self.n == 3

    def heuristic(self) -> float:
        return 3 - self.n


class Road(NamedTuple):
    n: int = 0

    def next_steps(self) -> Iterator[Step[Road, str, Fraction]]:
        yield Step(Road(self.n + 1), cost=Fraction(1, 2), action="on")

    def is_goal(self) -> bool:
        return self.n == 3

    def heuristic(self) -> Fraction:
        return Fraction(3 - self.n, 2)


class Bare:
    """Has no hash, and no heuristic."""

    __hash__ = None  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bare)

    def next_states(self) -> list[Bare]:
        return [self]

    def is_goal(self) -> bool:
        return True


def next_lists(numbers: list[int]) -> list[list[int]]:
    return [[*numbers, 0]]


def as_tuple(numbers: list[int]) -> tuple[int, ...]:
    return tuple(numbers)


def long_enough(numbers: list[int]) -> bool:
    return len(numbers) > 2


def steps_left(count: Count) -> float:
    return 3 - count.n


def none_left(_state: object) -> float:
    return 0


def good(path: Path[Count, None, int]) -> bool:
    return path.end.n > 0


assert_type(iterative_deepening_search(Count()), Result[Count, None, int])
assert_type(iterative_deepening_search(Count(), depth_step=3, depth_limit=9).path.end, Count)
assert_type(iterative_deepening_search(Road(), duplicates=HashCheck()), Result[Road, str, Fraction])
assert_type(IterativeDeepening(Road(), depth_step=2).run().path.cost, Fraction)
assert_type(ida_star_search(Count(), on_solution=good), Result[Count, None, int])
assert_type(ida_star_search(Count(), heuristic=steps_left, table=100, weight=1.5).cost, int)
assert_type(
    ida_star_search(Road(), bound_step=Fraction(1), cost_limit=Fraction(9)),
    Result[Road, str, Fraction],
)
assert_type(ida_star_search(Count(), duplicates=PathCheck()).path.states, tuple[Count, ...])
assert_type(IDAStar(Count(), iterations=7).run(), Result[Count, None, int])
assert_type(IDAStar(Bare(), heuristic=none_left, duplicates=NoCheck()).run().path.end, Bare)
assert_type(depth_first_branch_and_bound(Count(), cost_limit=9), Result[Count, None, int])
assert_type(depth_first_branch_and_bound(Road(), limits=Limits(expanded=9)).cost, Fraction)
assert_type(BranchAndBound(Road(), table=9).run(), Result[Road, str, Fraction])
assert_type(beam_search(Count(), width=2), Result[Count, None, int])
assert_type(beam_search(Bare(), width=2, heuristic=none_left, duplicates=NoCheck()).path.end, Bare)
assert_type(Beam(Road(), width=2).run().path.actions, tuple[str, ...])
assert_type(
    depth_first_search(
        Problem([0], next_states=next_lists, is_goal=long_enough),
        duplicates=PathCheck(key=as_tuple),
    ).path.end,
    list[int],
)
assert_type(DepthFirst(Road(), duplicates=PathCheck()).run().path.cost, Fraction)
