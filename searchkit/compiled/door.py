"""The door to numba: the one place that imports it.

numba has no type stubs, so its functions are taken here with the types that the kernels need.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar, cast

from searchkit.compiled.freshness import keep_fresh
from searchkit.errors import MissingExtraError

P = ParamSpec("P")
R = TypeVar("R")

_OLDEST: Final = (0, 61)


def load(name: str) -> Any:
    """Import a module of the extra ``compiled``.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"compiled=True needs the package {name.partition('.')[0]}: install searchkit with its "
            "extra compiled, from the checkout: pip install '.[compiled]'"
        ) from error


def require_version(version: str) -> None:
    """Require a numba that is not too old.

    Raises:
        MissingExtraError: It is.
    """
    found = tuple(int(part) for part in version.split(".")[:2])
    if found < _OLDEST:
        raise MissingExtraError(
            f"compiled=True needs numba {_OLDEST[0]}.{_OLDEST[1]} or newer, and this is {version}: "
            "install searchkit with its extra compiled anew, from the checkout: "
            "pip install '.[compiled]'"
        )


numba: Any = load("numba")
require_version(numba.__version__)
numpy: Any = load("numpy")
types: Any = numba.types


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a native function, kept on disk; it runs without the lock of the interpreter."""
    return _kept(function)


def bare_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a native function that leaves the counting of references to its caller.

    Arrays that are taken out of a tuple, or handed on, are counted by numba in each call, which
    costs more than what a short function does. Such a function cannot make arrays.
    """
    return _kept(function, _nrt=False)


def part_of_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function for bare kernels that becomes a part of each that calls it.

    A call costs what handing over all its arrays costs, seven words each.
    """
    return _kept(function, _nrt=False, forceinline=True)


def _kept(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    made = numba.njit(cache=True, nogil=True, **options)(function)
    keep_fresh(made)
    return cast("Callable[P, R]", made)
