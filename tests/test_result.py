"""Results: the answer, why it ended, and what it is worth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from searchkit import (
    AStar,
    BreadthFirst,
    CustomCheck,
    DepthFirst,
    Guarantee,
    HashCheck,
    Known,
    Limits,
    NoCheck,
    NoPathError,
    Outcome,
    Problem,
    Result,
    SearchkitError,
    Step,
    UniformCost,
    a_star_search,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


def upto(last: int, *goals: int) -> Problem[int, None, int]:
    return Problem(
        0, next_states=lambda n: [n + 1] if n < last else [], is_goal=lambda n: n in goals
    )


def stopped() -> Result[int, None, int]:
    def next_states(n: int) -> list[int]:
        search.stop()
        return [n + 1]

    search = BreadthFirst(Problem(0, next_states=next_states, is_goal=lambda n: False))
    return search.run()


OUTCOMES: list[tuple[Callable[[], Result[Any, Any, Any]], Outcome, Outcome, bool]] = [
    (lambda: breadth_first_search(upto(9, 3)), Outcome.FOUND, Outcome.FOUND, False),
    (lambda: breadth_first_search(upto(9)), Outcome.EXHAUSTED, Outcome.EXHAUSTED, True),
    (
        lambda: breadth_first_search(upto(9, 3), on_solution=lambda path: None),
        Outcome.FOUND,
        Outcome.EXHAUSTED,
        True,
    ),
    (
        lambda: breadth_first_search(upto(9), limits=Limits(expanded=2)),
        Outcome.LIMIT,
        Outcome.LIMIT,
        False,
    ),
    (
        lambda: breadth_first_search(
            upto(9, 1), limits=Limits(expanded=4), on_solution=lambda path: None
        ),
        Outcome.FOUND,
        Outcome.LIMIT,
        False,
    ),
    (lambda: depth_first_search(upto(9), depth_limit=3), Outcome.CUTOFF, Outcome.CUTOFF, False),
    (
        lambda: depth_first_search(upto(9, 2), depth_limit=3, on_solution=lambda path: None),
        Outcome.FOUND,
        Outcome.CUTOFF,
        False,
    ),
    (
        lambda: depth_first_search(upto(9), depth_limit=10),
        Outcome.EXHAUSTED,
        Outcome.EXHAUSTED,
        True,
    ),
    (stopped, Outcome.STOPPED, Outcome.STOPPED, False),
]


@pytest.mark.parametrize(("run", "outcome", "ended", "complete"), OUTCOMES)
def test_outcomes(
    run: Callable[[], Result[Any, Any, Any]], *, outcome: Outcome, ended: Outcome, complete: bool
) -> None:
    result = run()
    assert (result.outcome, result.ended, result.complete) == (outcome, ended, complete)
    assert bool(result) == (outcome is Outcome.FOUND)
    assert outcome.name in repr(result)
    if result:
        assert result.path.cost == result.cost
        assert result.derivation[-1].state == result.path.end
        return
    assert result.guarantee is Guarantee.NONE
    for name in ("path", "cost", "derivation"):
        with pytest.raises(NoPathError, match=rf"no {name}.*{outcome.name}.*if result:") as raised:
            getattr(result, name)
        assert isinstance(raised.value, SearchkitError)


def steps(n: int) -> list[Step[int, None, int]]:
    return [Step(n + 1, cost=2)] if n < 4 else []


STEPS = Problem(0, next_steps=steps, is_goal=lambda n: n == 3, heuristic=lambda n: 0)
KEYED: HashCheck[Any] = HashCheck(key=lambda n: n)
DOMINANCE: CustomCheck[Any] = CustomCheck(dict, known=Known.DOMINANCE)

WORTH: list[tuple[Result[Any, Any, Any], Guarantee, float | None, str]] = [
    (breadth_first_search(upto(9, 3)), Guarantee.OPTIMAL, 1, r"^$"),
    (breadth_first_search(STEPS), Guarantee.OPTIMAL, 1, r"^all steps cost the same$"),
    (breadth_first_search(upto(9, 3), duplicates=KEYED), Guarantee.OPTIMAL, 1, "one key"),
    (breadth_first_search(upto(9, 3), duplicates=DOMINANCE), Guarantee.OPTIMAL, 1, "dominating"),
    (depth_first_search(upto(9, 3)), Guarantee.NONE, None, ""),
    (uniform_cost_search(STEPS), Guarantee.OPTIMAL, 1, r"^$"),
    (uniform_cost_search(STEPS, duplicates=KEYED), Guarantee.OPTIMAL, 1, "one key"),
    (uniform_cost_search(STEPS, duplicates=DOMINANCE), Guarantee.OPTIMAL, 1, "dominating"),
    (a_star_search(STEPS), Guarantee.OPTIMAL, 1, r"^the heuristic is admissible$"),
    (a_star_search(STEPS, reopen=False), Guarantee.OPTIMAL, 1, r"^the heuristic is consistent$"),
    (a_star_search(STEPS, weight=3), Guarantee.BOUNDED, 3, "admissible"),
    (a_star_search(STEPS, weight=0.5), Guarantee.OPTIMAL, 1, "admissible"),
    (a_star_search(STEPS, weight=0), Guarantee.OPTIMAL, 1, ""),
    (a_star_search(STEPS, heuristic=lambda n: 9), Guarantee.NONE, None, "not admissible"),
    (a_star_search(STEPS, heuristic=lambda n: 9, weight=5), Guarantee.NONE, None, "not admissible"),
    (best_first_search(STEPS, priority=lambda n, g: g), Guarantee.NONE, None, ""),
]


@pytest.mark.parametrize(("result", "guarantee", "factor", "condition"), WORTH)
def test_guarantees(
    result: Result[Any, Any, Any], guarantee: Guarantee, factor: float | None, condition: str
) -> None:
    assert (result.guarantee, result.factor) == (guarantee, factor)
    assert re.search(condition, result.condition), result.condition


def test_breadth_first_with_costs_that_differ_is_not_optimal() -> None:
    problem = Problem(
        "S",
        next_steps=lambda s: {
            "S": [Step("G", cost=9), Step("A", cost=1)],
            "A": [Step("G", cost=1)],
        }.get(s, []),
        is_goal=lambda s: s == "G",
    )
    first = breadth_first_search(problem)
    assert first.path.states == ("S", "G")
    assert first.guarantee is Guarantee.NONE or "same" in first.condition
    everything = breadth_first_search(problem, on_solution=lambda path: None)
    assert everything.guarantee is Guarantee.NONE


def test_the_path_of_a_result_is_the_cheapest_found() -> None:
    """And the first of several that cost the same."""
    costs = {"S": [("A", 5), ("B", 1), ("C", 1)], "A": [], "B": [], "C": []}
    problem = Problem(
        "S",
        next_steps=lambda s: [Step(to, cost=cost) for to, cost in costs[s]],
        is_goal=lambda s: s in "ABC",
    )
    result = breadth_first_search(problem, on_solution=lambda path: None)
    assert (result.path.end, result.cost, result.statistics.solutions) == ("B", 1, 3)


def test_a_lower_bound_while_it_is_not_over() -> None:
    """What is known already when a limit ends the search."""
    for limit in range(5):
        bound = breadth_first_search(upto(9, 7), limits=Limits(expanded=limit)).lower_bound
        assert bound is not None
        assert limit <= bound <= limit + 1  # after so many layers
    two = a_star_search(upto(9, 7), heuristic=lambda n: (7 - n) / 2, limits=Limits(expanded=2))
    assert two.lower_bound == 4.5
    assert two.outcome is Outcome.LIMIT


def test_a_lower_bound_knows_of_starts_that_are_not_stored_yet() -> None:
    problem = Problem(
        starts=[0, 9], next_states=lambda n: [n + 1] if n < 9 else [], is_goal=lambda n: n == 9
    )
    for search in (
        AStar(problem, heuristic=lambda n: 9 - n),
        UniformCost(problem),
        BreadthFirst(problem),
    ):
        result = search.run(Limits(stored=1))
        if result.outcome is Outcome.LIMIT:
            assert result.lower_bound is None or result.lower_bound <= 0
        assert search.run().cost == 0


def test_counts() -> None:
    count = count_shortest_paths(upto(9, 3))
    assert (count.count, count.length, count.exact, count.outcome) == (1, 3, True, Outcome.FOUND)
    assert count.path.states == (0, 1, 2, 3)
    none = count_shortest_paths(upto(9))
    assert (none.count, none.length, none.exact, none.outcome) == (0, None, True, Outcome.EXHAUSTED)
    with pytest.raises(NoPathError, match="EXHAUSTED"):
        none.path  # noqa: B018
    for limit in range(3):
        cut = count_shortest_paths(upto(9, 3), limits=Limits(expanded=limit))
        assert (cut.count, cut.exact, cut.outcome) == (0, False, Outcome.LIMIT)
    start = count_shortest_paths(upto(9, 0, 3))
    assert (start.count, start.length, start.exact) == (1, 0, True)


def test_all_ways_to_the_nearest_goals_are_counted() -> None:
    """Several goals, several starts, parallel steps; a goal one layer further does not count."""
    edges = {"S": "AAB", "A": "GH", "B": "H", "T": "A", "G": "", "H": "K", "K": ""}
    problem = Problem(
        starts=["S", "T"],
        next_steps=lambda s: [Step(to, action=i) for i, to in enumerate(edges[s])],
        is_goal=lambda s: s in "GHK",
    )
    count = count_shortest_paths(problem)
    # A in 2 + 1 ways; G by A; H by A and by B
    assert (count.count, count.length) == (3 + 3 + 1, 2)


def test_depth_first_without_memory() -> None:
    search = DepthFirst(upto(4, 2, 3), duplicates=NoCheck())
    assert search.run().guarantee is Guarantee.NONE
    while (result := search.run()).ended is Outcome.FOUND:
        assert result.guarantee is Guarantee.NONE
    assert (result.guarantee, result.factor, result.cost) == (Guarantee.OPTIMAL, 1, 2)
