"""What can be said of a space whose edges were recorded.

A pass backward over the edges, from the goals, tells the states that can still reach a goal from
those that cannot any more: the traps of a puzzle.

Where a limit ended the exploration, the states that were not expanded may lead anywhere. A state
that can reach neither a goal nor one of these is hopeless for certain; of one that can reach only
such states nothing is known.

Source: E. W. Dijkstra, A note on two problems in connexion with graphs (1959), for the distances;
U. Brandes, A faster algorithm for betweenness centrality (2001), for the number of paths.
"""

from __future__ import annotations

from functools import cached_property
from typing import Generic

from attrs import field, frozen

from searchkit.backward_costs import costs_to
from searchkit.indices import Index
from searchkit.protocols import C, S
from searchkit.result import Outcome, Statistics


@frozen(kw_only=True, repr=False, eq=False, slots=False)
class Exploration(Generic[S, C]):
    """What can be reached, and what leads where. States are named by their numbers.

    Attributes:
        states: All states that were found, in breadth-first order; a state's place is its number.
        successors: The numbers of the states that follow each state, and what each step costs.
        depths: How many steps each state is from a start.
        goals: The goal states.
        unexpanded: The states whose successors are not known, because a limit came before.
        complete: Everything that can be reached was explored.
        outcome: Why it ended: EXHAUSTED, LIMIT or STOPPED (or FOUND, by ``on_solution``).
        condition: On what all of this rests, where the duplicate check is not exact.
        statistics: Counters of the search.
    """

    states: tuple[S, ...]
    successors: tuple[tuple[tuple[int, C], ...], ...]
    depths: tuple[int, ...]
    goals: tuple[int, ...]
    unexpanded: tuple[int, ...]
    complete: bool
    outcome: Outcome
    condition: str
    statistics: Statistics
    _index: Index[S] = field(alias="index")
    _zero: C = field(alias="zero")

    def __len__(self) -> int:
        return len(self.states)

    def number_of(self, state: S) -> int | None:
        """Give the number of a state; None where it was not found."""
        return self._index.get(state)

    @property
    def edges(self) -> int:
        """How many steps there are, parallel ones and loops included."""
        return sum(map(len, self.successors))

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The states without successors that are no goals."""
        fine = {*self.goals, *self.unexpanded}
        return tuple(
            number
            for number, following in enumerate(self.successors)
            if not following and number not in fine
        )

    @cached_property
    def distances(self) -> tuple[C | None, ...]:
        """What the cheapest way from each state to a goal costs; None where none is known.

        Behind a limit these are the ways seen so far: there may be cheaper ones.
        """
        return tuple(costs_to(self.goals, self.successors, self._zero)[0])

    def can_reach_goal(self, number: int) -> bool | None:
        """Say whether a goal can still be reached; None where a limit left that open."""
        if self.distances[number] is not None:
            return True
        return None if self._open[number] is not None else False

    @cached_property
    def _open(self) -> list[C | None]:
        return costs_to(self.unexpanded, self.successors, self._zero)[0]

    @cached_property
    def hopeless(self) -> tuple[int, ...]:
        """The states from which no goal can be reached any more, for certain."""
        return tuple(n for n in range(len(self)) if self.can_reach_goal(n) is False)

    @cached_property
    def shortest_paths(self) -> int | None:
        """How many paths of the fewest steps lead to a goal; None where a limit left that open."""
        nearest = min((self.depths[goal] for goal in self.goals), default=None)
        open_at = min((self.depths[number] for number in self.unexpanded), default=None)
        if open_at is not None and (nearest is None or open_at < nearest):
            return None
        ways = [0 if depth else 1 for depth in self.depths]
        for number, following in enumerate(self.successors):
            for after, _ in following:
                if self.depths[after] == self.depths[number] + 1:
                    ways[after] += ways[number]
        return sum(ways[goal] for goal in self.goals if self.depths[goal] == nearest)

    def __repr__(self) -> str:
        return f"<Exploration: {len(self):,} states, {self.edges:,} edges, {self.outcome.name}>"

    def __str__(self) -> str:
        unknown = sum(self.can_reach_goal(n) is None for n in range(len(self)))
        paths = self.shortest_paths
        lines = [
            ("states", len(self)),
            ("edges", self.edges),
            ("goal states", len(self.goals)),
            ("dead ends", len(self.dead_ends)),
            ("can reach a goal", len(self) - len(self.hopeless) - unknown),
            ("cannot", len(self.hopeless)),
            *([] if self.complete else [("not known", unknown)]),
            *([("not expanded", len(self.unexpanded))] if self.unexpanded else []),
            *([] if paths is None else [("shortest paths", paths)]),
        ]
        table = [f"{name:18} {count:12,}" for name, count in lines]
        return "\n".join([*table, *([] if self.complete else [f"({self.outcome.value})"])])
