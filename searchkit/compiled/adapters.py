"""Native functions around the user's own, all of one signature, called by address.

Each takes seven ints and gives one: the address and number of the states, where to write, how
many rows fit there, where to write tallies and costs, and the address of the problem's data.

* *expand* writes the successors of the states, one row after another, the number of those of each
  state into the tallies, and, where steps have costs, their costs.
* *goal* writes 1 or 0 for each state, *estimate* the heuristic, *key* the row of the key.

Each gives the number of states that it dealt with. Where that is less than it was given, expand
has said in the tallies why.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from types import CodeType
from typing import Any, Final

from searchkit.compiled.complaints import (
    explained,
    refuse_iterators,
    require_parameters,
    require_safe,
    wrong_type,
)
from searchkit.compiled.data import Data, DataForm
from searchkit.compiled.door import load, numba, numpy, types
from searchkit.compiled.layout import (
    GREATEST,
    GREATEST_UNSIGNED,
    LEAST,
    Layout,
    Leaf,
    Shape,
)
from searchkit.compiled.machine import as_pointer
from searchkit.compiled.rewriting import yielding
from searchkit.compiled.translation import (
    about,
    forget,
    key_of,
    plain,
    teach,
    translate,
    translated,
)
from searchkit.errors import CompileError

FAILED: Final = -1
"""The user's function raised."""
FULL: Final = -2
"""The successors do not fit into the room for them."""
OUT_OF_RANGE: Final = -3
"""A successor has a value outside its bounds."""
BAD_COST: Final = -4
"""A step has a negative cost, or NaN."""
KEY_FAILED: Final = -5
"""The key of a successor raised, or is outside its bounds."""
TEST_FAILED: Final = -6
"""The goal test raised."""

_SIGNATURE: Any = types.int64(*([types.int64] * 7))
_HEAD: Final = "def adapter(states, count, out, capacity, tallies, costs, data):\n"
_UNSIGNED: Final = (
    "an int with bounds beyond 2**63 - 1, together with other ints, makes a float in compiled "
    "code; keep it below, or split it"
)
_made: dict[Any, Any] = {}
_typing: Any = load("numba.core.registry").cpu_target.typing_context


def type_of(shape: Shape, layout: Layout, leaves: list[Leaf] | None = None) -> Any:
    """Give numba's type of the states of a layout."""
    leaves = list(layout.leaves) if leaves is None else leaves
    if shape.is_leaf:
        leaf = leaves.pop(0)
        if leaf.truth:
            return types.boolean
        return types.uint64 if leaf.unsigned else types.int64
    parts = [type_of(part, layout, leaves) for part in shape.parts]
    if shape.kind is tuple:
        return types.BaseTuple.from_types(parts)
    teach(shape.kind)
    return types.BaseTuple.from_types(parts, shape.kind)


class Source:
    """The source of an adapter, and what it refers to."""

    def __init__(self, layout: Layout, form: DataForm | None) -> None:
        self.layout = layout
        self.form = form
        self.names: dict[str, Any] = {
            "carray": numba.carray,
            "as_pointer": as_pointer,
            "u64": numpy.uint64,
            "i64": numpy.int64,
            "f64": numpy.float64,
            "boolean": numpy.bool_,
        }
        self.lines: list[str] = []
        width = layout.width
        self.add(1, f"rows = carray(as_pointer(states), (count * {width},), u64)")

    def add(self, depth: int, *lines: str) -> None:
        """Add lines, indented so deep."""
        self.lines.extend("    " * depth + line for line in lines)

    def unpack_data(self, depth: int) -> str:
        """Rebuild the data; give the further argument of the user's functions."""
        if self.form is None:
            return ""
        self.names |= self.form.names
        self.define(
            "rebuild",
            "data",
            "words = carray(as_pointer(data), (1 << 20,), i64)",
            "floats = carray(as_pointer(data), (1 << 20,), f64)",
            f"return {self.form.source}",
        )
        self.add(depth, "facts = rebuild(data)")
        return ", facts"

    def define(self, name: str, arguments: str, *lines: str) -> None:
        """Compile a function apart; of many calls within one try block numba makes too much."""
        text = "\n    ".join([f"def {name}({arguments}):", *lines])
        exec(text + "\n", self.names)  # noqa: S102
        self.names[name] = numba.njit(forceinline=True)(self.names[name])

    @contextlib.contextmanager
    def body_of(self, name: str, arguments: str) -> Generator[None, None, None]:
        """Let the lines that are added within be the body of a function apart."""
        outer, self.lines = self.lines, []
        yield
        self.define(name, arguments, *self.lines)
        self.lines = outer

    def add_loop(
        self, counter: str, call: str, *then: str, failed: str = "pass", unpacks: bool = False
    ) -> None:
        """Add the loop over all states, which ends at the first for which the call raises.

        Which exceptions numba's try blocks lose, differs from one version of Python to the next:
        those raised in a loop or a `try` within the block, in its `except`, or behind it. So there
        is a block for each state, with one call of a function in it, and nothing raises behind it.

        Args:
            counter: The number of the state; in the end, of those dealt with.
            call: The line with the call.
            then: Lines after it, which may end the loop as well.
            failed: A line for where it raised.
            unpacks: Whether to make ``state`` before the call.
        """
        self.add(1, f"{counter} = i64(0)", f"while {counter} < count:")
        if unpacks:
            self.unpack_state(2, counter)
        self.add(2, "good = False", "try:", f"    {call}", "    good = True")
        self.add(2, "except Exception:", "    pass")
        self.add(2, "if not good:", f"    {failed}", "    break")
        self.add(2, *then, f"{counter} += 1")
        self.add(1, f"return {counter}")

    def unpack_state(self, depth: int, number: str) -> None:
        """Make ``state`` of the row of that number."""
        values: list[str] = []
        for leaf in self.layout.leaves:
            value = f"w{leaf.word}"
            if not leaf.whole:
                value = f"(({value} >> u64({leaf.shift})) & u64({(1 << leaf.bits) - 1}))"
            if leaf.truth:
                value = f"({value} != u64(0))"
            elif not leaf.unsigned:
                value = f"i64({value})" + (f" + {leaf.low}" if not leaf.whole and leaf.low else "")
            values.append(value)
        width = self.layout.width
        for word in range(width):
            self.add(depth, f"w{word} = rows[u64({number} * {width} + {word})]")
        self.add(depth, f"state = {self._built(self.layout.shape, values)}")

    def _built(self, shape: Shape, values: list[str]) -> str:
        if shape.is_leaf:
            return values.pop(0)
        inner = ", ".join(self._built(part, values) for part in shape.parts)
        if shape.kind is tuple:
            return f"({inner},)"
        name = f"class_{len(self.names)}"
        self.names[name] = shape.kind
        return f"{name}({inner})"

    def pack(self, depth: int, layout: Layout, value: str, at: str, room: str) -> None:
        """Lay a value into the row that begins at ``at``; ``bad`` says if something is outside."""
        words: list[list[str]] = [[] for _ in range(layout.width)]
        lines = [f"value = {value}", "bad = False"]
        for number, leaf in enumerate(layout.leaves):
            part = "value" + "".join(f"[{position}]" for position in leaf.path)
            if leaf.whole:
                kind = "u64" if leaf.unsigned else "i64"
                ends = (0, GREATEST_UNSIGNED) if leaf.unsigned else (LEAST, GREATEST)
                if leaf.low > ends[0]:
                    lines.append(f"bad |= {kind}({part}) < {kind}({leaf.low})")
                if leaf.high < ends[1]:
                    lines.append(f"bad |= {kind}({part}) > {kind}({leaf.high})")
                words[leaf.word].append(f"u64({part})")
                continue
            name = f"v{number}"
            low = f" - i64({leaf.low})" if leaf.low else ""
            lines.append(f"{name} = u64(i64({part}){low})")
            lines.append(f"bad |= {name} > u64({leaf.high - leaf.low})")
            words[leaf.word].append(f"({name} << u64({leaf.shift}))" if leaf.shift else name)
        self.add(depth, *lines)
        for word, parts in enumerate(words):
            self.add(depth, f"{room}[u64({at} + {word})] = {' | '.join(parts)}")

    def adapter(self) -> Any:
        """Make the adapter, not yet compiled."""
        self.names["__name__"] = __name__
        exec(_HEAD + "\n".join(self.lines) + "\n", self.names)  # noqa: S102
        return self.names["adapter"]

    def compiled(self) -> Any:
        """Compile the adapter."""
        return numba.cfunc(_SIGNATURE)(self.adapter())


def about_states(layout: Layout, form: DataForm | None, key_layout: Layout | None = None) -> Any:
    """Compile for these states, data and keys; see `about`."""
    kinds = [*layout.shape.classes(), *(form.classes() if form else ())]
    return about(kinds, (key_layout or layout).shape.row_length or layout.shape.row_length)


def made(
    role: str,
    function: Callable[..., Any],
    layout: Layout,
    data: Data | None,
    write: Callable[[Any, Source], tuple[Any, ...]],
    *,
    attempt: Callable[[Callable[[], Source]], tuple[Any, ...] | None] | None = None,
    key_layout: Layout | None = None,
) -> tuple[Any, ...]:
    """Give the adapter of a function, compiled once for all its uses.

    Args:
        role: What it does.
        function: The user's function.
        layout: Of the states it takes.
        data: Which it takes as well.
        write: Writes the source; given the type that the function returns. What it gives is kept
            with the adapter.
        attempt: Makes the adapter of a function that gives several states in a quicker way, with
            a new source; gives the compiled function beside, in front. None where there is no
            such way.
        key_layout: Of the keys that it gives, if it does.

    Returns:
        The native function, and what ``write`` gave.

    Raises:
        CompileError: It does not compile; the message says why in the user's words.
    """
    form = data.form if data else None
    with about_states(layout, form, key_layout) as now:
        key = role, key_of(plain(function)), layout, form and form.key, now
        found = _made.get(key)
        if found is not None:
            return found
        require_parameters(role, plain(function), takes_data=form is not None)
        refuse_iterators(role, function)
        found = None
        if attempt is not None:
            found = attempt(lambda: Source(layout, form))
        if found is not None:
            native, *rest = found
            _require_safe(role, function, types.int64, [(plain(function).__code__, native)])
            found = tuple(rest)
        else:
            arguments = [type_of(layout.shape, layout), *([form.numba_type] if form else [])]
            with explained(role, function):
                native = translate(yielding(plain(function)) if attempt else function)
                kind = types.Dispatcher(native)
                returned = kind.get_call_type(_typing, tuple(arguments), {}).return_type
            _require_safe(role, function, returned)
            source = Source(layout, form)
            source.names["function"] = native
            kept = write(returned, source)
            with explained(role, function):
                found = (source.compiled(), *kept)
        _made[key] = found
    return found


def _require_safe(
    role: str, function: Any, returned: Any, more: Sequence[tuple[CodeType, Any]] = ()
) -> None:
    """Refuse what numba compiles and should not, and let it be compiled anew.

    Args:
        role: What the function does.
        function: The user's function.
        returned: The type that it gives.
        more: The code of functions of which something else than their translation was compiled,
            and what was.
    """
    try:
        require_safe(role, function, returned, [*translated(), *more])
    except CompileError:
        forget()
        raise


def tester(function: Callable[..., Any], layout: Layout, data: Data | None) -> Any:
    """Make the adapter of a goal test."""

    def write(returned: Any, source: Source) -> tuple[()]:
        if not isinstance(returned, types.Integer | types.Boolean | types.Float):
            raise wrong_type("is_goal", function, returned, "True or False")
        _for_each(source, "i64", "1 if function(state{facts}) else 0")
        return ()

    return made("is_goal", function, layout, data, write)[0]


def estimator(function: Callable[..., Any], layout: Layout, data: Data | None) -> tuple[Any, Any]:
    """Make the adapter of a heuristic.

    Returns:
        The native function, and the type of its values: int64 or float64.
    """

    def write(returned: Any, source: Source) -> tuple[Any]:
        if not isinstance(returned, types.Integer | types.Boolean | types.Float):
            raise wrong_type("heuristic", function, returned, "a number")
        kind = "f64" if isinstance(returned, types.Float) else "i64"
        _for_each(source, kind, f"{kind}(function(state{{facts}}))", nan=kind == "f64")
        return (types.float64 if kind == "f64" else types.int64,)

    found = made("heuristic", function, layout, data, write)
    return found[0], found[1]


def keyer(function: Callable[..., Any], layout: Layout, key_layout: Layout) -> Any:
    """Make the adapter of the key of a duplicate check."""

    def write(returned: Any, source: Source) -> tuple[()]:
        require_type(returned, key_layout, "key", function)
        width = key_layout.width
        source.add(1, f"made = carray(as_pointer(out), (count * {width},), u64)")
        source.add_loop("n", "fine = each(rows, made, n)", "if not fine:", "    break")
        with source.body_of("each", "rows, made, n"):
            source.unpack_state(0, "n")
            source.add(0, "value = function(state)")
            source.pack(0, key_layout, "value", f"n * {width}", "made")
            source.add(0, "return not bad")
        return ()

    return made("key", function, layout, None, write, key_layout=key_layout)[0]


def _for_each(source: Source, kind: str, value: str, *, nan: bool = False) -> None:
    """Write a loop that gives a number for each state."""
    source.add(1, f"made = carray(as_pointer(out), (count,), {kind})")
    facts = source.unpack_data(1)
    arguments = f"rows, made, n{facts}"
    source.add_loop("n", f"fine = each({arguments})", "if not fine:", "    break")
    with source.body_of("each", arguments):
        source.unpack_state(0, "n")
        source.add(0, f"made[n] = {value.format(facts=facts)}")
        source.add(0, f"return {'made[n] == made[n]' if nan else 'True'}")


def require_type(
    found: Any, layout: Layout, role: str, function: Callable[..., Any], why: str = ""
) -> None:
    """Require that a type is that of the states, up to the width of ints.

    Raises:
        CompileError: It is another one; ``why`` says what that means.
    """
    if not fits_layout(found, layout):
        why = why or (_UNSIGNED if any(leaf.unsigned for leaf in layout.leaves) else "")
        wanted = f"{layout.what}s like the first one, {layout.shape}"
        raise wrong_type(role, function, found, wanted, why)


def fits_layout(found: Any, layout: Layout) -> bool:
    """Whether a type is that of the states, up to the width of ints."""
    return _fits(found, layout.shape)


def _fits(found: Any, shape: Shape) -> bool:
    if shape.is_leaf:
        return isinstance(found, types.Integer | types.Boolean | types.IntEnumMember)
    if not isinstance(found, types.BaseTuple) or len(found) != len(shape.parts):
        return False
    cls = getattr(found, "instance_class", tuple)
    return cls is shape.kind and all(map(_fits, found.types, shape.parts))
