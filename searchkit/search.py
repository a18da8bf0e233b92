"""The driver: what all searches share, so that an algorithm can be the textbook and nothing else.

A search object holds all facts of a search; its algorithm is a generator over them
(`Search.events`), and the driver runs it. The generator yields

* ``None`` before each expansion, and goes on when it may;
* the number of a node whenever that node is a solution;
* ``FULL`` when a new state is to be stored although ``room`` nodes are stored already. When it
  goes on, it tries the same state again.

Two rules keep answers right. The generator can be made anew at any yield from the facts in the
search object, so nothing is lost when it is (a search can be copied or pickled while it waits).
And a state enters the index and the table together, after the last yield before it, so that they
never disagree.
"""

from __future__ import annotations

import inspect
import reprlib
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, ClassVar, Final, Generic, cast

from searchkit.closed import Closed
from searchkit.derivation import Derivation
from searchkit.duplicates import Displacing, DuplicateCheck, HashCheck, Index, Known
from searchkit.errors import BrokenSearchError, CheckError, CostError, ProblemError
from searchkit.interrupt import ctrl_c_calls
from searchkit.limits import Limits
from searchkit.nodes import NO_PARENT, Nodes
from searchkit.observers import Observer, WatchedIndex, overrides, watched_successors
from searchkit.path import Path
from searchkit.problem import as_problem
from searchkit.protocols import A, C, Derived, S, Step
from searchkit.result import Guarantee, Outcome, Result, Statistics

FULL: Final = -1
"""The event that says: no room for a new state."""

Events = Generator[int | None, None, None]

_ANSWERED: Final = -2  # no event waits for an answer
_PROGRESS_INTERVAL = 0.1


class Search(ABC, Generic[S, A, C]):
    """A search that can be run, limited, stopped, inspected and run again.

    Args:
        start: A state that implements the protocol, or a `Problem`.
        duplicates: The duplicate check; `HashCheck` by default.
        on_solution: Called with the path of each solution found; a true answer stops. Without
            it a run stops at each solution. Either way the next run goes on behind it.
        observer: Told what happens; see `Observer`.

    Attributes:
        problem: The problem that is searched.
        check: The duplicate check.
        nodes: The node table: ``states``, ``parents``, ``costs``, ``actions``.
        current: The number of the node being expanded, or waiting to be; -1 before the first.
        solutions_found: The number of solutions so far.

    Raises:
        ProblemError: The start is no state and no problem, or lacks what this search needs.
        CheckError: The duplicate check does not fit the states, or this search.
    """

    labels_in_loop: ClassVar[bool] = False
    """Whether the algorithm takes (state, cost, action) from its successors, not states alone."""

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        self.problem = as_problem(start)
        self.check: DuplicateCheck[S] = _check_of(duplicates)
        for state in self.problem.starts:
            self.check.require(state)
        plain = self.problem.next_states is not None
        self.nodes: Nodes[S, A, C] = Nodes(
            labelled=self.labels_in_loop or not plain, zero=self.problem.zero
        )
        self.current = NO_PARENT
        self.taken = 0  # successors of the current node used so far; -1: it waits to be expanded
        self.expanded = 0
        self.room = sys.maxsize
        self.cutoff = False
        self.solutions_found = 0
        self.seconds = 0.0
        self._index: Index[S] = self.check.new_index()
        self._closed: dict[int, S] = {}
        self._on_solution = on_solution
        self._observer = observer
        self._events: Events | None = None
        self._waiting: int | None = _ANSWERED
        self._ask_at = sys.maxsize
        self._stopped = False
        self._running = False
        self._broken: BaseException | None = None
        self._started = False
        self._finished = False
        self._best: Path[S, A, C] | None = None
        self._derivation: Derivation[S, A] | None = None
        self._result: Result[S, A, C] | None = None
        self._progress_due = 0.0

    # --- what an algorithm supplies -----------------------------------------------------------

    @abstractmethod
    def events(self) -> Events:
        """Run the algorithm, from the facts in this object on; see the module's docstring."""

    @property
    @abstractmethod
    def frontier(self) -> list[int]:
        """The numbers of the nodes that wait to be expanded, in the order of their turn."""

    @property
    @abstractmethod
    def statistics(self) -> Statistics:
        """The counters as they stand."""

    @abstractmethod
    def promise(self) -> tuple[Guarantee, float | None, str]:
        """Say what the best path so far is worth: guarantee, factor, condition in words."""

    # --- what an algorithm is given -----------------------------------------------------------

    def successors(self) -> Callable[[S], Iterable[Any]]:
        """Make the successor function that the algorithm's loop calls.

        It gives states, and leaves the label of each step in ``nodes.arriving``; where the
        algorithm has ``labels_in_loop`` it gives (state, cost, action).
        """
        problem = self.problem
        function: Any = problem.next_states or problem.next_steps
        function = self._seeing_closed(function) if problem.sees_closed else problem.bind(function)
        if problem.next_states is None:
            function = self._examined(function, self.labels_in_loop)
        elif self.labels_in_loop:
            function = _labelled(function)
        observer = self._observer
        if overrides(observer, "expanding") or overrides(observer, "generated"):
            function = watched_successors(
                function, cast("Any", observer), lambda: self.current, labelled=self.labels_in_loop
            )
        return cast("Callable[[S], Iterable[Any]]", function)

    def children(self, number: int) -> Iterable[Any]:
        """Give the successors of a node; those of no node (-1) are the starts."""
        if number != NO_PARENT:
            return self.successors()(self.nodes.states[number])
        return self._starts()

    def _starts(self) -> Iterator[Any]:
        nodes = self.nodes
        for state in self.problem.starts:
            nodes.arriving, nodes.arriving_premises = nodes.no_label, ()
            yield (state, self.problem.zero, None) if self.labels_in_loop else state

    @property
    def index(self) -> Index[S]:
        """The index that the algorithm's loop asks, wrapped where somebody listens."""
        index = self._index
        if self.check.known is Known.DOMINANCE and isinstance(index, Displacing):
            index = cast("Index[S]", _DisplacingIndex(index, self._closed))
        if overrides(self._observer, "duplicate") or overrides(self._observer, "stored"):
            index = WatchedIndex(index, cast("Any", self._observer))
        return index

    def superseded(self, number: int) -> bool:
        """Ask the check again when a node is selected: has something better come since?"""
        return self._index.get(self.nodes.states[number]) != number

    def is_goal(self) -> Callable[[S], bool]:
        """Make the goal test that the algorithm's loop calls."""
        return self.problem.bind(self.problem.is_goal)

    def tell_improved(self, number: int) -> None:
        """Tell the observer that a node was reached more cheaply."""
        if self._observer is not None:
            self._observer.improved(number, self.nodes.states[number])

    # --- what a user calls --------------------------------------------------------------------

    def run(self, limits: Limits | None = None) -> Result[S, A, C]:
        """Search on until a solution, the end, or a limit.

        Args:
            limits: What this run may use.

        Returns:
            The result, which describes the whole search so far. A limit, Ctrl-C and `stop` end a
            run without harm: call ``run`` again to go on as if nothing had happened.

        Raises:
            BrokenSearchError: An earlier run ended with an error inside an expansion.
        """
        budget = _Budget(limits or Limits(), self)
        ended = Outcome.FOUND
        with self._run(), ctrl_c_calls(self.stop):
            while (path := self._next_solution(budget)) is not None:
                if self._on_solution is None or self._on_solution(path):
                    break
            else:
                ended = budget.ended
        return self._conclude(ended)

    def solutions(self, limits: Limits | None = None) -> Iterator[Path[S, A, C]]:
        """Give one solution after another, searching only when the next is asked for.

        Args:
            limits: What the whole enumeration may use. Why it ended is in `result`.
        """
        budget = _Budget(limits or Limits(), self)
        while True:
            with self._run(), ctrl_c_calls(self.stop):
                path = self._next_solution(budget)
                last = path is not None and (
                    self._on_solution is not None and bool(self._on_solution(path))
                )
            self._conclude(budget.ended if path is None else Outcome.FOUND)
            if path is None:
                return
            yield path
            if last:
                return

    def stop(self) -> None:
        """Ask the present run to end before its next expansion; also from another thread."""
        self._stopped = True
        self._ask_at = -1

    @property
    def result(self) -> Result[S, A, C]:
        """The result of the last run.

        Raises:
            BrokenSearchError: There was no run yet, or it ended with an error.
        """
        if self._result is None:
            raise BrokenSearchError(
                f"this {type(self).__name__} has no result yet: call run(), or take a solution "
                "from solutions(), first."
            )
        return self._result

    def path_to(self, number: int) -> Path[S, A, C]:
        """The path by which a node was reached, as far as the search knows now."""
        return self.nodes.path_to(number, self.problem)

    def derivation_of(self, number: int) -> Derivation[S, A]:
        """All nodes from which a node was derived; see `Derivation`."""
        return self.nodes.derivation_of(number)

    def __repr__(self) -> str:
        state = "broken" if self._broken else "exhausted" if self._finished else "ready to go on"
        return (
            f"<{type(self).__name__} of {self.problem.name}: {self.expanded} expanded, "
            f"{len(self.nodes)} stored, {self.solutions_found} solutions, {state}>"
        )

    def __getstate__(self) -> dict[str, Any]:
        if self._broken is not None:
            raise BrokenSearchError("a broken search cannot be copied or pickled.")
        state = dict(vars(self))
        if not self._finished:
            state["_events"] = None
            state["_waiting"] = _ANSWERED  # the new generator will ask again
        state["_running"] = False
        return state

    # --- running ------------------------------------------------------------------------------

    def _next_solution(self, budget: _Budget) -> Path[S, A, C] | None:
        """Run the generator to its next solution; None: see ``budget.ended`` for the reason."""
        began = time.perf_counter()
        try:
            number = self._advance(budget)
        finally:
            self.seconds += time.perf_counter() - began
        if number is None:
            return None
        self.solutions_found += 1
        path = self.path_to(number)
        if self._best is None or path.cost < self._best.cost:
            self._best, self._derivation = path, self.derivation_of(number)
            self.weigh(path)
        if self._observer is not None:
            self._observer.solution(path)
        return path

    def weigh(self, path: Path[S, A, C]) -> None:
        """Look at a path that has become the best one; A* examines its heuristic along it."""

    def _advance(self, budget: _Budget) -> int | None:
        if self._finished:
            budget.ended = self._end()
            return None
        self.room = budget.stored
        if self._waiting != _ANSWERED:  # the question that the last run left open
            if not self._answer(self._waiting, budget):
                return None
            self._waiting = _ANSWERED
        self._ask_at = budget.ask_at()
        if self._stopped:
            self._ask_at = -1
        if self._events is None:
            self._events = self.events()
        events = self._events
        event: int | None = _ANSWERED
        try:
            for event in events:
                if event is None:
                    if self.expanded >= self._ask_at:
                        if not self._answer(None, budget):
                            self._waiting = None
                            return None
                    else:
                        self.expanded += 1
                elif event >= 0:
                    return event
                elif not self._answer(event, budget):
                    self._waiting = event
                    return None
        except BaseException as error:
            if inspect.getgeneratorstate(events) == inspect.GEN_CLOSED:
                self._broken = error
                self._say_where(error)
            else:  # an observer's error between expansions: nothing is harmed
                self._waiting = event
            raise
        self._finished = True
        budget.ended = self._end()
        return None

    def _answer(self, event: int | None, budget: _Budget) -> bool:
        """May the generator go on? If not, ``budget.ended`` says why."""
        if self._stopped:
            budget.ended = Outcome.STOPPED
            return False
        if event == FULL:
            budget.ended = Outcome.LIMIT
            return len(self.nodes) < self.room
        if not budget.allows_expansion(self.expanded):
            budget.ended = Outcome.LIMIT
            return False
        if budget.progress and time.perf_counter() >= self._progress_due:
            self._progress_due = time.perf_counter() + _PROGRESS_INTERVAL
            cast("Observer[S, A, C]", self._observer).progress(self.statistics)
        self.expanded += 1
        self._ask_at = budget.ask_at()
        return True

    def _end(self) -> Outcome:
        return Outcome.CUTOFF if self.cutoff else Outcome.EXHAUSTED

    def _run(self) -> _Running:
        if self._broken is not None:
            raise BrokenSearchError(
                f"this {type(self).__name__} ended with {type(self._broken).__name__} inside an "
                "expansion, so it cannot go on: what it knows may be incomplete. Mend the cause "
                "and make a new search."
            ) from self._broken
        if self._running:
            raise BrokenSearchError(
                f"this {type(self).__name__} is running already: run() was called from one of its "
                "own functions, or from another thread."
            )
        self._stopped = False
        if not self._started:
            self._started = True
            if self._observer is not None:
                self._observer.started(self)
        return _Running(self)

    def _conclude(self, ended: Outcome) -> Result[S, A, C]:
        found = self.solutions_found > 0
        guarantee, factor, condition = self.promise()
        self._result = Result(
            outcome=Outcome.FOUND if found else ended,
            ended=ended,
            complete=self._finished and not self.cutoff,
            statistics=self.statistics,
            guarantee=guarantee if found else Guarantee.NONE,
            factor=factor if found else None,
            condition=condition if found or ended is Outcome.EXHAUSTED else "",
            path=self._best,
            derivation=self._derivation,
        )
        if self._observer is not None:
            self._observer.finished(self._result)
        return self._result

    def _say_where(self, error: BaseException) -> None:
        states = self.nodes.states
        if 0 <= self.current < len(states):
            error.add_note(
                f"searchkit: while expanding node {self.current} of {self.problem.name}: "
                f"{reprlib.repr(states[self.current])}"
            )

    # --- steps --------------------------------------------------------------------------------

    def _seeing_closed(self, function: Callable[..., Iterable[Any]]) -> Callable[[S], list[Any]]:
        """Give the successor function its view of the closed nodes."""
        closed = self._closed
        view = Closed(closed)

        def successors(state: S) -> list[Any]:
            closed.pop(self.current, None)  # when an interrupted expansion is made anew
            # all at once: the view must not change while the function looks at it
            steps = list(function(state, view))
            closed[self.current] = state
            return steps

        return successors

    def _examined(
        self, function: Callable[[S], Iterable[Any]], labels: bool
    ) -> Callable[[S], Iterator[Any]]:
        """Check each step, and leave its label where the node table finds it."""
        nodes = self.nodes
        zero = self.problem.zero

        def successors(state: S) -> Iterator[Any]:
            for step in function(state):
                if step.__class__ is Step:
                    nodes.arriving_premises = ()
                    label = step
                else:
                    label = self._derived(state, step)
                if not zero < label[1]:
                    _require_cost(state, label, zero)
                nodes.arriving = label
                yield label if labels else label[0]

        return successors

    def _derived(self, state: S, step: Any) -> Any:
        if isinstance(step, Step):
            self.nodes.arriving_premises = ()
            return step
        if not isinstance(step, Derived):
            raise ProblemError(
                f"next_steps gave {step!r} for {state!r}; it must give Step(state, cost, action) "
                "objects. For steps without cost and action use next_states."
            )
        if not self.problem.sees_closed:
            raise ProblemError(
                f"next_steps gave {step!r}, but only a problem with sees_closed=True may derive "
                "a state from several nodes."
            )
        for premise in step.premises:
            if not 0 <= premise < len(self.nodes):
                raise ProblemError(
                    f"{step!r} names the premise {premise}, but no node has that number: take "
                    "the numbers from closed.items()."
                )
        self.nodes.arriving_premises = step.premises
        return step.state, step.cost, step.action


class _Running:
    """Marks a search as running, so that it is not run twice at once."""

    def __init__(self, search: Search[Any, Any, Any]) -> None:
        self._search = search

    def __enter__(self) -> None:
        self._search._running = True  # noqa: SLF001

    def __exit__(self, *_: object) -> None:
        self._search._running = False  # noqa: SLF001


class _Budget:
    """What is left of the limits of one run."""

    def __init__(self, limits: Limits, search: Search[Any, Any, Any]) -> None:
        self.stored = sys.maxsize if limits.stored is None else limits.stored
        self._expanded = (
            sys.maxsize if limits.expanded is None else search.expanded + limits.expanded
        )
        self._seconds = limits.seconds
        self._began: float | None = None
        self.progress = overrides(search._observer, "progress")  # noqa: SLF001
        self.ended = Outcome.LIMIT

    def allows_expansion(self, expanded: int) -> bool:
        return expanded < self._expanded and (
            self._seconds is None or time.perf_counter() < self._deadline()
        )

    def ask_at(self) -> int:
        """The number of expansions at which the driver must look closer."""
        if self._seconds is not None or self.progress:
            self._deadline()
            return 0
        return self._expanded

    def _deadline(self) -> float:
        if self._began is None:
            self._began = time.perf_counter()
        return self._began + cast("float", self._seconds or 0.0)


class _DisplacingIndex(Index[Any]):
    """A dominance index whose displaced nodes leave the closed view."""

    def __init__(self, index: Any, closed: dict[int, Any]) -> None:
        self._index = index
        self._closed = closed

    def get(self, state: Any, /) -> int | None:
        return self._index.get(state)  # type: ignore[no-any-return]

    def __contains__(self, state: Any, /) -> bool:
        return state in self._index

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._index[state] = number
        for displaced in self._index.displaced():
            self._closed.pop(displaced, None)


def _check_of(duplicates: Any) -> DuplicateCheck[Any]:
    if duplicates is None:
        return HashCheck()
    if isinstance(duplicates, type) and hasattr(duplicates, "new_index"):
        raise CheckError(
            f"duplicates={duplicates.__name__} is a class; the check is one of its instances: "
            f"duplicates={duplicates.__name__}()."
        )
    if not hasattr(duplicates, "new_index"):
        raise CheckError(
            f"duplicates={reprlib.repr(duplicates)} is no duplicate check. Use HashCheck(), "
            "SortedCheck(), LinearCheck() or NoCheck(); for an index of your own, "
            "CustomCheck(MyIndex)."
        )
    return cast("DuplicateCheck[Any]", duplicates)


def _labelled(function: Callable[[S], Iterable[S]]) -> Callable[[S], Iterator[Any]]:
    """Plain successors as (state, cost, action)."""

    def successors(state: S) -> Iterator[Any]:
        for successor in function(state):
            yield successor, 1, None

    return successors


def _require_cost(state: Any, step: Any, zero: Any) -> None:
    """Accept a cost of zero; raise for a negative one, NaN, and what is no cost."""
    after, cost, action = step
    named = "" if action is None else f" (action {action!r})"
    edge = f"the step from {state!r} to {after!r}{named} has the cost {cost!r}"
    if cost != cost:  # noqa: PLR0124
        raise CostError(f"{edge}, which is not a number. Mend next_steps.")
    if cost < zero:
        raise CostError(
            f"{edge}, which is negative: no search here can promise anything with negative costs. "
            "Mend next_steps, or shift all costs."
        )
