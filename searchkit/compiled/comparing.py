"""The first stretch: compiled and interpreted functions must agree on the first states.

A breadth-first walk from the starts, interpreted. On each state that it meets the functions are
called both ways. So what the two worlds do not agree on (ints beyond 64 bits, a global that has
changed, a function that depends on more than its arguments) shows before the search, with the
state that shows it.
"""

from __future__ import annotations

import math
import reprlib
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

from searchkit.compiled.calling import estimate, expand, key, test
from searchkit.compiled.door import numpy
from searchkit.compiled.program import Program
from searchkit.errors import CompileError

SECONDS = 1.0
"""The walk ends after that many seconds, where functions are slow."""


def compare_first(program: Program, states: int) -> None:
    """Compare compiled and interpreted functions on that many states.

    Raises:
        CompileError: They do not agree; the message names the state and what each gave.
    """
    walk = _Walk(program)
    known = set(program.problem.starts)
    queue = deque(program.problem.starts)
    end = time.perf_counter() + SECONDS
    seen = 0
    while queue and seen < states and (seen % 64 or time.perf_counter() < end):
        state = queue.popleft()
        seen += 1
        for successor in walk.compare(state):
            if successor not in known and len(known) < 2 * states:
                known.add(successor)
                queue.append(successor)


def compare_on(program: Program, states: Iterable[Any]) -> int:
    """Compare compiled and interpreted functions on these states; give their number.

    Raises:
        CompileError: They do not agree; the message names the state and what each gave.
    """
    walk = _Walk(program)
    count = 0
    for state in states:
        walk.compare(state)
        count += 1
    return count


class _Walk:
    """The functions of a program, both ways."""

    def __init__(self, program: Program) -> None:
        self.program = program
        problem = program.problem
        steps: Any = problem.next_states or problem.next_steps
        self.successors = problem.bind(steps)
        self.is_goal = problem.bind(problem.is_goal)
        heuristic: Any = problem.heuristic
        self.heuristic = program.heuristic or (heuristic and problem.bind(heuristic))
        self.capacity = 64
        self.out: Any = None
        self._room()

    def _room(self) -> None:
        width = max(self.program.layout.width, self.program.key_layout.width)
        self.out = numpy.zeros(self.capacity * width, numpy.uint64)
        kind = numpy.float64 if self.program.float_costs else numpy.int64
        self.costs: Any = numpy.zeros(self.capacity, kind)
        self.tally: Any = numpy.zeros(1, numpy.int64)

    def compare(self, state: Any) -> list[Any]:
        """Compare on one state; give its successors.

        Where both ways end in an error there is nothing to say: the search itself will meet it.
        """
        program = self.program
        try:
            row = program.rows_of([state])
        except CompileError:
            return []  # outside its bounds, which the search will say
        found = self._expanded(row)
        try:
            steps = list(self.successors(state))
        except Exception as error:  # noqa: BLE001
            if found is not None:
                raise _differs(program.expands, state, error, found) from None
            return []
        expected = [(step[0], step[1]) if program.steps else (step, 1) for step in steps]
        if found is not None and not _same(found, expected):
            raise _differs(program.expands, state, expected, found)
        if program.functions[1]:
            self._agree("is_goal", state, row, test, self.is_goal, bool)
        if program.estimates:
            self._agree("heuristic", state, row, estimate, self.heuristic, self._number)
        if program.key is not None:
            self._agree_on_key(state, row, program.key)
        return [successor for successor, _ in expected]

    def _expanded(self, row: Any) -> list[Any] | None:
        """Expand a state compiled; None where it fails."""
        while True:
            done = expand(
                self.program.functions,
                row.ctypes.data,
                1,
                self.out.ctypes.data,
                self.capacity,
                self.tally.ctypes.data,
                self.costs.ctypes.data,
            )
            if done == 1:
                break
            if int(self.tally[0]) != -2:
                return None
            self.capacity *= 4
            self._room()
        costs = self.costs.tolist() if self.program.steps else [1] * self.capacity
        return [(self.program.state_at(self.out, n), costs[n]) for n in range(int(self.tally[0]))]

    def _agree(
        self, name: str, state: Any, row: Any, native: Any, function: Any, kind: Any
    ) -> None:
        done = native(self.program.functions, row.ctypes.data, 1, self.out.ctypes.data) == 1
        value = self.out[:1]
        if name == "heuristic" and self.program.float_estimates:
            given = float(value.view(numpy.float64)[0])
        else:
            given = kind(int(value.view(numpy.int64)[0]))
        try:
            expected = kind(function(state))
        except Exception as error:  # noqa: BLE001
            if done:
                raise _differs(name, state, error, given) from None
            return
        if done and not _close(given, expected):
            raise _differs(name, state, expected, given)

    def _agree_on_key(self, state: Any, row: Any, function: Any) -> None:
        layout = self.program.key_layout
        done = key(self.program.functions, row.ctypes.data, 1, self.out.ctypes.data) == 1
        given = layout.state_of(self.out[: layout.width].tolist())
        try:
            expected = function(state)
        except Exception as error:  # noqa: BLE001
            if done:
                raise _differs("key", state, error, given) from None
            return
        if done and given != expected:
            raise _differs("key", state, expected, given)

    def _number(self, value: Any) -> Any:
        return float(value) if self.program.float_estimates else value


def _same(found: list[Any], expected: list[Any]) -> bool:
    """Whether two lists of states with costs are the same; floats may differ in the last digits."""
    return len(found) == len(expected) and all(
        one[0] == other[0] and _close(one[1], other[1])
        for one, other in zip(found, expected, strict=True)
    )


def _close(given: Any, expected: Any) -> bool:
    """Whether two numbers are the same; what is no number is left to the search."""
    if isinstance(given, float) and isinstance(expected, float):
        return math.isclose(given, expected, rel_tol=1e-9) or math.isnan(expected)
    return bool(given == expected)


def _differs(name: str, state: Any, expected: Any, given: Any) -> CompileError:
    told = (
        f"raises {type(expected).__name__} ({expected})"
        if isinstance(expected, Exception)
        else f"is {reprlib.repr(expected)}"
    )
    return CompileError(
        f"{name} of {state!r} {told} interpreted, and {reprlib.repr(given)} compiled. Ints in "
        "compiled code have 64 bits and wrap around silently, shifts by a negative number or by "
        "64 and more are not seen; constants are those of the moment "
        "of compiling; and a function must depend on its arguments alone. Mend it, or search "
        "interpreted (without compiled=)."
    )
