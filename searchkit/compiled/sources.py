"""The source of a function, as a syntax tree: to say what is wrong in it, and to rewrite it."""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Sequence
from types import CodeType, FunctionType

from attrs import frozen

Node = ast.FunctionDef | ast.Lambda

_FUTURE = 0x1FF0000  # the bits of co_flags that stand for `from __future__ import ...`


@frozen
class Source:
    """Where a function stands.

    Attributes:
        node: Its definition.
        lines: The lines of the file.
        imports: The imports at the top of the file. Python compiles a call of what is in a module
            in another way where it knows that this is a module.
    """

    node: Node
    lines: list[str]
    imports: list[ast.stmt]

    def line(self, number: int) -> str:
        """Give a line, without the blanks around it."""
        return self.lines[number - 1].strip() if 0 < number <= len(self.lines) else ""


def source_of(function: FunctionType) -> Source | None:
    """Find the source of a function; None where there is none, or it has changed since."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    tree = _parsed("".join(lines))
    if tree is None:
        return None
    fitting = [node for node in _functions(tree) if _may_be(node, code)]
    fitting.sort(key=_size)
    imports = [part for part in tree.body if isinstance(part, ast.Import | ast.ImportFrom)]
    for node in fitting:
        made = code_of(node, imports, function)
        if made is not None and made.co_code == code.co_code and _names(made) == _names(code):
            return Source(node, lines, list[ast.stmt](imports))
    return None


def code_of(node: Node, imports: Sequence[ast.stmt], function: FunctionType) -> CodeType | None:
    """Compile the definition of a function, for the surroundings of that function."""
    old = function.__code__
    name = ast.Name("made", ast.Store(), lineno=1, col_offset=0)
    body: ast.stmt = node if isinstance(node, ast.FunctionDef) else ast.Assign([name], node)
    inner = _within(old.co_freevars, [body])
    module = ast.Module([*imports, inner], [])
    ast.fix_missing_locations(module)
    try:
        made = compile(
            module, old.co_filename, "exec", flags=old.co_flags & _FUTURE, dont_inherit=True
        )
    except (SyntaxError, ValueError):
        return None
    return _code_in(made, old)


def _within(free: tuple[str, ...], body: list[ast.stmt]) -> ast.stmt:
    """Put a definition into a function that has its free variables."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name) for name in free],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    return ast.FunctionDef("surroundings", arguments, body, [], lineno=1, col_offset=0)


def _code_in(outer: CodeType, old: CodeType) -> CodeType | None:
    inner: list[CodeType] = [part for part in outer.co_consts if isinstance(part, CodeType)]
    if outer.co_name == "surroundings":
        return next((part for part in inner if part.co_name == old.co_name), None)
    return next(filter(None, (_code_in(part, old) for part in inner)), None)


@functools.lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text) if text else None
    except SyntaxError:
        return None


def _functions(tree: ast.Module) -> list[Node]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def _may_be(node: Node, code: CodeType) -> bool:
    name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
    first = node.lineno
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        first = node.decorator_list[0].lineno
    return name == code.co_name and first == code.co_firstlineno


def _size(node: Node) -> int:
    return len(ast.dump(node))


def _names(code: CodeType) -> tuple[object, ...]:
    """Give what tells apart two functions of the same instructions."""
    constants: tuple[object, ...] = tuple(
        _names(part) if isinstance(part, CodeType) else (repr(part),)
        for part in code.co_consts
        if not (isinstance(part, str) and "<locals>" in part)  # the name of a class within
    )
    return code.co_names, code.co_varnames, code.co_freevars, constants
