"""Searches along one path over weighted graphs, interpreted and compiled in step.

The graphs are data, so that the functions are compiled once for all of them.
"""

from __future__ import annotations

import copy
import pickle
from array import array
from collections.abc import Iterator
from itertools import cycle
from typing import Any, NamedTuple

import attrs
from hypothesis import strategies as st

from searchkit import (
    Compiled,
    CostError,
    IDAStar,
    Limits,
    NoCheck,
    Outcome,
    PathCheck,
    Problem,
    Step,
)

INFINITE = float("inf")
SILENT = Compiled(compared=0)  # the first stretch has tests of its own, and costs time here


class Arcs(NamedTuple):
    """A weighted graph. It is data, so that the functions are compiled once for all graphs."""

    offsets: array[int]  # the edges of vertex v are those from offsets[v] to offsets[v + 1]
    targets: array[int]
    costs: array[Any]
    values: array[Any]  # the heuristic
    goals: array[int]
    faults: array[int]  # of edges: 1 raises; of vertices, further on: 2 in is_goal, 3 in heuristic


def steps(v: int, arcs: Arcs) -> Iterator[Step[int, int, Any]]:
    for e in range(arcs.offsets[v], arcs.offsets[v + 1]):
        if arcs.faults[e] == 1:
            raise ValueError("a broken edge")
        yield Step(arcs.targets[e], arcs.costs[e], e)


def successors(v: int, arcs: Arcs) -> Iterator[int]:
    for e in range(arcs.offsets[v], arcs.offsets[v + 1]):
        yield arcs.targets[e]


def is_goal(v: int, arcs: Arcs) -> bool:
    if arcs.faults[len(arcs.targets) + v] == 2:
        raise ValueError("a broken goal test")
    return arcs.goals[v] == 1


def heuristic(v: int, arcs: Arcs) -> Any:
    if arcs.faults[len(arcs.targets) + v] == 3:
        raise ValueError("a broken heuristic")
    return arcs.values[v]


def half(v: int) -> int:
    return v // 2


def fussy(v: int) -> int:
    if v == 5:
        raise ValueError("a broken key")
    return v


@attrs.frozen
class Drawn:
    """A graph, and all arguments of a search."""

    arcs: Arcs
    starts: list[int]
    plain: bool
    zero: Any
    options: dict[str, Any]

    def search(self, **more: Any) -> IDAStar[Any, Any, Any]:
        problem: Any = Problem
        return IDAStar(
            problem(
                starts=self.starts,
                **{"next_states": successors} if self.plain else {"next_steps": steps},
                is_goal=is_goal,
                heuristic=heuristic,
                zero=self.zero,
                data=self.arcs,
            ),
            **(self.options | more),
        )


INTS = st.integers(0, 4)
FLOATS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.7, 1 / 3, 1.0, 2.5, 3.0])
WHOLE_VALUES = st.integers(-1, 9)
REAL_VALUES = st.one_of(FLOATS, st.sampled_from([7.0, 9.9, INFINITE, -1.0]))
KINDS = [(False, False), (True, True)]  # are costs and estimates floats?
ALL_KINDS = [*KINDS, (False, True), (True, False)]
CHECKS: list[Any] = [PathCheck(), PathCheck(), NoCheck(), PathCheck(key=half)]


@st.composite
def drawn(draw: st.DrawFn, *, faults: bool = False, kinds: Any = KINDS) -> Drawn:
    size = draw(st.integers(1, 7))
    vertices = st.integers(0, size - 1)
    float_costs, float_values = draw(st.sampled_from(kinds))
    edge = st.tuples(vertices, vertices, FLOATS if float_costs else INTS)
    edges = sorted(draw(st.lists(edge, max_size=14)), key=lambda edge: edge[0])
    goals = draw(st.sets(vertices, max_size=2))
    anything = REAL_VALUES if float_values else WHOLE_VALUES
    values = draw(st.lists(anything, min_size=size, max_size=size))
    if draw(st.booleans()):
        values = admissible(values, edges, goals, whole=not float_values)
    marks = [0] * (len(edges) + size)
    if faults:
        for at in draw(st.lists(st.integers(0, len(marks) - 1), max_size=2)):
            marks[at] = 1 if at < len(edges) else draw(st.sampled_from([2, 3]))
        spoilt: bool = draw(st.booleans())
        if edges and spoilt:
            at = draw(st.integers(0, len(edges) - 1))
            bad = draw(st.sampled_from([-1, float("nan")])) if float_costs else -1
            edges[at] = (*edges[at][:2], bad)
        if float_values and draw(st.booleans()):
            values[draw(vertices)] = float("nan")
    return Drawn(
        arcs=Arcs(
            array("q", [sum(tail < v for tail, _, _ in edges) for v in range(size + 1)]),
            array("q", [head for _, head, _ in edges]),
            array("d" if float_costs else "q", [cost for _, _, cost in edges]),
            array("d" if float_values else "q", values),
            array("q", [int(v in goals) for v in range(size)]),
            array("q", marks),
        ),
        starts=draw(st.lists(vertices.filter(lambda v: v != 5), min_size=1, max_size=2)),
        plain=not faults and not float_costs and not float_values and draw(st.booleans()),
        zero=draw(st.sampled_from([0, 0, 0.0])),
        options={
            "duplicates": draw(st.sampled_from([*CHECKS, PathCheck(key=fussy)][: 4 + faults])),
            "weight": draw(st.sampled_from([1, 1, 1, 1.0, 0, 0.5, 2, 2.5, 3])),
            "bound_step": draw(st.sampled_from([None, None, 1, 3, 0.3, 2.5])),
            "iterations": draw(st.sampled_from([None, None, None, 0, 2, 4])),
            "cost_limit": draw(st.sampled_from([None, None, None, 0, 2.5, 5, 8, INFINITE])),
        },
    )


def admissible(values: list[Any], edges: list[Any], goals: set[int], *, whole: bool) -> list[Any]:
    """Lower estimates to what is left to a goal."""
    left = [0.0 if v in goals else INFINITE for v in range(len(values))]
    for _ in values:
        for tail, head, cost in edges:
            left[tail] = min(left[tail], cost + left[head])
    lowered = map(min, values, left)
    return [int(value) if whole else value for value in lowered]


def facts(search: Any) -> dict[str, Any]:
    """All that can be known of a search, but the clock."""
    names = (
        "expanded current iteration bound floor searched least_f least_cost beyond_limit dearer "
        "target wide looks_again passed_over lower overestimate solutions_found frontier cutoff"
    )
    known = {name: getattr(search, name) for name in names.split()}
    known |= {name: list(getattr(search, name)) for name in ("taken_of", "g", "f")}
    known |= {name: list(getattr(search.nodes, name)) for name in ("states", "parents")}
    known["labels"] = list(zip(search.nodes.costs, search.nodes.actions, strict=True))
    return known


def told(result: Any) -> dict[str, Any]:
    """All that a result tells, but the clock."""
    names = ("outcome", "ended", "complete", "guarantee", "factor", "condition", "lower_bound")
    known = {name: getattr(result, name) for name in names}
    known["statistics"] = attrs.evolve(result.statistics, seconds=0.0)
    if result:
        path = result.path
        known["path"] = (path.states, path.actions, path.costs, repr(path.cost))
    return known


def advance(search: Any, limits: Limits | None) -> Any:
    """Run; give what is told, or the error."""
    try:
        return told(search.run(limits))
    except (ValueError, CostError) as error:
        return type(error), str(error), getattr(error, "__notes__", [])


def in_step(graph: Drawn, plan: list[str], most: int = 300) -> None:
    """Run both as planned, stopping on the way: at each stop all facts are the same."""
    found: list[list[Any]] = [[], []]
    kinds = cycle(plan)
    kind = ""

    def taker(into: list[Any]) -> Any:
        def take(path: Any) -> bool:
            into.append((path.states, path.actions, path.costs, path.cost))
            return kind == "solution"

        return take

    interpreted = graph.search(on_solution=taker(found[0]))
    compiled = graph.search(on_solution=taker(found[1]), compiled=SILENT)
    while interpreted.expanded < most:
        kind = next(kinds)
        limits = {
            "expanded": Limits(expanded=1),
            "few": Limits(expanded=7),
            "stored": Limits(stored=len(interpreted.nodes) + 1, expanded=most),
            "nothing": Limits(expanded=0, stored=len(interpreted.nodes)),
        }.get(kind, Limits(expanded=most))
        if kind == "copy":
            compiled = copy.deepcopy(compiled)
        elif kind == "pickle":
            compiled._on_solution = None
            compiled = pickle.loads(pickle.dumps(compiled))
        compiled._on_solution = taker(found[1])
        one, other = advance(interpreted, limits), advance(compiled, limits)
        assert other == one
        assert facts(compiled) == facts(interpreted)
        assert found[0] == found[1]
        if isinstance(one, tuple) or one["ended"] in (Outcome.EXHAUSTED, Outcome.CUTOFF):
            break
        if set(plan) == {"nothing"}:
            break


plans = st.lists(
    st.sampled_from(["expanded", "few", "stored", "nothing", "solution", "copy", "pickle"]),
    max_size=4,
).map(lambda plan: [*plan, "few"])
