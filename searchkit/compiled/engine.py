"""What the engines of compiled searches share: slices, failures, the first stretch.

An engine runs the loop of one algorithm as a native kernel, in slices of some hundredths of a
second, and writes the facts back into the search object after each. So everything else (limits,
statistics, promises, paths) is the work of the same classes as interpreted.

A kernel ends a slice with one of the statuses below, having put down all it knows in arrays of
the engine, and goes on from there when it is called again.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Final

from searchkit.compiled.adapters import BAD_COST, FAILED, FULL, OUT_OF_RANGE
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.layout import out_of_range
from searchkit.compiled.nodes import CompiledNodes
from searchkit.compiled.program import Program
from searchkit.compiled.settings import Compiled
from searchkit.errors import CheckError, CompileError

END: Final = 0
"""Everything was searched."""
ASK: Final = 1
"""The expansions of this slice are done."""
SOLUTION: Final = 2
"""A node is a solution."""
NO_ROOM: Final = 3
"""As many states are stored as may be."""
GROW: Final = 4
"""Some array is full."""
WIDEN: Final = 5
"""The successors of one state do not fit into the room for them."""
ERROR: Final = 6
"""A function of the user failed."""
FAULTY: Final = 7
"""Expanding a state failed; the successors that it gives before are yet to be taken."""

LARGEST_SUMMAND: Final = 1 << 61
"""What g, and weight * h, may be where all are ints: their sum stays within 64 bits."""

_SHORT, _LONG = 0.01, 0.04  # seconds that a slice should take
_FIRST_SLICE = 1024


class Engine(ABC):
    """The native loop of a search.

    Args:
        search: The search object, whose facts it keeps.
        settings: How it is compiled.
    """

    def __init__(self, search: Any, settings: Compiled, **wanted: Any) -> None:
        self.search = search
        self.settings = settings
        self.program = Program(search.problem, settings, **wanted)
        self.slice = _FIRST_SLICE
        self.compared = settings.compared == 0

    def warm(self) -> None:  # noqa: B027
        """Call the kernels once without effect: they are compiled, or read from disk, before the
        search begins, and so are no part of its time.
        """  # noqa: D205

    @abstractmethod
    def events(self) -> Any:
        """Run the algorithm, from the facts in the engine on; see `searchkit.search`."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of nodes."""

    @abstractmethod
    def state(self, number: int) -> Any:
        """Make the state of a node."""

    @abstractmethod
    def parent(self, number: int) -> int:
        """Give the parent of a node."""

    def step_cost(self, number: int) -> Any:  # noqa: B027
        """Give the cost of the step into a node; None where the search does not store it."""

    def ordinal(self, number: int) -> int | None:  # noqa: B027
        """Give which of its parent's successors a node is; None: the first that fits."""

    def steps_from(self, number: int) -> Iterable[Any]:
        """Give the steps that lead on from a node, interpreted."""
        problem = self.search.problem
        steps: Iterable[Any] = problem.bind(problem.next_steps)(self.state(number))
        return steps

    def new_nodes(self) -> CompiledNodes:
        """Make the node table that shows the engine's arrays."""
        return CompiledNodes(self, labelled=self.program.steps, zero=self.search.problem.zero)

    def compare(self) -> None:
        """Compare compiled and interpreted functions on the first states, once."""
        if not self.compared:
            compare_first(self.program, self.settings.compared)
            self.compared = True

    def until(self) -> int:
        """Say at how many expansions the next slice must end."""
        return int(min(self.search.expanded + self.slice, self.search.may_expand))

    def timed(self, began: float) -> None:
        """Make the next slice longer or shorter, by what this one took."""
        took = time.perf_counter() - began
        if took < _SHORT:
            self.slice = min(self.slice * 2, 1 << 40)
        elif took > _LONG:
            self.slice = max(self.slice // 2, 1)

    def all_from(self, state: Any) -> list[tuple[Any, Any]]:
        """Give the successors of a state, interpreted, with the costs of the steps."""
        return [
            (after[0] if self.search.labels_in_loop else after, self.search.nodes.arriving[1])
            for after in self.search.successors()(state)
        ]

    def before_failure(
        self, state: Any, code: int, program: Program | None = None
    ) -> list[tuple[Any, Any]]:
        """Give what comes before the failure, as a search that takes one at a time meets it.

        Args:
            state: The state that failed when it was expanded.
            code: Why.
            program: Whose successors, where a search goes through another problem as well.

        Returns:
            The successors, with the costs of the steps.

        Raises:
            CompileError: Interpreted it does not fail.
        """
        before: list[tuple[Any, Any]] = []
        try:
            for successor in self._examined(state, code, program or self.program):
                before.append((successor, self.search.nodes.arriving[1]))  # noqa: PERF401
        except Exception:  # noqa: BLE001 - the search will meet it again, in its turn
            return before
        self.fail(state, code, program=program)
        return before

    def _examined(self, state: Any, code: int, program: Program) -> Iterator[Any]:
        """Give the successors of a state, interpreted, and examined for what the code says."""
        for successor in self.search.successors(program.problem)(state):
            after = successor[0] if self.search.labels_in_loop else successor
            if code in {OUT_OF_RANGE, FAILED}:
                self._require_range(after)
            yield after

    def fail(
        self,
        state: Any,
        code: int,
        what: str = "next_states",
        program: Program | None = None,
    ) -> None:
        """Raise what the interpreted function raises for a state that failed.

        Raises:
            CompileError: Interpreted it does not fail.
        """
        if what == "next_states":
            for _ in self._examined(state, code, program or self.program):
                pass
        elif what == "is_goal":
            self.search.is_goal()(state)
        elif what == "key":
            value = self.search.check.key(state)
            self.program.key_layout.words_of(value)
        else:
            self.search.estimate_of(state)
        program = program or self.program
        error = program.raised(what, state) if code == FAILED else None
        told = "" if error is None else f" ({type(error).__name__}: {error})"
        named = program.expands if what == "next_states" else what
        reason = {
            FAILED: f"raised an error{told}",
            OUT_OF_RANGE: "gave a value outside its bounds",
            BAD_COST: "gave a negative cost, or NaN",
            FULL: "gave too many successors",
        }[code]
        raise CompileError(
            f"compiled, {named} {reason} for the state {state!r}; interpreted it does not. Ints in "
            "compiled code have 64 bits and wrap around silently: look for large products, powers "
            "and shifts. And any() and all() of (... for ...) look at all entries there, also "
            "behind the one that decides: write a loop. Or search interpreted (without compiled=)."
        )

    def _require_range(self, state: Any) -> None:
        layout = self.program.layout
        values = layout.values_of(state)
        for leaf, value in zip(layout.leaves, values, strict=True):
            if not leaf.low <= value <= leaf.high:
                raise out_of_range(leaf, value, state)


def unsupported(search: Any, checks: str) -> CheckError:
    """Make the error for a duplicate check that a compiled search does not have."""
    return CheckError(
        f"a compiled {type(search).__name__} has no {type(search.check).__name__}: use {checks}, "
        "or search interpreted (without compiled=)."
    )


def too_large(state: Any, greatest_g: Any, greatest_h: Any) -> CompileError:
    """Make the error for a state whose cost or heuristic is too large to be added up."""
    return CompileError(
        f"the cost of reaching {state!r}, or its heuristic, is too large for compiled code: g is "
        f"at most {greatest_g}, h at most {greatest_h}. Take smaller numbers, or search "
        "interpreted (without compiled=)."
    )


def weight_too_large(weight: Any) -> CompileError:
    """Make the error for a weight with which no f could be reckoned."""
    return CompileError(
        f"weight={weight!r} is too large for compiled code. Take a smaller one, or search "
        "interpreted (without compiled=)."
    )
