"""How a state becomes a row of 64-bit words, and back.

A state is an int or a truth value, or a tuple or NamedTuple of states. Its *leaves*, in order, are
laid into words: a leaf with bounds takes just its bits, side by side with others as long as they
fit into one word; an int without bounds takes a word for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from numbers import Integral, Real
from typing import Any, Final, NamedTuple, cast

from attrs import field, frozen

from searchkit.compiled.door import numpy
from searchkit.errors import CompileError

WORD: Final = 64
LEAST: Final = -(2**63)
GREATEST: Final = 2**63 - 1
GREATEST_UNSIGNED: Final = 2**64 - 1


class Leaf(NamedTuple):
    """One int of a state, and where it stands.

    Attributes:
        path: The way to it: positions from outside in.
        name: How a person would call it.
        low: Its least value.
        high: Its greatest value.
        truth: Whether it is a truth value.
        word: The word that holds it.
        shift: The bits below it in that word.
        bits: How many bits it takes.
    """

    path: tuple[int, ...]
    name: str
    low: int
    high: int
    truth: bool
    word: int
    shift: int
    bits: int

    @property
    def whole(self) -> bool:
        """Whether it has a word for itself."""
        return self.bits == WORD

    @property
    def unsigned(self) -> bool:
        """Whether it needs all 64 bits and is never negative."""
        return self.high > GREATEST


@frozen
class Shape:
    """The form of a state: a leaf, or a tuple of shapes.

    Attributes:
        kind: int, bool, tuple or a NamedTuple class.
        parts: The shapes of its parts; empty for a leaf.
    """

    kind: type[Any]
    parts: tuple[Shape, ...] = ()

    @property
    def is_leaf(self) -> bool:
        """Whether it is an int or a truth value."""
        return self.kind is int or self.kind is bool

    def rows(self) -> Iterator[int]:
        """Give the lengths of the plain tuples of ints in it."""
        if self.kind is tuple and all(part.kind is int for part in self.parts):
            yield len(self.parts)
        for part in self.parts:
            yield from part.rows()

    @property
    def row_length(self) -> int | None:
        """The length of the plain tuples of ints in it, where all have the same."""
        lengths = set(self.rows())
        return lengths.pop() if len(lengths) == 1 else None

    def classes(self) -> Iterator[type[Any]]:
        """Give the NamedTuple classes in it."""
        if not self.is_leaf and self.kind is not tuple:
            yield self.kind
        for part in self.parts:
            yield from part.classes()

    def __str__(self) -> str:
        if self.is_leaf:
            return self.kind.__name__
        inner = ", ".join(map(str, self.parts))
        if self.kind is tuple:
            return f"({inner},)" if len(self.parts) == 1 else f"({inner})"
        return f"{self.kind.__name__}({inner})"


@frozen
class Layout:
    """How states of one shape are laid into words.

    Attributes:
        shape: The form of the states.
        leaves: Their ints, in order.
        width: The number of words.
        what: What they are called: state, or key.
    """

    shape: Shape
    leaves: tuple[Leaf, ...]
    width: int
    what: str = field(default="state", eq=False)

    def words_of(self, state: Any) -> list[int]:
        """Lay a state into words.

        Raises:
            CompileError: It has another form, or a value is out of its range.
        """
        words = [0] * self.width
        for leaf, value in zip(self.leaves, self.values_of(state), strict=True):
            if not leaf.low <= value <= leaf.high:
                raise out_of_range(leaf, value, state, self.what)
            word = int(value) - (0 if leaf.whole else leaf.low)
            words[leaf.word] |= (word & GREATEST_UNSIGNED) << leaf.shift
        return words

    def state_of(self, words: Sequence[int]) -> Any:
        """Make the state that these words hold."""
        values: list[Any] = []
        for leaf in self.leaves:
            value = (int(words[leaf.word]) >> leaf.shift) & ((1 << leaf.bits) - 1)
            if not leaf.whole:
                value += leaf.low
            elif value > GREATEST and not leaf.unsigned:
                value -= 1 << WORD
            values.append(bool(value) if leaf.truth else value)
        return _built(self.shape, iter(values))

    def values_of(self, state: Any) -> list[int]:
        """Give the ints of a state, in order."""
        shape = shape_of(state, self.what)
        if not _alike(shape, self.shape):
            raise CompileError(
                f"compiled searches need {self.what}s of one form: {state!r} is {shape}, "
                f"while the first {self.what} is {self.shape}."
            )
        return list(_leaves_of(state))


def out_of_range(leaf: Leaf, value: int, state: Any, what: str = "state") -> CompileError:
    """Make the error for a value that does not fit."""
    if leaf.truth:
        return CompileError(
            f"{leaf.name or f'the {what}'} is True or False in the first {what}, and {value} in "
            f"{state!r}. Give it the same type in all of them: an int from the start on, "
            "int(...), or a truth value, bool(...)."
        )
    named = f"{leaf.name} = {value}" if leaf.name else f"the int {value}"
    if leaf.low == LEAST:
        return CompileError(
            f"{named} in the {what} {state!r} does not fit into 64 bits. Search it interpreted "
            "(without compiled=), or split it into several ints."
        )
    return CompileError(
        f"{named} in the {what} {state!r} is outside its bounds {leaf.low}..{leaf.high}. "
        "Widen the bounds, or mend the function that gives it."
    )


def shape_of(state: Any, what: str = "state") -> Shape:
    """Give the form of a state, or of a key.

    Raises:
        CompileError: It holds something that does not compile.
    """
    return _shape(state, "", state, what)


def _shape(part: Any, place: str, state: Any, what: str) -> Shape:
    kind: Any = part.__class__
    if kind is bool or kind is int:
        return Shape(kind)
    if isinstance(part, Integral):  # out of an array of numpy, or an IntEnum
        return Shape(int)
    if isinstance(part, numpy.bool_):  # is no Integral
        return Shape(bool)
    if isinstance(part, tuple) and part and (kind is tuple or hasattr(kind, "_fields")):
        parts: tuple[Any, ...] = cast("Any", part)
        inner = list(parts)
        places = _names(kind, place, len(inner))
        return Shape(
            kind, tuple(_shape(*one, state, what) for one in zip(inner, places, strict=True))
        )
    named = f"the {what} {state!r}" if what != "state" else f"{state!r}"
    if place:
        named = f"{place} = {part!r} in the {what} {state!r}"
    raise CompileError(
        f"{named} is {_described(part)}, and compiled searches need {what}s made of ints: an int, "
        f"a tuple of a fixed number of ints, or a NamedTuple of ints. {_way_out(part, what)} "
        "Or search interpreted (without compiled=)."
    )


def _names(kind: Any, place: str, count: int) -> list[str]:
    """Name the parts of a tuple that stands at a place."""
    if kind is tuple:
        return [f"{place}[{position}]" for position in range(count)]
    fields: list[str] = list(kind._fields)
    return [f"{place}.{field}" if place else field for field in fields]


def _alike(shape: Shape, other: Shape) -> bool:
    """Whether two forms are the same; a truth value may stand for an int, and 0 or 1 for it."""
    if shape.is_leaf and other.is_leaf:
        return True
    return (
        shape.kind is other.kind
        and len(shape.parts) == len(other.parts)
        and all(map(_alike, shape.parts, other.parts))
    )


def _described(part: Any) -> str:
    kind: Any = part.__class__
    if _is_empty(part):
        return "an empty tuple"
    return "None" if part is None else f"of type {kind.__name__}"


def _is_empty(part: Any) -> bool:
    return isinstance(part, tuple) and not part


def _way_out(part: Any, what: str) -> str:
    """Say what to write in place of something that is no int."""
    if what == "key" and isinstance(part, str | bytes):
        return "Give the ints that it is made of, in a tuple."
    if what == "key" and isinstance(part, list | set | frozenset):
        return "Give a sorted tuple, tuple(sorted(...)), or the bits of an int."
    if _is_empty(part):
        return "Give it an int, such as 0."
    if isinstance(part, Real):
        return "Count in smaller units, as ints."
    if isinstance(part, str | bytes | Enum):
        return "Number what it stands for."
    if isinstance(part, list):
        return "Make it a tuple, or the digits of an int (see digit and with_digit in searchkit)."
    if isinstance(part, set | frozenset | dict):
        return "Make it the bits of an int, or a tuple."
    return "Use an int in its place, such as -1." if part is None else "Make it a NamedTuple."


def _leaves_of(state: Any) -> Iterator[int]:
    if isinstance(state, tuple):
        parts: tuple[Any, ...] = cast("Any", state)
        for part in parts:
            yield from _leaves_of(part)
    else:
        yield state


def _built(shape: Shape, values: Iterator[Any]) -> Any:
    if shape.is_leaf:
        return next(values)
    parts = [_built(part, values) for part in shape.parts]
    return tuple(parts) if shape.kind is tuple else cast("Any", shape.kind)._make(parts)


def layout_of(state: Any, bounds: Any = None, what: str = "state") -> Layout:
    """Lay out the states of the form of this one.

    Args:
        state: A state, the start as a rule.
        bounds: As `Compiled` takes them.
        what: What it is called: state, or key.

    Raises:
        CompileError: The state does not compile, or the bounds do not fit it.

    Example:
        >>> layout = layout_of((3, 0, 7), bounds=(0, 15))
        >>> layout.width, layout.words_of((3, 0, 7))
        (1, [1795])
        >>> layout.state_of([1795])
        (3, 0, 7)
    """
    shape = shape_of(state, what)
    places = list(_places(shape, (), ""))
    pairs = _pairs(bounds, shape, places)
    leaves: list[Leaf] = []
    word = used = 0
    for (path, name, kind), pair in zip(places, pairs, strict=True):
        low, high = (0, 1) if kind is bool else pair or (LEAST, GREATEST)
        bits = min(max((high - low).bit_length(), 1), WORD)
        if used + bits > WORD:
            word, used = word + 1, 0
        leaves.append(Leaf(path, name, low, high, kind is bool, word, used, bits))
        used += bits
    return Layout(shape, tuple(leaves), word + 1, what)


def _places(
    shape: Shape, path: tuple[int, ...], name: str
) -> Iterator[tuple[tuple[int, ...], str, type[Any]]]:
    if shape.is_leaf:
        yield path, name, shape.kind
        return
    names = _names(shape.kind, name, len(shape.parts))
    for position, (part, inner) in enumerate(zip(shape.parts, names, strict=True)):
        yield from _places(part, (*path, position), inner)


def _pairs(
    bounds: Any, shape: Shape, places: list[tuple[tuple[int, ...], str, type[Any]]]
) -> list[tuple[int, int] | None]:
    """Give each leaf its bounds; None where it has none."""
    if bounds is None:
        return [None] * len(places)
    if isinstance(bounds, Mapping):
        return _pairs_by_name(cast("Any", bounds), shape, places)
    if _is_pair(bounds):
        return [_pair(bounds, bounds)] * len(places)
    given: list[Any] = list(cast("Any", bounds)) if isinstance(bounds, Sequence) else []
    wrong = [end for end in given if type(end) is not int]
    if len(given) == 2 and wrong and all(isinstance(end, Real) for end in given):
        raise CompileError(
            f"Compiled(bounds={bounds!r}): {wrong[0]!r} is no int, and bounds are two ints, the "
            "least and the greatest value."
        )
    if len(given) != len(places):
        raise CompileError(
            f"Compiled(bounds={bounds!r}): one pair (least, greatest) for all ints of a state, or "
            f"a pair for each of the {len(places)} of them, or a dict from the names of fields "
            "to pairs."
        )
    return [None if pair is None else _pair(pair, bounds) for pair in given]


def _pairs_by_name(
    bounds: Mapping[Any, Any],
    shape: Shape,
    places: list[tuple[tuple[int, ...], str, type[Any]]],
) -> list[tuple[int, int] | None]:
    fields: tuple[str, ...] = getattr(shape.kind, "_fields", ())
    unknown = [name for name in bounds if name not in fields]
    if unknown:
        raise CompileError(
            f"Compiled(bounds=...) names {unknown[0]!r}, which is no field of the state "
            f"({', '.join(fields) or 'it is no NamedTuple, and has none'})."
        )
    if not bounds:
        return [None] * len(places)
    return [
        _pair(bounds[fields[path[0]]], bounds) if fields[path[0]] in bounds else None
        for path, _, _ in places
    ]


def _is_pair(bounds: Any) -> bool:
    if not isinstance(bounds, Sequence):
        return False
    ends: Sequence[Any] = cast("Any", bounds)
    return len(ends) == 2 and all(type(end) is int for end in ends)


def _pair(pair: Any, bounds: Any) -> tuple[int, int]:
    if not _is_pair(pair) or not pair[0] <= pair[1]:
        raise CompileError(
            f"Compiled(bounds={bounds!r}): {pair!r} is no pair of the least and the greatest value."
        )
    low, high = pair
    if low < LEAST or high > GREATEST_UNSIGNED or (low < 0 and high > GREATEST):
        raise CompileError(f"Compiled(bounds={bounds!r}): {pair!r} does not fit into 64 bits.")
    return low, high
