"""What a compiled function raises for a state, where the loop of a search only knows that it does.

Within numba's try blocks an exception has no type and no text. So the function is called once
more, compiled, without such a block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from searchkit.compiled.adapters import Source, about_states
from searchkit.compiled.data import Data
from searchkit.compiled.door import numba, numpy
from searchkit.compiled.layout import Layout
from searchkit.compiled.rewriting import yielding
from searchkit.compiled.translation import plain, translate


def raised(
    function: Callable[..., Any],
    layout: Layout,
    data: Data | None,
    state: Any,
    *,
    several: bool,
    keys: Layout | None = None,
) -> Exception | None:
    """Give what a compiled function raises.

    Args:
        function: The user's function.
        layout: Of the states it takes.
        data: Which it takes as well.
        state: The state it is called with.
        several: Whether it gives several things, one after another.
        keys: The layout of the keys, where it is the key of a duplicate check.

    Returns:
        The exception; None where there is none.
    """
    form = data.form if data else None
    row: Any = numpy.array(layout.words_of(state), numpy.uint64)
    try:
        with about_states(layout, form, keys):
            source = Source(layout, form)
            source.names["function"] = translate(yielding(plain(function)) if several else function)
            facts = source.unpack_data(1)
            source.unpack_state(1, "0")
            call = f"function(state{facts})"
            source.add(1, *([f"for each in {call}:", "    pass"] if several else [call]))
            source.add(1, "return 0")
            adapter = numba.njit(source.adapter())
        adapter(row.ctypes.data, 1, 0, 0, 0, 0, data.address if data else 0)
    except Exception as error:  # noqa: BLE001 - it may raise anything
        return error
    return None
