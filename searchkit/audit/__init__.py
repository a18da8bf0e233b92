"""The auditor: it finds the mistakes that people make in their own states and heuristics."""

from searchkit.audit.auditor import assert_audit, audit
from searchkit.audit.report import AuditReport, Fault, Finding, Severity, Skipped

__all__ = ["AuditReport", "Fault", "Finding", "Severity", "Skipped", "assert_audit", "audit"]
