"""The push model in a form that compiles.

The model is the same as in `push_model`: a step is a push, and of the player only matters where
they can walk to. Here that region is not kept, but the lowest of its cells, which tells it apart
from the other regions just as well and needs less room. A set of cells is a row of words.

The cells are laid out in one of two ways: in rows of one length (`shifted_cells`), or each with
links to its neighbours (`linked_cells`), where the rows would take many words.

All functions are plain Python, and run interpreted too. They are compiled once for each layout and
number of words: a level reaches them as the data of the problem.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from examples.sokoban import linked_cells, shifted_cells
from examples.sokoban.levels import Level, cells_in
from examples.sokoban.places import BITS, FULL, Place, Words, heuristic, is_goal, lowest, without
from examples.sokoban.push_model import Push, push_distances
from searchkit import Compiled, Problem

MOST_WORDS_OF_ROWS: Final = 5
"""Up to so many words shifting is the quicker way, whatever part of them is walls (measured)."""


class CompiledModel:
    """A level in the form that compiles, and the way back to its pushes.

    Args:
        level: The level.
        prune: Never push a box onto a dead cell, from which it cannot come to any goal. The
            answer is the same, and there is less to search.

    Attributes:
        words: How many words a set of cells has.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> from searchkit import breadth_first_search
        >>> model = CompiledModel(read_level("7#|#@-$-.#|7#"))
        >>> result = breadth_first_search(model.problem())
        >>> print(*model.pushes(result.path))
        [1,3,R] [1,4,R]
    """

    def __init__(self, level: Level, *, prune: bool = False) -> None:
        self.level = level
        self._numbers, columns = shifted_cells.numbered(level)
        in_rows = columns < BITS and _words_for(self._numbers) <= MOST_WORDS_OF_ROWS
        if not in_rows:
            self._numbers = linked_cells.numbered(level)
        self.words = _words_for(self._numbers)
        distances = push_distances(level)
        alive = sum(1 << cell for cell, pushes in distances.items() if not math.isinf(pushes))
        table = array("q", bytes(8 * BITS * self.words))
        for cell in cells_in(alive):
            table[self._numbers[cell]] = int(distances[cell])
        targets = alive if prune else level.room
        room, boxes, goals = (
            self._words(cells & level.room) for cells in (level.room, level.boxes, level.goals)
        )
        player, free = self._words(1 << level.player), without(room, boxes)
        if in_rows:
            rows = shifted_cells.Rows(room, self._words(targets), goals, columns, table)
            start = Place(boxes, lowest(shifted_cells.walked(player, free, columns)))
            self._problem = Problem(
                start,
                next_states=shifted_cells.next_places,
                is_goal=is_goal,
                heuristic=heuristic,
                data=rows,
            )
        else:
            around = array("q", [word for cell in self._numbers for word in self._around(cell)])
            pushes = linked_cells.pushes_of(level, self._numbers, targets)
            links = linked_cells.Links(room, goals, around, pushes, table)
            start = Place(boxes, lowest(linked_cells.walked(player, free, around)))
            self._problem = Problem(
                start,
                next_states=linked_cells.next_places,
                is_goal=is_goal,
                heuristic=heuristic,
                data=links,
            )

    @property
    def settings(self) -> Compiled:
        """How to compile it: with bounds that are the same for all levels of so many words."""
        return Compiled(bounds={"boxes": (0, FULL), "player": (0, max(511, self.words * BITS))})

    def problem(self) -> Problem[Place]:
        """Give the problem to hand to a search."""
        return self._problem

    def pushes(self, places: Iterable[Place]) -> list[Push]:
        """Give the pushes that lead from each place of a path to the next."""
        cells = {number: cell for cell, number in self._numbers.items()}
        names = {step: name for name, step in self.level.steps.items()}
        found: list[Push] = []
        for before, after in pairwise(_as_one(place.boxes) for place in places):
            box, target = (before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1
            push = cells[target] - cells[box]
            found.append(Push(*self.level.place(cells[box]), names[push]))
        return found

    def _around(self, cell: int) -> Words:
        """Give the neighbours of a cell of the level."""
        steps = self.level.steps.values()
        return self._words(sum(1 << cell + step for step in steps) & self.level.room)

    def _words(self, cells: int) -> Words:
        """Give a set of cells of the level in the form of this module."""
        all_cells = sum(1 << self._numbers[cell] for cell in cells_in(cells))
        return tuple(all_cells >> BITS * word & FULL for word in range(self.words))


def _words_for(numbers: dict[int, int]) -> int:
    return max(numbers.values()) // BITS + 1


def _as_one(words: Words) -> int:
    return sum(cells << BITS * word for word, cells in enumerate(words))
