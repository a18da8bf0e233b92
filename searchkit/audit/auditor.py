"""The audit as a whole: one walk, then one check after another over what it saw."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, overload

from typing_extensions import TypedDict, TypeVar, Unpack

from searchkit.arguments import limits_of, require_function, require_heuristic, require_text
from searchkit.audit.checks import Notes
from searchkit.audit.compiled import check_compiled
from searchkit.audit.content import MOST_NESTED, shown
from searchkit.audit.costs import check_costs, check_heuristic, check_zero_cost
from searchkit.audit.history import check_history
from searchkit.audit.keys import check_key
from searchkit.audit.report import AuditReport, Fault, Severity
from searchkit.audit.seeds import check_hash_seed, seeds_of
from searchkit.audit.states import check_states
from searchkit.audit.successors import check_goals, check_inverse, check_mutation, check_repeat
from searchkit.audit.walk import MOST_SUCCESSORS, Walk
from searchkit.compiled.settings import Compiled
from searchkit.limits import Limits
from searchkit.problem import Problem, as_problem
from searchkit.protocols import A, C, Cost, S, State, Steps

DEFAULT_LIMITS: Final = Limits(expanded=2_000, stored=20_000, seconds=10)
"""What an audit may use where nothing else is said."""
DEFAULT_SEEDS: Final = (1, 2, 3, 4)

_WALKING = 0.5  # the share of the time for the walk; the checks have the rest
_ON_PATHS = (
    Fault.ZERO_COST,
    Fault.INADMISSIBLE,
    Fault.INCONSISTENT,
    Fault.KEY,
)
_ON_VALUES = (Fault.HEURISTIC, Fault.GOAL_HEURISTIC, Fault.HISTORY, Fault.HASH_SEED)
_CHANGED = "a state changed in place, and nothing can be said before it is mended."

StateT = TypeVar("StateT", bound=State)
CostT = TypeVar("CostT", bound=Cost, default=int)


class AuditOptions(TypedDict, Generic[S, CostT], total=False):
    """What an audit takes beside the problem."""

    limits: Limits | None
    key: Callable[[S], object] | None
    heuristic: Callable[[S], CostT | float] | None
    hash_seeds: Sequence[int] | None
    name: str | None
    compiled: bool | Compiled


class AssertOptions(AuditOptions[S, CostT], total=False):
    """The same, for `assert_audit`."""

    warnings: bool


@overload
def audit(
    problem: Steps[S, A, C] | Problem[S, A, C], **options: Unpack[AuditOptions[S, C]]
) -> AuditReport: ...
@overload
def audit(problem: StateT, **options: Unpack[AuditOptions[StateT, int]]) -> AuditReport: ...
def audit(
    problem: Any,
    *,
    limits: Limits | None = None,
    key: Callable[[Any], object] | None = None,
    heuristic: Callable[[Any], Any] | None = None,
    hash_seeds: Sequence[int] | None = DEFAULT_SEEDS,
    name: str | None = None,
    compiled: bool | Compiled = False,
) -> AuditReport:
    """Look for mistakes in a problem of your own: its states, steps, costs, heuristic, key.

    A bounded part of the space is walked breadth-first, each function is asked more than once,
    and what was seen is examined. Each finding has the smallest example that was met and a way
    out. What is reported was seen: an audit that finds nothing has proved nothing of the part of
    the space that it did not reach. What it could not check is named in ``report.skipped``.

    Args:
        problem: A state to start from, or a `Problem`.
        limits: How many states to expand and to store, and about how long it may take; by
            default 2,000, 20,000 and 10 seconds.
        key: The function that you give to a duplicate check as ``key=``; it is examined.
        heuristic: The heuristic, where the problem has none or another is meant.
        hash_seeds: The values of ``PYTHONHASHSEED`` for which fresh processes ask for the
            successors; None starts no processes.
        name: ``module:attribute``, by which a fresh process finds the problem. Without it the
            problem is pickled, which needs functions and classes at the top of a module.
        compiled: Whether to compile the problem as well, and compare what its functions give on
            the states that were expanded. Needs the extra ``compiled``, and some seconds.

    Raises:
        ProblemError: It is no state and no problem, or another argument does not fit.
        Exception: What the problem's own functions raise, with a note on the state.

    Time and memory:
        Each state is expanded twice, compared and, if it can change, copied. A thousand small
        states take about a tenth of a second; the fresh processes about half a second.

    Example:
        >>> from searchkit import Problem, audit
        >>> problem = Problem(
        ...     0,
        ...     next_states=lambda n: [n + 1, n + 2],
        ...     is_goal=lambda n: n == 9,
        ...     heuristic=lambda n: abs(9 - n),
        ... )
        >>> report = audit(problem, hash_seeds=None)
        >>> report.ok
        False
        >>> print(report.findings[0].message)  # doctest: +ELLIPSIS
        the heuristic of 7 is 2, and this path to a goal costs 1: 7 -> 9. A* may give ...
    """
    began = time.perf_counter()
    limits = limits_of(limits, DEFAULT_LIMITS)
    require_heuristic(heuristic)
    if key is not None:
        require_function("key", key, "It takes a state and gives its key.")
    seeds = seeds_of(hash_seeds)
    if name is not None:
        require_text("name", name, "It names the problem as module:attribute.")
    stated = as_problem(problem)
    if heuristic is None and stated.heuristic is not None:
        heuristic = stated.bind(stated.heuristic)
    seconds = float("inf") if limits.seconds is None else limits.seconds
    walk = Walk(stated, limits, heuristic, seconds * _WALKING)
    walk.explore()
    walk.deadline = began + seconds
    notes = Notes()
    _check(walk, notes, key, limits)
    if not notes.has(Fault.MUTATION) and walk.states:
        check_hash_seed(walk, notes, problem, name, seeds)
    if not walk.edges:
        _skip_rest(notes, "no state was expanded; give larger limits=.")
    if not notes.has(Fault.MUTATION) and walk.edges:
        check_compiled(walk, notes, compiled=compiled, key=key)
    else:
        notes.skip(Fault.COMPILED, _CHANGED if walk.edges else "no state was expanded.")
    return _report(walk, notes, stated.name if name is None else name, began)


def _check(walk: Walk, notes: Notes, key: Callable[[Any], object] | None, limits: Limits) -> None:
    check_mutation(walk, notes)
    if walk.mutated is not None:
        _skip_rest(notes, _CHANGED)
        return
    if not walk.states:
        _skip_rest(notes, "there is no state: the problem has no start, or limits.stored is 0.")
        return
    check_states(walk, notes)
    check_repeat(walk, notes)
    check_goals(walk, notes)
    check_inverse(walk, notes)
    if notes.has(Fault.MUTATION):
        _skip_rest(notes, _CHANGED, Fault.COST, *_ON_PATHS, *_ON_VALUES)
        return
    reliable = all(d.only_order for d in walk.differences)
    sound = check_costs(walk, notes)
    if not reliable or not sound:
        why = (
            "the answers of the problem's functions vary."
            if not reliable
            else "costs are negative or no numbers."
        )
        for check in (*_ON_PATHS, Fault.HEURISTIC, Fault.HISTORY, Fault.GOAL_HEURISTIC):
            notes.skip(check, why)
        return
    check_heuristic(walk, notes)
    check_history(walk, notes)
    check_zero_cost(walk, notes, max(2_000, limits.expanded or 0))
    check_key(walk, notes, key)  # last: it may change states in place


def _skip_rest(notes: Notes, reason: str, *checks: Fault) -> None:
    for check in checks or Fault:
        if not notes.has(check) and check is not Fault.COMPILED:
            notes.skip(check, reason)


def _report(walk: Walk, notes: Notes, name: str, began: float) -> AuditReport:
    order = {kind: number for number, kind in enumerate(Fault)}
    findings = sorted(notes.findings, key=lambda f: (f.severity is Severity.WARNING, order[f.kind]))
    kinds = {finding.kind for finding in findings}
    skipped = [s for s in notes.skipped if s.check not in kinds]
    named = {s.check for s in skipped}
    return AuditReport(
        name=name,
        findings=tuple(findings),
        skipped=tuple(sorted(skipped, key=lambda s: order[s.check])),
        checked=tuple(check for check in Fault if check not in kinds | named),
        expanded=len(walk.edges),
        stored=len(walk.states),
        complete=walk.complete,
        remarks=_remarks(walk),
        seconds=time.perf_counter() - began,
    )


def _remarks(walk: Walk) -> tuple[str, ...]:
    remarks: list[str] = []
    if walk.cut:
        remarks.append(
            f"Only the first {MOST_SUCCESSORS:,} successors of {shown(walk.cut[0])} were looked "
            "at; there are more, perhaps without end. A search that expands it asks for them all."
        )
    if walk.too_deep is not None:
        remarks.append(
            f"The walk stopped at a state in which values are nested more than {MOST_NESTED} deep, "
            f"{walk.too_deep}: Python's own ==, hash and repr fail when such states grow further."
        )
    return tuple(remarks)


@overload
def assert_audit(
    problem: Steps[S, A, C] | Problem[S, A, C], **options: Unpack[AssertOptions[S, C]]
) -> AuditReport: ...
@overload
def assert_audit(problem: StateT, **options: Unpack[AssertOptions[StateT, int]]) -> AuditReport: ...
def assert_audit(problem: Any, *, warnings: bool = False, **options: Any) -> AuditReport:
    """Audit a problem in a test: fail, with the report, where there is an error.

    Args:
        problem: A state to start from, or a `Problem`.
        warnings: Whether warnings fail, too.
        options: What `audit` takes.

    Returns:
        The report, so that a test may ask more of it.

    Raises:
        AssertionError: There is a finding; the message is the whole report.

    Example:
        >>> from searchkit import Problem, assert_audit
        >>> problem = Problem(1, next_states=lambda n: [n * 2 % 11], is_goal=lambda n: n == 6)
        >>> assert_audit(problem, hash_seeds=None)
        <AuditReport of Problem: 0 errors, 0 warnings; 10 states, all that can be reached>
    """
    report: AuditReport = audit(problem, **options)
    if report.errors or (warnings and report.findings):
        raise AssertionError(str(report))
    return report
