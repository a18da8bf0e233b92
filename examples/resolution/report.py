"""What the script says about a board: for people, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from examples.command_line import counted
from examples.resolution.deciding import Decision, Findings, Method, Verdict
from examples.resolution.encoding import Encoding
from searchkit import Limits, NoCheck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from examples.resolution.board import Board
    from examples.resolution.clauses import Clause
    from examples.resolution.proof import Proof
    from examples.resolution.prover import Answer

MARKS = {Verdict.MINE: "*", Verdict.SAFE: "s", Verdict.NEITHER: "n", Verdict.UNKNOWN: "u"}
WORDS = {
    Verdict.MINE: "mine",
    Verdict.SAFE: "safe",
    Verdict.NEITHER: "neither follows",
    Verdict.UNKNOWN: "unknown (limit)",
}
ENCODINGS = {Encoding.PRIME: "prime implicates", Encoding.TRUTH_TABLE: "truth table"}


class ProofLineDocument(TypedDict):
    """A line of a proof, as JSON."""

    number: int
    clause: list[int]
    premises: list[int]
    variable: int | None


class CellDocument(TypedDict):
    """What is known of a cell, as JSON."""

    row: int
    column: int
    variable: int
    verdict: str
    if_consistent: str
    expanded: int
    proof: list[ProofLineDocument] | None


class FindingsDocument(TypedDict):
    """What is known of a board, as JSON."""

    input: str
    rows: list[str]
    marked: list[str]
    encoding: str
    order: str
    variables: int
    clauses: int
    consistent: bool | None
    interrupted: bool
    refutations: list[list[ProofLineDocument]] | None
    cells: list[CellDocument]


def text_report(name: str, findings: Findings, method: Method, *, proofs: bool) -> Iterator[str]:
    """Give the lines of the report."""
    board = findings.board
    yield (
        f"{name}: {counted(len(findings.origins), 'clause')} ({ENCODINGS[method.encoding]}) over "
        f"{counted(len(board.cells), 'hidden cell')}"
    )
    yield ""
    yield from _before_and_after(findings)
    yield ""
    if findings.consistent is False:
        yield "Inconsistent: no way to lay the mines agrees with all numbers."
    else:
        yield from _sentences(findings)
        if findings.limited and not findings.interrupted:
            yield _limit(method)
    if proofs:
        yield from _proofs(findings)


def _sentences(findings: Findings) -> Iterator[str]:
    if findings.consistent is None:
        ended_by = "interrupted" if findings.interrupted else "limit"
        yield f"Whether any way to lay the mines agrees with all numbers: unknown ({ended_by})."
    for decision in findings.decisions:
        yield _sentence(findings, decision)
    if findings.interrupted:
        yield "Interrupted: the search was not finished, and cells may be missing."
    elif not findings.decisions:
        yield "No cell is asked about: write ? for a hidden cell, or use --all."


def _limit(method: Method) -> str:
    limits = method.limits or Limits()
    given = [
        f"{option} {limit}"
        for option, limit in (
            ("--max-expanded", limits.expanded),
            ("--max-stored", limits.stored),
            ("--seconds", None if limits.seconds is None else f"{limits.seconds:g}"),
        )
        if limit is not None
    ]
    way_out = "Raise it"
    if isinstance(method.duplicates, NoCheck):
        way_out += ", or use a duplicate check"
    return f"The limit was {' or '.join(given)}, for each search by itself. {way_out}."


def _proofs(findings: Findings) -> Iterator[str]:
    proved = [(answer, _contradiction(answer)) for answer in findings.refutations]
    proved += [
        (decision.proved_by, f"{decision.cell} is {_noun(decision.follows)}")
        for decision in findings.decisions
        if decision.proved_by is not None
    ]
    if proved:
        yield from _key(findings.board)
    for answer, title in proved:
        yield from _proof(findings, answer, title)


def document(name: str, findings: Findings, method: Method, *, proofs: bool) -> FindingsDocument:
    """Return the report as a JSON document."""
    refutations = [_proof_document(answer.proof) for answer in findings.refutations]
    return {
        "input": name,
        "rows": findings.board.drawn(),
        "marked": _marked(findings),
        "encoding": method.encoding.value,
        "order": method.order.value,
        "variables": len(findings.board.cells),
        "clauses": len(findings.origins),
        "consistent": findings.consistent,
        "interrupted": findings.interrupted,
        "refutations": refutations if proofs else None,
        "cells": [
            {
                "row": decision.cell.row,
                "column": decision.cell.column,
                "variable": decision.variable,
                "verdict": findings.verdict(decision).value,
                "if_consistent": decision.follows.value,
                "expanded": decision.expanded,
                "proof": (
                    _proof_document(decision.proved_by.proof)
                    if proofs and decision.proved_by is not None
                    else None
                ),
            }
            for decision in findings.decisions
        ],
    }


def _marked(findings: Findings) -> list[str]:
    return findings.board.drawn(
        {decision.cell: MARKS[findings.verdict(decision)] for decision in findings.decisions}
    )


def _before_and_after(findings: Findings) -> Iterator[str]:
    """Give the board, and beside it the board with the verdicts and what their marks mean."""
    before = findings.board.drawn()
    if not findings.decisions:
        yield from (f"  {line}" for line in before)
        return
    given = {findings.verdict(decision) for decision in findings.decisions}
    legend = [f"   {MARKS[verdict]} {WORDS[verdict]}" for verdict in Verdict if verdict in given]
    after = _marked(findings)
    height = max(len(before), len(legend))
    for column in (before, after):
        column.extend([" " * len(column[0])] * (height - len(column)))
    legend.extend([""] * (height - len(legend)))
    for row, (left, right, meaning) in enumerate(zip(before, after, legend, strict=True)):
        arrow = "->" if row == (len(findings.board.rows) - 1) // 2 else "  "
        yield f"  {left}  {arrow}  {right}{meaning}".rstrip()


def _sentence(findings: Findings, decision: Decision) -> str:
    verdict = findings.verdict(decision)
    interrupted = any(answer.interrupted for answer in decision.answers)
    words = "unknown (interrupted)" if interrupted else WORDS[verdict]
    if verdict is not decision.follows:
        words += f": {WORDS[decision.follows]}, if the numbers agree at all"
    return f"{decision.cell}: {words} ({counted(decision.expanded, 'clause')} expanded)"


def _noun(verdict: Verdict) -> str:
    return "a mine" if verdict is Verdict.MINE else "safe"


def _contradiction(answer: Answer) -> str:
    if not answer.assumed:
        return "the numbers contradict each other"
    ((literal,),) = answer.assumed
    return f"x{abs(literal)} is {'safe' if literal > 0 else 'a mine'}"


def _proof(findings: Findings, answer: Answer, title: str) -> Iterator[str]:
    yield ""
    yield f"Proof that {title}:"
    proof = answer.proof
    clauses = [_written(line.clause) for line in proof]
    width = max(len(clause) for clause in clauses)
    for line, clause in zip(proof, clauses, strict=True):
        if line.premises:
            reason = f"{line.premises[0]} and {line.premises[1]}, on x{line.variable}"
        elif line.clause in findings.origins:
            cell = findings.origins[line.clause]
            reason = f"the {findings.board.rows[cell.row][cell.column]} at {cell}"
        else:
            reason = "assumed"
        yield f"  {line.number:>3}.  {clause:<{width}}  {reason}"


def _key(board: Board) -> Iterator[str]:
    """Say which cell is which variable."""
    yield ""
    yield "In the proofs, x1 says that there is a mine in the cell x1, and so on:"
    yield ""
    for line in board.drawn({cell: f"x{board.variable(cell)}" for cell in board.cells}):
        yield f"  {line}"


def _written(clause: Clause) -> str:
    """Write a clause for people: ``x1 or not x3``."""
    if not clause:
        return "contradiction"
    return " or ".join(f"x{literal}" if literal > 0 else f"not x{-literal}" for literal in clause)


def _proof_document(proof: Proof) -> list[ProofLineDocument]:
    return [
        {
            "number": line.number,
            "clause": list(line.clause),
            "premises": list(line.premises),
            "variable": line.variable,
        }
        for line in proof
    ]
