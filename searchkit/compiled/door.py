"""The door to numba: the one place that imports it.

numba has no type stubs, so its functions are taken here with the types that the kernels need.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from searchkit.errors import MissingExtraError

P = ParamSpec("P")
R = TypeVar("R")


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


numba: Any = load("numba")
numpy: Any = load("numpy")
types: Any = numba.types


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a native function, kept on disk; it runs without the lock of the interpreter."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def bare_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Make a native function that leaves the counting of references to its caller.

    Arrays that are taken out of a tuple, or handed on, are counted by numba in each call, which
    costs more than what a short function does. Such a function cannot make arrays.
    """
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, _nrt=False)(function))
