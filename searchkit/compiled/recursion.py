"""Functions that call themselves, which are refused.

Native code has no recursion limit: where Python raises a RecursionError, the process would be gone.
numba also takes very long over some such functions. A function may well be called `next_states` and
call a method of that name, so it is refused only where it is really asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from searchkit.compiled.door import load
from searchkit.errors import CompileError

_extending: Any = load("numba.extending")


@frozen
class CallsItself:
    """What stands in a function for itself, or for one that has called it.

    Attributes:
        what: The function.
        through: The functions that it calls, by which it comes to itself.
    """

    what: str
    through: tuple[str, ...] = ()


def calls_itself(what: str, through: Sequence[str] = ()) -> CompileError:
    """Make the error for a function that calls itself."""
    by = f", through {' and '.join(through)}" if through else ""
    return CompileError(
        f"{what} calls itself{by}, which compiled code cannot do: it has no recursion limit, so "
        "calls that go too deep would end the process. Write a loop instead, with a list of what "
        "is still to be done, or search interpreted (without compiled=)."
    )


@_extending.typeof_impl.register(CallsItself)
def _refused(found: Any, _: Any) -> Any:
    """Numba asks for the type of what a function refers to."""
    raise calls_itself(found.what, found.through)
