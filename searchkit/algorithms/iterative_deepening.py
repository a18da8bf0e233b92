"""Iterative deepening: depth-first search again and again, each time a little deeper.

It finds what breadth-first search finds, in the memory of depth-first search. Most states of a
tree lie in its deepest layer, so that going through the layers above once more costs little.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search (1985);
Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.4.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, overload

import attrs
from typing_extensions import Unpack, override

from searchkit.algorithms.depth_first import DepthFirst
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, ProblemError
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.options import (
    ActionT,
    CompiledChecking,
    CompiledHashing,
    CompiledRunChecking,
    CompiledRunHashing,
    CostT,
    HashableT,
    StateT,
)
from searchkit.path_check import PathCheck
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import Events
from searchkit.supersede import SupersedingIndex


class IterativeDeepening(DepthFirst[S, A, C]):
    """The search object beneath `iterative_deepening_search`; the same arguments but ``limits``.

    Attributes:
        depth_limit: The depth limit of the present round.
        rounds: The number of the present round, from 1 on.
        fewest: No solution has fewer steps.

    Example:
        >>> from searchkit import Problem
        >>> search = IterativeDeepening(
        ...     Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 10)
        ... )
        >>> search.run().path.states, search.rounds
        ((1, 2, 4, 5, 10), 5)
    """

    native = "iterative_deepening"

    @overload
    def __init__(
        self: IterativeDeepening[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        *,
        depth_step: int = 1,
        depth_limit: int | None = None,
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        depth_step: int = 1,
        depth_limit: int | None = None,
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: IterativeDeepening[HashableT, None, int],
        start: HashableT,
        *,
        depth_step: int = 1,
        depth_limit: int | None = None,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: IterativeDeepening[StateT, None, int],
        start: StateT,
        *,
        depth_step: int = 1,
        depth_limit: int | None = None,
        **options: Unpack[CompiledChecking[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
        compiled: bool | Compiled = False,
        depth_step: int = 1,
        depth_limit: int | None = None,
    ) -> None:
        super().__init__(
            start,
            duplicates=PathCheck() if duplicates is None else duplicates,
            on_solution=on_solution,
            observer=observer,
            compiled=compiled,
            depth_limit=depth_limit,  # looked at; the rounds begin with 0
        )
        if type(depth_step) is not int or depth_step < 1:
            raise ProblemError(
                f"depth_step={depth_step!r}: by how many steps the depth limit rises, from 1 on."
            )
        if self.check.known is Known.DOMINANCE:
            raise CheckError(
                f"{type(self).__name__} cannot work with a check that means dominance: a state "
                "that dominates another keeps its own way, which may be the deeper one, and so a "
                "goal within the depth limit may be missed. Use breadth_first_search, or a check "
                "under which 'known' means equality."
            )
        self.depth_step = depth_step
        self.last_limit = depth_limit
        self.depth_limit = 0
        self.rounds = 1
        self.searched = -1  # the depth limit of the round before
        self.fewest = 0
        self.most_stored = 0
        self._start_index()
        self._reported = self.check.new_index()  # goal states, under a check that remembers

    @override
    def events(self) -> Events:
        return self.deepening(super().events)

    def deepening(self, search: Callable[[], Events]) -> Events:
        """Search round after round.

        Args:
            search: Searches once, from the facts in this object on.
        """
        while True:
            for event in search():
                if event is None or event < 0 or self._is_news(event):
                    yield event
            if not self._deepen():
                return

    def _is_news(self, number: int) -> bool:
        """Was a goal node not among the solutions of an earlier round?"""
        if not self.check.remembers:  # its number is its depth
            return number > self.searched
        state = self.nodes.states[number]
        if state in self._reported:
            return False
        self._reported[state] = number
        return True

    def _deepen(self) -> bool:
        """Begin a round with a greater depth limit; False where there is none."""
        done = self.depth_limit or 0
        if not self.solutions_found:
            self.fewest = done + 1
        elif self._best is not None and not self.check.remembers:
            self.fewest = len(self._best)  # of all paths within the limit
        if not self.cutoff or done == self.last_limit:
            return False
        self.most_stored = max(self.most_stored, len(self.nodes))
        self.searched = done
        self.rounds += 1
        deeper = done + self.depth_step
        self.depth_limit = deeper if self.last_limit is None else min(deeper, self.last_limit)
        self.cutoff = False
        if self._engine is None:
            self._begin_again()
        else:
            self._engine.restart()
        return True

    def _begin_again(self) -> None:
        """Forget all nodes, and begin with the starts."""
        self.forget_from(0)
        self.depths.clear()
        self.cut.clear()
        self.stack.append(NO_PARENT)
        self.taken_of.append(0)
        self._start_index()

    def _start_index(self) -> None:
        """Forget all states; one that forgets by itself has done so."""
        if self.check.remembers:
            self._index = self.check.new_index()
            if self.check.known is Known.EQUIVALENCE:
                self._index = SupersedingIndex(self._index)

    @property
    @override
    def statistics(self) -> Statistics:
        statistics = super().statistics
        return attrs.evolve(statistics, stored=max(statistics.stored, self.most_stored))

    @override
    def lower_bound(self) -> C | None:
        if self.problem.next_states is None:
            return None
        steps: Any = min(self.fewest, len(self._best)) if self._best else self.fewest
        return cast("C", steps)

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        if self.nodes.costs_differ:
            few = "the fewest steps" if self.depth_step == 1 else "few steps"
            return Guarantee.NONE, None, f"the path has {few}, but steps cost differently"
        condition = " and ".join(self.fewest_steps_rests_on())
        steps = len(self._best) if self._best else 0
        if steps <= self.fewest:
            return Guarantee.OPTIMAL, 1.0, condition
        if self.fewest == 0:
            return Guarantee.NONE, None, ""
        return Guarantee.BOUNDED, steps / self.fewest, condition


@overload
def iterative_deepening_search(
    start: Steps[H, A, C] | Problem[H, A, C],
    *,
    depth_step: int = 1,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Result[H, A, C]: ...
@overload
def iterative_deepening_search(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    depth_step: int = 1,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Result[S, A, C]: ...
@overload
def iterative_deepening_search(
    start: HashableT,
    *,
    depth_step: int = 1,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunHashing[HashableT, None, int]],
) -> Result[HashableT, None, int]: ...
@overload
def iterative_deepening_search(
    start: StateT,
    *,
    depth_step: int = 1,
    depth_limit: int | None = None,
    **options: Unpack[CompiledRunChecking[StateT, None, int]],
) -> Result[StateT, None, int]: ...
def iterative_deepening_search(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
    depth_step: int = 1,
    depth_limit: int | None = None,
) -> Result[Any, Any, Any]:
    """Search depth-first with the depth limits 0, ``depth_step``, 2 * ``depth_step``, and so on.

    Promises a path of the fewest steps with a ``depth_step`` of 1, and otherwise one with at most
    ``depth_step - 1`` steps more. Proof: the round before found nothing, so no path to a goal is
    as short as its limit, and the path found is no longer than the present limit. Where all steps
    cost the same, the guarantee is OPTIMAL if the path has just one step more than the limit of
    the round before, and BOUNDED by the quotient of the two otherwise.

    It ends with EXHAUSTED when a round cut nothing off, hence in every finite space (but not with
    `NoCheck`, if there is a circle).

    Args:
        start: A state, or a `Problem`.
        duplicates: The duplicate check; `PathCheck` by default, with which the memory is that of
            one path. With `HashCheck` each round keeps all states that it meets, and expands each
            of them once for each smaller depth at which it comes again: much faster where many
            ways lead to a state.
        limits: What the search may use; see `Limits`. All rounds count together.
        on_solution: Called with the path of each solution; a true answer stops the search. Going
            on, it gives every path to a goal once (under `HashCheck` every goal state once).
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code; see `Compiled` and `depth_first_search`.
        depth_step: By how much the depth limit rises. A step of d saves most of the rounds in a
            space that is deep and narrow.
        depth_limit: The limit of the last round. If nothing was found then, the outcome is CUTOFF,
            unless nothing was cut off.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution.

    Raises:
        ProblemError: The start is no state and no problem, or an argument is out of its range.
        CheckError: The check does not fit the states, or means dominance.
        CostError: A step has a negative cost, or NaN.

    Time and memory: in a tree with branching factor b, b / (b - 1) times that of the last round;
    on a chain of n states, n²/2 expansions (divided by ``depth_step``). With `PathCheck`, memory
    grows with the depth, and time with the number of paths.

    Source: Korf (1985); Russell and Norvig, section 3.4.4.

    Example:
        >>> from searchkit import Problem
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 11)
        >>> result = iterative_deepening_search(problem)
        >>> result.path.states, result.guarantee.name, result.statistics.stored
        ((1, 2, 4, 5, 10, 11), 'OPTIMAL', 6)
    """
    return IterativeDeepening(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
        depth_step=depth_step,
        depth_limit=depth_limit,
    ).run(limits)
