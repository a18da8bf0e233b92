"""The driver: what all searches share, so that an algorithm can be the textbook and nothing else.

A search object holds all facts of a search; its algorithm is a generator over them
(`Search.events`), and the driver runs it. The generator yields

* ``None`` before an expansion, where ``ask_at`` expansions have been made, and goes on when it may;
* the number of a node whenever that node is a solution;
* ``FULL`` when a new state is to be stored although ``room`` nodes are stored already. When it
  goes on, it tries the same state again.

Two rules keep answers right. The generator can be made anew at any yield from the facts in the
search object, so nothing is lost when it is (a search can be copied or pickled while it waits).
And a state enters the index and the table together, after the last yield before it, so that they
never disagree.
"""

from __future__ import annotations

import importlib
import inspect
import reprlib
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final, Generic, cast

from searchkit.arguments import limits_of, require_function
from searchkit.closed import DisplacingIndex, seeing_closed
from searchkit.compiled.settings import Compiled, settings_of
from searchkit.derivation import Derivation
from searchkit.duplicates import DuplicateCheck, HashCheck, Known
from searchkit.errors import BrokenSearchError, CheckError, CompileError, ProblemError
from searchkit.indices import Displacing, Index
from searchkit.interrupt import ctrl_c_calls
from searchkit.layer_check import LayerCheck
from searchkit.limits import NO_LIMIT, Budget, Limits
from searchkit.nodes import NO_PARENT, Nodes
from searchkit.observers import OF_STEPS, Observer, WatchedIndex, overrides, watched_successors
from searchkit.path import Path
from searchkit.path_check import Forgetting, refuse_forgetting
from searchkit.problem import Problem, as_problem
from searchkit.protocols import A, C, S, Step
from searchkit.result import Guarantee, Outcome, Result, Statistics
from searchkit.steps import examined, labelled

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
    backtracks: ClassVar[bool] = False
    """Whether the algorithm works on one path at a time, and calls `forget_from` on backtracking
    where the check does not remember."""
    by_layers: ClassVar[bool] = False
    """Whether the algorithm tells the index where a layer ends, as `LayerCheck` needs it."""
    ignores_goals: ClassVar[bool] = False
    """Whether no state counts as a goal."""
    native: ClassVar[str] = ""
    """The module of `searchkit.compiled` that has the algorithm's loop as a kernel."""

    def __init__(
        self,
        start: Any,
        *,
        duplicates: DuplicateCheck[Any] | None = None,
        on_solution: Callable[[Any], object] | None = None,
        observer: Observer[Any, Any, Any] | None = None,
    ) -> None:
        _require_arguments(on_solution, observer)
        self.problem = as_problem(start)
        self.check: DuplicateCheck[S] = _check_of(duplicates)
        if isinstance(self.check, LayerCheck) and not self.by_layers:
            raise CheckError(
                f"LayerCheck forgets all layers but the last ones, and {type(self).__name__} may "
                "need what it has forgotten. Use breadth_first_search, or leave duplicates= out "
                "(most searches then take HashCheck())."
            )
        for state in self.problem.starts:
            self.check.require(state)
        plain = self.problem.next_states is not None
        self.nodes: Nodes[S, A, C] = Nodes(
            labelled=self.labels_in_loop or not plain, zero=self.problem.zero
        )
        self.current: int = NO_PARENT
        self.taken = 0  # successors of the current node used so far; -1: it waits to be expanded
        self.room = NO_LIMIT  # how many states may be stored
        self.ask_at = (
            NO_LIMIT  # the number of expansions from which on the driver wants to be asked
        )
        self.may_expand = sys.maxsize  # the number of expansions at which the budget ends
        self._expanded: int = 0
        self.cutoff = False
        self.solutions_found = 0
        self._seconds = 0.0
        self._since: float | None = None  # when the present stretch of searching began
        self._index: Index[S] = self.check.new_index()
        self._forgetting = self._index if isinstance(self._index, Forgetting) else None
        if not self.backtracks:
            refuse_forgetting(self._index, type(self).__name__, self.check)
        self._closed: dict[int, S] = {}
        self._answers: dict[int, list[Any]] = {}
        self._on_solution = on_solution
        self._observer = observer
        self._successors: Callable[[S], Iterable[Any]] | None = None
        self._events: Events | None = None
        self._waiting: int | None = _ANSWERED
        self._stopped = False
        self._running = False
        self._broken: BaseException | None = None
        self._started = False
        self._finished = False
        self._best: Path[S, A, C] | None = None
        self._derivation: Derivation[S, A] | None = None
        self._result: Result[S, A, C] | None = None
        self._progress_due = 0.0
        self._settings: Compiled | None = None
        self._engine: Any = None

    def compile_with(self, compiled: bool | Compiled) -> None:  # noqa: FBT001
        """Let the search run compiled, where that is wanted; for the constructor of an algorithm.

        Raises:
            CompileError: It is no setting, or the observer wants to see single steps.
        """
        self._settings = settings_of(compiled)
        if self._settings is None:
            return
        wanted = [method for method in OF_STEPS if overrides(self._observer, method)]
        if wanted:
            raise CompileError(
                f"a compiled search does not tell of single steps, and the observer has "
                f"{wanted[0]}(). It may have started, solution, progress and finished; for the "
                "rest, search interpreted (without compiled=)."
            )

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

    def lower_bound(self) -> C | None:
        """Give a cost below which there is no solution, where the search knows one."""
        return None

    def proof_rests_on(self) -> list[str]:
        """Say on what the proof rests that there is no solution; nothing, as a rule."""
        return [
            *{
                Known.EQUALITY: [],
                Known.EQUIVALENCE: ["states of one key lead to the same goals"],
                Known.DOMINANCE: ["a dominating state leads to a goal if the other does"],
            }[self.check.known],
            *self.check_condition(),
        ]

    def explored_all(self) -> bool:
        """Say of a search that came to its end whether it explored all that can be reached."""
        return not self.cutoff

    def solution_path(self, number: int) -> Path[S, A, C]:
        """Make the path of a solution; as a rule the path to its node."""
        return self.path_to(number)

    def solution_derivation(self, number: int, path: Path[S, A, C]) -> Derivation[S, A]:  # noqa: ARG002
        """Make the derivation of a solution; as a rule that of its node."""
        return self.derivation_of(number)

    # --- what an algorithm is given -----------------------------------------------------------

    def successors(self, problem: Problem[S, A, C] | None = None) -> Callable[[S], Iterable[Any]]:
        """Make the successor function that the algorithm's loop calls.

        It gives states, and leaves the label of each step in ``nodes.arriving``; where the
        algorithm has ``labels_in_loop`` it gives (state, cost, action).

        Args:
            problem: Whose successors, where a search goes through another problem as well.
        """
        problem = problem or self.problem
        function: Any = problem.next_states or problem.next_steps
        function = (
            seeing_closed(function, self._closed, self._answers, lambda: self.current)
            if problem.sees_closed
            else problem.bind(function)
        )
        if problem.next_states is None:
            function = examined(function, self.nodes, problem, labels=self.labels_in_loop)
        elif self.labels_in_loop:
            function = labelled(function)
        observer = self._observer
        if overrides(observer, "expanding") or overrides(observer, "generated"):
            function = watched_successors(
                function, cast("Any", observer), lambda: self.current, labelled=self.labels_in_loop
            )
        return cast("Callable[[S], Iterable[Any]]", function)

    def children(self, number: int) -> Iterable[Any]:
        """Give the successors of a node; those of no node (-1) are the starts."""
        if number == NO_PARENT:
            return self._starts()
        if self._successors is None:
            self._successors = self.successors()
        return self._successors(self.nodes.states[number])

    def _starts(self) -> Iterator[Any]:
        nodes = self.nodes
        for state in self.problem.starts:
            nodes.arriving, nodes.arriving_premises = nodes.no_label, ()
            yield (state, self.problem.zero, None) if self.labels_in_loop else state

    @property
    def index(self) -> Index[S]:
        """The index that the algorithm's loop asks, wrapped where somebody listens."""
        return self.watched(self._index)

    def watched(self, index: Index[S]) -> Index[S]:
        """Wrap an index where somebody listens."""
        if self.check.known is Known.DOMINANCE and isinstance(index, Displacing):
            index = cast("Index[S]", DisplacingIndex(index, self._closed))
        if overrides(self._observer, "duplicate") or overrides(self._observer, "stored"):
            index = WatchedIndex(index, cast("Any", self._observer))
        return index

    def forget_from(self, number: int) -> None:
        """Cut table and index back to the nodes before this one, when the search backtracks."""
        self.nodes.truncate(number)
        if self._forgetting is not None:
            self._forgetting.forget_from(number)

    def superseded(self, number: int) -> bool:
        """Ask the check again when a node is selected: has something better come since?"""
        return self._index.get(self.nodes.states[number]) != number

    def check_rests_on(self) -> list[str]:
        """Say what must hold for the duplicate check, if the cheapest path is to be found."""
        return [
            *{
                Known.EQUALITY: [],
                Known.EQUIVALENCE: ["states of one key are equally far from a goal"],
                Known.DOMINANCE: ["a dominating state, with what it cost, leaves no more to pay"],
            }[self.check.known],
            *self.check_condition(),
        ]

    def fewest_steps_rests_on(self) -> list[str]:
        """Say what must hold if a path of the fewest steps is to be a cheapest one."""
        same = [] if self.problem.next_states is not None else ["all steps cost the same"]
        return [*same, *self.check_rests_on()]

    def promise_of_fewest_steps(self) -> tuple[Guarantee, float | None, str]:
        """Say what a path of the fewest steps is worth; the promise of searches by layers."""
        if self.nodes.costs_differ:
            return Guarantee.NONE, None, "the path has the fewest steps, but steps cost differently"
        return Guarantee.OPTIMAL, 1.0, " and ".join(self.fewest_steps_rests_on())

    def check_condition(self) -> list[str]:
        """Say on what the answers of the check itself rest, where it has such a condition."""
        check: Any = self.check
        return [check.condition(len(self.nodes))] if hasattr(check, "condition") else []

    @property
    def step_direction(self) -> str:
        """Whether the node at hand is expanded by its "next" or by its "previous" states."""
        return "next"

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
            The result, which describes the whole search so far. Its path is the cheapest that any
            run has found, of equal ones the first; `solutions` and ``on_solution`` give each in
            turn. A limit, Ctrl-C and `stop` end a run without harm: call ``run`` again to go on
            as if nothing had happened.

        Raises:
            BrokenSearchError: An earlier run ended with an error inside an expansion.
        """
        budget = self._budget(limits)
        self._prepare()
        ended = Outcome.FOUND
        with self._exclusively(), ctrl_c_calls(self.stop):
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
        budget = self._budget(limits)
        self._prepare()
        goes_on = False
        while True:
            with self._exclusively(goes_on=goes_on), ctrl_c_calls(self.stop):
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
            goes_on = True

    def stop(self) -> None:
        """Ask the present run to end before its next expansion; also from another thread."""
        self._stopped = True
        self.ask_at = -1

    @property
    def seconds(self) -> float:
        """How long the search has been searching, all runs together."""
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return self._seconds + running

    @property
    def expanded(self) -> int:
        """How many expansions were begun."""
        return self._expanded

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
        """The path by which a node was reached, as far as the search knows now.

        Raises:
            IndexError: No node has this number.
        """
        if not 0 <= number < len(self.nodes):
            raise IndexError(f"no node has the number {number}; there are {len(self.nodes)}.")
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

    def __copy__(self) -> Search[S, A, C]:
        raise TypeError(
            f"a shallow copy of a {type(self).__name__} would share its table with the original, "
            "and spoil both: use copy.deepcopy."
        )

    def __getstate__(self) -> dict[str, Any]:
        if self._broken is not None:
            raise BrokenSearchError("a broken search cannot be copied or pickled.")
        state = dict(vars(self))
        state["_events"] = state["_successors"] = None
        state["_waiting"] = _ANSWERED  # a new generator asks again
        state["_running"] = False
        state["_seconds"], state["_since"] = self.seconds, None
        return state

    # --- running ------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Compile, once, where that is wanted; this is not part of the time of searching."""
        if self._settings is not None and self._engine is None:
            importlib.import_module("searchkit.compiled.door")  # it says what is not installed
            module: Any = importlib.import_module(f"searchkit.compiled.{self.native}")
            engine = module.engine_for(self, self._settings)
            engine.compare()
            engine.warm()
            self._engine = engine

    def _next_solution(self, budget: Budget) -> Path[S, A, C] | None:
        """Run the generator to its next solution; None: see ``budget.ended`` for the reason."""
        self._since = time.perf_counter()
        try:
            number = self._advance(budget)
        finally:
            self._seconds, self._since = self.seconds, None
        if number is None:
            return None
        path = self.solution_path(number)
        self.solutions_found += 1
        if self._best is None or path.cost < self._best.cost:
            self._best, self._derivation = path, self.solution_derivation(number, path)
            self.weigh(path)
        if self._observer is not None:
            self._observer.solution(path)
        return path

    def weigh(self, path: Path[S, A, C]) -> None:
        """Look at a path that has become the best one; A* examines its heuristic along it."""

    def _advance(self, budget: Budget) -> int | None:
        if self._stopped:  # between two solutions
            budget.ended = Outcome.STOPPED
            return None
        if self._finished:
            budget.ended = self._end()
            return None
        self.room = budget.stored
        if self._waiting != _ANSWERED:  # the question that the last run left open
            if not self._answer(self._waiting, budget):
                return None
            self._waiting = _ANSWERED
        self._ask_at(budget)
        if self._events is None:
            self._events = self.events() if self._engine is None else self._engine.events()
        events = cast("Events", self._events)
        event: int | None = _ANSWERED
        try:
            for event in events:
                if event is not None and event >= 0:
                    return event
                if not self._answer(event, budget):
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

    def _answer(self, event: int | None, budget: Budget) -> bool:
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
        self._ask_at(budget)
        return True

    def _ask_at(self, budget: Budget) -> None:
        """Say when the driver wants to be asked again."""
        self.ask_at = budget.ask_at()
        self.may_expand = budget.expanded
        if self._stopped:  # looked at last, or a stop that comes in between would be overwritten
            self.ask_at = -1

    def _end(self) -> Outcome:
        return Outcome.CUTOFF if self.cutoff else Outcome.EXHAUSTED

    def _budget(self, limits: Limits | None) -> Budget:
        given = limits_of(limits, Limits())
        return Budget(given, self.expanded, progress=overrides(self._observer, "progress"))

    @contextmanager
    def _exclusively(self, *, goes_on: bool = False) -> Generator[None, None, None]:
        """Mark the search as running; a stop that was asked for between two solutions holds."""
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
        self._result = None
        if not goes_on:
            self._stopped = False
        if not self._started:
            self._started = True
            if self._observer is not None:
                self._observer.started(self)
        self._running = True
        try:
            yield
        finally:
            self._running = False

    def _conclude(self, ended: Outcome) -> Result[S, A, C]:
        found = self.solutions_found > 0
        guarantee, factor, condition = self.promise()
        proved = self._finished and not found and not self.cutoff
        lower_bound = None if proved else self.lower_bound()
        if not found:
            guarantee, factor = Guarantee.NONE, None
            if ended is Outcome.EXHAUSTED:
                condition = " and ".join(self.proof_rests_on())
            elif lower_bound is None:
                condition = ""
        result: Result[S, A, C] = Result(
            outcome=Outcome.FOUND if found else ended,
            ended=ended,
            complete=self._finished and self.explored_all(),
            statistics=self.statistics,
            guarantee=guarantee,
            factor=factor,
            condition=condition,
            lower_bound=lower_bound,
            path=self._best,
            derivation=self._derivation,
        )
        self._result = result
        if self._observer is not None:
            self._observer.finished(result)
        return result

    def _say_where(self, error: BaseException) -> None:
        states = self.nodes.states
        plain = self.problem.next_states is not None
        if plain and states and isinstance(states[-1], Step):
            error.add_note("searchkit: next_states gave Step objects; call it next_steps.")
        elif isinstance(error, TypeError) and "not iterable" in str(error):
            name = f"{self.step_direction}_{'states' if plain else 'steps'}"
            error.add_note(f"searchkit: {name} must return something to iterate over, or yield.")
        elif isinstance(error, TypeError) and "unhashable" in str(error):
            error.add_note(
                "searchkit: HashCheck needs states that can be hashed, and all that they hold. "
                "Use HashCheck(key=...), or LinearCheck()."
            )
        if 0 <= self.current < len(states):
            error.add_note(
                f"searchkit: while expanding node {self.current} of {self.problem.name}: "
                f"{reprlib.repr(states[self.current])}"
            )


def _require_arguments(on_solution: Any, observer: Any) -> None:
    if on_solution is not None:
        require_function(
            "on_solution",
            on_solution,
            "It is called with the path of each solution, and stops the search with a true "
            "answer: on_solution=lambda path: True.",
        )
    if observer is not None and not isinstance(observer, Observer):
        raise ProblemError(
            f"observer={reprlib.repr(observer)} is no observer: give one instance of a subclass "
            "of searchkit.Observer, such as ProgressBar()."
        )


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
