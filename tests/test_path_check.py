"""`PathCheck`: the current path alone is known, and depth-first search walks each path once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    AStar,
    BestFirst,
    BranchAndBound,
    BreadthFirst,
    CheckError,
    CustomCheck,
    DepthFirst,
    Guarantee,
    IDAStar,
    IterativeDeepening,
    Observer,
    Outcome,
    PathCheck,
    Problem,
    Search,
    ShortestPaths,
    Step,
    UniformCost,
    depth_first_search,
    ida_star_search,
)
from tests.graphs_family import INFINITY, Graph, quick, thorough
from tests.linear_memory import PATH, SAME_KEY, distinct, everything, in_full, same_paths

LISTS: Any = PathCheck(key=lambda s: [*s])  # type: ignore[arg-type,return-value]


@quick
@given(graph=distinct(), limit=st.one_of(st.none(), st.integers(0, 7)))
def test_depth_first_with_a_path_check_gives_each_path_without_a_circle(
    graph: Graph, limit: int | None
) -> None:
    for check in (PATH, SAME_KEY):
        deepest = 0

        class Deepest(Observer[Any, Any, Any]):
            def started(self, search: Search[Any, Any, Any], /) -> None:
                self.search = search

            def expanding(self, number: int, state: Any, /) -> None:
                nonlocal deepest
                search = self.search
                assert search.nodes.states[number] == state
                assert len(search.nodes) == number + 1  # the table holds the path alone
                assert len(set(search.nodes.states)) == len(search.nodes)
                deepest = max(deepest, number)

        search: DepthFirst[Any, Any, Any] = DepthFirst(
            graph.problem(), duplicates=check, depth_limit=limit, observer=Deepest()
        )
        paths, result = everything(search)
        same_paths(paths, graph, most=INFINITY if limit is None else limit)
        assert len(search.nodes) == 0
        if limit is None:
            assert result.complete
            assert result.ended is Outcome.EXHAUSTED
            assert result.statistics.stored == deepest + 1
            if paths:
                assert result.cost == graph.least()
                assert result.guarantee is Guarantee.OPTIMAL


def test_a_path_check_never_loops_where_no_check_would() -> None:
    """Case 17, for depth-first: cycles, of zero cost as well, are finite."""
    circle: Problem[int, None, int] = Problem(
        0,
        next_steps=lambda n: [Step((n + 1) % 5, cost=0), Step(n, cost=0)],
        is_goal=lambda n: n == 9,
    )
    assert depth_first_search(circle, duplicates=PATH).outcome is Outcome.EXHAUSTED
    for search in (
        IDAStar(circle, heuristic=lambda n: 0),
        BranchAndBound(circle),
        IterativeDeepening(circle),
    ):
        assert search.run().outcome is Outcome.EXHAUSTED


@pytest.mark.parametrize("make", [BreadthFirst, UniformCost, AStar, ShortestPaths, BestFirst])
@pytest.mark.parametrize("check", [PATH, PathCheck(key=abs)])
def test_searches_with_many_open_paths_refuse_a_path_check(make: Any, check: Any) -> None:
    problem: Any = Problem(0, next_states=lambda n: [n + 1], is_goal=bool, heuristic=lambda n: 0)
    options = {"priority": lambda n, g: g} if make is BestFirst else {}
    with pytest.raises(
        CheckError, match=r"cannot work with PathCheck\(.*HashCheck\(\), or a search"
    ):
        make(problem, duplicates=check, **options)


@pytest.mark.parametrize(
    ("check", "start", "message"),
    [
        (PathCheck(), [1], r"list cannot.*Use PathCheck\(key=tuple\)"),
        (PathCheck(), {1}, r"set cannot"),
        (LISTS, (1,), "needs keys"),
        (PathCheck(key=lambda s: s.missing), 1, "the key= of PathCheck fails on 1: AttributeError"),
    ],
)
def test_a_path_check_needs_a_hash(check: Any, start: Any, message: str) -> None:
    problem: Any = Problem(start, next_states=lambda s: [], is_goal=lambda s: False)
    with pytest.raises(CheckError, match=message):
        depth_first_search(problem, duplicates=check)


def test_a_key_of_the_path_check_keeps_a_path_from_going_through_two_equivalent_states() -> None:
    mirrored: Problem[int, None, int] = Problem(
        3, next_states=lambda n: [-n, n - 1 if n > 0 else n + 1], is_goal=lambda n: n == 0
    )
    ends = [path.states for path in DepthFirst(mirrored, duplicates=PathCheck(key=abs)).solutions()]
    assert ends == [(3, 2, 1, 0)]
    lists: Any = Problem([0], next_states=lambda s: [[(s[0] + 1) % 4]], is_goal=lambda s: False)
    result = ida_star_search(lists, duplicates=PathCheck(key=tuple), heuristic=lambda s: 0)
    assert result.outcome is Outcome.EXHAUSTED


class Backtracking(dict[Any, int]):
    """An index of one's own that forgets."""

    def forget_from(self, number: int) -> None:
        for state in [state for state, known in self.items() if known >= number]:
            del self[state]


def test_an_index_of_ones_own_can_forget() -> None:
    check: Any = CustomCheck(Backtracking, remembers=False)
    circle: Problem[int, None, int] = Problem(
        0, next_states=lambda n: [(n + 1) % 5, (n + 2) % 5], is_goal=lambda n: n == 4
    )
    own = [path.states for path in DepthFirst(circle, duplicates=check).solutions()]
    assert own == [path.states for path in DepthFirst(circle, duplicates=PATH).solutions()]
    assert len(own) == 5
    with pytest.raises(CheckError, match="many paths open"):
        BreadthFirst(circle, duplicates=check)


@pytest.mark.slow
@thorough
@given(graph=distinct(), limit=st.integers(0, 7))
def test_for_longer(graph: Graph, limit: int) -> None:
    test = test_depth_first_with_a_path_check_gives_each_path_without_a_circle
    in_full(test, graph, limit)
    in_full(test, graph, None)
