"""Several searches and duplicate checks on one problem, under one limit, side by side."""

from __future__ import annotations

import csv
import functools
import gc
import io
import os
import textwrap
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from statistics import median
from typing import Any, Final, Generic, TextIO, overload

import attrs
from attrs import frozen

from searchkit.algorithms.a_star import a_star_search, uniform_cost_search
from searchkit.algorithms.beam import beam_search
from searchkit.algorithms.bidirectional import bidirectional_search
from searchkit.algorithms.bidirectional_a_star import bidirectional_a_star_search
from searchkit.algorithms.branch_and_bound import depth_first_branch_and_bound
from searchkit.algorithms.breadth_first import breadth_first_search
from searchkit.algorithms.depth_first import depth_first_search
from searchkit.algorithms.greedy import greedy_best_first_search
from searchkit.algorithms.ida_star import ida_star_search
from searchkit.algorithms.iterative_deepening import iterative_deepening_search
from searchkit.arguments import limits_of, named_or_listed, require_function
from searchkit.duplicates import DuplicateCheck
from searchkit.errors import ProblemError, SearchkitError
from searchkit.limits import Limits
from searchkit.options import StateT
from searchkit.problem import Problem, as_problem
from searchkit.protocols import A, C, S, Steps
from searchkit.result import Guarantee, Outcome, Result
from searchkit.tables import html_table, text_table

_DEFAULT_LIMITS: Final = Limits(seconds=5.0)
_COLUMNS: Final = (
    "search",
    "check",
    "outcome",
    "cost",
    "steps",
    "guarantee",
    "expanded",
    "generated",
    "stored",
    "peak memory",
    "seconds",
)
_RIGHT: Final = (3, 4, 6, 7, 8, 9, 10)


@frozen(kw_only=True)
class ComparisonRow(Generic[S, A, C]):
    """What one search with one check made of the problem.

    Attributes:
        search: The name of the search, with the arguments that were bound to it.
        check: The name of the duplicate check; "default" is the one that the search itself takes.
        result: The result of the first run; None where the search refused.
        refusal: Why it refused, in its own words: no heuristic, no previous states, a check with
            which it cannot keep its promise, a negative cost. Empty where it ran.
        seconds: The median of the seconds that the runs took, callbacks and set-up not counted.
        runs: How many runs were timed. One that a limit on time ended, or Ctrl-C, is not repeated.
        peak_memory: By how many bytes the memory of Python's allocator grew at most, in a run of
            its own that was not timed; None where it was not measured.
    """

    search: str
    check: str
    result: Result[S, A, C] | None = attrs.field(default=None, repr=False)
    refusal: str = ""
    seconds: float | None = None
    runs: int = 0
    peak_memory: int | None = None

    @property
    def outcome(self) -> str:
        """The name of the outcome, or "REFUSED"."""
        return "REFUSED" if self.result is None else self.result.outcome.name

    @property
    def guarantee(self) -> str:
        """What the path is worth, in a word; empty without a path."""
        result = self.result
        if result is None or not result:
            return ""
        if result.guarantee is Guarantee.BOUNDED and result.factor is not None:
            return f"within {result.factor:.4g}"
        return result.guarantee.value if result.guarantee is Guarantee.OPTIMAL else "none"

    def as_dict(self) -> dict[str, object]:
        """Give the row as plain values; what there is none of is None."""
        result = self.result
        counts = None if result is None else result.statistics
        return {
            "search": self.search,
            "check": self.check,
            "outcome": self.outcome,
            "cost": result.cost if result else None,
            "steps": len(result.path) if result else None,
            "guarantee": self.guarantee or None,
            "condition": result.condition if result else None,
            "expanded": counts and counts.expanded,
            "generated": counts and counts.generated,
            "stored": counts and counts.stored,
            "peak_memory": self.peak_memory,
            "seconds": self.seconds,
            "refusal": self.refusal or None,
        }


@frozen(kw_only=True)
class _Setting:
    """What is the same for all rows."""

    problem: Problem[Any, Any, Any]
    limits: Limits
    rounds: int
    memory: bool


@frozen
class Comparison(Generic[S, A, C]):
    """The table that `compare` makes. Print it, export it, or let a notebook show it.

    Iterating gives the rows.

    Attributes:
        rows: One for each search and check.
        notes: What was measured, and how; and whether the comparison was interrupted.
    """

    rows: tuple[ComparisonRow[S, A, C], ...]
    notes: tuple[str, ...] = attrs.field(repr=False)

    def __iter__(self) -> Iterator[ComparisonRow[S, A, C]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def as_dicts(self) -> list[dict[str, object]]:
        """Give the rows as dictionaries of plain values, for a data frame for example."""
        return [row.as_dict() for row in self.rows]

    @overload
    def to_csv(self, file: None = None) -> str: ...
    @overload
    def to_csv(self, file: str | os.PathLike[str] | TextIO) -> None: ...
    def to_csv(self, file: str | os.PathLike[str] | TextIO | None = None) -> str | None:
        """Write the rows as CSV, memory in bytes; what there is none of is an empty cell.

        Args:
            file: A path or an open file. Without one the text is returned.
        """
        if file is None:
            text = io.StringIO()
            self._write(text)
            return text.getvalue()
        if isinstance(file, str | os.PathLike):
            with FilePath(file).open("w", encoding="utf-8", newline="") as opened:
                self._write(opened)
        else:
            self._write(file)
        return None

    def _write(self, file: TextIO) -> None:
        rows = self.as_dicts()
        writer = csv.DictWriter(file, list(ComparisonRow[S, A, C](search="", check="").as_dict()))
        writer.writeheader()
        writer.writerows(rows)

    def __str__(self) -> str:
        notes = [textwrap.fill(note, 100, subsequent_indent="  ") for note in self._all_notes()]
        return "\n".join([text_table(_COLUMNS, self._cells(), right=_RIGHT), "", *notes])

    def _repr_html_(self) -> str:
        return html_table(_COLUMNS, self._cells(), right=_RIGHT, notes=self._all_notes())

    def _refusals(self) -> list[str]:
        """Give the reasons of all refusals, each once."""
        return list(dict.fromkeys(row.refusal for row in self.rows if row.refusal))

    def _conditions(self) -> list[str]:
        """Give the conditions of all guarantees, each once."""
        results = [row.result for row in self.rows if row.result]
        return list(
            dict.fromkeys(
                result.condition
                for result in results
                if result.condition and result.guarantee is not Guarantee.NONE
            )
        )

    def _all_notes(self) -> list[str]:
        conditions = [f"if {condition}" for condition in self._conditions()]
        numbered = enumerate([*self._refusals(), *conditions], 1)
        return [*(f"[{n}] {note}" for n, note in numbered), *self.notes]

    def _guarantee(self, row: ComparisonRow[S, A, C]) -> str:
        """Give the guarantee of a row, and the number of the note that says its condition."""
        result = row.result
        if not result or not result.condition or result.guarantee is Guarantee.NONE:
            return row.guarantee
        number = len(self._refusals()) + self._conditions().index(result.condition) + 1
        return f"{row.guarantee} [{number}]"

    def _cells(self) -> list[list[str]]:
        refusals = self._refusals()
        return [
            [row.search, row.check, f"REFUSED [{refusals.index(row.refusal) + 1}]", *[""] * 8]
            if row.result is None
            else [
                row.search,
                row.check,
                row.outcome,
                str(row.result.cost) if row.result else "",
                str(len(row.result.path)) if row.result else "",
                self._guarantee(row),
                f"{row.result.statistics.expanded:,}",
                f"{row.result.statistics.generated:,}",
                f"{row.result.statistics.stored:,}",
                "" if row.peak_memory is None else _bytes(row.peak_memory),
                "" if row.seconds is None else f"{row.seconds:.6f}",
            ]
            for row in self.rows
        ]


def default_searches() -> list[Callable[..., object]]:
    """Give the searches that `compare` takes when it is told none."""
    return [
        breadth_first_search,
        depth_first_search,
        iterative_deepening_search,
        bidirectional_search,
        uniform_cost_search,
        greedy_best_first_search,
        a_star_search,
        ida_star_search,
        bidirectional_a_star_search,
        functools.partial(beam_search, width=100),
        depth_first_branch_and_bound,
    ]


@overload
def compare(
    start: Steps[S, A, C] | Problem[S, A, C],
    *,
    searches: Mapping[str, Callable[..., object]] | Iterable[Callable[..., object]] | None = None,
    checks: Mapping[str, DuplicateCheck[S]] | Iterable[DuplicateCheck[S] | None] = (None,),
    limits: Limits | None = None,
    rounds: int = 3,
    memory: bool = True,
) -> Comparison[S, A, C]: ...
@overload
def compare(
    start: StateT,
    *,
    searches: Mapping[str, Callable[..., object]] | Iterable[Callable[..., object]] | None = None,
    checks: Mapping[str, DuplicateCheck[StateT]] | Iterable[DuplicateCheck[StateT] | None] = (
        None,
    ),
    limits: Limits | None = None,
    rounds: int = 3,
    memory: bool = True,
) -> Comparison[StateT, None, int]: ...
def compare(
    start: Any,
    *,
    searches: Mapping[str, Callable[..., object]] | Iterable[Callable[..., object]] | None = None,
    checks: Mapping[str, DuplicateCheck[Any]] | Iterable[DuplicateCheck[Any] | None] = (None,),
    limits: Limits | None = None,
    rounds: int = 3,
    memory: bool = True,
) -> Comparison[Any, Any, Any]:
    """Run searches with duplicate checks on one problem, each under the same limits.

    Every search is run with every check. One that cannot (it needs a heuristic, previous states,
    named goals, or another check) is a row that says so, in the words of its error; so is one that
    meets a negative cost. Any other error of the problem's functions is raised as it is.

    Args:
        start: A state, or a `Problem`.
        searches: Search functions (`a_star_search`) or classes (`AStar`); arguments of their own
            are bound with ``functools.partial(a_star_search, weight=2)``. A dictionary gives them
            names. By default eleven that end at one solution.
        checks: Duplicate checks, or a dictionary that gives them names. None is the one that the
            search takes by itself.
        limits: What each run may use; five seconds by default.
        rounds: How often each is run for its time, of which the median is taken.
        memory: Whether to measure the peak of the memory. It takes one more run of each, which is
            made two to five times slower by the measuring (tracemalloc), and is not timed.

    Returns:
        The table.

    Raises:
        ProblemError: The start is no state and no problem, or another argument does not fit.
        TypeError: One of ``searches`` gives no `Result`.

    Time and memory: that of the searches, ``rounds`` times and once more; one result a row is kept.

    Example:
        >>> from searchkit import HashCheck, NoCheck, Problem, breadth_first_search, a_star_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 10)
        >>> table = compare(
        ...     problem,
        ...     searches=[breadth_first_search, a_star_search],
        ...     checks=[HashCheck(), NoCheck()],
        ... )
        >>> for row in table:
        ...     print(row.search, row.check, row.outcome, row.result and row.result.cost)
        breadth_first_search HashCheck() FOUND 4
        breadth_first_search NoCheck() FOUND 4
        a_star_search HashCheck() REFUSED None
        a_star_search NoCheck() REFUSED None
        >>> print(table.rows[2].refusal)
        AStar needs a heuristic; Problem has none. Define heuristic() on the state, give \
heuristic=, or use uniform_cost_search, which needs none.
    """
    if type(rounds) is not int or rounds < 1:
        raise ProblemError(f"compare(rounds={rounds!r}): how often to run each, from 1 on.")
    problem: Problem[Any, Any, Any] = as_problem(start)
    limits = limits_of(limits, _DEFAULT_LIMITS)
    named = _named("searches", default_searches() if searches is None else searches, _search_name)
    for search in named.values():
        require_function("searches: one", search, "Give search functions, such as a_star_search.")
    named_checks = _named("checks", checks, _check_name)
    rows: list[ComparisonRow[Any, Any, Any]] = []
    setting = _Setting(problem=problem, limits=limits, rounds=rounds, memory=memory)
    notes = ["seconds: of one run." if rounds == 1 else f"seconds: the median of {rounds} runs"]
    if rounds > 1:
        timed = limits.seconds is not None
        notes[0] += "; one that the limit on time ended was not repeated." if timed else "."
    if memory:
        notes.append("peak memory: in a run of its own, not timed, as tracemalloc counts it.")
    for name, search in named.items():
        for check_name, check in named_checks.items():
            row = _row(name, search, check_name, check, setting)
            rows.append(row)
            if row.result is not None and row.result.ended is Outcome.STOPPED:
                notes.append("The comparison was interrupted: the last row is incomplete.")
                return Comparison(tuple(rows), tuple(notes))
    return Comparison(tuple(rows), tuple(notes))


def _row(
    name: str,
    search: Callable[..., object],
    check_name: str,
    check: DuplicateCheck[Any] | None,
    setting: _Setting,
) -> ComparisonRow[Any, Any, Any]:
    problem, limits = setting.problem, setting.limits
    try:
        results = [_run(search, check, problem, limits)]
        while len(results) < setting.rounds and _is_repeatable(results[-1], limits):
            results.append(_run(search, check, problem, limits))
        first = results[0]
        peak: int | None = None
        if setting.memory and results[-1].ended is not Outcome.STOPPED:
            # the same work again, however long it takes under measurement
            same_work = Limits(expanded=first.statistics.expanded, stored=limits.stored)
            peak = _peak(functools.partial(_run, search, check, problem, same_work))
    except SearchkitError as error:
        return ComparisonRow(search=name, check=check_name, refusal=str(error))
    return ComparisonRow(
        search=name,
        check=check_name,
        result=results[-1] if results[-1].ended is Outcome.STOPPED else first,
        seconds=median(result.statistics.seconds for result in results),
        runs=len(results),
        peak_memory=peak,
    )


def _is_repeatable(result: Result[Any, Any, Any], limits: Limits) -> bool:
    timed_out = result.ended is Outcome.LIMIT and limits.seconds is not None
    return not timed_out and result.ended is not Outcome.STOPPED


def _run(
    search: Callable[..., object],
    check: DuplicateCheck[Any] | None,
    problem: Problem[Any, Any, Any],
    limits: Limits,
) -> Result[Any, Any, Any]:
    function: Any = search
    kind: Any = function.func if isinstance(search, functools.partial) else function
    result: Any = (
        function(problem, duplicates=check).run(limits)
        if isinstance(kind, type)
        else function(problem, duplicates=check, limits=limits)
    )
    if not isinstance(result, Result):
        raise TypeError(
            f"{_search_name(search)} gave {type(result).__name__}, and not a Result: it cannot be "
            "compared. Use a search function such as a_star_search, or a search class."
        )
    return result  # pyright: ignore[reportUnknownVariableType]


def _peak(run: Callable[[], object]) -> int:
    """Run something, and give by how many bytes the memory grew at most."""
    gc.collect()
    was_tracing = tracemalloc.is_tracing()
    if not was_tracing:
        tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        run()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        if not was_tracing:
            tracemalloc.stop()
    return peak - before


def _search_name(search: Any) -> str:
    bound: Any = search
    if isinstance(bound, functools.partial):
        arguments = [repr(value) for value in bound.args]
        arguments += [f"{key}={_value_name(value)}" for key, value in bound.keywords.items()]
        return f"{_search_name(bound.func)}({', '.join(arguments)})"
    return str(getattr(search, "__name__", search))


def _value_name(value: Any) -> str:
    return str(getattr(value, "__name__", None) or repr(value))


def _named(argument: str, given: Any, name_of: Callable[[Any], str]) -> dict[str, Any]:
    """Give things by their names, those of a dictionary or their own, numbered where equal."""
    values = named_or_listed(argument, given)
    if isinstance(values, dict):
        return values
    found: dict[str, Any] = {}
    for value in values:
        number, name = 1, name_of(value)
        free = name
        while free in found:
            number += 1
            free = f"{name} #{number}"
        found[free] = value
    return found


def _check_name(check: DuplicateCheck[Any] | None) -> str:
    """Name a check as it is written, with the arguments that differ from the usual ones."""
    if check is None:
        return "default"
    kind: Any = type(check)
    if not attrs.has(kind):
        return str(getattr(check, "name", kind.__name__))
    values = [
        f"{field.name.lstrip('_')}={_value_name(value)}"
        for field in attrs.fields(kind)
        if (value := getattr(check, field.name)) not in (None, False, field.default)
    ]
    return f"{kind.__name__}({', '.join(values)})"


def _bytes(size: int) -> str:
    """Write a number of bytes for people."""
    value = float(size)
    for unit in ("B", "kB", "MB"):
        if abs(value) < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.2f} GB"
