"""Running contenders in processes of their own, in turn, round by round."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from attrs import Factory, define

from benchmarks.contenders import Contender
from benchmarks.problems import Answer, Task

TURN = 0.2
"""The seconds that a turn lasts at least, unless it has `MOST` runs."""
MOST = 5


@define
class Row:
    """What one contender did about one problem."""

    contender: Contender
    problem: str
    times: list[float] = Factory(list[float])
    answers: list[Answer] = Factory(list[Answer])
    start_up: float | None = None
    compiling: float = 0.0
    grown: int | None = None
    note: str = ""
    """Why there are no times, or fewer than were asked for."""

    @property
    def seconds(self) -> float | None:
        """The median; None without a time."""
        return median(self.times) if self.times else None

    @property
    def expanded(self) -> int | None:
        """Expansions of all instances together; None if the contender does not say."""
        counts = [answer.expanded for answer in self.answers]
        known = [count for count in counts if count is not None]
        return sum(known) if known and len(known) == len(counts) else None

    @property
    def bytes_per_state(self) -> float | None:
        """The growth of the process over the states that the largest instance stored."""
        stored = [answer.states for answer in self.answers if answer.states is not None]
        return self.grown / max(stored) if self.grown and stored else None


class Worker:
    """The process of one contender and one problem."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=Path(__file__).parents[1],
            start_new_session=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def answer(self, limit: float) -> dict[str, Any]:
        """Wait for a line, so many seconds at most; then, or where it died, it says so itself."""
        try:
            line = self._lines.get(timeout=limit)
        except queue.Empty:
            return {"cannot": f"stopped after {limit:.0f} s"}
        if not line:
            return {"cannot": "its process died"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, limit: float) -> dict[str, Any]:
        """Let it solve the problem once."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("go\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return {"cannot": "its process died"}
        return self.answer(limit)

    def stop(self) -> None:
        """End the process, and those that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


def wrong(answers: Sequence[Answer], task: Task) -> str:
    """Say what is wrong with the answers; nothing if they are right."""
    for answer, instance in zip(answers, task.instances, strict=True):
        if task.explores and answer.states != instance.states:
            return f"wrong: {answer.states} states instead of {instance.states}"
        needless = task.explores and (answer.cost is None or instance.cost is None)
        if answer.cost != instance.cost and not needless:
            return f"wrong: {instance.name} has cost {answer.cost} instead of {instance.cost}"
    return ""


def _note(row: Row, reply: dict[str, Any], task: Task) -> bool:
    """Take down what a worker replied; say whether the row can go on."""
    if "cannot" in reply:
        row.note = reply["cannot"]
        return False
    answers = [Answer(*each) for each in reply["answers"]]
    row.note = wrong(answers, task)
    if row.note:
        row.times.clear()
        return False
    if not row.times:  # memory is taken anew in the first round only
        row.grown = reply["grown"]
    row.answers = answers
    row.times.append(reply["seconds"])
    row.compiling = reply["compiling"]
    if reply["start_up"] is not None:
        row.start_up = reply["start_up"]
    elif len(row.times) == 1 and row.start_up is not None:
        row.start_up -= row.compiling
    return True


def _turn(row: Row, worker: Worker, task: Task, limit: float) -> bool:
    """Let a worker have its turn; say whether the row can go on.

    What takes milliseconds is measured several times, or chance would have too much of a say.
    """
    before = len(row.times)
    while _note(row, worker.ask(limit), task):
        taken = row.times[before:]
        if sum(taken) > TURN or len(taken) == MOST:
            return True
    return False


def run_task(
    task: Task,
    contenders: Sequence[Contender],
    *,
    rounds: int,
    limit: float,
    words: Sequence[str] = (),
    progress: Callable[[str], None],
) -> list[Row]:
    """Let all contenders solve a problem, in turn, so many rounds.

    Args:
        task: The problem.
        contenders: The contenders.
        rounds: How often each is measured. A contender that has used up its time is measured no
            further; the row says how often it was.
        limit: The seconds that a run, and all runs of a contender together, may take.
        words: What each worker is told on its command line beside the names.
        progress: Told what is being done.
    """
    rows = [Row(contender, task.name) for contender in contenders]
    if task.missing:
        for row in rows:
            row.note = task.missing
        return rows
    workers: dict[int, Worker] = {}
    try:
        for number, row in enumerate(rows):
            progress(f"{task.name}: {row.contender.name} makes ready")
            began = time.perf_counter()
            worker = Worker([row.contender.name, task.name, *words])
            reply = worker.answer(limit)
            if "cannot" in reply:
                row.note = reply["cannot"]
                worker.stop()
                continue
            row.start_up = time.perf_counter() - began
            workers[number] = worker
        for each in range(rounds):
            for number, worker in list(workers.items()):
                row = rows[number]
                progress(f"{task.name}: {row.contender.name}, round {each + 1}")
                going = _turn(row, worker, task, limit)
                if not going or each + 1 == rounds or sum(row.times) > limit:
                    worker.stop()
                    del workers[number]
    finally:
        for worker in workers.values():
            worker.stop()
    return rows
