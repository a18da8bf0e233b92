"""Searches of what is no problem, or lacks what the search needs; see checks.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from searchkit import (
    AStar,
    BestFirst,
    DepthFirst,
    Limits,
    Observer,
    Path,
    Problem,
    Step,
    a_star_search,
    best_first_search,
    breadth_first_search,
    depth_first_search,
    uniform_cost_search,
)


class NoHeuristic(NamedTuple):
    n: int = 0

    def next_states(self) -> Iterator[NoHeuristic]:
        yield NoHeuristic(self.n + 1)

    def is_goal(self) -> bool:
        return True


class StepsWithoutHeuristic(NamedTuple):
    n: int = 0

    def next_steps(self) -> Iterator[Step[StepsWithoutHeuristic, str, int]]:
        yield Step(self, action="stay")

    def is_goal(self) -> bool:
        return True


class NoGoal(NamedTuple):
    n: int = 0

    def next_states(self) -> list[NoGoal]:
        return []


class NoNext(NamedTuple):
    n: int = 0

    def is_goal(self) -> bool:
        return True


class NextOfOthers(NamedTuple):
    n: int = 0

    def next_states(self) -> list[int]:
        return [self.n]

    def is_goal(self) -> bool:
        return True


class OnInts(Observer[int, None, int]):
    def expanding(self, number: int, state: int, /) -> None:
        print(number + state)


def next_numbers(n: int) -> list[int]:
    return [n + 1]


def is_three(n: int) -> bool:
    return n == 3


def is_word(word: str) -> bool:
    return word == "three"


numbers = Problem(0, next_states=next_numbers, is_goal=is_three)

# --- A* needs a heuristic -----------------------------------------------------------------------
a_star_search(NoHeuristic())  # error: mypy pyright
AStar(NoHeuristic())  # error: mypy pyright
a_star_search(StepsWithoutHeuristic())  # error: mypy pyright
a_star_search(NoHeuristic(), heuristic=3)  # error: mypy pyright
a_star_search(NoHeuristic(), heuristic=lambda s: s.m)  # error: mypy pyright
# whether a Problem has one is not part of its type: ProblemError before the search
a_star_search(numbers)  # error:

# --- what is no state ---------------------------------------------------------------------------
breadth_first_search(3)  # error: mypy pyright
breadth_first_search(NoGoal())  # error: mypy pyright
depth_first_search(NoNext())  # error: mypy pyright
uniform_cost_search(NoHeuristic)  # error: mypy pyright
breadth_first_search(NextOfOthers())  # error: mypy pyright

# --- problems -----------------------------------------------------------------------------------
Problem(0, next_states=next_numbers, is_goal=is_word)  # error: mypy pyright
Problem("zero", next_states=next_numbers, is_goal=is_word)  # error: mypy pyright
Problem(0, is_goal=is_three)  # error: mypy pyright
Problem(0, next_states=next_numbers, next_steps=next_numbers, goals=[3])  # error: mypy pyright
Problem(0, next_steps=next_numbers, is_goal=is_three)  # error: mypy pyright
Problem(0, next_states=3, is_goal=is_three)  # error: mypy pyright
# that a start and a goal are there is not part of the overloads: ProblemError at once
Problem(0, next_states=next_numbers)  # error:
Problem(next_states=next_numbers, is_goal=is_three)  # error:

# --- arguments ----------------------------------------------------------------------------------
best_first_search(NoHeuristic())  # error: mypy pyright
BestFirst(NoHeuristic(), priority=lambda s, g: g, ties="random")  # error: mypy pyright
best_first_search(NoHeuristic(), priority=lambda s, g: object())  # error: mypy pyright
depth_first_search(NoHeuristic(), depth_limit="3")  # error: mypy pyright
DepthFirst(NoHeuristic(), depth_limit=1.5)  # error: mypy pyright
breadth_first_search(NoHeuristic(), depth_limit=3)  # error: mypy pyright
breadth_first_search(NoHeuristic(), limits=10)  # error: mypy pyright
breadth_first_search(NoHeuristic(), Limits())  # error: mypy pyright
breadth_first_search(NoHeuristic(), observer=OnInts())  # error: mypy pyright
Limits(10)  # error: mypy pyright
Limits(expanded="10")  # error: mypy pyright


def on_words(path: Path[str, None, int]) -> bool:
    return path.end == ""


breadth_first_search(NoHeuristic(), on_solution=on_words)  # error: mypy pyright

# --- what comes out -----------------------------------------------------------------------------
words: str = breadth_first_search(numbers).cost  # error: mypy pyright
for state in breadth_first_search(numbers).path:
    state.upper()  # error: mypy pyright
stays = uniform_cost_search(StepsWithoutHeuristic()).path
actions: tuple[int, ...] = stays.actions  # error: mypy pyright
breadth_first_search(numbers).path.states[0] = 3  # error: mypy pyright
