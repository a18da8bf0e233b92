"""Rewriting of the operators that numba gives another meaning than Python; see `arithmetic`.

A shift by 0 to 63 bits that stands there as a number stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from typing_extensions import override

from searchkit.compiled.arithmetic import (
    inverted,
    left_shift,
    power,
    right_shift,
    to_int,
    to_nearest_int,
)

_LEFT: Final = "searchkit_left_shift"
_RIGHT: Final = "searchkit_right_shift"
_POWER: Final = "searchkit_power"
_INVERTED: Final = "searchkit_inverted"
_INT: Final = "searchkit_int"
_ROUND: Final = "searchkit_round"

OPERATORS: Final[dict[str, Any]] = {
    _LEFT: left_shift,
    _RIGHT: right_shift,
    _POWER: power,
    _INVERTED: inverted,
    _INT: to_int,
    _ROUND: to_nearest_int,
}
"""What rewritten functions refer to."""

_BINARY: Final[dict[type, str]] = {ast.LShift: _LEFT, ast.RShift: _RIGHT, ast.Pow: _POWER}
_CALLED: Final = {("int", 1): _INT, ("round", 1): _ROUND, ("pow", 2): _POWER}
_LAST_BIT: Final = 63


class OperatorWriter(ast.NodeTransformer):
    """Rewrites the operators, and the calls of built-in functions, in the body of a function.

    Args:
        value_of: Gives the value of a name outside of the function.
    """

    def __init__(self, value_of: Callable[[str], Any]) -> None:
        self._value_of = value_of
        self.changed = False

    def _as(self, new: Any, old: ast.AST) -> Any:
        self.changed = True
        return ast.fix_missing_locations(ast.copy_location(new, old))

    def _call(self, name: str, arguments: list[ast.expr], old: ast.AST) -> Any:
        return self._as(ast.Call(ast.Name(name, ast.Load()), arguments, []), old)

    @override
    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        name = _stand_in_for(node.op, node.right)
        return self._call(name, [node.left, node.right], node) if name else node

    @override
    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        name = _stand_in_for(node.op, node.value)
        if not name or any(isinstance(part, _EFFECTS) for part in ast.walk(node.target)):
            return node
        read: Any = ast.parse(ast.unparse(node.target), mode="eval").body
        for part in ast.walk(read):
            ast.copy_location(part, node.target)
        return self._as(ast.Assign([node.target], self._call(name, [read, node.value], node)), node)

    @override
    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Invert) or isinstance(node.operand, ast.Constant):
            return node
        return self._call(_INVERTED, [node.operand], node)

    def rename_call(self, node: ast.Call) -> None:
        """Let the call of a built-in function be that of its stand-in."""
        name = getattr(node.func, "id", "")
        given = _CALLED.get((name, len(node.args)))
        plain = not node.keywords and not any(isinstance(x, ast.Starred) for x in node.args)
        if given and plain and self._value_of(name) is NotImplemented:
            node.func = self._as(ast.Name(given, ast.Load()), node.func)


_EFFECTS: Final = (ast.Call, ast.NamedExpr, ast.Yield)  # what must not be said twice


def _stand_in_for(operation: ast.operator, right: ast.expr) -> str:
    """Give the name of what stands for an operator; empty where it stays."""
    name = _BINARY.get(type(operation), "")
    if isinstance(operation, ast.Pow) or not isinstance(right, ast.Constant):
        return name
    fits = isinstance(right.value, int) and 0 <= right.value <= _LAST_BIT
    return "" if fits else name
