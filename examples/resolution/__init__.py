"""Propositional resolution on Minesweeper boards: the given-clause loop as a search.

``python -m examples.resolution [FILE ...]`` decides the hidden cells of a board. The two functions
underneath can be imported: `cnf` makes clauses from a board, `resolution` says whether clauses
entail another one::

    >>> from examples.resolution import cnf, resolution
    >>> kb = cnf(["1 1 0", "? 1 ?", "1 1 0"])
    >>> bool(resolution(kb, 1)), bool(resolution(kb, -2))
    (True, True)
"""

from __future__ import annotations

from examples.resolution.board import Board, Cell, parse_board
from examples.resolution.clauses import Clause, normalised
from examples.resolution.deciding import Decision, Findings, Method, Verdict, decide
from examples.resolution.encoding import Encoding, clauses_with_origin, cnf
from examples.resolution.proof import Proof, ProofError, ProofLine, check_proof
from examples.resolution.prover import (
    FORWARD_SUBSUMPTION,
    Answer,
    Entailment,
    Order,
    resolution,
)
from examples.resolution.subsumption import SubsumptionIndex

__all__ = [
    "FORWARD_SUBSUMPTION",
    "Answer",
    "Board",
    "Cell",
    "Clause",
    "Decision",
    "Encoding",
    "Entailment",
    "Findings",
    "Method",
    "Order",
    "Proof",
    "ProofError",
    "ProofLine",
    "SubsumptionIndex",
    "Verdict",
    "check_proof",
    "clauses_with_origin",
    "cnf",
    "decide",
    "normalised",
    "parse_board",
    "resolution",
]
