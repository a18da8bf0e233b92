"""From what a problem's functions give to what a search loop takes.

Steps are examined on the way: a negative cost or NaN is an error that names the edge, and so is
anything that is no step. Their labels are left where the node table finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from searchkit.errors import CostError, ProblemError
from searchkit.nodes import Nodes
from searchkit.problem import Problem
from searchkit.protocols import A, C, Derived, S, Step


def labelled(function: Callable[[S], Iterable[S]]) -> Callable[[S], Iterator[tuple[S, int, None]]]:
    """Give plain successors as (state, cost, action)."""

    def successors(state: S) -> Iterator[tuple[S, int, None]]:
        for successor in function(state):
            yield successor, 1, None

    return successors


def examined(
    function: Callable[[S], Iterable[Any]],
    nodes: Nodes[S, A, C],
    problem: Problem[S, A, C],
    *,
    labels: bool,
) -> Callable[[S], Iterator[Any]]:
    """Give the steps of a successor function one by one, each examined.

    Args:
        function: The successor function.
        nodes: The table, whose ``arriving`` holds the label of the step given last.
        problem: Names the zero of the costs, and says whether steps may be `Derived`.
        labels: Whether to give (state, cost, action), or the states alone.
    """
    zero = problem.zero

    def successors(state: S) -> Iterator[Any]:
        label: Any
        for step in function(state):
            if step.__class__ is Step:
                nodes.arriving_premises = ()
                label = step
            else:
                label, nodes.arriving_premises = _label_of(step, state, len(nodes), problem)
            cost = label[1]
            try:
                if not zero < cost:
                    _require_cost(state, label, zero)
            except CostError:
                raise
            except Exception as error:  # whatever the user's class makes of a foreign zero
                if cost != cost:  # noqa: PLR0124  a Decimal NaN cannot even be compared
                    _require_cost(state, label, zero)
                raise _no_cost(state, label, zero, error) from error
            if cost is not nodes.usual_cost:
                _compare_with_usual(cost, nodes)
            nodes.arriving = label
            yield label if labels else label[0]

    return successors


def _no_cost(state: object, label: Any, zero: object, error: Exception) -> CostError:
    """Say of a cost that cannot be compared with zero what is wrong with it."""
    after, cost, _ = label
    edge = f"the step from {state!r} to {after!r} has the cost {cost!r}"
    if cost is None or isinstance(cost, str | tuple | list | set | dict):
        return CostError(
            f"{edge}, which is no cost: give a number, or an object of a class with + and < (and "
            "its zero: Problem(zero=...))."
        )
    return CostError(
        f"{edge}, which cannot be compared with {zero!r}, the zero of the costs ({error}). Say "
        f"what zero is: Problem(..., zero={label[1].__class__.__name__}(...))."
    )


def _compare_with_usual(cost: C, nodes: Nodes[Any, Any, C]) -> None:
    """Note whether steps differ in cost; with ``<`` alone, since costs need not have ``==``."""
    if isinstance(cost, tuple | str | list):
        raise CostError(
            f"a step has the cost {cost!r}, which is no cost: + joins two of these instead of "
            "adding them. Write a small class with + and <, and give its zero: "
            "Problem(zero=...)."
        )
    usual = nodes.usual_cost
    if usual is not None and (cost < usual or usual < cost):
        nodes.costs_differ = True
    nodes.usual_cost = cost


def _label_of(
    step: Any, state: object, nodes: int, problem: Problem[Any, Any, Any]
) -> tuple[tuple[Any, Any, Any], tuple[int, ...]]:
    """Take a step apart that is not simply a `Step`: its label and its premises."""
    if isinstance(step, Step):  # of a subclass
        return cast("tuple[Any, Any, Any]", step), ()
    if not isinstance(step, Derived):
        raise ProblemError(
            f"next_steps gave {step!r} for {state!r}; it must give Step(state, cost, action) "
            "objects. For steps without cost and action use next_states."
        )
    derived: Derived[Any, Any, Any] = step  # pyright: ignore[reportUnknownVariableType]
    if not problem.sees_closed:
        raise ProblemError(
            f"next_steps gave {derived!r}, but only a problem with sees_closed=True may derive a "
            "state from several nodes."
        )
    for premise in derived.premises:
        if not 0 <= premise < nodes:
            raise ProblemError(
                f"{derived!r} names the premise {premise}, but no node has that number: take the "
                "numbers from closed.items()."
            )
    return (derived.state, derived.cost, derived.action), derived.premises


def _require_cost(state: Any, step: Any, zero: Any) -> None:
    """Accept a cost of zero; raise for a negative one, NaN, and what is no cost."""
    after, cost, action = step
    named = "" if action is None else f" (action {action!r})"
    edge = f"the step from {state!r} to {after!r}{named} has the cost {cost!r}"
    if cost != cost:  # noqa: PLR0124
        raise CostError(f"{edge}, which is not a number. Mend next_steps.")
    if cost < zero:
        raise CostError(
            f"{edge}, which is negative: no search here can promise anything with negative costs. "
            "Mend next_steps. (Adding a constant to every step is no way out: it favours paths of "
            "few steps.)"
        )
