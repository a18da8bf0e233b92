"""The trace: the textbook's table, line by line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from searchkit import (
    Limits,
    Problem,
    ProblemError,
    Result,
    Step,
    Trace,
    UniformCost,
    a_star_search,
    breadth_first_search,
    depth_first_search,
    greedy_best_first_search,
    ida_star_search,
    uniform_cost_search,
)
from tests.test_compare import FAR, roads

Row = tuple[str, str, str]


def cells(trace: Trace[str, None, int]) -> list[Row]:
    return [
        (
            str(row.expanded or ""),
            ", ".join(map(str, row.frontier)),
            ", ".join(node.name for node in row.closed),
        )
        for row in trace.rows
    ]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (
            breadth_first_search,
            [
                ("", "S", ""),
                ("S", "A, B", "S"),
                ("A", "B, C", "S, A"),
                ("B", "C", "S, A, B"),
                ("C", "G", "S, A, B, C"),
            ],
        ),
        (
            depth_first_search,  # in place of the frontier: the path
            [
                ("", "S", ""),
                ("S", "S, A", "S"),
                ("A", "S, A, B", "S, A"),
                ("B", "S, A, B, C", "S, A, B"),
                ("C", "S, A, B, C, G", "S, A, B, C"),
            ],
        ),
        (
            uniform_cost_search,
            [
                ("", "S g=0", ""),
                ("S g=0", "A g=1, B g=4", "S"),
                ("A g=1", "B g=3, C g=6", "S, A"),
                ("B g=3", "C g=4", "S, A, B"),
                ("C g=4", "G g=7", "S, A, B, C"),
            ],
        ),
        (
            a_star_search,
            [
                ("", "S 6=0+6", ""),
                ("S 6=0+6", "A 6=1+5, B 7=4+3", "S"),
                ("A 6=1+5", "B 6=3+3, C 9=6+3", "S, A"),
                ("B 6=3+3", "C 7=4+3", "S, A, B"),
                ("C 7=4+3", "G 7=7+0", "S, A, B, C"),
            ],
        ),
        (
            greedy_best_first_search,
            [
                ("", "S g=0 h=6", ""),
                ("S g=0 h=6", "B g=4 h=3, A g=1 h=5", "S"),
                ("B g=4 h=3", "C g=5 h=3, A g=1 h=5", "S, B"),
                ("C g=5 h=3", "G g=8 h=0, A g=1 h=5", "S, B, C"),
            ],
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_table(search: Callable[..., Result[str, None, int]], expected: list[Row]) -> None:
    trace: Trace[str, None, int] = Trace(name=str)
    result = search(roads(heuristic=FAR.__getitem__), observer=trace)
    assert cells(trace) == expected
    assert trace.rows[-1].note == f"solution: G, cost {result.cost}"
    assert [row.step for row in trace.rows] == list(range(len(expected)))


def test_rounds_of_iterative_deepening_follow_each_other() -> None:
    trace: Trace[str, None, int] = Trace(name=str)
    ida_star_search(roads(heuristic=FAR.__getitem__), observer=trace)
    assert [row.expanded.name for row in trace.rows[1:] if row.expanded] == [*"SAB", *"SABC"]
    assert [node.name for node in trace.rows[-1].frontier] == [*"SABCG"]
    assert "closed" not in str(trace)  # PathCheck knows none


def test_reopened_node_waits_again() -> None:
    ways = {"S": [("A", 4), ("B", 1)], "A": [("C", 1)], "B": [("A", 1)], "C": [("G", 9)], "G": []}
    far = {"S": 0, "A": 0, "B": 5, "C": 0, "G": 0}
    trace: Trace[str, None, int] = Trace(name=str)
    a_star_search(
        Problem(
            "S",
            next_steps=lambda town: [Step(to, cost=km) for to, km in ways[town]],
            goals=["G"],
            heuristic=far.__getitem__,
        ),
        observer=trace,
    )
    assert [(row[0], row[2]) for row in cells(trace)[3:6]] == [
        ("C 5=5+0", "S, A, C"),
        ("B 6=1+5", "S, C, B"),  # A was reached more cheaply: it waits once more
        ("A 2=2+0", "S, B, A"),
    ]


def test_interrupted_search_gives_the_same_table() -> None:
    whole: Trace[str, None, int] = Trace(name=str)
    uniform_cost_search(roads(), observer=whole)
    parts: Trace[str, None, int] = Trace(name=str)
    search = UniformCost(roads(), observer=parts)
    for _ in range(9):
        if search.run(Limits(expanded=1)):
            break
    assert str(parts) == str(whole)


def test_says_what_it_leaves_out() -> None:
    trace: Trace[int, None, int] = Trace(max_rows=3)
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 10)
    assert breadth_first_search(problem, observer=trace).cost == 10
    assert len(trace.rows) == 4
    assert str(trace).endswith("\n(expansions that are not shown: 7; max_rows=3)")
    with pytest.raises(ProblemError, match="max_rows=0"):
        Trace(max_rows=0)


def test_html_is_escaped() -> None:
    trace: Trace[str, None, int] = Trace(name=lambda town: f"<{town}>")
    breadth_first_search(roads(), observer=trace)
    shown = trace._repr_html_()
    assert "&lt;S&gt;" in shown
    assert "<S>" not in shown
    assert shown.count("<tr>") == 1 + len(trace.rows)


def test_start_that_is_a_goal() -> None:
    trace: Trace[int, None, int] = Trace()
    uniform_cost_search(Problem(0, next_states=lambda n: [n + 1], goals=[0]), observer=trace)
    assert [(row.step, row.note) for row in trace.rows] == [(0, "solution: 0, cost 0")]
