"""The cases of test_search_cases.py, once more under the searches in the memory of one path.

They take a `PathCheck` where the others take a check that remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from searchkit import (
    Beam,
    BranchAndBound,
    DepthFirst,
    IDAStar,
    IterativeDeepening,
    NoCheck,
    PathCheck,
    Search,
)
from tests import test_search_cases as cases

Make = Callable[..., Search[Any, Any, Any]]


def on_one_path(make: Make, **options: Any) -> Make:
    def search(*arguments: Any, duplicates: Any = None, **others: Any) -> Search[Any, Any, Any]:
        if duplicates is not None and duplicates != NoCheck():
            duplicates = PathCheck(key=duplicates.key)
        return make(*arguments, duplicates=duplicates, **options, **others)

    return search


SEARCHES: dict[str, Make] = {
    "depth-first": on_one_path(DepthFirst),
    "iterative deepening": on_one_path(IterativeDeepening),
    "iterative deepening, step 3": on_one_path(IterativeDeepening, depth_step=3),
    "iterative deepening, hash": lambda *a, **k: IterativeDeepening(*a, depth_step=2, **k),
    "IDA*": on_one_path(IDAStar, heuristic=cases.zero),
    "IDA*, step": on_one_path(IDAStar, heuristic=cases.zero, bound_step=3),
    "IDA*, table": on_one_path(IDAStar, heuristic=cases.zero, table=100),
    "branch and bound": on_one_path(BranchAndBound, heuristic=cases.zero, cost_limit=30),
    "beam": lambda *a, **k: Beam(*a, heuristic=cases.zero, width=100, **k),
}
OTHERWISE = {
    "test_case_14_and_17_cycles_of_zero_cost": "wants each goal once, not each path to it",
    "test_case_29_a_goal_walled_in": "counts the expansions of a search that remembers",
    "test_case_38_states_that_are_lists": "wants the words of HashCheck",
    "test_case_40_equal_sets_of_boxes_and_equal_hashes": "counts what a search that remembers stores",
}
CHEAPEST: dict[str, Make] = {
    **{name: make for name, make in SEARCHES.items() if name.startswith("IDA*")},
    "branch and bound": on_one_path(
        BranchAndBound, heuristic=cases.zero, on_solution=lambda path: False
    ),
}


def arguments_of(case: Any) -> Iterator[dict[str, Any]]:
    """Everything that the case is tried with, but the search."""
    tables: list[list[dict[str, Any]]] = []
    for mark in case.pytestmark:
        given, values = mark.args[:2]
        names = given.split(",") if isinstance(given, str) else list(given)
        if names == ["search"]:
            continue
        rows = [getattr(value, "values", value) for value in values]
        tables.append(
            [
                dict(zip(names, row if isinstance(row, tuple) else (row,), strict=True))
                for row in rows
            ]
        )
    for combination in product(*tables):
        yield {name: value for row in combination for name, value in row.items()}


def cases_for_every_search() -> list[Any]:
    found = []
    for name, case in vars(cases).items():
        if not name.startswith("test_case_") or name in OTHERWISE:
            continue
        marks = getattr(case, "pytestmark", [])
        searches = [mark.args[1] for mark in marks if mark.args[0] == "search"]
        if searches:
            every = set(searches[0]) == set(cases.EVERY_SEARCH.values())
            found += [
                pytest.param(case, make, id=f"{name[5:]}-{search}")
                for search, make in (SEARCHES if every else CHEAPEST).items()
                if (search, name)
                != ("branch and bound", "test_case_21_the_start_among_several_goals")
            ]
    return found


@pytest.mark.parametrize(("case", "search"), cases_for_every_search())
def test_case(case: Any, search: Make) -> None:
    tried = 0
    for arguments in arguments_of(case):
        case(search=search, **arguments)
        tried += 1
    assert tried > 0


def test_no_case_is_forgotten() -> None:
    names = {parameter.id.rsplit("-", 1)[0] for parameter in cases_for_every_search()}
    assert len(names) >= 10
    assert all(hasattr(cases, name) for name in OTHERWISE)
