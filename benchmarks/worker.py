"""The process of one contender and one problem: ``python -m benchmarks.worker``.

It says on a line that it is ready, then waits; for each line that comes it solves the problem once
and says on a line what it found. Being a process of its own it can be stopped, its memory can be
bounded and measured, and nothing of it meets the next contender.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.contenders import CannotError, Contender, Run, Solve
from benchmarks.contenders.everybody import contenders
from benchmarks.problems import SHARED, Instance, Task, task_of

STATUS = Path("/proc/self/status")
MEMORY = 4 << 30
"""The bytes of addresses that a contender in Python gets."""


def bound_memory(size: int) -> None:
    """Let a process that wants more memory than that fail."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _bytes(key: str) -> int | None:
    """Read a line of the status of this process, such as VmRSS; None where there is none."""
    try:
        lines = STATUS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith(f"{key}:")]
    return int(found[0]) * 1024 if found else None


def _forget_peak() -> bool:
    """Let VmHWM, the most that the process held, begin anew."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    except OSError:
        return False
    return True


def measured(solve: Solve, instances: Sequence[Instance]) -> dict[str, Any]:
    """Solve all instances once.

    Gives what was found, the seconds, and the growth of the process in bytes. What is left of an
    instance is collected before the next, so the growth is that of the largest.
    """
    gc.collect()
    before = _bytes("VmRSS") if _forget_peak() else None
    runs: list[Run] = []
    seconds = 0.0
    for instance in instances:
        gc.collect()
        began = time.perf_counter()
        run = solve(instance)
        elapsed = time.perf_counter() - began
        seconds += elapsed if run.seconds is None else run.seconds
        runs.append(run)
    after = _bytes("VmHWM")
    own = None if before is None or after is None else after - before
    elsewhere = [run.grown for run in runs if run.grown is not None]
    start_ups = [run.start_up for run in runs if run.start_up is not None]
    return {
        "answers": [list(run.answer) for run in runs],
        "seconds": seconds,
        "grown": max(elsewhere) if elsewhere else own,
        "start_up": max(start_ups) if start_ups else None,
        "compiling": runs[0].compiling,
    }


def attempt(action: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do it; where it fails, say why in a few words."""
    try:
        return action()
    except CannotError as error:
        return {"cannot": str(error)}
    except ImportError as error:
        return {"cannot": f"not available: {error}"}
    except MemoryError:
        return {"cannot": f"out of memory ({MEMORY >> 30} GiB)"}
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the row says
        return {"cannot": f"{type(error).__name__}: {str(error)[:200]}"}


def serve(contender: Contender, task: Task, say: Callable[[dict[str, Any]], None]) -> None:
    """Make ready, and solve the problem once for each line of the input."""
    ready: list[Solve] = []

    def make_ready() -> dict[str, Any]:
        ready.append(contender.prepare(task))
        return {"ready": True}

    if contender.bounded:
        bound_memory(MEMORY)
    say(attempt(make_ready))
    for _ in sys.stdin if ready else ():
        say(attempt(lambda: measured(ready[0], task.instances)))


def main() -> None:
    """Find the contender and the problem by their names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worker", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("contender")
    parser.add_argument("problem")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--shared", type=Path, default=SHARED)
    arguments = parser.parse_args()
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not come between the lines

    def say(line: dict[str, Any]) -> None:
        output.write(json.dumps(line) + "\n")
        output.flush()

    every = {each.name: each for each in contenders(arguments.shared)}
    task = task_of(arguments.problem, small=arguments.small, shared=arguments.shared)
    serve(every[arguments.contender], task, say)


if __name__ == "__main__":
    main()
