"""Reading boards, and the clauses they stand for."""

from __future__ import annotations

import json
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.inputs import InputError
from examples.resolution import Cell, Encoding, clauses_with_origin, cnf, parse_board
from examples.resolution.board import HIDDEN, REVEALED, as_board

if TYPE_CHECKING:
    from pathlib import Path

    from examples.resolution import Clause

ENCODINGS = list(Encoding)


def satisfied(clause: Clause, mines: tuple[bool, ...]) -> bool:
    return any(mines[abs(literal) - 1] == (literal > 0) for literal in clause)


def models(clauses: list[Clause], variables: int) -> list[tuple[bool, ...]]:
    """All ways to lay the mines that satisfy all clauses."""
    return [
        mines
        for mines in product((False, True), repeat=variables)
        if all(satisfied(clause, mines) for clause in clauses)
    ]


# --- reading ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2 .\n. ?", ("2.", ".?")),
        ("2.\n.?\n", ("2.", ".?")),
        ("\n \n2\t.\r\n.  ?\n\n", ("2.", ".?")),
        ("0", ("0",)),
        ("?", ("?",)),
        ("8.8.8", ("8.8.8",)),
    ],
)
def test_blanks_do_not_matter(text: str, rows: tuple[str, ...]) -> None:
    assert parse_board(text).rows == rows


def test_hidden_cells_are_numbered_row_by_row() -> None:
    board = parse_board("1 . ?\n. 1 0\n0 ? .")
    assert board.cells == ((0, 1), (0, 2), (1, 0), (2, 1), (2, 2))
    assert [board.variable(cell) for cell in board.cells] == [1, 2, 3, 4, 5]
    assert board.asked == ((0, 2), (2, 1))
    with pytest.raises(KeyError):
        board.variable((0, 0))


def test_numbers_know_their_hidden_neighbours() -> None:
    board = parse_board("1 . ?\n. 1 0\n0 ? .")
    assert [(number.cell, number.mines, number.hidden) for number in board.numbers()] == [
        ((0, 0), 1, (1, 3)),
        ((1, 1), 1, (1, 2, 3, 4, 5)),
        ((1, 2), 0, (1, 2, 4, 5)),
        ((2, 0), 0, (3, 4)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"^b\.txt: there is no board; write one line a row"),
        (" \n\n", r"^b\.txt: there is no board"),
        ("1 .\n. 9", r"^b\.txt, line 2 \(row 1, column 1\): '9' is not a cell; use 0 to 8"),
        ("\n\n1 x", r"^b\.txt, line 3 \(row 0, column 1\): 'x' is not a cell"),
        ("-1", r"line 1 \(row 0, column 0\): '-' is not a cell"),
        ("²", r"'²' is not a cell"),
        ("٣", r"'٣' is not a cell"),
        ("1 .\n.", r"^b\.txt, line 2 \(row 1\): 1 cell, but row 0 has 2 cells"),
        ("1\n..", r"line 2 \(row 1\): 2 cells, but row 0 has 1 cell;"),
        ("1 .\n\n. .", r"^b\.txt, line 2: an empty line inside the board"),
    ],
)
def test_errors_name_the_place_and_the_way_out(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_board(text, "b.txt")


def test_a_board_may_be_given_as_text_or_rows() -> None:
    board = parse_board("2 .\n. .")
    for like in ("2.\n..", ["2 .", ". ."], [["2", "."], [".", "."]], board):
        assert as_board(like) == board
        assert cnf(like) == cnf(board)


# --- clauses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        (
            "2 .\n. .",
            "truth-table",
            {(1, 2, 3), (1, 2, -3), (1, -2, 3), (-1, 2, 3), (-1, -2, -3)},
        ),
        ("2 .\n. .", "prime", {(-1, -2, -3), (1, 2), (1, 3), (2, 3)}),
        ("1 .", "truth-table", {(1,)}),
        ("1 .", "prime", {(1,)}),
        ("0 .", "truth-table", {(-1,)}),
        ("0 .", "prime", {(-1,)}),
        # nothing hidden: right, or a contradiction
        ("0", "truth-table", set()),
        ("0", "prime", set()),
        ("1", "truth-table", {()}),
        ("1", "prime", {()}),
        # more mines than cells
        ("2 .", "truth-table", {(1,), (-1,)}),
        ("2 .", "prime", {()}),
        ("8 .", "prime", {()}),
        # no numbers, no clauses
        (". ?", "truth-table", set()),
        (". ?", "prime", set()),
        # the same said twice is one clause
        ("1 .\n1 .", "prime", {(1, 2), (-1, -2)}),
    ],
)
def test_small_boards(text: str, encoding: str, expected: set[Clause]) -> None:
    clauses = cnf(text, Encoding(encoding))
    assert set(clauses) == expected
    assert len(clauses) == len(expected)


def test_an_encoding_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'primes' is not a valid Encoding"):
        cnf("1 .", "primes")  # type: ignore[arg-type]


@pytest.mark.parametrize("mines", range(9))
def test_sizes_are_as_computed(mines: int) -> None:
    board = f"...\n.{mines}.\n..."
    assert len(cnf(board, "truth-table")) == 2**8 - comb(8, mines)
    at_most = comb(8, mines + 1)
    at_least = comb(8, 8 - mines + 1)
    assert len(cnf(board)) == at_most + at_least


def test_clauses_name_the_number_they_come_from() -> None:
    assert clauses_with_origin("1 .\n1 .\n. .") == {
        (-1, -2): Cell(0, 0),
        (1, 2): Cell(0, 0),
        (-1, -3): Cell(1, 0),
        (-1, -4): Cell(1, 0),
        (-2, -3): Cell(1, 0),
        (-2, -4): Cell(1, 0),
        (-3, -4): Cell(1, 0),
        (1, 2, 3, 4): Cell(1, 0),
    }


@given(
    st.integers(1, 3).flatmap(
        lambda width: st.lists(
            st.text(HIDDEN + REVEALED[:4], min_size=width, max_size=width), min_size=1, max_size=3
        )
    )
)
def test_the_clauses_say_what_the_board_says(rows: list[str]) -> None:
    """Both encodings have just the models that lay the right number around each number."""
    board = parse_board("\n".join(rows))
    right = [
        mines
        for mines in product((False, True), repeat=len(board.cells))
        if all(
            sum(mines[variable - 1] for variable in number.hidden) == number.mines
            for number in board.numbers()
        )
    ]
    for encoding in ENCODINGS:
        assert models(cnf(board, encoding), len(board.cells)) == right


def test_clause_counts_of_the_reference_boards(shared_data: Path) -> None:
    oracle: dict[str, Any] = json.loads(
        (shared_data / "minesweeper/oracle.json").read_text("utf-8")
    )
    boards = [board for kind, part in oracle.items() if kind != "conventions" for board in part]
    assert len(boards) >= 40
    for expected in boards:
        board = as_board(expected["rows"])
        assert [list(cell) for cell in board.cells] == expected["hidden"], expected["name"]
        assert [list(cell) for cell in board.asked] == expected.get("queries", []), expected["name"]
        assert len(cnf(board, "truth-table")) == expected["seed_clauses"], expected["name"]
        assert len(cnf(board)) == expected["prime_clauses"], expected["name"]
