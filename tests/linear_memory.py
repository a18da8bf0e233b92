"""What the tests of the searches in the memory of one path share."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st

from searchkit import (
    Path,
    PathCheck,
    Result,
    Search,
)
from tests.graphs_family import INFINITY, Graph, graphs

INFINITE = float("inf")


PATH: PathCheck[Any] = PathCheck()


SAME_KEY: PathCheck[int] = PathCheck(key=lambda v: v)


@st.composite
def distinct(draw: st.DrawFn) -> Graph:
    """A graph whose starts differ: under a check that forgets, each start is walked from."""
    graph = draw(graphs())
    return attrs.evolve(graph, starts=list(dict.fromkeys(graph.starts)))


def everything(
    search: Search[Any, Any, Any],
) -> tuple[list[Path[Any, Any, Any]], Result[Any, Any, Any]]:
    """All solutions, replayed, and the last result."""
    paths = list(search.solutions())
    for path in paths:
        path.check()
    return paths, search.result


def same_paths(
    paths: list[Path[Any, Any, Any]], graph: Graph, least: int = 0, most: int = INFINITY
) -> None:
    """Each path without a circle was given once, if its number of steps is between the two."""
    wanted = [(c, s, a) for c, s, a in graph.simple_paths() if least <= len(a) <= most]
    assert sorted((path.cost, path.states, path.actions) for path in paths) == wanted


def in_full(test: Any, *arguments: Any) -> None:
    """Run the body of a property test on a graph that another one made."""
    test.hypothesis.inner_test(*arguments)
