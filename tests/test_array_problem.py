"""Array problems: many states at once, against the same search one state at a time."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from typing_extensions import override

from searchkit import (
    ArrayBreadthFirst,
    ArrayProblem,
    BreadthFirst,
    BrokenSearchError,
    CheckError,
    Guarantee,
    LayerCheck,
    Limits,
    MissingExtraError,
    Observer,
    Outcome,
    Path,
    Problem,
    ProblemError,
    ProgressBar,
    Recorder,
    Result,
    Statistics,
    array_breadth_first_search,
    breadth_first_layers,
    breadth_first_search,
    depth_first_search,
)

Array = NDArray[Any]


def never(states: Array) -> Array:
    return np.zeros(len(states), bool)


@attrs.frozen
class Graph:
    """A directed graph; its vertices are written as numbers, or as rows of ``width`` digits."""

    edges: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    goals: frozenset[int]
    dtype: Any
    width: int | None
    below: int | None

    def write(self, vertices: list[int]) -> Array:
        if self.width is None:
            return np.array(vertices, self.dtype)
        rows = [[v // 3**place % 3 for place in range(self.width)] for v in vertices]
        return np.array(rows, self.dtype).reshape(-1, self.width)

    def read(self, states: Array) -> list[int]:
        if self.width is None:
            return [int(v) for v in states]
        return [sum(int(digit) * 3**p for p, digit in enumerate(row)) for row in states]

    def expand(self, states: Array) -> Array:
        found = [after for vertex in self.read(states) for after in self.edges[vertex]]
        return self.write(found[::-1])

    def is_goal(self, states: Array) -> Array:
        return np.array([vertex in self.goals for vertex in self.read(states)])

    def arrays(self, *, goals: bool = True) -> ArrayProblem[Any]:
        if goals:
            return ArrayProblem(
                self.write(list(self.starts)),
                expand=self.expand,
                is_goal=self.is_goal,
                below=self.below,
            )
        return ArrayProblem(
            self.write(list(self.starts)), expand=self.expand, is_goal=never, below=self.below
        )

    def plain(self, *, goals: bool = True) -> Problem[int, None, int]:
        return Problem(
            starts=self.starts,
            next_states=lambda vertex: self.edges[vertex],
            is_goal=lambda vertex: goals and vertex in self.goals,
        )


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 20))
    vertex = st.integers(0, size - 1)
    edges = st.lists(vertex, max_size=4).map(tuple)
    width = draw(st.sampled_from([None, 3, 9, 17]))
    return Graph(
        edges=tuple(draw(st.lists(edges, min_size=size, max_size=size))),
        starts=tuple(draw(st.lists(vertex, min_size=1, max_size=3))),
        goals=draw(st.frozensets(vertex, max_size=3)),
        dtype=draw(st.sampled_from([np.uint64, np.int64, np.int8, np.uint16])),
        width=width,
        below=draw(st.sampled_from([None, 21])),
    )


def counters(statistics: Statistics) -> Statistics:
    """All but the time, and the depth, which the layers say as well."""
    return attrs.evolve(statistics, seconds=0.0, depth=0)


def facts(result: Result[Any, Any, Any]) -> tuple[Any, ...]:
    """What does not depend on the order of states within a layer."""
    path = (result.cost, len(result.path)) if result else None
    return (result.outcome, result.complete, result.guarantee, result.factor, path)


@settings(deadline=None)
@given(graphs(), st.integers(1, 5))
def test_finds_what_the_interpreted_search_finds(graph: Graph, batch: int) -> None:
    result = array_breadth_first_search(graph.arrays(), batch=batch)
    usual = breadth_first_search(graph.plain())
    assert facts(result) == facts(usual)
    assert result.lower_bound == usual.lower_bound
    if result:
        result.path.check()
        assert result.derivation.nodes[-1].state == result.path.end
    else:
        assert counters(result.statistics) == counters(usual.statistics)


@settings(deadline=None)
@given(graphs(), st.integers(1, 5), st.sampled_from([None, 30]))
def test_layers_and_counters_are_those_of_the_interpreted_search(
    graph: Graph, batch: int, layers: int | None
) -> None:
    search = ArrayBreadthFirst(graph.arrays(goals=False), batch=batch, layers=layers)
    search.run()
    usual = breadth_first_layers(graph.plain(goals=False))
    assert search.layer_sizes == search.layers.sizes == usual.sizes
    assert counters(search.statistics) == counters(usual.statistics)
    assert search.layers.complete
    assert search.statistics.depth == search.layers.eccentricity
    assert search.frontier == []
    deepest = graph.read(np.array(search.layers.deepest, graph.dtype))
    assert sorted(deepest) == sorted(usual.deepest)
    assert graph.read(search.layer(0)) == sorted(set(graph.starts)) or graph.width


@settings(deadline=None)
@given(graphs(), st.integers(1, 4))
def test_every_goal_is_a_solution_once(graph: Graph, batch: int) -> None:
    paths = list(ArrayBreadthFirst(graph.arrays(), batch=batch).solutions())
    usual = list(BreadthFirst(graph.plain()).solutions())
    assert [len(path) for path in paths] == [len(path) for path in usual]
    for path in paths:
        path.check()
    ends = graph.read(graph.write([]) if not paths else np.array([p.end for p in paths]))
    assert sorted(ends) == sorted(path.end for path in usual)


limits = st.builds(
    Limits,
    expanded=st.one_of(st.none(), st.integers(0, 5)),
    stored=st.one_of(st.none(), st.integers(0, 12)),
)


@settings(deadline=None)
@given(graphs(), st.integers(1, 5), st.lists(limits, max_size=6), st.booleans())
def test_a_search_cut_anywhere_goes_on_as_if_nothing_had_happened(
    graph: Graph,
    batch: int,
    cuts: list[Limits],
    copied: bool,  # noqa: FBT001
) -> None:
    search = ArrayBreadthFirst(
        graph.arrays(), batch=batch, on_solution=None if copied else lambda path: False
    )
    for cut in cuts:
        before = search.statistics
        result = search.run(cut)
        after = search.statistics
        if cut.expanded is not None:
            assert after.expanded - before.expanded <= cut.expanded
        if cut.stored is not None:
            assert after.stored <= max(cut.stored, before.stored)
        if result.ended is Outcome.LIMIT:
            assert after.expanded - before.expanded == cut.expanded or after.stored >= (
                cut.stored or 0
            )
        assert after.generated == after.stored + after.duplicates - (
            len(graph.starts) if search.current >= 0 else after.stored + after.duplicates
        )
        assert search.frontier == list(range(max(search.current, 0), after.stored))
        if copied:
            search = copy.deepcopy(search)
    while (result := search.run()).ended is Outcome.FOUND:
        result.path.check()
    whole = ArrayBreadthFirst(graph.arrays(), batch=batch, on_solution=lambda path: False)
    uncut = whole.run()
    assert facts(result) == facts(uncut)
    assert counters(result.statistics) == counters(uncut.statistics)
    assert search.layer_sizes == whole.layer_sizes
    usual = breadth_first_search(graph.plain(), on_solution=lambda path: False)
    assert counters(result.statistics) == counters(usual.statistics)


@settings(deadline=None)
@given(graphs())
def test_limits_stop_exactly_where_they_say(graph: Graph) -> None:
    """With a batch of one the interpreted search stores as many; with more, no more."""
    everything = breadth_first_layers(graph.plain(goals=False)).statistics
    for number in range(everything.stored + 2):
        for batch in (1, 3, 100):
            expanded = array_breadth_first_search(
                graph.arrays(goals=False), limits=Limits(expanded=number), batch=batch
            )
            assert expanded.statistics.expanded == min(number, everything.expanded)
            stored = array_breadth_first_search(
                graph.arrays(goals=False), limits=Limits(stored=number), batch=batch
            )
            assert stored.statistics.stored == min(number, everything.stored)
            assert (stored.outcome is Outcome.LIMIT) == (number < everything.stored)


def test_counters_within_a_layer_are_those_of_the_interpreted_search() -> None:
    """States that come in order from the start, so that both searches stop at the same ones."""
    fan = ArrayProblem(
        [1], expand=lambda n: (n[:, None] * 10 + np.arange(10)).reshape(-1), goals=[777]
    )
    plain = Problem(1, next_states=lambda n: [n * 10 + i for i in range(10)], goals=[777])
    for cut in [Limits(stored=n) for n in range(30)] + [Limits(expanded=n) for n in range(30)]:
        result = array_breadth_first_search(fan, batch=1, limits=cut)
        usual = breadth_first_search(plain, limits=cut)
        assert result.statistics == attrs.evolve(
            usual.statistics, seconds=result.statistics.seconds
        )
        assert result.lower_bound == usual.lower_bound


# --- undirected spaces ----------------------------------------------------------------------------

FLIPS = np.array([7 << shift for shift in range(10)], np.uint64)


def flip(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Turn three neighbouring bits of twelve over."""
    return (states[:, None] ^ FLIPS).reshape(-1)


def coins(start: int = 0) -> ArrayProblem[int]:
    return ArrayProblem([start], expand=flip, goals=[7 ^ (7 << 4)], dtype=np.uint64)


def test_two_layers_are_enough_where_steps_can_be_taken_back() -> None:
    problem = ArrayProblem([0], expand=flip, is_goal=never, dtype=np.uint64)
    all_layers, two = ArrayBreadthFirst(problem), ArrayBreadthFirst(problem, layers=2, batch=50)
    all_layers.run()
    two.run()
    assert two.layer_sizes == all_layers.layer_sizes
    assert sum(two.layer_sizes) == 2**10
    assert counters(two.statistics) == counters(all_layers.statistics)


def test_forgetting_where_steps_cannot_be_taken_back() -> None:
    """As LayerCheck does: a state met again too late is stored again."""
    ring = ArrayProblem([0], expand=lambda n: (n + 1) % 5, is_goal=never)
    plain = Problem(0, next_states=lambda n: [(n + 1) % 5], is_goal=lambda n: False)
    cut = Limits(expanded=12)
    for layers in (1, 2, 4, 5):
        result = array_breadth_first_search(ring, layers=layers, limits=cut)
        usual = breadth_first_search(plain, duplicates=LayerCheck(layers), limits=cut)
        assert (result.outcome, counters(result.statistics)) == (
            usual.outcome,
            counters(usual.statistics),
        )


# --- packing --------------------------------------------------------------------------------------

EXTREMES = [
    ([0, 2**64 - 1, 2**63], np.uint64, None),
    ([-(2**63), 2**63 - 1, -1, 0], np.int64, None),
    ([-128, 127, 0], np.int8, None),
    ([0, 2**40 - 1], np.int64, 2**40),
    ([0, 200], np.int64, 201),
    ([[0, 255, 7]], np.uint8, None),
    ([[2**64 - 1, 0], [0, 2**64 - 1]], np.uint64, None),
    ([[-(2**63), 2**63 - 1, -1]], np.int64, None),
    ([[-128] * 9, [127] * 9, [0, -1, 0, 0, 0, 0, 0, 0, 0]], np.int8, None),
    ([[15] * 16, [0] * 16, list(range(16))], np.uint8, 16),
    ([[4, 0] * 20, [0, 4] * 20], np.int16, 5),
    ([[0, 0], [2**64 - 1, 3]], np.uint64, 2**64),
    ([[1, 0, 1]], np.uint8, 2),
    ([[0], [0]], np.uint8, 1),
]


@pytest.mark.parametrize(("states", "dtype", "below"), EXTREMES)
def test_states_come_back_as_they_were(states: list[Any], dtype: Any, below: int | None) -> None:
    given = np.array(states, dtype)
    seen: list[Array] = []

    def expand(batch: Array) -> Array:
        seen.append(batch)
        return given

    search = ArrayBreadthFirst(ArrayProblem(given, expand=expand, goals=given[:1], below=below))
    first = search.run()
    assert first.path.states == (tuple(states[0]) if given.ndim == 2 else states[0],)
    search.run()
    assert seen[0].dtype == dtype
    assert search.layer_sizes == (len({str(state) for state in states}),)
    wanted = sorted({tuple(s) if isinstance(s, list) else s for s in states})
    assert search.layers.deepest == tuple(wanted)  # in the order of the states
    assert [list(s) if given.ndim == 2 else s for s in wanted] == search.layer(0).tolist()


@settings(deadline=None)
@given(
    st.integers(1, 20),
    st.sampled_from([np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64]),
    st.data(),
)
def test_rows_of_any_width_keep_their_order(width: int, dtype: Any, data: st.DataObject) -> None:
    bounds = np.iinfo(dtype)
    number = st.integers(int(bounds.min), int(bounds.max))
    rows = data.draw(st.lists(st.lists(number, min_size=width, max_size=width), min_size=1))
    search = ArrayBreadthFirst(
        ArrayProblem(np.array(rows, dtype), expand=lambda states: states, is_goal=never)
    )
    search.run()
    assert search.layers.deepest == tuple(sorted({tuple(row) for row in rows}))


def test_functions_may_spoil_their_arguments() -> None:
    """What they are given is a copy."""

    def expand(states: NDArray[np.int64]) -> NDArray[np.int64]:
        states += 1
        return states[states < 9]

    def is_goal(states: NDArray[np.int64]) -> NDArray[np.bool_]:
        states *= 2
        return np.equal(states, 14)

    start = np.array([0])
    result = array_breadth_first_search(ArrayProblem(start, expand=expand, is_goal=is_goal))
    assert result.path.states == (0, 1, 2, 3, 4, 5, 6, 7)
    assert start.tolist() == [0]


# --- running --------------------------------------------------------------------------------------


def test_result_is_the_same_each_time() -> None:
    paths = {array_breadth_first_search(coins(), batch=7).path.states for _ in range(3)}
    assert len(paths) == 1
    [path] = paths
    assert len(path) == 3


def test_solutions_and_their_guarantee() -> None:
    result = array_breadth_first_search(coins())
    assert (result.guarantee, result.cost, result.condition) == (Guarantee.OPTIMAL, 2, "")
    found: list[Path[int, None, int]] = []
    stopped = array_breadth_first_search(coins(), on_solution=found.append)
    assert len(found) == 1
    assert stopped.ended is Outcome.EXHAUSTED
    nothing = array_breadth_first_search(ArrayProblem([0], expand=flip, goals=[1], dtype=np.uint64))
    assert nothing.outcome is Outcome.EXHAUSTED
    assert nothing.complete


def test_no_starts_and_starts_that_are_goals() -> None:
    none = ArrayProblem(np.empty(0, np.int64), expand=lambda states: states, is_goal=never)
    assert array_breadth_first_search(none).outcome is Outcome.EXHAUSTED
    two = ArrayProblem([5, 3, 5], expand=lambda states: states, goals=[3])
    result = array_breadth_first_search(two)
    assert result.path.states == (3,)
    assert result.statistics.duplicates == 1
    rows = ArrayProblem(np.empty((0, 3), np.uint8), expand=lambda states: states, is_goal=never)
    assert array_breadth_first_search(rows).complete


def test_states_and_parents_can_be_looked_at() -> None:
    search = ArrayBreadthFirst(coins(), batch=64)
    path = search.run().path
    states, parents = search.nodes.states, search.nodes.parents
    assert len(states) == len(parents) == len(search.nodes) == search.statistics.stored
    assert list(states) == states[:] == [states[n] for n in range(len(states))]
    assert states[-1] == states[len(states) - 1]
    assert states[::-20] == list(states)[::-20]
    assert states[5:5] == []
    number = list(states).index(path.end)
    assert search.path_to(number) == path
    assert [states[n] for n in search.nodes.lineage(number)][::-1] == list(path)
    assert parents[:2] == [-1, 0]
    for index in (len(states), -len(states) - 1):
        with pytest.raises(IndexError):
            states[index]
    with pytest.raises(IndexError, match="no node has the number"):
        search.path_to(10**6)
    with pytest.raises(IndexError, match="no layer 9 is complete; there are 2"):
        search.layer(9)


def test_one_by_one_serves_all_other_searches() -> None:
    problem = coins().one_by_one()
    assert breadth_first_search(problem).cost == 2
    depth_first_search(problem).path.check()
    rows = ArrayProblem(
        [(0, 0)],
        expand=lambda states: states + np.array([[1, 2]], np.uint8),
        is_goal=lambda states: states[:, 0] == 3,
        dtype=np.uint8,
    )
    assert breadth_first_search(rows.one_by_one()).path.end == (3, 6)


def test_a_search_can_be_pickled_half_done() -> None:
    search = ArrayBreadthFirst(coins(), batch=3)
    search.run(Limits(stored=10))
    again = pickle.loads(pickle.dumps(search))
    assert again.run().path == search.run().path
    assert counters(again.run().statistics) == counters(search.run().statistics)


def test_stop_and_time_are_looked_at_between_batches() -> None:
    def expand(states: NDArray[np.int64]) -> NDArray[np.int64]:
        if 20 in states and again:
            search.stop()
            again.clear()
        return states + 1

    again = [True]
    search = ArrayBreadthFirst(ArrayProblem([0], expand=expand, goals=[50]))
    stopped = search.run()
    assert (stopped.outcome, stopped.statistics.expanded) == (Outcome.STOPPED, 21)
    assert stopped.lower_bound == 22  # the layer 21 is complete, and was tested
    assert search.run(Limits(seconds=0)).outcome is Outcome.LIMIT
    assert search.run(Limits(seconds=60)).cost == 50


def test_limits_of_time_and_expansions_together_are_exact() -> None:
    """The clock has the driver asked before each batch; the number must hold all the same."""
    search = ArrayBreadthFirst(coins(), batch=100, on_solution=lambda path: False)
    for number in range(1, 6):
        result = search.run(Limits(expanded=7, seconds=60))
        assert (result.ended, result.statistics.expanded) == (Outcome.LIMIT, 7 * number)


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill with SIGINT is something else there")
def test_ctrl_c_harms_nothing() -> None:
    def expand(states: NDArray[np.int64]) -> NDArray[np.int64]:
        if pressed and pressed.pop():
            os.kill(os.getpid(), signal.SIGINT)
        return states + 1

    pressed = [True]
    search = ArrayBreadthFirst(ArrayProblem([0], expand=expand, goals=[9]))
    assert search.run().outcome is Outcome.STOPPED
    assert search.run().cost == 9


def test_progress_and_solutions_reach_an_observer() -> None:
    class Listener(Observer[int, None, int]):
        def __init__(self) -> None:
            self.heard: list[str] = []

        @override
        def started(self, search: Any, /) -> None:
            self.heard.append("started")

        @override
        def progress(self, statistics: Statistics, /) -> None:
            self.heard.append("progress")

        @override
        def solution(self, path: Path[int, None, int], /) -> None:
            self.heard.append(f"solution of {len(path)}")

        @override
        def finished(self, result: Result[int, None, int], /) -> None:
            self.heard.append("finished")

    listener = Listener()
    array_breadth_first_search(coins(), observer=listener)
    assert listener.heard == ["started", "progress", "solution of 2", "finished"]
    assert array_breadth_first_search(coins(), observer=ProgressBar())


def test_deep_spaces_do_not_become_quadratic() -> None:
    """Known states lie in runs of doubling length: each of them is merged a few times, not 2,000."""
    search = ArrayBreadthFirst(
        ArrayProblem([0], expand=lambda n: n[n < 2000] + 1, goals=[2000]),
    )
    assert search.run().cost == 2000
    assert len(search.layer_sizes) == 2000
    runs = search._known._sets[0]
    assert len(runs) <= 12
    assert sum(map(len, runs)) == 2001


# --- mistakes -------------------------------------------------------------------------------------


def same(states: Array) -> Array:
    return states


def error_of(function: Callable[[], object]) -> str:
    with pytest.raises(ProblemError) as raised:
        function()
    return str(raised.value)


BAD_PROBLEMS: list[tuple[Callable[..., object], str]] = [
    (lambda new: new([0.5], expand=same, goals=[0]), "array of float64, not of whole numbers"),
    (lambda new: new(["a"], expand=same, goals=[0]), "not of whole numbers"),
    (lambda new: new([True], expand=same, goals=[0]), "array of bool.*uint8"),
    (lambda new: new([2**70], expand=same, goals=[0]), "array of object.*beyond 64 bits"),
    (lambda new: new(5, expand=same, goals=[0]), r"starts=5 has 0 dimensions.*starts=\[0\]"),
    (lambda new: new([[[1]]], expand=same, goals=[0]), "has 3 dimensions"),
    (lambda new: new([[1], [1, 2]], expand=same, goals=[0]), "makes no array"),
    (lambda new: new([[], []], expand=same, goals=[0]), "states without numbers"),
    (lambda new: new(np.empty(0), expand=same, goals=[0]), "array of float64"),
    (lambda new: new([-1], expand=same, goals=[0], dtype=np.uint8), "does not fit the dtype uint8"),
    (lambda new: new([256], expand=same, goals=[0], dtype=np.uint8), "from 0 to 255"),
    (lambda new: new([1], expand=same, goals=[0], dtype=float), "no dtype of whole numbers"),
    (lambda new: new([1], expand=5, goals=[0]), r"expand=.*needs a function.*5 is not one"),
    (lambda new: new([1], expand=same, is_goal=5), r"is_goal=.*needs a function"),
    (lambda new: new([1], expand=same), r"either is_goal= or goals=.*say so: is_goal="),
    (lambda new: new([1], expand=same, is_goal=same, goals=[1]), "and not both"),
    # It explored everything, where Problem(goals=[]) is an error.
    (
        lambda new: new([1], expand=same, goals=[]),
        r"goals=\[\]\) names no goal.*so: is_goal=lambda",
    ),
    (lambda new: new([[1]], expand=same, goals=np.empty((0, 1), int)), "names no goal"),
    (lambda new: new([1], expand=same, goals=[[1]]), r"goals= gave an array of the shape \(1, 1\)"),
    (lambda new: new([[1, 2]], expand=same, goals=[[1]]), r"shape \(1, 1\).*2 in a row"),
    (lambda new: new([1], expand=same, goals=[1.5]), "goals=.*float64"),
    (lambda new: new([1], expand=same, goals=[2**64 - 1]), "does not fit the dtype int64"),
    (
        lambda new: new([7], expand=same, goals=[0], below=7),
        "starts= gave the state 7.*from 0 to 6",
    ),
    (lambda new: new([[0, -1]], expand=same, goals=[0], below=7), r"the state \(0, -1\)"),
    (lambda new: new([1], expand=same, goals=[8], below=7), "goals= gave the state 8"),
    (lambda new: new([1], expand=same, goals=[0], below=0), "below=0: a whole number from 1"),
    (lambda new: new([1], expand=same, goals=[0], below=True), "below=True"),
    (lambda new: new([1], expand=same, goals=[0], below=2.5), "below=2.5"),
]


@pytest.mark.parametrize(("make", "said"), BAD_PROBLEMS, ids=[said for _, said in BAD_PROBLEMS])
def test_problems_that_are_none(make: Callable[..., object], said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        make(ArrayProblem)


ONE, ROWS = [1], [[1, 2]]
BAD_SUCCESSORS: list[tuple[Any, Callable[[Array], Any], str]] = [
    (ONE, lambda s: s + 0.5, "expand gave an array of float64; .*dtype int64"),
    (
        ONE,
        lambda s: s.astype(np.uint64),
        r"an array of uint64.*dtype=np.uint64.*\.astype\(np.int64\)",
    ),
    (ONE, lambda s: [2], "expand gave .2., a list; it must give an array of states"),
    (ONE, lambda s: None, "expand gave None, a NoneType"),
    (ONE, lambda s: s[:, None] + [1, 2], r"shape \(1, 2\).*\.reshape\(-1\) may be missing"),
    (ONE, lambda s: s.sum(), "a int64; it must give an array"),
    (ONE, lambda s: np.array(5), r"the shape \(\)"),
    (ROWS, lambda s: s[:, :1], r"the shape \(1, 1\).*2 in a row.*reshape\(-1, 2\)"),
    (ROWS, lambda s: s[:, 0], r"the shape \(1,\)"),
    (ROWS, lambda s: s[None], r"the shape \(1, 1, 2\)"),
    (ROWS, lambda s: s + 100, r"the state \(101, 102\), but the problem says below=100"),
    (ROWS, lambda s: -s, r"expand gave the state \(-1, -2\)"),
]


@pytest.mark.parametrize(
    ("starts", "expand", "said"), BAD_SUCCESSORS, ids=[said for *_, said in BAD_SUCCESSORS]
)
def test_successors_that_are_none(starts: Any, expand: Any, said: str) -> None:
    search = ArrayBreadthFirst(ArrayProblem(starts, expand=expand, is_goal=never, below=100))
    with pytest.raises(ProblemError, match=said) as raised:
        search.run()
    assert "while expanding a batch of states of layer 0, from node 0 on: " in str(
        raised.value.__notes__
    )
    with pytest.raises(BrokenSearchError):
        search.run()


def test_masks_and_words_of_two_signs_make_floats() -> None:
    """The commonest mistake with 64-bit words; numpy makes floats of it without a word."""
    signed = np.array([1, 2])
    problem: Any = ArrayProblem(
        [1], expand=lambda words: words + signed[:1], is_goal=never, dtype=np.uint64
    )
    said = error_of(lambda: array_breadth_first_search(problem))
    assert "float64" in said
    assert "let masks and tables be uint64 too" in said


BAD_MASKS: list[tuple[Callable[[Array], Any], str]] = [
    (lambda s: True, "is_goal gave True, a bool, for 2 states; .* an array of 2 bools"),
    (lambda s: np.array([True]), r"the shape \(1,\) for 2 states"),
    (lambda s: s[:, None] == 1, r"the shape \(2, 1\) for 2 states.*all\(axis=1\)"),
    (lambda s: s * 0, "is_goal gave an array of int64; .*a comparison gives one"),
]


@pytest.mark.parametrize(("is_goal", "said"), BAD_MASKS, ids=[said for _, said in BAD_MASKS])
def test_goal_tests_that_are_none(is_goal: Any, said: str) -> None:
    problem: Any = ArrayProblem([1, 2], expand=same, is_goal=is_goal)
    with pytest.raises(ProblemError, match=said):
        array_breadth_first_search(problem)


def test_successors_of_no_state_may_be_any_empty_array() -> None:
    for empty in (np.array([]), np.empty((0, 5), np.int8)):
        give: Any = lambda states, empty=empty: empty  # noqa: E731
        problem = ArrayProblem([1], expand=give, is_goal=never)
        assert array_breadth_first_search(problem).complete


def test_expand_that_changes_its_mind_is_found_out() -> None:
    """A path is found by expanding again; it is not made up where that gives something else."""
    asked: list[int] = []

    def expand(states: NDArray[np.int64]) -> NDArray[np.int64]:
        asked.append(len(states))
        return states + len(asked)

    problem = ArrayProblem([0], expand=expand, is_goal=lambda states: states > 2)
    said = error_of(lambda: array_breadth_first_search(problem))
    assert "no state leads to 3 any more, though one of nodes 1 to 1 did" in said


@pytest.mark.parametrize("number", [0, -1, 2.5, True, "two"])
def test_numbers_of_layers_and_batches(number: Any) -> None:
    with pytest.raises(CheckError, match=r"batch=.*a whole number from 1 on, how many states"):
        ArrayBreadthFirst(coins(), batch=number)
    with pytest.raises(CheckError, match=r"layers=.*a whole number from 1 on, how many complete"):
        ArrayBreadthFirst(coins(), layers=number)


def test_what_the_search_does_not_take() -> None:
    other: Any = Problem(0, next_states=lambda n: [n], is_goal=lambda n: False)
    with pytest.raises(ProblemError, match=r"no ArrayProblem.*use breadth_first_search"):
        array_breadth_first_search(other)
    with pytest.raises(ProblemError, match=r"Recorder wants to hear of each state.*one_by_one"):
        array_breadth_first_search(coins(), observer=Recorder())
    wrong: Any = 5
    with pytest.raises(ProblemError, match="observer=5 is no observer"):
        array_breadth_first_search(coins(), observer=wrong)


def test_numpy_is_imported_when_it_is_needed_and_missed_in_words() -> None:
    program = """
import sys
import searchkit
assert "numpy" not in sys.modules
sys.modules["numpy"] = None
try:
    searchkit.ArrayProblem([0], expand=lambda states: states, goals=[1])
except searchkit.MissingExtraError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "ArrayProblem needs the package numpy" in done.stdout
    assert "'.[compiled]'" in done.stdout
    assert issubclass(MissingExtraError, ImportError)
