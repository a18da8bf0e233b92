"""Random small graphs for the searches of the wider family, and what brute force says of them."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import attrs
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from searchkit import Limits, Outcome, Path, Problem, Search, Statistics, Step

INFINITY = 10**9

quick = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
thorough = settings(quick, max_examples=int(os.environ.get("SEARCHKIT_GRAPHS", "10000")))
"""For the long tests; SEARCHKIT_GRAPHS=100000 makes them longer."""


class Edge(NamedTuple):
    tail: int
    head: int
    cost: int
    label: str


@attrs.frozen
class Graph:
    size: int
    edges: list[Edge]
    starts: list[int]
    goals: list[int]
    to_goal: list[float]  # admissible estimates, not always consistent
    from_start: list[float]

    def problem(self, hook: Callable[[], None] = lambda: None) -> Problem[int, str, int]:
        def next_steps(v: int) -> Iterator[Step[int, str, int]]:
            hook()
            return (Step(e.head, e.cost, e.label) for e in self.edges if e.tail == v)

        def previous_steps(v: int) -> Iterator[Step[int, str, int]]:
            hook()
            return (Step(e.tail, e.cost, e.label) for e in self.edges if e.head == v)

        return Problem(
            starts=self.starts,
            next_steps=next_steps,
            previous_steps=previous_steps,
            is_goal=lambda v: v in self.goals,
            goals=self.goals,
            heuristic=lambda v: self.to_goal[v],
        )

    def plain_problem(self, hook: Callable[[], None] = lambda: None) -> Problem[int, None, int]:
        def next_states(v: int) -> Iterator[int]:
            hook()
            return (e.head for e in self.edges if e.tail == v)

        return Problem(
            starts=self.starts,
            next_states=next_states,
            previous_states=lambda v: [e.tail for e in self.edges if e.head == v],
            is_goal=lambda v: v in self.goals,
            goals=self.goals,
        )

    def distances(
        self, roots: list[int], *, backward: bool = False, unit: bool = False
    ) -> list[int]:
        """Bellman and Ford: the least cost from (or to) the roots."""
        best = [0 if v in roots else INFINITY for v in range(self.size)]
        for _ in range(self.size):
            for edge in self.edges:
                a, b = (edge.head, edge.tail) if backward else (edge.tail, edge.head)
                best[b] = min(best[b], best[a] + (1 if unit else edge.cost))
        return best

    def least(self, *, unit: bool = False) -> int:
        """The cost of an optimal solution."""
        best = self.distances(self.starts, unit=unit)
        return min((best[goal] for goal in self.goals), default=INFINITY)

    def simple_paths(self) -> list[tuple[int, tuple[int, ...], tuple[str, ...]]]:
        """All paths from a start to a goal that pass no vertex twice: cost, vertices, labels."""
        found = []
        stack: list[tuple[int, tuple[int, ...], tuple[str, ...]]] = [
            (0, (start,), ()) for start in dict.fromkeys(self.starts)
        ]
        while stack:
            cost, states, labels = stack.pop()
            if states[-1] in self.goals:
                found.append((cost, states, labels))
            stack += [
                (cost + edge.cost, (*states, edge.head), (*labels, edge.label))
                for edge in self.edges
                if edge.tail == states[-1] and edge.head not in states
            ]
        return sorted(found)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 7))
    vertices = st.integers(0, size - 1)
    drawn = draw(st.lists(st.tuples(vertices, vertices, st.integers(0, 4)), max_size=16))
    edges = [
        Edge(tail, head, cost, f"{tail}{head}{'abcdefghijklmnop'[number]}")
        for number, (tail, head, cost) in enumerate(drawn)
    ]
    starts = draw(st.lists(vertices, max_size=2)) or [0]
    goals = draw(st.lists(vertices, min_size=1, max_size=2))
    bare = Graph(size, edges, starts, goals, [], [])

    def estimates(left: list[int]) -> list[float]:
        return [
            draw(st.integers(0, d)) if d < INFINITY else draw(st.sampled_from([0, 3, float("inf")]))
            for d in left
        ]

    return attrs.evolve(
        bare,
        to_goal=estimates(bare.distances(goals, backward=True)),
        from_start=estimates(bare.distances(starts)),
    )


def numbers(statistics: Statistics) -> Statistics:
    """The counters, without the clock."""
    return attrs.evolve(statistics, seconds=0.0)


def label(path: Path[Any, Any, Any]) -> Any:
    return (path.states, path.actions, path.costs)


INTERRUPTIONS = ("expanded", "stored", "stop", "nothing", "copy", "solution")
plans = st.lists(st.sampled_from(INTERRUPTIONS), max_size=5).map(lambda plan: [*plan, "expanded"])


def resumed(
    make: Callable[..., Search[Any, Any, Any]],
    problem: Callable[..., Problem[Any, Any, Any]],
    plan: list[str],
) -> None:
    """Interrupt a search as planned, over and over: nothing may change but the clock."""
    expected: list[Any] = []
    reference = make(problem(), on_solution=lambda path: expected.append(label(path)))
    wanted = reference.run()
    hooks: list[Callable[[], None]] = []
    found: list[Any] = []

    def hook() -> None:
        if hooks:
            hooks.pop()()

    kind = ""

    def take(path: Path[Any, Any, Any]) -> bool:
        found.append(label(path))
        return kind in ("solution", "copy")

    search = make(problem(hook), on_solution=take)
    step = 0
    while True:
        kind = plan[step % len(plan)]
        hooks.clear()
        limits = None
        if kind == "expanded":
            limits = Limits(expanded=1)
        elif kind == "stored":
            limits = Limits(stored=len(search.nodes) + 1)
        elif kind == "nothing":
            limits = Limits(expanded=0, stored=len(search.nodes))
        elif kind == "stop":
            hooks.append(search.stop)
        elif kind == "copy":
            search = copy.deepcopy(search)
            limits = Limits(expanded=1)
        before, size, solved = search.expanded, len(search.nodes), len(found)
        result = search.run(limits)
        if result.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF):
            break
        assert not result.complete
        if kind == "expanded":
            assert search.expanded <= before + 1
        if kind == "stored":
            assert len(search.nodes) <= size + 1
        if kind == "nothing":
            assert search.expanded == before
        if result.lower_bound is not None and wanted and wanted.lower_bound is not None:
            assert result.lower_bound <= wanted.cost
        step += 1
        assert step < 3000, "no progress"
        assert solved <= len(found)
    assert found == expected
    assert numbers(result.statistics) == numbers(wanted.statistics)
    assert (result.outcome, result.ended, result.complete) == (
        wanted.outcome,
        wanted.ended,
        wanted.complete,
    )
    assert (result.guarantee, result.condition) == (wanted.guarantee, wanted.condition)
    if wanted:
        assert label(result.path) == label(wanted.path)
    assert search.nodes.states == reference.nodes.states
    assert search.nodes.parents == reference.nodes.parents
    again = search.run()
    assert (again.ended, numbers(again.statistics)) == (result.ended, numbers(result.statistics))
    copy.deepcopy(search)
