"""From a Minesweeper board to clauses: what does a number say about the cells around it?

A clause is a tuple of signed ints, read as "or": (1, -3) says that there is a mine in cell 1 or
none in cell 3. A set of clauses is read as "and". Two encodings say the same in different words:

* *prime implicates* (the default). Of n hidden neighbours exactly m are mines. Among any m + 1 of
  them one is safe, and among any n - m + 1 of them one is a mine; nothing shorter follows.
* *truth table*. Write down the 2^n rows of the truth table; each row whose number of mines is not
  m is forbidden by one clause, which is false in that row alone.

The truth table is the simpler idea and the bigger formula: for an 8 among eight hidden cells 255
clauses of eight literals, where the prime implicates are the eight clauses of one literal.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal, TypeAlias

from examples.resolution.board import BoardLike, Cell, Number, as_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from examples.resolution.clauses import Clause


class Encoding(Enum):
    """How a number on the board becomes clauses."""

    PRIME = "prime"
    TRUTH_TABLE = "truth-table"


EncodingName: TypeAlias = Literal["prime", "truth-table"]


def cnf(board: BoardLike, encoding: Encoding | EncodingName = Encoding.PRIME) -> list[Clause]:
    r"""Return the clauses that a board stands for, each once.

    Variables are the hidden cells, numbered from 1, row by row; the literal n says that the cell
    is a mine, -n that it is safe. A number that cannot be right whatever is hidden (no hidden
    neighbours and not 0, say) makes the clauses contradictory: among the prime implicates is then
    the empty clause.

    Args:
        board: A `Board`, or its text, or its rows.
        encoding: Prime implicates (at most 70 clauses a number), or the truth table (up to 256).

    Raises:
        InputError: the text is not a board.
        ValueError: there is no such encoding.

    Example:
        >>> cnf("2 .\n. .", encoding="truth-table")
        [(1, 2, 3), (1, 2, -3), (1, -2, 3), (-1, 2, 3), (-1, -2, -3)]
        >>> cnf("2 .\n. .")
        [(-1, -2, -3), (1, 2), (1, 3), (2, 3)]
    """
    return list(clauses_with_origin(board, encoding))


def clauses_with_origin(
    board: BoardLike, encoding: Encoding | EncodingName = Encoding.PRIME
) -> dict[Clause, Cell]:
    """Return the clauses of a board, each with the number that it comes from.

    Where several numbers say the same the first of them is named.
    """
    clauses_of = {Encoding.PRIME: _prime_implicates, Encoding.TRUTH_TABLE: _truth_table}[
        Encoding(encoding)
    ]
    origins: dict[Clause, Cell] = {}
    for number in as_board(board).numbers():
        for clause in clauses_of(number):
            origins.setdefault(clause, number.cell)
    return origins


def _prime_implicates(number: Number) -> Iterator[Clause]:
    for too_many in combinations(number.hidden, number.mines + 1):
        yield tuple(-variable for variable in too_many)
    # A number larger than its neighbours are many leaves a choice of none: the empty clause.
    enough_to_hold_one = max(0, len(number.hidden) - number.mines + 1)
    yield from combinations(number.hidden, enough_to_hold_one)


def _truth_table(number: Number) -> Iterator[Clause]:
    for row in product((False, True), repeat=len(number.hidden)):
        if sum(row) != number.mines:
            yield tuple(
                -variable if mine else variable
                for variable, mine in zip(number.hidden, row, strict=True)
            )
