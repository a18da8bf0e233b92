"""Random walks: what a space is like, from samples of it.

Each walk begins at a start and takes one of the successors, each as likely as the others, until
it meets a goal, a dead end, or its length. Nothing is remembered but the walk itself, so that the
size of the space does not matter; and nothing is proved by what was not met.

Source: R. Aleliunas, R. M. Karp, R. J. Lipton, L. Lovasz and C. Rackoff, Random walks, universal
traversal sequences, and the complexity of maze problems (1979); for the branching factor: D. E.
Knuth, Estimating the efficiency of backtrack programs (1975).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Generic, cast, overload

from attrs import frozen
from typing_extensions import Unpack, override

from searchkit.duplicates import DuplicateCheck, NoCheck
from searchkit.errors import CheckError, ProblemError
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT
from searchkit.observers import Observer
from searchkit.options import SearchOptions, StateT
from searchkit.path import Path
from searchkit.problem import Problem
from searchkit.protocols import A, C, S, Steps
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search


@frozen(kw_only=True)
class WalkReport(Generic[S, A, C]):
    """What random walks met. True as a bool where one of them met a goal.

    Attributes:
        walks: How many walks came to their end.
        hits: How many of them ended in a goal.
        dead_ends: How many ended in a state without successors.
        cut_off: How many ended because they were long enough.
        branching_factor: How many successors the expanded states had on average, dead ends
            included; None where no state was expanded.
        result: The result, with the cheapest of the paths to a goal.
    """

    walks: int
    hits: int
    dead_ends: int
    cut_off: int
    branching_factor: float | None
    result: Result[S, A, C]

    @property
    def path(self) -> Path[S, A, C]:
        """The cheapest of the walks that met a goal.

        Raises:
            NoPathError: None did.
        """
        return self.result.path

    def __bool__(self) -> bool:
        return bool(self.result)


class RandomWalks(Search[S, A, C]):
    """The search object beneath `random_walks`; takes the same arguments but ``limits``.

    A run stops at each walk that meets a goal, unless ``on_solution`` is given.

    Attributes:
        walks_done: How many walks came to their end.
        hits: How many of them ended in a goal.
        dead_ends: How many ended in a state without successors.

    Example:
        >>> from searchkit import Problem
        >>> line = Problem(0, next_states=lambda n: [n - 1, n + 1], is_goal=lambda n: n == 3)
        >>> search = RandomWalks(line, length=50, seed=1)
        >>> search.run().path.end, search.walks_done < 100
        (3, True)
    """

    labels_in_loop = True

    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        *,
        walks: int = 100,
        length: int = 1000,
        seed: int | None = 0,
        duplicates: NoCheck | None = None,
        **options: Unpack[SearchOptions[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: RandomWalks[StateT, None, int],
        start: StateT,
        *,
        walks: int = 100,
        length: int = 1000,
        seed: int | None = 0,
        duplicates: NoCheck | None = None,
        **options: Unpack[SearchOptions[StateT, None, int]],
    ) -> None: ...
    def __init__(
        self,
        start: Any,
        *,
        walks: int = 100,
        length: int = 1000,
        seed: int | None = 0,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        for name, number in (("walks", walks), ("length", length)):
            if isinstance(number, bool) or not isinstance(cast("Any", number), int) or number < 0:
                raise ProblemError(f"{name}={number!r}: a whole number from 0 on.")
        if not isinstance(duplicates, NoCheck | None):
            raise CheckError(
                f"random walks remember no state, and so have no use for {duplicates!r}. Leave "
                "duplicates= out."
            )
        super().__init__(start, duplicates=NoCheck(), on_solution=on_solution, observer=observer)
        if self.problem.sees_closed:
            raise ProblemError(
                "random walks close no nodes, and the successors of this problem depend on those "
                "that are closed. Use depth_first_search with a limit."
            )
        self.walks = walks
        self.length = length
        self.random = Random(seed)  # noqa: S311 - not for secrets
        self.pending: tuple[S, C, A] | None = None  # the step that was drawn, not yet taken
        self.walk_over = False
        self.walks_done = 0
        self.hits = 0
        self.dead_ends = 0
        self.generated = 0
        self.deepest = -1

    @override
    def events(self) -> Events:
        nodes, states = self.nodes, self.nodes.states
        index, is_goal = self.index, self.is_goal()
        while self._begin_walk():
            if self.pending is None:
                if self.current != NO_PARENT:
                    if self._expanded >= self.ask_at:
                        yield None
                    self._expanded += 1
                steps = list(self.children(self.current))
                self.generated += len(steps) if self.current != NO_PARENT else 0
                if not steps:
                    self.dead_ends += 1
                    self.walk_over = True
                    continue
                self.pending = self.random.choice(steps)
            while len(states) >= self.room:
                yield FULL
            step = cast("tuple[S, C, A]", self.pending)
            state, number = step[0], len(states)
            index[state] = number
            states.append(state)
            nodes.parents.append(self.current)
            nodes.arriving = step
            nodes.keep_label()
            self.pending = None
            self.current = number
            self.deepest = max(self.deepest, number)
            self.walk_over = number >= self.length
            if is_goal(state):
                self.hits += 1
                self.walk_over = True
                yield number

    def _begin_walk(self) -> bool:
        """Begin the next walk where one is over; False where there are enough."""
        if self.walk_over:
            self.walks_done += 1
            self.nodes.truncate(0)
            self.current = NO_PARENT
            self.walk_over = False
        self.cutoff = bool(self.problem.starts)  # whatever was not met may be there all the same
        return self.cutoff and self.walks_done < self.walks

    @property
    def report(self) -> WalkReport[S, A, C]:
        """What the walks met so far."""
        done = self.walks_done + self.walk_over
        return WalkReport(
            walks=done,
            hits=self.hits,
            dead_ends=self.dead_ends,
            cut_off=done - self.hits - self.dead_ends,
            branching_factor=self.generated / self._expanded if self._expanded else None,
            result=self.result,
        )

    @property
    @override
    def frontier(self) -> list[int]:
        return [] if self.walk_over or self.current == NO_PARENT else [self.current]

    @property
    @override
    def statistics(self) -> Statistics:
        return Statistics(
            expanded=self.expanded,
            generated=self.generated,
            stored=self.deepest + 1,
            solutions=self.solutions_found,
            max_frontier=min(self.deepest + 1, 1),
            depth=max(self.deepest, 0),
            seconds=self.seconds,
        )

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return Guarantee.NONE, None, ""


def _go_on(_path: object) -> None:
    """Answer nothing, so that the walks go on after one has met a goal."""


@overload
def random_walks(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    walks: int = 100,
    length: int = 1000,
    seed: int | None = 0,
    duplicates: NoCheck | None = None,
    limits: Limits | None = None,
    **options: Unpack[SearchOptions[S, A, C]],
) -> WalkReport[S, A, C]: ...
@overload
def random_walks(
    start: StateT,
    *,
    walks: int = 100,
    length: int = 1000,
    seed: int | None = 0,
    duplicates: NoCheck | None = None,
    limits: Limits | None = None,
    **options: Unpack[SearchOptions[StateT, None, int]],
) -> WalkReport[StateT, None, int]: ...
def random_walks(
    start: Any,
    *,
    walks: int = 100,
    length: int = 1000,
    seed: int | None = 0,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Callable[[Any], object] | None = None,
    observer: Observer[Any, Any, Any] | None = None,
) -> WalkReport[Any, Any, Any]:
    """Walk at random from the start, many times, and report what was met.

    Promises nothing: a path that is found is legal, and where none is found there may be one all
    the same (the outcome is then CUTOFF, never EXHAUSTED). The same seed gives the same walks.

    Args:
        start: A state, or a `Problem`. Of several starts, each walk takes one at random.
        walks: How many walks.
        length: How many steps a walk has at most.
        seed: Where the random numbers begin; None takes other ones each time.
        duplicates: There is nothing to choose: walks remember no state.
        limits: What the walks may use together; see `Limits`.
        on_solution: Called with each walk that meets a goal; a true answer ends it all.
        observer: Told what happens; see `Observer`.

    Returns:
        How many walks met a goal, a dead end, or neither; the branching factor; the cheapest path.

    Raises:
        ProblemError: The start is no state and no problem; ``walks`` or ``length`` is no whole
            number from 0 on; or the successors depend on the nodes closed before.
        CheckError: A duplicate check is given.
        CostError: A step has a negative cost, or NaN.

    Time and memory: up to ``walks`` times ``length`` expansions; one walk is held at a time.

    Source: Aleliunas, Karp, Lipton, Lovasz and Rackoff (1979); Knuth (1975).

    Example:
        >>> from searchkit import Problem
        >>> stairs = Problem(
        ...     0,
        ...     next_states=lambda n: [n + 1, n + 2, n + 3] if n < 10 else [],
        ...     is_goal=lambda n: n == 10,
        ... )
        >>> report = random_walks(stairs, walks=1000)
        >>> 400 < report.hits < 600, report.hits + report.dead_ends, report.cut_off
        (True, 1000, 0)
    """
    search: RandomWalks[Any, Any, Any] = cast("Any", RandomWalks)(
        start,
        walks=walks,
        length=length,
        seed=seed,
        duplicates=duplicates,
        on_solution=on_solution or _go_on,
        observer=observer,
    )
    search.run(limits)
    return search.report
