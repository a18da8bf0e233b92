"""What a search says when it returns: the answer, why it ended, and what the answer is worth."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Generic

import attrs
from attrs import field, frozen

from searchkit.errors import NoPathError
from searchkit.protocols import A, C, S
from searchkit.tables import html_table

if TYPE_CHECKING:
    from searchkit.derivation import Derivation
    from searchkit.path import Path


class Outcome(Enum):
    """How a search stands when it returns."""

    FOUND = "a solution was found"
    """A solution was found, whatever the callback answered."""
    EXHAUSTED = "proved: there is no solution"
    """Everything that can be reached was explored; there is no solution."""
    CUTOFF = "a depth or cost bound cut something off"
    """No solution within the bound of the search; there may be one beyond it."""
    LIMIT = "a limit on resources was reached"
    """The `Limits` of this run were used up; run again to go on."""
    STOPPED = "the search was stopped"
    """Ctrl-C or ``stop()``; run again to go on."""


class Guarantee(Enum):
    """What the path of a result is worth."""

    OPTIMAL = "optimal"
    """No path to a goal costs less."""
    BOUNDED = "within a factor of the optimum"
    """No path to a goal costs less than this one's cost divided by ``result.factor``."""
    NONE = "none"
    """The path is legal and leads to a goal; nothing is said of its cost."""


@frozen(kw_only=True)
class Statistics:
    """Counters of a search, all its runs together.

    Attributes:
        expanded: States whose successors were asked for, each time counted.
        generated: Successors that were given, duplicates included; starts are not.
        duplicates: Successors, and starts, that a known node stood for and did not improve.
        reopened: Nodes expanded before that a cheaper (or shallower) way made open again.
        stale: Frontier entries skipped because their node had been expanded in the meantime, or
            because a dominance check found something better.
        dead_ends: Nodes that the heuristic called hopeless (infinite), and that were left alone.
        stored: The largest number of states held at once.
        solutions: Solutions found.
        max_frontier: The largest number of entries waiting in the frontier before an expansion;
            of a breadth-first search, the size of the largest layer.
        depth: The largest number of steps from a start to a node, counted when it was reached.
        seconds: Time spent searching; callbacks for solutions are not counted.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    stale: int = 0
    dead_ends: int = 0
    stored: int = 0
    solutions: int = 0
    max_frontier: int = 0
    depth: int = 0
    seconds: float = 0.0


@frozen(kw_only=True)
class Result(Generic[S, A, C]):
    """The answer of a search. True as a bool where a solution was found.

    Attributes:
        outcome: What is known of the whole search, all its runs together.
        ended: Why this run returned. Differs from ``outcome`` only once a solution was found:
            a search that found one and then ran into a limit has FOUND and LIMIT.
        complete: Everything that can be reached was explored.
        statistics: Counters.
        guarantee: What the path is worth.
        factor: The factor of a BOUNDED guarantee; 1 for an OPTIMAL one, None for NONE.
        condition: On what the guarantee (or the proof that there is no solution) rests, in words;
            empty where it rests on nothing but the problem itself.
        lower_bound: No solution costs less than this, on the same condition; also known when a
            limit ended the search. None where the search has no such bound.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> result = breadth_first_search(
        ...     Problem(0, next_states=lambda n: [(n + 2) % 6], is_goal=lambda n: n == 3)
        ... )
        >>> result.outcome.name, result.complete, bool(result)
        ('EXHAUSTED', True, False)
        >>> result
        <Result EXHAUSTED, expanded=3, stored=3>
        >>> result.path
        Traceback (most recent call last):
        ...
        searchkit.errors.NoPathError: there is no path: the search ended with EXHAUSTED \
(proved: there is no solution). Ask `if result:` before result.path.
    """

    outcome: Outcome
    ended: Outcome
    complete: bool
    statistics: Statistics
    guarantee: Guarantee
    factor: float | None
    condition: str
    lower_bound: C | None = None
    _path: Path[S, A, C] | None = field(default=None, repr=False, alias="path")
    _derivation: Derivation[S, A] | None = field(default=None, repr=False, alias="derivation")

    def __bool__(self) -> bool:
        return self.outcome is Outcome.FOUND

    def __repr__(self) -> str:
        facts = [self.outcome.name]
        if self.ended is not self.outcome:
            facts.append(f"ended with {self.ended.name}")
        if self._path is not None:
            facts += [f"steps={len(self._path)}", f"cost={self._path.cost}", self._worth()]
        facts += [f"expanded={self.statistics.expanded}", f"stored={self.statistics.stored}"]
        return f"<Result {', '.join(facts)}>"

    def _worth(self) -> str:
        bounded = self.guarantee is Guarantee.BOUNDED and self.factor is not None
        return f"within {self.factor:.4g}" if bounded else self.guarantee.name

    def _repr_html_(self) -> str:
        facts: list[tuple[str, object]] = [
            ("outcome", f"{self.outcome.name}: {self.outcome.value}")
        ]
        if self.ended is not self.outcome:
            facts.append(("ended", f"{self.ended.name}: {self.ended.value}"))
        if self._path is not None:
            facts += [("steps", len(self._path)), ("cost", self._path.cost)]
            facts.append(("guarantee", self._worth()))
        facts += [("condition", self.condition)] * bool(self.condition)
        facts += [("lower bound", self.lower_bound)] * (self.lower_bound is not None)
        counts = attrs.asdict(self.statistics)
        facts += [(name.replace("_", " "), value) for name, value in counts.items() if value]
        return html_table(["", ""], [[name, str(value)] for name, value in facts])

    @property
    def path(self) -> Path[S, A, C]:
        """The cheapest path found; the first of several.

        Raises:
            NoPathError: No solution was found.
        """
        if self._path is None:
            raise self._nothing("path")
        return self._path

    @property
    def cost(self) -> C:
        """The cost of the path.

        Raises:
            NoPathError: No solution was found.
        """
        if self._path is None:
            raise self._nothing("cost")
        return self._path.cost

    @property
    def derivation(self) -> Derivation[S, A]:
        """All nodes from which the goal was derived, where nodes have several parents.

        Raises:
            NoPathError: No solution was found.
        """
        if self._derivation is None:
            raise self._nothing("derivation")
        return self._derivation

    def _nothing(self, what: str) -> NoPathError:
        return NoPathError(
            f"there is no {what}: the search ended with {self.outcome.name} "
            f"({self.outcome.value}). Ask `if result:` before result.{what}."
        )
