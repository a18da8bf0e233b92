"""NamedTuple classes in compiled code: methods, properties, constants, defaults.

numba knows the fields of a NamedTuple and nothing else of its class. Here it learns to look the
rest up in the class itself whenever an attribute is asked for, so that a class may have what it
likes, and classes may use one name for different things. A class with defaults is stood for by a
function that fills them in, since numba knows no defaults either.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, cast

from searchkit.compiled.door import load, numba, types
from searchkit.compiled.recursion import calls_itself
from searchkit.compiled.tables import constant
from searchkit.errors import CompileError

_extending: Any = load("numba.extending")
_imputils: Any = load("numba.core.imputils")
_templates: Any = load("numba.core.typing.templates")

_makers: dict[Any, Any] = {}
_classes: dict[Any, Any] = {}  # of makers
_known: set[str] = set()
_translate: list[Callable[[Any], Any]] = []

_EQUALITY: Final = {"__eq__", "__ne__", "__hash__"}
_OPERATORS: Final = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or"
_TUPLES: Final = "lt le gt ge len getitem iter contains reversed bool call init getattr"
_NUMBERS: Final = "getattribute index int float abs neg pos invert round floor ceil trunc"
_HEEDED: Final = {
    f"__{prefix}{name}__" for name in _OPERATORS.split() for prefix in ("", "r", "i")
} | {f"__{name}__" for name in f"{_TUPLES} {_NUMBERS}".split()}
"""Methods that Python calls by itself, and compiled code does not."""
_MADE: Final = {"_make", "_replace", "_asdict", "_fields", "_field_defaults", "_source"}


def translate_with(translate: Callable[[Any], Any]) -> None:
    """Take the function that makes compiled functions of those in a class."""
    _translate[:] = [translate]


def is_named(value: Any) -> bool:
    """Whether something is a NamedTuple class."""
    is_tuple = isinstance(value, type) and issubclass(value, tuple)
    return is_tuple and hasattr(cast("Any", value), "_fields")


def members_of(cls: Any) -> dict[str, Any]:
    """Give all that a class has, by name, also what it has inherited."""
    found: dict[str, Any] = {}
    for base in reversed(_bases(cls)):
        found.update(base.__dict__)
    return found


def _bases(cls: Any) -> list[Any]:
    return list(cls.__mro__)


def behind(member: Any) -> Any:
    """Give the function behind a property, a static method or a class method."""
    return member.fget if isinstance(member, property) else member.__func__


def teach(cls: Any) -> None:
    """Make what a NamedTuple class has beside its fields known to numba.

    Raises:
        CompileError: It changes what tuples do, which compiled code would not heed.
    """
    for base in _bases(cls):
        if base is tuple or base is object:
            continue
        members: dict[str, Any] = base.__dict__
        for name, value in members.items():
            if name in cls._fields or name in _MADE or name in _known:
                continue
            if name.startswith("__") and name.endswith("__"):
                _require_harmless(cls, base, name, value)
            else:
                _known.add(name)
                _Lookup(name)


def _require_harmless(cls: Any, base: Any, name: str, value: Any) -> None:
    is_new = name == "__new__" and "_fields" not in vars(base)
    if not callable(value) or not (is_new or name in _HEEDED | _EQUALITY):
        return
    raise CompileError(
        f"{cls.__name__} has its own {name}, which compiled code does not heed: there, tuples "
        "are compared, hashed, made and indexed as tuples are. "
        + (
            "Say which states count as one with HashCheck(key=...) instead."
            if name in _EQUALITY
            else "Give that method a name without underscores and call it by that."
        )
    )


def maker(cls: Any) -> Any:
    """Give what stands for a NamedTuple class in compiled code: itself, or a function."""
    teach(cls)
    if not cls._field_defaults:
        return cls
    if cls not in _makers:
        names = ", ".join(cls._fields)
        given = ", ".join(
            f"{field}=defaults[{field!r}]" if field in cls._field_defaults else field
            for field in cls._fields
        )
        space: dict[str, Any] = {"cls": cls, "defaults": cls._field_defaults}
        exec(f"def make({given}):\n    return cls({names})\n", space)  # noqa: S102
        made = numba.njit(space["make"])
        _makers[cls], _classes[made] = made, cls
    return _makers[cls]


def class_of(kind: Any) -> Any:
    """Give the class that an instance, or what stands for a class, is of; else None."""
    if isinstance(kind, types.Dispatcher):
        return _classes.get(kind.dispatcher)
    return getattr(kind, "instance_class", None)


def _function(kind: Any, name: str) -> Any:
    """Give the compiled function of a method that does not need an instance, or of a property."""
    cls = class_of(kind)
    value: Any = inspect.getattr_static(cls, name)
    function = value if isinstance(value, FunctionType) else behind(value)
    if isinstance(value, classmethod):
        function = _with_class(function, cls)
    made = _translate[0](function)
    if made.is_compiling:
        raise calls_itself(f"{cls.__name__}.{name}")
    return made


def _with_class(function: Any, cls: Any) -> FunctionType:
    """Make a function of the rest of the arguments."""
    signature = inspect.signature(function)
    first, *rest = signature.parameters.values()
    takes = ", ".join(
        p.name if p.default is p.empty else f"{p.name}=defaults[{p.name!r}]" for p in rest
    )
    gives = ", ".join(p.name for p in rest)
    defaults = {p.name: p.default for p in rest}
    space: dict[str, Any] = {"function": function, first.name: cls, "defaults": defaults}
    exec(f"def call({takes}):\n    return function({first.name}, {gives})\n", space)  # noqa: S102
    call: FunctionType = space["call"]
    del space["defaults"]
    return call


class _Lookup:
    """How numba finds an attribute of that name in instances and classes."""

    def __init__(self, name: str) -> None:
        self.name = name
        for kind in (types.BaseNamedTuple, types.NamedTupleClass, types.Dispatcher):
            _extending.infer_getattr(_template(kind, name))
            _extending.lower_getattr(kind, name)(self.lower)
        lower = _imputils.lower_builtin((types.BaseNamedTuple, name), types.VarArg(types.Any))
        lower(self.lower_method)

    def lower(self, context: Any, builder: Any, kind: Any, value: Any) -> Any:
        """Make the code for an attribute; here it may be a field of the class, too."""
        cls = class_of(kind)
        if isinstance(kind, types.BaseNamedTuple) and self.name in cls._fields:
            position = cls._fields.index(self.name)
            part = builder.extract_value(value, position)
            return _imputils.impl_ret_borrowed(context, builder, kind.types[position], part)
        member = inspect.getattr_static(class_of(kind), self.name)
        if isinstance(member, property):
            return self._call(context, builder, (kind,), (value,))
        if isinstance(member, FunctionType | staticmethod | classmethod):
            return context.get_dummy_value()
        member = _held(member)
        found = context.typing_context.resolve_value_type(member)
        return context.get_constant_generic(builder, found, member)

    def lower_method(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Make the code for the call of a method."""
        return self._call(context, builder, signature.args, arguments)

    def _call(self, context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
        kind = types.Dispatcher(_function(kinds[0], self.name))
        signature = kind.get_call_type(context.typing_context, kinds, {})
        call = context.get_function(kind, signature)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, arguments)


def _template(kind: Any, attribute: str) -> Any:
    """Make the class that tells numba the type of an attribute."""

    class Attribute(_templates.AttributeTemplate):  # type: ignore[misc]
        key = kind

        def generic_resolve(self, owner: Any, name: str) -> Any:
            cls = class_of(owner)
            if name != attribute or cls is None or not hasattr(cls, name) or name in cls._fields:
                return None
            member = inspect.getattr_static(cls, name)
            is_instance = isinstance(owner, types.BaseNamedTuple)
            if isinstance(member, property):
                function = types.Dispatcher(_function(owner, name))
                return function.get_call_type(self.context, (owner,), {}).return_type
            if isinstance(member, FunctionType) and is_instance:
                return types.BoundFunction(_method(owner, name), owner)
            if isinstance(member, FunctionType | staticmethod | classmethod):
                return types.Dispatcher(_function(owner, name))
            return self.context.resolve_value_type(_held(member))

    return Attribute


def _method(owner: Any, name: str) -> Any:
    """Make the class that tells numba the type of a call of a method."""

    class Method(_templates.AbstractTemplate):  # type: ignore[misc]
        key = (types.BaseNamedTuple, name)

        def generic(self, arguments: Any, named: Any) -> Any:
            function = types.Dispatcher(_function(owner, name))
            return function.get_call_type(self.context, (owner, *arguments), named).as_method()

    return Method


def _held(member: Any) -> Any:
    is_row = isinstance(member, list | tuple)
    return constant(cast("Any", member)) if is_row else member
