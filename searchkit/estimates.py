"""What the searches that use a heuristic share: finding it, asking it, and judging it.

And the comparison of costs with a bound. Floats that add up to the same in another order differ in
their last digits, so a float counts as above a bound only when it is above it by more than one part
in 10**9 (`TOLERANCE`). Ints, fractions and other exact costs are compared exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from searchkit.arguments import require_heuristic
from searchkit.errors import CostError, ProblemError
from searchkit.path import Path
from searchkit.problem import Problem

TOLERANCE: Final = 1e-9
"""Relative; what two floats must differ by to count as different costs."""


def exceeds(value: Any, bound: Any) -> bool:
    """Say whether a value is above a bound, by more than the rounding of floats.

    Example:
        >>> exceeds(0.1 + 0.1 + 0.1, 0.3), exceeds(0.31, 0.3), exceeds(10**12 + 1, 10**12)
        (False, True, True)
    """
    if not bound < value:
        return False
    if isinstance(value, float) or isinstance(bound, float):
        return bool(bound + abs(bound) * TOLERANCE < value)
    return True


def heuristic_of(
    problem: Problem[Any, Any, Any], given: Callable[[Any], Any] | None, search: str, instead: str
) -> Callable[[Any], Any]:
    """Give the heuristic that was given, or else that of the problem.

    Raises:
        ProblemError: There is none, or it is no function; the message names the search, and what
            to use instead.
    """
    require_heuristic(given)
    if given is not None:
        return given
    if problem.heuristic is None:
        raise ProblemError(
            f"{search} needs a heuristic; {problem.name} has none. Define heuristic() on the "
            f"state, give heuristic=, or use {instead}, which needs none."
        )
    return problem.bind(problem.heuristic)


def estimate(heuristic: Callable[[Any], Any], state: Any) -> Any:
    """Ask for the heuristic of a state; NaN is an error."""
    h = heuristic(state)
    if h is None or isinstance(h, str | bytes | list | tuple | complex):
        raise CostError(
            f"the heuristic of {state!r} is {h!r}, which is no cost: it must give a number (or "
            "what the costs of the steps are), 0 where it knows nothing."
        )
    if h != h:  # noqa: PLR0124
        raise CostError(f"the heuristic of {state!r} is {h!r}, which is not a number.")
    return h


def require_weight(weight: Any, search: str) -> None:
    """Require a weight that is a finite number from 0 on."""
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not 0 <= weight < math.inf:
        raise ProblemError(
            f"weight={weight!r}: a finite number from 0 on. 1 is {search}, more trusts the "
            "heuristic more, 0 ignores it."
        )


def is_dead_end(h: Any) -> bool:
    """Say whether a heuristic says that no goal can be reached."""
    return bool(h == math.inf)


def overestimate_along(path: Path[Any, Any, Any], heuristic: Callable[[Any], Any]) -> str:
    """Compare a heuristic with what each state of a path to a goal turned out to be from it.

    Returns:
        What is wrong, for the state nearest to the start; empty where nothing is.
    """
    found = ""
    rest: Any = path.problem.zero
    for position in range(len(path.states) - 1, -1, -1):
        state = path.states[position]
        h = heuristic(state)
        if exceeds(h, rest):
            found = (
                f"the heuristic is not admissible: it says {h!r} for {state!r}, from where "
                f"the path costs {rest!r}"
            )
        if position > 0:
            rest = path.costs[position - 1] + rest
    return found
