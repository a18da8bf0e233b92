"""numba's types and messages in words of Python."""

from __future__ import annotations

import re
from typing import Any, Final

from searchkit.compiled.door import types

_NUMBER = r"(?:u?int(?:8|16|32|64)|Literal\[int\]\(-?\d+\)|intp|uintp)"
_SIMPLE: Final = [
    (_NUMBER, "int"),
    (r"Literal\[str\]\([^)]*\)|unicode_type", "str"),
    (r"Literal\[bool\]\(\w+\)|boolean", "bool"),
    (r"\bfloat(?:32|64)\b", "float"),
    (r"\bnone\b", "None"),
    (r"slice<\w+:\w+(?::\w+)?>", "a slice"),
    (r"slice\d?_literal", "a slice"),
    (r"OptionalType\((\w+)\)", r"\1 or None"),
    (r"reflected list\(([^<>]*?)\)(?:<iv=[^>]*>)?", r"list of \1"),
    (r"list\(([^<>]*?)\)(?:<iv=[^>]*>)", r"list of \1"),
    (
        r"(?:\w*\([^()]*\)|\w+) generator\(func=<function (\w+) at .*?has_finalizer=\w+\)",
        r"the generator \1",
    ),
    (r"(?:reflected )?set\(([^<>()]*)\)", r"set of \1"),
    (r"range_(?:state|iter)_(?:u?int\d\d)", "range"),
    (r"DictType\[.*?\](?:<iv=[^>]*>)?", "dict"),
    (r"(?:readonly )?array\((\w+), \dd, \w\)", r"array of \1"),
]


def in_words(kind: Any) -> str:
    """Say a type of numba as a person would."""
    if isinstance(kind, types.Integer | types.IntegerLiteral):
        return "int"
    if isinstance(kind, types.Boolean | types.BooleanLiteral):
        return "bool"
    if isinstance(kind, types.Float):
        return "float"
    if isinstance(kind, types.UnicodeType | types.StringLiteral):
        return "str"
    if isinstance(kind, types.NoneType):
        return "None"
    if isinstance(kind, types.Optional):
        return f"{in_words(kind.type)} or None"
    if isinstance(kind, types.EnumMember):
        return f"{kind.instance_class.__name__}, an Enum"
    if isinstance(kind, types.BaseTuple):
        cls = getattr(kind, "instance_class", None)
        inner = ", ".join(map(in_words, kind.types))
        comma = "," if len(kind.types) == 1 and cls is None else ""
        return f"{cls.__name__ if cls else ''}({inner}{comma})"
    if isinstance(kind, types.List | types.ListType | types.Set):
        return f"{'set' if isinstance(kind, types.Set) else 'list'} of {in_words(kind.dtype)}"
    if isinstance(kind, types.Array):
        return f"array of {in_words(kind.dtype)}"
    if isinstance(kind, types.DictType):
        return f"dict of {in_words(kind.key_type)} to {in_words(kind.value_type)}"
    if isinstance(kind, types.Generator):
        return f"generator of {in_words(kind.yield_type)}"
    return text_in_words(str(kind))


def text_in_words(text: str) -> str:
    """Say the types within a message as a person would."""
    for pattern, words in _SIMPLE:
        text = re.sub(pattern, words, text)
    text = re.sub(r"UniTuple\((\w+)(?:,| x) (\d+)\)", _row, text)
    return re.sub(r"\bTuple\(", "(", text)


def _row(found: re.Match[str]) -> str:
    count = int(found[2])
    if count > 4:
        return f"(a tuple of {count} {found[1]}s)"
    return f"({', '.join([found[1]] * count)}{',' * (count == 1)})"


_SIGNATURE: Final = (
    r"No implementation of function Function\(<.*?>\) found for signature:\s*"
    r">>> (\w+)\((.*?)\)\s*(?:There are|$)"
)
_UNIFY: Final = r"(?:Can't|Cannot) unify (?:yield|return) type from the following types: (.+)"
_VARIABLE: Final = r"Cannot unify (.+) and (.+) for '([^'$]\S*?)(?:\.\d+)?'"
_EMPTY: Final = r"Cannot infer the type of variable '(\w*)[^']*'.*imprecise type: list"
_OF_CASES: Final = r"Cannot unify (.+) and (.+) for '\$"
_ESCAPES: Final = (
    r"Cannot capture the non-constant value associated with variable '(\w+)' in a function",
    r"Cannot capture a constant value for variable '(\w+)' as there are multiple",
)
_OWN_METHOD: Final = r"Invalid use of BoundFunction\(\w+\.(\w+) for (.+)\) with parameters \((.*)\)"
_CAST: Final = r">>> _cast\((.+), class\((.+)\)\)$"
_BINDING: Final = r"Cannot bind '.*' to signature '(.*)' due to \"TypeError: (.+)\""
_UNKNOWN: Final = (
    r"Untyped global name '(\w+)':? [Cc]annot determine Numba type of <class '([^']+)'>"
)

_MIXED: Final = (
    r"Invalid use of getiter with parameters \((Tuple\(.+\))\)$",
    r">>> getitem\((Tuple\(.+\)|(?!UniTuple|Literal|list|array|reflected|Dict)\w+\(.+\)), int64\)$",
)
_ALIKE: Final = (
    "{0} is looped over, or an entry is picked by a variable, and its entries are not of one type"
)
_DIFFERENT: Final = (
    "two forms come together that differ in some place, such as a truth value in one and an int in "
    "the other: write int(...) or bool(...) there in both"
)
_MESSAGES: Final[list[tuple[str, str]]] = [
    (_UNIFY, "it gives values of different forms, {0}: all must have one form"),
    (
        _VARIABLE,
        "{2} is {0} in one place and {1} in another: a variable keeps one type, so use two",
    ),
    (
        _OF_CASES,
        (
            "an expression gives {0} in one case and {1} in another (if ... else, and, or): give "
            "both one type, or write an if statement"
        ),
    ),
    *(
        (
            pattern,
            (
                "a function that uses {0} is kept or given back, and compiled code can only call "
                "it where it is written: write a loop or [... for ...], or give {0} to it as an "
                "argument"
            ),
        )
        for pattern in _ESCAPES
    ),
    (
        r"Undecided type \S*(?:getitem|subscr)",
        (
            "it cannot be seen of what type the entry is that is taken out there: entries that "
            "are functions do not compile"
        ),
    ),
    (_OWN_METHOD, "{0}({2}) of a {1} is not known"),
    (_CAST, "{0} stands where {1} is needed: all keys, and all values, have one type"),
    (
        r"Implementation function returned by `@overload` has an unexpected type",
        "a built-in function is called with values of types that it does not take",
    ),
    (
        r"Type of #\d+ arg mismatch",
        "a value is of another type than the entries of the set or dict that it is used with",
    ),
    (
        r"Cannot modify readonly array",
        (
            "an array or list of Problem(data=...), or one outside of the function, is changed: "
            "it is constant in compiled code"
        ),
    ),
    (_BINDING, "a function that takes {0} is called wrongly: {1}"),
    (r"Unknown attribute '(\w+)' of type (.+)", "there is no {0} in {1} that compiles"),
    (_UNKNOWN, "{0} is of type {1}, which compiled code does not know"),
    (r"NameError: (name '\w+' is not defined)", "the {0}"),
    (_EMPTY, "what the empty list {0} is to hold cannot be seen: write [0][:0] for ints"),
    (r"Cannot type generator: it does not yield any value", "it never comes to a yield"),
    *((pattern, _ALIKE) for pattern in _MIXED),
    (
        r">>> replace_fields\((\w+)\(.*?\), Literal\[str\]\(([\w ]+)\)",
        "_replace() is given something that is no field of {0}: {1}",
    ),
    (
        r">>> tuple\(((?:reflected )?list.*?)\)$",
        "a tuple of {0} has a length that is not known beforehand: name its entries, (a, b, c)",
    ),
    (r"Use of unsupported opcode \((\w+)\)", "{0} is used, which is not known"),
]


def plain_text(error: BaseException) -> str:
    """Give the text of an error of numba without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


_BEHIND: Final = r"(?:ol|impl)_(?:(?:set|list|dict|str|unicode|bytes)_)?(\w+)"
_METHODS: Final = r"(?:set|list|dict|unicode|bytes)_(\w+)"


def _call(name: str, arguments: str) -> str:
    """Say a call that is not known, without the names that numba's own functions have."""
    method = re.fullmatch(_BEHIND, name) or re.fullmatch(_METHODS, name)
    if method is None:
        return f"{name}({arguments}) is not known"
    owner, *rest = re.split(r", (?![^(]*\))", arguments)
    return f"{method[1]}({', '.join(rest)}) of a {owner} is not known"


def _way_to_one_type(kind: str) -> str:
    if set(re.findall(r"\w+", kind)) == {"int", "float"}:
        return ": write 1.0 in place of 1"
    return ": give all of them one form"


def gist(error: BaseException) -> str:
    """Say the core of an error of numba in a sentence or two."""
    text = plain_text(error)
    for pattern, words in _MESSAGES:
        found = list(re.finditer(pattern, text, re.MULTILINE))
        if found:
            parts = [text_in_words(part or "").strip() for part in found[-1].groups()]
            return words.format(*parts) + (_way_to_one_type(*parts) if words is _ALIKE else "")
    found = list(re.finditer(_SIGNATURE, text, re.MULTILINE))
    if found:
        return _call(found[-1][1], text_in_words(found[-1][2]).strip())
    if isinstance(error, AssertionError) and not text:
        return _DIFFERENT
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skipped = ("Failed in nopython", "During:", "File ", "def ", "<source", "^", ">>>", "- Resol")
    first = next((n for n, line in enumerate(lines) if not line.startswith(skipped)), 0)
    source = (n for n, line in enumerate(lines) if n > first and line.startswith("File "))
    kept = [line for line in lines[: next(source, None)] if not line.startswith(skipped)]
    told = text_in_words(" ".join(kept[:2]))[:300]
    return f"numba says: {told}" if told else f"numba failed with {type(error).__name__}"
