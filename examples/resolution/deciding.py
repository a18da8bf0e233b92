"""What a board tells about its hidden cells.

The clauses of the board are refuted on their own first: if they contradict each other, everything
follows from them, and no answer about a cell would mean anything. Then, for each cell: if "it is a
mine" follows, it is a mine; if "it is safe" follows, it is safe; if neither does, the board leaves
it open. Limits hold for each of these searches by itself.

Where a limit ends the first search, the others are done all the same. A single literal that does
*not* follow proves that the clauses are consistent; a cell that is both mine and safe proves that
they are not; and as long as neither is known, what was proved of a cell is no verdict yet.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from attrs import field, frozen

from examples.resolution.encoding import Encoding, clauses_with_origin
from examples.resolution.prover import (
    FORWARD_SUBSUMPTION,
    Answer,
    Entailment,
    Order,
    resolution,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from examples.resolution.board import Board, Cell
    from examples.resolution.clauses import Clause
    from searchkit import DuplicateCheck, Limits, Observer


class Verdict(Enum):
    """What the board tells about a hidden cell."""

    MINE = "mine"
    SAFE = "safe"
    NEITHER = "neither"
    UNKNOWN = "unknown"


@frozen
class Method:
    """How to prove: everything about the searches that is a matter of choice."""

    encoding: Encoding = Encoding.PRIME
    order: Order = Order.SHORTEST
    duplicates: DuplicateCheck[Clause] = FORWARD_SUBSUMPTION
    limits: Limits | None = None
    observer: Observer[Clause, int | None, int] | None = None

    def ask(self, clauses: Iterable[Clause], alpha: int | Clause) -> Answer:
        """Ask the prover whether the clauses entail this one."""
        return resolution(
            clauses,
            alpha,
            order=self.order,
            duplicates=self.duplicates,
            limits=self.limits,
            observer=self.observer,
        )


@frozen
class Decision:
    """What was found out about one cell."""

    cell: Cell
    variable: int
    follows: Verdict
    """What follows from the clauses, be they consistent or not."""
    answers: tuple[Answer, ...]
    """The answer to "is it a mine?" and, where that did not settle it, to "is it safe?"."""

    @property
    def proved_by(self) -> Answer | None:
        """The answer that proves a mine, or a safe cell."""
        return next((answer for answer in self.answers if answer), None)

    @property
    def expanded(self) -> int:
        """How many clauses were taken and resolved, in all searches about this cell."""
        return sum(answer.result.statistics.expanded for answer in self.answers)


@frozen
class Findings:
    """What was found out about a board."""

    board: Board
    origins: dict[Clause, Cell]
    """The clauses of the board, each with the number that it comes from."""
    consistent: bool | None
    """Whether there is any way to lay the mines; None if a limit left it open."""
    refutations: tuple[Answer, ...]
    """What proves an inconsistent board so."""
    decisions: tuple[Decision, ...]
    """In the order of the cells that were asked about; none of an inconsistent board."""
    interrupted: bool = field(default=False, kw_only=True)
    """Whether Ctrl-C ended it; cells may then be missing."""

    def verdict(self, decision: Decision) -> Verdict:
        """Return the verdict on a cell: what follows, if the board is known to be consistent."""
        return decision.follows if self.consistent else Verdict.UNKNOWN

    @property
    def limited(self) -> bool:
        """Whether a limit left something open."""
        return self.consistent is None or any(
            self.verdict(decision) is Verdict.UNKNOWN for decision in self.decisions
        )


def decide(board: Board, cells: Iterable[Cell], method: Method | None = None) -> Findings:
    r"""Decide for each of the cells whether it is a mine, safe, or left open.

    Raises:
        KeyError: one of the cells is not hidden.

    Example:
        >>> from examples.resolution import parse_board
        >>> board = parse_board("1 1 0\n? 1 ?\n1 1 0")
        >>> findings = decide(board, board.asked)
        >>> for decision in findings.decisions:
        ...     print(f"{decision.cell}: {findings.verdict(decision).value}")
        row 1, column 0: mine
        row 1, column 2: safe
    """
    method = Method() if method is None else method
    origins = clauses_with_origin(board, method.encoding)
    on_its_own = method.ask(origins, ())
    if on_its_own:
        return Findings(board, origins, False, (on_its_own,), ())
    consistent = True if on_its_own.entailment is Entailment.NOT_ENTAILED else None
    decisions: list[Decision] = []
    interrupted = on_its_own.interrupted
    for cell in cells:
        if interrupted:
            break
        decision = _decide_cell(origins, cell, board.variable(cell), method, consistent=consistent)
        decisions.append(decision)
        interrupted = any(answer.interrupted for answer in decision.answers)
        if all(decision.answers) and len(decision.answers) == 2:
            return Findings(board, origins, False, decision.answers, ())
        if any(answer.entailment is Entailment.NOT_ENTAILED for answer in decision.answers):
            consistent = True
    return Findings(board, origins, consistent, (), tuple(decisions), interrupted=interrupted)


def _decide_cell(
    clauses: Iterable[Clause], cell: Cell, variable: int, method: Method, *, consistent: bool | None
) -> Decision:
    mine = method.ask(clauses, variable)
    if (mine and consistent) or mine.interrupted:
        return Decision(cell, variable, _follows(mine, None), (mine,))
    safe = method.ask(clauses, -variable)
    return Decision(cell, variable, _follows(mine, safe), (mine, safe))


def _follows(mine: Answer, safe: Answer | None) -> Verdict:
    if mine:
        return Verdict.MINE
    if safe:
        return Verdict.SAFE
    if safe is None or Entailment.UNKNOWN in (mine.entailment, safe.entailment):
        return Verdict.UNKNOWN
    return Verdict.NEITHER
