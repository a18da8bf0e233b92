"""Clauses of propositional logic.

A literal is a signed int: 3 says that the variable 3 is true, -3 that it is false. A clause is a
tuple of literals, read as "or", in ascending order of variables and without repetitions; the empty
clause ``()`` is the contradiction, since no literal of it can be true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Clause: TypeAlias = tuple[int, ...]


def normalised(literals: Iterable[int]) -> Clause | None:
    """Return the clause of these literals, or None if it is a tautology.

    A tautology (it has a variable both ways) is true whatever happens and says nothing.

    Raises:
        ValueError: a literal is 0, which has no sign.
        TypeError: a literal is not an int.

    Example:
        >>> normalised([3, -1, 3])
        (-1, 3)
        >>> normalised([1, 2, -1]) is None
        True
    """
    distinct = set(literals)
    for literal in distinct:
        if type(literal) is not int:  # True is an int too, and would pass for the literal 1
            raise TypeError(f"{literal!r} is not a literal; a literal is a signed int such as -3")
    if 0 in distinct:
        raise ValueError(
            f"0 is not a literal, in the clause {tuple(distinct)}; number variables from 1"
        )
    if any(-literal in distinct for literal in distinct):
        return None
    return tuple(sorted(distinct, key=abs))
