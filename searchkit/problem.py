"""One problem, stated in either of two ways.

A search takes a state that implements the protocol, or a `Problem` made of plain functions.
`as_problem` is the door through which every entry point goes: behind it there is only `Problem`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, cast, overload

from attrs import field, fields, frozen
from typing_extensions import TypeVar

from searchkit.errors import ProblemError
from searchkit.path import has_equality, same
from searchkit.protocols import A, C, D, Derived, S, State, Step, Steps

if TYPE_CHECKING:
    from searchkit.closed import Closed

_MISSING: Final[Any] = object()

T = TypeVar("T")
StateT = TypeVar("StateT", bound=State)


@frozen(init=False, eq=False)
class Problem(Generic[S, A, C]):
    """A search problem made of plain functions over any values.

    Args:
        start: The start. Give ``starts=`` instead for several (or none).
        next_states: A function from a state to the states that follow it. Every step costs 1.
        next_steps: In place of ``next_states``: a function from a state to `Step` objects.
        is_goal: A function that says whether a state is a goal.
        goals: The goal states, where they are known. Without ``is_goal`` a state is a goal when
            it equals one of them.
        heuristic: An estimate of the cost from a state to the nearest goal.
        previous_states: A function from a state to the states it can be reached from in one step.
        previous_steps: The same with costs and actions; each `Step` names the earlier state.
        starts: Several starts; each is a node without a parent.
        zero: The zero of the costs, where it is not the int 0.
        data: Constant data. The functions are then called with ``(state, data)``.
        sees_closed: The successors may depend on the nodes expanded before: the successor function
            is called with ``(state, closed)``, `closed` being a live view (see `Closed`). Such a
            problem cannot be replayed, and its steps may be `Derived` from several parents. A
            node that was expanded keeps its parents: best-first searches do not reopen it.

    Raises:
        ProblemError: Something that a search needs is missing, or two arguments contradict.

    Example:
        >>> from searchkit import breadth_first_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 10)
        >>> breadth_first_search(problem).path.states
        (1, 2, 4, 5, 10)
        >>> Problem(1, next_states=lambda n: [n + 1])
        Traceback (most recent call last):
        ...
        searchkit.errors.ProblemError: Problem has neither is_goal= nor goals=. To explore \
everything that can be reached, say so: is_goal=lambda state: False
    """

    starts: tuple[S, ...]
    next_states: Callable[..., Iterable[S]] | None = field(repr=False)
    next_steps: Callable[..., Iterable[Step[S, A, C] | Derived[S, A, C]]] | None = field(repr=False)
    is_goal: Callable[..., bool] = field(repr=False)
    goals: tuple[S, ...]
    heuristic: Callable[..., C | float] | None = field(repr=False)
    previous_states: Callable[..., Iterable[S]] | None = field(repr=False)
    previous_steps: Callable[..., Iterable[Step[S, A, C]]] | None = field(repr=False)
    zero: C
    data: Any = field(repr=False)
    has_data: bool = field(repr=False)
    sees_closed: bool
    name: str = field(repr=False)

    @overload
    def __init__(
        self: Problem[T, None, int],
        start: T = ...,
        *,
        next_states: Callable[[T], Iterable[T]],
        is_goal: Callable[[T], bool] = ...,
        goals: Iterable[T] = ...,
        heuristic: Callable[[T], float] | None = ...,
        previous_states: Callable[[T], Iterable[T]] | None = ...,
        starts: Iterable[T] = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Problem[T, None, int],
        start: T = ...,
        *,
        next_states: Callable[[T, D], Iterable[T]],
        is_goal: Callable[[T, D], bool] = ...,
        goals: Iterable[T] = ...,
        heuristic: Callable[[T, D], float] | None = ...,
        previous_states: Callable[[T, D], Iterable[T]] | None = ...,
        starts: Iterable[T] = ...,
        data: D,
    ) -> None: ...
    @overload
    def __init__(
        self: Problem[T, None, int],
        start: T = ...,
        *,
        next_states: Callable[[T, Closed[T]], Iterable[T]],
        is_goal: Callable[[T], bool] = ...,
        goals: Iterable[T] = ...,
        heuristic: Callable[[T], float] | None = ...,
        starts: Iterable[T] = ...,
        sees_closed: bool,
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: S = ...,
        *,
        next_steps: Callable[[S], Iterable[Step[S, A, C]]],
        is_goal: Callable[[S], bool] = ...,
        goals: Iterable[S] = ...,
        heuristic: Callable[[S], C | float] | None = ...,
        previous_steps: Callable[[S], Iterable[Step[S, A, C]]] | None = ...,
        starts: Iterable[S] = ...,
        zero: C = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: S = ...,
        *,
        next_steps: Callable[[S, D], Iterable[Step[S, A, C]]],
        is_goal: Callable[[S, D], bool] = ...,
        goals: Iterable[S] = ...,
        heuristic: Callable[[S, D], C | float] | None = ...,
        previous_steps: Callable[[S, D], Iterable[Step[S, A, C]]] | None = ...,
        starts: Iterable[S] = ...,
        zero: C = ...,
        data: D,
    ) -> None: ...
    @overload
    def __init__(
        self,
        start: S = ...,
        *,
        next_steps: Callable[[S, Closed[S]], Iterable[Step[S, A, C] | Derived[S, A, C]]],
        is_goal: Callable[[S], bool] = ...,
        goals: Iterable[S] = ...,
        heuristic: Callable[[S], C | float] | None = ...,
        starts: Iterable[S] = ...,
        zero: C = ...,
        sees_closed: bool,
    ) -> None: ...

    def __init__(
        self,
        start: Any = _MISSING,
        *,
        next_states: Callable[..., Iterable[Any]] | None = None,
        next_steps: Callable[..., Iterable[Any]] | None = None,
        is_goal: Callable[..., bool] | None = None,
        goals: Iterable[Any] = _MISSING,
        heuristic: Callable[..., Any] | None = None,
        previous_states: Callable[..., Iterable[Any]] | None = None,
        previous_steps: Callable[..., Iterable[Any]] | None = None,
        starts: Iterable[Any] | None = None,
        zero: Any = 0,
        data: Any = _MISSING,
        sees_closed: bool = False,
    ) -> None:
        functions = {
            "next_states": next_states,
            "next_steps": next_steps,
            "is_goal": is_goal,
            "heuristic": heuristic,
            "previous_states": previous_states,
            "previous_steps": previous_steps,
        }
        for argument, function in functions.items():
            if function is not None and not callable(function):
                raise ProblemError(
                    f"Problem({argument}=...) needs a function; {function!r} is not one."
                )
        if (next_states is None) == (next_steps is None):
            raise ProblemError(
                "Problem needs either next_states= (steps that all cost 1) or next_steps= "
                "(steps with costs and actions), and not both."
            )
        if (start is _MISSING) == (starts is None):
            raise ProblemError("Problem needs either a start or starts=, and not both.")
        if sees_closed and data is not _MISSING:
            raise ProblemError(
                "Problem takes data= or sees_closed=True, not both: with sees_closed=True, "
                "let the functions close over the data (functools.partial, a nested function)."
            )
        goal_states = () if goals is _MISSING else _states_of("goals", goals, start)
        if is_goal is None:
            if not goal_states:
                lacks = (
                    "Problem has neither is_goal= nor goals=."
                    if goals is _MISSING
                    else f"Problem(goals={goals!r}) names no goal, and has no is_goal=."
                )
                raise ProblemError(
                    f"{lacks} To explore everything that can be reached, say so: "
                    "is_goal=lambda state: False"
                )
            member = _Member(goal_states)
            is_goal = member if data is _MISSING else member.with_data
        cast("Any", self).__attrs_init__(
            starts=(start,) if starts is None else _states_of("starts", starts, _MISSING),
            next_states=next_states,
            next_steps=next_steps,
            is_goal=is_goal,
            goals=goal_states,
            heuristic=heuristic,
            previous_states=previous_states,
            previous_steps=previous_steps,
            zero=zero,
            data=None if data is _MISSING else data,
            has_data=data is not _MISSING,
            sees_closed=sees_closed,
            name="Problem",
        )

    @property
    def names_all_goals(self) -> bool:
        """Whether ``goals`` are all goals there are, as nothing else says what a goal is."""
        is_goal: Any = self.is_goal
        member = getattr(is_goal, "__self__", is_goal)
        return isinstance(member, _Member) and member.goals is self.goals

    @property
    def tested_goals(self) -> tuple[S, ...] | None:
        """The states that ``is_goal`` compares with, where it does nothing else."""
        is_goal: Any = self.is_goal
        member = getattr(is_goal, "__self__", is_goal)
        return member.goals if isinstance(member, _Member) else None

    def with_goals(self, goals: Iterable[S]) -> Problem[S, A, C]:
        """Give the same problem with its goal states named."""
        start = self.starts[0] if self.starts else _MISSING
        return self._changed(goals=_states_of("goals", goals, start))

    def reversed(self) -> Problem[S, A, C]:
        """Give the problem of going back from the goals to a start; see `reversed_problem`."""
        member = _Member(self.starts)
        return self._changed(
            starts=self.goals,
            next_states=self.previous_states if self.next_states is not None else None,
            next_steps=self.previous_steps if self.next_states is None else None,
            is_goal=member.with_data if self.has_data else member,
            goals=self.starts,
            heuristic=None,
            previous_states=self.next_states,
            previous_steps=self.next_steps,
            name=f"{self.name}, backward",
        )

    def _changed(self, **changes: Any) -> Problem[S, A, C]:
        problem: Any = object.__new__(cast("Any", Problem))
        values = {field.name: getattr(self, field.name) for field in fields(Problem)}
        problem.__attrs_init__(**(values | changes))
        return problem  # type: ignore[no-any-return]

    def bind(self, function: Callable[..., Any]) -> Callable[[S], Any]:
        """Give the function of the state alone, its ``data=`` filled in where there is some."""
        if not self.has_data:
            return function
        return _WithData(function, self.data)


@frozen
class _WithData:
    """A function of (state, data) as a function of the state; a class, so that it pickles."""

    function: Callable[..., Any]
    data: Any

    def __call__(self, state: Any) -> Any:
        return self.function(state, self.data)


def _states_of(argument: str, states: Iterable[Any], start: Any) -> tuple[Any, ...]:
    """Give several states as a tuple; refuse a single one that would be taken apart."""
    given: Any = states
    wanted = f"Give the states in a list, a single one as well: {argument}=[{given!r}]."
    if isinstance(given, str | bytes):
        raise ProblemError(
            f"{argument}={given!r} is one {type(given).__name__}, and would be taken letter by "
            f"letter. {wanted}"
        )
    try:
        found = tuple(states)
    except TypeError:
        raise ProblemError(f"{argument}={given!r} is no collection of states. {wanted}") from None
    kind = cast("Any", type(start))
    if (
        kind is not list
        and type(given) is kind
        and found
        and not any(isinstance(state, kind) for state in found)
    ):
        raise ProblemError(
            f"{argument}={given!r} looks like one state, since the start {start!r} is a "
            f"{kind.__name__} too, and none of its parts is. {wanted}"
        )
    return found


class _Member:
    """Is a state one of the goals? By hash where they have one, by ``==`` or ``<`` where not."""

    def __init__(self, goals: tuple[Any, ...]) -> None:
        self.goals = goals
        self.hashed: frozenset[Any] | None = None
        if all(map(has_equality, goals)):
            try:
                self.hashed = frozenset(goals)
            except TypeError:  # goals that cannot be hashed are compared one by one
                self.hashed = None

    def __call__(self, state: Any) -> bool:
        if self.hashed is not None:
            try:
                return state in self.hashed
            except TypeError:  # a state that cannot be hashed; it may still equal a goal
                pass
        return any(same(state, goal) for goal in self.goals)

    def with_data(self, state: Any, _data: Any) -> bool:
        return self(state)


# The methods of a state are found on each state, not once on the start's class: a start whose
# class has subclasses, or siblings, must not lend them its own methods.


def method_behind(function: Callable[..., Any] | None) -> str | None:
    """Give the name of the method that a function of `as_problem` calls; None for a plain one."""
    return _METHODS.get(function)


def _next_states(state: Any) -> Any:
    return state.next_states()


def _next_steps(state: Any) -> Any:
    return state.next_steps()


def _is_goal(state: Any) -> Any:
    return state.is_goal()


def _heuristic(state: Any) -> Any:
    return state.heuristic()


def _previous_states(state: Any) -> Any:
    return state.previous_states()


def _previous_steps(state: Any) -> Any:
    return state.previous_steps()


_METHODS: Final[dict[Any, str]] = {
    _next_states: "next_states",
    _next_steps: "next_steps",
    _is_goal: "is_goal",
    _heuristic: "heuristic",
    _previous_states: "previous_states",
    _previous_steps: "previous_steps",
}


@overload
def as_problem(start: Steps[S, A, C] | Problem[S, A, C], *, zero: C = ...) -> Problem[S, A, C]: ...
@overload
def as_problem(start: StateT, *, zero: int = ...) -> Problem[StateT, None, int]: ...
def as_problem(start: Any, *, zero: Any = 0) -> Problem[Any, Any, Any]:
    """Turn a state into the `Problem` of searching from it; give a `Problem` back as it is.

    Args:
        start: A state with ``next_states()`` or ``next_steps()`` and ``is_goal()``, or a problem.
            Where a state has both, ``next_steps`` counts.
        zero: The zero of the costs of a state's steps, where it is not the int 0.

    Raises:
        ProblemError: It is neither; the message names what is missing.

    Example:
        >>> as_problem(3)
        Traceback (most recent call last):
        ...
        searchkit.errors.ProblemError: 3 is no state to search from: int has no next_states() or \
next_steps() and no is_goal(). Give a state that has them, or Problem(start, next_states=..., \
is_goal=...).
    """
    state: Any = start
    if isinstance(state, Problem):
        return state  # pyright: ignore[reportUnknownVariableType]
    kind = cast("Any", type(state))
    has_steps = callable(getattr(kind, "next_steps", None))
    has_states = callable(getattr(kind, "next_states", None))
    missing = [
        *([] if has_steps or has_states else ["no next_states() or next_steps()"]),
        *([] if callable(getattr(kind, "is_goal", None)) else ["no is_goal()"]),
    ]
    if missing:
        if isinstance(state, type):
            raise ProblemError(
                f"{state.__name__} is a class, not a state: the search starts from one of its "
                f"instances, such as {state.__name__}(...)."
            )
        raise ProblemError(
            f"{state!r} is no state to search from: {kind.__name__} has {' and '.join(missing)}. "
            "Give a state that has them, or Problem(start, next_states=..., is_goal=...)."
        )
    problem: Any = object.__new__(cast("Any", Problem))
    problem.__attrs_init__(
        starts=(state,),
        next_states=None if has_steps else _next_states,
        next_steps=_next_steps if has_steps else None,
        is_goal=_is_goal,
        goals=(),
        heuristic=_heuristic if callable(getattr(kind, "heuristic", None)) else None,
        previous_states=_previous_states if hasattr(kind, "previous_states") else None,
        previous_steps=_previous_steps if hasattr(kind, "previous_steps") else None,
        zero=zero,
        data=None,
        has_data=False,
        sees_closed=False,
        name=kind.__name__,
    )
    return problem  # type: ignore[no-any-return]
