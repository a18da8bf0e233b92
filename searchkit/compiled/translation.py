"""Making numba's functions out of the user's own, as they stand.

numba compiles a function, and refuses what it does not know of the world around it. So a copy of
the function is made whose surroundings are translated: plain functions that it calls become
compiled ones, lists of ints become tuples or tables, a NamedTuple class with defaults becomes a
function that fills them in, and `Step` one that gives a state and a cost. The user's code itself
is not touched. Methods, properties and constants of NamedTuple classes are made known to numba
by name.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import operator
from collections.abc import Callable, Iterator, Sequence
from types import BuiltinFunctionType, CellType, CodeType, FunctionType
from typing import Any, NamedTuple, cast

from searchkit.compiled.door import load, numba, numpy, types
from searchkit.errors import CompileError
from searchkit.protocols import Step

_extending: Any = load("numba.extending")
_typing: Any = load("numba.core.registry").cpu_target.typing_context
load("searchkit.compiled.helpers")  # which tells numba what the helpers mean

_translated: dict[Any, Any] = {}
_in_progress: dict[CodeType, list[Callable[[Any], None]]] = {}
_taught: set[tuple[str, str]] = set()


class Table(NamedTuple):
    """A list of lists of ints of different lengths, as numba can hold it.

    ``rows`` also tells it apart from a pair of equal types, which numba indexes by itself.
    """

    ends: Any
    values: Any
    rows: int


@_extending.overload(operator.getitem)
def _row(table: Any, position: Any) -> Any:
    if getattr(table, "instance_class", None) is not Table:
        return None
    if not isinstance(position, types.Integer):
        return None

    def row(table: Any, position: Any) -> Any:
        if position < 0:
            position += table.rows
        if position < 0 or position >= table.rows:
            raise IndexError("list index out of range")
        return table.values[table.ends[position] : table.ends[position + 1]]

    return row


@_extending.overload(len)
def _rows(table: Any) -> Any:
    if getattr(table, "instance_class", None) is not Table:
        return None
    return lambda table: table.rows


def step_of(state: Any, cost: Any = 1, action: Any = None) -> Any:
    """Stand for `Step` in compiled code; the action is found again when a path is made."""
    return state, cost


def translate(function: Callable[..., Any]) -> Any:
    """Make a compiled function of a Python function.

    A function made again from the same code and the same constants is the same function, so that
    nothing is compiled twice.

    Raises:
        CompileError: It is no Python function, or uses something that cannot be translated.
    """
    function = plain(function)
    key = key_of(function)
    found = _translated.get(key)
    if found is None:
        waiting: list[Callable[[Any], None]] = []
        _in_progress[function.__code__] = waiting
        try:
            found = numba.njit(boundscheck=True)(_copy(function))
        finally:
            del _in_progress[function.__code__]
        for put in waiting:
            put(found)
        _translated[key] = found
    return found


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
    what = {
        functools.partial: "a functools.partial",
        BuiltinFunctionType: "a built-in function",
    }.get(type(function), "")
    if inspect.ismethod(function):
        what = "a method of an object"
    raise CompileError(
        f"compiled searches take plain functions, and {function!r} is "
        f"{what or 'of type ' + type(function).__name__}. Write a function (def) or a lambda; what "
        "it should know beside the state, give as Problem(data=...)."
    )


def key_of(function: FunctionType, seen: frozenset[CodeType] = frozenset()) -> Any:
    """Give something that is equal for functions that do the same, and differs where a constant
    that they use, or that the functions they call use, has changed.
    """  # noqa: D205
    code = function.__code__
    if code in seen:
        return code
    seen |= {code}
    cells = tuple(_identity(value, seen) for value in _cell_contents(function))
    defaults = tuple(_identity(value, seen) for value in function.__defaults__ or ())
    names = tuple(
        (name, _identity(function.__globals__[name], seen))
        for name in sorted(_global_names(code))
        if name in function.__globals__
    )
    return code, cells, defaults, names


def _identity(value: Any, seen: frozenset[CodeType]) -> Any:
    """Give something that changes where a constant of a function changes."""
    if value is None or isinstance(value, int | float | str):
        return type(value), value
    if isinstance(value, FunctionType):
        return key_of(value, seen)
    if isinstance(value, type) and issubclass(value, tuple):
        members = vars(cast("Any", value)).items()
        inside = [(name, key_of(m, seen)) for name, m in members if isinstance(m, FunctionType)]
        return _Same(value), tuple(inside)
    if isinstance(value, tuple | list):
        return type(value), tuple(_identity(part, seen) for part in cast("Sequence[Any]", value))
    if isinstance(value, numpy.ndarray):
        array: Any = value
        return array.dtype.str, array.shape, array.tobytes()
    return _Same(value)


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
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _global_names(constant)
    return names


def _copy(function: FunctionType) -> FunctionType:
    """Make the copy of a function whose surroundings are translated."""
    code = function.__code__
    surroundings: dict[str, Any] = {}
    for name in _global_names(code):
        if name in function.__globals__:
            put = functools.partial(surroundings.__setitem__, name)
            _surround(put, function.__globals__[name])
    surroundings["__builtins__"] = builtins
    surroundings["__name__"] = function.__globals__.get("__name__", "")
    cells: list[CellType] = []
    for value in _cell_contents(function):
        cell = CellType()
        _surround(functools.partial(setattr, cell, "cell_contents"), value)
        cells.append(cell)
    copy = FunctionType(code, surroundings, function.__name__, function.__defaults__, tuple(cells))
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _surround(put: Callable[[Any], None], value: Any) -> None:
    """Put the translation of something that a function refers to into its place."""
    if isinstance(value, FunctionType) and value.__code__ in _in_progress:
        _in_progress[value.__code__].append(put)  # it calls itself, perhaps through others
    else:
        put(_surrounding(value))


def _surrounding(value: Any) -> Any:
    if value is Step:
        return translate(step_of)
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return _class(value)
    if isinstance(value, FunctionType) and not _known_to_numba(value):
        return translate(value)
    if isinstance(value, list | tuple):
        return _constant(cast("Sequence[Any]", value))
    return value


def _known_to_numba(function: FunctionType) -> bool:
    """Whether numba has a meaning of its own for a Python function, such as the helpers."""
    _typing.refresh()
    try:
        _typing.resolve_value_type(function)
    except Exception:  # noqa: BLE001
        return False
    return True


def _class(cls: Any) -> Any:
    """Make a NamedTuple class usable: its methods known, its defaults filled in."""
    teach(cls)
    if not cls._field_defaults:
        return cls
    if cls not in _translated:
        names = ", ".join(cls._fields)
        given = ", ".join(
            f"{field}=defaults[{field!r}]" if field in cls._field_defaults else field
            for field in cls._fields
        )
        space: dict[str, Any] = {"cls": cls, "defaults": cls._field_defaults}
        exec(f"def make({given}):\n    return cls({names})\n", space)  # noqa: S102
        _translated[cls] = numba.njit(space["make"])
    return _translated[cls]


def _constant(values: Sequence[Any]) -> Any:
    """Turn a list into what numba can hold as a constant; leave the rest to its errors."""
    rows: Any = values
    if values and all(isinstance(row, list | tuple) for row in rows):
        whole = all(type(entry) is int for row in rows for entry in row)
        if whole and len({len(row) for row in rows}) > 1:
            ends = numpy.cumsum([0, *map(len, rows)], dtype=numpy.int64)
            return Table(
                ends, numpy.array([e for row in rows for e in row], numpy.int64), len(rows)
            )
    return tuple(_constant(row) if isinstance(row, list | tuple) else row for row in rows)


def teach(cls: Any) -> None:
    """Make methods, properties and constants of a NamedTuple class known to numba."""
    for base in cls.__mro__:
        if base is tuple or base is object:
            continue
        for name, value in vars(base).items():
            if name.startswith("__") or name in cls._fields:
                continue
            if isinstance(value, FunctionType) and not _is_of_namedtuple(name):
                _teach_method(name)
            elif isinstance(value, property | int) or (
                isinstance(value, tuple | list) and not name.startswith("_")
            ):
                _teach_attribute(name)


def _is_of_namedtuple(name: str) -> bool:
    return name in {"_make", "_replace", "_asdict"}


def _teach_method(name: str) -> None:
    if ("method", name) in _taught:
        return
    _taught.add(("method", name))

    def method(self: Any, *arguments: Any) -> Any:
        function = translate(getattr(self.instance_class, name))

        def call(self: Any, *arguments: Any) -> Any:
            return function(self, *arguments)

        return call

    _extending.overload_method(types.BaseNamedTuple, name)(method)


def _teach_attribute(name: str) -> None:
    if ("attribute", name) in _taught:
        return
    _taught.add(("attribute", name))

    def attribute(self: Any) -> Any:
        value = inspect.getattr_static(self.instance_class, name)
        if isinstance(value, property):
            function = translate(cast("Any", value.fget))
            return lambda self: function(self)  # noqa: PLW0108 - numba wants no other kind
        constant = _constant(value) if isinstance(value, list | tuple) else value
        return lambda self: constant

    attribute.__annotations__.clear()  # numba wants both signatures the same
    _extending.overload_attribute(types.BaseNamedTuple, name)(attribute)


def _place(function: FunctionType) -> str:
    code = function.__code__
    return f"{function.__qualname__} ({code.co_filename}, line {code.co_firstlineno})"
