"""What numba is known to refuse, found in the source of a function, and what to write instead.

A construct is only looked for after numba has refused a function, and counts where numba points
at its line: so nothing that compiles is ever refused here.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from attrs import frozen

from searchkit.compiled.classes import is_named
from searchkit.compiled.sources import Source

_ENTRIES: Final = (
    "use replaced(state, index, value) or swapped(state, first, second) from searchkit, or name "
    "the entries: (a, b, c)"
)
_NUMBERS: Final = "use numbers in its place"
_LOOP: Final = "write a loop"
_EMPTY: Final = (
    "write a generator with yield, or say what it would hold with an entry that is taken out "
    "again: [0][:0] for ints, [(0, 0)][:0] for pairs"
)
_LIST: Final = "number its keys and make it a list, which may also be given as Problem(data=...)"
_CONSTANT: Final = (
    "keep it in the state, or in a list within the function: what is outside of a function is "
    "constant in compiled code"
)
_DATA: Final = (
    "make it a list or tuple of numbers, or a numpy array, or give it as Problem(data=...)"
)

TRY: Final = ("try", "test with if before an error can happen")
STORING: Final = ("storing into a tuple", _ENTRIES)
STORING_INTO_DATA: Final = (
    "a change of the data of the problem",
    "keep in the state what changes, or change a copy: row = data.row.copy()",
)
_STATEMENTS: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.YieldFrom: ("yield from", "write a for loop with a yield in it"),
    ast.GeneratorExp: ("a generator expression", "write a list, [x for ...], or a loop"),
    ast.With: ("a with statement", "do without it"),
    ast.Try: TRY,
    ast.AsyncFor: ("async for", "do without it"),
    ast.Await: ("await", "do without it"),
    ast.Import: ("an import inside a function", "import at the top of the file"),
    ast.ImportFrom: ("an import inside a function", "import at the top of the file"),
    ast.ClassDef: ("a class inside a function", "define it at the top of the file"),
    ast.Delete: ("del", "leave it out, or make a new list without the entry"),
    ast.NamedExpr: ("an assignment inside an expression (:=)", "assign on a line of its own"),
    ast.MatchSequence: ("a match on a sequence", "take it apart first, a, b = state, and compare"),
    ast.MatchMapping: ("a match on a mapping", "compare with if"),
    ast.MatchClass: ("a match on a class", "compare with if"),
    ast.JoinedStr: ("a string built from values", _NUMBERS),
}  # fmt: skip

_CALLS: Final[dict[str, tuple[str, str]]] = {
    "tuple": ("tuple() of something whose length is not known beforehand", _ENTRIES),
    "frozenset": ("a frozenset", "use the bits of an int, or a list"),
    "dict": ("a dict made so", "use a list or the bits of an int"),
    "bytes": ("bytes", "use a list of ints"),
    "bytearray": ("a bytearray", "use a list of ints"),
    "str": ("a string built from values", _NUMBERS),
    "repr": ("a string built from values", _NUMBERS),
    "format": ("a string built from values", _NUMBERS),
    "bin": ("bin()", "count the bits with word.bit_count()"),
    "hex": ("hex()", _NUMBERS),
    "chr": ("a string built from values", _NUMBERS),
    "open": ("a file", "read it before the search, and give it as Problem(data=...)"),
    "input": ("input()", "ask before the search, and give it as Problem(data=...)"),
    "super": ("super()", "call the method by its class: Base.method(self)"),
    "isinstance": ("isinstance() with this class", "the states of a search have one type"),
    "setattr": ("setattr()", "make a new state"),
    "vars": ("vars()", "name the fields"),
    "eval": ("eval()", "write it out"),
    "exec": ("exec()", "write it out"),
    "iter": ("iter() of this", _LOOP),
    "next": ("next() of this", _LOOP),
    "object": ("an object", _NUMBERS),
}
_METHODS: Final[dict[str, tuple[str, str]]] = {
    "_asdict": ("_asdict()", "name the fields: state.field"),
    "_make": ("_make()", "call the class with its fields"),
    "format": ("a string built from values", _NUMBERS),
}


_CHANGES: Final = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "add", "update"}
_KNOWN: Final[tuple[Any, ...]] = (
    *(int, float, str, tuple, list),
    *(FunctionType, BuiltinFunctionType, ModuleType),
)


_SOMETIMES: Final = (
    *(ast.FunctionDef, ast.List, ast.Subscript, ast.JoinedStr, ast.Attribute, ast.AugAssign),
)
_OF_THIS: Final = ("this", "this class", "beforehand", "from values", "made so")


@frozen
class Refusal:
    """A construct that numba refuses.

    Attributes:
        first: The line where it begins.
        last: The line where it ends.
        what: What it is.
        instead: What to write instead.
        always: Whether numba refuses it wherever it stands, not only with some types.
    """

    first: int
    last: int
    what: str
    instead: str
    always: bool = True


def refusals_in(source: Source, value_of: Callable[[str], Any]) -> list[Refusal]:
    """Find what numba refuses, inner constructs before outer ones.

    Args:
        source: Where the function stands.
        value_of: Gives the value of a name outside of the function; NotImplemented if it has none.
    """
    finder = _Finder(value_of)
    body = source.node.body
    for part in body if isinstance(body, list) else [body]:
        finder.visit(part)
    arguments = source.node.args
    if arguments.kwonlyargs:
        finder.add(arguments.kwonlyargs[0], "an argument by keyword only", "leave out the *")
    return finder.found


class _Finder(ast.NodeVisitor):
    """Collects refusals."""

    def __init__(self, value_of: Callable[[str], Any]) -> None:
        self.found: list[Refusal] = []
        self._value_of = value_of
        self._outer: set[str] = set()

    def add(self, node: Any, what: str, instead: str, *, always: bool = False) -> None:
        """Note a construct."""
        last = node.end_lineno or node.lineno
        always = always or (not isinstance(node, _SOMETIMES) and not what.endswith(_OF_THIS))
        self.found.append(Refusal(node.lineno, last, what, instead, always))

    def visit(self, node: ast.AST) -> Any:
        """Look at a node, after those within it."""
        self.generic_visit(node)
        if type(node) in _STATEMENTS:
            self.add(node, *_STATEMENTS[type(node)])
        look: Any = getattr(self, f"at_{type(node).__name__.lower()}", None)
        if look is not None:
            look(node)

    def at_call(self, node: ast.Call) -> None:
        """Functions and methods that are not known, and arguments that are not."""
        named = {keyword.arg for keyword in node.keywords}
        if isinstance(node.func, ast.Name):
            name = node.func.id
            if name in _CALLS and self._value_of(name) is NotImplemented:
                self.add(node, *_CALLS[name])
                if name == "tuple":  # more telling than what stands within
                    self.found.insert(0, self.found.pop())
            if name in {"min", "max"} and named:
                self.add(node, f"{name}() with {' and '.join(map(str, named))}=", _LOOP)
            if name == "zip" and named:
                self.add(node, "zip() with strict=", "leave it out")
            if name == "pow" and len(node.args) > 2:
                self.add(node, "pow() with three arguments", "write a loop of products and %")
            if name == "sum":
                self.add(node, "sum() of this", _LOOP)
        elif isinstance(node.func, ast.Attribute):
            if node.func.attr in _METHODS:
                self.add(node, *_METHODS[node.func.attr])
            elif node.func.attr == "_replace" and (node.args or named in ({None}, set())):
                instead = "name the fields: state._replace(field=value)"
                self.add(node, "this form of _replace()", instead)
            elif node.func.attr in _CHANGES and self._named_outside(node.func.value):
                outer = self._named_outside(node.func.value)
                what = f"a change of {outer}, outside of the function"
                self.add(node, what, _CONSTANT, always=True)
            elif node.func.attr in {"index", "count"}:
                self.add(node, f"{node.func.attr}() of this", _LOOP)
            elif node.func.attr == "join":
                self.add(node, "a string built from values", _NUMBERS)
        if None in named:
            self.add(node, "a call with **", "name the arguments")
        elif not any(isinstance(argument, ast.Starred) for argument in node.args):
            self._require_fields(node)

    def _require_fields(self, node: ast.Call) -> None:
        """Calls of a NamedTuple class that lack a field, or name something else."""
        cls: Any = self._value_of(node.func.id) if isinstance(node.func, ast.Name) else None
        if is_named(cls):
            given = dict.fromkeys([str(keyword.arg) for keyword in node.keywords])
            try:
                inspect.signature(cls).bind(*node.args, **given)
            except TypeError as error:
                what = f"this call of {cls.__name__}: {error}"
                self.add(node, what, f"give its fields, {', '.join(cls._fields)}", always=True)

    def _named_outside(self, node: ast.expr) -> str:
        """Give the name of a list and so on outside of the function; empty if it is none."""
        value = self._value_of(node.id) if isinstance(node, ast.Name) else None
        is_outside = isinstance(value, list | dict | set) or hasattr(value, "dtype")
        return ast.unparse(node) if is_outside else ""

    def at_attribute(self, node: ast.Attribute) -> None:
        """What modules have and numba does not know."""
        value = self._value_of(node.value.id) if isinstance(node.value, ast.Name) else None
        if _is_plain_class(value) and hasattr(value, node.attr):
            self.found.pop()  # of the class
            kind = "a function" if callable(getattr(value, node.attr)) else "a constant"
            what = f"{ast.unparse(node)}, {kind} in a class that is no NamedTuple"
            self.add(node, what, "put it at the top of the file, outside of the class")
        elif isinstance(value, ModuleType) and not isinstance(
            getattr(value, node.attr, None), FunctionType
        ):
            name = f"{value.__name__}.{node.attr}"
            instead = "write loops" if value.__name__ == "itertools" else "write it out"
            self.add(node, name, instead)
        elif node.attr == "_fields":
            self.add(node, "_fields", "write the number of fields down")
        elif isinstance(node.ctx, ast.Store):
            self.add(node, "changing a state", "make a new one, as interpreted too", always=True)

    def at_name(self, node: ast.Name) -> None:
        """Values from outside that are no numbers, and stores into them."""
        if isinstance(node.ctx, ast.Store) and node.id in self._outer:
            self.add(node, f"a new value for {node.id}, outside of the function", "return it")
        if isinstance(node.ctx, ast.Load):
            told = _of_value(node.id, self._value_of(node.id))
            if told:
                self.add(node, *told)

    def at_global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names that are written to further down."""
        self._outer.update(node.names)

    at_nonlocal = at_global

    def at_subscript(self, node: ast.Subscript) -> None:
        """Slices whose length is not known, and stores into tuples."""
        if isinstance(node.ctx, ast.Store):
            outer = self._named_outside(node.value)
            if outer:
                self.add(node, f"a new entry in {outer}, outside of the function", _CONSTANT)
            else:
                self.add(node, *STORING)
        elif isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            if any(end is not None and not _is_constant(end) for end in ends):
                self.add(node, "a slice of a tuple by variables", _ENTRIES)

    def at_assign(self, node: ast.Assign) -> None:
        """Assignments to a rest."""
        if any(
            isinstance(part, ast.Starred) for target in node.targets for part in ast.walk(target)
        ):
            self.add(node, "an assignment to *rest", "take the entries by index")

    def at_augassign(self, node: ast.AugAssign) -> None:
        """Tuples that grow."""
        if isinstance(node.value, ast.Tuple) and isinstance(node.op, ast.Add):
            self.add(node, "a tuple that grows", f"its length must be known beforehand: {_ENTRIES}")

    def at_binop(self, node: ast.BinOp) -> None:
        """Strings formatted by %."""
        left = node.left.value if isinstance(node.left, ast.Constant) else None
        if isinstance(node.op, ast.Mod) and isinstance(left, str):
            self.add(node, "a string built with %", "use numbers in its place, or an f-string")

    def at_list(self, node: ast.List) -> None:
        """Lists that say nothing of their entries."""
        if not node.elts and isinstance(node.ctx, ast.Load):
            self.add(
                node,
                "an empty list where nothing tells what it would hold",
                _EMPTY,
            )

    def at_functiondef(self, node: ast.FunctionDef) -> None:
        """Generators within functions."""
        if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node)):
            self.add(node, "a generator inside a function", "define it at the top of the file")
        else:
            self.add(node, "this function inside a function", "define it at the top of the file")


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _is_plain_class(value: Any) -> bool:
    return inspect.isclass(value) and not is_named(value) and value.__module__ != "builtins"


def _of_value(name: str, value: Any) -> tuple[str, str] | None:
    """Say what is wrong with a value from outside of the function, if anything is."""
    kind: Any = value.__class__
    if isinstance(value, dict):
        return f"{name}, a dict outside of the function", _LIST
    if isinstance(value, set | frozenset):
        instead = "use the bits of an int, or a sorted tuple (numbers are found with `in` there)"
        return f"{name}, a {kind.__name__} outside of the function", instead
    if isinstance(value, range):
        return f"{name}, a range outside of the function", "write range(...) where it is used"
    if hasattr(value, "cache_info"):
        instead = "take the decorator off; compiled, it is quick"
        return f"{name}, a function that remembers its answers", instead
    if _is_plain_class(value):
        return f"{name}, a class that is no NamedTuple", "make it a NamedTuple of ints"
    if value is NotImplemented or value is None or isinstance(value, _KNOWN):
        return None
    if hasattr(value, "py_func") or hasattr(value, "dtype") or inspect.isclass(value):
        return None
    return f"{name}, which is of type {kind.__name__}", _DATA
