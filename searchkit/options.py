"""The arguments that all searches share, for the type checkers.

Each search has four forms: its start is a state class with plain steps, or else something that
carries actions and costs; and its duplicate check is the default one, for which states must be
hashable, or given. With these dictionaries a form is one line. The functions themselves spell
their arguments out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Required

from typing_extensions import TypedDict, TypeVar

from searchkit.compiled.settings import Compiled
from searchkit.duplicates import DuplicateCheck
from searchkit.limits import Limits
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.protocols import (
    A,
    C,
    Cost,
    HashableHeuristicState,
    HashableReversibleState,
    HashableState,
    HeuristicState,
    ReversibleState,
    S,
    State,
)

ActionT = TypeVar("ActionT", default=None)
CostT = TypeVar("CostT", bound=Cost, default=int)
StateT = TypeVar("StateT", bound=State)
HashableT = TypeVar("HashableT", bound=HashableState)
HeuristicT = TypeVar("HeuristicT", bound=HeuristicState)
HashableHeuristicT = TypeVar("HashableHeuristicT", bound=HashableHeuristicState)
ReversibleT = TypeVar("ReversibleT", bound=ReversibleState)
HashableReversibleT = TypeVar("HashableReversibleT", bound=HashableReversibleState)


class SearchOptions(TypedDict, Generic[S, A, C], total=False):
    """What the search objects take."""

    on_solution: Callable[[Path[S, A, C]], object] | None
    observer: Observer[S, A, C] | None


class Hashing(SearchOptions[S, A, C], total=False):
    """With the default duplicate check."""

    duplicates: None


class Checking(SearchOptions[S, A, C], total=False):
    """With a duplicate check that is given."""

    duplicates: Required[DuplicateCheck[S]]


class RunHashing(Hashing[S, A, C], total=False):
    """The same for the functions, which also take limits."""

    limits: Limits | None


class RunChecking(Checking[S, A, C], total=False):
    """The same for the functions, which also take limits."""

    limits: Limits | None


class Compiling(TypedDict, total=False):
    """For the searches that can be compiled."""

    compiled: bool | Compiled


class CompiledHashing(Compiling, Hashing[S, A, C], Generic[S, A, C], total=False):
    """With the default duplicate check, for searches that can be compiled."""


class CompiledChecking(Compiling, Checking[S, A, C], Generic[S, A, C], total=False):
    """With a duplicate check that is given, for searches that can be compiled."""


class CompiledRunHashing(Compiling, RunHashing[S, A, C], Generic[S, A, C], total=False):
    """The same for the functions, which also take limits."""


class CompiledRunChecking(Compiling, RunChecking[S, A, C], Generic[S, A, C], total=False):
    """The same for the functions, which also take limits."""


class DeepeningOptions(TypedDict, Generic[C], total=False):
    """The arguments of IDA* beside its heuristic."""

    weight: float
    bound_step: C | float | None
    iterations: int | None
    cost_limit: C | float | None
    table: int


class DeepeningHashing(
    DeepeningOptions[C], CompiledHashing[S, A, C], Generic[S, A, C], total=False
):
    """IDA* with the default duplicate check."""


class DeepeningChecking(
    DeepeningOptions[C], CompiledChecking[S, A, C], Generic[S, A, C], total=False
):
    """IDA* with a duplicate check that is given."""


class RunDeepeningHashing(
    DeepeningOptions[C], CompiledRunHashing[S, A, C], Generic[S, A, C], total=False
):
    """The same for the function, which also takes limits."""


class RunDeepeningChecking(
    DeepeningOptions[C], CompiledRunChecking[S, A, C], Generic[S, A, C], total=False
):
    """The same for the function, which also takes limits."""
