"""Problems with one planted fault each, and twins of them without it, for the audit's tests.

They stand in a module of their own so that a fresh process can import them.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

import attrs

from searchkit import Problem, Step

SIZE = 6


# --- a token on a ring, in many classes ---------------------------------------------------------


class Ring:
    """Steps of 1 and 2 on a ring; the subclasses say how states compare."""

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def next_states(self) -> list[Any]:
        return [type(self)((self.place + step) % SIZE) for step in (1, 2)]

    def is_goal(self) -> bool:
        return self.place == 4


class ByContent(Ring):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)


class HashOfAddress(ByContent):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and self.place == other.place

    def __hash__(self) -> int:
        return id(self)


class HashOfMore(ByContent):
    """Equal modulo 3, but the hash is of the whole number."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and self.place % 3 == other.place % 3

    def __hash__(self) -> int:
        return hash(self.place)

    def is_goal(self) -> bool:
        return self.place % 3 == 1


class Nearly(ByContent):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and abs(self.place - other.place) <= 1

    def __hash__(self) -> int:
        return 0


class OneWay(ByContent):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and self.place >= other.place

    __hash__ = ByContent.__hash__


class LessOrEqual(ByContent):
    def __lt__(self, other: Ring) -> bool:
        return self.place <= other.place


class Scissors(ByContent):
    def __lt__(self, other: Ring) -> bool:
        return (other.place - self.place) % SIZE in (1, 2)


class Cheaper(ByContent):
    """An order for a heap: by what is left, in steps of two."""

    def __lt__(self, other: Ring) -> bool:
        return self.place // 2 < other.place // 2


class Ordered(ByContent):
    def __lt__(self, other: Ring) -> bool:
        return self.place < other.place


class OnlyOrder(Ring):
    def __lt__(self, other: Ring) -> bool:
        return self.place < other.place


class LazyHash(ByContent):
    def __init__(self, place: int = 0) -> None:
        super().__init__(place)
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and self.place == other.place

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.place)
        return self._hash

    @functools.cached_property
    def twice(self) -> int:
        return 2 * self.place

    def is_goal(self) -> bool:
        return self.twice == 8


class LazyOrder(OnlyOrder):
    """Keeps its successors, and has no == that could say whether that matters."""

    _kept: list[Any] | None = None

    def __init__(self, place: int = 0) -> None:
        super().__init__(place)
        self._kept = None

    def next_states(self) -> list[Any]:
        if self._kept is None:
            self._kept = super().next_states()
        return self._kept


class Side(Enum):
    LEFT = 0
    RIGHT = 1

    def next_states(self) -> list[Side]:
        return [Side.RIGHT, Side.LEFT]

    def is_goal(self) -> bool:
        return self is Side.RIGHT


class Board:
    """A part of a state without an equality."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows


class WithBoard(NamedTuple):
    board: Board
    place: int = 0

    def next_states(self) -> Iterator[WithBoard]:
        yield WithBoard(Board([0]), (self.place + 1) % SIZE)

    def is_goal(self) -> bool:
        return self.place == 4


class SharedBoard(WithBoard):
    def next_states(self) -> Iterator[WithBoard]:
        yield SharedBoard(self.board, (self.place + 1) % SIZE)


class Boxes(NamedTuple):
    cells: frozenset[int] = frozenset({0, 3})

    def next_states(self) -> Iterator[Boxes]:
        for cell in sorted(self.cells):
            yield Boxes(self.cells - {cell} | {(cell + 1) % SIZE})

    def is_goal(self) -> bool:
        return self.cells == {1, 2}


class SortedBoxes(NamedTuple):
    cells: tuple[int, ...] = (0, 3)

    def next_states(self) -> Iterator[SortedBoxes]:
        for cell in self.cells:
            rest = [other for other in self.cells if other != cell]
            yield SortedBoxes(tuple(sorted({*rest, (cell + 1) % SIZE})))

    def is_goal(self) -> bool:
        return self.cells == (1, 2)


class KeyHunt(NamedTuple):
    """A door at 3 opens with the key that lies at -2."""

    place: int = 0
    key: bool = False

    def next_states(self) -> Iterator[KeyHunt]:
        for place in (self.place + 1, self.place - 1):
            if -2 <= place < 3 or (place <= 5 and self.key):
                yield type(self)(place, self.key or place == -2)

    def is_goal(self) -> bool:
        return self.place == 5


class KeyForgotten(KeyHunt):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyHunt) and self.place == other.place

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.place)


# --- histories ----------------------------------------------------------------------------------


class PathInside(NamedTuple):
    place: int = 0
    path: tuple[int, ...] = ()

    def next_states(self) -> Iterator[PathInside]:
        for step in (1, 2, 3):
            yield PathInside((self.place + step) % 30, (*self.path, self.place))

    def is_goal(self) -> bool:
        return self.place == 29


@attrs.frozen
class Counter:
    place: int = 0
    moves: int = 0

    def next_states(self) -> Iterator[Counter]:
        for step in (1, 2, 3):
            yield Counter((self.place + step) % SIZE, self.moves + 1)

    def is_goal(self) -> bool:
        return self.place == 4


@attrs.frozen
class CounterAside:
    place: int = 0
    moves: int = attrs.field(default=0, eq=False)

    def next_states(self) -> Iterator[CounterAside]:
        for step in (1, 2, 3):
            yield CounterAside((self.place + step) % SIZE, self.moves + 1)

    def is_goal(self) -> bool:
        return self.place == 4


class InSlots(Ring):
    __slots__ = ("moves", "place")

    def __init__(self, place: int = 0, moves: int = 0) -> None:
        self.place = place
        self.moves = moves

    def next_states(self) -> list[Any]:
        return [InSlots((self.place + step) % SIZE, self.moves + 1) for step in (1, 2)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InSlots) and (self.place, self.moves) == (other.place, other.moves)

    def __hash__(self) -> int:
        return hash((self.place, self.moves))


class GoalOutOfReach(PathInside):
    """The same with a goal that no audit comes to."""

    def next_states(self) -> Iterator[PathInside]:
        for step in (1, 2, 3):
            yield GoalOutOfReach(self.place + step, (*self.path, self.place))

    def is_goal(self) -> bool:
        return self.place == 10**9


@dataclass(frozen=True)
class Parent:
    place: int = 0
    cost_so_far: int = 0
    parent: Parent | None = None

    def next_states(self) -> Iterator[Parent]:
        for step in (1, 2):
            yield Parent((self.place + step) % SIZE, self.cost_so_far + step, self)

    def is_goal(self) -> bool:
        return self.place == 4


class Fuel(NamedTuple):
    """What is left in the tank matters, though not for a long time."""

    place: int = 0
    fuel: int = 60

    def next_states(self) -> Iterator[Fuel]:
        if self.fuel:
            yield Fuel(self.place + 1, self.fuel - 1)
            yield Fuel(self.place - 1, self.fuel - 1)

    def is_goal(self) -> bool:
        return self.place == 10


class Deadline(NamedTuple):
    """The number of moves matters, at the end: it is no mere history."""

    place: int = 0
    moves: int = 0

    def next_states(self) -> Iterator[Deadline]:
        if self.moves < 1_000:
            yield Deadline((self.place + 1) % SIZE, self.moves + 1)
            yield Deadline((self.place + 2) % SIZE, self.moves + 1)

    def is_goal(self) -> bool:
        return self.place == 4


# --- changed in place ---------------------------------------------------------------------------


@attrs.define(eq=True, unsafe_hash=True)
class Changed:
    place: int = 0

    def next_states(self) -> Iterator[Changed]:
        self.place = (self.place + 1) % SIZE
        yield self

    def is_goal(self) -> bool:
        return self.place == 4


class Shallow(NamedTuple):
    row: list[int]

    def next_states(self) -> Iterator[Shallow]:
        row = self.row  # and not a copy
        row[0] = (row[0] + 1) % SIZE
        yield Shallow(row)

    def is_goal(self) -> bool:
        return self.row == [4]


class DeepEnough(Shallow):
    def next_states(self) -> Iterator[Shallow]:
        row = list(self.row)
        row[0] = (row[0] + 1) % SIZE
        yield DeepEnough(row)


def one_buffer(state: list[int]) -> Iterator[list[int]]:
    buffer = [0]
    for step in (1, 2):
        buffer[0] = (state[0] + step) % SIZE
        yield buffer


def new_buffers(state: list[int]) -> Iterator[list[int]]:
    for step in (1, 2):
        yield [(state[0] + step) % SIZE]


class Meddler:
    """Gives new lists, and spoils those that it gave long before."""

    def __init__(self) -> None:
        self.given: list[list[int]] = []

    def __call__(self, state: list[int]) -> Iterator[list[int]]:
        for step in (1, 2):
            after = [state[0] + step]
            self.given.append(after)
            yield after
        if len(self.given) > 50:
            self.given[0][0] = -1


class Sealed:
    """Cannot be taken apart, since it holds a generator; and has no ==."""

    def __init__(self, place: int = 0) -> None:
        self.place = place
        self.open = (number for number in range(3))

    def next_states(self) -> list[Sealed]:
        return [Sealed((self.place + 1) % SIZE)]

    def is_goal(self) -> bool:
        return False


class SealedEqual(Sealed):
    def next_states(self) -> list[Sealed]:
        return [SealedEqual((self.place + 1) % SIZE)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.place == other.place

    def __hash__(self) -> int:
        return self.place


# --- answers that vary --------------------------------------------------------------------------


def ring(place: int) -> list[int]:
    return [(place + step) % SIZE for step in (1, 2)]


def four(place: int) -> bool:
    return place == 4


def shuffled(place: int) -> list[int]:
    return random.sample([(place + step) % 100 for step in range(9)], 9)


def random_steps(place: int) -> list[int]:
    return [random.randrange(10**6), place]


class RemembersVisited:
    def __init__(self) -> None:
        self.visited: set[int] = set()

    def __call__(self, place: int) -> Iterator[int]:
        for after in ring(place):
            if after not in self.visited:
                self.visited.add(after)
                yield after


class UsedUp:
    def __init__(self) -> None:
        self.steps = {place: iter(ring(place)) for place in range(SIZE)}

    def __call__(self, place: int) -> Iterable[int]:
        return self.steps[place]


CALLS = itertools.count()


def moody_heuristic(place: int) -> float:
    return 0 if place == 4 else next(CALLS) * 1e-9


TOWNS = {
    town: {other for other in ("Ulm", "Bonn", "Kiel", "Jena", "Trier") if other != town}
    for town in ("Ulm", "Bonn", "Kiel", "Jena", "Trier")
}


def towns_in_a_set(town: str) -> set[str]:
    return TOWNS[town]


def towns_from_a_set(town: str) -> Iterator[str]:
    yield from TOWNS[town]


def towns_sorted(town: str) -> list[str]:
    return sorted(TOWNS[town])


def is_trier(town: str) -> bool:
    return town == "Trier"


def towns(function: Callable[[str], Iterable[str]]) -> Problem[str]:
    return Problem("Ulm", next_states=function, is_goal=is_trier)


# --- graphs with costs --------------------------------------------------------------------------

Graph = dict[Any, list[tuple[Any, Any]]]


def weighted(
    graph: Graph, start: Any, goals: Iterable[Any], heuristic: Any = None, **more: Any
) -> Problem[Any, Any, Any]:
    """A problem of a table; a heuristic may be a table, too."""
    return Problem(
        start,
        next_steps=lambda state: [Step(to, cost=cost) for to, cost in graph[state]],
        is_goal=lambda state: state in goals,
        heuristic=heuristic.__getitem__ if isinstance(heuristic, dict) else heuristic,
        **more,
    )


CASE_4: Graph = {1: [(0, 11), (2, 1)], 2: [(0, 6)], 0: []}
CASE_2: Graph = {
    "S": [("A", 1), ("B", 2)],
    "A": [("C", 4)],
    "B": [("C", 1)],
    "C": [("G", 10)],
    "G": [],
}
CASE_50: Graph = {"S": [("A", 2), ("B", 5)], "B": [("A", -4)], "A": [("T", 1)], "T": []}


def grid_of_eight(diagonal: float) -> Problem[Any, Any, Any]:
    """Case 52: an 8-connected grid with a Euclidean heuristic."""

    def steps(cell: tuple[int, int]) -> Iterator[Step[Any, Any, Any]]:
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            after = (cell[0] + down, cell[1] + right)
            if (down or right) and 0 <= after[0] < 6 and 0 <= after[1] < 6:
                yield Step(after, cost=diagonal if down and right else 1.0)

    return Problem(
        (0, 0),
        next_steps=steps,
        is_goal=lambda cell: cell == (5, 5),
        heuristic=lambda cell: math.dist(cell, (5, 5)),
    )


def zero_ring(length: int | None) -> Problem[Any, Any, Any]:
    """Steps that cost nothing along a ring, or without end; a paid step leads to the goal."""

    def steps(place: int) -> list[Step[Any, Any, Any]]:
        after = place + 1 if length is None else (place + 1) % length
        return [Step(after, cost=0), Step(-1, cost=5)] if place >= 0 else []

    return Problem(0, next_steps=steps, is_goal=lambda place: place == -1)


@functools.total_ordering
class Pair:
    """A cost of two numbers, the first counting most."""

    def __init__(self, first: int, second: int) -> None:
        self.both = (first, second)

    def __add__(self, other: Pair) -> Pair:
        return Pair(*map(sum, zip(self.both, other.both, strict=True)))

    def __lt__(self, other: Pair) -> bool:
        return self.both < other.both

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and self.both == other.both

    def __hash__(self) -> int:
        return hash(self.both)

    def __repr__(self) -> str:
        return f"Pair{self.both}"


PAIRS: Graph = {"S": [("A", Pair(1, 2)), ("G", Pair(2, 0))], "A": [("G", Pair(0, 9))], "G": []}
FRACTIONS: Graph = {
    "S": [("A", Fraction(1, 3)), ("G", Fraction(1))],
    "A": [("G", Fraction(1, 3))],
    "G": [],
}


# --- there and back -----------------------------------------------------------------------------


def ring_back(place: int) -> list[int]:
    return [(place - step) % SIZE for step in (1, 2)]


def reversible(previous: Callable[[int], Iterable[int]]) -> Problem[int]:
    return Problem(0, next_states=ring, goals=[4], previous_states=previous)


class Reversible(ByContent):
    """The same as a class with a method."""

    def previous_states(self) -> list[Reversible]:
        return [Reversible((self.place - step) % SIZE) for step in (1, 2)]


class Irreversible(Reversible):
    def next_states(self) -> list[Any]:
        return [type(self)((self.place + step) % SIZE) for step in (1, 3)]


def priced(there: int, back: int) -> Problem[Any, Any, Any]:
    return Problem(
        0,
        next_steps=lambda n: [Step((n + 1) % SIZE, cost=there)],
        previous_steps=lambda n: [Step((n - 1) % SIZE, cost=back)],
        goals=[4],
    )


# --- keys ---------------------------------------------------------------------------------------


def square_steps(cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= cell[0] + down < 5 and 0 <= cell[1] + right < 5:
            yield (cell[0] + down, cell[1] + right)


def mirrored(cell: tuple[int, int]) -> tuple[int, int]:
    return (min(cell), max(cell))


def square(goal: tuple[int, int]) -> Problem[tuple[int, int]]:
    return Problem((0, 0), next_states=square_steps, is_goal=lambda cell: cell == goal)


def lights(start: int) -> Problem[tuple[int, ...]]:
    """Nine lights in a row, as a plain tuple: no light is a history."""

    def presses(bits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for pressed in range(9):
            yield tuple(bit ^ (abs(place - pressed) <= 1) for place, bit in enumerate(bits))

    return Problem(
        tuple(start >> i & 1 for i in range(9)),
        next_states=presses,
        is_goal=lambda bits: not any(bits),
    )


def far_away(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)]


class Door(NamedTuple):
    """The key matters at a door that lies beyond the walk."""

    x: int = 0
    key: bool = False

    def next_states(self) -> Iterator[Door]:
        if self.x > 0:
            yield Door(self.x - 1, self.key)
        if self.x < 3000 and (self.key or self.x != 2500):
            yield Door(self.x + 1, self.key or self.x == 2)

    def is_goal(self) -> bool:
        return self.x in (5, 3000)


class Hall(NamedTuple):
    """The same on a grid."""

    x: int = 0
    y: int = 0
    key: bool = False

    def next_states(self) -> Iterator[Hall]:
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            x, y = self.x + dx, self.y + dy
            if 0 <= x < 100 and 0 <= y < 100 and (self.key or (x, y) != (99, 99)):
                yield Hall(x, y, self.key or (x, y) == (2, 0))

    def is_goal(self) -> bool:
        return (self.x, self.y) in ((3, 3), (99, 99))


@dataclass(frozen=True)
class Chain:
    """The parent is a part of the equality, and each state a new one."""

    n: int
    parent: Chain | None = None

    def next_states(self) -> list[Chain]:
        return [Chain(self.n + 1, self)]

    def is_goal(self) -> bool:
        return self.n == 10**6


class ChainOfTuples(NamedTuple):
    """The same in tuples all through, with more than one way."""

    n: int
    parent: Any = None

    def next_states(self) -> list[ChainOfTuples]:
        return [ChainOfTuples(self.n + 2, self), ChainOfTuples(self.n * 3, self)]

    def is_goal(self) -> bool:
        return self.n == 10**6


def one_town_of_a_set(town: str) -> list[str]:
    return [next(iter({"Ulm", "Trier", "Bonn", "Jena", "Kiel", "Hof"}))]
