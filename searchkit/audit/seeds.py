"""Do the answers depend on the hash seed?

Python gives strings another hash in every process, and a set of strings another order. A search
over such successors finds other paths from run to run. It cannot be seen within one process: so
fresh processes, each with a hash seed of its own, walk the first states, and what they saw is
compared by content.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import reprlib
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from searchkit.audit.checks import Notes
from searchkit.audit.content import OpaqueError, content, is_a, shown
from searchkit.audit.report import Fault
from searchkit.audit.target import load
from searchkit.audit.walk import Walk
from searchkit.errors import ProblemError, SearchkitError
from searchkit.limits import Limits
from searchkit.problem import as_problem

_STATES = 300
_SECONDS = 5.0
_CHILD = "SEARCHKIT_AUDIT_CHILD"
_WAY_OUT = (
    "give the successors in an order of their own: sort them, or collect them in a list, or in a "
    "dict, which keeps the order of insertion; never iterate over a set of strings."
)
_WAY_OUT_OF_CHOICE = (
    "let the answer depend on the state alone: not on hash(), nor on which element of a set comes "
    "first (pop(), next(iter(...)), min() of equals); choose by an order of the elements."
)


class Seen(NamedTuple):
    """What a process saw of one state."""

    digest: str
    text: str
    steps: tuple[tuple[str, str], ...]  # digest and text of each successor with cost and action
    answers: str  # goal test and heuristic


def seeds_of(given: object) -> list[int]:
    """Give the hash seeds as a list; none in the place of None."""
    if given is None:
        return []
    values: Any = given
    seeds: list[Any] | None = list(values) if isinstance(given, Iterable) else None
    if seeds is None or any(type(seed) is not int or not 0 <= seed < 2**32 for seed in seeds):
        raise ProblemError(
            f"hash_seeds={reprlib.repr(values)}: a list of values of PYTHONHASHSEED, each a whole "
            "number from 0 to 4294967295; or None, to start no processes."
        )
    return seeds


def check_hash_seed(
    walk: Walk, notes: Notes, given: object, name: str | None, seeds: Sequence[int]
) -> None:
    """Walk in fresh processes with different hash seeds, and compare."""
    reason = None
    if len(seeds) < 2:
        reason = "hash_seeds= names no two seeds."
    elif walk.problem.sees_closed:
        reason = "the successors depend on the closed nodes, which depend on the order."
    elif walk.differences:
        reason = "answers differ within one process already."
    elif _CHILD in os.environ:
        reason = "this is itself a process of an audit."
    if reason is None:
        source = _source(given, name)
        reason = source if isinstance(source, str) else None
        if not isinstance(source, str):
            try:
                runs = _run(source, seeds, min(60.0, max(2.0, walk.deadline - time.perf_counter())))
                reason = _compare(notes, seeds, runs)
            except _FailedError as error:
                reason = str(error)
    if notes.has(Fault.HASH_SEED):
        return
    if reason is not None and walk.returns_set is not None and not walk.problem.sees_closed:
        number = walk.returns_set
        notes.found(
            Fault.HASH_SEED,
            f"the successors of {shown(walk.states[number])} come as a set, and hold strings: "
            "their order is another in every process.",
            _WAY_OUT,
        )
    elif reason is not None:
        notes.skip(Fault.HASH_SEED, reason)


class _FailedError(Exception):
    pass


def _source(given: object, name: str | None) -> bytes | str:
    """Make what a fresh process needs to have the same problem; or say why it cannot be."""
    if name is not None:
        return pickle.dumps((sys.path, name, None))
    way = (
        "Put it into a module of its own, made of named functions and classes at the top of the "
        "module, or run: python -m searchkit.audit module:attribute"
    )
    try:
        state = pickle.dumps(given)
    except Exception as error:  # noqa: BLE001
        return f"a fresh process cannot be given the problem ({error}). {way}"
    if b"__main__" in state:
        return f"a fresh process cannot import what the main program defines. {way}"
    return pickle.dumps((sys.path, None, state))


def _run(source: bytes, seeds: Sequence[int], seconds: float) -> list[list[Seen]]:
    if not sys.executable:
        raise _FailedError("the Python program is not known here (sys.executable is empty).")
    command = [sys.executable, "-c", "from searchkit.audit import seeds; seeds.child()"]
    processes: list[subprocess.Popen[bytes]] = []
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    runs: list[list[Seen]] = []
    deadline = time.monotonic() + seconds
    with ExitStack() as stack:
        try:
            for seed in seeds:
                environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path}
                environment[_CHILD] = "1"
                process = subprocess.Popen(  # noqa: S603  the same Python, and no shell
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=environment,
                )
                processes.append(stack.enter_context(process))
                stdin: Any = process.stdin
                with suppress(BrokenPipeError):
                    stdin.write(source)
                    stdin.close()
                process.stdin = None
            runs += [_answer(process, deadline) for process in processes]
        except OSError as error:
            raise _FailedError(f"a fresh process could not be started ({error}).") from error
        except subprocess.TimeoutExpired as error:
            raise _FailedError("the fresh processes took longer than the time left.") from error
        finally:
            for process in processes:
                process.kill()
    return runs


def _answer(process: subprocess.Popen[bytes], deadline: float) -> list[Seen]:
    out, errors = process.communicate(timeout=max(0.1, deadline - time.monotonic()))
    if process.returncode != 0 or not out:
        last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
        raise _FailedError(f"a fresh process failed: {last[0]}")
    return pickle.loads(out)  # type: ignore[no-any-return]  # noqa: S301  from our own child


def _compare(notes: Notes, seeds: Sequence[int], runs: list[list[Seen]]) -> str | None:
    """Report the first state of which two processes saw different things."""
    first, *others = runs
    for seed, run in zip(seeds[1:], others, strict=True):
        later = {seen.digest: seen for seen in run}
        if first and first[0].digest not in later:
            return "the start itself is another one in every process."
        for seen in first:
            other = later.get(seen.digest, seen)
            way_out = _WAY_OUT_OF_CHOICE
            digests = [[digest for digest, _ in one.steps] for one in (seen, other)]
            if digests[0] != digests[1]:
                same = sorted(digests[0]) == sorted(digests[1])
                way_out = _WAY_OUT if same else _WAY_OUT_OF_CHOICE
                what = "the same successors come in another order" if same else "the successors are"
                what += f": {_list(seen)} and {_list(other)}"
            elif seen.answers != other.answers:
                what = f"goal test and heuristic are {seen.answers} and {other.answers}"
            else:
                continue
            notes.found(
                Fault.HASH_SEED,
                f"for {seen.text}, under PYTHONHASHSEED={seeds[0]} and {seed}, {what}. The same "
                "search gives other answers from run to run.",
                way_out,
            )
            return None
    return None


def _list(seen: Seen) -> str:
    texts = [text for _, text in seen.steps]
    return "[" + ", ".join(texts[:6]) + (", ...]" if len(texts) > 6 else "]")


# --- in the fresh process ---------------------------------------------------------------------


def child() -> None:
    """Be the fresh process: read the problem, walk, and write what was seen."""
    path, name, state = pickle.load(sys.stdin.buffer)  # noqa: S301  from our own parent
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the problem prints is kept out of the answer
    sys.path[:] = path
    given: Any = load(name) if name is not None else pickle.loads(state)  # noqa: S301
    answer.write(pickle.dumps(trace(given)))
    answer.close()


def trace(given: Any) -> list[Seen]:
    """Walk the first states of a problem and note what was seen of each."""
    problem: Any = as_problem(given)
    walk = Walk(problem, Limits(expanded=_STATES), None, _SECONDS)
    is_goal = problem.bind(problem.is_goal)
    heuristic = None if problem.heuristic is None else problem.bind(problem.heuristic)
    queue: list[Any] = list(problem.starts)
    known = {digest(state) for state in queue}
    seen: list[Seen] = []
    for state in queue:
        if len(seen) >= _STATES or walk.out_of_time:
            break
        steps: list[tuple[str, str]] = []
        for step in walk.read(state):
            mark = digest(step.state)
            steps.append((mark + digest((step.cost, step.action)), shown(step.state, 80)))
            if mark not in known:
                known.add(mark)
                queue.append(step.state)
        estimate = None if heuristic is None else heuristic(state)
        answers = f"{bool(is_goal(state))}, {estimate!r}"
        seen.append(Seen(digest(state), shown(state), tuple(steps), answers))
    return seen


def digest(value: Any) -> str:
    """Give a fingerprint of a value that is the same in every process."""
    try:
        text = _canonical(content(value))
    except OpaqueError as error:
        raise SearchkitError(f"{shown(value)} cannot be taken apart: {error}") from error
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:24]


def _canonical(seen: Any) -> str:
    if is_a(seen, tuple):
        return "(" + ",".join(map(_canonical, seen)) + ")"
    if is_a(seen, frozenset):
        return "{" + ",".join(sorted(map(_canonical, seen))) + "}"
    if isinstance(seen, bool | int | float):
        return repr(seen + 0)
    return repr(seen)
