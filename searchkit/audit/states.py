"""Checks of the states themselves: identity, equality, hash, order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from searchkit.audit.answers import Given
from searchkit.audit.checks import Notes
from searchkit.audit.content import (
    by_identity,
    content_or_none,
    equal,
    hash_or_none,
    is_a,
    is_fixed,
    kind_of,
    shown,
)
from searchkit.audit.report import Fault, Severity
from searchkit.audit.walk import Walk

_EQUALITY_SAMPLE = 150
_ORDER_SAMPLE = 80
_ALIASES = 50
_MOST_PAIRS = 1_000
_BUILT_IN: tuple[Any, ...] = (tuple, list, set, frozenset)
_INHERITED = [kind.__lt__ for kind in _BUILT_IN]
_BOTH_LESS = "{} and {} are each less than the other."
_NOT_LESS_IN_TURN = "{} is less than {}, and that less than {}, but the first not than the last."
_NOT_ALIKE_IN_TURN = (
    "{0} and {1} are neither less nor greater, and so are {1} and {2}, but {0} and {2} are not "
    "alike in this way."
)
_NO_HASH = "{name} cannot be hashed. HashCheck() says so by itself before a search."


def check_states(walk: Walk, notes: Notes) -> None:
    """Examine ``==``, ``hash`` and ``<`` on the states that were met."""
    if not walk.states:
        return
    same = _check_identity(walk, notes)
    _check_hash(walk, notes)
    if same:
        _check_aliases(walk, notes)
    _check_order(walk, notes)


def _smallest(pairs: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    return min(pairs, key=lambda pair: sum(len(shown(state)) for state in pair))


def _has_order(state: Any) -> bool:
    return kind_of(state).__lt__ is not kind_of(object()).__lt__


# --- identity and equality --------------------------------------------------------------------


def _check_identity(walk: Walk, notes: Notes) -> bool:
    """Compare objects of the same content; False where ``==`` tells too many states apart."""
    state = walk.states[0]
    kind = kind_of(state)
    if by_identity(kind) and _has_order(state):
        reason = (
            f"{kind.__name__} has < and no ==. That is right for SortedCheck(), which needs no "
            "more; the default HashCheck() would take each object for a new state."
        )
        notes.skip(Fault.IDENTITY, reason)
        notes.skip(Fault.EQUALITY, reason)
        return False
    unequal = [pair for pair in walk.twins if equal(*pair) is False]
    if not unequal:
        if not walk.twins and not all(map(is_fixed, walk.states)):
            notes.skip(Fault.IDENTITY, "no two objects of the same content were met.")
        return True
    one, other = _smallest(unequal)
    part = _compared_by_identity(one, other)
    if part is None:
        notes.found(
            Fault.EQUALITY,
            f"two objects that hold the same are not equal: {shown(one)} and {shown(other)}. "
            "Each counts as a new state.",
            "let == compare what the states hold; NaN inside a state is never equal to itself.",
            count=len(unequal),
        )
        return False
    name = part.__name__
    where = "" if part is type(one) else f" (a part of {type(one).__name__})"
    notes.found(
        Fault.IDENTITY,
        f"{name}{where} has no == of its own: two objects that hold the same, {shown(one)}, are "
        "not equal, so that each one met is a new state and no way round is recognised.",
        f"make {name} a NamedTuple, or write @attrs.frozen or @dataclass(frozen=True) over it, or "
        "define __eq__ and __hash__.",
        count=len(unequal),
    )
    return False


def _compared_by_identity(one: Any, other: Any) -> Any:
    """Find the class whose missing ``==`` makes two values of the same content unequal."""
    kind = kind_of(one)
    if by_identity(kind):
        return None if one is other else kind
    pairs: list[tuple[Any, Any]]
    if is_a(one, tuple, list):
        pairs = list(zip(one, other, strict=False))
    elif is_a(one, dict):
        pairs = [(part, other.get(key, part)) for key, part in one.items()]
    elif attrs.has(kind):
        pairs = [(getattr(one, a.name), getattr(other, a.name)) for a in attrs.fields(kind)]
    else:
        inside: Any = getattr(one, "__dict__", {})
        pairs = [(part, getattr(other, name, part)) for name, part in inside.items()]
    for left, right in pairs:
        if equal(left, right) is False:
            return _compared_by_identity(left, right)
    return None


def _check_hash(walk: Walk, notes: Notes) -> None:
    if hash_or_none(walk.states[0]) is None:
        notes.skip(Fault.HASH, _NO_HASH.format(name=type(walk.states[0]).__name__))
        _check_equivalence(walk, notes, [])
        return
    disagree = [
        pair
        for pair in walk.twins
        if equal(*pair) and hash_or_none(pair[0]) != hash_or_none(pair[1])
    ]
    _check_equivalence(walk, notes, disagree)
    if disagree:
        one, other = _smallest(disagree)
        notes.found(
            Fault.HASH,
            f"{shown(one)} and {shown(other)} are equal, and their hashes are {hash(one)} and "
            f"{hash(other)}. HashCheck then takes the second for a new state.",
            "let __hash__ use what __eq__ compares and nothing else: return hash((self.a, ...)). "
            "A NamedTuple or @attrs.frozen does so by itself.",
            count=len(disagree),
        )


def _check_equivalence(walk: Walk, notes: Notes, disagree: list[tuple[Any, Any]]) -> None:
    """Compare a sample of states each with each; what is equal must hash alike, both ways."""
    states = spread(walk.states, _EQUALITY_SAMPLE)
    states += [other for _, other in walk.aliases[:_ALIASES]]
    with_hash = hash_or_none(states[0]) is not None
    lame = [(state,) for state in states if equal(state, state) is False]
    lopsided: list[tuple[Any, ...]] = []
    alike: list[int] = [1 << i for i in range(len(states))]
    for i, one in enumerate(states):
        for j, other in enumerate(states[:i]):
            there, back = equal(one, other), equal(other, one)
            if there != back:
                lopsided.append((one, other))
            elif there:
                alike[i] |= 1 << j
                alike[j] |= 1 << i
                if with_hash and hash_or_none(one) != hash_or_none(other):
                    disagree.append((other, one))
    intransitive: list[tuple[Any, ...]] = [
        (states[i], states[j], states[(alike[j] & ~alike[i]).bit_length() - 1])
        for i in range(len(states))
        for j in range(len(states))
        if alike[i] >> j & 1 and alike[j] & ~alike[i]
    ]
    for examples, what in (
        (lame, "is not equal to itself"),
        (lopsided, "are equal one way round and not the other"),
        (intransitive, "are equal in turn, and yet the first does not equal the last"),
    ):
        if examples:
            names = ", ".join(shown(state) for state in _smallest(examples))
            notes.found(
                Fault.EQUALITY,
                f"{names} {what}.",
                "let == compare the same values of both states, and nothing approximately.",
                count=len(examples),
            )


def _check_aliases(walk: Walk, notes: Notes) -> None:
    """States that are equal, and hold different things, must at least behave alike."""
    if walk.problem.sees_closed:
        notes.skip(Fault.TOO_COARSE, "the successors depend on the closed nodes.")
        return
    wrong: list[tuple[int, Any, str]] = []
    pairs = list(walk.aliases)
    known = {(number, content_or_none(other)) for number, other in pairs}
    for number, other in pairs:  # which grows: what follows such a pair must behave alike, too
        if number not in walk.edges:
            continue
        after = list(walk.read(other))
        what = _behaves_otherwise(walk, number, other, after)
        if what is not None:
            wrong.append((number, other, what))
        elif not walk.out_of_time:
            for given in after:
                seen = content_or_none(given.state)
                pair = (walk.find(given.state, seen), seen)
                if len(pairs) < _MOST_PAIRS and pair not in known and not walk.holds(*pair):
                    known.add(pair)
                    pairs.append((pair[0], given.state))
    if wrong:
        number, other, what = min(wrong, key=lambda w: (*walk.size(w[0]), len(shown(w[1]))))
        notes.found(
            Fault.TOO_COARSE,
            f"{shown(walk.states[number])} and {shown(other)} are equal, but {what}. A search "
            "keeps the first that it meets and drops the other.",
            "let == compare all that decides what follows a state, whether it is a goal, and "
            "how far it is.",
            count=len(wrong),
        )


def _behaves_otherwise(walk: Walk, number: int, other: Any, after: list[Given]) -> str | None:
    if bool(walk.is_goal(other)) != (number in walk.goals):
        return "only one of them is a goal"
    if walk.heuristic is not None:
        estimates = (walk.estimates[number], walk.heuristic(other))
        if content_or_none(estimates[0]) != content_or_none(estimates[1]):
            return f"their heuristics are {estimates[0]!r} and {estimates[1]!r}"
    here = {(edge.target, content_or_none(edge.cost)) for edge in walk.edges[number]}
    there: set[tuple[int, Any]] = set()
    for given in after:
        target = walk.find(given.state, content_or_none(given.state))
        step = (target, content_or_none(given.cost))
        if step not in here:
            return f"only the second leads to {shown(given.state)} (cost {given.cost!r})"
        there.add(step)
    if here - there:
        target, cost = min(here - there, key=lambda step: step[0])
        return f"only the first leads to {shown(walk.states[target])} (cost {cost!r})"
    return None


# --- order ------------------------------------------------------------------------------------


def _check_order(walk: Walk, notes: Notes) -> None:
    """Try ``<`` on a sample, each with each, and transitivity on all triples of it."""
    kind = kind_of(walk.states[0])
    if not _has_order(walk.states[0]):
        for check in (Fault.ORDER, Fault.ORDER_AND_EQUALITY):
            notes.skip(check, f"{kind.__name__} has no <; only SortedCheck() needs one.")
        return
    states = spread(walk.states, _ORDER_SAMPLE)
    less: list[int] = []
    for one in states:
        row = 0
        for j, other in enumerate(states):
            try:
                row |= bool(one < other) << j
            except Exception as error:  # noqa: BLE001
                for check in (Fault.ORDER, Fault.ORDER_AND_EQUALITY):
                    notes.skip(
                        check,
                        f"{shown(one, 80)} and {shown(other, 80)} cannot be compared ({error}), so "
                        "SortedCheck() would stop there. No other check compares.",
                    )
                return
        less.append(row)
    inherited = kind.__lt__ in _INHERITED
    severity = Severity.WARNING if inherited else Severity.ERROR
    matters = "Only SortedCheck() compares states; with HashCheck() this does no harm."
    broken = _not_an_order(states, less)
    if broken is not None:
        way = (
            "use HashCheck(), or give SortedCheck a key= with an order: sets, whose < means "
            "'is a subset', as sorted tuples."
            if inherited
            else "compare tuples of the parts: return (self.a, self.b) < (other.a, other.b)."
        )
        notes.found(Fault.ORDER, f"{broken} {matters}", way, severity=severity)
    if by_identity(kind):
        return  # < alone makes the equality
    disagree = _disagreement(walk, states, less)
    if disagree is not None and broken is None:
        notes.found(
            Fault.ORDER_AND_EQUALITY,
            f"{disagree} SortedCheck() would take them for "
            f"{'different states' if 'and yet' in disagree else 'one state'}. {matters}",
            "let < compare just what == compares (attrs: order=True; a NamedTuple does so). To "
            "order a frontier, give best_first_search a priority= instead.",
            severity=severity,
        )


def _not_an_order(states: list[Any], less: list[int]) -> str | None:
    size = range(len(states))
    examples: list[tuple[tuple[Any, ...], str]] = []
    for i in size:
        if less[i] >> i & 1:
            return f"{shown(states[i])} is less than itself."
        examples += [
            ((states[i], states[j]), _BOTH_LESS)
            for j in size[:i]
            if less[i] >> j & 1 and less[j] >> i & 1
        ]
    if not examples:
        apart = [_alike(less, i) for i in size]
        for i in size:
            for j in size:
                if less[i] >> j & 1:
                    missing, words = less[j] & ~less[i], _NOT_LESS_IN_TURN
                elif apart[i] >> j & 1:
                    missing, words = apart[j] & ~apart[i], _NOT_ALIKE_IN_TURN
                else:
                    continue
                if missing:
                    third = states[missing.bit_length() - 1]
                    examples.append(((states[i], states[j], third), words))
    if not examples:
        return None
    example, words = min(examples, key=lambda e: sum(len(shown(state)) for state in e[0]))
    return words.format(*map(shown, example))


def _disagreement(walk: Walk, states: list[Any], less: list[int]) -> str | None:
    examples: list[tuple[tuple[Any, Any], str]] = []
    for i, one in enumerate(states):
        for j in range(i):
            ordered = bool(less[i] >> j & 1 or less[j] >> i & 1)
            same = equal(one, states[j])
            if same and ordered:
                examples.append(((states[j], one), "{} equals {}, and yet one is less."))
            elif same is False and not ordered:
                examples.append(
                    ((states[j], one), "neither of {} and {} is less, but they are not equal.")
                )
    for one, other in walk.twins[:_EQUALITY_SAMPLE]:
        if equal(one, other) and (one < other or other < one):
            examples.append(((one, other), "{} equals {}, and yet one is less."))
    if not examples:
        return None
    example, words = min(examples, key=lambda e: sum(len(shown(state)) for state in e[0]))
    return words.format(*map(shown, example))


def spread(states: Sequence[Any], most: int) -> list[Any]:
    """Take a sample: the first ones, which are smallest, and some from everywhere."""
    if len(states) <= most:
        return list(states)
    head = most // 2
    step = (len(states) - head) / (most - head)
    return [*states[:head], *(states[head + int(i * step)] for i in range(most - head))]


def _alike(less: list[int], i: int) -> int:
    """Give as bits the states that are neither less nor greater than this one."""
    bits = 0
    for j, row in enumerate(less):
        if not (less[i] >> j | row >> i) & 1:
            bits |= 1 << j
    return bits
