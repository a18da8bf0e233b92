"""States of the push model in the form that compiles: sets of cells as rows of words.

A set of cells is a tuple of ints of 55 bits each. How the cells are numbered is the matter of
`shifted_cells` and `linked_cells`; nothing here depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from searchkit import lowest_bit, replaced

Words: TypeAlias = tuple[int, ...]
"""A set of cells, the lowest 55 in the first word."""

BITS: Final = 55
"""The cells in a word. With the player's 9 bits they fill 64."""

FULL: Final = (1 << BITS) - 1


class Place(NamedTuple):
    """A state: the boxes, and the lowest cell that the player can walk to."""

    boxes: Words
    player: int


class Goals(Protocol):
    """What of a level says how far a place is from its goals."""

    @property
    def goals(self) -> Words:
        """The cells that boxes are to stand on."""
        ...

    @property
    def distances(self) -> Sequence[int]:
        """For each cell the pushes to the nearest goal; 0 where none can be reached."""
        ...


def is_goal(place: Place, level: Goals) -> bool:
    """Say whether every box stands on a goal."""
    missing = 0
    for word in range(len(place.boxes)):
        missing |= place.boxes[word] & ~level.goals[word]
    return missing == 0


def heuristic(place: Place, level: Goals) -> int:
    """Add up for each box the pushes to its nearest goal, as if it were alone on the board."""
    total = 0
    for word in range(len(place.boxes)):
        rest = place.boxes[word]
        while rest:
            total += level.distances[word * BITS + lowest_bit(rest)]
            rest &= rest - 1
    return total


def without(cells: Words, others: Words) -> Words:
    """Give the cells that are not among the others."""
    result = cells
    for word in range(len(cells)):
        result = replaced(result, word, cells[word] & ~others[word])
    return result


def lowest(cells: Words) -> int:
    """Give the lowest cell; -1 where there is none."""
    for word in range(len(cells)):
        if cells[word]:
            return word * BITS + lowest_bit(cells[word])
    return -1
