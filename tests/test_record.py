"""The recorder: the graph that the search went through, and its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from searchkit import (
    Derived,
    HashCheck,
    Limits,
    NoCheck,
    Problem,
    ProblemError,
    Recorder,
    Result,
    Step,
    a_star_search,
    backward_search,
    beam_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_search,
    depth_first_branch_and_bound,
    depth_first_search,
    greedy_best_first_search,
    ida_star_search,
    iterative_deepening_search,
    uniform_cost_search,
)
from searchkit.record import EdgeKind
from tests.test_compare import FAR, ROADS, roads


def two_way_roads() -> Problem[str, None, int]:
    return roads(
        heuristic=FAR.__getitem__,
        goals=["G"],
        previous_steps=lambda town: [
            Step(origin, cost=km) for origin, ways in ROADS.items() for to, km in ways if to == town
        ],
    )


SEARCHES: list[Callable[..., Result[str, None, int]]] = [
    a_star_search,
    backward_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_search,
    depth_first_branch_and_bound,
    depth_first_search,
    greedy_best_first_search,
    ida_star_search,
    iterative_deepening_search,
    uniform_cost_search,
    lambda problem, **options: beam_search(problem, width=1, **options),
]


@pytest.mark.parametrize("search", SEARCHES, ids=lambda s: s.__name__)
def test_marks_the_path_under_every_search(search: Callable[..., Result[str, None, int]]) -> None:
    recorder: Recorder[str, None, int] = Recorder(name=str)
    result = search(two_way_roads(), observer=recorder)
    steps = {
        (recorder.nodes[edge.tail].state, recorder.nodes[edge.head].state, edge.cost)
        for edge in recorder.edges
        if edge.on_path and edge.kind is not EdgeKind.MEETING
    }
    states = result.path.states
    assert steps == set(zip(states[:-1], states[1:], result.path.costs, strict=True))
    assert {node.state for node in recorder.nodes if node.on_path} == set(states)
    expanded = [node for node in recorder.nodes if node.order is not None]
    assert len(expanded) == result.statistics.expanded
    for edge in recorder.edges:  # every edge is a step of the problem
        if edge.kind is not EdgeKind.MEETING:
            tail, head = recorder.nodes[edge.tail].state, recorder.nodes[edge.head].state
            assert (head, edge.cost) in ROADS[tail]
    ET.fromstring(recorder.to_svg())


def edges(recorder: Recorder[str, None, int]) -> list[tuple[str, str, str]]:
    return [
        (recorder.nodes[e.tail].name, recorder.nodes[e.head].name, e.kind.name)
        for e in recorder.edges
    ]


def test_duplicate_and_improved_edges() -> None:
    recorder: Recorder[str, None, int] = Recorder(name=str)
    uniform_cost_search(roads(), observer=recorder)
    assert edges(recorder) == [
        ("S", "A", "TREE"),
        ("S", "B", "DUPLICATE"),  # the way by A turned out to be cheaper
        ("A", "B", "TREE"),
        ("A", "C", "DUPLICATE"),
        ("B", "C", "TREE"),
        ("C", "G", "TREE"),
    ]
    assert [(node.name, node.order, node.is_goal) for node in recorder.nodes] == [
        ("S", 1, False),
        ("A", 2, False),
        ("B", 3, False),
        ("C", 4, False),
        ("G", None, True),
    ]


def test_better_state_of_a_key_is_a_node_of_its_own() -> None:
    recorder: Recorder[str, None, int] = Recorder(name=str)
    result = uniform_cost_search(roads(), duplicates=HashCheck(key=str.lower), observer=recorder)
    assert result.cost == 7
    assert [node.name for node in recorder.nodes if node.on_path] == [*"SABCG"]


def test_no_check_records_the_tree_of_paths() -> None:
    recorder: Recorder[str, None, int] = Recorder(name=str)
    breadth_first_search(roads(), duplicates=NoCheck(), observer=recorder)
    assert {edge.kind for edge in recorder.edges} == {EdgeKind.TREE}
    assert [node.name for node in recorder.nodes] == [*"SABBCCCG"]


def test_what_a_bound_cuts_off_is_drawn_as_dropped() -> None:
    recorder: Recorder[str, None, int] = Recorder(name=str)
    ida_star_search(two_way_roads(), observer=recorder)
    dropped = [edge for edge in edges(recorder) if edge[2] == "DROPPED"]
    assert dropped == [("B", "C", "DROPPED"), ("A", "C", "DROPPED"), ("S", "B", "DROPPED")]
    assert [n.name for n in recorder.nodes if n.number == 0] == ["S", "S"]  # two rounds


def test_premises_of_a_derivation() -> None:
    problem: Problem[int, str, int] = Problem(
        starts=[1, 10],
        next_steps=lambda n, closed: [
            Derived(n + value, premises=(other,), action="add") for other, value in closed.items()
        ],
        is_goal=lambda n: n == 21,
        sees_closed=True,
    )
    recorder: Recorder[int, str, int] = Recorder(name=str)
    breadth_first_search(problem, observer=recorder)
    kinds = [edge.kind for edge in recorder.edges]
    assert kinds.count(EdgeKind.PREMISE) == kinds.count(EdgeKind.TREE) > 0
    assert recorder.nodes[-1].on_path


def test_limit_on_nodes_is_honest() -> None:
    recorder: Recorder[int, None, int] = Recorder(max_nodes=5)
    problem = Problem(1, next_states=lambda n: [2 * n, 2 * n + 1], is_goal=lambda n: n == 20)
    result = breadth_first_search(problem, observer=recorder)
    assert len(recorder.nodes) == 5
    assert recorder.left_out == result.statistics.stored - 5
    assert recorder.note in recorder.to_svg()
    assert recorder.note in recorder.to_dot()
    assert recorder.note == "only the first 5 nodes are drawn; 15 more were met"
    with pytest.raises(ProblemError, match="max_nodes=0"):
        Recorder(max_nodes=0)


def test_second_search_begins_a_new_recording() -> None:
    recorder: Recorder[str, None, int] = Recorder()
    breadth_first_search(roads(), observer=recorder)
    first = repr(recorder)
    breadth_first_search(roads(), observer=recorder)
    assert repr(recorder) == first == "<Recorder of 5 nodes and 6 edges>"


def test_names_are_escaped_in_both_languages() -> None:
    recorder: Recorder[str, None, int] = Recorder(name=lambda town: f'<{town}>"\\\n&')
    breadth_first_search(roads(), observer=recorder)
    assert r'n0 [label="<S>\"\\\n&", xlabel="1"' in recorder.to_dot()
    texts = [text.text for text in ET.fromstring(recorder._repr_svg_()).iter() if text.text]
    assert '<S>"\\' in texts
    assert "&" in texts


def test_boxes_do_not_overlap_and_parents_are_above() -> None:
    recorder: Recorder[int, None, int] = Recorder(name=lambda n: "x" * (n % 7 + 1), max_nodes=120)
    problem = Problem(1, next_states=lambda n: [n + 3, 2 * n, 5 * n], is_goal=lambda n: n == 999)
    breadth_first_search(problem, observer=recorder, limits=Limits(expanded=200))
    svg = recorder.to_svg()
    number = r'="(-?[\d.]+)"'
    pattern = rf'<rect x{number} y{number} width{number} height{number} rx="7"'
    boxes = [tuple(map(float, box)) for box in re.findall(pattern, svg.replace("\n", ""))]
    assert len(boxes) == 120
    for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x1 + w1 <= x2 or x2 + w2 <= x1 or y1 + h1 <= y2 or y2 + h2 <= y1
    for edge in recorder.edges:
        if edge.kind is EdgeKind.TREE:
            assert boxes[edge.tail][1] < boxes[edge.head][1]


def test_writes_into_a_file(tmp_path: Path) -> None:
    recorder: Recorder[str, None, int] = Recorder()
    breadth_first_search(roads(), observer=recorder)
    file = tmp_path / "search.svg"
    svg = recorder.to_svg(file)
    assert ET.parse(file).getroot().tag.endswith("svg")
    assert svg.startswith("<svg xmlns=")


def test_nothing_recorded_is_an_empty_picture() -> None:
    empty: Recorder[str, None, int] = Recorder()
    ET.fromstring(empty.to_svg())
    assert empty.to_dot().startswith("digraph search {")


def test_short_reprs() -> None:
    result = a_star_search(two_way_roads())
    assert repr(result.path) == "Path(4 steps, cost 7: 'S' -> ... -> 'G')"
    assert str(result.path) == "S\nA\n  2\nB\nC\n  3\nG"
    assert repr(result) == "<Result FOUND, steps=4, cost=7, OPTIMAL, expanded=4, stored=5>"
    assert "the heuristic is admissible" in result._repr_html_()
    assert result.path._repr_html_().count("<tr>") == 6
    assert str(result.derivation) == (
        "0. S\n1. A  (from 0)\n2. B  (from 1)\n3. C  (from 2)\n4. G  (from 3)"
    )
    here = breadth_first_search(Problem("S", next_states=lambda _: [], goals=["S"]))
    assert repr(here.path) == "Path(0 steps, cost 0: 'S')"
    next_door = breadth_first_search(Problem("S", next_states=lambda _: ["T"], goals=["T"]))
    assert repr(next_door.path) == "Path(1 step, cost 1: 'S' -> 'T')"
