"""What numba refuses and can be said in another way is said so, in a copy of the function.

* ``yield from x`` becomes a loop that yields.
* A generator expression in ``any``, ``all``, ``sum``, ``min``, ``max``, ``sorted``, ``list``,
  ``set`` or a loop becomes a list; so do ``map(...)`` and ``filter(...)`` that are given back.
* ``tuple(sorted(...))`` calls a function that knows how many entries that of a tuple has.
* ``state._replace(field=value)`` becomes the call of a function that builds the state anew.
* Functions within functions lose their annotations.
* A set comprehension becomes the set of a list.
* Actions are left out of steps: they are not stored, and found again when a path is made.
* Shifts, powers, ``~``, ``int`` and ``round`` call functions that raise where Python does.
* Successors in lists of which one is empty, ``return []``, are given with ``yield``: of what kind
  an empty list is, numba does not see.
* Variables that may have no value when they are read get flags (`unbound`).

The lines keep their numbers, so that errors name the line of the user. Where the source of a
function is not to be had, it is left as it is.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any, Final, cast

from searchkit.compiled.builtins import sorted_entries
from searchkit.compiled.door import load, types
from searchkit.compiled.machine import without_literals
from searchkit.compiled.operators import OPERATORS, OperatorWriter
from searchkit.compiled.sources import Node, Source, code_of, source_of, values_around
from searchkit.compiled.unbound import HAS_VALUE, VALUE_OF, has_value, value_of, with_flags
from searchkit.protocols import Step

_TAKERS: Final = {"any", "all", "sum", "min", "max", "sorted"} | {
    *("list", "set", "tuple", "enumerate", "zip")
}
_ITERATORS: Final = {"map", "filter", "zip", "enumerate", "reversed"}
_LOOSE: Final = "strict=False"
_REPLACE: Final = "searchkit_replace"
_SORTED: Final = "searchkit_sorted"
WITHOUT_LITERALS: Final = "searchkit_without_literals"

_extending: Any = load("numba.extending")


def replace_fields(state: Any, names: Any, *values: Any) -> Any:
    """Stand for ``state._replace(...)``."""
    raise NotImplementedError


@_extending.overload(replace_fields, strict=False, prefer_literal=True)
def _replaced(state: Any, names: Any, *values: Any) -> Any:
    if not isinstance(state, types.BaseNamedTuple) or not isinstance(names, types.StringLiteral):
        return None
    fields = state.instance_class._fields
    given = names.literal_value.split()
    if not set(given) <= set(fields):
        return None
    parts = [
        f"values[{given.index(field)}]" if field in given else f"state.{field}" for field in fields
    ]
    space: dict[str, Any] = {"made": state.instance_class}
    exec(  # noqa: S102
        f"def replaced(state, names, *values):\n    return made({', '.join(parts)})\n", space
    )
    return space["replaced"]


NAMES: Final[dict[str, Any]] = {
    _REPLACE: replace_fields,
    _SORTED: sorted_entries,
    WITHOUT_LITERALS: without_literals,
    **OPERATORS,
    HAS_VALUE: has_value,
    VALUE_OF: value_of,
}
"""What rewritten functions refer to."""


def rewritten(function: FunctionType) -> FunctionType:
    """Give the function, or a copy in which what numba refuses is said in another way."""
    source = source_of(function)
    if source is None:
        return function
    node = _prepared(source, function)
    writer = _Writer(values_around(function))
    made = writer.visit(copy.deepcopy(node))
    changed = writer.changed or node is not source.node
    return _made_of(made, source.imports, function) if changed else function


def yielding(function: FunctionType) -> FunctionType:
    """Give a copy that yields its successors, where one of the lists it returns is empty."""
    source = source_of(function)
    if source is None or not _may_return_nothing(source.node):
        return function
    value_of = values_around(function)
    node = _Yielder().of(copy.deepcopy(_prepared(source, function)))
    return _made_of(_Writer(value_of).visit(node), source.imports, function)


def rewritten_successors(
    function: FunctionType, change: Callable[[Node], Node | None]
) -> FunctionType | None:
    """Give a copy of a successor function that is rewritten, with a further change in the end.

    None where there is no source, or the change gives None.
    """
    source = source_of(function)
    if source is None:
        return None
    value_of = values_around(function)
    node = copy.deepcopy(_prepared(source, function))
    if _may_return_nothing(source.node):
        node = _Yielder().of(node)
    changed = change(_Writer(value_of).visit(node))
    made = function if changed is None else _made_of(changed, source.imports, function)
    return None if made is function else made


def _prepared(source: Source, function: FunctionType) -> Node:
    node = without_actions(source.node, values_around(function))
    return with_flags(node, source.imports, function)


def without_actions(node: Node, value_of: Callable[[str], Any]) -> Node:
    """Give the definition of a function without the actions of its steps; itself if it has none.

    Args:
        node: The definition.
        value_of: Gives the value of a name outside of the function.
    """
    remover = _Remover(value_of)
    made: Node = remover.visit(copy.deepcopy(node))
    if not remover.changed:
        return node
    used = {part.id for part in ast.walk(made) if isinstance(part, ast.Name) and _is_used(part)}
    used |= {
        part.target.id
        for part in ast.walk(made)
        if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name)
    }
    leaver: Any = _Leaver(remover.names - used)
    return cast("Node", leaver.visit(made))


def _made_of(node: Node, imports: list[ast.stmt], function: FunctionType) -> FunctionType:
    """Make a function of its changed definition; give the old one where that fails."""
    code = code_of(node, imports, function)
    if code is None:
        return function
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    made = FunctionType(
        code.replace(co_firstlineno=function.__code__.co_firstlineno),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in code.co_freevars),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made


def _is_used(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


class _Leaver(ast.NodeTransformer):
    """Leaves out what was assigned to names for actions alone, where that does nothing else."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and target.id in self._names:
            parts = list(ast.walk(node.value))
            if all(_is_text(part) for part in parts if isinstance(part, ast.Call)) and not any(
                isinstance(part, ast.NamedExpr | ast.Yield) for part in parts
            ):
                return ast.copy_location(ast.Pass(), node)
        return node


def _is_text(call: ast.Call) -> bool:
    """Whether a call makes a text, and changes nothing."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in {"format", "join"}
    return getattr(call.func, "id", "") in {"str", "repr", "chr"}


class _Remover(ast.NodeTransformer):
    """Takes the actions out of steps."""

    def __init__(self, value_of: Callable[[str], Any]) -> None:
        self.changed = False
        self.names: set[str] = set()  # what the actions refer to
        self._value_of = value_of

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        plain = not any(
            isinstance(part, ast.NamedExpr | ast.Yield)
            for argument in [*node.args, *node.keywords]
            for part in ast.walk(argument)
        )
        plain = plain and not any(isinstance(argument, ast.Starred) for argument in node.args)
        if plain and self._value(node.func) is Step:
            names = [keyword.arg for keyword in node.keywords]
            if len(node.args) == 3:
                action = node.args.pop()
            elif "action" in names:
                action = node.keywords.pop(names.index("action")).value
            else:
                return node
            self.changed = True
            self.names |= {part.id for part in ast.walk(action) if isinstance(part, ast.Name)}
        return node

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._value_of(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self._value_of(node.value.id)
            return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        return None


def _may_return_nothing(node: Node) -> bool:
    """Whether a function that does not yield returns ``[]`` here and a list with entries there."""
    if isinstance(node, ast.Lambda):
        returned = [node.body]
    else:
        parts = list(own_parts(node))
        if any(isinstance(part, ast.Yield | ast.YieldFrom | ast.Try) for part in parts):
            return False
        returned = [part.value for part in parts if isinstance(part, ast.Return) and part.value]
    choices = [choice for value in returned for choice in _choices(value)]
    return 0 < sum(map(_is_empty, choices)) < len(choices)


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Give all that is in a function, but not what is in functions within it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            yield part
            yield from own_parts(part)


def _choices(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, ast.IfExp):
        return _choices(value.body) + _choices(value.orelse)
    return [value]


def _is_empty(value: ast.expr) -> bool:
    return isinstance(value, ast.List | ast.Tuple) and not value.elts


class _Yielder(ast.NodeTransformer):
    """Makes a generator of a function that returns lists."""

    def of(self, node: Node) -> Any:
        """Change the definition of the function."""
        if isinstance(node, ast.Lambda):
            made: Any = ast.parse("def made(): pass").body[0]
            made.name, made.args, made.body = "<lambda>", node.args, self._given(node.body)
            return ast.fix_missing_locations(ast.copy_location(made, node))
        node.body = [made for part in node.body for made in self._each(part)]
        return ast.fix_missing_locations(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        leave = ast.copy_location(ast.Return(None), node)
        return [*(self._given(node.value) if node.value else []), leave]

    def _each(self, part: ast.stmt) -> list[ast.stmt]:
        made: Any = self.visit(part)
        return cast("list[ast.stmt]", made) if isinstance(made, list) else [made]

    def _given(self, value: ast.expr) -> list[ast.stmt]:
        """Write the statements that yield the entries of a list."""
        made: list[ast.stmt]
        if isinstance(value, ast.IfExp):
            body, orelse = self._given(value.body), self._given(value.orelse)
            made = [ast.If(value.test, body or [ast.Pass()], orelse)]
        elif isinstance(value, ast.List | ast.Tuple) and not any(
            isinstance(entry, ast.Starred) for entry in value.elts
        ):
            made = [ast.Expr(ast.Yield(entry)) for entry in value.elts]
        else:
            made = [ast.Expr(ast.YieldFrom(value))]
        return [ast.copy_location(statement, value) for statement in made]


def _is_iterator(value: ast.AST) -> bool:
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") in _ITERATORS


class _Writer(OperatorWriter, ast.NodeTransformer):
    """Rewrites the body of one function."""

    def __init__(self, value_of: Callable[[str], Any]) -> None:
        super().__init__(value_of)
        self._numbers = 0
        self._lazy: set[str] = set()  # variables that are iterators
        self._depth = 0  # functions within functions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        if self._depth:
            node.returns = None
            for part in ast.walk(node.args):
                if isinstance(part, ast.arg):
                    part.annotation = None
            self.changed = True
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        self.generic_visit(node)
        if not isinstance(node.value, ast.YieldFrom):
            return node
        self._numbers += 1
        name = f"yielded_{self._numbers}"
        loop = ast.For(
            target=ast.Name(name, ast.Store()),
            iter=self._listed(node.value.value),
            body=[ast.Expr(ast.Yield(ast.Name(name, ast.Load())))],
            orelse=[],
        )
        return self._as(loop, node)

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        node.iter = self._listed(node.iter)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if node.value is not None:
            node.value = self._list_of(self._listed(node.value))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        node.body = self._list_of(node.body)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if _is_iterator(node.value):
            self._lazy |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        return node

    def _list_of(self, value: Any) -> Any:
        """Make a list of what is given back, where it is an iterator."""
        if isinstance(value, ast.IfExp):
            value.body, value.orelse = self._list_of(value.body), self._list_of(value.orelse)
        elif _is_iterator(value) or (isinstance(value, ast.Name) and value.id in self._lazy):
            return self._as(ast.Call(ast.Name("list", ast.Load()), [value], []), value)
        return value

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        self.rename_call(node)
        if isinstance(node.func, ast.Name) and node.func.id in _TAKERS:
            node.args = [self._listed(argument) for argument in node.args]
            if node.func.id == "list" and len(node.args) == 1 and not node.keywords:
                only = node.args[0]
                return only if isinstance(only, ast.ListComp) else node
            if node.func.id == "tuple" and len(node.args) == 1:
                self._sort_entries(node.args[0])
            if node.func.id == "zip" and [ast.unparse(k) for k in node.keywords] == [_LOOSE]:
                node.keywords = []
                self.changed = True
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            names = [keyword.arg for keyword in node.keywords]
            if not node.args and names and None not in names:
                given = ast.Constant(" ".join(map(str, names)))
                values = [keyword.value for keyword in node.keywords]
                called = ast.Name(_REPLACE, ast.Load())
                return self._as(ast.Call(called, [node.func.value, given, *values], []), node)
        return node

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        self.generic_visit(node)
        listed = ast.ListComp(node.elt, node.generators)
        return self._as(ast.Call(ast.Name("set", ast.Load()), [listed], []), node)

    def _sort_entries(self, inner: ast.expr) -> None:
        if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "sorted":
            known = self._value_of("sorted") is NotImplemented
            if known and len(inner.args) == 1 and not inner.keywords:
                inner.func = self._as(ast.Name(_SORTED, ast.Load()), inner.func)

    def _listed(self, node: Any) -> Any:
        """Make a list of a generator expression."""
        if isinstance(node, ast.GeneratorExp):
            return self._as(ast.ListComp(node.elt, node.generators), node)
        return node
