"""The duplicate checks: what each needs of a state, and what "known" means under it."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    CheckError,
    CustomCheck,
    DepthFirst,
    DuplicateCheck,
    HashCheck,
    Index,
    Known,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    Problem,
    ProblemError,
    Search,
    SortedCheck,
    Step,
    UniformCost,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


def zero(_state: object) -> int:
    return 0


SEARCHES: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": lambda *a, **k: DepthFirst(*a, depth_limit=9, **k),
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=zero, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=lambda state, g: g, **k),
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


class OnlyEquality:
    """Equality and nothing else."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OnlyEquality) and self.n == other.n


class OnlyLess:
    """An order and nothing else: == fails, and so does hash."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, n: int) -> None:
        self.n = n

    def __lt__(self, other: OnlyLess) -> bool:
        return self.n < other.n

    def __eq__(self, other: object) -> bool:
        raise AssertionError("SortedCheck must need < alone")


class OnlyHash:
    """Equality with a hash, without an order."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OnlyHash) and self.n == other.n

    def __hash__(self) -> int:
        return hash(self.n)


class Identity:
    """Neither equality nor order of its own."""

    def __init__(self, n: int) -> None:
        self.n = n


def counting_up(kind: Any, to: int = 5) -> Problem[Any, None, int]:
    """From 0 up by one or two, with many ways to each number."""
    return Problem(
        kind(0),
        next_states=lambda s: [kind(s.n + 1), kind(s.n + 2)] if s.n < to else [],
        is_goal=lambda s: s.n == to,
    )


def in_a_list(state: Any) -> Any:
    return [state.n]


def without_order(state: Any) -> Any:
    return OnlyHash(state.n)


FITS: list[tuple[Any, Any, str | None]] = [
    (OnlyEquality, LinearCheck(), None),
    (OnlyEquality, HashCheck(), r"HashCheck .*OnlyEquality.*HashCheck\(key=.*LinearCheck\(\)"),
    (OnlyEquality, SortedCheck(), r"SortedCheck .*OnlyEquality.*HashCheck\(\).*__lt__"),
    (OnlyEquality, NoCheck(), None),
    (OnlyLess, SortedCheck(), None),
    (OnlyLess, HashCheck(), r"HashCheck .*OnlyLess"),
    (OnlyHash, HashCheck(), None),
    (OnlyHash, LinearCheck(), None),
    (OnlyHash, SortedCheck(), r"SortedCheck .*OnlyHash"),
    (Identity, SortedCheck(), r"SortedCheck .*Identity"),
    (OnlyEquality, HashCheck(key=lambda s: s.n), None),
    (OnlyEquality, SortedCheck(key=lambda s: s.n), None),
    (Identity, LinearCheck(key=lambda s: s.n), None),
    (OnlyHash, HashCheck(key=in_a_list), r"HashCheck needs keys .*list"),
    (OnlyHash, SortedCheck(key=without_order), r"SortedCheck needs keys .*OnlyHash"),
    (OnlyHash, HashCheck(key=lambda s: s.nothing), r"key= of HashCheck fails .*AttributeError"),
]


@pytest.mark.parametrize(("kind", "check", "message"), FITS)
@every_search
def test_what_each_check_needs(
    search: Callable[..., Search[Any, Any, Any]],
    kind: Any,
    check: DuplicateCheck[Any],
    message: str | None,
) -> None:
    """A wrong fit is an error before the search, with the check, the type and the way out."""
    problem = counting_up(kind)
    if message is None:
        result = search(problem, duplicates=check).run()
        assert [s.n for s in result.path][-1] == 5
        if check.remembers:
            everything = search(problem, duplicates=check, on_solution=lambda path: None).run()
            # an equivalent state that is reached less deep gets a node of its own
            again = everything.statistics.reopened if check.known is Known.EQUIVALENCE else 0
            assert everything.statistics.stored == 7 + again
    else:
        with pytest.raises(CheckError, match=message) as raised:
            search(problem, duplicates=check)
        assert isinstance(raised.value, TypeError)


class WithSet(NamedTuple):
    n: int
    seen: frozenset[int]


class Nested(NamedTuple):
    parts: tuple[tuple[int, frozenset[int]], ...]


@attrs.frozen(order=True)
class AttrsWithSet:
    n: int
    seen: frozenset[int]


@dataclass(frozen=True, order=True)
class DataclassWithSet:
    n: int
    seen: frozenset[int]


SETS = [
    frozenset({1}),
    {1},
    (1, frozenset({1})),
    WithSet(0, frozenset()),
    Nested(((1, frozenset({2})),)),
    AttrsWithSet(0, frozenset()),
    DataclassWithSet(0, frozenset()),
]


@pytest.mark.parametrize("state", SETS, ids=lambda s: type(s).__name__)
def test_sorted_check_refuses_sets(state: Any) -> None:
    """The < of sets means "is a subset": no order, and states would be lost by it in silence."""
    with pytest.raises(CheckError, match=r"set.*subset.*HashCheck\(\)"):
        BreadthFirst(
            Problem(state, next_states=lambda s: [], is_goal=lambda s: False),
            duplicates=SortedCheck(),
        )
    by_state: SortedCheck[Any] = SortedCheck(key=lambda s: state)
    with pytest.raises(CheckError, match="set"):
        by_state.require(0)


@pytest.mark.parametrize("kind", [WithSet, AttrsWithSet, DataclassWithSet])
@every_search
def test_sorted_check_never_merges_states_that_differ_by_a_set(
    search: Callable[..., Search[Any, Any, Any]], kind: Any
) -> None:
    """As above, where the set comes only after the start (as an Optional field would let it)."""

    def next_states(state: Any) -> list[Any]:
        return [kind(1, frozenset({1})), kind(1, frozenset({2}))] if state.n == 0 else []

    problem = Problem(
        kind(0, ()), next_states=next_states, is_goal=lambda s: s == kind(1, frozenset({2}))
    )
    try:
        found = bool(search(problem, duplicates=SortedCheck()).run())
    except CheckError:
        return
    assert found, "the goal was taken for a duplicate: a false proof that there is no solution"


def start_at(value: Any) -> Problem[Any, None, int]:
    return Problem(value, next_states=lambda s: [], is_goal=lambda s: False)


@pytest.mark.parametrize("value", [math.nan, (math.nan,), (0, (math.nan, 1))])
def test_sorted_check_and_nan_at_the_start(value: Any) -> None:
    """NaN is not less than anything, and nothing less than it: as "equal" it would swallow all."""
    with pytest.raises(CheckError, match=r"(?i)nan|not a number"):
        BreadthFirst(start_at(value), duplicates=SortedCheck())


@pytest.mark.parametrize("goal", [2.0, math.nan])
@pytest.mark.parametrize("wrap", [float, lambda x: (x,)], ids=["float", "tuple"])
@every_search
def test_sorted_check_and_nan_on_the_way(
    search: Callable[..., Search[Any, Any, Any]], wrap: Any, goal: float
) -> None:
    """NaN comes before 2.0; whichever is the goal must be found, or the error must be told."""
    one, nan, two = wrap(1.0), wrap(math.nan), wrap(2.0)
    the_goal = nan if math.isnan(goal) else two
    problem = Problem(
        one,
        next_states=lambda s: [nan, two] if s == one else [],
        is_goal=lambda s: s is the_goal,
    )
    others: list[DuplicateCheck[Any]] = [HashCheck(), LinearCheck()]
    for check in others:
        assert search(problem, duplicates=check).run()
    try:
        result = search(problem, duplicates=SortedCheck()).run()
    except CheckError:
        return
    assert result, "one state was taken for another: a false proof that there is no solution"


def test_sorted_check_refuses_an_order_in_which_something_is_less_than_itself() -> None:
    class Odd:
        def __lt__(self, other: Odd) -> bool:
            return True

    with pytest.raises(CheckError, match="less than itself"):
        BreadthFirst(start_at(Odd()), duplicates=SortedCheck())


def test_sorted_check_with_parts_that_cannot_be_compared() -> None:
    """The first states can be compared, later ones cannot: the error says what to do."""
    problem = Problem(
        (0, 1),
        next_states=lambda s: [(0, "one")] if s == (0, 1) else [],  # type: ignore[list-item]
        is_goal=lambda s: False,
    )
    with pytest.raises(TypeError) as raised:
        breadth_first_search(problem, duplicates=SortedCheck())
    assert any("HashCheck()" in note for note in raised.value.__notes__)


def test_linear_check_refuses_an_equality_without_a_truth_value() -> None:
    class Array:
        def __eq__(self, other: object) -> Any:
            return [True, True].__class__  # a type: true

        __hash__ = None  # type: ignore[assignment]

    class Vague:
        def __bool__(self) -> bool:
            raise ValueError("the truth value of an array is ambiguous")

    class Grid:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> Any:
            return Vague()

    check: LinearCheck[Any] = LinearCheck()
    check.require(Array())
    with pytest.raises(CheckError, match=r"Grid.*ambiguous.*key="):
        check.require(Grid())


def test_the_index_is_asked_lazily_for_the_key_and_once() -> None:
    """A key may be dear: one call for each state that comes, and one for the start's check."""
    asked: list[int] = []

    def key(n: int) -> int:
        asked.append(n)
        return n

    problem = Problem(0, next_states=lambda n: [n + 1] if n < 5 else [], is_goal=lambda n: False)
    breadth_first_search(problem, duplicates=HashCheck(key=key))
    assert asked == [0, 0, 1, 2, 3, 4, 5]


# --- recipes -----------------------------------------------------------------------------------

RECIPES: list[DuplicateCheck[Any]] = [
    NoCheck(),
    LinearCheck(),
    SortedCheck(),
    HashCheck(),
    HashCheck(key=abs),
    SortedCheck(key=abs),
    LinearCheck(key=abs),
    CustomCheck(dict),
]


@pytest.mark.parametrize("check", RECIPES, ids=repr)
def test_a_recipe_serves_many_searches(check: DuplicateCheck[Any]) -> None:
    """Frozen, equal to its like, picklable; each search has an index of its own."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        check.known = Known.DOMINANCE  # type: ignore[misc]
    one, two = check.new_index(), check.new_index()
    one[3] = 0
    assert (3 in one) == check.remembers
    assert one.get(3) == (0 if check.remembers else None)
    assert 3 not in two
    assert two.get(3) is None
    assert pickle.loads(pickle.dumps(check)) == check
    problem = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: n == 4)
    interleaved = [BreadthFirst(problem, duplicates=check) for _ in range(2)]
    for _ in range(10):
        for search in interleaved:
            search.run(Limits(expanded=1))
    assert [s.result.path.states for s in interleaved] == [(0, 2, 4), (0, 2, 4)]


def test_known_and_remembers() -> None:
    meaning = [(c.known, c.remembers) for c in RECIPES]
    equality, equivalence = (Known.EQUALITY, True), (Known.EQUIVALENCE, True)
    assert meaning == [
        (Known.EQUALITY, False),
        *[equality] * 3,
        *[equivalence] * 3,
        equality,
    ]
    assert repr(HashCheck()) == "HashCheck(key=None)"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (HashCheck, r"duplicates=HashCheck is a class.*HashCheck\(\)"),
        ({}, r"duplicates=\{\} is no duplicate check.*CustomCheck"),
        ("hash", "is no duplicate check"),
        (set, "is no duplicate check"),
    ],
)
@every_search
def test_what_is_no_check(
    search: Callable[..., Search[Any, Any, Any]], wrong: Any, message: str
) -> None:
    with pytest.raises(CheckError, match=message):
        search(start_at(0), duplicates=wrong)


# --- one's own index ---------------------------------------------------------------------------


class Halves(Index[int]):
    """Numbers are the same if their halves are; two methods, the third is inherited."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def get(self, state: int) -> int | None:
        return self.numbers.get(state // 2)

    def __setitem__(self, state: int, number: int) -> None:
        assert state // 2 not in self.numbers
        self.numbers[state // 2] = number


class Duck:
    """The three methods, nothing inherited."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def get(self, state: int, /) -> int | None:
        return self.numbers.get(state // 2)

    def __contains__(self, state: int, /) -> bool:
        return self.get(state) is not None

    def __setitem__(self, state: int, number: int, /) -> None:
        self.numbers[state // 2] = number


@pytest.mark.parametrize("index", [Halves, Duck])
@every_search
def test_an_index_of_ones_own(search: Callable[..., Search[Any, Any, Any]], index: Any) -> None:
    problem = Problem(
        0, next_states=lambda n: [n + 1, n + 2] if n < 9 else [], is_goal=lambda n: False
    )
    check = CustomCheck(index, known=Known.EQUIVALENCE)
    made = search(problem, duplicates=check)
    assert made.run().outcome is Outcome.EXHAUSTED
    assert sorted(made.nodes.states) == [0, 2, 4, 6, 8, 10]


def test_an_index_that_lacks_a_method() -> None:
    class Half:
        def get(self, state: int, /) -> int | None:
            return None

    with pytest.raises(CheckError, match=r"Half has no __contains__ and no __setitem__"):
        BreadthFirst(start_at(0), duplicates=CustomCheck(Half))  # type: ignore[arg-type]


def test_an_index_that_does_not_fit_the_states() -> None:
    with pytest.raises(CheckError, match=r"cannot look up list: unhashable"):
        BreadthFirst(start_at([0]), duplicates=CustomCheck(dict))


@pytest.mark.parametrize(
    "check", [HashCheck(key=abs), CustomCheck(dict, known=Known.DOMINANCE)], ids=repr
)
def test_counting_paths_needs_equality(check: DuplicateCheck[int]) -> None:
    with pytest.raises(CheckError, match="equality"):
        count_shortest_paths(start_at(0), duplicates=check)


# --- dominance ---------------------------------------------------------------------------------


class Interval(NamedTuple):
    """An interval dominates those that lie within it."""

    low: int
    high: int


class Intervals(Index[Interval]):
    """A dominance index; a wider interval displaces the narrower ones."""

    def __init__(self) -> None:
        self.kept: dict[int, Interval] = {}
        self.gone: list[int] = []

    def get(self, state: Interval) -> int | None:
        for number, kept in self.kept.items():
            if kept.low <= state.low and state.high <= kept.high:
                return number
        return None

    def __setitem__(self, state: Interval, number: int) -> None:
        self.gone = [n for n, k in self.kept.items() if state.low <= k.low and k.high <= state.high]
        for narrower in self.gone:
            del self.kept[narrower]
        self.kept[number] = state

    def displaced(self) -> Iterable[int]:
        return self.gone


DOMINANCE: CustomCheck[Interval] = CustomCheck(Intervals, known=Known.DOMINANCE)


@pytest.mark.parametrize("name", ["breadth-first", "uniform-cost", "A*", "best-first"])
def test_dominance_is_asked_again_when_a_node_is_selected(name: str) -> None:
    """(2, 3) was new when it came; before its turn (0, 9) came, and it is skipped."""
    expanded: list[Interval] = []
    follow = {
        Interval(0, 0): [Interval(2, 3), Interval(20, 21), Interval(0, 9)],
        Interval(0, 9): [Interval(30, 31)],
    }

    def next_states(state: Interval) -> list[Interval]:
        expanded.append(state)
        return follow.get(state, [])

    problem = Problem(Interval(0, 0), next_states=next_states, is_goal=lambda s: s.low == 2)
    # as a goal (2, 3) still counts where it is tested early; no more once it waits
    problem = Problem(Interval(0, 0), next_states=next_states, is_goal=lambda s: False)
    result = SEARCHES[name](problem, duplicates=DOMINANCE).run()
    assert result.outcome is Outcome.EXHAUSTED
    assert sorted(expanded) == [(0, 0), (0, 9), (20, 21), (30, 31)]
    assert result.statistics.stale == 1
    assert "dominating" in result.condition or name == "best-first"


def test_dominance_never_changes_the_dominating_node() -> None:
    """(1, 2) comes more cheaply than the (0, 9) that stands for it: (0, 9) keeps its own way."""
    steps = {
        Interval(0, 0): [Step(Interval(0, 9), cost=5), Step(Interval(10, 11), cost=1)],
        Interval(10, 11): [Step(Interval(1, 2), cost=1)],
        Interval(0, 9): [Step(Interval(50, 50), cost=1)],
    }
    problem = Problem(
        Interval(0, 0), next_steps=lambda s: steps.get(s, []), is_goal=lambda s: s.low == 50
    )
    result = uniform_cost_search(problem, duplicates=DOMINANCE)
    assert result.path.states == (Interval(0, 0), Interval(0, 9), Interval(50, 50))
    assert result.cost == 6
    result.path.check()
    assert "dominating" in result.condition


def test_depth_limit_under_dominance_is_cautious() -> None:
    """What a dominating node has cut off may be what the dominated one was looking for."""
    steps = {
        Interval(0, 0): [Interval(10, 11), Interval(1, 2)],
        Interval(10, 11): [Interval(0, 9)],  # at depth 2, the limit: not expanded
        Interval(1, 2): [Interval(50, 50)],  # dominated by (0, 9), and less deep
    }
    problem = Problem(
        Interval(0, 0), next_states=lambda s: steps.get(s, []), is_goal=lambda s: s.low == 50
    )
    result = depth_first_search(problem, duplicates=DOMINANCE, depth_limit=2)
    assert result.outcome is Outcome.CUTOFF


@pytest.mark.parametrize("name", ["breadth-first", "uniform-cost", "A*", "best-first"])
def test_displaced_nodes_leave_the_closed_view(name: str) -> None:
    """A node that was expanded, and then displaced, is no longer among the closed ones."""
    views: list[tuple[Interval, list[Interval]]] = []
    follow = {
        Interval(0, 0): [Interval(4, 5)],
        Interval(4, 5): [Interval(20, 21)],
        Interval(20, 21): [Interval(3, 6)],
        Interval(3, 6): [Interval(40, 41)],
    }

    def next_states(state: Interval, closed: Any) -> list[Interval]:
        views.append((state, list(closed)))
        assert len(closed) == len(list(closed.items()))
        return follow.get(state, [])

    problem = Problem(
        Interval(0, 0), next_states=next_states, is_goal=lambda s: False, sees_closed=True
    )
    SEARCHES[name](problem, duplicates=DOMINANCE).run()
    assert views == [
        ((0, 0), []),
        ((4, 5), [(0, 0)]),
        ((20, 21), [(0, 0), (4, 5)]),
        ((3, 6), [(0, 0), (20, 21)]),
        ((40, 41), [(0, 0), (20, 21), (3, 6)]),
    ]


@pytest.mark.parametrize("name", ["breadth-first", "uniform-cost", "A*", "best-first"])
def test_displaced_in_the_middle_of_an_interrupted_expansion(name: str) -> None:
    """Interrupted, copied and resumed between two successors, of which the first displaces."""

    def run(*, interrupted: bool) -> list[tuple[int, int]]:
        def next_states(state: Interval, closed: Any) -> list[Interval]:
            if state == (20, 21):
                # one successor for each closed node: displacing one makes the list shorter
                return [Interval(3, 6), *(Interval(c.low + 100, c.high + 100) for c in closed)]
            return {Interval(0, 0): [Interval(4, 5)], Interval(4, 5): [Interval(20, 21)]}.get(
                state, []
            )

        problem = Problem(
            Interval(0, 0), next_states=next_states, is_goal=lambda s: False, sees_closed=True
        )
        search = SEARCHES[name](problem, duplicates=DOMINANCE)
        size = 0
        while not search.run(Limits(stored=size) if interrupted else None).complete:
            search = copy.deepcopy(search)
            size += 1
        return sorted(search.nodes.states)

    assert run(interrupted=True) == run(interrupted=False)


def test_depth_first_refuses_sees_closed() -> None:
    problem = Problem(
        0, next_states=lambda n, closed: [], is_goal=lambda n: False, sees_closed=True
    )
    with pytest.raises(ProblemError, match="lifo"):
        DepthFirst(problem)
