"""Is some part of a state only a record of how it was reached?

A path or a counter inside the state makes every way to one position a state of its own, and the
duplicate check finds nothing. The test: leave one field (or two) out. If all states that agree in
the rest have the same successors (the field left out there, too), costs, goal test and heuristic,
then the field decides nothing.

States met early may agree by chance in a field that matters later. So a field is only blamed when
a goal is known, and stays a goal whatever value the field is given there; where none was met, a
second walk, which leaves the field out and so comes further, looks for one. And values that were
not met are tried: an empty tank, a deadline that is over. A door far beyond the walk may still
need the key, so what is said is a warning unless the whole space was seen.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from typing import Any

from searchkit.audit.answers import Given, rank
from searchkit.audit.checks import Notes
from searchkit.audit.content import (
    Content,
    OpaqueError,
    by_identity,
    content,
    content_or_none,
    equal,
    is_a,
    kind_of,
    shown,
)
from searchkit.audit.fields import fields_of, part_of, replaced
from searchkit.audit.report import Fault, Severity
from searchkit.audit.states import spread
from searchkit.audit.walk import Walk

_LEAST_PAIRS = 3
_FEW_VALUES = 8
_MOST_PROBES = 40
_QUEST = 5_000  # states to expand in all, looking for goals beyond the walk


def check_history(walk: Walk, notes: Notes) -> None:
    """Leave out each field of the states, and then each two of them."""
    names = fields_of(walk.states)
    reason = _why_not(walk, names)
    table: dict[str, list[Content]] = {}
    if reason is None:
        try:
            table = {name: [content(part_of(s, name)) for s in walk.states] for name in names}
        except OpaqueError as error:
            reason = f"a state cannot be taken apart ({error})."
    if reason is not None:
        notes.skip(Fault.HISTORY, reason)
        return
    candidates: list[tuple[str, ...]] = [(name,) for name in names]
    if len(names) > 2:
        candidates += combinations(names, 2)
    quest = _Quest(_QUEST)
    undecided: list[_Trial] = []
    for left_out in candidates:
        if walk.out_of_time:
            notes.skip(Fault.HISTORY, "time ran out before every field was left out once.")
            return
        trial = _Trial(walk, table, left_out, quest)
        verdict = trial.verdict()
        if verdict:
            _report(walk, notes, trial.widened())
            return
        if verdict is None:
            undecided.append(trial)
    for name in names:
        if _holds_state_before(walk, table[name]):
            trial = _Trial(walk, table, (name,), quest)
            if trial.nothing_against():
                _report_parent(walk, notes, name)
                return
    _report_undecided(walk, notes, undecided)


def _holds_state_before(walk: Walk, values: list[Content]) -> bool:
    """Say whether a field holds, after each step, the whole state before it."""
    steps = [(number, edge.target) for number, edges in walk.edges.items() for edge in edges]
    return len(steps) >= _LEAST_PAIRS and all(
        values[target] == walk.contents[number] for number, target in steps
    )


def _report_parent(walk: Walk, notes: Notes, name: str) -> None:
    target = next(edge.target for edges in walk.edges.values() for edge in edges)
    name = _called((name,))
    notes.found(
        Fault.HISTORY,
        f"{shown(walk.states[target])} holds in {name} the whole state before it, and so does "
        f"each state that was reached. It decides nothing among the {len(walk.states):,} states "
        "seen, makes each way to a position a state of its own, and is nested deeper with each "
        "step, until Python's == and hash fail.",
        f"take {name} out of the state, or out of its == and hash (attrs: field(eq=False); "
        "dataclass: field(compare=False)). The search keeps the path: result.path.states, "
        ".actions, .cost.",
        severity=Severity.ERROR,
    )


def _why_not(walk: Walk, names: list[str]) -> str | None:
    kind = kind_of(walk.states[0])
    if walk.problem.sees_closed:
        return "the successors depend on the closed nodes."
    if by_identity(kind):
        return f"{kind.__name__} has no ==, so that nothing is inside it."
    if len(names) < 2:
        return f"{kind.__name__} has no fields that could be left out singly."
    return None


def _report_undecided(walk: Walk, notes: Notes, undecided: list[_Trial]) -> None:
    for trial in undecided:
        if trial.records_the_way():
            _report(walk, notes, trial, certain=False)
            return
    if undecided:
        named = " or ".join(_called(trial.left_out) for trial in undecided[:3])
        notes.skip(
            Fault.HISTORY,
            f"no goal was met, so it is open whether {named} matters; give larger limits=.",
        )


def _report(walk: Walk, notes: Notes, trial: _Trial, *, certain: bool = True) -> None:
    one, other = trial.smallest
    name = _called(trial.left_out)
    grows = trial.grows()
    goals = "and the same states are goals" if certain else "but no goal was met that could tell"
    seen = "" if walk.complete else f" among the {len(walk.states):,} states seen"
    condition = "" if walk.complete else "if it matters nowhere further on either, "
    notes.found(
        Fault.HISTORY,
        f"{shown(walk.states[one])} and {shown(walk.states[other])} differ only in {name}, which "
        f"decides nothing{seen}: without it the same states follow, at the same costs, with the "
        f"same heuristic, {goals}. All {trial.pairs} pairs that were met are so. "
        + (
            "It grows with the steps: it records the way, and hardly any state is ever met twice."
            if grows
            else "Each value of it makes a state of its own."
        ),
        f"{condition}take {name} out of the state, or out of its == and hash (attrs: "
        "field(eq=False); dataclass: field(compare=False)). The search keeps the path: "
        "result.path.states, .actions, .cost.",
        severity=Severity.ERROR if grows and certain else Severity.WARNING,
    )


def _called(names: tuple[str, ...]) -> str:
    words = [name if name.isidentifier() else f"part {name}" for name in names]
    return " and ".join(words)


class _Quest:
    """How many states may still be expanded in the search for goals."""

    def __init__(self, left: int) -> None:
        self.left = left


class _Trial:
    """What the space looks like without some fields."""

    def __init__(
        self,
        walk: Walk,
        table: dict[str, list[Content]],
        left_out: tuple[str, ...],
        quest: _Quest,
    ) -> None:
        self.walk = walk
        self.table = table
        self.left_out = left_out
        self.kept = [name for name in table if name not in left_out]
        self.rests = list(zip(*(table[name] for name in self.kept), strict=True))
        self.quest = quest
        self.pairs = 0
        self.against = False
        self.smallest = (0, 0)

    def verdict(self) -> bool | None:
        """Say whether these fields decide nothing; None where no goal was met that could tell."""
        return self._pairs_agree() and self._mixtures_agree() and self._goal_does_not_care()

    def nothing_against(self) -> bool:
        """Say whether no state that was met, or made up, behaves otherwise without these fields."""
        self._pairs_agree()
        return not self.against and self._mixtures_agree()

    def rest(self, state: Any) -> Any:
        """Give the content of the fields that are kept."""
        return tuple(content(part_of(state, name)) for name in self.kept)

    def values(self, state: Any) -> dict[str, Any]:
        """Give the fields that are left out."""
        return {name: part_of(state, name) for name in self.left_out}

    def widened(self) -> _Trial:
        """Leave out more fields, where they decide nothing either: a path and its length."""
        trial = self
        for name in self.table:
            more = tuple(n for n in self.table if n == name or n in trial.left_out)
            wider = _Trial(self.walk, self.table, more, self.quest)
            if name not in trial.left_out and wider.kept and wider.verdict():
                trial = wider
        return trial

    def _pairs_agree(self) -> bool:
        """Say whether states that differ in these fields alone were met, and all behave alike."""
        walk = self.walk
        groups: dict[Any, int] = {}
        signatures: dict[Any, Any] = {}
        smallest: tuple[tuple[int, int], int, int] | None = None
        try:
            for number in walk.edges:
                rest = self.rests[number]
                first = groups.setdefault(rest, number)
                if first == number:
                    continue
                if rest not in signatures:
                    signatures[rest] = self.signature(first)
                if signatures[rest] != self.signature(number):
                    self.against = True
                    return False
                self.pairs += 1
                size = (
                    walk.depths[first] + walk.depths[number],
                    len(shown(walk.states[first])) + len(shown(walk.states[number])),
                )
                if smallest is None or size < smallest[0]:
                    smallest = size, first, number
        except Exception:  # noqa: BLE001  a state that is not like the others: no statement
            return False
        if smallest is not None:
            self.smallest = smallest[1:]
        return self.pairs >= _LEAST_PAIRS

    def signature(self, number: int) -> Any:
        """What a state does, without the fields left out."""
        walk = self.walk
        steps = [(self.rests[edge.target], edge.cost) for edge in walk.edges[number]]
        return self._signed(steps, number in walk.goals, walk.estimates[number])

    def _signed(self, steps: list[tuple[Any, Any]], goal: bool, estimate: Any) -> Any:  # noqa: FBT001
        counted: dict[Any, int] = {}
        for rest, cost in steps:
            step = (rest, content(cost))
            counted[step] = counted.get(step, 0) + 1
        return (counted, goal, content_or_none(estimate))

    def signature_of(self, state: Any) -> Any:
        """The same for a state that is not of the walk."""
        walk = self.walk
        given: list[Given] = list(walk.read(state))
        steps = [(self.rest(step.state), step.cost) for step in given]
        estimate = None if walk.heuristic is None else walk.heuristic(state)
        return self._signed(steps, bool(walk.is_goal(state)), estimate)

    def _mixtures_agree(self) -> bool:
        """Put values of other states into some states, and extreme ones: does anything change?"""
        walk = self.walk
        samples = [self.values(state) for state in spread(walk.states, _MOST_PROBES)]
        others = [walk.states[n] for n in spread(list(walk.edges), _MOST_PROBES)]
        try:
            for state, values in zip(others, reversed(samples), strict=False):
                other = replaced(state, values)
                if content(self.values(other)) != content(self.values(state)) and equal(
                    other, state
                ):
                    return False  # == does not look at the field
                if self.signature_of(other) != self.signature_of(state):
                    return False
        except Exception:  # noqa: BLE001  the mixture is no state: it tells nothing
            return False
        return not any(
            self._differs(state, values)
            for state in [*others[:5], *others[-5:]]
            for values in self._extremes()
        )

    def _differs(self, state: Any, values: dict[str, Any]) -> bool:
        try:
            return bool(self.signature_of(replaced(state, values)) != self.signature_of(state))
        except Exception:  # noqa: BLE001  these values were made up: they need not fit
            return False

    def _extremes(self) -> list[dict[str, Any]]:
        """Make up values that matter where any do: an empty tank, a deadline that is over."""
        usual = self.values(self.walk.states[-1])
        found: list[dict[str, Any]] = []
        for name, value in usual.items():
            if is_a(value, bool):
                extremes: list[Any] = [False, True]
            elif is_a(value, int, float):
                extremes = [0, 1, 10**6]
            elif is_a(value, tuple, list, str) and not hasattr(value, "_fields"):
                extremes = [value[:0], value * 64]
            elif is_a(value, frozenset):
                extremes = [value - value]
            else:
                extremes = []
            found += [{**usual, name: extreme} for extreme in extremes]
        return found

    def _goal_does_not_care(self) -> bool | None:
        """Put other values into a goal: does it stay one? None where no goal is known."""
        walk = self.walk
        goals = [walk.states[n] for n in sorted(walk.goals)] or self._goals_without()
        if not goals:
            return None
        samples = [self.values(state) for state in spread(walk.states, _MOST_PROBES)]
        try:
            if not all(walk.is_goal(replaced(goal, v)) for goal in goals[:5] for v in samples):
                return False
        except Exception:  # noqa: BLE001  the mixture is no state: it tells nothing
            return False
        return not any(self._differs(goal, v) for goal in goals[:5] for v in self._extremes())

    def _goals_without(self) -> list[Any]:
        """Walk with these fields left out, towards lower heuristics first, until a goal is met."""
        walk = self.walk
        known: set[Any] = set()
        heap: list[tuple[float, int, Any]] = []
        arriving: list[Any] = list(walk.problem.starts)
        while arriving or heap:
            for state in arriving:
                rest = self.rest(state)
                if rest not in known:
                    if walk.is_goal(state):
                        return [state]
                    known.add(rest)
                    estimate = 0 if walk.heuristic is None else rank(walk.heuristic(state))
                    heappush(heap, (estimate, len(known), state))
            if not heap or self.quest.left <= 0 or walk.out_of_time:
                break
            self.quest.left -= 1
            _, _, state = heappop(heap)
            arriving = [given.state for given in walk.read(state)]
        return []

    def grows(self) -> bool:
        """Say whether one of these fields never shrinks, and grows at some steps."""
        return any(self._grows(name) for name in self.left_out)

    def records_the_way(self) -> bool:
        """Say whether the one field left out is longer at its end after each single step."""
        walk, name = self.walk, self.left_out[0]
        for number, edges in walk.edges.items():
            before = part_of(walk.states[number], name)
            for edge in edges:
                after = part_of(walk.states[edge.target], name)
                if not is_a(before, tuple, list, str) or type(before) is not type(after):
                    return False
                if len(after) <= len(before) or after[: len(before)] != before:
                    return False
        return len(self.left_out) == 1

    def _grows(self, name: str) -> bool:
        walk = self.walk
        if len(set(self.table[name])) <= _FEW_VALUES:
            return False  # a flag, or a small counter with an end: no record of the way
        grown = False
        for number, edges in walk.edges.items():
            before = part_of(walk.states[number], name)
            for edge in edges:
                after = part_of(walk.states[edge.target], name)
                if content_or_none(after) == walk.contents[number]:  # the state before, as a whole
                    grown = True
                    continue
                try:
                    if hasattr(before, "__len__"):
                        before_size, after_size = len(before), len(after)
                    else:
                        before_size, after_size = before, after
                    if after_size < before_size:
                        return False
                    grown = grown or bool(before_size < after_size)
                except TypeError:
                    return False
        return grown
