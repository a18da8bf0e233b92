"""Decide the hidden cells of Minesweeper boards: ``python -m examples.resolution [FILE ...]``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from examples import command_line, inputs
from examples.resolution.board import parse_board
from examples.resolution.deciding import Findings, Method, decide
from examples.resolution.encoding import Encoding
from examples.resolution.prover import FORWARD_SUBSUMPTION, Order
from examples.resolution.report import document, text_report
from searchkit import DuplicateCheck, Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from examples.resolution.clauses import Clause

EXAMPLE = Path(__file__).with_name("example.txt")


@command_line.guarded
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argument_parser()
    parsed = command_line.parse_arguments(parser, arguments)
    limits = command_line.limits(parsed)
    if parsed.duplicates == "none" and limits == Limits():
        parser.error(
            "--duplicates none needs a limit (such as --seconds 10): without a check the same "
            "clauses are made over and over, and a search that finds no proof never ends"
        )

    def shown_as(name: str) -> str:
        shown = "the example board" if name == str(EXAMPLE) else inputs.display_name(name)
        return shown.encode("ascii", "backslashreplace").decode("ascii") if parsed.ascii else shown

    def error_document(name: str, message: str) -> dict[str, object]:
        return {"input": shown_as(name), "error": message}

    def solve(name: str) -> int:
        method = Method(
            encoding=Encoding(parsed.encoding),
            order=Order(parsed.order),
            duplicates=duplicate_check(parsed.duplicates),
            limits=limits,
            observer=command_line.observer(parsed),
        )
        shown = shown_as(name)
        board = parse_board(inputs.read_text(name), shown)
        findings = decide(board, board.cells if parsed.all else board.asked, method)
        if parsed.json:
            print(json.dumps(document(shown, findings, method, proofs=parsed.proof)))
        else:
            print("\n".join(text_report(shown, findings, method, proofs=parsed.proof)))
        return exit_code(findings)

    return command_line.run_inputs(
        parsed.files or [str(EXAMPLE)],
        solve,
        error_document=error_document if parsed.json else None,
    )


def argument_parser() -> argparse.ArgumentParser:
    """Make the parser: the options that all scripts have, and those of this one."""
    shared = command_line.argument_parser(
        "resolution",
        "Decide by propositional resolution which hidden cells (marked ?) of a Minesweeper board "
        "are mines, which are safe, and which the board leaves open.",
    )
    parser = argparse.ArgumentParser(
        prog=shared.prog,
        description=shared.description,
        epilog="Exit codes: 0 each cell is decided (also if neither follows), 1 the numbers of a "
        "board contradict each other, 2 bad input, 3 a limit left something open, 130 Ctrl-C. "
        "Limits hold for each search by itself; there are one or two for each cell.",
        parents=[shared],
        conflict_handler="resolve",  # --duplicates has one choice more here
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--duplicates",
        choices=("subsumption", "none", "linear", "sorted", "hash"),
        default="subsumption",
        help="how superfluous clauses are recognised (default: subsumption)",
    )
    parser.add_argument(
        "--all", action="store_true", help="decide each hidden cell, not only those marked ?"
    )
    parser.add_argument("--proof", action="store_true", help="print what proves each verdict")
    parser.add_argument(
        "--encoding",
        choices=[encoding.value for encoding in Encoding],
        default=Encoding.PRIME.value,
        help="how a number becomes clauses (default: prime, for prime implicates)",
    )
    parser.add_argument(
        "--order",
        choices=[order.value for order in Order],
        default=Order.SHORTEST.value,
        help="which clause is taken next: the shortest (default), the oldest (queue), the newest "
        "(stack), or the oldest of inputs that were sorted by length (sorted)",
    )
    return parser


def duplicate_check(name: str) -> DuplicateCheck[Clause]:
    """Return the check that the option ``--duplicates`` names."""
    return FORWARD_SUBSUMPTION if name == "subsumption" else command_line.duplicate_check(name)


def exit_code(findings: Findings) -> int:
    """Return the exit code for what was found."""
    if findings.interrupted:
        return command_line.INTERRUPTED
    if findings.consistent is False:
        return command_line.NO_SOLUTION
    return command_line.LIMIT if findings.limited else command_line.SOLVED


if __name__ == "__main__":
    sys.exit(main())
