"""The user's functions, as functions of keys: what they give is examined on its way in."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from searchkit.arrays.packing import Packing
from searchkit.arrays.runs import among, distinct
from searchkit.errors import ProblemError

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ArrayFunctions:
    """The functions of an array problem, over keys.

    Args:
        starts: The starts.
        expand: The user's successor function.
        is_goal: The user's goal test, where there is one.
        goals: The goal states; None where there is a goal test.
        below: What every number is less than, where it was declared.

    Attributes:
        packing: How states are packed.
        starts: The keys of the starts.
    """

    def __init__(
        self,
        starts: NDArray[Any],
        expand: Callable[[Any], Any],
        is_goal: Callable[[Any], Any] | None,
        goals: NDArray[Any] | None,
        below: int | None,
    ) -> None:
        width = starts.shape[1] if starts.ndim == 2 else None
        self.packing = Packing(starts.dtype, width, below)
        self._expand = expand
        self._is_goal = is_goal
        self.starts = self.packing.pack(self.packing.require(starts, "starts="))
        self._goals: NDArray[Any] | None = None
        if goals is not None:
            self._goals = distinct(self.packing.pack(self.packing.require(goals, "goals=")))

    def successors(self, keys: NDArray[Any]) -> NDArray[Any]:
        """Give the keys of all successors of these states, in any order."""
        given = self._expand(self.packing.unpack(keys))
        return self.packing.pack(self.packing.require(given, "expand"))

    def goals_among(self, keys: NDArray[Any]) -> list[int]:
        """Give the places of the keys whose states are goals."""
        mask: Any
        if self._goals is None:
            assert self._is_goal is not None
            mask = self._is_goal(self.packing.unpack(keys))
            self._require_mask(mask, len(keys))
        else:
            mask = among(keys, self._goals)
        places: list[int] = np.flatnonzero(mask).tolist()
        return places

    def _require_mask(self, given: Any, states: int) -> None:
        wanted = f"it must give an array of {states} bools, one for each state"
        if not isinstance(given, np.ndarray):
            raise ProblemError(
                f"is_goal gave {reprlib.repr(given)}, a {type(given).__name__}, for {states} "
                f"states; {wanted}."
            )
        mask = cast("NDArray[Any]", given)
        if mask.shape != (states,):
            hint = " (.all(axis=1) may be missing.)" if mask.ndim == 2 else ""
            raise ProblemError(
                f"is_goal gave an array of the shape {mask.shape} for {states} states; "
                f"{wanted}.{hint}"
            )
        if mask.dtype != np.bool_:
            raise ProblemError(
                f"is_goal gave an array of {mask.dtype}; {wanted}: a comparison gives one."
            )

    def lead_to(self, keys: NDArray[Any], goal: NDArray[Any]) -> bool:
        """Say whether a successor of one of these states is the state of this one key."""
        return bool((self.successors(keys) == goal).any())

    def values(self, keys: NDArray[Any]) -> list[Any]:
        """Give the states of keys as plain Python values."""
        return self.packing.as_values(self.packing.unpack(keys))

    def key_of(self, value: Any) -> NDArray[Any]:
        """Give the key of a state that is a plain Python value, as an array of one."""
        return self.packing.pack(np.asarray([value], self.packing.dtype))


def integers_of(argument: str, given: Any, dtype: Any) -> NDArray[Any]:
    """Make an array of states from what the user gave, and lose no number on the way."""
    shown = reprlib.repr(given)
    wanted = (
        f"give a list or an array of states, each a whole number or a row of them: "
        f"{argument}=[0] or {argument}=[[0, 0]]"
    )
    try:
        states: NDArray[Any] = np.array(given)
    except (ValueError, TypeError) as error:
        raise ProblemError(f"{argument}={shown} makes no array ({error}); {wanted}.") from None
    if states.ndim not in (1, 2):
        raise ProblemError(f"{argument}={shown} has {states.ndim} dimensions; {wanted}.")
    if states.ndim == 2 and not states.shape[1]:
        raise ProblemError(f"{argument}={shown} has states without numbers; {wanted}.")
    empty_list = not states.size and not isinstance(given, np.ndarray)  # made floats by numpy
    if states.dtype.kind not in "iu" and not empty_list:
        way_out = {
            "O": " (Numbers beyond 64 bits do not fit: make each state a row of several.)",
            "b": " (For bits, take dtype np.uint8: .astype(np.uint8).)",
        }.get(states.dtype.kind, "")
        raise ProblemError(
            f"{argument}={shown} is an array of {states.dtype}, not of whole "
            f"numbers; {wanted}.{way_out}"
        )
    if dtype is None:
        dtype = states.dtype if states.dtype.kind in "iu" else np.int64  # of no states at all
    kind = np.dtype(dtype).newbyteorder("=")
    if kind.kind not in "iu":
        raise ProblemError(f"dtype={dtype!r} is no dtype of whole numbers: np.uint64 is one.")
    bounds = np.iinfo(kind)
    if states.size and (int(states.min()) < bounds.min or int(states.max()) > bounds.max):
        raise ProblemError(
            f"{argument}={shown} does not fit the dtype {kind}, which goes from "
            f"{bounds.min} to {bounds.max}."
        )
    return states.astype(kind)
