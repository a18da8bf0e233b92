"""LayerCheck and FingerprintCheck: right where they promise it, refused where they cannot."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import (
    AStar,
    BreadthFirst,
    CheckError,
    DepthFirst,
    DuplicateCheck,
    FingerprintCheck,
    GreedyBestFirst,
    Guarantee,
    HashCheck,
    LayerCheck,
    Limits,
    Outcome,
    Problem,
    ShortestPaths,
    UniformCost,
    breadth_first_search,
    count_shortest_paths,
    uniform_cost_search,
)
from searchkit.fingerprint import canonical_bytes
from tests.graphs_family import INFINITY, Graph, graphs, label, numbers, plans, quick, resumed
from tests.naming import named


def undirected(graph: Graph) -> Problem[int, None, int]:
    """Every edge of the graph can be walked back."""
    return Problem(
        starts=graph.starts,
        next_states=lambda v: [
            edge.head if edge.tail == v else edge.tail for edge in graph.edges if v in edge[:2]
        ],
        is_goal=lambda v: v in graph.goals,
    )


# --- the last layers ---------------------------------------------------------------------------


@quick
@given(graph=graphs())
def test_two_layers_find_all_duplicates_of_an_undirected_space(graph: Graph) -> None:
    problem = undirected(graph)
    seen: list[tuple[Any, ...]] = []
    checks: list[DuplicateCheck[int]] = [
        HashCheck(),
        LayerCheck(),
        LayerCheck(2, key=str),
        LayerCheck(5),
    ]
    for check in checks:
        paths: list[Any] = []
        result = breadth_first_search(problem, duplicates=check, on_solution=paths.append)
        assert result.complete
        seen.append((tuple(map(label, paths)), numbers(result.statistics)))
    assert len(set(seen)) == 1


@quick
@given(graph=graphs(), layers=st.integers(1, 3))
def test_a_path_has_the_fewest_steps_in_a_directed_space_too(graph: Graph, layers: int) -> None:
    steps = graph.least(unit=True)
    result = breadth_first_search(
        graph.plain_problem(), duplicates=LayerCheck(layers), limits=Limits(expanded=500)
    )
    if steps < INFINITY:
        assert len(result.path) == steps
        assert result.guarantee is Guarantee.OPTIMAL
    else:
        assert result.outcome in (Outcome.EXHAUSTED, Outcome.LIMIT)


@quick
@given(graph=graphs(), plan=plans)
def test_layers_interrupted_and_resumed(graph: Graph, plan: list[str]) -> None:
    def search(problem: Any, **options: Any) -> BreadthFirst[Any, Any, Any]:
        return BreadthFirst(undirected(graph), duplicates=LayerCheck(), **options)

    resumed(search, graph.plain_problem, plan)


def test_the_index_forgets_and_the_table_does_not() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 1000)
    search = BreadthFirst(problem, duplicates=LayerCheck())
    assert len(search.run().path) == 1000
    index: Any = search.index
    remembered = [n for n in range(1001) if index.get(n) is not None]
    assert remembered == [998, 999, 1000]


@pytest.mark.parametrize("search", [DepthFirst, AStar, UniformCost, GreedyBestFirst, ShortestPaths])
def test_searches_that_do_not_go_by_layers_refuse_it(search: Any) -> None:
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=bool, heuristic=lambda n: 0)
    with pytest.raises(
        CheckError, match=f"{search.__name__} may need what it has forgotten.*HashCheck"
    ):
        search(problem, duplicates=LayerCheck())


@pytest.mark.parametrize("layers", [0, -1, True, 1.5, "2"])
def test_a_wrong_number_of_layers(layers: Any) -> None:
    with pytest.raises(CheckError, match=r"LayerCheck\(layers=.*whole number from 1"):
        LayerCheck(layers)


def test_layers_need_a_hash() -> None:
    """Case 38."""
    start: list[int] = [0]
    problem = Problem(start, next_states=lambda s: [[s[0] + 1]], is_goal=lambda s: s[0] == 3)
    make: Any = LayerCheck
    with pytest.raises(CheckError, match="key=tuple"):
        breadth_first_search(problem, duplicates=make())
    check: LayerCheck[list[int]] = LayerCheck(key=tuple)
    assert breadth_first_search(problem, duplicates=check).cost == 3


# --- fingerprints ------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [64, 128])
@quick
@given(graph=graphs())
def test_fingerprints_answer_as_hashes_do(bits: Any, graph: Graph) -> None:
    for make in (BreadthFirst, DepthFirst, UniformCost, AStar):
        exact = make(graph.problem()).run()
        result = make(graph.problem(), duplicates=FingerprintCheck(bits)).run()
        assert result.outcome is exact.outcome
        assert numbers(result.statistics) == numbers(exact.statistics)
        if exact:
            assert label(result.path) == label(exact.path)
            assert result.guarantee is exact.guarantee
        if exact.guarantee is Guarantee.OPTIMAL or not exact:
            assert f"share a fingerprint of {bits} bits" in result.condition


def test_case_44_the_result_is_labelled_probabilistic() -> None:
    problem = Problem(0, next_states=lambda n: [(n + 1) % 1000], is_goal=lambda n: n == 1000)
    result = breadth_first_search(problem, duplicates=FingerprintCheck())
    assert result.outcome is Outcome.EXHAUSTED
    assert result.condition == (
        "no two states met share a fingerprint of 64 bits (probability that 1,000 stored ones do: "
        "about 3e-14)"
    )
    assert breadth_first_search(problem).condition == ""
    with pytest.raises(CheckError, match="only with a probability"):
        count_shortest_paths(problem, duplicates=FingerprintCheck())


def test_a_false_match_never_gives_an_illegal_path() -> None:
    """A fingerprint of two values: nearly all states are lost, and the path is still legal."""
    problem = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: n == 1)
    check: FingerprintCheck[int] = FingerprintCheck(to_bytes=lambda n: bytes([n % 2]))
    result = uniform_cost_search(problem, duplicates=check)
    result.path.check()
    assert result.statistics.stored == 2


class Pair(NamedTuple):
    one: Any
    other: Any


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


@attrs.frozen
class Box:
    size: int
    comment: str = attrs.field(default="", eq=False)


VALUES: list[Any] = [
    0, 1, -1, 10, 2**70, 0.5, "", "a", "1", "i1;", b"", b"a", None, (), (1,), (1, 1), (11,),
    ((1,), 1), (1, (1,)), ("a", "b"), ("ab", ""), ("", "ab"), frozenset(), frozenset({1}),
    frozenset({1, 2}), frozenset({(1, 2)}), Colour.RED, Colour.BLUE, Box(1), Box(2), ("s1:a",),
    "\ud800",
]  # fmt: skip


def test_different_values_are_written_differently() -> None:
    assert len({canonical_bytes(value) for value in VALUES}) == len(VALUES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (1, Level.LOW),
        (0.0, -0.0),
        ((1, 2), Pair(1, 2)),
        (frozenset({1, 2, 33}), frozenset({33, 2, 1})),
        (Box(1, "a"), Box(1, "b")),
    ],
    ids=repr,
)
def test_equal_values_are_written_the_same(one: Any, other: Any) -> None:
    assert one == other
    assert canonical_bytes(one) == canonical_bytes(other)


values = st.recursive(
    st.integers() | st.text(max_size=3) | st.binary(max_size=3) | st.floats(allow_nan=False),
    lambda parts: st.lists(parts, max_size=3).map(tuple) | st.frozensets(parts, max_size=3),
    max_leaves=6,
)


@quick
@given(one=values, other=values)
def test_written_alike_if_and_only_if_equal(one: Any, other: Any) -> None:
    assert (one == other) == (canonical_bytes(one) == canonical_bytes(other))


class Opaque:
    pass


@pytest.mark.parametrize("state", [[1], Opaque(), (1, [2]), {1: 2}], ids=named)
def test_states_that_cannot_be_written(state: Any) -> None:
    problem = Problem(state, next_states=lambda s: [s], is_goal=lambda s: False)
    with pytest.raises(CheckError, match=r"cannot write .* as bytes.*to_bytes="):
        breadth_first_search(problem, duplicates=FingerprintCheck())
    written: FingerprintCheck[Any] = FingerprintCheck(to_bytes=lambda s: repr(s).encode())
    assert breadth_first_search(problem, duplicates=written).statistics.stored == 1


def test_to_bytes_must_give_bytes() -> None:
    check: Any = FingerprintCheck(to_bytes=str)  # type: ignore[arg-type]
    problem = Problem(5, next_states=lambda n: [n], is_goal=bool)
    with pytest.raises(CheckError, match="must give bytes; for 5 it gave '5'"):
        breadth_first_search(problem, duplicates=check)


@pytest.mark.parametrize("bits", [0, 32, 65, "64"])
def test_a_wrong_number_of_bits(bits: Any) -> None:
    with pytest.raises(CheckError, match="64 or 128"):
        FingerprintCheck(bits)


@attrs.frozen(eq=False)
class OwnEquality:
    """An == that compares what the generated one would leave out."""

    a: int
    b: int = attrs.field(eq=False, default=0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnEquality) and (self.a, self.b) == (other.a, other.b)

    def __hash__(self) -> int:
        return hash((self.a, self.b))


class Tagged(int):
    """An int that compares a tag as well."""

    tag = ""

    def __eq__(self, other: object) -> bool:
        return int(self) == other and self.tag == getattr(other, "tag", "")

    def __hash__(self) -> int:
        return hash((int(self), self.tag))


@attrs.frozen
class Folded:
    """A field that is compared in another form."""

    name: str = attrs.field(eq=str.lower)


@pytest.mark.parametrize("state", [OwnEquality(1), Tagged(1), (0, Tagged(1)), Folded("A")])
def test_a_state_with_an_equality_of_its_own_needs_to_bytes(state: Any) -> None:
    """It was written by its parts: two states that differ were one, and a goal was lost."""
    problem: Problem[Any] = Problem(state, next_states=lambda _: [], is_goal=lambda _: False)
    with pytest.raises(CheckError, match=r"== of its own.*to_bytes"):
        breadth_first_search(problem, duplicates=FingerprintCheck())
