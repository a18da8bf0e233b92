"""Calling the user's functions from a kernel, by the array of addresses of a `Program`."""

from __future__ import annotations

from typing import Any

from searchkit.compiled.door import bare_kernel
from searchkit.compiled.machine import call
from searchkit.compiled.program import (
    DATA,
    ESTIMATE,
    ESTIMATE_DATA,
    EXPAND,
    GOAL,
    GOAL_DATA,
    KEY,
)


@bare_kernel
def expand(
    functions: Any, states: Any, count: Any, out: Any, capacity: Any, tallies: Any, costs: Any
) -> Any:
    """Write the successors of so many rows; all but the first are addresses or numbers."""
    return call(functions[EXPAND], states, count, out, capacity, tallies, costs, functions[DATA])


@bare_kernel
def test(functions: Any, states: Any, count: Any, out: Any) -> Any:
    """Write for so many rows whether they are goals."""
    return call(functions[GOAL], states, count, out, 0, 0, 0, functions[GOAL_DATA])


@bare_kernel
def estimate(functions: Any, states: Any, count: Any, out: Any) -> Any:
    """Write the heuristic of so many rows."""
    return call(functions[ESTIMATE], states, count, out, 0, 0, 0, functions[ESTIMATE_DATA])


@bare_kernel
def key(functions: Any, states: Any, count: Any, out: Any) -> Any:
    """Write the keys of so many rows."""
    return call(functions[KEY], states, count, out, 0, 0, 0, 0)
