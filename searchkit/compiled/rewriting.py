"""What numba refuses and can be said in another way is said so, in a copy of the function.

* ``yield from x`` becomes a loop that yields.
* A generator expression in ``any``, ``all``, ``sum``, ``min``, ``max``, ``sorted``, ``list``,
  ``set`` or a loop becomes a list; so do ``map(...)`` and ``filter(...)`` that are returned.
* ``state._replace(field=value)`` becomes the call of a function that builds the state anew.
* Functions within functions lose their annotations.
* A set comprehension becomes the set of a list.

The lines keep their numbers, so that errors name the line of the user. Where the source of a
function is not to be had, it is left as it is.
"""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Any, Final

from searchkit.compiled.door import load, types
from searchkit.compiled.sources import code_of, source_of

_TAKERS: Final = {"any", "all", "sum", "min", "max", "sorted"} | {
    *("list", "set", "tuple", "enumerate", "zip")
}
_ITERATORS: Final = {"map", "filter", "zip", "enumerate", "reversed"}
_LOOSE: Final = "strict=False"
_REPLACE: Final = "searchkit_replace"

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


NAMES: Final[dict[str, Any]] = {_REPLACE: replace_fields}
"""What rewritten functions refer to."""


def rewritten(function: FunctionType) -> FunctionType:
    """Give the function, or a copy in which what numba refuses is said in another way."""
    source = source_of(function)
    if source is None:
        return function
    writer = _Writer()
    node = writer.visit(copy.deepcopy(source.node))
    code = code_of(node, source.imports, function) if writer.changed else None
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


class _Writer(ast.NodeTransformer):
    """Rewrites the body of one function."""

    def __init__(self) -> None:
        self.changed = False
        self._numbers = 0
        self._depth = 0  # functions within functions

    def _as(self, new: Any, old: ast.AST) -> Any:
        self.changed = True
        return ast.fix_missing_locations(ast.copy_location(new, old))

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
            node.value = self._listed(node.value)
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") in _ITERATORS:
            listed = ast.Call(ast.Name("list", ast.Load()), [node.value], [])
            node.value = self._as(listed, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _TAKERS:
            node.args = [self._listed(argument) for argument in node.args]
            if node.func.id == "list" and len(node.args) == 1 and not node.keywords:
                only = node.args[0]
                return only if isinstance(only, ast.ListComp) else node
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

    def _listed(self, node: Any) -> Any:
        """Make a list of a generator expression."""
        if isinstance(node, ast.GeneratorExp):
            return self._as(ast.ListComp(node.elt, node.generators), node)
        return node
