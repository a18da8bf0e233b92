"""Comparing searches and checks: each row is what the search itself says."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from searchkit import (
    AStar,
    HashCheck,
    Limits,
    NoCheck,
    PathCheck,
    Problem,
    ProblemError,
    Step,
    a_star_search,
    breadth_first_search,
    compare,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)
from tests.naming import named

ROADS = {
    "S": [("A", 1), ("B", 4)],
    "A": [("B", 2), ("C", 5)],
    "B": [("C", 1)],
    "C": [("G", 3)],
    "G": [],
}
FAR = {"S": 6, "A": 5, "B": 3, "C": 3, "G": 0}


def roads(**more: Any) -> Problem[str, None, int]:
    make: Any = Problem
    problem: Problem[str, None, int] = make(
        "S",
        next_steps=lambda town: [Step(to, cost=km) for to, km in ROADS[town]],
        is_goal=lambda town: town == "G",
        **more,
    )
    return problem


def test_rows_are_what_the_searches_say() -> None:
    problem = roads(heuristic=FAR.__getitem__)
    table = compare(problem, searches=[breadth_first_search, a_star_search, AStar], memory=False)
    assert [row.search for row in table] == ["breadth_first_search", "a_star_search", "AStar"]
    searches: list[Any] = [breadth_first_search, a_star_search, a_star_search]
    for row, search in zip(table, searches, strict=True):
        result = search(problem)
        assert row.result is not None
        assert row.result.path == result.path
        assert row.as_dict()["expanded"] == result.statistics.expanded
        assert row.runs == 3
        assert row.peak_memory is None
    assert [(row.guarantee, row.as_dict()["cost"]) for row in table] == [
        ("none", 9),
        ("optimal", 7),
        ("optimal", 7),
    ]


def test_default_searches_run_or_say_why_not() -> None:
    table = compare(roads(), rounds=1, memory=False)
    refused = {row.search: row.refusal for row in table if row.result is None}
    assert set(refused) == {
        "bidirectional_search",
        "greedy_best_first_search",
        "a_star_search",
        "ida_star_search",
        "bidirectional_a_star_search",
        "beam_search(width=100)",
    }
    assert "needs a heuristic" in refused["a_star_search"]
    assert "REFUSED [" in str(table)
    full = compare(
        roads(
            heuristic=FAR.__getitem__,
            goals=["G"],
            previous_steps=lambda town: [
                Step(origin, cost=km)
                for origin, ways in ROADS.items()
                for to, km in ways
                if to == town
            ],
        ),
        rounds=1,
        memory=False,
    )
    assert all(row.outcome == "FOUND" for row in full)


@pytest.mark.parametrize(
    ("search", "check", "names"),
    [
        (breadth_first_search, None, ("breadth_first_search", "default")),
        (partial(a_star_search, weight=2), HashCheck(), ("a_star_search(weight=2)", "HashCheck()")),
        (partial(AStar, weight=2), HashCheck(key=str), ("AStar(weight=2)", "HashCheck(key=str)")),
        (depth_first_search, PathCheck(), ("depth_first_search", "PathCheck()")),
    ],
    ids=named,
)
def test_names_say_what_was_run(search: object, check: object, names: tuple[str, str]) -> None:
    table = compare(
        roads(heuristic=FAR.__getitem__),
        searches=[search],  # type: ignore[list-item]
        checks=[check],  # type: ignore[list-item]
        rounds=1,
        memory=False,
    )
    assert [(row.search, row.check, row.outcome) for row in table] == [(*names, "FOUND")]


def test_equal_names_are_numbered_and_dictionaries_name() -> None:
    table = compare(
        roads(),
        searches={"Dijkstra": uniform_cost_search},
        checks=[HashCheck(), HashCheck()],
        rounds=1,
        memory=False,
    )
    assert [(row.search, row.check) for row in table] == [
        ("Dijkstra", "HashCheck()"),
        ("Dijkstra", "HashCheck() #2"),
    ]


def test_refused_check_is_a_row() -> None:
    checks: dict[str, PathCheck[str]] = {"path": PathCheck()}
    [row] = compare(roads(), searches=[breadth_first_search], checks=checks, memory=False)
    assert (row.check, row.outcome, row.seconds) == ("path", "REFUSED", None)
    assert "current path alone" in row.refusal


def test_negative_cost_is_a_row_and_a_bug_is_raised() -> None:
    negative = Problem(0, next_steps=lambda n: [Step(n + 1, cost=-1)], is_goal=lambda n: n == 3)
    [row] = compare(negative, searches=[uniform_cost_search], rounds=1)
    assert "negative" in row.refusal
    broken = Problem(0, next_states=lambda n: [n // 0], is_goal=lambda n: n == 3)
    with pytest.raises(ZeroDivisionError):
        compare(broken, searches=[breadth_first_search])


def test_each_run_has_the_limits() -> None:
    endless = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda _: False)
    searches: list[Callable[..., object]] = [breadth_first_search, depth_first_search]
    table = compare(endless, searches=searches, limits=Limits(expanded=50), memory=False)
    assert [(row.outcome, row.as_dict()["expanded"], row.runs) for row in table] == [
        ("LIMIT", 50, 3)
    ] * 2
    [timed] = compare(
        endless, searches=[depth_first_search], limits=Limits(seconds=0.01), memory=False
    )
    assert (timed.outcome, timed.runs) == ("LIMIT", 1)  # a run cut by time has no median


def test_memory_is_that_of_the_search() -> None:
    wide = Problem(1, next_states=lambda n: [2 * n, 2 * n + 1], is_goal=lambda _: False)
    limits = Limits(expanded=3000)
    table = compare(
        wide,
        searches=[breadth_first_search, partial(depth_first_search, depth_limit=10)],
        checks=[NoCheck()],
        limits=limits,
        rounds=1,
    )
    breadth, depth = (row.peak_memory for row in table)
    assert breadth is not None
    assert depth is not None
    assert breadth > 6000 * 32  # 6,001 ints in a list
    assert 0 < depth < breadth / 10


def test_exports() -> None:
    table = compare(roads(), searches=[uniform_cost_search, a_star_search], rounds=1)
    assert len(table) == 2
    found, refused = csv.DictReader(io.StringIO(table.to_csv()))
    assert (found["search"], found["outcome"], found["cost"]) == (
        "uniform_cost_search",
        "FOUND",
        "7",
    )
    assert int(found["peak_memory"]) > 0
    assert (refused["outcome"], refused["cost"]) == ("REFUSED", "")
    assert [row["guarantee"] for row in table.as_dicts()] == ["optimal", None]


def test_writes_csv_into_files(tmp_path: Path) -> None:
    table = compare(roads(), searches=[uniform_cost_search], rounds=1, memory=False)
    table.to_csv(tmp_path / "by_path.csv")
    with (tmp_path / "open.csv").open("w", encoding="utf-8", newline="") as file:
        table.to_csv(file)
    written = [(tmp_path / name).read_bytes() for name in ("by_path.csv", "open.csv")]
    assert written == [table.to_csv().encode()] * 2


def test_shows_as_text_and_html() -> None:
    lines = str(compare(roads(), searches=[uniform_cost_search, a_star_search])).splitlines()
    assert lines[0].split()[:4] == ["search", "check", "outcome", "cost"]
    assert lines[2].split()[:6] == ["uniform_cost_search", "default", "FOUND", "7", "4", "optimal"]
    assert lines[3].split() == ["a_star_search", "default", "REFUSED", "[1]"]
    assert lines[5].startswith("[1] AStar needs a heuristic")
    named = compare(roads(), searches={"<b>": uniform_cost_search})._repr_html_()
    assert "&lt;b&gt;" in named
    assert "<b>" not in named


def test_what_is_no_search_is_an_error() -> None:
    with pytest.raises(TypeError, match="count_shortest_paths gave PathCount, and not a Result"):
        compare(roads(), searches=[count_shortest_paths])
    with pytest.raises(ProblemError, match="rounds=0"):
        compare(roads(), rounds=0)
