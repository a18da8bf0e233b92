"""How many threads a parallel kernel uses, and that only one of them runs at a time."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from searchkit.compiled.door import numba
from searchkit.errors import CompileError

_one_at_a_time = threading.Lock()  # the threads of numba serve one caller at a time


@contextmanager
def threads(count: int) -> Generator[None, None, None]:
    """Let parallel kernels run on so many threads.

    Raises:
        CompileError: numba was started with fewer.
    """
    most = int(numba.config.NUMBA_NUM_THREADS)
    if count > most:
        raise CompileError(
            f"Compiled(threads={count}): this machine has {most} threads for it (numba can be "
            "told otherwise before it starts, with the environment variable NUMBA_NUM_THREADS)."
        )
    with _one_at_a_time:
        before = numba.get_num_threads()
        numba.set_num_threads(count)
        try:
            yield
        finally:
            numba.set_num_threads(before)
