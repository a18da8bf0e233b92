"""Does a key put only states together that are equally far from a goal?

A key is called wrong only where the costs to go of two states lie in intervals that do not meet.
The upper end of an interval is the cost of a path found; the lower end counts each unexplored
state as if it were a goal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from searchkit.audit.checks import Notes
from searchkit.audit.content import Look, alike, content_or_none, hash_or_none, shown
from searchkit.audit.costs import SEES_CLOSED, costs_to, exceeds, no_goal
from searchkit.audit.report import Fault, Severity
from searchkit.audit.walk import Walk


def check_key(walk: Walk, notes: Notes, key: Callable[[Any], object] | None) -> None:
    """Look for states of one key whose costs to go are known to differ."""
    if key is None:
        notes.skip(Fault.KEY, "no key= was given.")
        return
    if walk.problem.sees_closed:
        notes.skip(Fault.KEY, SEES_CLOSED)
        return
    keys = _keys(walk, notes, key)
    if keys is None:
        notes.skip(Fault.KEY, "the key itself is at fault.")
    else:
        _compare(walk, notes, keys)


def _compare(walk: Walk, notes: Notes, keys: list[Any]) -> None:
    several = _of_one_key(keys)
    if several is None:
        notes.skip(Fault.KEY, "the keys can neither be hashed nor taken apart.")
        return
    if not several:
        notes.skip(Fault.KEY, "no two of the states that were met have the same key.")
        return
    if not walk.goals and not walk.complete:
        notes.skip(Fault.KEY, no_goal(walk))
        return
    found = costs_to(walk, walk.goals)
    cut = set(map(id, walk.cut))
    still_open = [n for n, s in enumerate(walk.states) if n not in walk.edges or id(s) in cut]
    least = costs_to(walk, [*walk.goals, *still_open]).costs
    wrong = _wrong(several, found.costs, least)
    if not wrong:
        return
    near, far = min(wrong, key=lambda w: (walk.size(w[0])[0] + walk.size(w[1])[0], *w))
    if far not in least:
        other = "no goal can be reached"
    elif far in found.costs and not exceeds(found.costs[far], least[far]):
        other = f"the cheapest way costs {found.costs[far]!r}"
    else:
        other = f"every way costs at least {least[far]!r}"
    way = " -> ".join(shown(walk.states[n]) for n in found.steps(near))
    notes.found(
        Fault.KEY,
        f"{shown(walk.states[near])} and {shown(walk.states[far])} have the key "
        f"{shown(keys[near])}. From the first a path to a goal costs "
        f"{found.costs[near]!r} ({way}); from the second {other}.",
        "give one key only to states that are equally far from the goal: a mirror image is, where "
        "the goal (and the walls, and the costs) are mirrored on themselves.",
        count=len(wrong),
    )


def _of_one_key(keys: list[Any]) -> list[list[int]] | None:
    """Put the states of each key together, where it has more than one."""
    groups: dict[Any, list[int]] = {}
    for number, value in enumerate(keys):
        seen = content_or_none(value)
        if seen is None and hash_or_none(value) is None:
            return None
        groups.setdefault(value if seen is None else seen, []).append(number)
    return [group for group in groups.values() if len(group) > 1]


def _wrong(
    several: list[list[int]], found: dict[int, Any], least: dict[int, Any]
) -> list[tuple[int, int]]:
    """Pair the nearest state of each key with those that are proved to be farther."""
    wrong: list[tuple[int, int]] = []
    for group in several:
        upper = [n for n in group if n in found]
        if not upper:
            continue
        near = upper[0]
        for number in upper[1:]:
            if found[number] < found[near]:
                near = number
        wrong += [
            (near, far) for far in group if far not in least or exceeds(least[far], found[near])
        ]
    return wrong


def _keys(walk: Walk, notes: Notes, key: Callable[[Any], object]) -> list[Any] | None:
    """Ask twice for the key of each state; None where no more can be said."""
    keys: list[Any] = []
    unhashable: list[int] = []
    for number, state in enumerate(walk.states):
        before = Look.at(state)
        try:
            value, again = key(state), key(state)
        except Exception as error:
            error.add_note(f"searchkit: while auditing key= on {shown(state)}")
            raise
        if before.changed(state):
            notes.found(
                Fault.MUTATION,
                f"asking for the key of {before.text} changed the state itself; it is now "
                f"{shown(state)}.",
                "build the key from a copy: sorted(...) in place of .sort(), for instance.",
            )
            return None
        if not alike(value, again):
            notes.found(
                Fault.REPEAT,
                f"the key of {shown(state)} was {shown(value)} first and {shown(again)} later.",
                "let the key depend on the state alone, and give it an == that compares contents.",
            )
            return None
        if hash_or_none(value) is None:
            unhashable.append(number)
        keys.append(value)
    if unhashable:
        number = min(unhashable, key=walk.size)
        notes.found(
            Fault.KEY,
            f"the key of {shown(walk.states[number])} is {shown(keys[number])}, which cannot be "
            "hashed. HashCheck(key=) refuses it.",
            "give a tuple or a frozenset in place of a list, a dict or a set; LinearCheck and "
            "SortedCheck hash nothing.",
            severity=Severity.WARNING,
            count=len(unhashable),
        )
    return keys
