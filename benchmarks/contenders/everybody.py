"""All contenders, in the order of the table."""

from __future__ import annotations

from pathlib import Path

from benchmarks.contenders import (
    Contender,
    by_hand,
    cpp,
    graph_libraries,
    searchkit_compiled,
    searchkit_interpreted,
    textbook_libraries,
    with_didppy,
    with_nographs,
)
from benchmarks.problems import SHARED


def contenders(shared: Path = SHARED) -> list[Contender]:
    """Give all contenders; ``shared`` is the folder of the frozen C++ programs."""
    return [
        Contender("searchkit, state class", searchkit_interpreted.with_states),
        Contender("searchkit, functions", searchkit_interpreted.with_functions),
        *searchkit_compiled.contenders(),
        Contender("loop by hand", by_hand.prepare),
        Contender("nographs", with_nographs.prepare, "nographs"),
        Contender("networkx", graph_libraries.with_networkx, "networkx"),
        Contender("rustworkx", graph_libraries.with_rustworkx, "rustworkx"),
        Contender("astar", textbook_libraries.with_astar, "astar"),
        Contender("simpleai", textbook_libraries.with_simpleai, "simpleai"),
        Contender("aima3", textbook_libraries.with_aima3, "aima3"),
        Contender("didppy", with_didppy.prepare, "didppy"),
        *cpp.contenders(shared),
    ]
