"""The source of a function, as a syntax tree: to say what is wrong in it, and to rewrite it."""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import Any

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


def values_around(function: FunctionType) -> Callable[[str], Any]:
    """Give the values of names outside of a function: NotImplemented where there is none."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def value_of(name: str) -> Any:
        try:
            if name in cells:
                return cells[name].cell_contents
        except ValueError:  # not bound yet
            return NotImplemented
        return function.__globals__.get(name, NotImplemented)

    return value_of


def code_of(node: Node, imports: Sequence[ast.stmt], function: FunctionType) -> CodeType | None:
    """Compile the definition of a function, for the surroundings of that function.

    It stands in a function that has its free variables, and, if it is a method, in a class of the
    same name, on which the names with two underscores depend.
    """
    old = function.__code__
    *_, owner, _ = ["<locals>", *function.__qualname__.split(".")]
    in_class = owner.isidentifier() and isinstance(node, ast.FunctionDef)
    defined = owner if in_class else old.co_name.strip("<>")
    lines = [f"def surroundings({', '.join(old.co_freevars)}):"]
    if defined not in {*old.co_freevars, "lambda"}:
        lines.append(f"    global {defined}")  # the function finds itself there, and its class
    lines += [f"    class {owner}:", "        made = None"] if in_class else ["    made = None"]
    module = ast.parse("\n".join(lines))
    outer: Any = module.body[0]
    block: Any = outer.body[-1] if in_class else outer
    if isinstance(node, ast.FunctionDef):
        block.body[-1] = node
    else:
        block.body[-1].value = node
    module.body[:0] = imports
    ast.fix_missing_locations(module)
    try:
        made: CodeType | None = compile(
            module, old.co_filename, "exec", flags=old.co_flags & _FUTURE, dont_inherit=True
        )
    except (SyntaxError, ValueError):
        return None
    for name in ("surroundings", *([owner] if in_class else []), old.co_name):
        made = next((part for part in _inner(made) if part.co_name == name), None)
    return made


def _inner(code: CodeType | None) -> list[CodeType]:
    """Give the functions within some code."""
    return [part for part in code.co_consts if isinstance(part, CodeType)] if code else []


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
