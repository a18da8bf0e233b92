"""Local variables that have no value when they are read.

Python raises an UnboundLocalError there. numba knows none: the variable is zero, or a dict at no
address, which ends the process. So the names that may be read before they have a value are found
in the instructions of a function, by following what is assigned on each way through it. In a copy
each of them gets a flag, False at first and True behind each assignment, and is read as

    (name if has_value(flag, "name") else name)

where ``has_value`` raises the error when the flag is False. (A call that gives the value would do
as well, but numba does not see through it of what kind an empty list is. It is used where numba
cannot have branches.) A function all of whose variables have values for certain is left as it is.
What cannot be written so is refused.
"""

from __future__ import annotations

import ast
import copy
import dis
import re
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, cast

from searchkit.compiled.door import load, types
from searchkit.compiled.sources import Node, code_of, source_of
from searchkit.errors import CompileError

HAS_VALUE: Final = "searchkit_has_value"
VALUE_OF: Final = "searchkit_value_of"
_FLAG: Final = "searchkit_{}_has_value"
_VARIABLES: Final = re.compile("(LOAD|STORE|DELETE)_(?:FAST|DEREF|CLOSURE)")
_ENDS: Final = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE")
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_extending: Any = load("numba.extending")


def has_value(flag: Any, name: Any) -> Any:
    """Stand for the question whether a variable has a value: True, or an error."""
    raise NotImplementedError


def value_of(flag: Any, name: Any, value: Any) -> Any:
    """Stand for the value of a variable, or an error."""
    raise NotImplementedError


@_extending.overload(has_value, strict=False, prefer_literal=True)
def _has_value(flag: Any, name: Any) -> Any:
    message = _message(name)

    def found(flag: Any, name: Any) -> Any:
        if not flag:
            raise UnboundLocalError(message)
        return True

    return found


@_extending.overload(value_of, strict=False, prefer_literal=True)
def _value_of(flag: Any, name: Any, value: Any) -> Any:
    message = _message(name)

    def found(flag: Any, name: Any, value: Any) -> Any:
        if not flag:
            raise UnboundLocalError(message)
        return value

    return found


def _message(name: Any) -> str:
    """Give the message of Python."""
    told = name.literal_value if isinstance(name, types.StringLiteral) else ""
    return f"cannot access local variable '{told}' where it is not associated with a value"


# --- which names ----------------------------------------------------------------------------------


class _Ways(NamedTuple):
    """What all ways to an instruction have in common.

    Attributes:
        bound: The variables that have values.
        stack: For each entry of the stack whether it is a value. What a comprehension lays aside
            of a variable with the same name as its own may be none.
    """

    bound: frozenset[str]
    stack: tuple[bool, ...]

    def together(self, other: _Ways) -> _Ways:
        """Give what both have in common."""
        stack = tuple(one and two for one, two in zip(self.stack, other.stack, strict=False))
        return _Ways(self.bound & other.bound, stack)


def without_value(code: CodeType) -> dict[str, int]:
    """Give the variables that may be read before they have a value, with the line where.

    Not those that have a flag already, and not those of functions within. Exceptions are taken to
    leave the function.
    """
    own = {*code.co_varnames, *code.co_cellvars}
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)  # *arguments, **keywords
    at_first = _Ways(frozenset(code.co_varnames[:count]) | frozenset(code.co_freevars), ())
    steps = list(dis.get_instructions(code))
    places = {step.offset: place for place, step in enumerate(steps)}
    ways: dict[int, _Ways] = {0: at_first}
    waiting = [0]
    found: dict[str, int] = {}
    line = code.co_firstlineno
    lines: list[int] = []
    for step in steps:
        line = (step.positions and step.positions.lineno) or line
        lines.append(line)
    while waiting:
        place = waiting.pop()
        for name in _missing(steps[place], ways[place].bound) & own:
            found[name] = min(lines[place], found.get(name, lines[place]))
        for target, after in _after(steps[place], place, places, ways[place]):
            before = ways.get(target)
            ways[target] = after if before is None else before.together(after)
            if ways[target] != before:
                waiting.append(target)
    return {name: line for name, line in found.items() if _FLAG.format(name) not in own}


def _uses(step: dis.Instruction) -> Iterator[tuple[str, str]]:
    """Give what an instruction does to variables; from Python 3.13 on it may name two."""
    several = isinstance(step.argval, tuple)
    names: tuple[Any, ...] = step.argval if several else (step.argval,)
    kinds = _VARIABLES.findall(step.opname)
    yield from zip(kinds, names, strict=False)


def _missing(step: dis.Instruction, bound: frozenset[str]) -> set[str]:
    """Give the variables that an instruction reads and that may have no value then."""
    if step.opname == "LOAD_FAST_AND_CLEAR":  # lays a value aside, if there is one
        return set()
    missing: set[str] = set()
    stored: set[str] = set()
    for kind, name in _uses(step):
        if kind == "STORE":
            stored.add(name)
        elif kind == "LOAD" and name not in bound | stored:
            missing.add(name)
    return missing


def _after(
    step: dis.Instruction, place: int, places: dict[int, int], ways: _Ways
) -> Iterator[tuple[int, _Ways]]:
    """Give the instructions that may come next, and how things are there."""
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        yield places[step.argval], _moved(step, ways, jump=True)
        if step.opname.startswith("JUMP") and "_IF_" not in step.opname:
            return
    if step.opname not in _ENDS and place + 1 < len(places):
        yield place + 1, _moved(step, ways, jump=False)


def _moved(step: dis.Instruction, ways: _Ways, *, jump: bool) -> _Ways:
    """Give how things are after an instruction."""
    bound, stack = set(ways.bound), list(ways.stack)
    if step.opname == "SWAP":
        depth = cast("int", step.arg)
        stack[:0] = [True] * (depth - len(stack))
        stack[-1], stack[-depth] = stack[-depth], stack[-1]
        return _Ways(ways.bound, tuple(stack))
    uses = list(_uses(step))
    if not uses:
        change = dis.stack_effect(step.opcode, step.arg, jump=jump)
        stack = stack[: max(0, len(stack) + change)] if change < 0 else [*stack, *[True] * change]
    for kind, name in uses:
        if kind == "LOAD":
            laid_aside = step.opname == "LOAD_FAST_AND_CLEAR"
            stack.append(name in bound or not laid_aside)
            if laid_aside:
                bound.discard(name)
        elif kind == "STORE" and (stack.pop() if stack else True):
            bound.add(name)
        else:
            bound.discard(name)
    return _Ways(frozenset(bound), tuple(stack))


def require_values(made: FunctionType, function: FunctionType) -> FunctionType:
    """Give a copy back, if no variable in it may be read before it has a value.

    Args:
        made: The copy, with flags.
        function: What it was made of.

    Raises:
        CompileError: One may, also in a function within, and it has no flag.
    """
    for code in _all_codes(made.__code__):
        for name, line in without_value(code).items():
            source = source_of(function)
            shown = f":\n    {source.line(line)}\n" if source is not None else ". "
            raise CompileError(
                f"{function.__qualname__} does not compile ({code.co_filename}, line "
                f"{line}){shown}There, {name} may have no value. Instead, give it one before, "
                f"on a line of its own: {name} = ..."
            )
    return made


def _all_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _all_codes(part)


# --- flags ----------------------------------------------------------------------------------------


def with_flags(node: Node, imports: Sequence[ast.stmt], function: FunctionType) -> Node:
    """Give the definition of a function with flags where they are needed; else as it is."""
    if not any(map(without_value, _all_codes(function.__code__))):
        return node
    code = code_of(node, imports, function)
    if code is None or isinstance(node, ast.Lambda):
        return node
    return _flagged(copy.deepcopy(node), code)


def _flagged(node: ast.FunctionDef, code: CodeType) -> ast.FunctionDef:
    """Add the flags of a function; in those within, numba refuses variables without a value."""
    names = without_value(code).keys() - _first_read(code)
    names = {name for name in names if not _is_refused(node, name)}
    if names:
        flagger = _Flagger(names)
        body = [made for part in node.body for made in flagger.statements(part)]
        node.body = [*(_flag(name, node.body[0], value=False) for name in sorted(names)), *body]
    return ast.fix_missing_locations(node)


def _first_read(code: CodeType) -> set[str]:
    """Give the variables that are read before the first line that assigns them: numba wants one."""
    first: dict[str, str] = {}
    for step in dis.get_instructions(code):
        if step.opname != "LOAD_FAST_AND_CLEAR":
            for kind, name in _uses(step):
                first.setdefault(name, kind)
    return {name for name, kind in first.items() if kind == "LOAD"}


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Give all that is in a function, but not what is in functions within it."""
    for part in ast.iter_child_nodes(node):
        yield part
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            yield from _own(part)


def _is_refused(node: ast.FunctionDef, name: str) -> bool:
    """Whether a variable is assigned or read where a flag cannot follow."""
    assigned = False
    if any(isinstance(p, ast.NamedExpr) and p.target.id == name for p in ast.walk(node)):
        return True
    for part in _own(node):
        if isinstance(part, ast.Name) and part.id == name:
            assigned |= isinstance(part.ctx, ast.Store)
        elif isinstance(part, ast.FunctionDef | ast.Lambda):
            if name in _taken_from_outside(part):
                return True
            assigned |= isinstance(part, ast.FunctionDef) and part.name == name
        elif isinstance(part, ast.MatchAs | ast.MatchStar) and part.name == name:
            return True
    return not assigned  # a name with two underscores, say, which has another one in the code


def _taken_from_outside(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Give the names in a function within, and its defaults, that are none of its variables."""
    alone = copy.deepcopy(node)
    statement = alone if isinstance(alone, ast.FunctionDef) else ast.Expr(alone)
    module = ast.fix_missing_locations(ast.Module([statement], []))
    try:
        made = compile(module, "", "exec", dont_inherit=True)
    except SyntaxError:  # nonlocal, which is refused
        return set()
    return {
        step.argval
        for code in _all_codes(made)
        for step in dis.get_instructions(code)
        if step.opname in {"LOAD_GLOBAL", "LOAD_NAME"}
    }


def _flag(name: str, old: ast.AST, *, value: bool) -> ast.stmt:
    made = ast.Assign([ast.Name(_FLAG.format(name), ast.Store())], ast.Constant(value))
    return ast.copy_location(made, old)


def _asked(name: str, *value: ast.expr) -> ast.expr:
    flag = ast.Name(_FLAG.format(name), ast.Load())
    asked = ast.Name(VALUE_OF if value else HAS_VALUE, ast.Load())
    return ast.Call(asked, [flag, ast.Constant(name), *value], [])


def _assigned(target: ast.expr) -> Iterator[str]:
    """Give the variables that an assignment gives values."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Starred):
        yield from _assigned(target.value)
    elif isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _assigned(part)


class _Flagger(ast.NodeTransformer):
    """Sets the flags of some variables in one function, and asks for them."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._straight = False  # within a list, or arguments, of which some have a star

    def statements(self, part: ast.stmt) -> list[ast.stmt]:
        """Change a statement, which may become several."""
        made: Any = self.visit(part)
        return cast("list[ast.stmt]", made) if isinstance(made, list) else [made]

    def _set(self, targets: Sequence[ast.expr], old: ast.AST) -> list[ast.stmt]:
        names = {name for target in targets for name in _assigned(target)} & self._names
        return [_flag(name, old, value=True) for name in sorted(names)]

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self._names or not isinstance(node.ctx, ast.Load):
            return node
        made = ast.IfExp(_asked(node.id), node, copy.copy(node))
        straight = _asked(node.id, node)
        return ast.copy_location(straight if self._straight else made, node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        return [node, *self._set(node.targets, node)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        node.value = self.visit(node.value)
        node.target = self.visit(node.target)
        return [node, *self._set([node.target], node)]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        asked = [name for name in _assigned(node.target) if name in self._names]
        return [*(ast.copy_location(ast.Expr(_asked(name)), node) for name in asked), node]

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        node.body = [*self._set([node.target], node.body[0]), *node.body]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return [node, *self._set([ast.Name(node.name)], node)]

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit(self, node: ast.AST) -> Any:
        """Change a part of the function."""
        if any(isinstance(part, ast.Starred) for part in ast.iter_child_nodes(node)):
            outside, self._straight = self._straight, True
            self.generic_visit(node)
            self._straight = outside
            return node
        if not isinstance(node, _COMPREHENSIONS):
            return super().visit(node)
        first = node.generators[0]
        iterable = self.visit(first.iter)  # all but this has variables of its own
        first.iter = ast.Constant(None)
        own = {name for part in node.generators for name in _assigned(part.target)}
        names, self._names = self._names, self._names - own
        self.generic_visit(node)
        self._names, first.iter = names, iterable
        return node
