"""Making numba's functions out of the user's own, as they stand.

numba compiles a function, and refuses what it does not know of the world around it. So a copy of
the function is made whose surroundings are translated: plain functions that it calls become
compiled ones, lists of ints become tuples or tables, a NamedTuple class with defaults becomes a
function that fills them in, and `Step` one that gives a state and a cost. What can be said in
another way is rewritten (`rewriting`). The user's code itself is not touched.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import functools
import hashlib
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final, cast

from searchkit.compiled import classes
from searchkit.compiled.arithmetic import checked
from searchkit.compiled.builtins import compensated_sum, tuple_of
from searchkit.compiled.door import load, numba, numpy
from searchkit.compiled.exception_tables import without_comprehensions
from searchkit.compiled.recursion import CallsItself, calls_itself
from searchkit.compiled.rewriting import NAMES, rewritten
from searchkit.compiled.tables import constant
from searchkit.compiled.unbound import require_values
from searchkit.errors import CompileError
from searchkit.protocols import Step

_typing: Any = load("numba.core.registry").cpu_target.typing_context
compiling: Any = load("numba.core.compiler_lock").global_compiler_lock
"""Held while something is compiled: numba's own lock, so that the two cannot wait for each other.
"""
load("searchkit.compiled.helpers")  # which tells numba what the helpers mean

teach = classes.teach
_LOADS: Final = {"LOAD_GLOBAL", "LOAD_NAME"}
_translated: dict[Any, Any] = {}
_about: list[Any] = [((), None)]
_in_progress: list[FunctionType] = []  # each is called by the one before


def step_of(state: Any, cost: Any = 1, action: Any = None) -> Any:
    """Stand for `Step` in compiled code: the action is found again when a path is made.

    A plain tuple, since numba brings steps together whose costs are now ints and now floats only
    where they are that.
    """
    return state, cost


def translate(function: Callable[..., Any], *, inline: bool = False) -> Any:
    """Make a compiled function of a Python function.

    A function made again from the same code and the same constants is the same function, so that
    nothing is compiled twice.

    Args:
        function: The Python function.
        inline: Whether it becomes a part of the function that calls it, whatever its size.

    Raises:
        CompileError: It is no Python function, or uses something that cannot be translated.
    """
    function = plain(function)
    key = key_of(function), _about[0]
    with compiling:
        found = _translated.get(key)
        if found is None:
            _in_progress.append(function)
            try:
                made = require_values(_copy(rewritten(function)), function)
                found = numba.njit(boundscheck=True, forceinline=inline)(made)
            finally:
                _in_progress.pop()
            _translated[key] = found
    return found


@contextlib.contextmanager
def about(kinds: Iterable[Any], length: int | None = None) -> Generator[Any, None, None]:
    """Compile for states and data of these NamedTuple classes, as their constants are now.

    Gives something that changes where a class does. A function need not name a class to use what
    is in it.

    Args:
        kinds: The classes.
        length: How many entries the tuples in the states have, where all have as many.
    """
    with compiling:
        before = _about[0]
        _about[0] = key_of_all(kinds), length
        try:
            yield _about[0]
        finally:
            _about[0] = before


def translated() -> list[tuple[CodeType, Any]]:
    """Give the code of the functions that were compiled, and what was made of it."""
    return [(key[0][0], made) for key, made in _translated.items() if made.overloads]


def plain(function: Any) -> FunctionType:
    """Require a plain Python function.

    Raises:
        CompileError: It is something else that can be called.
    """
    if isinstance(function, FunctionType):
        if hasattr(function, "__wrapped__"):
            raise CompileError(
                f"{_place(function)} is wrapped by a decorator, which does not compile. Give the "
                "function itself, or search interpreted (without compiled=)."
            )
        return function
    if hasattr(function, "py_func"):  # compiled by the user already
        return cast("FunctionType", function.py_func)
    kind: Any = function.__class__
    what = {
        functools.partial: "a functools.partial",
        BuiltinFunctionType: "a built-in function",
        MethodType: "a method of an object",
    }.get(kind, f"of type {kind.__name__}")
    raise CompileError(
        f"compiled searches take plain functions, and {function!r} is {what}. Write a function "
        "(def) or a lambda; what it should know beside the state, give as Problem(data=...)."
    )


def forget() -> None:
    """Let all functions be compiled anew, as one of them is not to be used."""
    _translated.clear()


def key_of(function: FunctionType) -> Any:
    """Give something that is equal for functions that do the same.

    It differs where a constant has changed that they use, or that the functions they call use.
    """
    return _Keys().of_function(function)


def key_of_all(values: Iterable[Any]) -> Any:
    """Give something that changes where one of these constants does."""
    return _Keys().of_all(values, set())


class _Keys:
    """Makes the key of a function, and of all that it refers to."""

    def __init__(self) -> None:
        self._seen: dict[Any, int] = {}  # the numbers by which they are named again

    def of_function(self, function: FunctionType) -> Any:
        if function in self._seen:
            return self._seen[function]
        self._seen[function] = len(self._seen)
        code = function.__code__
        names = _global_names(code)
        return (
            code,
            *self.of_all(_cell_contents(function), names),
            *self.of_all(function.__defaults__ or (), names),
            *self.of_all((function.__kwdefaults__ or {}).values(), names),
            *(
                (name, self._of(function.__globals__[name], names))
                for name in sorted(names)
                if name in function.__globals__
            ),
        )

    def of_all(self, values: Iterable[Any], names: set[str]) -> Any:
        return (tuple(self._of(value, names) for value in values),)

    def _of(self, value: Any, names: set[str]) -> Any:
        """Give something that changes where a value does; the names are those asked for in it."""
        if value is None or isinstance(value, int | float | str):
            return type(value), value
        if isinstance(value, FunctionType):
            return _Same(value) if _known_to_numba(value) else self.of_function(value)
        if isinstance(value, staticmethod | classmethod | property):
            return classes.behind(value), self._of(classes.behind(value), names)
        if isinstance(value, ModuleType):
            return _Same(value), *self._members(vars(value), names)
        if classes.is_named(value):
            if value not in self._seen:
                self._seen[value] = len(self._seen)
                members = classes.members_of(value)
                return _Same(value), *self._members(members, set(members) - {"__dict__"})
            return self._seen[value]
        if isinstance(value, tuple | list):
            parts = cast("Sequence[Any]", value)
            return type(parts), *self.of_all(parts, names)
        if isinstance(value, numpy.ndarray):
            array: Any = value
            digest = hashlib.blake2b(array.tobytes()).digest()
            return array.dtype.str, array.shape, array.strides, digest
        return _Same(value)

    def _members(self, members: Any, names: set[str]) -> Iterator[Any]:
        for name in sorted(names & set(members)):  # a module may hold itself
            yield name, self._of(members[name], names - {name})


class _Same:
    """A value compared by identity, and kept alive as long as the key that holds it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def _cell_contents(function: FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not bound yet
            yield None


def _global_names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            names |= _global_names(part)
    return names


def _loaded_globals(code: CodeType) -> set[str]:
    """Give the names that stand for something in the module; others are those of attributes."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname in _LOADS}
    for part in code.co_consts:
        if isinstance(part, CodeType):
            names |= _loaded_globals(part)
    return names


def _copy(function: FunctionType) -> FunctionType:
    """Make the copy of a function whose surroundings are translated."""
    code = function.__code__
    for part in code.co_consts:
        if isinstance(part, CodeType) and part.co_name in part.co_freevars:
            raise calls_itself(f"{part.co_name} in {_place(function)}")
    names = _global_names(code)
    surroundings: dict[str, Any] = {}
    for name in _loaded_globals(code):
        if name in function.__globals__:
            surroundings[name] = _surrounding(function.__globals__[name], names)
        elif name in NAMES:
            surroundings[name] = NAMES[name]
    length = _about[0][1]
    if "tuple" in names and "tuple" not in function.__globals__ and length is not None:
        surroundings["tuple"] = tuple_of(length)
    if "sum" in names and "sum" not in function.__globals__ and sys.version_info >= (3, 12):
        surroundings["sum"] = compensated_sum
    surroundings["__builtins__"] = builtins
    surroundings["__name__"] = function.__globals__.get("__name__") or "__main__"
    cells = [CellType(_surrounding(value, names)) for value in _cell_contents(function)]
    code, defaults = _without_keyword_only(function)
    code = without_comprehensions(code)
    copy = FunctionType(code, surroundings, function.__name__, defaults, tuple(cells))
    copy.__module__ = function.__module__ or "__main__"  # exec() may have given it none
    copy.__qualname__ = function.__qualname__
    return copy


def _without_keyword_only(function: FunctionType) -> tuple[CodeType, Any]:
    """Make arguments by keyword only ordinary ones, as numba does not know their defaults."""
    code, defaults = function.__code__, function.__defaults__ or ()
    count = code.co_argcount + code.co_kwonlyargcount
    given = function.__kwdefaults__ or {}
    only = [given[name] for name in code.co_varnames[code.co_argcount : count] if name in given]
    if len(only) < code.co_kwonlyargcount and (defaults or only):
        return code, defaults
    return code.replace(co_argcount=count, co_kwonlyargcount=0), (*defaults, *only)


def _surrounding(value: Any, names: set[str]) -> Any:
    """Give the translation of something that a function refers to."""
    if isinstance(value, FunctionType) and value in _in_progress:
        through = _in_progress[_in_progress.index(value) + 1 :]
        return CallsItself(_place(value), tuple(other.__qualname__ for other in through))
    if value is Step:
        return translate(step_of)
    if classes.is_named(value):
        return classes.maker(value)
    if isinstance(value, FunctionType) and not _known_to_numba(value):
        return translate(value)
    if isinstance(value, list | tuple):
        return constant(cast("Sequence[Any]", value))
    if isinstance(value, ModuleType):
        return _module(value, names)
    return checked(value)


def _module(module: ModuleType, names: set[str]) -> Any:
    """Give a module, or what stands for it where something in it needs translation."""
    stand_in = ModuleType(module.__name__)
    members = vars(stand_in)
    changed = False
    for name in names & set(vars(module)):
        value = vars(module)[name]
        members[name] = value
        try:
            members[name] = _surrounding(value, names - {name})  # a module may hold itself
        except CompileError:  # perhaps the name means something else
            continue
        changed |= members[name] is not value
    return stand_in if changed else module


def _known_to_numba(function: FunctionType) -> bool:
    """Whether numba has a meaning of its own for a Python function, such as the helpers."""
    _typing.refresh()
    try:
        _typing.resolve_value_type(function)
    except Exception:  # noqa: BLE001
        return False
    return True


def _place(function: FunctionType) -> str:
    code = function.__code__
    return f"{function.__qualname__} ({code.co_filename}, line {code.co_firstlineno})"


classes.translate_with(translate)
