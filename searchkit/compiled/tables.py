"""Constant tables in compiled code: a list of lists of ints of different lengths.

numba has tuples and arrays, and nothing for rows of different lengths that can be indexed at any
place. So such a list becomes a `Table`: all entries in one array, and where each row ends. Each
row is a part of that array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from searchkit.compiled.door import load, numpy, types

_extending: Any = load("numba.extending")
_imputils: Any = load("numba.core.imputils")
_cgutils: Any = load("numba.core.cgutils")
_StructModel: Any = _extending.models.StructModel
_getitem: Any = load("operator").getitem

_LONGEST = 128
_WIDEST = 32
_NARROW, _MOST_PAIRS = 4, 256  # rows that are taken apart as a rule, for a, b in ROWS
_ARRAY: Any = types.Array(types.int64, 1, "C", readonly=True)


class Table:
    """Rows of ints.

    Args:
        rows: The rows.
    """

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.ends: Any = numpy.cumsum([0, *map(len, rows)], dtype=numpy.int64)
        self.values: Any = numpy.array([entry for row in rows for entry in row], numpy.int64)


def constant(values: Sequence[Any]) -> Any:
    """Turn a list or tuple into what numba can hold as a constant; leave the rest to its errors.

    Short ones become tuples, in which each entry may have its own type. Long lists become arrays:
    an entry of a long tuple costs numba too much time, when it compiles and when it runs.
    """
    rows: Any = values
    if values and all(isinstance(row, list | tuple) for row in rows):
        sizes = {len(row) for row in rows}
        whole = all(type(entry) is int for row in rows for entry in row)
        fits = whole and all(-(2**63) <= entry < 2**63 for row in rows for entry in row)
        if fits and len(sizes) > 1:
            return Table(rows)
        lists = all(isinstance(row, list) for row in rows)
        most = _WIDEST if max(sizes) > _NARROW else _MOST_PAIRS
        if fits and lists and sum(map(len, rows)) > most:
            return numpy.array(rows, numpy.int64)
    kinds: set[type[Any]] = {type(entry) for entry in values}
    if isinstance(values, list) and len(values) > _LONGEST and len(kinds) == 1:
        kind = {int: numpy.int64, float: numpy.float64, bool: numpy.bool_}.get(kinds.pop())
        if kind is not None:
            return numpy.array(values, kind)
    parts: list[Any] = [
        constant(cast("Any", row)) if isinstance(row, list | tuple) else row for row in rows
    ]
    is_plain = type(rows) in {list, tuple}
    return tuple(parts) if is_plain else cast("Any", type(rows))._make(parts)


class TableType(types.IterableType):  # type: ignore[misc]
    """numba's type of a `Table`."""

    def __init__(self) -> None:
        types.IterableType.__init__(self, name="Table")

    @property
    def iterator_type(self) -> Any:
        """The type of its iterators."""
        return _ROWS


class RowsType(types.SimpleIteratorType):  # type: ignore[misc]
    """numba's type of an iterator over the rows of a `Table`."""

    def __init__(self) -> None:
        types.SimpleIteratorType.__init__(self, "Rows", _ARRAY)


_TABLE: Any = TableType()
_ROWS: Any = RowsType()


@_extending.register_model(TableType)
class _TableModel(_StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        _StructModel.__init__(self, manager, kind, [("ends", _ARRAY), ("values", _ARRAY)])


@_extending.register_model(RowsType)
class _RowsModel(_StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("table", _TABLE), ("next", types.EphemeralPointer(types.intp))]
        _StructModel.__init__(self, manager, kind, members)


_extending.make_attribute_wrapper(TableType, "ends", "row_ends")
_extending.make_attribute_wrapper(TableType, "values", "entries")


@_extending.typeof_impl.register(Table)
def _type_of(_value: Any, _context: Any) -> Any:
    return _TABLE


@_imputils.lower_constant(TableType)
def _constant_table(context: Any, builder: Any, _kind: Any, value: Any) -> Any:
    parts = [
        context.get_constant_generic(builder, _ARRAY, array) for array in (value.ends, value.values)
    ]
    return _cgutils.pack_struct(builder, parts)


def _row_at(table: Any, position: Any) -> Any:
    size = table.row_ends.size - 1
    if position < 0:
        position += size
    if position < 0 or position >= size:
        raise IndexError("list index out of range")
    return table.entries[table.row_ends[position] : table.row_ends[position + 1]]


def _count(table: Any) -> Any:
    return table.row_ends.size - 1


@_extending.overload(_getitem, strict=False)
def _row(table: Any, position: Any) -> Any:
    return _row_at if table is _TABLE and isinstance(position, types.Integer) else None


@_extending.overload(len, strict=False)
def _rows(table: Any) -> Any:
    return _count if table is _TABLE else None


@_imputils.lower_builtin("getiter", TableType)
def _rows_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    rows = context.make_helper(builder, signature.return_type)
    rows.table = arguments[0]
    zero = context.get_constant(types.intp, 0)
    rows.next = _cgutils.alloca_once_value(builder, zero)
    return rows._getvalue()  # noqa: SLF001 - numba's own way


@_imputils.lower_builtin("iternext", RowsType)
@_imputils.iternext_impl(_imputils.RefType.BORROWED)
def _next_row(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    rows = context.make_helper(builder, signature.args[0], value=arguments[0])
    position = builder.load(rows.next)

    def size(table: Any) -> Any:
        return len(table)

    def row(table: Any, position: Any) -> Any:
        return table[position]

    count = context.compile_internal(builder, size, types.intp(_TABLE), [rows.table])
    is_valid = builder.icmp_signed("<", position, count)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        kind = _ARRAY(_TABLE, types.intp)
        result.yield_(context.compile_internal(builder, row, kind, [rows.table, position]))
        builder.store(builder.add(position, position.type(1)), rows.next)
