"""What the checks of an audit write into."""

from __future__ import annotations

from searchkit.audit.report import Fault, Finding, Severity, Skipped


class Notes:
    """Findings and skipped checks, as they come."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.skipped: list[Skipped] = []

    def found(
        self,
        kind: Fault,
        message: str,
        way_out: str,
        *,
        severity: Severity = Severity.ERROR,
        count: int = 1,
    ) -> None:
        """Add a finding."""
        self.findings.append(
            Finding(kind=kind, severity=severity, message=message, way_out=way_out, count=count)
        )

    def skip(self, check: Fault, reason: str) -> None:
        """Say that a check was not made, unless it has been said."""
        if all(skipped.check is not check for skipped in self.skipped):
            self.skipped.append(Skipped(check, reason))

    def has(self, *kinds: Fault) -> bool:
        """Say whether one of these was found."""
        return any(finding.kind in kinds for finding in self.findings)
