"""Compiled IDA* beside interpreted IDA*: the same facts, whatever is asked and wherever it stops."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

from examples.sliding_tiles import PACKED, in_order, packed_problem
from searchkit import (
    BranchAndBound,
    CheckError,
    Compiled,
    CompileError,
    CustomCheck,
    IDAStar,
    Limits,
    NoCheck,
    Observer,
    Outcome,
    PathCheck,
    Problem,
    ida_star_search,
)
from searchkit.path_check import PathIndex
from tests.compiled_paths import (
    ALL_KINDS,
    INFINITE,
    SILENT,
    Arcs,
    Drawn,
    advance,
    drawn,
    facts,
    in_step,
    plans,
    told,
)

pytest.importorskip("numba")

quick = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(quick, max_examples=5000)


@quick
@given(graph=drawn())
def test_a_search_run_to_its_end_gives_the_same(graph: Drawn) -> None:
    in_step(graph, ["to the end"])


@quick
@given(graph=drawn(), plan=plans)
def test_a_search_stopped_anywhere_gives_the_same(graph: Drawn, plan: list[str]) -> None:
    in_step(graph, plan, 60)


@quick
@given(graph=drawn(faults=True), plan=plans)
def test_a_search_whose_functions_fail_fails_at_the_same_place(
    graph: Drawn, plan: list[str]
) -> None:
    in_step(graph, plan, 60)


@pytest.mark.parametrize("most", range(1, 40))
def test_every_limit_of_expansions(most: int) -> None:
    arcs = ladder(5)
    graph = Drawn(arcs, [0], plain=False, zero=0, options={"bound_step": 2})
    interpreted, compiled = graph.search(), graph.search(compiled=SILENT)
    for limits in (Limits(expanded=most), Limits(expanded=1), Limits(stored=most // 4), None):
        assert advance(compiled, limits) == advance(interpreted, limits)
        assert facts(compiled) == facts(interpreted)


def ladder(rungs: int) -> Arcs:
    """A graph with many ways: from each vertex to the next two, at different costs."""
    edges = [(v, v + step, 1 + (v * 7 + step * 3) % 4) for v in range(rungs * 2) for step in (1, 2)]
    size = rungs * 2 + 2
    return Arcs(
        array("q", [sum(tail < v for tail, _, _ in edges) for v in range(size + 1)]),
        array("q", [head for _, head, _ in edges]),
        array("q", [cost for _, _, cost in edges]),
        array("q", [(size - v) // 3 for v in range(size)]),
        array("q", [int(v == rungs * 2) for v in range(size)]),
        array("q", [0] * (len(edges) + size)),
    )


class Corner(NamedTuple):
    """A way through a grid, as a class; two words."""

    x: int
    y: int

    def next_states(self) -> Iterator[Corner]:
        yield Corner(self.x + 1, self.y)
        yield Corner(self.x, self.y + 1)
        yield Corner(self.x - 1, self.y)

    def is_goal(self) -> bool:
        return self.x == 4 and self.y == 3

    def heuristic(self) -> int:
        return abs(self.x - 4) + abs(self.y - 3)


def mirrored(corner: Corner) -> int:
    return abs(corner.x) * 1000 + corner.y


def twice(corner: Corner) -> float:
    return INFINITE if corner.x < -1 else 2.0 * abs(corner.x - 4)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"duplicates": PathCheck(key=mirrored)},
        {"heuristic": twice, "iterations": 4, "compiled": SILENT},
        {"duplicates": NoCheck(), "weight": 1.5},
    ],
)
def test_a_state_class_and_a_heuristic_of_its_own(options: dict[str, Any]) -> None:
    found: list[list[Any]] = [[], []]
    make: Any = IDAStar
    compiled = make(Corner(0, 0), **{"compiled": True} | options | {"on_solution": found[1].append})
    plainly = {"compiled": False, "on_solution": found[0].append}
    interpreted = make(Corner(0, 0), **options | plainly)
    limits = Limits(expanded=2500)
    assert told(compiled.run(limits)) == told(interpreted.run(limits))
    assert found[1] == found[0]
    assert facts(compiled) == facts(interpreted)


def chain(n: int) -> Iterator[int]:
    yield n + 1


def doubled(n: int) -> Iterator[int]:
    yield n + 1
    yield n * 2


def wide(n: int) -> Iterator[int]:
    if n < 3:
        for k in range(n * 10_000 + 10):
            yield 3 + k


def left_to_100_000(n: int) -> int:
    return 100_000 - n


def nothing(n: int) -> int:
    return 0


def one_but_at_5(n: int) -> int:
    return int(n != 5)


def enormous(n: int) -> int:
    return 2**60 if n < 5 else 0


def wrapping(n: int) -> int:
    return (n + 2) * 2**62


def problem(next_states: Any, heuristic: Any, goal: int, *starts: int) -> Problem[int]:
    return Problem(starts=starts, next_states=next_states, goals=[goal], heuristic=heuristic)


def test_a_very_deep_path() -> None:
    search = IDAStar(problem(chain, left_to_100_000, 100_000, 0), compiled=True)
    result = search.run(Limits(expanded=70_000))
    assert (result.ended, len(search.nodes), search.frontier) == (Outcome.LIMIT, 70_001, [70_000])
    search = copy.deepcopy(search)
    result = search.run()
    assert result.path.states == tuple(range(100_001))
    assert (result.statistics.expanded, result.statistics.depth) == (100_000, 100_000)


def test_states_with_very_many_successors() -> None:
    result = ida_star_search(problem(wide, nothing, 20_011, 1, 2), compiled=True)
    assert result.path.states == (2, 20_011)
    expected = ida_star_search(problem(wide, nothing, 20_011, 1, 2)).statistics
    assert attrs.evolve(result.statistics, seconds=expected.seconds) == expected


def test_sums_beyond_64_bits_are_an_error() -> None:
    far = problem(chain, enormous, 100_000, 0)
    result = ida_star_search(far, compiled=SILENT, limits=Limits(expanded=1))
    assert result.lower_bound == 2**60 + 1
    with pytest.raises(CompileError, match=r"reaching 0, or its heuristic, is too large"):
        ida_star_search(far, compiled=SILENT, weight=3)
    with pytest.raises(CompileError, match=r"-9223372036854775808 compiled"):
        ida_star_search(problem(chain, wrapping, 100_000, 0), compiled=True)


def test_a_value_out_of_bounds_is_an_error_when_it_has_its_turn() -> None:
    bounds = Compiled(bounds=(0, 7), compared=0)
    search = IDAStar(problem(doubled, one_but_at_5, 5, 4), compiled=bounds)
    assert search.run().path.states == (4, 5)
    with pytest.raises(
        CompileError, match=r"the int 10 in the state 10 is outside its bounds 0..7"
    ):
        search.run()


def test_an_endless_search_ends_at_a_time_and_when_it_is_stopped() -> None:
    endless = problem(doubled, nothing, -1, 1)
    search = IDAStar(endless, compiled=True)
    assert search.run(Limits(seconds=0.05)).ended is Outcome.LIMIT
    assert search.run(Limits(seconds=0)).ended is Outcome.LIMIT

    class Stopping(Observer[int, None, int]):
        def progress(self, statistics: Any) -> None:
            if statistics.expanded > 10_000:
                search.stop()

    search = IDAStar(endless, compiled=True, observer=Stopping())
    result = search.run()
    assert result.ended is Outcome.STOPPED
    assert result.statistics.expanded > 10_000


def test_what_is_not_compiled_says_what_to_do_instead() -> None:
    plain = problem(doubled, nothing, 6, 1)
    with pytest.raises(CompileError, match=r"table=9: .*use a_star_search, or search interpreted"):
        ida_star_search(plain, compiled=True, table=9)
    with pytest.raises(CheckError, match=r"no CustomCheck: use PathCheck\(\) or NoCheck\(\)"):
        ida_star_search(plain, compiled=True, duplicates=CustomCheck(PathIndex, remembers=False))
    exact: Any = Problem
    fractions = exact(1, next_steps=doubled, goals=[6], heuristic=nothing, zero=Fraction(0))
    with pytest.raises(CompileError, match=r"zero=Fraction\(0, 1\)"):
        ida_star_search(fractions, compiled=True)


def test_branch_and_bound_is_not_compiled_by_accident() -> None:
    assert (IDAStar.native, BranchAndBound.native) == ("ida_star", "")
    with pytest.raises(TypeError):
        BranchAndBound(Corner(0, 0), compiled=True)  # type: ignore[call-overload]


@pytest.mark.slow
def test_the_15_puzzle() -> None:
    start = (6, 8, 12, 3, 10, 2, 5, 1, 4, 14, 13, 7, 9, 0, 15, 11)
    puzzle = packed_problem(start, 4, in_order(16, gap_first=True))
    compiled = ida_star_search(puzzle, compiled=PACKED)
    assert compiled.cost == 40
    assert told(compiled) == told(ida_star_search(puzzle))


@pytest.mark.slow
@thorough
@given(graph=drawn(kinds=ALL_KINDS), plan=plans)
def test_thousands_of_graphs(graph: Drawn, plan: list[str]) -> None:
    in_step(graph, ["to the end"], 1000)
    in_step(graph, plan)


@pytest.mark.slow
@thorough
@given(graph=drawn(faults=True, kinds=ALL_KINDS), plan=plans)
def test_thousands_of_graphs_with_faults(graph: Drawn, plan: list[str]) -> None:
    in_step(graph, ["to the end"], 1000)
    in_step(graph, plan)
