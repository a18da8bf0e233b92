"""Proofs by resolution: made from the derivation of a search, checked without it, and printed.

A proof is a list of lines. Each has a clause, and is either an input or follows from two earlier
lines; the last one has the empty clause. The checker knows what resolution is and nothing else: it
does not share a line with the prover, so that a mistake of one is not repeated by the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from examples.resolution.clauses import Clause


class ProofError(Exception):
    """A proof does not hold. The message names the line."""


class ProofLine(NamedTuple):
    """One line of a proof."""

    number: int
    """Counted from 1."""
    clause: Clause
    premises: tuple[int, ...]
    """The numbers of the two lines that this one follows from; none for an input."""
    variable: int | None
    """The variable that was resolved upon; None for an input."""


Proof: TypeAlias = tuple[ProofLine, ...]


class Deduction(Protocol):
    """What a proof needs of a node of a derivation."""

    @property
    def number(self) -> int:
        """The number of the node in the search."""
        ...

    @property
    def state(self) -> Clause:
        """Its clause."""
        ...

    @property
    def parents(self) -> tuple[int, ...]:
        """The numbers of the nodes it was derived from."""
        ...

    @property
    def action(self) -> int | None:
        """The variable that was resolved upon."""
        ...


def proof_from(derivation: Iterable[Deduction]) -> Proof:
    """Return the proof that a derivation holds, its lines counted from 1."""
    numbers: dict[int, int] = {}
    lines: list[ProofLine] = []
    for node in derivation:
        numbers[node.number] = len(lines) + 1
        premises = tuple(numbers[parent] for parent in node.parents)
        lines.append(ProofLine(len(lines) + 1, node.state, premises, node.action))
    return tuple(lines)


def check_proof(proof: Sequence[ProofLine], inputs: Collection[Iterable[int]]) -> None:
    """Check that a proof derives the empty clause from these inputs.

    Raises:
        ProofError: a line is no input and does not follow from its premises, or the last line is
            not the empty clause.

    Example:
        >>> lines = [
        ...     ProofLine(1, (1,), (), None),
        ...     ProofLine(2, (-1,), (), None),
        ...     ProofLine(3, (), (1, 2), 1),
        ... ]
        >>> check_proof(lines, inputs=[(1,), (-1,)])
        >>> check_proof(lines, inputs=[(1,)])
        Traceback (most recent call last):
        ...
        examples.resolution.proof.ProofError: line 2: (-1,) is not among the inputs
    """
    given = {frozenset(clause) for clause in inputs}
    proved: dict[int, frozenset[int]] = {}
    for number, clause, premises, variable in proof:
        literals = frozenset(clause)
        if number in proved:
            raise ProofError(f"line {number}: there are two lines of this number")
        if missing := [premise for premise in premises if premise not in proved]:
            raise ProofError(f"line {number}: it rests on line {missing[0]}, not proved before it")
        if not premises:
            if literals not in given:
                raise ProofError(f"line {number}: {clause} is not among the inputs")
        elif len(premises) != 2 or variable is None:
            raise ProofError(f"line {number}: a resolvent has two premises and a variable")
        else:
            first, second = (proved[premise] for premise in premises)
            if literals not in (
                _resolved(first, second, variable),
                _resolved(second, first, variable),
            ):
                raise ProofError(
                    f"line {number}: {clause} is not the resolvent of lines {premises[0]} and "
                    f"{premises[1]} on the variable {variable}"
                )
        proved[number] = literals
    if not proof or proof[-1].clause != ():
        raise ProofError("the last line of the proof is not the empty clause")


def _resolved(
    positive: frozenset[int], negative: frozenset[int], variable: int
) -> frozenset[int] | None:
    if variable not in positive or -variable not in negative:
        return None
    return (positive - {variable}) | (negative - {-variable})
