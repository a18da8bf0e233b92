"""What the audit claims, and what it must not claim.

On random small graphs the audit says of costs, heuristics and keys what brute force says.

Where the walk covers everything, exactly that; where a limit ended it, nothing that is not so.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from searchkit import Fault, Limits, Problem, Severity, Step, audit
from tests import faulty_problems as f
from tests.naming import named

NODES = 7
ON_COSTS = {Fault.GOAL_HEURISTIC, Fault.INADMISSIBLE, Fault.INCONSISTENT, Fault.KEY}


class Case(NamedTuple):
    edges: list[tuple[int, int, int]]
    goals: frozenset[int]
    estimates: list[float]
    keys: list[int]

    def problem(self) -> Problem[int, None, int]:
        return Problem(
            0,
            next_steps=lambda node: [
                Step(to, cost=cost) for from_, to, cost in self.edges if from_ == node
            ],
            is_goal=lambda node: node in self.goals,
            heuristic=self.estimates.__getitem__,
        )

    def reachable(self) -> set[int]:
        reached = {0}
        for _ in range(NODES):
            reached |= {to for from_, to, _ in self.edges if from_ in reached}
        return reached

    def costs_to_go(self) -> list[float]:
        costs = [0 if node in self.goals else math.inf for node in range(NODES)]
        for _ in range(NODES):
            for from_, to, cost in self.edges:
                costs[from_] = min(costs[from_], cost + costs[to])
        return costs

    def faults(self) -> set[Fault]:
        """What is wrong, by brute force over all nodes that can be reached."""
        reached, costs, h = self.reachable(), self.costs_to_go(), self.estimates
        faults: set[Fault] = set()
        if any(h[node] != 0 for node in self.goals & reached):
            faults.add(Fault.GOAL_HEURISTIC)
        if any(h[node] > costs[node] for node in reached - self.goals):
            faults.add(Fault.INADMISSIBLE)
        elif any(h[from_] > cost + h[to] for from_, to, cost in self.edges if from_ in reached):
            faults.add(Fault.INCONSISTENT)
        if any(
            costs[a] != costs[b] for a in reached for b in reached if self.keys[a] == self.keys[b]
        ):
            faults.add(Fault.KEY)
        return faults


CASES = st.builds(
    Case,
    st.lists(
        st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.integers(0, 4)),
        max_size=20,
    ),
    st.frozensets(st.integers(0, NODES - 1), max_size=3),
    st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, 5, math.inf]), min_size=NODES, max_size=NODES),
    st.lists(st.integers(0, 4), min_size=NODES, max_size=NODES),
)


@settings(max_examples=250, deadline=None)
@given(CASES)
def test_says_what_brute_force_says(case: Case) -> None:
    report = audit(case.problem(), key=case.keys.__getitem__, hash_seeds=None)
    assert report.complete
    assert report.kinds & ON_COSTS == case.faults()


@settings(max_examples=250, deadline=None)
@given(CASES, st.integers(0, NODES))
def test_claims_nothing_that_is_not_so(case: Case, expanded: int) -> None:
    limits = Limits(expanded=expanded)
    report = audit(case.problem(), key=case.keys.__getitem__, hash_seeds=None, limits=limits)
    allowed = case.faults()
    if Fault.INADMISSIBLE in allowed:  # only a part of the evidence may have been seen
        allowed.add(Fault.INCONSISTENT)
    assert report.kinds & ON_COSTS <= allowed


@pytest.mark.parametrize("start", [f.Door(), f.Hall()], ids=["corridor", "grid"])
def test_a_key_for_a_door_beyond_the_walk_is_no_error(start: Any) -> None:
    report = audit(start, hash_seeds=None)
    assert report.ok
    assert not report.complete
    for finding in report.findings:
        assert finding.severity is Severity.WARNING
        assert f"among the {report.stored:,} states seen" in finding.message
        assert "grows" not in finding.message


@pytest.mark.parametrize("times", [(200_000,), ()], ids=["many", "endless"])
def test_says_where_it_stopped_to_read_successors(times: tuple[int, ...]) -> None:
    problem = Problem(
        0,
        next_states=lambda n: itertools.chain(itertools.repeat(0, *times), [1]) if n == 0 else [],
        is_goal=lambda n: n == 1,
    )
    report = audit(problem, hash_seeds=None)
    assert not report.complete
    assert "all that can be reached" not in str(report)
    assert "first 100,000 successors of 0" in " ".join(str(report).split())


def test_where_nothing_was_expanded_nothing_was_looked_for() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 9)
    report = audit(problem, hash_seeds=None, limits=Limits(expanded=0))
    assert report.checked == ()
    assert {skipped.check for skipped in report.skipped} == set(Fault)


COUNT = itertools.count(1)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (lambda: Step(1, cost=next(COUNT)), "[(1, cost "),
        (lambda: Step(1, action=f"go {next(COUNT)}"), "action 'go "),
    ],
    ids=["cost", "action"],
)
def test_shows_what_differs_in_two_calls(step: Any, words: str) -> None:
    problem = Problem(0, next_steps=lambda n: [step()] if n == 0 else [], is_goal=lambda n: n == 1)
    report = audit(problem, hash_seeds=None)
    [found] = [finding for finding in report.findings if finding.kind is Fault.REPEAT]
    first, later = found.message.split(" first and ")
    assert words in first
    assert words in later


@pytest.mark.parametrize("start", [f.Chain(0), f.Chain(0, f.Chain(0)), f.ChainOfTuples(1)])
def test_a_parent_inside_the_equality_is_history(start: Any) -> None:
    report = audit(start, limits=Limits(expanded=2_000, stored=20_000, seconds=60))
    assert Fault.HISTORY in report.kinds, str(report)
    assert not report.complete


def test_deep_chains_are_said_to_be_deep() -> None:
    report = audit(f.Chain(0), hash_seeds=None)
    assert report.expanded >= 90
    assert "nested more than 100 deep" in " ".join(str(report).split())
    for deep in (150, 2_000):  # from the start
        start = f.Chain(0)
        for n in range(deep):
            start = f.Chain(n, start)
        assert str(audit(start, hash_seeds=None, limits=Limits(expanded=5)))


@pytest.mark.parametrize("value", [None, "3", [3], 3j, object()], ids=named)
def test_a_heuristic_that_gives_no_number(value: Any) -> None:
    problem = Problem(
        0,
        next_states=lambda n: [n + 1],
        is_goal=lambda n: n == 9,
        heuristic=lambda n: value if n == 3 else 0,
    )
    report = audit(problem, hash_seeds=None)
    [found] = report.errors
    assert found.kind is Fault.HEURISTIC
    assert "the heuristic of 3 (" in found.message
    assert value.__class__ is object or repr(value) in found.message


def lists() -> Problem[list[int]]:
    return Problem(
        [2, 0], next_states=lambda s: [[s[0], (s[1] + 1) % 5]], is_goal=lambda s: s[1] == 4
    )


@pytest.mark.parametrize(
    ("key", "fault", "words"),
    [
        (lambda state: random.random(), Fault.REPEAT, "the key of [2, 0] was 0."),
        (lambda state: state.sort() or state[1], Fault.MUTATION, "the key of [2, 0] changed"),
        (lambda state: [state[1]], Fault.KEY, "the key of [2, 0] is [0], which cannot be hashed"),
    ],
    ids=["random", "in place", "unhashable"],
)
def test_faults_of_a_key(key: Any, fault: Fault, words: str) -> None:
    report = audit(lists(), key=key, hash_seeds=None)
    [found] = [finding for finding in report.findings if finding.kind is fault]
    assert words in found.message


def test_a_key_that_raises_names_the_state() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        audit(lists(), key=lambda state: 1 // (state[1] - 3), hash_seeds=None)
    assert caught.value.__notes__ == ["searchkit: while auditing key= on [2, 3]"]


def step_back_in_place(state: list[int]) -> list[list[int]]:
    state[0] = (state[0] - 1) % 5
    return [state]


def test_a_backward_function_that_changes_the_state() -> None:
    problem = Problem(
        [0],
        next_states=lambda s: [[(s[0] + 1) % 5]],
        is_goal=lambda s: s == [4],
        previous_states=step_back_in_place,
    )
    report = audit(problem, hash_seeds=None)
    [found] = report.findings
    assert found.kind is Fault.MUTATION
    assert "for what comes before it changed the state" in found.message


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        ([5], ["4 (4 steps from the start", "is a goal for is_goal, but not one of goals="]),
        ([4, 5, 6], ["6 is one of goals=, but is_goal says no."]),
        ([4, 5], []),
    ],
)
def test_goals_that_contradict_is_goal(goals: list[int], words: list[str]) -> None:
    problem = Problem(
        0,
        next_states=lambda n: [n + 1] if n < 9 else [],
        is_goal=lambda n: n in (4, 5),
        goals=goals,
    )
    report = audit(problem, hash_seeds=None)
    assert report.kinds == ({Fault.GOALS} if words else set())
    for finding in report.findings:
        assert all(part in finding.message for part in words)


def test_the_way_out_fits_what_depends_on_the_hash_seed() -> None:
    chosen = audit(f.towns(f.one_town_of_a_set), hash_seeds=range(8))
    [found] = chosen.errors
    assert found.kind is Fault.HASH_SEED
    assert "next(iter(" in found.way_out
    assert "sort" not in found.way_out
    [found] = audit(f.towns(f.towns_from_a_set)).errors
    assert "sort them" in found.way_out


def test_a_heuristic_larger_than_any_float() -> None:
    problem = Problem(
        0,
        next_states=lambda n: [n + 1],
        is_goal=lambda n: n == 30,
        heuristic=lambda n: 10**400 if n < 30 else 0,
    )
    report = audit(problem, hash_seeds=None, limits=Limits(expanded=20))
    assert report.kinds == {Fault.INADMISSIBLE}


def test_a_function_that_fails_at_the_start_names_it() -> None:
    problem = Problem(7, next_states=lambda n: [n], is_goal=lambda n: 1 // (n - 7) == 1)
    with pytest.raises(ZeroDivisionError) as caught:
        audit(problem, hash_seeds=None)
    assert caught.value.__notes__ == ["searchkit: while auditing the start 7"]
