"""Recognising states by a fingerprint: a hash so long that two states hardly share one.

Unlike ``hash``, a fingerprint is the same in every run, process and machine, and it is compared in
place of the state. So an answer under it is right but for a small probability, which every result
names.

Source: G. J. Holzmann, An analysis of bitstate hashing (1998); U. Stern and D. L. Dill, Improved
probabilistic verification by hash compaction (1995); the estimate is that of the birthday problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Generic, Literal, cast

import attrs
from attrs import frozen
from typing_extensions import override

from searchkit.duplicates import Known
from searchkit.errors import CheckError
from searchkit.indices import Index
from searchkit.protocols import S_contra


@frozen(init=False)
class FingerprintCheck(Generic[S_contra]):
    """Find the known states by a hash of 64 or 128 bits alone, without comparing them.

    Promises nothing for certain: two states that share a fingerprint are taken for one, and what
    lies behind the second is then lost. Every result names this condition, with the probability
    that it failed: about n²/2**(bits + 1) for n stored states, which is 3 in a million for ten
    million states and 64 bits. A path is legal in any case.

    Needs states that can be written as bytes: numbers, strings, bytes, None, enumeration members,
    and tuples, named tuples, frozen sets and attrs classes of them. For others give ``to_bytes``.

    Time and memory: writing the state as bytes is done in Python and costs more than ``hash``. The
    index holds one int for each state; the node table keeps the states, since the path is made
    from it. It is for states that have no hash, or whose ``==`` is slow.

    Args:
        bits: The length of a fingerprint, 64 or 128.
        to_bytes: A function that writes a state as bytes: equal states the same, others
            differently, and the same in every run.

    Raises:
        CheckError: ``bits`` is another number. By ``require``, before a search starts, or in it:
            a state that cannot be written as bytes.

    Source: Stern and Dill (1995); Holzmann (1998).

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 9)
        >>> result = breadth_first_search(problem, duplicates=FingerprintCheck(bits=64))
        >>> print(result.guarantee.name, "if", result.condition)
        OPTIMAL if no two states met share a fingerprint of 64 bits (probability that 11 stored \
ones do: about 3e-18)
    """

    bits: Literal[64, 128]
    to_bytes: Callable[[S_contra], bytes] | None

    def __init__(
        self,
        bits: Literal[64, 128] = 64,
        *,
        to_bytes: Callable[[S_contra], bytes] | None = None,
    ) -> None:
        if bits not in (64, 128):
            raise CheckError(f"FingerprintCheck(bits={bits!r}): 64 or 128.")
        if to_bytes is not None and not callable(to_bytes):
            raise CheckError(
                f"FingerprintCheck(to_bytes={to_bytes!r}) needs a function from a state to bytes."
            )
        cast("Any", self).__attrs_init__(bits, to_bytes)

    @property
    def known(self) -> Known:
        """Equality, on the condition that no two states share a fingerprint."""
        return Known.EQUALITY

    @property
    def remembers(self) -> bool:
        """Yes."""
        return True

    def condition(self, stored: int) -> str:
        """Say on what an answer rests under which so many states were stored."""
        probability = min(stored * stored / 2.0 ** (self.bits + 1), 1.0)
        return (
            f"no two states met share a fingerprint of {self.bits} bits (probability that "
            f"{stored:,} stored ones do: about {probability:.0e})"
        )

    def new_index(self) -> Index[S_contra]:
        """Make an empty index of fingerprints."""
        return FingerprintIndex(self.bits // 8, self.to_bytes or canonical_bytes)

    def require(self, state: S_contra, /) -> None:
        """Require a state that can be written as bytes."""
        self.new_index().get(state)


class FingerprintIndex(Index[Any]):
    """A ``dict`` from fingerprints to numbers."""

    def __init__(self, size: int, to_bytes: Callable[[Any], bytes]) -> None:
        self._size = size
        self._to_bytes = to_bytes
        self._numbers: dict[int, int] = {}

    def _fingerprint(self, state: Any) -> int:
        written: Any = self._to_bytes(state)
        try:
            digest = blake2b(written, digest_size=self._size).digest()
        except TypeError as error:
            raise CheckError(
                f"FingerprintCheck(to_bytes=...) must give bytes; for {state!r} it gave "
                f"{written!r}."
            ) from error
        return int.from_bytes(digest, "big")

    @override
    def get(self, state: Any, /) -> int | None:
        return self._numbers.get(self._fingerprint(state))

    def __setitem__(self, state: Any, number: int, /) -> None:
        self._numbers[self._fingerprint(state)] = number


_CLASSES: dict[str, Any] = {}
"""The attrs classes that were written, by name."""


def canonical_bytes(value: Any) -> bytes:
    """Write a value as bytes: equal values the same, others differently.

    Each part says its kind and its length, so that no two values run into one another.
    """
    kind = cast("Any", type(value))
    parts: Iterable[Any] = ()
    if kind is int:
        return b"i%d;" % value
    if not _is_equal_by_parts(kind):
        raise CheckError(
            f"FingerprintCheck writes states as their parts, and {kind.__name__} has an == of its "
            "own, which may mean something else. Give FingerprintCheck(to_bytes=...) with a "
            "function that writes equal states the same and others differently."
        )
    if issubclass(kind, tuple):
        parts = value
        return b"(" + b"".join(map(canonical_bytes, parts)) + b")"
    if issubclass(kind, frozenset):
        parts = value
        return b"{" + b"".join(sorted(map(canonical_bytes, parts))) + b"}"
    if attrs.has(kind):
        parts = [getattr(value, field.name) for field in attrs.fields(kind) if field.eq]
        fields = b"".join(map(canonical_bytes, parts))
        name = f"{kind.__module__}.{kind.__qualname__}"
        if _CLASSES.setdefault(name, kind) is not kind:
            raise CheckError(
                f"FingerprintCheck tells classes apart by their names, and two are called {name}. "
                "Name one of them otherwise, or give FingerprintCheck(to_bytes=...)."
            )
        return b"a" + canonical_bytes(name) + fields + b")"
    return _written(value)


@lru_cache(maxsize=256)
def _is_equal_by_parts(kind: Any) -> bool:
    """Say whether ``==`` of a type compares what `canonical_bytes` writes."""
    builtin: tuple[Any, ...] = (tuple, frozenset, str, int, float, bytes)
    for known in builtin:
        if issubclass(kind, known):
            return bool(kind.__eq__ is known.__eq__)
    if attrs.has(kind):
        equality: Any = kind.__eq__
        plain = all(field.eq_key is None for field in attrs.fields(kind))
        return plain and str(equality.__doc__).startswith("Method generated by attrs")
    return True  # None, members of enumerations, and what is refused anyhow


def _written(value: Any) -> bytes:
    """Write a value that has no parts. Those that are equal to an int are written as it is."""
    kind = cast("Any", type(value))
    written: bytes
    if value is None:
        written = b"n"
    elif isinstance(value, str):
        written = value.encode("utf-8", "surrogatepass")
        written = b"s%d:%b" % (len(written), written)
    elif isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        written = b"i%d;" % int(value)
    elif isinstance(value, float):
        written = b"f%b;" % value.hex().encode()
    elif isinstance(value, bytes):
        written = b"b%d:%b" % (len(value), value)
    elif isinstance(value, Enum):
        written = b"e" + canonical_bytes(f"{kind.__module__}.{kind.__qualname__}.{value.name}")
    else:
        raise CheckError(
            f"FingerprintCheck cannot write {value!r} as bytes: {kind.__name__} is none of the "
            "kinds that it knows. Give FingerprintCheck(to_bytes=...), such as "
            "to_bytes=lambda state: state.tobytes()."
        )
    return written
