"""What a problem's functions answered, and where two answers to one question differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from searchkit.audit.content import alike, content_or_none, shown


class Given(NamedTuple):
    """A step as the successor function gave it."""

    state: Any
    cost: Any
    action: Any


class Edge(NamedTuple):
    """A step between two nodes of the walk."""

    target: int
    cost: Any
    action: Any


class Difference(NamedTuple):
    """Two calls that answered differently."""

    number: int
    what: str
    only_order: bool = False


def compared(first: list[Given], again: list[Given]) -> tuple[str, bool] | None:
    """Compare two answers; None where they are the same, else what differs and if only order."""
    if len(first) == len(again) and all(map(_same_step, first, again)):
        return None
    rest = list(again)
    gone: list[Given] = []
    for given in first:
        found = next((i for i, other in enumerate(rest) if _same_step(given, other)), -1)
        if found < 0:
            gone.append(given)
        else:
            del rest[found]
    if not gone and not rest:
        return "the same successors came as {} first and as {} later".format(
            *_lists(first, again, *_moved(first, again))
        ), True
    return "the successors were {} first and {} later".format(
        *_lists(first, again, gone, rest)
    ), False


def _same_step(one: Given, other: Given) -> bool:
    return (
        alike(one.state, other.state)
        and content_or_none(one.cost) == content_or_none(other.cost)
        and content_or_none(one.action) == content_or_none(other.action)
    )


def _moved(first: list[Given], again: list[Given]) -> tuple[list[Given], list[Given]]:
    pairs = [pair for pair in zip(first, again, strict=True) if not _same_step(*pair)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _lists(
    first: list[Given], again: list[Given], gone: list[Given], come: list[Given]
) -> tuple[str, str]:
    """Show two answers by their states, or, where these look alike, the steps that differ."""
    names = _list([shown(step.state, 80) for step in first])
    later = _list([shown(step.state, 80) for step in again])
    if names != later:
        return names, later
    return _list(list(map(_whole, gone))), _list(list(map(_whole, come)))


def _whole(step: Given) -> str:
    return f"({shown(step.state, 80)}, cost {step.cost!r}, action {shown(step.action, 80)})"


def _list(names: list[str]) -> str:
    return "[" + ", ".join(names[:6]) + (", ...]" if len(names) > 6 else "]")


def rank(estimate: Any) -> float:
    """Make a heuristic's value something to sort by."""
    try:
        number = float(estimate)
    except OverflowError:
        return float("inf") if estimate > 0 else 0.0
    except (TypeError, ValueError):
        return 0.0
    return number if number == number else 0.0  # noqa: PLR0124
