"""Small inputs that broke other search libraries, each by its number in the list of cases.

In a graph's text ``A-3->B`` is an edge of cost 3 and ``A-3/walk->B`` one with an action. Edges are
tried in the order in which they are written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import attrs
import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    BrokenSearchError,
    CheckError,
    CostError,
    DepthFirst,
    DuplicateCheck,
    Guarantee,
    HashCheck,
    Limits,
    LinearCheck,
    NoCheck,
    Outcome,
    Path,
    Problem,
    Result,
    Search,
    SortedCheck,
    Statistics,
    Step,
    UniformCost,
    a_star_search,
    best_first_search,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
    uniform_cost_search,
)


def graph(
    text: str, start: str, goal: str, h: dict[str, float] | None = None
) -> Problem[str, str | None, float]:
    """The problem of a graph; ``goal`` may be several letters."""
    edges: dict[str, list[Step[str, str | None, float]]] = {}
    for edge in text.split():
        match = re.fullmatch(r"(\w+)-(-?[\d.]+|nan)(?:/(\w+))?->(\w+)", edge)
        assert match, edge
        tail, cost, action, head = match.groups()
        value = float(cost) if "." in cost or cost == "nan" else int(cost)
        edges.setdefault(tail, []).append(Step(head, cost=value, action=action))
    return Problem(
        start,
        next_steps=lambda name: edges.get(name, []),
        is_goal=lambda name: name in goal,
        heuristic=lambda name: (h or {}).get(name, 0),
    )


def zero(_state: object) -> float:
    return 0


def by_g(_state: object, g: Any) -> Any:
    return g


EVERY_SEARCH: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": lambda *a, **k: DepthFirst(*a, depth_limit=20, **k),
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=zero, **k),
    "weighted A*": lambda *a, **k: AStar(*a, heuristic=zero, weight=2, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=by_g, **k),
}
CHEAPEST_FIRST: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    name: EVERY_SEARCH[name] for name in ("uniform-cost", "A*", "best-first")
}
REMEMBERING: dict[str, DuplicateCheck[Any]] = {
    "hash": HashCheck(),
    "sorted": SortedCheck(),
    "linear": LinearCheck(),
}
EVERY_CHECK: dict[str, DuplicateCheck[Any]] = {**REMEMBERING, "none": NoCheck()}

every_search = pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
cheapest_first = pytest.mark.parametrize("search", CHEAPEST_FIRST.values(), ids=CHEAPEST_FIRST)
every_check = pytest.mark.parametrize("check", EVERY_CHECK.values(), ids=EVERY_CHECK)
remembering = pytest.mark.parametrize("check", REMEMBERING.values(), ids=REMEMBERING)


def numbers(statistics: Statistics) -> Statistics:
    return attrs.evolve(statistics, seconds=0.0)


# --- best-first search --------------------------------------------------------------------------

ACYCLIC_OPTIMA = [
    pytest.param(
        graph("A-3->B A-8->C A-10->D B-3->C C-3->D", "A", "D", {"A": 9, "B": 6}),
        ("ABCD", 9),
        id="1: a closed state that was reached more cheaply was not opened again",
    ),
    pytest.param(
        graph("S-1->A S-2->B A-4->C B-1->C C-10->G", "S", "G", {"B": 11}),
        ("SBCG", 13),
        id="2: the heuristic is inconsistent at B, and three libraries answered 15",
    ),
    pytest.param(
        graph("S-4->X S-1->A A-1->X X-1->G", "S", "G"),
        ("SAXG", 3),
        id="5: a state was closed when it was generated, so the first way to it won",
    ),
    pytest.param(
        graph("S-5->X S-1->Y Y-1->X X-9->G Y-20->G", "S", "G"),
        ("SYXG", 11),
        id="8: the entry of a queued state was changed inside the heap, which broke its order",
    ),
    pytest.param(
        graph("S-3->X S-1->Y Y-1->X X-1->G", "S", "G"),
        ("SYXG", 3),
        id="37: a queued state that became cheaper was skipped as already queued",
    ),
    pytest.param(
        graph("S-10->A A-1->G S-1->B B-1->C C-1->G", "S", "G"),
        ("SBCG", 3),
        id="59: the heuristic that stood in for a missing one was infinite",
    ),
]


@every_check
@pytest.mark.parametrize(("problem", "answer"), ACYCLIC_OPTIMA)
def test_the_cheapest_path(
    problem: Problem[str, str, float], answer: tuple[str, float], check: DuplicateCheck[str]
) -> None:
    """Cases 1, 2, 5, 8, 37, 59: the cost and the states of the only cheapest path."""
    for result in (
        a_star_search(problem, duplicates=check),
        uniform_cost_search(problem, duplicates=check),
        a_star_search(problem, duplicates=check, weight=0.5),
        best_first_search(problem, duplicates=check, priority=by_g),
        best_first_search(
            problem,
            duplicates=check,
            priority=lambda name, g: g + (problem.heuristic or zero)(name),
            ties="lifo",
        ),
    ):
        assert ("".join(result.path), result.cost) == answer
        result.path.check()


def test_case_4_an_inadmissible_heuristic_is_never_called_optimal() -> None:
    """4: with h too large the dearer path was returned, and labelled as the shortest."""
    text = "1-11->0 1-1->2 2-6->0"
    honest = a_star_search(graph(text, "1", "0"))
    assert ("".join(honest.path), honest.cost) == ("120", 7)
    assert honest.guarantee is Guarantee.OPTIMAL
    for weight in (1, 2, 0.9):
        result = a_star_search(graph(text, "1", "0", {"1": 36, "2": 16}), weight=weight)
        result.path.check()
        assert result.guarantee is Guarantee.NONE
        assert "36" in result.condition
        assert "admissible" in result.condition


@remembering
@cheapest_first
def test_case_7_an_improved_state_takes_the_label_with_the_parent(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """7: the parent of an improved state was replaced, the label of its edge was not."""
    problem = graph("S-5/old->X S-1/a->Y Y-1/new->X X-9/b->G", "S", "G")
    path = search(problem, duplicates=check).run().path
    assert (path.states, path.actions, path.costs) == (
        ("S", "Y", "X", "G"),
        ("a", "new", "b"),
        (1, 1, 9),
    )
    path.check()


@attrs.frozen
class NoOrder:
    """Equal and hashable, without <."""

    name: str


@every_search
def test_case_11_states_are_never_compared(search: Callable[..., Search[Any, Any, Any]]) -> None:
    """11: the heap compared states to break a tie of costs: TypeError."""
    with pytest.raises(TypeError):
        NoOrder("a") < NoOrder("b")  # noqa: B015
    problem = Problem(
        NoOrder("S"),
        next_steps=lambda s: (
            [Step(NoOrder(n), cost=1, action=object()) for n in "ABCDE"] if s.name == "S" else []
        ),
        is_goal=lambda s: s.name == "E",
    )
    assert search(problem).run().path.states == (NoOrder("S"), NoOrder("E"))
    assert search(problem, duplicates=NoCheck()).run().path.end == NoOrder("E")


def test_case_37_a_queued_state_gets_the_better_cost_while_it_waits() -> None:
    """37: X stayed at g = 3, with which it had been queued, although 2 was known."""
    search = UniformCost(graph("S-3->X S-1->Y Y-1->X X-1->Z", "S", ""))
    search.run(Limits(expanded=2))  # S and Y
    x = search.nodes.states.index("X")
    assert search.g[x] == 2
    assert search.frontier == [x]
    assert "".join(search.path_to(x)) == "SYX"


def test_case_35_stale_entries_are_counted_and_bounded() -> None:
    """35: each further way to a waiting state stayed in the frontier for good."""
    ways = 50
    text = " ".join([f"S-{i}->M{i} M{i}-{2 * (ways - i)}->X" for i in range(ways)] + ["X-1000->G"])
    statistics = uniform_cost_search(graph(text, "S", "G")).statistics
    edges = 2 * ways + 1
    assert statistics.max_frontier <= edges
    assert statistics.generated == edges
    assert statistics.stored == ways + 3
    # X came ways times, each time more cheaply; all of its entries but one were stale
    assert statistics.stale == ways - 1
    assert statistics.reopened == 0
    assert statistics.expanded == ways + 3 - 1  # all but the goal


@pytest.mark.parametrize(
    ("text", "edge", "cost"),
    [
        pytest.param("S-2->A S-5->B B--4->A A-1->T", ("B", "A"), "-4", id="50"),
        pytest.param("S-2->A S-5->B B-nan->A A-9->T", ("B", "A"), "nan", id="50, NaN"),
        pytest.param("S-.1->A A-.7->B B--.8->S B-1->T", ("B", "S"), "-0.8", id="51"),
    ],
)
@every_search
def test_negative_and_nan_costs(
    search: Callable[..., Search[Any, Any, Any]], text: str, edge: tuple[str, str], cost: str
) -> None:
    """50, 51: a negative cost, and NaN, were taken in silence and gave a wrong answer.

    No goal is given, so that each search meets the edge whatever its order.
    """
    with pytest.raises(CostError) as raised:
        search(graph(text, "S", "")).run()
    message = str(raised.value)
    assert all(repr(name) in message for name in edge)
    assert cost in message


@every_search
@remembering
def test_case_29_a_goal_walled_in(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """29: the goal cannot be reached though h of the start is above 0: the search never ended."""

    def next_states(cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
        row, column = cell
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < 4 and 0 <= c < 4 and (r, c) not in {(2, 3), (3, 2), (2, 2)}:
                yield r, c

    problem = Problem((0, 0), next_states=next_states, is_goal=lambda cell: cell == (3, 3))
    result = search(problem, duplicates=check).run()
    assert (result.outcome, result.complete) == (Outcome.EXHAUSTED, True)
    assert result.statistics.stored == 12
    assert result.statistics.expanded == 12 + result.statistics.reopened
    far = a_star_search(problem, heuristic=lambda c: 6 - c[0] - c[1], duplicates=check)
    assert far.outcome is Outcome.EXHAUSTED


@every_check
@cheapest_first
def test_case_p_the_cheaper_of_two_parallel_edges(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """P: the label was looked up by the two states, and the first edge between them was taken."""
    for text in ("A-5/slow->B A-2/fast->B", "A-2/fast->B A-5/slow->B"):
        path = search(graph(text, "A", "B"), duplicates=check).run().path
        assert (path.actions, path.costs, path.cost) == (("fast",), (2,), 2)
        path.check()


@pytest.mark.parametrize("check", [HashCheck, SortedCheck, LinearCheck])
@cheapest_first
def test_case_k_a_cheaper_equivalent_state_replaces_all_at_once(
    search: Callable[..., Search[Any, Any, Any]], check: Callable[..., DuplicateCheck[Any]]
) -> None:
    """K: only the cost was updated, so that the path led through a state it did not lead to."""
    # X and x are mirror images; both lead to G, by steps of different names
    problem = graph("S-9/dear->X S-1/a->Y Y-1/cheap->x X-1/fromX->G x-1/from_x->G", "S", "G")
    result = search(problem, duplicates=check(key=str.lower)).run()
    path = result.path
    assert (path.states, path.actions, path.costs, path.cost) == (
        ("S", "Y", "x", "G"),
        ("a", "cheap", "from_x"),
        (1, 1, 1),
        3,
    )
    path.check()
    assert result.condition or result.guarantee is Guarantee.NONE


# --- boundaries ---------------------------------------------------------------------------------


@every_search
@remembering
def test_case_18_the_start_has_no_parent(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """18: the way back to the start gave the start a parent, and the path never ended."""
    made = search(graph("S-1->N N-1->S N-1->G G-1->N", "S", "G"), duplicates=check)
    assert made.run().path.states == ("S", "N", "G")
    assert made.nodes.parents[0] == -1


@every_search
@every_check
@pytest.mark.parametrize("text", ["", "S-1->A", "S-0->S S-1->A A-1->S"])
def test_case_19_and_b_the_start_is_a_goal(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any], text: str
) -> None:
    """19: no path, or one with the start twice. B: ``if result.path`` was false for it."""
    result = search(graph(text, "S", "S"), duplicates=check).run()
    assert (result.path.states, result.path.cost, len(result.path)) == (("S",), 0, 0)
    assert result.path
    assert result
    assert result.statistics.expanded == 0
    assert result.statistics.depth == 0
    result.path.check()


@every_search
def test_case_20_the_start_is_reported_at_depth_0(
    search: Callable[..., Search[Any, Any, Any]],
) -> None:
    """20: the start was never reported, however one asked for it."""
    made = search(graph("S-1->A A-1->S A-1->B", "S", "S"))
    path = next(made.solutions())
    assert (path.start, path.end, len(path), made.nodes.states[0]) == ("S", "S", 0, "S")


@every_search
def test_case_21_the_start_among_several_goals(
    search: Callable[..., Search[Any, Any, Any]],
) -> None:
    """21: with the start among the goals nothing at all was found."""
    problem = graph("S-1->A A-1->B", "S", "BSA")
    assert search(problem).run().path.states == ("S",)
    assert [path.end for path in search(problem).solutions()] == ["S", "A", "B"]


LINE = "A-1->B B-1->C C-1->D D-1->E"


@every_check
def test_case_48_a_limit_of_0_is_a_limit(check: DuplicateCheck[str]) -> None:
    """48: ``if limit:`` took a limit of 0 for no limit."""
    cut = depth_first_search(graph(LINE, "A", "E"), depth_limit=0, duplicates=check)
    assert (cut.outcome, cut.complete, cut.statistics.expanded) == (Outcome.CUTOFF, False, 0)
    assert depth_first_search(graph(LINE, "A", "A"), depth_limit=0, duplicates=check)
    for search in EVERY_SEARCH.values():
        for limits in (Limits(expanded=0), Limits(seconds=0), Limits(seconds=0.0)):
            result = search(graph(LINE, "A", "E"), duplicates=check).run(limits)
            assert (result.outcome, result.statistics.expanded) == (Outcome.LIMIT, 0)
            assert result.statistics.stored == 1
            assert search(graph(LINE, "A", "A"), duplicates=check).run(limits).path.states == ("A",)
        result = search(graph(LINE, "A", "A"), duplicates=check).run(Limits(stored=0))
        assert (result.outcome, result.statistics.stored) == (Outcome.LIMIT, 0)


@pytest.mark.parametrize("limit", range(6))
def test_case_48_each_depth_limit(limit: int) -> None:
    """48: the goal is four steps away."""
    result = depth_first_search(graph(LINE, "A", "E"), depth_limit=limit)
    assert result.outcome is (Outcome.FOUND if limit >= 4 else Outcome.CUTOFF)


@every_search
@pytest.mark.parametrize("text", ["S-1->A", "S-1->A A-1->S", "S-0->S", ""])
def test_case_30_without_a_goal_the_search_ends(
    search: Callable[..., Search[Any, Any, Any]], text: str
) -> None:
    """30: a finite graph without a goal, with and without a cycle, was searched for ever."""
    result = search(graph(text, "S", "")).run()
    assert (result.outcome, result.complete) == (Outcome.EXHAUSTED, True)


@pytest.mark.parametrize(
    "check", [HashCheck(), SortedCheck(), NoCheck()], ids=["hash", "sorted", "none"]
)
@pytest.mark.parametrize("depth_limit", [None, 100_000])
def test_case_32_a_chain_of_100_000_states(
    check: DuplicateCheck[int], depth_limit: int | None
) -> None:
    """32: depth-first search ran into Python's recursion limit."""
    last = 99_999
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == last)
    result = depth_first_search(problem, duplicates=check, depth_limit=depth_limit)
    assert len(result.path) == last
    result.path.check()


@remembering
def test_case_l_a_state_met_again_at_a_smaller_depth(check: DuplicateCheck[str]) -> None:
    """L: B was met at the depth limit first and not expanded when it came again less deep."""
    problem = graph("S-1->A S-1->B A-1->B B-1->G", "S", "G")
    result = depth_first_search(problem, duplicates=check, depth_limit=2)
    assert result.path.states == ("S", "B", "G")
    assert result.statistics.reopened == 1
    assert depth_first_search(problem, duplicates=check).path.states == ("S", "A", "B", "G")


def test_case_34_depth_first_marks_states_when_it_enters_them() -> None:
    """34: all successors were marked as known when they were pushed, so n+1 was lost to n+5."""
    problem = Problem(0, next_states=lambda n: [n + 1, n + 5], is_goal=lambda n: n == 10)
    assert depth_first_search(problem).path.states == tuple(range(11))


@every_check
def test_case_47_breadth_first_gives_the_shortest(check: DuplicateCheck[str]) -> None:
    """47: with several workers the first path found was not the shortest."""
    problem = graph("A-1->B B-1->C A-1->C", "A", "C")
    assert breadth_first_search(problem, duplicates=check).path.states == ("A", "C")
    counted = count_shortest_paths(problem, duplicates=check)
    assert (counted.count, counted.length, counted.path.states) == (1, 1, ("A", "C"))


@every_search
def test_case_57_any_iterable_of_successors(search: Callable[..., Search[Any, Any, Any]]) -> None:
    """57: a generator of successors was consumed twice, and was empty the second time."""
    asked: list[int] = []

    def generator(n: int) -> Iterator[int]:
        asked.append(n)
        if n < 6:
            yield n + 1
            yield n + 2

    forms: list[Callable[[int], Iterable[int]]] = [
        generator,
        lambda n: list(generator(n)),
        lambda n: tuple(generator(n)),
        lambda n: dict.fromkeys(generator(n)),
        lambda n: iter(generator(n)),
    ]
    answers = []
    for next_states in forms:
        asked.clear()
        problem = Problem(0, next_states=next_states, is_goal=lambda n: n == 7)
        result = search(problem).run()
        answers.append((result.path.states, numbers(result.statistics)))
        assert len(asked) == result.statistics.expanded
    assert all(answer == answers[0] for answer in answers)
    # a set comes in an order of its own; what can be reached is the same
    problem = Problem(0, next_states=lambda n: set(generator(n)), is_goal=lambda n: n == 7)
    result = search(problem).run()
    assert result.path.end == 7
    result.path.check()


@every_search
def test_case_58_a_path_can_be_read_twice(search: Callable[..., Search[Any, Any, Any]]) -> None:
    """58: the path was an iterator, and empty the second time."""
    result = search(graph(LINE, "A", "E")).run()
    assert list(result.path) == list(result.path) == list("ABCDE")
    assert list(zip(result.path, result.path, strict=True))[-1] == ("E", "E")


# --- zero costs and floats ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start", "goal", "states", "costs"),
    [
        ("0-1->1 1-0->1 1-1->2", "0", "2", "012", (1, 1)),
        ("0-1->2 1-0->0 0-0->2 2-0->1", "1", "2", "102", (0, 0)),
    ],
)
@remembering
@cheapest_first
def test_case_14_and_17_cycles_of_zero_cost(
    search: Callable[..., Search[Any, Any, Any]],
    check: DuplicateCheck[Any],
    text: str,
    start: str,
    goal: str,
    states: str,
    costs: tuple[int, ...],
) -> None:
    """14: paths around a cycle of cost 0 were given for ever. 17: such a cycle is not negative."""
    made = search(graph(text, start, goal), duplicates=check)
    paths = list(made.solutions())
    assert [("".join(path), path.costs) for path in paths] == [(states, costs)]
    assert made.result.complete
    paths[0].check()


@pytest.mark.parametrize("cost", ["0", "0.0"])
@every_search
def test_case_17_every_search_ends_in_a_cycle_of_zero_cost(
    search: Callable[..., Search[Any, Any, Any]], cost: str
) -> None:
    """17: a cycle of cost 0 was reported as a negative one."""
    text = f"S-{cost}->A A-{cost}->B B-{cost}->S B-{cost}->B"
    assert search(graph(text, "S", "")).run().outcome is Outcome.EXHAUSTED


def test_case_28_floats_that_do_not_add_up() -> None:
    """28: 0.1 + 0.1 + 0.1 > 0.3, so an exact heuristic looks inadmissible by a rounding error."""
    problem = graph("A-0.1->B B-0.1->C C-0.1->D", "A", "D", {"A": 0.3, "B": 0.2, "C": 0.1})
    result = a_star_search(problem)
    assert math.isclose(result.cost, 0.3)
    assert result.guarantee is Guarantee.OPTIMAL


@pytest.mark.parametrize("diagonal", [1.414, math.sqrt(2)])
def test_case_52_a_rounded_diagonal(diagonal: float) -> None:
    """52: with the diagonal typed as 1.414 a Euclidean heuristic is too large, if only a little."""

    def next_steps(cell: tuple[int, int]) -> Iterator[Step[tuple[int, int], None, float]]:
        for r in (-1, 0, 1):
            for c in (-1, 0, 1):
                row, column = cell[0] + r, cell[1] + c
                if (r or c) and 0 <= row < 6 and 0 <= column < 6:
                    yield Step((row, column), cost=diagonal if r and c else 1.0)

    problem = Problem(
        (0, 0),
        next_steps=next_steps,
        is_goal=lambda cell: cell == (5, 5),
        heuristic=lambda cell: math.dist(cell, (5, 5)),
        zero=0.0,
    )
    result = a_star_search(problem)
    exact = diagonal != 1.414
    assert result.guarantee is (Guarantee.OPTIMAL if exact else Guarantee.NONE)
    assert ("not admissible" in result.condition) == (not exact)


# --- states and duplicate checks ----------------------------------------------------------------


@every_search
def test_case_38_states_that_are_lists(search: Callable[..., Search[Any, Any, Any]]) -> None:
    """38: an unhashable state failed in the depths of the search, with a bare TypeError."""
    problem = Problem([0], next_states=lambda s: [[s[0] + 1]], is_goal=lambda s: s == [3])
    with pytest.raises(CheckError, match=r"HashCheck .*list.*key=tuple.*LinearCheck") as raised:
        search(problem)
    assert isinstance(raised.value, TypeError)
    checks: list[DuplicateCheck[Any]] = [HashCheck(key=tuple), LinearCheck(), SortedCheck()]
    for check in checks:
        result = search(problem, duplicates=check).run()
        assert result.path.states == ([0], [1], [2], [3])


class Boxes:
    """A set of boxes whose hash is the same whatever it holds."""

    def __init__(self, *boxes: int) -> None:
        self.boxes = frozenset(boxes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Boxes) and self.boxes == other.boxes

    def __hash__(self) -> int:
        return 1


@every_search
def test_case_40_equal_sets_of_boxes_and_equal_hashes(
    search: Callable[..., Search[Any, Any, Any]],
) -> None:
    """40: boxes put down in another order were another state; equal hashes were equality."""

    def next_states(state: Boxes) -> list[Boxes]:
        return [Boxes(*sorted(state.boxes, reverse=True), box) for box in range(3)]

    checks: list[DuplicateCheck[Any]] = [HashCheck(), LinearCheck()]
    for check in checks:
        problem = Problem(Boxes(), next_states=next_states, is_goal=lambda _: False)
        result = search(problem, duplicates=check).run()
        assert result.statistics.stored == 8  # all subsets of three boxes
    problem = Problem(Boxes(), next_states=next_states, is_goal=lambda s: len(s.boxes) == 3)
    assert search(problem).run().path.end == Boxes(2, 1, 0)


@every_search
@every_check
def test_case_60_used_twice(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """60: what a first search had met was still known to the second one."""
    problem = graph("S-1->A S-2->B A-1->G B-1->G", "S", "G")
    results: list[Result[Any, Any, Any]] = [
        search(problem, duplicates=check).run() for _ in range(3)
    ]
    assert len({(r.path.states, r.path.costs, numbers(r.statistics)) for r in results}) == 1
    # the same object, run again and again: it goes on, and at its end says the same for ever
    made = search(problem, duplicates=check)
    while made.run().ended is Outcome.FOUND:
        pass
    one, two = made.run(), made.run()
    assert (one.path.states, one.outcome, one.ended, numbers(one.statistics)) == (
        two.path.states,
        two.outcome,
        two.ended,
        numbers(two.statistics),
    )


class Pair(NamedTuple):
    left: int
    right: int


@pytest.mark.parametrize("check", [HashCheck, SortedCheck, LinearCheck])
@every_search
def test_case_43_the_original_state_is_kept(
    search: Callable[..., Search[Any, Any, Any]], check: Callable[..., DuplicateCheck[Any]]
) -> None:
    """43: the path showed the representative of each symmetry class, and could not be replayed."""

    def next_states(pair: Pair) -> list[Pair]:
        steps = [Pair(pair.left + 2, pair.right), Pair(pair.left, pair.right + 1)]
        return [step for step in steps if max(step) < 6]

    problem = Problem(
        Pair(1, 0), next_states=next_states, is_goal=lambda p: {p.left, p.right} == {3, 2}
    )
    made = search(problem, duplicates=check(key=lambda p: tuple(sorted(p))))
    path = made.run().path
    path.check()
    assert path.start == Pair(1, 0)  # its key would be (0, 1)
    assert all(isinstance(state, Pair) for state in made.nodes.states)


@pytest.mark.parametrize("kind", ["expanded", "stored"])
@every_search
@remembering
def test_case_c_a_limit_in_the_middle_of_an_expansion(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any], kind: str
) -> None:
    """C: the generator died of the interruption; the search then looked exhausted."""
    text = "S-1->A S-1->B S-3->C A-1->D B-1->D C-1->G D-1->E E-1->C"
    expected: list[tuple[str, ...]] = []
    reference = search(
        graph(text, "S", "G"),
        duplicates=check,
        on_solution=lambda path: expected.append(path.states),
    ).run()
    paths: list[tuple[str, ...]] = []
    made = search(
        graph(text, "S", "G"), duplicates=check, on_solution=lambda path: paths.append(path.states)
    )
    size = 0
    while True:
        limits = Limits(expanded=1) if kind == "expanded" else Limits(stored=size)
        result = made.run(limits)
        size += 1
        if result.complete:
            break
        assert result.ended is Outcome.LIMIT
        assert result.outcome is not Outcome.EXHAUSTED
    assert paths == expected
    assert result.outcome is Outcome.FOUND
    assert numbers(result.statistics) == numbers(reference.statistics)


@pytest.mark.parametrize("where", ["next_steps", "between steps", "is_goal", "key"])
@every_search
def test_case_e_an_error_in_the_users_function(
    search: Callable[..., Search[Any, Any, Any]], where: str
) -> None:
    """E: after an error the table and the index disagreed, and the next run gave nonsense."""

    def next_steps(n: int) -> Iterator[Step[int, None, int]]:
        if n > 8:
            return
        if n == 2 and where == "next_steps":
            raise ZeroDivisionError
        yield Step(n + 1)
        if n == 2 and where == "between steps":
            raise ZeroDivisionError
        yield Step(n + 2)

    def is_goal(n: int) -> bool:
        return 1 // (n - 4 if where == "is_goal" else 7) > 1 or n == 9

    def key(n: int) -> float:
        return n if where != "key" else n * (1 // (n - 4)) * 0 + n

    made = search(Problem(0, next_steps=next_steps, is_goal=is_goal), duplicates=HashCheck(key=key))

    def step_by_step() -> None:
        while made.run(Limits(expanded=1)).ended is not Outcome.EXHAUSTED:
            pass

    with pytest.raises(ZeroDivisionError):
        step_by_step()
    for again in (made.run, lambda: list(made.solutions())):
        with pytest.raises(BrokenSearchError, match="ZeroDivisionError") as raised:
            again()
        assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert "broken" in repr(made)


# --- limits --------------------------------------------------------------------------------------


@every_search
@every_check
def test_case_49_a_limit_of_2_stored_states(
    search: Callable[..., Search[Any, Any, Any]], check: DuplicateCheck[Any]
) -> None:
    """49: the limit was read once an expansion, so that more states were stored than allowed."""
    made = search(graph("A-1->B A-1->C A-1->D B-1->E", "A", "E"), duplicates=check)
    paths: list[Path[Any, Any, Any]] = []
    result = made.run(Limits(stored=2))
    if check == NoCheck() and isinstance(made, DepthFirst):
        # keeps the current path alone, A B, and needs a third place for E
        assert result.statistics.stored == 2
        assert made.run(Limits(stored=3)).path.states == ("A", "B", "E")
        return
    assert (result.outcome, result.statistics.stored) == (Outcome.LIMIT, 2)
    assert made.nodes.states == ["A", "B"]
    assert made.run(Limits(stored=2)).statistics.stored == 2
    assert made.run(Limits(stored=3)).statistics.stored == 3
    paths.append(made.run().path)
    assert paths[0].states == ("A", "B", "E")
