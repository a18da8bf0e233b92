"""An index of clauses that answers: is there a known clause that says at least as much?

A clause *subsumes* another if all its literals occur in it: who knows "1 or 2" need not be told
"1 or 2 or 3". As a duplicate check this is a *dominance* check: the known clause is not the same
and not equivalent, it is better. That has two consequences. A shorter clause may turn up after a
longer one was stored, so that the longer must be looked up again when its turn comes; and equality
is the special case in which both subsume each other.

The index rests on one observation: a clause that subsumes C has all its literals in C, so also any
one of them that we choose. Each known clause is therefore filed under a single literal (the one
with the fewest clauses under it so far), and only what is filed under the literals of C needs to
be looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from examples.resolution.clauses import Clause

_EMPTY_CLAUSE = 0  # the empty clause has no literal to be filed under, and 0 is no literal


class SubsumptionIndex:
    """A mapping from clauses to numbers, in which a clause is known if a known one subsumes it.

    Looking up a clause that was stored takes one step; another looks at the clauses filed under
    its literals. Storing looks at each known clause once, to find those that are now subsumed.

    Example:
        >>> index = SubsumptionIndex()
        >>> index[1, 2, 3] = 0
        >>> index.get((1, 2, 3)), index.get((1, 2))
        (0, None)
        >>> index[1, 2] = 1
        >>> index.get((1, 2, 3)), index.get((1, 2, -4))
        (1, 1)
    """

    __slots__ = ("_filed", "_numbers", "_standing")

    def __init__(self) -> None:
        self._numbers: dict[Clause, int] = {}
        """Each clause that was stored, with its number, or that of a better one stored since."""
        self._standing: dict[frozenset[int], Clause] = {}
        """The clauses that no other known clause subsumes."""
        self._filed: dict[int, dict[frozenset[int], int]] = {}
        """Under a literal: some of the standing clauses that have it, with their numbers."""

    def get(self, clause: Clause) -> int | None:
        """Return the number of a known clause that subsumes this one, or None.

        Of a stored clause it is its own number exactly as long as no other one subsumes it.
        """
        number = self._numbers.get(clause)
        if number is not None:
            return number
        literals = frozenset(clause)
        for literal in (_EMPTY_CLAUSE, *clause):
            for known, number in self._filed.get(literal, {}).items():
                if known <= literals:
                    return number
        return None

    def __contains__(self, clause: Clause) -> bool:
        return self.get(clause) is not None

    def __setitem__(self, clause: Clause, number: int) -> None:
        literals = frozenset(clause)
        for known in [known for known in self._standing if literals <= known]:
            self._withdraw(known, number)
        self._numbers[clause] = number
        self._standing[literals] = clause
        rarest = min(
            clause, key=lambda literal: len(self._filed.get(literal, ())), default=_EMPTY_CLAUSE
        )
        self._filed.setdefault(rarest, {})[literals] = number

    def _withdraw(self, known: frozenset[int], better: int) -> None:
        clause = self._standing.pop(known)
        self._numbers[clause] = better
        for literal in clause:
            if self._filed.get(literal, {}).pop(known, None) is not None:
                return

    def __len__(self) -> int:
        """Return how many clauses were stored."""
        return len(self._numbers)
