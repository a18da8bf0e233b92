"""The fields of a state: their names, their values, and states with other values in them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import attrs

from searchkit.audit.content import attributes_of, is_a, kind_of

_MOST_FIELDS = 12


def fields_of(states: Sequence[Any]) -> list[str]:
    """Name the fields that the equality of these states looks at; none where they differ."""
    first = states[0]
    kind = kind_of(first)
    if any(type(state) is not kind for state in states):
        return []
    if is_a(first, tuple):
        if hasattr(kind, "_fields"):
            names = list(kind._fields)
        elif all(len(state) == len(first) for state in states):
            names = [str(position) for position in range(len(first))]
        else:
            names = []
    elif attrs.has(kind):
        names = [a.name for a in attrs.fields(kind) if a.eq]
    elif hasattr(kind, "__dataclass_fields__"):
        names = [name for name, field in kind.__dataclass_fields__.items() if field.compare]
    else:
        every = [attributes_of(state) or {} for state in states]
        names = [name for name in every[0] if not name.startswith("__")]
        if any(set(names) - set(attributes) for attributes in every):
            names = []
    return names if len(names) <= _MOST_FIELDS else []


def part_of(state: Any, name: str) -> Any:
    """Give the value of a field, or of a position in a plain tuple."""
    return state[int(name)] if name.isdigit() else getattr(state, name)


def replaced(state: Any, values: dict[str, Any]) -> Any:
    """Give a copy of a state with other values in some fields."""
    kind = kind_of(state)
    if is_a(state, tuple):
        if hasattr(kind, "_fields"):
            return kind._make([values.get(n, getattr(state, n)) for n in kind._fields])
        return tuple(values.get(str(i), part) for i, part in enumerate(state))
    if attrs.has(kind):
        aliases = {a.name: a.alias for a in attrs.fields(kind)}
        return attrs.evolve(state, **{aliases[name]: value for name, value in values.items()})
    changed = copy.copy(state)
    for name, value in values.items():
        object.__setattr__(changed, name, value)
    return changed
