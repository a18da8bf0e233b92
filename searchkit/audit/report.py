"""What the auditor says: findings, what it could not check, and how much of the space it saw."""

from __future__ import annotations

import textwrap
from enum import Enum

from attrs import field, frozen


class Severity(Enum):
    """What a finding means for the answers of a search."""

    ERROR = "error"
    """An answer can be wrong, differ from run to run, or never come."""
    WARNING = "warning"
    """Harmless for most searches; the finding says for which it is not."""


class Fault(Enum):
    """A kind of mistake, and the name of the check that looks for it."""

    IDENTITY = "states are compared by identity"
    EQUALITY = "== is not an equivalence"
    HASH = "equality and hash disagree"
    TOO_COARSE = "equal states behave differently"
    ORDER = "< is not a strict weak order"
    ORDER_AND_EQUALITY = "< and == disagree"
    HISTORY = "states differ only by their history"
    MUTATION = "a state changed in place"
    REPEAT = "two calls give different answers"
    HASH_SEED = "answers depend on the hash seed"
    INVERSE = "previous states are not the inverse of next states"
    GOALS = "goals= and is_goal disagree"
    COST = "a cost is negative or no number"
    ZERO_COST = "a branch of zero cost has no end"
    HEURISTIC = "the heuristic gives no number"
    GOAL_HEURISTIC = "the heuristic of a goal is not zero"
    INADMISSIBLE = "the heuristic is above the true cost"
    INCONSISTENT = "the heuristic is inconsistent"
    KEY = "the key merges states whose cost to go differs"
    COMPILED = "compiled code behaves differently"


@frozen(kw_only=True)
class Finding:
    """One mistake, with the smallest example that was found.

    Attributes:
        kind: Which mistake.
        severity: What it means for the answers.
        message: The example, in a sentence or two.
        way_out: What to change.
        count: How many examples there were; the message shows the smallest.

    Example:
        >>> finding = Finding(
        ...     kind=Fault.COST, severity=Severity.ERROR,
        ...     message="The step from 1 to 2 costs -4.", way_out="Shift all costs.",
        ... )
        >>> print(finding)
        error: a cost is negative or no number
          The step from 1 to 2 costs -4.
          Way out: Shift all costs.
    """

    kind: Fault
    severity: Severity
    message: str
    way_out: str
    count: int = 1

    def __str__(self) -> str:
        more = f" ({self.count} examples; this is the smallest)" if self.count > 1 else ""
        lines = [f"{self.severity.value}: {self.kind.value}"]
        lines += _wrapped(self.message + more)
        lines += _wrapped(f"Way out: {self.way_out}")
        return "\n".join(lines)


@frozen
class Skipped:
    """A check that was not made, or not to the end, and why."""

    check: Fault
    reason: str

    def __str__(self) -> str:
        return f"{self.check.value}: {self.reason}"


@frozen(kw_only=True)
class AuditReport:
    """What an audit found. True as a bool where no error was found.

    Attributes:
        name: What was audited.
        findings: The mistakes, errors first.
        skipped: The checks that were not made, each with the reason.
        checked: The checks that were made and found nothing.
        expanded: The number of states whose successors were looked at.
        stored: The number of different states that were seen.
        complete: Whether these are all that can be reached.
        remarks: What else kept the audit from seeing everything, in sentences.
        seconds: How long it took.
    """

    name: str
    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    checked: tuple[Fault, ...]
    expanded: int
    stored: int
    complete: bool
    remarks: tuple[str, ...] = ()
    seconds: float = field(eq=False)

    @property
    def ok(self) -> bool:
        """Whether there is no error among the findings; warnings do not count."""
        return not self.errors

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make answers wrong, varying or endless."""
        return tuple(found for found in self.findings if found.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The other findings."""
        return tuple(found for found in self.findings if found.severity is Severity.WARNING)

    @property
    def kinds(self) -> frozenset[Fault]:
        """The kinds of mistakes that were found."""
        return frozenset(found.kind for found in self.findings)

    def __bool__(self) -> bool:
        return self.ok

    def _seen(self) -> str:
        states = "1 state" if self.stored == 1 else f"{self.stored:,} states"
        if self.complete:
            return f"{states}, all that can be reached"
        if self.expanded == self.stored:
            return f"{states}, with some of what follows; there are more"
        return f"{states}, of which {self.expanded:,} were expanded; there are more"

    def __repr__(self) -> str:
        return (
            f"<AuditReport of {self.name}: {_counted(len(self.errors), 'error')}, "
            f"{_counted(len(self.warnings), 'warning')}; {self._seen()}>"
        )

    def __str__(self) -> str:
        what = (
            f"{_counted(len(self.errors), 'error')}, {_counted(len(self.warnings), 'warning')}"
            if self.findings
            else "no fault found"
        )
        parts = [f"Audit of {self.name}: {what} ({self._seen()})"]
        parts += [f"{number}. {found}" for number, found in enumerate(self.findings, start=1)]
        if self.remarks:
            parts.append("\n".join(line for remark in self.remarks for line in _wrapped(remark)))
        if self.checked:
            names = "; ".join(check.value for check in self.checked)
            parts.append("\n".join(["Looked for and not found:", *_wrapped(names)]))
        if self.skipped:
            lines = [line for skipped in self.skipped for line in _item(str(skipped))]
            parts.append("\n".join(["Not checked:", *lines]))
        return "\n\n".join(parts)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text, 98, initial_indent="  ", subsequent_indent="  ", break_long_words=False
    )


def _item(text: str) -> list[str]:
    return textwrap.wrap(
        text, 98, initial_indent="  - ", subsequent_indent="    ", break_long_words=False
    )
