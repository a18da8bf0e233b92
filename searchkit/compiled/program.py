"""A problem compiled: its layout, its functions by address, its data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from attrs import evolve

from searchkit.compiled import members
from searchkit.compiled.adapters import estimator, keyer, tester
from searchkit.compiled.data import Data
from searchkit.compiled.door import numpy, types
from searchkit.compiled.failing import raised
from searchkit.compiled.layout import Layout, layout_of, shape_of
from searchkit.compiled.settings import Compiled
from searchkit.compiled.successors import expander
from searchkit.errors import CompileError
from searchkit.problem import Problem, method_behind

EXPAND: Final = 0
GOAL: Final = 1
ESTIMATE: Final = 2
KEY: Final = 3
DATA: Final = 4
GOAL_DATA: Final = 5
ESTIMATE_DATA: Final = 6
SLOTS: Final = 7
"""Places in the array of addresses that a kernel is given. 0 is: there is none."""


def wrong_zero(zero: Any) -> CompileError:
    """Make the error for a zero of the costs that compiled code does not have."""
    return CompileError(
        f"zero={zero!r}: a compiled search adds up costs that are ints or floats, and their zero "
        "is 0 or 0.0. Search interpreted (without compiled=)."
    )


class Program:
    """The compiled functions of a problem.

    Args:
        problem: Whose.
        settings: How.
        tests_goals: Whether states are tested for being goals.
        heuristic: A heuristic of states alone, in place of the problem's.
        estimates: Whether the heuristic is wanted.
        key: The key of the duplicate check, where it has one.
        forward: The program of which this is the way back: its states are laid out the same.

    Attributes:
        expands: The name of the function that gives the successors.
        layout: How states are laid into words.
        key_layout: How keys are; that of the states where there is no key.
        float_costs: Whether costs are floats.
        float_estimates: Whether the heuristic gives floats.

    Raises:
        CompileError: Something does not compile.
    """

    def __init__(
        self,
        problem: Problem[Any, Any, Any],
        settings: Compiled,
        *,
        tests_goals: bool = True,
        heuristic: Callable[..., Any] | None = None,
        estimates: bool = False,
        key: Callable[[Any], Any] | None = None,
        forward: Program | None = None,
    ) -> None:
        if problem.sees_closed:
            raise CompileError(
                "a problem with sees_closed=True cannot be compiled: its successors depend on "
                "Python objects. Search it interpreted (without compiled=)."
            )
        if problem.zero != 0:
            raise wrong_zero(problem.zero)
        if not problem.starts and forward is None:
            raise CompileError("a compiled search takes the form of its states from a start.")
        self.problem = problem
        self.settings = settings
        self.tests_goals = tests_goals
        self.heuristic = heuristic
        self.estimates = estimates
        self.key = key
        self.layout: Layout = (
            layout_of(problem.starts[0], settings.bounds) if forward is None else forward.layout
        )
        self.key_layout = self.layout if key is None else self._layout_of_key(key)
        self.steps = problem.next_states is None
        plain = "steps" if self.steps else "states"
        self.expands = f"next_{plain}" if forward is None else f"previous_{plain}"
        self.float_costs = False
        self.float_estimates = False
        self.functions: Any = None
        self._compile()

    def _layout_of_key(self, key: Callable[[Any], Any]) -> Layout:
        value = key(self.problem.starts[0])
        if shape_of(value, "key") == self.layout.shape:
            return evolve(self.layout, what="key")
        return layout_of(value, what="key")

    def function(self, name: str) -> Callable[..., Any]:
        """Give a function of the problem by name; that of a state class is its method."""
        function: Callable[..., Any] = getattr(self.problem, name)
        method = method_behind(function)
        return function if method is None else getattr(self.layout.shape.kind, method)

    def raised(self, name: str, state: Any) -> Exception | None:
        """Give what a compiled function raises for a state; None where it does not.

        Args:
            name: Of the function: next_states (or next_steps, as the problem has it), is_goal,
                heuristic, or key.
            state: The state.
        """
        several = name == "next_states"
        own = {"heuristic": self.heuristic, "key": self.key}.get(name)
        if several and self.steps:
            name = "next_steps"
        data = self._kept[0] if own is None else None
        function = own or self.function(name)
        keys = self.key_layout if name == "key" else None
        return raised(function, self.layout, data, state, several=several, keys=keys)

    def _compile(self) -> None:
        problem, layout = self.problem, self.layout
        data = Data(problem.data) if problem.has_data else None
        functions = numpy.zeros(SLOTS, numpy.int64)
        kept: list[Any] = [data]
        native, cost_type = expander(
            self.function("next_steps" if self.steps else "next_states"),
            layout,
            data,
            role=self.expands,
            steps=self.steps,
        )
        self.float_costs = cost_type == types.float64
        functions[EXPAND] = native.address
        functions[DATA] = data.address if data else 0
        kept.append(native)
        if self.tests_goals and problem.tested_goals is not None:
            goals = members.Members(layout, problem.tested_goals)
            functions[GOAL], functions[GOAL_DATA] = members.address(), goals.address
            kept.append(goals)
        elif self.tests_goals:
            native = tester(self.function("is_goal"), layout, data)
            functions[GOAL], functions[GOAL_DATA] = native.address, functions[DATA]
            kept.append(native)
        if self.estimates:
            own = self.heuristic
            native, kind = (
                estimator(self.function("heuristic"), layout, data)
                if own is None
                else estimator(own, layout, None)
            )
            self.float_estimates = kind == types.float64
            functions[ESTIMATE] = native.address
            functions[ESTIMATE_DATA] = 0 if own else functions[DATA]
            kept.append(native)
        if self.key is not None:
            native = keyer(self.key, layout, self.key_layout)
            functions[KEY] = native.address
            kept.append(native)
        self.functions, self._kept = functions, kept

    def __getstate__(self) -> dict[str, Any]:
        """Leave the native code behind; it is compiled again where it is needed."""
        return {k: v for k, v in vars(self).items() if k not in {"functions", "_kept"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._compile()

    def rows_of(self, states: Any) -> Any:
        """Lay states into words, one row after another."""
        words = [word for state in states for word in self.layout.words_of(state)]
        return numpy.array(words, numpy.uint64)

    def state_at(self, rows: Any, number: int) -> Any:
        """Make the state of a row."""
        width = self.layout.width
        words = rows[number * width : (number + 1) * width].tolist()
        return self.layout.state_of(cast("list[int]", words))
