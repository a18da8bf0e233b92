"""What a state holds, independent of what its class says about equality.

An audit cannot trust the ``==`` and ``hash`` that it examines. So it takes a state apart: into the
values of its parts, and these into theirs, down to numbers and strings. Two states with the same
content *should* be equal, and a state whose content changes *has* changed. No addresses go in, so
contents can be compared between processes.
"""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Hashable
from enum import Enum
from typing import Any, Final, cast

from attrs import define

Content = Hashable

_ATOMS: Final = frozenset({int, bool, str, bytes, type(None), complex})
_MOST_PARTS = 200_000
MOST_NESTED = 100  # what is nested deeper may end the recursion of ==, hash, repr and pickle, too


class OpaqueError(Exception):
    """A value cannot be taken apart."""


class TooDeepError(OpaqueError):
    """A value is nested too deep."""


def content(value: Any) -> Content:
    """Take a value apart.

    Raises:
        OpaqueError: It holds something that cannot be taken apart, such as an open file.

    Example:
        >>> content([1, (2, "x")])
        ('list', 1, ('tuple', 2, 'x'))
        >>> content({2, 1}) == content({1, 2})
        True
    """
    return _Reader().read(value)


def content_or_none(value: Any) -> Content | None:
    """Take a value apart where that is possible."""
    try:
        return content(value)
    except OpaqueError:
        return None


def kind_of(value: object) -> Any:
    """Give the class of a value, as something of which anything may be asked."""
    return type(value)


def is_a(value: object, *kinds: Any) -> bool:
    """Ask ``isinstance`` where the type checker need not know the answer."""
    return isinstance(value, kinds)


class _Reader:
    def __init__(self) -> None:
        self.parts = 0
        self.within: dict[int, int] = {}

    def read(self, value: Any) -> Content:  # noqa: PLR0911  one case after another
        kind = kind_of(value)
        if kind in _ATOMS:
            return cast("Content", value)
        if kind is float:
            return "nan" if value != value else cast("Content", value)  # noqa: PLR0124
        self.parts += 1
        if self.parts > _MOST_PARTS:
            raise OpaqueError("too large")
        if isinstance(value, Enum):
            return (_name(kind), value.name)
        if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
            return ("named", _name(value))
        if isinstance(value, types.ModuleType):
            return ("module", value.__name__)
        address = id(value)
        if len(self.within) >= MOST_NESTED:
            raise TooDeepError(f"nested more than {MOST_NESTED} deep")
        if address in self.within:
            return ("cycle", len(self.within) - self.within[address])
        self.within[address] = len(self.within)
        try:
            return self._compound(value, kind)
        except OpaqueError:
            raise
        except Exception as error:
            raise OpaqueError(str(error)) from error
        finally:
            del self.within[address]

    def _compound(self, value: Any, kind: Any) -> Content:  # noqa: PLR0911
        read = self.read
        if kind is tuple and all(map(_ATOMS.__contains__, map(type, value))):
            return ("tuple", *value)
        if is_a(value, tuple, list):
            inside: Any = getattr(value, "__dict__", None)
            attributes = (self._attributes(kind, inside),) if inside else ()
            return (_name(kind), *map(read, value), *attributes)
        if is_a(value, set, frozenset):
            return (_name(kind), frozenset(map(read, value)))
        if kind is dict:
            return ("dict", frozenset((read(key), read(part)) for key, part in value.items()))
        if hasattr(kind, "tobytes") and hasattr(kind, "dtype"):  # an array of numpy, or its like
            if value.dtype.hasobject:
                return (_name(kind), value.shape, read(value.tolist()))
            return (_name(kind), str(value.dtype), value.shape, value.tobytes())
        return self._reduced(value, kind)

    def _reduced(self, value: Any, kind: Any) -> Content:
        if kind is object or isinstance(value, types.GeneratorType):
            raise OpaqueError(_name(kind))
        inside: Any = getattr(value, "__dict__", None)
        default = kind.__reduce__ is kind_of(object()).__reduce__
        if (
            inside is not None
            and kind.__reduce_ex__ is object.__reduce_ex__
            and default
            and not issubclass(kind, dict | set | frozenset | BaseException)
            and not _slots(kind)
        ):
            return (_name(kind), self._attributes(kind, inside))
        if default and _slots(kind):
            slots = {name: getattr(value, name) for name in _slots(kind) if hasattr(value, name)}
            return (_name(kind), self._attributes(kind, {**slots, **(inside or {})}))
        reduced = value.__reduce_ex__(4)
        if isinstance(reduced, str):
            return (_name(kind), reduced)
        made, arguments, *rest = reduced
        parts: list[Content] = [_name(kind), self.read(made), self.read(arguments)]
        for part in rest:
            plain: Any = part if part is None or is_a(part, tuple, dict) else list(part)
            parts.append(self.read(plain))
        return tuple(parts)

    def _attributes(self, kind: Any, inside: dict[str, Any]) -> Content:
        return frozenset(
            (name, self.read(part))
            for name, part in inside.items()
            if not isinstance(getattr(kind, name, None), functools.cached_property)
        )


def _slots(kind: Any) -> list[str]:
    names: list[str] = []
    for base in kind.__mro__:
        given: Any = base.__dict__.get("__slots__", ())
        listed: list[str] = [given] if is_a(given, str) else list(given)
        for name in listed:
            if name in ("__dict__", "__weakref__"):
                continue
            private = name.startswith("__") and not name.endswith("__")
            names.append(f"_{base.__name__.lstrip('_')}{name}" if private else name)
    return names


def _name(thing: Any) -> str:
    module = getattr(thing, "__module__", "")
    name = getattr(thing, "__qualname__", type(thing).__name__)
    return str(name) if module == "builtins" else f"{module}.{name}"


def is_fixed(value: Any) -> bool:
    """Say whether a value is immutable through and through."""
    kind = kind_of(value)
    if kind in _ATOMS or kind is float or isinstance(value, Enum):
        return True
    if is_a(value, tuple):
        return not getattr(value, "__dict__", None) and all(map(is_fixed, value))
    return kind is frozenset and all(map(is_fixed, value))


def holds_text(value: Any) -> bool:
    """Say whether there are strings in a value, whose hashes differ from process to process."""
    return _holds_text(value, MOST_NESTED)


def _holds_text(value: Any, depth: int) -> bool:
    if is_a(value, str, bytes):
        return True
    parts: Any = getattr(value, "__dict__", {}).values()
    if is_a(value, tuple, list, set, frozenset):
        parts = value
    return depth > 0 and any(_holds_text(part, depth - 1) for part in parts)


def equal(one: Any, other: Any) -> bool | None:
    """Compare with ``==``; None where the comparison fails."""
    try:
        return bool(one == other)
    except Exception:  # noqa: BLE001
        return None


def alike(one: Any, other: Any) -> bool:
    """Say whether two states are the same, by their content or by their own ``==``.

    What cannot be compared at all counts as the same: it is no reason to blame anybody.
    """
    if one is other or type(one) is not type(other):
        return one is other or equal(one, other) is True
    seen = content_or_none(one)
    if seen is not None and seen == content_or_none(other):
        return True
    if not by_identity(type(one)):
        return equal(one, other) is True
    before, after = _attribute_contents(one), _attribute_contents(other)
    if before is None or after is None:
        return seen is None
    return all(
        before[name] == after[name]
        or (name.startswith("_") and None in (before[name], after[name]))
        for name in before.keys() & after.keys()
    )


def hash_or_none(value: Any) -> int | None:
    """Hash, where that is possible."""
    try:
        return hash(value)
    except Exception:  # noqa: BLE001
        return None


def by_identity(kind: Any) -> bool:
    """Say whether a class has no ``==`` of its own."""
    return kind.__eq__ is object.__eq__


@define
class Look:
    """How a state looks at one moment, to see later whether it has changed."""

    content: Content | None
    fixed: bool
    too_deep: bool = False
    text: str = ""
    hash: int | None = None
    copy: Any = None
    comparable: bool = False
    attributes: dict[str, Content | None] | None = None

    @classmethod
    def at(cls, state: Any) -> Look:
        """Look at a state now."""
        try:
            seen, too_deep = content(state), False
        except OpaqueError as error:
            seen, too_deep = None, isinstance(error, TooDeepError)
        if not too_deep and is_fixed(state):
            return cls(seen, fixed=True)
        look = cls(
            seen, fixed=False, too_deep=too_deep, text=shown(state), hash=hash_or_none(state)
        )
        try:
            look.copy = copy.deepcopy(state)
        except Exception:  # noqa: BLE001
            look.copy = None
        look.comparable = (
            look.copy is not None
            and not by_identity(type(state))
            and equal(look.copy, state) is True
        )
        look.attributes = _attribute_contents(state)
        return look

    def changed(self, state: Any) -> bool:
        """Say whether the state differs from this look in what counts.

        What counts is what ``==`` and ``hash`` see. A value that the state keeps for itself to
        save time, such as its hash, may well be filled in later.
        """
        if self.fixed:
            return False
        if hash_or_none(state) != self.hash:
            return True
        if self.comparable:
            return equal(self.copy, state) is False
        if self.content is None or content_or_none(state) == self.content:
            return False
        now = _attribute_contents(state)
        if self.attributes is None or now is None:
            return True
        return any(
            now.get(name) != seen
            for name, seen in self.attributes.items()
            if not (seen is None and name.startswith("_"))  # kept for itself, filled in later
        )


def attributes_of(state: Any) -> dict[str, Any] | None:
    """Give the attributes of an object by name, those in slots too; None where it has none."""
    if is_a(state, tuple, list, dict, set):
        return None
    inside: Any = getattr(state, "__dict__", None)
    slots = {n: getattr(state, n) for n in _slots(kind_of(state)) if hasattr(state, n)}
    if inside is None and not slots:
        return None
    return dict[str, Any](inside or {}, **slots)


def _attribute_contents(state: Any) -> dict[str, Content | None] | None:
    attributes = attributes_of(state)
    if attributes is None:
        return None
    return {name: content_or_none(part) for name, part in attributes.items()}


def shown(value: Any, most: int = 200) -> str:
    """Show a value in a message: its ``repr``, or its parts where that only gives an address."""
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001
        text = f"<a {type(value).__name__} whose repr fails: {error}>"
    if kind_of(value).__repr__ is kind_of(object()).__repr__:
        inside = attributes_of(value)
        parts = ", ".join(f"{name}={shown(part, 60)}" for name, part in (inside or {}).items())
        text = f"{type(value).__name__}({parts})" if inside else f"a {type(value).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."
