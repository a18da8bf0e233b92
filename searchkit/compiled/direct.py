"""Generators as functions that write what they would yield, in copies of them.

numba makes of a generator a function that is entered anew for each value, with a jump to where it
was left: slow, since the processor cannot guess the jump, and slow to compile. In the copy each
``yield value`` becomes

    size = put(value, out, costs, size, capacity)
    if size < 0:
        return size

and the size is returned in the end. So *put* has the say where a value goes, and with a negative
answer it ends the function. The lines keep their numbers.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, Final, cast

from searchkit.compiled.rewriting import WITHOUT_LITERALS, own_parts, rewritten_successors
from searchkit.compiled.sources import Node

_PUT: Final = "searchkit_put"
_SIZE: Final = "searchkit_size"
_ARGUMENTS: Final = (_PUT, "searchkit_out", "searchkit_costs", _SIZE, "searchkit_capacity")
"""What the copy takes before the arguments of the generator."""


def direct(function: FunctionType) -> FunctionType | None:
    """Give the copy of a generator that takes *put*, out, costs, size and capacity first.

    None where there is no source, or it is no generator whose yields all stand on lines of their
    own.
    """
    return rewritten_successors(function, _written)


def _written(node: Node) -> ast.FunctionDef | None:
    parts = list(own_parts(node))
    yields = sum(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts)
    if isinstance(node, ast.Lambda) or not yields:
        return None
    writer = _Writer()
    node.body = [made for part in node.body for made in writer.statements(part)]
    if writer.written < yields or writer.returns_values:
        return None
    node.body.append(ast.copy_location(_return_size(), node.body[-1]))
    first = node.args.posonlyargs or node.args.args
    first[:0] = [ast.arg(name) for name in _ARGUMENTS]
    return ast.fix_missing_locations(node)


def _return_size() -> ast.stmt:
    return ast.Return(ast.Name(_SIZE, ast.Load()))


class _Writer(ast.NodeTransformer):
    """Changes the statements of one generator, and leaves functions within it alone.

    Attributes:
        written: How many yields were replaced.
        returns_values: Whether there is a ``return`` with a value.
    """

    def __init__(self) -> None:
        self.written = 0
        self.returns_values = False

    def statements(self, part: ast.stmt) -> list[ast.stmt]:
        """Change a statement, which may become several."""
        made: Any = self.visit(part)
        return cast("list[ast.stmt]", made) if isinstance(made, list) else [made]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        self.returns_values |= node.value is not None and ast.unparse(node.value) != "None"
        return ast.copy_location(_return_size(), node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        self.written += 1
        names = [ast.Name(name, ast.Load()) for name in _ARGUMENTS]
        value = ast.Call(ast.Name(WITHOUT_LITERALS, ast.Load()), [node.value.value], [])
        put = ast.Call(names[0], [value, *names[1:]], [])
        ended = ast.Compare(ast.Name(_SIZE, ast.Load()), [ast.Lt()], [ast.Constant(0)])
        return [
            ast.copy_location(statement, node)
            for statement in (
                ast.Assign([ast.Name(_SIZE, ast.Store())], put),
                ast.If(ended, [_return_size()], []),
            )
        ]
