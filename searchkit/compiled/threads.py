"""Running a kernel on several threads.

Kernels run without the lock of the interpreter, so plain threads of Python will do. They wait
without using the processor, several searches may run at once, and nothing is compiled for them
apart; none of which holds for the parallel loops of numba.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class Threads:
    """Threads that are started when they are first needed, and kept."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    def run(self, kernel: Callable[..., None], count: int, *arguments: Any) -> None:
        """Call a kernel with ``(*arguments, thread, count)`` on so many threads, this one too."""
        if self._pool is None and count > 1:
            self._pool = ThreadPoolExecutor(thread_name_prefix="searchkit")
        others = [
            self._pool.submit(kernel, *arguments, thread, count)
            for thread in range(1, count)
            if self._pool is not None
        ]
        kernel(*arguments, 0, count)
        for other in others:
            other.result()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the threads behind; new ones are started where they are needed."""
        return {"_pool": None}
