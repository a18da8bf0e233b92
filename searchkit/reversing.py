"""Going backward: the problem of getting from the goals back to a start.

It needs two things more than going forward: the goal states themselves, and the states (or steps)
that lead to a state. What leads where is then known twice, and the two may contradict each other;
so a path that was found backward is replayed forward before anyone gets it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, overload

from searchkit.duplicates import DuplicateCheck, Known
from searchkit.errors import CheckError, PathError, ProblemError
from searchkit.options import ReversibleT
from searchkit.path import Path
from searchkit.problem import Problem, as_problem
from searchkit.protocols import A, C, ReversibleSteps, S


@overload
def reversed_problem(
    start: ReversibleSteps[S, A, C] | Problem[S, A, C], *, goals: Iterable[S] | None = None
) -> Problem[S, A, C]: ...
@overload
def reversed_problem(
    start: ReversibleT, *, goals: Iterable[ReversibleT] | None = None
) -> Problem[ReversibleT, None, int]: ...
def reversed_problem(start: Any, *, goals: Iterable[Any] | None = None) -> Problem[Any, Any, Any]:
    """Make the problem of going back: from the goals, by previous states or steps, to a start.

    Any search will take it. A path of it leads from a goal to a start, and a heuristic for it,
    which estimates the cost from a start to a state, is given to the search.

    Args:
        start: A state with ``previous_states()`` or ``previous_steps()``, or a `Problem` that has
            them.
        goals: The goal states, where the problem does not name them itself.

    Raises:
        ProblemError: The goals are not named, or nothing says what leads to a state; or a named
            goal is none.

    Example:
        >>> from searchkit import a_star_search
        >>> problem = Problem(
        ...     1,
        ...     next_states=lambda n: [n + 1, n * 2],
        ...     previous_states=lambda n: [n - 1] if n % 2 else [n - 1, n // 2],
        ...     goals=[100],
        ... )
        >>> backward = reversed_problem(problem)
        >>> a_star_search(backward, heuristic=lambda n: n.bit_length() - 1).path.states
        (100, 50, 25, 24, 12, 6, 3, 2, 1)
    """
    return with_named_goals(start, goals, "reversed_problem").reversed()


def with_named_goals(
    start: Any, goals: Iterable[Any] | None, search: str
) -> Problem[Any, Any, Any]:
    """Give the problem with its goals named, or say what it lacks for going backward."""
    problem: Problem[Any, Any, Any] = as_problem(start)
    if problem.sees_closed:
        raise ProblemError(
            f"{search} goes backward, and the successors of this problem depend on the nodes "
            "closed before, so that nothing says what leads to a state. Use a forward search."
        )
    if goals is not None:
        problem = problem.with_goals(goals)
    steps = problem.next_states is None
    if (problem.previous_steps if steps else problem.previous_states) is None:
        what = "previous_steps" if steps else "previous_states"
        raise ProblemError(
            f"{search} goes backward, and {problem.name} has no {what}(). Define it on the state "
            f"class, or give Problem({what}=...), or use a forward search such as "
            f"{'uniform_cost_search' if steps else 'breadth_first_search'}."
        )
    if not problem.goals and goals is None:
        raise ProblemError(
            f"{search} begins at the goals, and {problem.name} does not name them: is_goal alone "
            "cannot tell where to begin. Give goals=[...] to the search or to Problem, or use a "
            "forward search."
        )
    is_goal = problem.bind(problem.is_goal)
    for goal in problem.goals:
        if not is_goal(goal):
            raise ProblemError(f"goals= names {goal!r}, but is_goal says that it is none.")
    return problem


def backward_rests_on(problem: Problem[Any, Any, Any], *, inverse: bool = True) -> list[str]:
    """Say on what an answer rests that was found from the goals backward."""
    what = "previous_states" if problem.next_states is not None else "previous_steps"
    return [
        *([f"{what} leaves nothing out"] if inverse else []),
        *([] if problem.names_all_goals else ["goals= names every goal"]),
    ]


def refuse_merging(check: DuplicateCheck[Any], search: str, kinds: Iterable[Known]) -> None:
    """Raise for a check that takes different states for one, where a search cannot allow it."""
    if check.known in kinds:
        raise CheckError(
            f"{search} needs a check under which 'known' means equality; this one means "
            f"{check.known.value}: it takes different states for one, and paths cannot be joined "
            "there. Use HashCheck(), SortedCheck() or LinearCheck() without key=."
        )


def replayed(path: Path[S, A, C]) -> Path[S, A, C]:
    """Give a path that was found backward if it can be walked forward; raise if it cannot."""
    try:
        path.check()
    except PathError as error:
        what = "states" if path.problem.next_states is not None else "steps"
        raise ProblemError(
            f"previous_{what} and next_{what} contradict each other: the path that was found "
            f"backward cannot be walked forward ({error}) Mend previous_{what}."
        ) from error
    return path
