"""Solving a level the way the command line asks for: model, algorithm, duplicate check, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from examples import command_line
from examples.sokoban.compiled_model import CompiledModel
from examples.sokoban.coordinate_model import CoordinateModel
from examples.sokoban.lurd import moves_for
from examples.sokoban.push_model import PushModel
from searchkit import (
    Compiled,
    Guarantee,
    Limits,
    Outcome,
    Problem,
    Result,
    Statistics,
    a_star_search,
    breadth_first_search,
    depth_first_search,
)

if TYPE_CHECKING:
    import argparse

    from examples.sokoban.levels import Level

S = TypeVar("S", bound=command_line.OrderedHashable)
A = TypeVar("A")

# Without a check the tree of all pushes grows without end. This keeps it within some hundred
# megabytes; a limit on the command line replaces it.
TREE_LIMIT = Limits(stored=1_000_000)


class Answer(NamedTuple):
    """What came of a search, in the same form for both models."""

    outcome: Outcome
    optimal: bool
    """Whether it is proved that no solution has fewer steps of the model."""
    statistics: Statistics
    moves: str | None
    """The solution as a string of moves, or None if none was found."""


def solve(level: Level, arguments: argparse.Namespace) -> Answer:
    """Search for a solution of the level as the parsed arguments say."""
    if arguments.compiled:
        model = CompiledModel(level, prune=True)
        places = _search(model.problem(), arguments, model.settings)
        found = moves_for(level, model.pushes(places.path)) if places else None
        return _answer(places, found)
    if arguments.model == "push":
        pushes = _search(PushModel(level).problem(), arguments)
        return _answer(pushes, moves_for(level, pushes.path.actions) if pushes else None)
    moves = _search(CoordinateModel(level).problem(), arguments)
    return _answer(moves, "".join(moves.path.actions) if moves else None)


def _search(
    problem: Problem[S, A], arguments: argparse.Namespace, compiled: Compiled | None = None
) -> Result[S, A]:
    check = command_line.duplicate_check(arguments.duplicates)
    limits = command_line.limits(arguments, TREE_LIMIT)
    observer = command_line.observer(arguments)
    if arguments.algorithm == "depth-first":
        return depth_first_search(
            problem,
            duplicates=check,
            limits=limits,
            observer=observer,
            compiled=compiled or False,
            depth_limit=arguments.depth_limit,
        )
    search = a_star_search if arguments.algorithm == "a-star" else breadth_first_search
    return search(
        problem, duplicates=check, limits=limits, observer=observer, compiled=compiled or False
    )


def _answer(result: Result[S, A], moves: str | None) -> Answer:
    optimal = result.guarantee is Guarantee.OPTIMAL
    return Answer(result.outcome, optimal, result.statistics, moves)
