"""Kernels are compiled, or read from disk, before the clock of a search begins.

Else a limit on seconds may end before the first state is expanded. It was so with IDA*, with all
kernels of breadth-first search on threads and under a sorted check, and wherever a hash table grew.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

# Prints the kernels that are there when the clock begins, and those that come while it runs.
PROGRAM = """
import sys

from searchkit import (
    AStar, Bidirectional, BreadthFirst, Compiled, DepthFirst, IDAStar, NoCheck, Problem, SortedCheck
)

def leaps(n):
    yield n * 2 % 3000017
    yield (n * 3 + 1) % 3000017

def paired(pair):
    yield (pair[0] * 2 % 3000017, 0)
    yield ((pair[0] * 3 + 1) % 3000017, 0)

def after(n):
    yield n + 1

def before(n):
    yield n - 1

def zero(n):
    return 0

def left(n):
    return 1000 - n

SPACE = Problem(1, next_states=leaps, goals=[1000003], heuristic=zero)
PAIRS = Problem((1, 0), next_states=paired, goals=[(1000003, 0)])
LONG = Problem(0, next_states=after, previous_states=before, goals=[100000])
CHAIN = Problem(0, next_states=after, goals=[1000], heuristic=left)
PLAIN, THREADS = Compiled(compared=0), Compiled(compared=0, threads=2)
SEARCHES = {
    "breadth-first": lambda: BreadthFirst(SPACE, compiled=PLAIN),
    "breadth-first, two words": lambda: BreadthFirst(PAIRS, compiled=PLAIN),
    "threads": lambda: BreadthFirst(SPACE, compiled=THREADS),
    "sorted": lambda: BreadthFirst(SPACE, duplicates=SortedCheck(), compiled=PLAIN),
    "bidirectional": lambda: Bidirectional(LONG, compiled=PLAIN),
    "a-star": lambda: AStar(SPACE, compiled=PLAIN),
    "depth-first": lambda: DepthFirst(LONG, compiled=PLAIN),
    "ida-star": lambda: IDAStar(CHAIN, compiled=PLAIN),
    "ida-star, no check": lambda: IDAStar(CHAIN, duplicates=NoCheck(), compiled=PLAIN),
}

def known():
    return {
        (name, value.py_func.__name__, signature)
        for name, module in list(sys.modules.items())
        if name.startswith("searchkit.compiled.")
        for value in vars(module).values()
        if hasattr(value, "nopython_signatures")
        for signature in map(str, value.nopython_signatures)
    }

search = SEARCHES[sys.argv[1]]()
advance, seen = search._advance, []

def watched(budget):
    assert search._since is not None  # the clock runs
    seen.append(known())
    number = advance(budget)
    seen.append(known())
    return number

search._advance = watched
assert search.run(), "no solution"
began, ended = seen
print(*sorted({name for _, name, _ in began}))
print(*sorted({name for _, name, _ in ended - began}))
"""

LOOPS = {
    "breadth-first": ["run_slice", "fill"],
    "breadth-first, two words": ["run_slice", "fill"],
    "threads": ["store", "next_block", "make_parts", "fill"],
    "sorted": ["store", "next_block", "make_parts", "places_made"],
    "bidirectional": ["run_slice", "enter"],
    "a-star": ["run_slice", "fill"],
    "depth-first": ["run_slice", "fill"],
    "ida-star": ["walk", "fill"],
    "ida-star, no check": ["walk"],
}


@pytest.mark.parametrize("search", LOOPS)
def test_no_kernel_is_made_while_the_clock_runs(search: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, program, search], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    began, came = done.stdout.splitlines()
    assert set(LOOPS[search]) <= set(began.split())
    assert came == ""
