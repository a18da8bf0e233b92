"""Backward and bidirectional search: against brute force, and where they must refuse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given

from searchkit import (
    Backward,
    Bidirectional,
    BidirectionalAStar,
    CheckError,
    DuplicateCheck,
    FingerprintCheck,
    Guarantee,
    HashCheck,
    LayerCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    Problem,
    ProblemError,
    Search,
    SortedCheck,
    Step,
    backward_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_search,
    reversed_problem,
    uniform_cost_search,
)
from tests.graphs_family import INFINITY, Graph, graphs, plans, quick, resumed, thorough

SEARCHES: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "backward": Backward,
    "bidirectional": Bidirectional,
    "bidirectional A*": BidirectionalAStar,
}
CHECKS: list[DuplicateCheck[Any]] = [HashCheck(), SortedCheck(), LinearCheck()]


def against_brute_force(graph: Graph) -> None:
    for name, make in SEARCHES.items():
        for unit in (True, False):
            problem: Any = graph.plain_problem() if unit else graph.problem()
            options: dict[str, Any] = {}
            if name == "bidirectional A*" and not unit:
                options = {"backward_heuristic": lambda v: graph.from_start[v]}
            by_steps = unit or name != "bidirectional A*"
            least = graph.least(unit=by_steps)
            for check in CHECKS:
                search = make(problem, duplicates=check, **options)
                result = search.run()
                if least == INFINITY:
                    assert result.outcome is Outcome.EXHAUSTED
                    continue
                path = result.path
                path.check()
                assert (len(path) if by_steps else path.cost) == least
                if unit or not by_steps:
                    assert result.guarantee is Guarantee.OPTIMAL
                    assert result.cost == least
                elif result.guarantee is Guarantee.OPTIMAL:
                    assert "all steps cost the same" in result.condition
                if name != "backward":
                    again = search.run()
                    assert again.path is path
                    assert again.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF)
            if name == "bidirectional A*":
                plain = BidirectionalAStar(problem, heuristic=lambda v: 0).run()
                assert bool(plain) == (least < INFINITY)
                assert not plain or plain.cost == least


@quick
@given(graph=graphs())
def test_against_brute_force(graph: Graph) -> None:
    against_brute_force(graph)


@pytest.mark.slow
@thorough
@given(graph=graphs())
def test_against_brute_force_for_longer(graph: Graph) -> None:
    against_brute_force(graph)


@pytest.mark.parametrize("name", SEARCHES)
@quick
@given(graph=graphs(), plan=plans)
def test_interrupted_and_resumed(name: str, graph: Graph, plan: list[str]) -> None:
    resumed(SEARCHES[name], graph.problem, plan)
    resumed(SEARCHES[name], graph.plain_problem, plan)


@quick
@given(graph=graphs())
def test_lower_bounds_hold_all_along(graph: Graph) -> None:
    for make in (Bidirectional, BidirectionalAStar):
        for unit in (True, False):
            problem: Any = graph.plain_problem() if unit else graph.problem()
            search: Search[Any, Any, Any] = make(problem)
            while (result := search.run(Limits(expanded=1))).ended is Outcome.LIMIT:
                if result.lower_bound is not None:
                    assert result.lower_bound <= graph.least(unit=unit)


def test_the_first_meeting_is_not_taken() -> None:
    """A-(4)->B-(4)->D, and the cheaper A-(1)->C-(1)->E-(5)->D: the sides meet in B first."""
    roads = {("A", "B"): 4, ("B", "D"): 4, ("A", "C"): 1, ("C", "E"): 1, ("E", "D"): 5}
    problem = Problem(
        "A",
        next_steps=lambda town: [Step(b, cost=km) for (a, b), km in roads.items() if a == town],
        previous_steps=lambda town: [Step(a, cost=km) for (a, b), km in roads.items() if b == town],
        goals=["D"],
    )
    result = bidirectional_a_star_search(problem)
    assert (result.path.states, result.cost) == (("A", "C", "E", "D"), 7)
    assert result.lower_bound == 7
    assert not result.complete


class Cell(NamedTuple):
    row: int
    column: int

    def next_states(self) -> list[Cell]:
        return [
            Cell(self.row + down, self.column + right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= self.row + down < 20 and 0 <= self.column + right < 20
        ]

    def previous_states(self) -> list[Cell]:
        return self.next_states()

    def is_goal(self) -> bool:
        return self == Cell(19, 19)


@pytest.mark.parametrize(
    "search", [backward_search, bidirectional_search, bidirectional_a_star_search]
)
def test_a_state_class_names_its_goals_to_the_search(search: Any) -> None:
    result = search(Cell(0, 0), goals=[Cell(19, 19)])
    assert result.cost == 38
    assert "goals= names every goal" in result.condition
    assert result.path.problem.names_all_goals is False
    with pytest.raises(ProblemError, match=r"does not name them.*goals=\[\.\.\.\]"):
        search(Cell(0, 0))
    with pytest.raises(ProblemError, match=r"names Cell\(row=1, column=1\), but is_goal says"):
        search(Cell(0, 0), goals=[Cell(1, 1)])


def test_both_sides_together_expand_less() -> None:
    one_sided = breadth_first_search(Cell(10, 10))
    two_sided = bidirectional_search(Cell(10, 10), goals=[Cell(19, 19)])
    assert two_sided.cost == one_sided.cost
    assert two_sided.statistics.expanded < one_sided.statistics.expanded


@pytest.mark.parametrize("successors", [[], [0, 1]])
@pytest.mark.parametrize(
    "search", [backward_search, bidirectional_search, bidirectional_a_star_search]
)
def test_the_start_is_a_goal(search: Any, successors: list[int]) -> None:
    """Case 19, with and without successors."""
    problem: Problem[int, None, int] = Problem(
        0, next_states=lambda n: successors, previous_states=lambda n: successors, goals=[0]
    )
    result = search(problem)
    assert (result.path.states, result.cost) == ((0,), 0)


@pytest.mark.parametrize(
    "search", [backward_search, bidirectional_search, bidirectional_a_star_search]
)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"goals": [1]}, "has no previous_states"),
        ({"goals": [1], "previous_steps": lambda n: []}, "has no previous_states"),
        ({"is_goal": lambda n: True, "previous_states": lambda n: []}, "does not name them"),
        ({"sees_closed": True, "goals": [1], "previous_states": lambda n: []}, "forward search"),
    ],
)
def test_what_is_missing_is_named(search: Any, arguments: Any, message: str) -> None:
    make: Any = Problem
    problem = make(0, next_states=lambda n, closed=(): [n + 1], **arguments)
    with pytest.raises(ProblemError, match=message):
        search(problem)


@pytest.mark.parametrize("search", [bidirectional_search, bidirectional_a_star_search])
@pytest.mark.parametrize(
    "check", [NoCheck(), HashCheck(key=abs), LayerCheck(), FingerprintCheck()], ids=repr
)
def test_checks_that_cannot_tell_when_the_sides_meet(search: Any, check: Any) -> None:
    with pytest.raises(CheckError, match="HashCheck"):
        search(
            Problem(0, next_states=lambda n: [n + 1], previous_states=lambda n: [n - 1], goals=[5]),
            duplicates=check,
        )


@pytest.mark.parametrize(
    "search", [backward_search, bidirectional_search, bidirectional_a_star_search]
)
def test_previous_states_that_contradict_next_states(search: Any) -> None:
    problem = Problem(
        0, next_states=lambda n: [n + 1], previous_states=lambda n: [n - 2, n - 1], goals=[4]
    )
    with pytest.raises(ProblemError, match=r"contradict each other.*Mend previous_states"):
        search(problem)


def test_backward_under_a_symmetry_key_and_layers() -> None:
    problem = Problem(
        -6,
        next_states=lambda n: [n - 1, n + 1],
        previous_states=lambda n: [n - 1, n + 1],
        goals=[0],
    )
    result = backward_search(problem, duplicates=LayerCheck())
    assert (result.cost, result.statistics.stored) == (6, 12)
    keyed = backward_search(problem, duplicates=HashCheck(key=lambda n: n % 100))
    assert keyed.cost == 6
    assert "states of one key are equally far from a start" in keyed.condition


def test_costs_of_other_kinds() -> None:
    edges = [(0, 1, Fraction(1, 3)), (1, 2, Fraction(1, 3)), (0, 2, Fraction(3, 4))]
    problem = Problem(
        0,
        next_steps=lambda v: [Step(b, cost=c, action=f"{a}{b}") for a, b, c in edges if a == v],
        previous_steps=lambda v: [Step(a, cost=c, action=f"{a}{b}") for a, b, c in edges if b == v],
        goals=[2],
        zero=Fraction(0),
    )
    result = bidirectional_a_star_search(problem)
    assert (result.cost, result.path.actions) == (Fraction(2, 3), ("01", "12"))
    assert uniform_cost_search(reversed_problem(problem)).cost == Fraction(2, 3)


def test_data_reaches_the_functions_of_both_directions() -> None:
    problem = Problem(
        0,
        next_states=lambda n, step: [n + step],
        previous_states=lambda n, step: [n - step],
        goals=[12],
        data=3,
    )
    for search in (backward_search, bidirectional_search, bidirectional_a_star_search):
        assert search(problem).path.states == (0, 3, 6, 9, 12)


def test_an_inadmissible_heuristic_loses_the_guarantee() -> None:
    problem = Problem(
        0, next_states=lambda n: [n + 1], previous_states=lambda n: [n - 1], goals=[6]
    )
    result = bidirectional_a_star_search(problem, backward_heuristic=lambda n: 2 * n)
    assert result.guarantee is Guarantee.NONE
    assert "not admissible" in result.condition
    assert result.lower_bound is None


@pytest.mark.parametrize(
    "search", [backward_search, bidirectional_search, bidirectional_a_star_search]
)
def test_fewer_goals_than_there_are(search: Any) -> None:
    """The nearer goal 3 is left out: the answer holds on the condition that this was no mistake."""
    problem = Problem(
        0, next_states=lambda n: [n + 1], previous_states=lambda n: [n - 1], goals=[3, 5]
    )
    assert (search(problem).cost, search(problem, goals=[5]).cost) == (3, 5)
    assert "names every goal" not in search(problem).condition
    assert "names every goal" in search(problem, goals=[5]).condition
    with pytest.raises(ProblemError, match="names 4, but is_goal says"):
        search(problem, goals=[4])


@pytest.mark.parametrize("search", [bidirectional_search, bidirectional_a_star_search])
def test_which_side_was_exhausted_says_on_what_the_proof_rests(search: Any) -> None:
    after = {0: [1, 2], 1: [], 2: [], 8: [9], 7: [9], 6: [9], 5: [9]}
    before = {1: [0], 2: [0], 9: [8, 7, 6, 5]}
    problem = Problem(
        0,
        next_states=lambda n: after.get(n, []),
        previous_states=lambda n: before.get(n, []),
        goals=[9],
    )
    forward = search(problem)
    assert (forward.outcome, forward.complete, forward.condition) == (Outcome.EXHAUSTED, True, "")
    endless = Problem(
        0, next_states=lambda n: [n + 1, -n - 1], previous_states=lambda n: [], goals=[0.5]
    )
    backward = search(endless)
    assert (backward.outcome, backward.complete) == (Outcome.EXHAUSTED, False)
    assert backward.condition == "previous_states leaves nothing out"
