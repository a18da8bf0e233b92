"""The contenders of the benchmark, a module for each library or language.

A contender is a function that is given a `Task` and makes ready: it imports its library, states
the problem, compiles where it compiles. What it gives back is called with each instance of the
task once a round, and that call is what is measured. A contender that is not installed raises
ImportError; one that cannot state the problem raises `CannotError`, and says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from benchmarks.problems import Answer, Instance, Task


class CannotError(Exception):
    """A contender cannot take part in a problem; the message says why."""


class Run(NamedTuple):
    """What solving an instance once gave."""

    answer: Answer
    seconds: float | None = None
    """The search alone, where the contender measures it itself; else the call is timed."""
    grown: int | None = None
    """The bytes by which its process grew, where that is not the one that called it."""
    start_up: float | None = None
    """The seconds of a process beside its search, where each round starts one."""
    compiling: float = 0.0
    """The seconds that were spent on compiling, before the first round."""


Solve: TypeAlias = Callable[[Instance], Run]
Prepare: TypeAlias = Callable[[Task], Solve]


class Contender(NamedTuple):
    """A contender."""

    name: str
    prepare: Prepare
    package: str = ""
    """The distribution whose version is told."""
    bounded: bool = True
    """Whether the address space of its process is bounded. Not where much of it is only reserved
    (C++ and numba)."""
