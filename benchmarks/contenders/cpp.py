"""Programs in C++: ours, in two styles, and the frozen pair where it is there.

They are built on the spot and kept in a folder that git ignores, under a name that tells the
source, the compiler and the options. A program says itself how long its search took.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.contenders import CannotError, Contender, Run, Solve
from benchmarks.problems import Answer, Instance, Task

OPTIONS = ("-O3", "-march=native", "-std=c++17")
OWN = Path(__file__).parents[1] / "cpp"
BUILT = OWN / "build"


def compiler_version() -> str:
    """Give the first line with which the compiler introduces itself; empty without one."""
    compiler = shutil.which("g++")
    if compiler is None:
        return ""
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


def build(source: Path) -> tuple[Path, float]:
    """Build a program, or take the one that was built before; give it and the seconds it took.

    Raises:
        CannotError: There is no source or no compiler, or it fails.
    """
    if not source.exists():
        raise CannotError(f"its source, {source.name}, is not on this machine")
    compiler = compiler_version()
    if not compiler:
        raise CannotError("g++ is not installed")
    headers = sorted(source.parent.glob("*.hpp"))
    texts = [file.read_text(encoding="utf-8") for file in (source, *headers)]
    facts = [*texts, compiler, platform.processor(), *OPTIONS]
    digest = hashlib.sha256("\0".join(facts).encode()).hexdigest()[:12]
    program = BUILT / f"{source.parent.name}_{source.stem}_{digest}"
    took = program.with_suffix(".seconds")
    if not (program.exists() and took.exists()):
        BUILT.mkdir(parents=True, exist_ok=True)
        partly = program.with_suffix(f".{os.getpid()}")
        command = ["g++", *OPTIONS, "-o", str(partly), str(source)]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
        if done.returncode:
            raise CannotError(f"g++ failed: {done.stderr.splitlines()[:1]}")
        took.write_text(str(seconds), encoding="utf-8")
        partly.replace(program)
    return program, float(took.read_text(encoding="utf-8"))


def said(program: Path, words: Iterable[str]) -> dict[str, Any]:
    """Run a program; give what it says."""
    command = [str(program), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _own_run(line: dict[str, Any]) -> Run:
    answer = Answer(line["cost"], line["states"], line["expanded"])
    return Run(answer, line["seconds"], line["grown"])


def _frozen_run(line: dict[str, Any]) -> Run:
    return Run(Answer(line["len"], line["states"], line["exp"]), line["t"], 0)


def _own_words(_: Task, instance: Instance) -> tuple[str, ...]:
    return instance.words


def _frozen_words(task: Task, instance: Instance) -> tuple[str, ...]:
    if task.family == "sliding" and instance.data == 3:
        return ("p1",)
    if task.family == "fifteen":
        return ("p2", *instance.words[1:])
    if task.family == "sokoban":
        return ("p3", "FILE")
    raise CannotError("does not have this problem")


def _frozen_tuned_words(task: Task, instance: Instance) -> tuple[str, ...]:
    return ("p4", "FILE") if task.family == "maze" else _frozen_words(task, instance)


def _prepare(
    source: Path,
    words_of: Callable[[Task, Instance], tuple[str, ...]],
    run_of: Callable[[dict[str, Any]], Run],
    task: Task,
) -> Solve:
    words = {instance.name: words_of(task, instance) for instance in task.instances}
    program, compiling = build(source)

    def run(instance: Instance) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "input.txt"
            file.write_text(instance.text, encoding="utf-8")
            named = [str(file) if word == "FILE" else word for word in words[instance.name]]
            began = time.perf_counter()
            found = run_of(said(program, named))
            whole = time.perf_counter() - began
        assert found.seconds is not None
        return found._replace(start_up=whole - found.seconds, compiling=compiling)

    return run


def contenders(shared: Path) -> list[Contender]:
    """Give the programs."""
    article = "article_style.cpp"
    programs = {
        "C++ tuned": partial(_prepare, OWN / "tuned.cpp", _own_words, _own_run),
        "C++ article's style": partial(_prepare, OWN / article, _own_words, _own_run),
        "frozen C++ tuned": partial(
            _prepare, shared / "tuned.cpp", _frozen_tuned_words, _frozen_run
        ),
        "frozen C++ article's style": partial(
            _prepare, shared / article, _frozen_words, _frozen_run
        ),
    }
    return [Contender(name, prepare, bounded=False) for name, prepare in programs.items()]
