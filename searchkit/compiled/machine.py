"""What kernels need from the machine and numba does not offer: addresses, calls, prefetching."""

from __future__ import annotations

from typing import Any

from searchkit.compiled.door import load, types

_cgutils: Any = load("numba.core.cgutils")
_imputils: Any = load("numba.core.imputils")
_ir: Any = load("llvmlite.ir")
_intrinsic: Any = load("numba.extending").intrinsic

_WORD = _ir.IntType(64)
_BYTE_POINTER = _ir.IntType(8).as_pointer()
_ARGUMENTS = 7


@_intrinsic
def call(
    _context: Any,
    address: Any,
    states: Any,
    count: Any,
    out: Any,
    capacity: Any,
    tallies: Any,
    costs: Any,
    data: Any,
) -> Any:
    """Call a compiled function of the user by its address; see `adapters` for what it takes.

    One signature for all of them is what lets the kernels stay on disk: they never know which
    function they call.
    """
    signature = types.int64(*([types.int64] * (_ARGUMENTS + 1)))

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = _ir.FunctionType(_WORD, [_WORD] * _ARGUMENTS)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(function, arguments[1:])

    return signature, generate


@_intrinsic
def as_pointer(_context: Any, address: Any) -> Any:
    """Turn an address into a pointer, for ``carray``."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], _BYTE_POINTER)

    return types.voidptr(types.int64), generate


@_intrinsic
def read_only(_context: Any, array: Any) -> Any:
    """Give the same array, of a type that refuses to be written to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.return_type
        return _imputils.impl_ret_borrowed(context, builder, kind, arguments[0])

    return array.copy(readonly=True)(array), generate


@_intrinsic
def without_literals(_context: Any, value: Any) -> Any:
    """Give the same value, of a type that does not say which constants are in it."""
    kind = _without_literals(value)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = target.cast(builder, arguments[0], signature.args[0], kind)
        return _imputils.impl_ret_borrowed(target, builder, kind, made)

    return kind(value), generate


def _without_literals(kind: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        parts = [_without_literals(part) for part in kind.types]
        return types.BaseTuple.from_types(parts, getattr(kind, "instance_class", None))
    return types.unliteral(kind)


@_intrinsic
def as_cost(_context: Any, value: Any) -> Any:
    """Make a cost an int64, or a float64 where it is a float; other types do not compile."""
    if not isinstance(value, types.Integer | types.Boolean | types.Float):
        return None
    kind = types.float64 if isinstance(value, types.Float) else types.int64

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.cast(builder, arguments[0], signature.args[0], kind)

    return kind(value), generate


@_intrinsic
def bits_of(_context: Any, number: Any) -> Any:
    """Give the 64 bits of a number as an int64; those of an int are the int."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], _WORD)

    return types.int64(number), generate


@_intrinsic
def prefetch(_context: Any, array: Any, position: Any) -> Any:
    """Ask the processor to bring an entry of an array near, as it will be needed soon."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = target.make_array(signature.args[0])(target, builder, arguments[0]).data
        flag = _ir.IntType(32)
        kind = _ir.FunctionType(_ir.VoidType(), [_BYTE_POINTER, flag, flag, flag])
        function = _cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        pointer = builder.bitcast(builder.gep(data, [arguments[1]]), _BYTE_POINTER)
        builder.call(function, [pointer, flag(0), flag(3), flag(1)])
        return target.get_dummy_value()

    return types.void(array, types.intp), generate


@_intrinsic
def ordered(_context: Any, value: Any) -> Any:
    """Turn a number into an int64 so that the order stays; an int is one already."""

    def same(_target: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
        return arguments[0]

    def of_float(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        number = builder.fadd(arguments[0], arguments[0].type(0.0))  # -0.0 becomes 0.0
        bits = builder.bitcast(number, _WORD)
        negative = builder.ashr(bits, _WORD(63))
        return builder.xor(bits, builder.lshr(negative, _WORD(1)))

    if isinstance(value, types.Float):
        return types.int64(types.float64), of_float
    return types.int64(types.int64), same
