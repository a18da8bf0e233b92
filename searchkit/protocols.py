"""What a state must be able to do.

A search needs three things of a problem: where it starts, which states follow a state, and
whether a state is a goal. A *state class* says the last two in its own methods; the protocols
here describe such classes. Nothing has to be inherited: a class that has the methods fits.

Two forms of "what follows":

* ``next_states()`` gives the states themselves. Every step costs 1 and has no name.
* ``next_steps()`` gives `Step` objects, which carry a cost and an action beside the state.

What else a state needs depends on the duplicate check: the default `HashCheck` needs ``hash``
and ``==``, `SortedCheck` needs ``<``, `LinearCheck` needs ``==``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, NamedTuple, Protocol, Self

from typing_extensions import TypeVar


class Cost(Protocol):
    """Anything that can be added up and compared: int, float, Fraction, a class of your own.

    Costs must form an ordered monoid: ``+`` is associative and keeps the order, and the zero of
    the problem (``Problem(zero=...)``, 0 by default) changes nothing. A tuple is *not* a cost,
    since ``+`` joins tuples: write a small class for a lexicographic pair.
    """

    def __add__(self, other: Self, /) -> Self: ...
    def __lt__(self, other: Self, /) -> bool: ...


class Ordered(Protocol):
    """Anything with ``<``, which must be a strict weak order."""

    def __lt__(self, other: Self, /) -> bool: ...


S = TypeVar("S")
"""A state."""
H = TypeVar("H", bound=Hashable)
"""A state that can be hashed."""
A = TypeVar("A", default=None)
"""An action; None where steps have no names."""
C = TypeVar("C", bound=Cost, default=int)
"""A cost; int where every step costs 1."""
D = TypeVar("D")
"""Constant data of a problem."""
S_co = TypeVar("S_co", covariant=True)
A_co = TypeVar("A_co", covariant=True, default=None)
C_co = TypeVar("C_co", covariant=True, bound=Cost, default=int)
S_contra = TypeVar("S_contra", contravariant=True)


class Step(NamedTuple, Generic[S_co, A_co, C_co]):
    """One step: the state that it leads to, what it costs, and the action that takes it.

    Example:
        >>> Step("Paris", cost=3, action="by train")
        Step(state='Paris', cost=3, action='by train')
        >>> Step("Paris").cost
        1
    """

    state: S_co
    cost: C_co = 1  # type: ignore[assignment]
    action: A_co = None  # type: ignore[assignment]


class Derived(NamedTuple, Generic[S_co, A_co, C_co]):
    """A step with further parents beside the expanded node: a conclusion from several premises.

    Only for problems whose successors see the closed nodes (``Problem(sees_closed=True)``).
    ``premises`` are numbers of closed nodes, as ``closed.items()`` gives them.

    Example:
        >>> Derived("Socrates is mortal", premises=(0,), action="modus ponens").premises
        (0,)
    """

    state: S_co
    premises: tuple[int, ...]
    cost: C_co = 1  # type: ignore[assignment]
    action: A_co = None  # type: ignore[assignment]


class State(Protocol):
    """A state that knows the states that follow it, and whether it is a goal.

    Example:
        >>> from typing import Iterator, NamedTuple
        >>> from searchkit import breadth_first_search
        >>> class Count(NamedTuple):
        ...     value: int
        ...     def next_states(self) -> "Iterator[Count]":
        ...         yield Count(self.value + 1)
        ...         yield Count(self.value * 2)
        ...     def is_goal(self) -> bool:
        ...         return self.value == 10
        >>> [state.value for state in breadth_first_search(Count(1)).path]
        [1, 2, 4, 5, 10]
    """

    def next_states(self) -> Iterable[Self]:
        """Give the states that follow this one; asked lazily, in this order, once a time."""
        ...

    def is_goal(self) -> bool:
        """Say whether the search may end here."""
        ...


class HashableState(State, Hashable, Protocol):
    """A `State` with ``==`` and ``hash``, as the default `HashCheck` needs it."""


class OrderedState(State, Ordered, Protocol):
    """A `State` with ``<``, as `SortedCheck` needs it."""


class HeuristicState(State, Protocol):
    """A `State` that estimates what is left to the nearest goal."""

    def heuristic(self) -> float:
        """Estimate the cost to the nearest goal; never above it, if A* is to be optimal."""
        ...


class HashableHeuristicState(HeuristicState, Hashable, Protocol):
    """A `HeuristicState` with ``==`` and ``hash``."""


class Steps(Protocol[S_co, A_co, C_co]):
    """A state whose steps have costs and actions.

    Example:
        >>> from typing import Iterator, NamedTuple
        >>> from searchkit import Step, uniform_cost_search
        >>> class City(NamedTuple):
        ...     name: str
        ...     def next_steps(self) -> "Iterator[Step[City, str]]":
        ...         if self.name == "A":
        ...             yield Step(City("C"), cost=9, action="fly")
        ...             yield Step(City("B"), cost=2, action="walk")
        ...         if self.name == "B":
        ...             yield Step(City("C"), cost=3, action="ride")
        ...     def is_goal(self) -> bool:
        ...         return self.name == "C"
        >>> path = uniform_cost_search(City("A")).path
        >>> path.actions, path.cost
        (('walk', 'ride'), 5)
    """

    def next_steps(self) -> Iterable[Step[S_co, A_co, C_co]]:
        """Give the steps that can be taken from here."""
        ...

    def is_goal(self) -> bool:
        """Say whether the search may end here."""
        ...


class HeuristicSteps(Steps[S_co, A_co, C_co], Protocol[S_co, A_co, C_co]):
    """A state with steps that estimates what is left to the nearest goal."""

    def heuristic(self) -> C_co | float:
        """Estimate the cost to the nearest goal; never above it, if A* is to be optimal."""
        ...


class ReversibleState(State, Protocol):
    """A `State` that also knows the states it can be reached from."""

    def previous_states(self) -> Iterable[Self]:
        """Give the states that this one follows: all those whose ``next_states`` has this one."""
        ...


class HashableReversibleState(ReversibleState, Hashable, Protocol):
    """A `ReversibleState` with ``==`` and ``hash``."""


class ReversibleSteps(Steps[S_co, A_co, C_co], Protocol[S_co, A_co, C_co]):
    """A state with steps that also knows the steps that lead to it."""

    def previous_steps(self) -> Iterable[Step[S_co, A_co, C_co]]:
        """Give the steps that lead here, each with the *earlier* state.

        Where ``next_steps`` of ``a`` has ``Step(b, cost, action)``, ``previous_steps`` of ``b``
        has ``Step(a, cost, action)``.
        """
        ...
