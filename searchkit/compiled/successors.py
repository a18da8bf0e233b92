"""The adapter of a successor function: *expand*, of the adapters.

Successors are written by one function, *put*. A generator calls it itself, in a copy (`direct`).
Where that does not compile, or there is no such copy, a loop goes through what the function gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from searchkit.compiled.adapters import (
    BAD_COST,
    FAILED,
    FULL,
    OUT_OF_RANGE,
    Source,
    fits_layout,
    made,
    require_type,
)
from searchkit.compiled.complaints import wrong_type
from searchkit.compiled.data import Data
from searchkit.compiled.direct import direct
from searchkit.compiled.door import load, types
from searchkit.compiled.layout import Layout
from searchkit.compiled.machine import as_cost, bits_of
from searchkit.compiled.translation import plain, translate

_typing: Any = load("numba.core.registry").cpu_target.typing_context


def expander(
    function: Callable[..., Any], layout: Layout, data: Data | None, *, role: str, steps: bool
) -> tuple[Any, Any]:
    """Make the adapter of a successor function.

    Returns:
        The native function, and the type of the costs (None where steps have none).

    Raises:
        CompileError: It does not compile; the message says why in the user's words.
    """

    def cost_type_of(each: Any) -> Any:
        cost_type, state = None, each
        why = _other_role(each, layout, role, steps=steps)
        if steps:
            state, cost_type = _step_type(each, role, function, why)
        require_type(state, layout, role, function, why)
        return cost_type

    def attempt(source: Callable[[], Source]) -> tuple[Any, ...] | None:
        return _of_generator(plain(function), source, cost_type_of, steps=steps)

    def write(returned: Any, source: Source) -> tuple[Any]:
        cost_type = cost_type_of(_each_of(returned, role, function))
        _write(source, steps=steps, loop=True)
        return (cost_type,)

    native, cost_type = made(role, function, layout, data, write, attempt=attempt)
    return native, cost_type


def _of_generator(
    function: Any,
    new_source: Callable[[], Source],
    cost_type_of: Callable[[Any], Any],
    *,
    steps: bool,
) -> tuple[Any, Any, Any] | None:
    """Make the adapter of a generator that writes its successors itself.

    Args:
        function: The generator.
        new_source: Makes an empty source.
        cost_type_of: Gives the type of the costs in successors of one type; raises where they are
            no states or steps.
        steps: Whether successors are steps.

    Returns:
        The compiled function, the adapter, and the type of the costs; None where it is no such
        generator, or does not compile, or the types of its successors do not go together. Then
        the loop over what it gives will say what is wrong.
    """
    generator = direct(function)
    if generator is None:
        return None
    for floats in (False, True):
        source = new_source()
        try:
            native = source.names["function"] = translate(generator, inline=True)
            _write(source, steps=steps, floats=floats)
            adapter = source.compiled()
            given = [arguments[0] for arguments in source.names["put"].overloads]
            cost_type = cost_type_of(_typing.unify_types(*given))
        except Exception:  # noqa: BLE001 - of what numba refuses it may raise anything
            return None
        if floats or not steps or all(_number_type(each.types[1]) == cost_type for each in given):
            return native, adapter, cost_type
    return None


def _write(source: Source, *, steps: bool, floats: bool = False, loop: bool = False) -> None:
    """Write the adapter.

    Args:
        source: Where to.
        steps: Whether successors are steps.
        floats: Whether all costs are to be floats.
        loop: Whether to loop over what the function gives; else it calls *put* itself.
    """
    width = source.layout.width
    source.names |= {"as_cost": as_cost, "bits_of": bits_of}
    source.add(1, "tally = carray(as_pointer(tallies), (count,), i64)")
    source.add(1, "size = before = i64(0)")
    facts = source.unpack_data(1)
    with source.body_of("put", "successor, out, costs, size, capacity"):
        source.add(0, "if size >= capacity:", f"    return {FULL}")
        if steps:
            source.add(0, f"cost = as_cost({'f64' * floats}(successor[1]))")
            source.add(0, "if cost < 0 or cost != cost:", f"    return {BAD_COST}")
            source.add(0, "cost_of = carray(as_pointer(costs), (capacity,), i64)")
            source.add(0, "cost_of[u64(size)] = bits_of(cost)")
        source.add(0, f"made = carray(as_pointer(out), (capacity * {width},), u64)")
        value = "successor" + "[0]" * steps
        source.pack(0, source.layout, value, f"size * {width}", "made")
        source.add(0, "if bad:", f"    return {OUT_OF_RANGE}", "return size + 1")
    arguments = f"put, out, costs, size, capacity, state{facts}"
    if loop:
        with source.body_of("each", arguments):
            source.add(0, f"for successor in function(state{facts}):")
            source.add(1, "size = put(successor, out, costs, size, capacity)")
            source.add(1, "if size < 0:", "    break")
            source.add(0, "return size")
    source.add_loop(
        "parent",
        f"size = {'each' if loop else 'function'}({arguments})",
        *("if size < 0:", "    tally[u64(parent)] = size", "    break"),
        *("tally[u64(parent)] = size - before", "before = size"),
        failed=f"tally[u64(parent)] = {FAILED}",
        unpacks=True,
    )


def _each_of(returned: Any, role: str, function: Callable[..., Any]) -> Any:
    """Give the type of what a successor function gives, one at a time."""
    if isinstance(returned, types.Generator):
        return returned.yield_type
    if isinstance(returned, types.List | types.ListType | types.UniTuple | types.RangeType):
        return returned.dtype
    if isinstance(returned, types.Array) and returned.ndim == 1:
        return returned.dtype
    if isinstance(returned, types.BaseTuple) and not isinstance(returned, types.BaseNamedTuple):
        raise wrong_type(
            role, function, returned, "states of one type", "the ones in this tuple differ"
        )
    rows = "make each row a tuple, such as (row[0], row[1])"
    why = rows if isinstance(returned, types.Array) else ""
    raise wrong_type(role, function, returned, "states, with yield or in a list", why)


def _other_role(each: Any, layout: Layout, role: str, *, steps: bool) -> str:
    """Say where these belong, if they are states in place of steps, or steps for states."""
    if steps:
        states = role.replace("steps", "states")
        fits = fits_layout(each, layout)
        return f"for states alone, without costs and actions, use {states}=" if fits else ""
    is_pair = isinstance(each, types.BaseTuple) and len(each) == 2
    fits = is_pair and not fits_layout(each, layout) and fits_layout(each.types[0], layout)
    return f"for Step(state, cost, action) use {role.replace('states', 'steps')}=" if fits else ""


def _step_type(each: Any, role: str, function: Callable[..., Any], why: str) -> tuple[Any, Any]:
    """Take the type of a step apart: state and cost."""
    if not isinstance(each, types.BaseTuple) or len(each) != 2:
        raise wrong_type(role, function, each, "Step(state, cost, action)", why)
    state, cost = each.types
    if not isinstance(cost, types.Float | types.Integer | types.Boolean):
        why = "other costs are for searches without compiled="
        raise wrong_type(role, function, cost, "steps whose cost is an int or a float", why)
    return state, _number_type(cost)


def _number_type(cost: Any) -> Any:
    return types.float64 if isinstance(cost, types.Float) else types.int64
