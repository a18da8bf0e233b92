"""Duplicate checks: is this state known already, and which node stands for it?

A check is a small frozen recipe; `new_index()` makes a fresh index for each search, so that one
recipe serves many searches. An *index* is a mapping from states to node numbers that is asked
two things: ``get(state)`` (which node stands for this state? or its short form ``state in
index``) and, where the answer is none, told one: ``index[state] = number``. A ``dict`` is an index
as it is, and so the hash check costs no call into Python code.

"Known" can mean three things, and a check says which, since searches differ in what they may do:

* *equality*: the node's state is the same.
* *equivalence* (a ``key=``): the node's state has the same key. Where a cheaper state arrives, a
  search that improves nodes gives it a node of its own that takes the old one's place: state,
  parent, action and cost change together, and every path stays legal.
* *dominance* (subsumption, Pareto): the node's state is at least as good. It is never changed, and
  the check is asked again when a node is selected, as something better may have come since.
"""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Callable, Hashable
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar, cast, overload

import attrs
from attrs import frozen

from searchkit.errors import CheckError, SearchkitWarning
from searchkit.indices import EmptyIndex, Index, LinearIndex, SortedIndex, parts_of, with_key
from searchkit.protocols import H, Ordered, S, S_contra

O = TypeVar("O", bound=Ordered)  # noqa: E741


class Known(Enum):
    """What it means that a state is known."""

    EQUALITY = "equality"
    EQUIVALENCE = "equivalence"
    DOMINANCE = "dominance"


class DuplicateCheck(Protocol[S_contra]):
    """A recipe for an index. The four checks are such, and `CustomCheck` makes others."""

    @property
    def known(self) -> Known:
        """What "known" means under this check."""
        ...

    @property
    def remembers(self) -> bool:
        """Whether a state that was stored is recognised when it comes again."""
        ...

    def new_index(self) -> Index[S_contra]:
        """Make a fresh, empty index."""
        ...

    def require(self, state: S_contra, /) -> None:
        """Raise `CheckError` where the check cannot work with states such as this one."""
        ...


# --- the four checks ------------------------------------------------------------------------


@frozen
class NoCheck:
    """No duplicate check: every state is new, and the search walks the tree of all paths.

    Needs nothing of a state. No memory of its own, no time. A search of a space with cycles may
    then never end, unless a goal is found or a limit ends it; depth-first keeps the current path
    alone.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: n == 3)
        >>> breadth_first_search(problem, duplicates=NoCheck()).statistics.duplicates
        0
    """

    @property
    def known(self) -> Known:
        """Equality: nothing is merged."""
        return Known.EQUALITY

    @property
    def remembers(self) -> bool:
        """No."""
        return False

    def new_index(self) -> Index[object]:
        """Make an index that knows nothing."""
        return EmptyIndex()

    def require(self, state: object, /) -> None:
        """Nothing is required."""


@frozen
class LinearCheck(Generic[S_contra]):
    """Compare with each known state in turn.

    Needs ``==`` alone. n comparisons for a new state among n, hence n²/2 in all: for states that
    can be neither hashed nor ordered, for a few thousand of them, and for teaching.

    Args:
        key: A function whose values are compared in place of the states. States with equal keys
            are then taken as equivalent.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem([0], next_states=lambda s: [[s[0] + 1]], is_goal=lambda s: s == [2])
        >>> breadth_first_search(problem, duplicates=LinearCheck()).path.states
        ([0], [1], [2])
    """

    key: Callable[[S_contra], object] | None = attrs.field(default=None, kw_only=True)

    @property
    def known(self) -> Known:
        """Equality, or equivalence where a key is given."""
        return Known.EQUALITY if self.key is None else Known.EQUIVALENCE

    @property
    def remembers(self) -> bool:
        """Yes."""
        return True

    def new_index(self) -> Index[S_contra]:
        """Make an empty association list."""
        return with_key(LinearIndex(), self.key)

    def require(self, state: S_contra, /) -> None:
        """Require a ``==`` that answers with a truth value."""
        value = _apply_key(self, self.key, state)
        try:
            bool(value == value)  # noqa: PLR0124
        except Exception as error:
            raise CheckError(
                f"LinearCheck needs {_whose(self.key)} with a == that is true or false; "
                f"{type(value).__name__} has none ({error}). Use key= to name what is compared, "
                "such as LinearCheck(key=lambda state: state.tolist())."
            ) from error
        if self.key is None:
            _warn_of_identity(self, state)


@frozen(init=False)
class SortedCheck(Generic[S_contra]):
    """Keep the known states sorted and find them by bisection.

    Needs ``<`` alone, a strict weak order; two states are equal when neither is less, as in
    ``std::set``. About log2(n) comparisons to find a state among n, and insertion into a list of
    lists that stays short. The order of the states never changes the answer.

    Args:
        key: A function whose values are sorted in place of the states. States whose keys are
            equal are then taken as equivalent.

    Raises:
        CheckError: By ``require``, before a search starts: states without ``<``, or with one that
            is no order (the ``<`` of sets means "is a subset").

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 9)
        >>> breadth_first_search(problem, duplicates=SortedCheck()).path.states
        (1, 2, 4, 8, 9)
    """

    key: Callable[[S_contra], Ordered] | None

    @overload
    def __init__(self: SortedCheck[O], *, key: None = None) -> None: ...
    @overload
    def __init__(self, *, key: Callable[[S_contra], Ordered]) -> None: ...
    def __init__(self, *, key: Callable[[Any], Ordered] | None = None) -> None:
        cast("Any", self).__attrs_init__(key)

    @property
    def known(self) -> Known:
        """Equality, or equivalence where a key is given."""
        return Known.EQUALITY if self.key is None else Known.EQUIVALENCE

    @property
    def remembers(self) -> bool:
        """Yes."""
        return True

    def new_index(self) -> Index[S_contra]:
        """Make an empty sorted index."""
        return with_key(SortedIndex(), self.key)

    def require(self, state: S_contra, /) -> None:
        """Require a ``<`` that is an order, as far as one state can show it."""
        value: Any = _apply_key(self, self.key, state)
        name = type(value).__name__
        try:
            less_than_itself = bool(value < value)  # noqa: PLR0124
        except TypeError as error:
            raise CheckError(
                f"SortedCheck needs {_whose(self.key)} with <; {name} has none ({error}). "
                "Use HashCheck(), or SortedCheck(key=...), or define __lt__ (attrs: order=True)."
            ) from error
        part = _unordered_part(value)
        if part is not None:
            what = (
                "NaN, which is neither less than any number, nor greater, nor equal"
                if isinstance(part, float)
                else f"a {type(part).__name__}, whose < means 'is a subset'"
            )
            verb = "is" if part is value else "holds"
            raise CheckError(
                f"SortedCheck needs a < that is an order; {value!r} {verb} {what}. Use "
                "HashCheck(), or SortedCheck(key=...) with something ordered in its place."
            )
        if less_than_itself:
            raise CheckError(
                f"SortedCheck needs a < that is an order, but {value!r} is less than itself. "
                f"Mend __lt__ of {name}, or use SortedCheck(key=...)."
            )


@frozen(init=False)
class HashCheck(Generic[S_contra]):
    """Find the known states by their hash: the default, and the fastest.

    Needs ``==`` and ``hash`` that agree. One hash and about one comparison for each state that
    is generated; about 60 bytes for each state that is stored, beside the state itself.

    Args:
        key: A function whose values are hashed in place of the states. States with equal keys are
            then taken as equivalent: a *symmetry key* gives all mirror images of a state the
            same key. What is stored and put in the path is the state itself, never its key. The
            answer is right only if equivalent states have the same cost to a goal.

    Raises:
        CheckError: By ``require``, before a search starts: states that cannot be hashed.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(
        ...     [0, 5], next_states=lambda s: [[s[0] + 1, s[1]]], is_goal=lambda s: s[0] == 2
        ... )
        >>> breadth_first_search(problem, duplicates=HashCheck(key=tuple)).path.states
        ([0, 5], [1, 5], [2, 5])
    """

    key: Callable[[S_contra], Hashable] | None

    @overload
    def __init__(self: HashCheck[H], *, key: None = None) -> None: ...
    @overload
    def __init__(self, *, key: Callable[[S_contra], Hashable]) -> None: ...
    def __init__(self, *, key: Callable[[Any], Hashable] | None = None) -> None:
        cast("Any", self).__attrs_init__(key)

    @property
    def known(self) -> Known:
        """Equality, or equivalence where a key is given."""
        return Known.EQUALITY if self.key is None else Known.EQUIVALENCE

    @property
    def remembers(self) -> bool:
        """Yes."""
        return True

    def new_index(self) -> Index[S_contra]:
        """Make an empty ``dict``."""
        hashed: dict[Any, int] = {}
        return with_key(hashed, self.key)

    def require(self, state: S_contra, /) -> None:
        """Require a hash."""
        value = _apply_key(self, self.key, state)
        try:
            hash(value)
        except TypeError as error:
            raise CheckError(
                f"HashCheck needs {_whose(self.key)} that can be hashed; {type(value).__name__} "
                f"cannot ({error}). {_way_to_a_hash(value)}"
            ) from error
        if self.key is None:
            _warn_of_identity(self, state)


@frozen
class CustomCheck(Generic[S_contra]):
    """A check made of your own index.

    Args:
        make_index: A function without arguments, such as the index class itself, that makes a
            fresh index; called once for each search.
        known: What "known" means under it.
        remembers: False where the index may take a state that it has met for a new one.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(0, next_states=lambda n: [n + 1, n - 1], is_goal=lambda n: n == 3)
        >>> breadth_first_search(problem, duplicates=CustomCheck(dict)).path.states
        (0, 1, 2, 3)
    """

    make_index: Callable[[], Index[S_contra]]
    known: Known = attrs.field(default=Known.EQUALITY, kw_only=True)
    remembers: bool = attrs.field(default=True, kw_only=True)

    def new_index(self) -> Index[S_contra]:
        """Call ``make_index``."""
        index: Any = self.make_index()
        missing = [
            method
            for method in ("get", "__contains__", "__setitem__")
            if not hasattr(cast("Any", type(index)), method)
        ]
        if missing:
            raise CheckError(
                f"CustomCheck needs an index with get, __contains__ and __setitem__; "
                f"{type(index).__name__} has no {' and no '.join(missing)}. Inherit from "
                "searchkit.Index, which supplies __contains__."
            )
        return index  # type: ignore[no-any-return]

    def require(self, state: S_contra, /) -> None:
        """Try the index on the state: what it needs, it says itself."""
        known: Any = self.known
        if not isinstance(known, Known):
            kinds = ", ".join(f"Known.{kind.name}" for kind in Known)
            raise CheckError(f"CustomCheck(known={known!r}): what known means is one of {kinds}.")
        try:
            _ = state in self.new_index()
        except CheckError:
            raise
        except Exception as error:
            raise CheckError(
                f"the index of this CustomCheck cannot look up {type(state).__name__}: {error}"
            ) from error


def _apply_key(check: object, key: Callable[[S], object] | None, state: S) -> object:
    if key is None:
        return state
    try:
        return key(state)
    except Exception as error:
        raise CheckError(
            f"the key= of {type(check).__name__} fails on {state!r}: "
            f"{type(error).__name__}: {error}"
        ) from error


def _way_to_a_hash(value: Any) -> str:
    """Say what to do about a state that cannot be hashed."""
    kind = cast("Any", type(value))
    key: Any = {list: tuple, set: frozenset}.get(kind)
    if key is not None:
        with contextlib.suppress(TypeError):
            hash(key(value))
            compiled = "; a compiled search needs tuples as states" if kind is list else ""
            return f"Use HashCheck(key={key.__name__}), or LinearCheck(){compiled}."
    if kind.__module__ == "builtins":
        return (
            "Use HashCheck(key=...) with a function that makes something hashable of it (tuples "
            "in tuples, say), or LinearCheck()."
        )
    if kind.__hash__ is None:
        return "Define __hash__ (attrs: frozen), or use HashCheck(key=...), or LinearCheck()."
    return (
        "Something that it holds has no hash, such as a list: let it hold a tuple in its place, or "
        "use HashCheck(key=...), or LinearCheck()."
    )


def _warn_of_identity(check: object, state: object) -> None:
    """Warn of states that equal nothing but themselves."""
    kind = cast("Any", type(state))
    singletons = kind.__module__ == "builtins" or issubclass(kind, Enum)
    if kind.__eq__ is object.__eq__ and not singletons:
        warnings.warn(
            f"{type(check).__name__} compares states with ==, and {kind.__name__} has none of its "
            "own: each object is equal to itself alone, so that a state made anew is never "
            f"recognised. Define __eq__ and __hash__ (a NamedTuple or attrs.frozen has them), or "
            f"say that identity is meant: {type(check).__name__}(key=id).",
            SearchkitWarning,
            stacklevel=2,
        )


def _whose(key: object) -> str:
    return "states" if key is None else "keys"


def _unordered_part(value: Any) -> object:
    """Find a set, or NaN, in what a comparison of such values compares; None if there is none."""
    if isinstance(value, set | frozenset) or (isinstance(value, float) and math.isnan(value)):
        return cast("object", value)
    for part in parts_of(value):
        found = _unordered_part(part)
        if found is not None:
            return found
    return None
