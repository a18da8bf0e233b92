"""Breadth-first search of array problems: a layer in batches, duplicates by sorting and merging.

A batch of states is expanded by one call. Its successors are sorted, so that equal ones become
neighbours, and those found in the sorted runs of known states are dropped. The rest are stored,
in the order of their keys, and tested for the goal.

Source: R. E. Korf, W. Zhang, I. Thayer and H. Hohwald, Frontier search (2005); R. Zhou and
E. A. Hansen, Structured duplicate detection in external-memory graph search (2004), for duplicates
that are dropped many at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from typing_extensions import override

from searchkit.algorithms.layers import Layers
from searchkit.array_problem import ArrayProblem
from searchkit.duplicates import SortedCheck
from searchkit.errors import CheckError, ProblemError
from searchkit.limits import Limits
from searchkit.observers import OF_STEPS, Observer, overrides
from searchkit.path import Path
from searchkit.protocols import S
from searchkit.result import Guarantee, Result, Statistics
from searchkit.search import FULL, Events, Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_ONCE = 2**20
"""About how many successors a batch may have, where its size is not given."""


class ArrayBreadthFirst(Search[S, None, int]):
    """The search object beneath `array_breadth_first_search`; takes the same arguments.

    With a goal test that no state passes it explores everything; `layer_sizes`, `layers` and
    `layer` say what it found.

    Example:
        The flips of three neighbouring bits out of ten, each state one number:

        >>> import numpy as np
        >>> from searchkit import ArrayProblem
        >>> flips = np.array([7 << shift for shift in range(8)])
        >>> def expand(states):
        ...     return (states[:, None] ^ flips).reshape(-1)
        >>> def none(states):
        ...     return np.zeros(len(states), bool)
        >>> search = ArrayBreadthFirst(ArrayProblem([0], expand=expand, is_goal=none))
        >>> search.run().complete, search.layer_sizes
        (True, (1, 8, 28, 56, 70, 56, 28, 8, 1))
        >>> search.layer(8)
        array([765])
    """

    by_layers = True

    def __init__(
        self,
        problem: ArrayProblem[S],
        *,
        on_solution: Callable[[Path[S, None, int]], object] | None = None,
        observer: Observer[S, None, int] | None = None,
        layers: int | None = None,
        batch: int | None = None,
    ) -> None:
        from searchkit.arrays.nodes import ArrayNodes  # noqa: PLC0415  it imports numpy
        from searchkit.arrays.runs import SortedRuns, distinct  # noqa: PLC0415

        _require_arguments(problem, observer, layers, batch)
        super().__init__(
            problem.one_by_one(),
            duplicates=SortedCheck(),
            on_solution=on_solution,
            observer=observer,
        )
        self._functions = problem.on_keys()
        self._table: ArrayNodes[S] = ArrayNodes(self._functions)
        self.nodes = self._table
        self._batch = batch
        self._known = SortedRuns(layers)
        self._pending = distinct(self._functions.starts)  # new states that are not stored yet
        self._origin = (0, 0)  # the nodes that lead to them
        self._goals: list[int] = []  # nodes that are solutions and have not been told, last first
        self._given = 0  # successors, all together
        self._duplicates = len(self._functions.starts) - len(self._pending)
        self._layer_ends = [0]  # the first number behind each layer that is complete
        self._widest = 0

    @override
    def events(self) -> Events:
        while True:
            while self._goals or len(self._pending):
                if self._goals:
                    yield self._goals.pop()
                elif len(self.nodes) < self.room:
                    self._store()
                else:
                    yield FULL
            if max(self.current, 0) == self._layer_ends[-1] and not self._next_layer():
                return
            if self._expanded >= self.ask_at:
                yield None
            self._expand_batch()

    def _next_layer(self) -> bool:
        """Let the states that were stored last be the layer to expand, if there are any."""
        size = len(self.nodes) - self._layer_ends[-1]
        if not size:
            return False
        self.current = self._layer_ends[-1]
        self._layer_ends.append(len(self.nodes))
        self._widest = max(self._widest, size)
        self._known.next_layer()
        return True

    def _expand_batch(self) -> None:
        """Expand the next states of the layer, and keep what is new."""
        from searchkit.arrays.runs import distinct  # noqa: PLC0415

        first = self.current
        size = min(self._batch_size(), self.may_expand - self._expanded)
        end = min(first + size, self._layer_ends[-1])
        self._expanded += end - first
        successors = self._functions.successors(self._table.keys(first, end))
        self._pending = self._known.unknown(distinct(successors))
        self._origin = (first, end)
        self._given += len(successors)
        self._duplicates += len(successors) - len(self._pending)
        self.current = end

    def _batch_size(self) -> int:
        """Say how many states to expand at once, by the successors that there were so far."""
        if self._batch is not None:
            return self._batch
        return max(AT_ONCE * (self._expanded + 1) // (self._given + 8), 1)

    def _store(self) -> None:
        """Store new states, as many as there is room for, and look for goals among them."""
        keys = self._pending[: self.room - len(self.nodes)]
        self._pending = self._pending[len(keys) :]
        self._known.add(keys)
        first = self._table.append(keys, self._origin)
        self._goals = [first + place for place in self._functions.goals_among(keys)[::-1]]

    @property
    @override
    def frontier(self) -> list[int]:
        return list(range(max(self.current, 0), len(self.nodes)))

    @property
    @override
    def statistics(self) -> Statistics:
        begun = len(self.nodes) - self._layer_ends[-1]
        return Statistics(
            expanded=self._expanded,
            generated=self._given - (len(self._pending) if self.current >= 0 else 0),
            duplicates=self._duplicates,
            stored=len(self.nodes),
            solutions=self.solutions_found,
            max_frontier=max(self._widest, begun),
            depth=max(self._depth + (begun > 0), 0),
            seconds=self.seconds,
        )

    @property
    def _depth(self) -> int:
        """Of the layer that is being expanded; -1 before the first."""
        return len(self._layer_ends) - 2

    @override
    def lower_bound(self) -> int | None:
        # every state of the layers before, and of this one, was tested
        return len(self._best) if self._best else self._depth + 1

    @override
    def promise(self) -> tuple[Guarantee, float | None, str]:
        return self.promise_of_fewest_steps()

    @property
    def layer_sizes(self) -> tuple[int, ...]:
        """How many states each complete layer has, the starts' first."""
        return tuple(end - begin for begin, end in pairwise(self._layer_ends))

    def layer(self, depth: int) -> NDArray[np.integer]:
        """Give the states of a complete layer, in an array of their own.

        Raises:
            IndexError: There is no such layer, or it is not complete.
        """
        if not 0 <= depth < len(self._layer_ends) - 1:
            raise IndexError(
                f"no layer {depth} is complete; there are {len(self._layer_ends) - 1}, from 0 on."
            )
        first, end = self._layer_ends[depth : depth + 2]
        return self._functions.packing.unpack(self._table.keys(first, end))

    @property
    def layers(self) -> Layers[S]:
        """The layers as they are now.

        The states of the deepest become Python values; where these are many millions, take
        `layer_sizes` and `layer`.
        """
        sizes, result = self.layer_sizes, self.result
        deepest: list[Any] = []
        if sizes:
            deepest = self._functions.values(self._table.keys(*self._layer_ends[-2:]))
        return Layers(
            sizes=sizes,
            begun=len(self.nodes) - sum(sizes),
            deepest=tuple(deepest),
            complete=result.complete,
            outcome=result.ended,
            statistics=self.statistics,
        )

    @override
    def _say_where(self, error: BaseException) -> None:
        if 0 <= self.current < self._layer_ends[-1]:
            error.add_note(
                f"searchkit: while expanding a batch of states of layer {self._depth}, from "
                f"node {self.current} on: {self.nodes.states[self.current]!r}"
            )


def _require_arguments(problem: Any, observer: Any, layers: Any, batch: Any) -> None:
    if not isinstance(problem, ArrayProblem):
        raise ProblemError(
            f"{problem!r} is no ArrayProblem. For states and for a Problem use "
            "breadth_first_search."
        )
    watcher = cast("Observer[Any, Any, Any] | None", observer)
    told = [
        method
        for method in OF_STEPS
        if isinstance(observer, Observer) and overrides(watcher, method)
    ]
    if told:
        raise ProblemError(
            f"{type(watcher).__name__} wants to hear of each state ({', '.join(told)}), and this "
            "search treats many at once. Use breadth_first_search(problem.one_by_one(), "
            "observer=...)."
        )
    for argument, number, meaning in (
        ("layers", layers, "how many complete layers are remembered, or None for all"),
        ("batch", batch, "how many states are expanded at once, or None"),
    ):
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int) or number < 1
        ):
            raise CheckError(f"{argument}={number!r}: a whole number from 1 on, {meaning}.")


def array_breadth_first_search(
    problem: ArrayProblem[S],
    *,
    limits: Limits | None = None,
    on_solution: Callable[[Path[S, None, int]], object] | None = None,
    observer: Observer[S, None, int] | None = None,
    layers: int | None = None,
    batch: int | None = None,
) -> Result[S, None, int]:
    """Search in layers, many states at a time: breadth-first search for array problems.

    Promises what `breadth_first_search` does: a path of the fewest steps, and an end in every
    finite space. Where several paths are shortest, which of them is found may depend on ``batch``
    and on where a limit cut a batch; its length never does.

    Args:
        problem: The problem.
        limits: What the search may use; see `Limits`. Expansions and stored states are exact.
            Time, and a stop by Ctrl-C, are looked at between batches.
        on_solution: Called with the path of each goal state; a true answer stops the search.
        observer: Told of progress and solutions; see `Observer`. One that wants to hear of each
            state is refused.
        layers: How many complete layers are remembered, beside the growing one; all by default.
            Where every step can be taken back, ``layers=2`` finds every duplicate and needs
            less memory; see `LayerCheck` for what it means elsewhere.
        batch: How many states are expanded at once, and so how much memory is needed beside the
            states; by default as many as have about a million successors.

    Returns:
        The result. Without ``on_solution`` the search ends at the first solution.

    Raises:
        ProblemError: This is no array problem; a function returns what it must not; an observer
            wants to hear of each state.
        CheckError: ``layers`` or ``batch`` is no whole number from 1 on.

    Time and memory: each state is expanded once, and sorted and searched for as often as it is
    generated. A state is kept twice, in the table and in the sorted runs, which makes 16 bytes for
    a state of one 64-bit word, and some 4 more while runs are merged. Parents are not kept: for
    each step of a path one batch is expanded again.

    Source: Korf, Zhang, Thayer and Hohwald (2005).

    Example:
        A number has 20 bits; a step turns it by one place, or changes its lowest bit:

        >>> import numpy as np
        >>> from searchkit import ArrayProblem
        >>> def expand(words):
        ...     turned = (words >> 1) | ((words & 1) << 19)
        ...     return np.concatenate((turned, words ^ 1))
        >>> problem = ArrayProblem([0], expand=expand, is_goal=lambda words: words == 0b1011)
        >>> result = array_breadth_first_search(problem)
        >>> len(result.path), result.guarantee.name
        (22, 'OPTIMAL')
        >>> result.path.check()
    """
    return ArrayBreadthFirst(
        problem, on_solution=on_solution, observer=observer, layers=layers, batch=batch
    ).run(limits)
