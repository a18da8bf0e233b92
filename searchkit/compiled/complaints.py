"""What does not compile, said in the user's words: which function, which line, what instead.

numba's own messages are pages long, and speak of its inner types. Here they only serve to find the
line; what is wrong with it, `refusals` knows, or a sentence of `wording` says.
"""

from __future__ import annotations

import contextlib
import dis
import inspect
import re
from collections.abc import Callable, Generator, Iterator
from itertools import pairwise
from pathlib import PurePath
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import attrs

from searchkit.compiled.classes import behind, is_named, members_of
from searchkit.compiled.door import load, types
from searchkit.compiled.exception_tables import line_in_try, seems_to_catch
from searchkit.compiled.refusals import STORING, STORING_INTO_DATA, TRY, Refusal, refusals_in
from searchkit.compiled.rewriting import without_actions
from searchkit.compiled.sources import source_of, values_around
from searchkit.compiled.wording import gist, in_words, plain_text
from searchkit.errors import CompileError

_PLACES: Final = (
    r'File "([^"]+)", line (\d+)',
    r"Raised from (.+) \((\d+)\)",
    r"(?:at|location:) (\S+) \((\d+)\)",
)
_TAKERS: Final = {"list", "sorted", "set", "sum", "any", "all", "min", "max"}
_DEFAULT: Final = (
    r"OverloadSelector|Cannot type empty list|determine Numba type of <class '(?:dict|set)'>"
)
"""What numba says of a list, set or dict as a default argument."""
_dict_iterators: Any = load("numba.core.types").DictIteratorType


@contextlib.contextmanager
def explained(role: str, function: Callable[..., Any]) -> Generator[None, None, None]:
    """Turn numba's errors into one for people."""
    try:
        yield
    except CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - of what numba refuses it may raise anything
        raise CompileError(_explanation(role, function, error)) from None


def wrong_type(
    role: str, function: Callable[..., Any], found: Any, wanted: str, why: str = ""
) -> CompileError:
    """Make the error for a function that gives something else than it should."""
    told = why or _hint(in_words(found), wanted)
    return CompileError(
        f"{_whose(role, function)} must give {wanted}, but compiled it gives {in_words(found)}"
        + (f": {told}." if told else ".")
    )


def require_parameters(role: str, function: FunctionType, *, takes_data: bool) -> None:
    """Require that a function can be called with a state, and with the data where there is some.

    Raises:
        CompileError: It takes another number of arguments.
    """
    given = ["state", "data"] if takes_data else ["state"]
    parameters = inspect.signature(function).parameters
    try:
        inspect.signature(function).bind(*given)
    except TypeError as error:
        if takes_data:
            instead = "add a parameter for data=, which every function is given, or leave data= out"
        elif len(parameters) > 1:
            instead = "take the state alone, or give what else it needs as Problem(data=...)"
        else:
            instead = "take the state"
        raise CompileError(
            f"{_whose(role, function)} is called with ({', '.join(given)}), and takes "
            f"({', '.join(parameters)}): {error}. Instead, {instead}."
        ) from None


def refuse_iterators(role: str, function: Any) -> None:
    """Refuse what gives back map() or filter(), where no source is to be had to rewrite it.

    This must come before it is compiled: numba's code for it breaks the process later.

    Raises:
        CompileError: It does, or a function does that it calls.
    """
    function = getattr(function, "py_func", function)
    for other in reached_from(function):
        names = set(other.__code__.co_names)
        steps = [step.opname for step in dis.get_instructions(other)]
        returns_call = any(
            one.startswith("CALL") and then == "RETURN_VALUE" for one, then in pairwise(steps)
        )
        suspect = names & {"map", "filter"} and returns_call and not names & _TAKERS
        if suspect and source_of(other) is None:
            raise CompileError(_gives_iterator(role, other))


def _gives_iterator(role: str, function: Any) -> str:
    return (
        f"{_whose(role, function)} gives back map() or filter(), which does not compile. "
        "Instead, write a loop with yield, or give a list."
    )


def require_safe(
    role: str, function: Any, returned: Any, compiled: list[tuple[CodeType, Any]]
) -> None:
    """Refuse what numba compiles, and what then goes wrong or breaks the process.

    Args:
        role: What the function does.
        function: The user's function.
        returned: The type that it gives.
        compiled: The code of all functions that were compiled, and what was made of it.

    Raises:
        CompileError: One of them yields within a loop over a dict, or has a try block, in which
            numba loses errors; or the function gives an iterator of numba's own.
    """
    if isinstance(returned, types.Generator) and returned.gen_func.__module__.startswith("numba."):
        raise CompileError(_gives_iterator(role, function))
    for _, other in compiled:
        for made in other.overloads.values():
            kind = made.signature.return_type
            if isinstance(kind, types.Generator) and any(
                isinstance(part, _dict_iterators) for part in kind.state_types
            ):
                raise CompileError(
                    f"{role} does not compile: {_place(other.py_func)} yields within a loop over "
                    "a dict, which numba compiles wrongly. Instead, loop over a list of its "
                    "entries: for key in list(d.keys())."
                )
    function = getattr(function, "py_func", function)
    copies = {code: made.py_func for code, made in compiled}
    for other in reached_from(function):
        copy = copies.get(other.__code__)
        if copy is None:
            continue
        line = line_in_try(copy.__code__)
        if line is not None:
            raise CompileError(_told(role, function, other, line, Refusal(line, line, *TRY)))
        if seems_to_catch(copy.__code__):
            raise CompileError(
                f"{role} does not compile: in {_place(other)} numba sees a try block where there "
                "is none, and would lose errors. Instead, write its comprehensions as loops."
            )


def reached_from(function: FunctionType) -> list[FunctionType]:
    """Give the function and all functions that it calls, through others too."""
    found: dict[FunctionType, None] = {}
    waiting = [function]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting += _called_by(function)
    return list(found)


def _called_by(function: FunctionType) -> Iterator[FunctionType]:
    names = _names_in(function.__code__)
    values = [v for k, v in function.__globals__.items() if k in names]
    values += [c.cell_contents for c in function.__closure__ or () if _is_bound(c)]
    while values:
        value = values.pop()
        value = getattr(value, "py_func", value)
        if isinstance(value, FunctionType):
            yield value
        elif isinstance(value, staticmethod | classmethod | property):
            values.append(behind(value))
        elif is_named(value):
            members = members_of(value).items()
            values += [v for k, v in members if k in names and k not in value._fields]
        elif isinstance(value, ModuleType) and not value.__name__.startswith(("numpy", "numba")):
            values += [v for k, v in vars(value).items() if k in names]


def _is_bound(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _names_in(code: CodeType) -> set[str]:
    inner = (_names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def _explanation(role: str, function: Any, error: Exception) -> str:
    """Say what does not compile: one construct at the line at which numba points."""
    function = getattr(function, "py_func", function)
    reached = reached_from(function)
    places = [place for place in _places(error) if any(_holds(other, *place) for other in reached)]
    told = plain_text(error)
    for file, line in places:
        for other in reached:
            if _holds(other, file, line):
                refusal = _refusal(other, line)
                if refusal is not None:
                    if refusal.what == STORING[0] and "readonly array" in told:
                        refusal = Refusal(line, line, *STORING_INTO_DATA)
                    return _told(role, function, other, line, refusal)
    for other in reached:
        what = _default_in(other) if re.search(_DEFAULT, told) else ""
        if what:
            line = other.__code__.co_firstlineno
            refusal = Refusal(line, line, what, "use a tuple, or give it as Problem(data=...)")
            return _told(role, function, other, line, refusal)
    if places:
        differs = re.search("unify (?:yield|return) type", plain_text(error))
        file, line = places[-1 if differs else 0]
        other = next(other for other in reached if _holds(other, file, line))
        return _told(role, function, other, line, None, gist(error))
    for other in reached:  # numba gave no place: some refusal will be it
        refusal = _refusal(other, None)
        if refusal is not None:
            return _told(role, function, other, refusal.first, refusal)
    return f"{_whose(role, function)} does not compile: {gist(error)}."


def _default_in(function: FunctionType) -> str:
    """Name a list, set or dict that is the default of an argument; empty if there is none."""
    for name, parameter in inspect.signature(function).parameters.items():
        kind: Any = parameter.default.__class__
        if issubclass(kind, list | set | dict):
            return f"a {kind.__name__} as a default argument, {name}={parameter.default!r}"
    return ""


def _told(
    role: str,
    function: Any,
    other: FunctionType,
    line: int,
    refusal: Refusal | None,
    why: str = "",
) -> str:
    if refusal is not None:
        line = refusal.first if not refusal.first <= line <= refusal.last else line
        why = f"Compiled code cannot have {refusal.what}. Instead, {refusal.instead}."
    else:
        why = f"There, {why}."
    source = source_of(other)
    shown = f":\n    {source.line(line)}\n" if source is not None else ". "
    what = "does not compile: in" if other is function else "does not compile: it calls"
    file = other.__code__.co_filename
    return f"{role} {what} {other.__qualname__} ({file}, line {line}){shown}{why}"


def _places(error: Exception) -> list[tuple[str, int]]:
    """Give the places that an error names, from the innermost on."""
    text = plain_text(error)
    found = [
        (match.start(), match[1], int(match[2]))
        for pattern in _PLACES
        for match in re.finditer(pattern, text)
    ]
    places = [(file, line) for _, file, line in sorted(found)]
    where: Any = getattr(error, "loc", None) or _loc_of_assertion(error)
    return places or ([] if where is None else [(str(where.filename), int(where.line))])


def _loc_of_assertion(error: Exception) -> Any:
    """Give the place of the instruction at which numba failed without a word; None elsewhere."""
    where = None
    trace = error.__traceback__ if isinstance(error, AssertionError) else None
    while trace is not None:
        where = getattr(trace.tb_frame.f_locals.get("inst"), "loc", where)
        trace = trace.tb_next
    return where


def _holds(function: FunctionType, file: str, line: int) -> bool:
    """Whether a place that numba names is in a function."""
    code = function.__code__
    if PurePath(code.co_filename).name != PurePath(file).name:
        return False
    return code.co_firstlineno <= line <= _last_line(code)


def _last_line(code: CodeType) -> int:
    lines = [line for _, _, line in code.co_lines() if line is not None]
    inner = [_last_line(part) for part in code.co_consts if isinstance(part, CodeType)]
    return max([code.co_firstlineno, *lines, *inner])


def _refusal(function: FunctionType, line: int | None) -> Refusal | None:
    source = source_of(function)
    if source is None:
        return None
    value_of = values_around(function)
    source = attrs.evolve(source, node=without_actions(source.node, value_of))
    found = refusals_in(source, value_of)
    if line is None:
        return next((refusal for refusal in found if refusal.always), None)
    here = [refusal for refusal in found if refusal.first <= line <= refusal.last]
    return min(here, key=lambda refusal: refusal.last - refusal.first, default=None)


def _hint(found: str, wanted: str) -> str:
    """Say where such a difference comes from, as a rule."""
    if "float" in found and "float" not in wanted:
        return "use // in place of /, or int(...)"
    if found.startswith(("set of", "dict of")):
        return "give a list of what is in it, sorted(...)"
    if "None" in found:
        return "every path must end in a value"
    if "Enum" in found:
        return "use its number: int(...)"
    if "str" in found:
        return "number what the strings stand for"
    return ""


def _whose(role: str, function: Any) -> str:
    function = getattr(function, "py_func", function)
    return f"{role}: {_place(function)}" if hasattr(function, "__code__") else role


def _place(function: Any) -> str:
    code = function.__code__
    return f"{function.__qualname__} ({code.co_filename}, line {code.co_firstlineno})"
