"""Breadth-first layers: how a space spreads out from its start.

The layer d holds the states that are d steps away and no fewer. Their sizes say how fast the space
grows, where it is widest, and how far its farthest states are: for a sliding puzzle or a cube the
last is the famous number of moves that the hardest position takes.

Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.4.1; A. Reinefeld,
Complete solution of the eight-puzzle and the benefit of node ordering in IDA* (1993).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Generic, overload

from attrs import frozen
from typing_extensions import Unpack, override

from searchkit.algorithms.breadth_first import BreadthFirst
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck
from searchkit.limits import Limits
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
from searchkit.problem import Problem
from searchkit.protocols import A, C, H, S, Steps
from searchkit.result import Outcome, Statistics


@frozen(kw_only=True, repr=False)
class Layers(Generic[S]):
    """The breadth-first layers of a space. Printing it gives a table.

    Attributes:
        sizes: How many states each complete layer has, the starts' first.
        begun: How many states were found of a further layer, which a limit left incomplete.
        deepest: The states of the last complete layer, in the order of their discovery.
        complete: Everything that can be reached was explored.
        outcome: EXHAUSTED, LIMIT or STOPPED.
        statistics: Counters of the search.
    """

    sizes: tuple[int, ...]
    begun: int
    deepest: tuple[S, ...]
    complete: bool
    outcome: Outcome
    statistics: Statistics

    @property
    def states(self) -> int:
        """How many states the complete layers hold together."""
        return sum(self.sizes)

    @property
    def eccentricity(self) -> int | None:
        """How many steps the farthest states are away; None where a limit left that open."""
        return len(self.sizes) - 1 if self.complete and self.sizes else None

    @property
    def growth(self) -> tuple[float, ...]:
        """How many times larger each layer is than the one before; one number less than layers."""
        return tuple(
            after / before for before, after in zip(self.sizes, self.sizes[1:], strict=False)
        )

    def __len__(self) -> int:
        return len(self.sizes)

    def __repr__(self) -> str:
        end = f"eccentricity {self.eccentricity}" if self.complete else self.outcome.name
        return f"<Layers: {len(self)} layers, {self.states:,} states, {end}>"

    def __str__(self) -> str:
        lines = ["depth       states   growth"]
        for depth, size in enumerate(self.sizes):
            growth = f"{self.growth[depth - 1]:9.3f}" if depth else ""
            lines.append(f"{depth:5} {size:12,}{growth}")
        if not self.complete:
            lines.append(f"{len(self):5} {self.begun:12,}  and more ({self.outcome.value})")
        lines.append(f"in all {sum(self.sizes) + self.begun:11,}")
        return "\n".join(lines)


class BreadthFirstLayers(BreadthFirst[S, A, C]):
    """The search object beneath `breadth_first_layers`; takes the same arguments.

    Goals play no part: the search goes on until nothing is left. Run again behind a limit, it goes
    on where it stopped.

    Example:
        >>> from searchkit import Limits, Problem
        >>> search = BreadthFirstLayers(
        ...     Problem(1, next_states=lambda n: [n * 2, n * 3], is_goal=lambda n: False)
        ... )
        >>> result = search.run(Limits(expanded=12))
        >>> search.layers
        <Layers: 5 layers, 15 states, LIMIT>
    """

    ignores_goals = True

    @overload
    def __init__(
        self: BreadthFirstLayers[H, ActionT, CostT],
        start: Steps[H, ActionT, CostT] | Problem[H, ActionT, CostT],
        **options: Unpack[CompiledHashing[H, ActionT, CostT]],
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: Steps[S, A, C] | Problem[S, A, C],
        **options: Unpack[CompiledChecking[S, A, C]],
    ) -> None: ...
    @overload
    def __init__(
        self: BreadthFirstLayers[HashableT, None, int],
        start: HashableT,
        **options: Unpack[CompiledHashing[HashableT, None, int]],
    ) -> None: ...
    @overload
    def __init__(
        self: BreadthFirstLayers[StateT, None, int],
        start: StateT,
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
    ) -> None:
        super().__init__(
            start,
            duplicates=duplicates,
            on_solution=on_solution,
            observer=observer,
            compiled=compiled,
        )

    @override
    def is_goal(self) -> Callable[[S], bool]:
        return _never

    @property
    def layers(self) -> Layers[S]:
        """The layers as they are now."""
        states, parents = self.nodes.states, self.nodes.parents
        result = self.result
        known = len(states) if result.complete else self.layer_end
        ends = [bisect_left(parents, 0)]  # parents come in the order of their numbers
        while ends[-1] < known:
            ends.append(bisect_left(parents, ends[-1]))
        begins = [0, *ends]
        sizes = tuple(end - begin for begin, end in zip(begins, ends, strict=False) if end <= known)
        last = range(sum(sizes[:-1]), sum(sizes))
        return Layers(
            sizes=sizes if sum(sizes) else (),
            begun=len(states) - sum(sizes),
            deepest=tuple(states[number] for number in last),
            complete=result.complete,
            outcome=result.ended,
            statistics=self.statistics,
        )


def _never(_state: object) -> bool:
    return False


@overload
def breadth_first_layers(
    start: Steps[H, A, C] | Problem[H, A, C],
    **options: Unpack[CompiledRunHashing[H, A, C]],
) -> Layers[H]: ...
@overload
def breadth_first_layers(
    start: Steps[S, A, C] | Problem[S, A, C],
    **options: Unpack[CompiledRunChecking[S, A, C]],
) -> Layers[S]: ...
@overload
def breadth_first_layers(
    start: HashableT,
    **options: Unpack[CompiledRunHashing[HashableT, None, int]],
) -> Layers[HashableT]: ...
@overload
def breadth_first_layers(
    start: StateT,
    **options: Unpack[CompiledRunChecking[StateT, None, int]],
) -> Layers[StateT]: ...
def breadth_first_layers(
    start: Any,
    *,
    duplicates: DuplicateCheck[Any] | None = None,
    limits: Limits | None = None,
    on_solution: Any = None,
    observer: Observer[Any, Any, Any] | None = None,
    compiled: bool | Compiled = False,
) -> Layers[Any]:
    """Explore everything, layer by layer, and say how many states are how far away.

    Promises exact sizes of all complete layers, also where a limit ended it. Goals play no part.

    Args:
        start: A state, or a `Problem`. With several starts, the distance is that from the nearest.
        duplicates: The duplicate check; `HashCheck` by default. In a space where every step can
            be taken back, `LayerCheck` needs less memory. Under a ``key=`` the layers count
            classes of states.
        limits: What the search may use; see `Limits`.
        on_solution: Never called, as no state counts as a goal.
        observer: Told what happens; see `Observer`.
        compiled: Whether to run as native code (under `HashCheck`, `SortedCheck` or `NoCheck`); see
            `Compiled`.

    Returns:
        The layers: sizes, growth, eccentricity, deepest states.

    Raises:
        ProblemError: The start is no state and no problem.
        CheckError: The check does not fit the states.
        CostError: A step has a negative cost, or NaN.

    Time and memory: each state that can be reached is expanded once and stored once.

    Source: Russell and Norvig, section 3.4.1.

    Example:
        The moves of a knight on a board of 5 by 5 squares, from a corner:

        >>> from searchkit import Problem
        >>> jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        >>> def knight(square):
        ...     for down, right in jumps:
        ...         row, column = square[0] + down, square[1] + right
        ...         if 0 <= row < 5 and 0 <= column < 5:
        ...             yield row, column
        >>> board = Problem((0, 0), next_states=knight, is_goal=lambda square: False)
        >>> layers = breadth_first_layers(board)
        >>> print(layers)
        depth       states   growth
            0            1
            1            2    2.000
            2            9    4.500
            3           10    1.111
            4            3    0.300
        in all          25
        >>> layers.eccentricity, layers.deepest
        (4, ((2, 2), (4, 4), (1, 1)))
    """
    search: BreadthFirstLayers[Any, Any, Any] = BreadthFirstLayers(
        start,
        duplicates=duplicates,
        on_solution=on_solution,
        observer=observer,
        compiled=compiled,
    )
    search.run(limits)
    return search.layers
