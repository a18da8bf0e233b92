"""Ctrl-C asks the search to stop; it does not tear it apart.

An exception in the middle of an expansion would kill the generator, and a dead generator looks
like an exhausted search: a false proof. So the first Ctrl-C sets a flag, which the driver reads
between expansions. The second one, for code that hangs within an expansion, raises
KeyboardInterrupt as usual; the search is then broken and says so.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c_calls(stop: Callable[[], None]) -> Generator[None, None, None]:
    """Within the block, let the first Ctrl-C call a function.

    Does nothing outside the main thread, or where the program has a handler of its own.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return

    def first(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stop()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
