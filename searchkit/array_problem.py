"""A problem stated over arrays: one call expands many states at once.

A successor function in Python costs a call for each state, and numpy can do the same arithmetic
for a hundred thousand states in the time of a few hundred calls. Such a problem is searched a
batch at a time, by the sorted check alone: see `ArrayBreadthFirst`.

This module imports numpy only when a problem is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, cast, overload

from attrs import field, frozen
from typing_extensions import TypeVar

from searchkit.errors import MissingExtraError, ProblemError
from searchkit.problem import Problem
from searchkit.protocols import S

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from searchkit.arrays.functions import ArrayFunctions

N = TypeVar("N", bound="np.integer")
"""The dtype of the states."""

_TO_EXPLORE: Final = (
    "To explore everything that can be reached, say so: "
    "is_goal=lambda states: np.zeros(len(states), bool)"
)


@frozen(init=False, eq=False)
class ArrayProblem(Generic[S]):
    """A search problem whose states are whole numbers, or rows of whole numbers, in numpy arrays.

    Needs numpy, which comes with the extra ``compiled``. A state is a number, or a row of numbers
    of one width; all have the dtype of the starts. In paths and results states are plain Python
    values: an int, or a tuple of ints. Every step costs 1.

    Args:
        starts: The starts: a list of ints or of rows, or an array of one or two dimensions.
        expand: The successor function. It is given an array of different states, at least one,
            and returns an array of all their successors together, in any order, duplicates
            included. It must not matter to the successors of a state which others come with it.
        is_goal: The goal test. It is given an array of states and returns an array of as many
            bools.
        goals: In place of ``is_goal``: the goal states, at least one.
        dtype: The dtype of the states, where the starts are lists; that of ``np.array`` as a
            rule, which is int64.
        below: What all numbers in states are less than, none being negative. It is checked, and
            lets states be packed: a row of sixteen numbers below 16 is one 64-bit word.

    Raises:
        ProblemError: Starts, goals or functions do not fit; also by a search, when a function
            returns an array that does not.
        MissingExtraError: numpy is not installed.

    Time and memory: a row is packed into as few words as ``below``, or else the dtype, allows.
    States of one word are sorted about thirty times faster than states of several.

    To explore everything that can be reached, give a goal test that no state passes:
    ``is_goal=lambda states: np.zeros(len(states), bool)``.

    Example:
        >>> import numpy as np
        >>> from searchkit import array_breadth_first_search
        >>> def expand(numbers):
        ...     return np.concatenate((numbers + 1, numbers * 2))
        >>> problem = ArrayProblem([1], expand=expand, goals=[10])
        >>> array_breadth_first_search(problem).path.states
        (1, 2, 4, 5, 10)
    """

    starts: NDArray[np.integer]
    expand: Callable[..., NDArray[np.integer]] = field(repr=False)
    is_goal: Callable[..., NDArray[np.bool_]] | None = field(repr=False)
    goals: NDArray[np.integer] | None = field(repr=False)
    below: int | None
    _functions: ArrayFunctions = field(repr=False, alias="functions")

    @overload
    def __init__(
        self: ArrayProblem[int],
        starts: Sequence[int],
        *,
        expand: Callable[[NDArray[N]], NDArray[N]],
        is_goal: Callable[[NDArray[N]], NDArray[np.bool_]] | None = ...,
        goals: Sequence[int] | NDArray[N] | None = ...,
        dtype: type[N] | None = ...,
        below: int | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: ArrayProblem[tuple[int, ...]],
        starts: Sequence[Sequence[int]],
        *,
        expand: Callable[[NDArray[N]], NDArray[N]],
        is_goal: Callable[[NDArray[N]], NDArray[np.bool_]] | None = ...,
        goals: Sequence[Sequence[int]] | NDArray[N] | None = ...,
        dtype: type[N] | None = ...,
        below: int | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: ArrayProblem[int | tuple[int, ...]],
        starts: NDArray[N],
        *,
        expand: Callable[[NDArray[N]], NDArray[N]],
        is_goal: Callable[[NDArray[N]], NDArray[np.bool_]] | None = ...,
        goals: Sequence[int] | Sequence[Sequence[int]] | NDArray[N] | None = ...,
        dtype: type[N] | None = ...,
        below: int | None = ...,
    ) -> None: ...
    def __init__(
        self,
        starts: Any,
        *,
        expand: Callable[..., Any],
        is_goal: Callable[..., Any] | None = None,
        goals: Any = None,
        dtype: Any = None,
        below: int | None = None,
    ) -> None:
        try:
            from searchkit.arrays.functions import ArrayFunctions, integers_of  # noqa: PLC0415
        except ImportError as error:
            raise MissingExtraError(
                "ArrayProblem needs the package numpy: install searchkit with its extra compiled, "
                "from the checkout: pip install '.[compiled]'"
            ) from error
        for argument, function in {"expand": expand, "is_goal": is_goal}.items():
            if not callable(function) and (argument == "expand" or function is not None):
                raise ProblemError(
                    f"ArrayProblem({argument}=...) needs a function from an array of states to an "
                    f"array; {function!r} is not one."
                )
        if (is_goal is None) == (goals is None):
            raise ProblemError(
                f"ArrayProblem needs either is_goal= or goals=, and not both. {_TO_EXPLORE}"
            )
        bound: Any = below
        if bound is not None and (
            isinstance(bound, bool) or not isinstance(bound, int) or not 0 < bound <= 2**64
        ):
            raise ProblemError(
                f"below={below!r}: a whole number from 1 to 2**64, which all numbers in states "
                "are less than; or leave it out."
            )
        given = integers_of("starts", starts, dtype)
        given.flags.writeable = False
        goal_states = None if goals is None else integers_of("goals", goals, given.dtype)
        if goal_states is not None and not len(goal_states):
            raise ProblemError(f"ArrayProblem(goals={goals!r}) names no goal. {_TO_EXPLORE}")
        cast("Any", self).__attrs_init__(
            starts=given,
            expand=expand,
            is_goal=is_goal,
            goals=goal_states,
            below=below,
            functions=ArrayFunctions(given, expand, is_goal, goal_states, below),
        )

    def one_by_one(self) -> Problem[S, None, int]:
        """Give the same problem to all other searches: a `Problem` that expands state by state.

        It is slow, and it is what paths are checked with. Use it to audit the functions, to
        watch a small search, or for a search that this class has none of.

        Example:
            >>> import numpy as np
            >>> from searchkit import depth_first_search
            >>> problem = ArrayProblem([3], expand=lambda n: n[n > 0] - 1, goals=[0])
            >>> print(*depth_first_search(problem.one_by_one()).path)
            3 2 1 0
        """
        functions = self._functions
        return cast(
            "Problem[S, None, int]",
            Problem(
                starts=functions.values(functions.starts),
                next_states=self._next_states,
                is_goal=self._is_goal,
            ),
        )

    def _next_states(self, state: Any) -> list[Any]:
        functions = self._functions
        return functions.values(functions.successors(functions.key_of(state)))

    def _is_goal(self, state: Any) -> bool:
        functions = self._functions
        return bool(functions.goals_among(functions.key_of(state)))

    def on_keys(self) -> ArrayFunctions:
        """Give the functions as a search needs them: over keys, and examined."""
        return self._functions
