"""Arithmetic that raises where Python raises, or gives what 64 bits cannot hold.

Left to itself, compiled code gives nan for the square root of -1, and some int for ``int(nan)``,
for a shift by -1 and for ``2 ** n`` with a negative n. What stands for these operations here
raises instead. Which error does not matter: the function is called once more, interpreted, and
raises the right one, or it gives a value that compiled code cannot give, which is an error too.

The functions of ``math`` are exchanged for their stand-ins wherever a function refers to them;
operators, ``int``, ``round`` and ``pow`` in its source (`operators`).
"""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, Final

from searchkit.compiled.door import load, types

_extending: Any = load("numba.extending")

_BITS: Final = 64
_BEYOND: Final = 2.0**63  # the first float that no int of 64 bits is
_NUMBERS: Final = (types.Integer, types.Boolean, types.Float)
_WHOLE: Final = (types.Integer, types.Boolean)


def _stand_in(name: str) -> Any:
    """Make a function that stands for another, and has its name in messages."""

    def stand_in(*_arguments: Any) -> Any:
        raise NotImplementedError

    stand_in.__name__ = stand_in.__qualname__ = name
    return stand_in


def _of_one(function: Callable[[Any], Any]) -> Any:
    """Make what stands for a function of ``math`` of one number."""
    stand_in = _stand_in(function.__name__)

    @_extending.overload(stand_in, strict=False)
    def _meaning(x: Any) -> Any:
        def checked(x: Any) -> Any:
            result = function(x)
            if not math.isfinite(result):
                given = float(x)
                if math.isfinite(given) or (math.isnan(result) and not math.isnan(given)):
                    raise ValueError("math domain error, or a result out of range")
            return result

        return checked if isinstance(x, _NUMBERS) else None

    return stand_in


def _of_two(function: Callable[[Any, Any], Any]) -> Any:
    """Make what stands for a function of ``math`` of two numbers."""
    stand_in = _stand_in(function.__name__)

    @_extending.overload(stand_in, strict=False)
    def _meaning(x: Any, y: Any) -> Any:
        def checked(x: Any, y: Any) -> Any:
            result = function(x, y)
            if not math.isfinite(result):
                one, other = float(x), float(y)
                if math.isfinite(one) and math.isfinite(other):
                    raise ValueError("math domain error, or a result out of range")
                if math.isnan(result) and not (math.isnan(one) or math.isnan(other)):
                    raise ValueError("math domain error")
            return result

        return checked if isinstance(x, _NUMBERS) and isinstance(y, _NUMBERS) else None

    return stand_in


def _to_int(function: Any) -> Any:
    """Make what stands for a function that makes an int of a float."""
    stand_in = _stand_in(function.__name__)

    @_extending.overload(stand_in, strict=False)
    def _meaning(x: Any) -> Any:
        def plain(x: Any) -> Any:
            return function(x)

        def checked(x: Any) -> Any:
            if not -_BEYOND <= x < _BEYOND:
                raise OverflowError("no int of 64 bits")
            return function(x)

        return checked if isinstance(x, types.Float) else plain

    return stand_in


_ONE: Final = (
    *(math.acos, math.acosh, math.asin, math.atanh, math.cos, math.cosh, math.exp, math.expm1),
    *(math.gamma, math.lgamma, math.log, math.log10, math.log1p, math.log2, math.sin, math.sinh),
    *(math.sqrt, math.tan, *([math.exp2] if hasattr(math, "exp2") else [])),
)
_stand_ins: dict[Any, Any] = {
    **{function: _of_one(function) for function in _ONE},
    **{function: _of_two(function) for function in (math.pow, math.hypot, math.ldexp)},
    **{function: _to_int(function) for function in (math.floor, math.ceil, math.trunc)},
}


def checked(value: Any) -> Any:
    """Give what stands for a function of ``math``; any other value itself."""
    return _stand_ins.get(value, value) if isinstance(value, BuiltinFunctionType) else value


to_int: Final = _to_int(builtins.int)
to_nearest_int: Final = _to_int(builtins.round)
power: Final = _stand_in("pow")


@_extending.overload(power, strict=False, prefer_literal=True)
def _power(base: Any, exponent: Any) -> Any:
    """Let ``**`` raise where ints give no int, or finite floats nothing finite.

    numba has quicker code where it sees the exponent, so a constant one is written out.
    """
    base = types.unliteral(base)

    def of_ints(base: Any, exponent: Any) -> Any:
        if exponent < 0:
            raise ValueError("a negative power of an int is a float")
        return base**exponent

    whole = isinstance(base, _WHOLE) and isinstance(types.unliteral(exponent), _WHOLE)
    written, of_float = "exponent", "base"
    if isinstance(exponent, types.IntegerLiteral):
        written = f"({exponent.literal_value})"
        whole &= exponent.literal_value >= 0
        of_float = "float(base)"  # also of an int, where the exponent is negative
    elif isinstance(exponent, types.Integer) and exponent.signed and whole:
        return of_ints
    space: dict[str, Any] = {"isfinite": math.isfinite}
    exec(  # noqa: S102
        f"def plain(base, exponent):\n    return base ** {written}\n"
        f"def of_floats(base, exponent):\n    result = {of_float} ** {written}\n"
        "    if not isfinite(result) and isfinite(base) and isfinite(exponent):\n"
        "        raise OverflowError('no finite float')\n    return result\n",
        space,
    )
    numbers = isinstance(base, _NUMBERS) and isinstance(types.unliteral(exponent), _NUMBERS)
    return space["of_floats"] if numbers and not whole else space["plain"]


def _intrinsic(meaning: Any) -> Any:
    """Make a function that becomes code for the machine where it is called."""
    return _extending.intrinsic(meaning)


def _shift(name: str, beyond: Callable[..., Any]) -> Any:
    """Give what stands for a shift by a variable.

    Counts of 0 to 63 pass one comparison, of unsigned numbers, with a jump that is never made.

    Args:
        name: Of the operator in the module ``operator``.
        beyond: Writes the code for a count of 64 or more; gives the result.
    """
    operation = getattr(operator, name)

    def shift(context: Any, value: Any, count: Any) -> Any:
        signature = context.resolve_function_type(operation, (value, count), {})
        if signature is None:
            return None

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            plain = target.get_function(operation, signature)
            counts = signature.args[1]
            if not all(isinstance(kind, types.Integer) for kind in signature.args):
                return plain(builder, arguments)
            word, bits = arguments
            outside = builder.icmp_unsigned(">=", bits, bits.type(_BITS))
            inside = plain(builder, arguments)
            before = builder.block
            with builder.if_then(outside, likely=False):
                if counts.signed:
                    negative = builder.icmp_signed("<", bits, bits.type(0))
                    _raise_if(target, builder, negative, "negative shift count")
                word = target.cast(builder, word, signature.args[0], signature.return_type)
                far = beyond(target, builder, word, signature.return_type)
                after = builder.block
            result = builder.phi(inside.type)
            result.add_incoming(inside, before)
            result.add_incoming(far, after)
            return result

        return signature, generate

    shift.__name__ = shift.__qualname__ = name
    return _intrinsic(shift)


def _raise_if(target: Any, builder: Any, condition: Any, words: str) -> None:
    with builder.if_then(condition, likely=False):
        target.call_conv.return_user_exc(builder, ValueError, (words,))


def _left_beyond(target: Any, builder: Any, word: Any, _kind: Any) -> Any:
    lost = builder.icmp_unsigned("!=", word, word.type(0))
    _raise_if(target, builder, lost, "a shift beyond 64 bits")
    return word


def _right_beyond(_target: Any, builder: Any, word: Any, kind: Any) -> Any:
    return builder.ashr(word, word.type(_BITS - 1)) if kind.signed else word.type(0)


left_shift: Final = _shift("lshift", _left_beyond)
right_shift: Final = _shift("rshift", _right_beyond)


@_intrinsic
def inverted(context: Any, value: Any) -> Any:
    """Stand for ``~``, which makes -1 or -2 of a truth value."""
    kind = types.int64 if isinstance(value, types.Boolean) else value
    signature = context.resolve_function_type(operator.invert, (kind,), {})
    if signature is None:
        return None

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.get_function(operator.invert, signature)(builder, arguments)

    return signature, generate
