"""User functions in compiled code: each form gives what it gives interpreted."""

from __future__ import annotations

import enum
import functools
import math
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import searchkit
from searchkit import (
    CompileError,
    HashCheck,
    Problem,
    Step,
    breadth_first_search,
    replaced,
    swapped,
    uniform_cost_search,
)
from searchkit import Step as Move
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.layout import layout_of
from searchkit.compiled.program import Program
from searchkit.compiled.settings import Compiled
from searchkit.compiled.successors import expander
from searchkit.compiled.translation import translate
from tests import compiled_helpers

Pair = tuple[int, int]


def agrees(start: Any, *, states: int = 60, **functions: Any) -> Program:
    """Compare compiled and interpreted on the first states."""
    functions.setdefault("is_goal", never)
    problem: Problem[Any, Any, Any] = Problem(start, **functions)
    program = Program(
        problem,
        Compiled(),
        tests_goals=functions["is_goal"] is not never,
        estimates="heuristic" in functions,
    )
    compare_first(program, states)
    return program


def never(state: Any) -> bool:
    return False


# --- functions ------------------------------------------------------------------------------------


def added(a: int, b: int = 2, c: int = 3) -> int:
    return (a + 2 * b + 3 * c) % 11


def counted(n: int) -> Iterator[int]:
    for k in range(n):
        yield n - k - 1


def adder(by: int, then: Callable[[int], int]) -> Callable[[int], int]:
    def add(n: int) -> int:
        return then(n + by) % 11

    return add


twice = adder(1, adder(3, lambda n: 2 * n))  # two closures of one function, one within the other


def increased(n: int) -> int:
    return n + 1


native: Any = numba.njit(increased)


def calls(state: Pair, extra: int = 4) -> Iterator[Pair]:
    a, b = state

    def inner(n: int) -> int:
        return n + b

    double: Any = lambda n: 2 * n  # noqa: E731
    yield added(a), added(a, c=b)
    yield added(*state), added(b=a, a=b)
    yield extra, inner(a) % 11
    yield double(a) % 11, twice(b)
    yield native(a) % 11, sum([n * n for n in counted(b)]) % 11
    yield compiled_helpers.stepped(a), compiled_helpers.stepped(value=b, by=2)
    yield len(compiled_helpers.ROWS[a % 3]), compiled_helpers.SIZE
    yield min(a, b, 5), max(state)
    if 0 <= a < 3 and (a, b) != (1, 1):
        q, r = divmod(a + b, 3)
        yield q, r
    yield abs(a - b), (a**2 + pow(b, 2)) % 11
    for i, (x, y) in enumerate(zip(state, reversed(state), strict=False)):
        yield (x + i) % 11, y


def test_functions_that_call_others() -> None:
    agrees((0, 1), next_states=calls)


# --- constants ------------------------------------------------------------------------------------

LIST = [3, 1, 4]
TUPLES = [(0, 1), (1, 0), (-1, 0)]
RAGGED = [[1, 2], [3], [], [0, 4, 5]]
NESTED = ((1, 2), (3, 4))
CUBE = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
LONG = [n * n % 7 for n in range(300)]
WIDE = [[i * j % 5 for j in range(9)] for i in range(9)]
ARRAY = np.arange(5)
HALF = 0.5
SWITCH = True
SWITCHES = [True, False]
FLOATS = [0.5, 1.5]


def looks_up(state: Pair) -> Iterator[Pair]:
    a, b = state
    yield LIST[a % 3], LIST[-1]
    for x, y in TUPLES:
        yield (a + x) % 6, (b + y) % 6
    yield NESTED[a % 2][b % 2], CUBE[a % 2][b % 2][1]
    for row in RAGGED:
        for n in row:
            yield n, len(row)
    for i, row in enumerate(RAGGED):
        if len(row) > 0:
            yield row[0], i
    yield RAGGED[1][0], RAGGED[-1][2]
    for n in RAGGED[a % 4]:
        yield n, len(RAGGED)
    yield LONG[17 * a + b], LONG[-a - 1]
    yield WIDE[a][b], len(WIDE[a])
    yield int(ARRAY[a % 5]), len(LIST)
    if SWITCH and SWITCHES[a % 2]:
        yield int(a * HALF), int(FLOATS[b % 2])
    if a in LIST or (a, b) in TUPLES:
        yield 1, 1


def test_constants() -> None:
    agrees((0, 0), next_states=looks_up)


def test_an_index_out_of_a_ragged_table_is_an_error() -> None:
    def beyond(n: int) -> list[int]:
        return [len(RAGGED[n])] if n < 9 else [0]

    problem = Problem(8, next_states=beyond, is_goal=never)
    with pytest.raises(IndexError, match="list index out of range"):
        breadth_first_search(problem, compiled=True)


# --- what is rewritten ----------------------------------------------------------------------------


def rewritten(state: Pair) -> Iterator[Pair]:
    a, b = state
    yield from [(1, 2), (3, 4)]
    yield from ((n, b) for n in range(3))
    yield from more(state)
    yield sum(n + 1 for n in state), max(n * n % 5 for n in state)
    if any(n > 3 for n in state) and not all(n > 3 for n in state):
        yield len({n % 2 for n in state}), state.count(1)
    for n in (k + a % 3 for k in range(2)):
        yield n, min(-k for k in state) % 7
    for n in reversed(range(0, 7, 2)):
        yield n, list(n * 2 for n in range(3))[1]  # noqa: C400


def more(state: Pair) -> Iterator[Pair]:
    yield from ((0, state[0] % 5), (state[1] % 5, 0))


def returned(state: Pair) -> Iterator[Pair]:
    return ((n, state[0]) for n in range(3))


def test_what_numba_refuses_is_said_in_another_way() -> None:
    agrees((0, 1), next_states=rewritten)
    agrees(
        (0, 1),
        next_states=returned,
        is_goal=lambda state: all(n == 2 for n in state),
        heuristic=lambda state: sum(abs(n - 2) for n in state),
    )


Row = tuple[int, int, int, int]


class Board(NamedTuple):
    """Tuples made of lists: as many entries as those of the state have."""

    row: Row
    turns: int = 0

    def next_states(self) -> Iterator[Board]:
        blank = self.row.index(0)
        for place in range(4):
            if abs(place - blank) in {1, 2}:
                row = list(self.row)
                row[blank], row[place] = row[place], row[blank]
                yield Board(tuple(row), self.turns)  # type: ignore[arg-type]
        yield Board(tuple(sorted(self.row)), 1)  # type: ignore[arg-type]
        yield Board(tuple((n + 1) % 4 for n in self.row), self.turns)  # type: ignore[arg-type]
        yield self._replace(row=tuple(self.row), turns=2)  # type: ignore[arg-type]


def test_lists_become_tuples_again() -> None:
    agrees(Board((0, 1, 2, 3)), next_states=Board.next_states)


# --- classes --------------------------------------------------------------------------------------


class Base(NamedTuple):
    a: int = 0
    b: int = 0
    is_new: bool = True


class Counter(Base):
    """Methods, properties, constants and an inherited class."""

    __slots__ = ()
    SIZE = 5
    STEPS = [1, 2, 4]  # noqa: RUF012
    ROWS = [[1], [2, 3], [4, 0]]  # noqa: RUF012
    _HIDDEN = (1, 3)
    RATE = 0.5

    @property
    def total(self) -> int:
        return self.a + self.b

    def plus(self, n: int = 3, *, times: int = 1) -> Counter:
        return Counter((self.a + self._step(n) * times) % self.SIZE, self.b, False)

    def _step(self, n: int) -> int:
        return n + self.__secret()

    def __secret(self) -> int:
        return 1

    def around(self) -> Iterator[Counter]:
        for step in self.STEPS:
            yield self.plus(step)
        for row in self.ROWS:
            for n in row:
                yield self.made(n)

    @staticmethod
    def halved(n: int) -> int:
        return n // 2

    @classmethod
    def made(cls, n: int, m: int = 2) -> Counter:
        return cls(n, m)

    def next_states(self) -> Iterator[Counter]:
        yield from self.around()
        yield self.plus()
        yield self.plus(n=2)
        yield self.plus(1, times=2)
        yield Counter.plus(self, 2)
        yield Counter.made(self.__secret() + self.total % self.SIZE)
        yield Counter(b=self.halved(self.a), a=Counter.halved(self.b))
        yield Counter(Counter.SIZE - 1, int(self.RATE * 4) + self._HIDDEN[1])
        yield Counter(*self)
        yield self._replace(a=1)
        yield self._replace(is_new=self.a > 2, b=self.b)
        first, second, _ = self
        yield Counter(second, first, not self.is_new)

    def is_goal(self) -> bool:
        return self.total == 7

    def heuristic(self) -> int:
        return abs(7 - self.total)


def test_a_class_with_all_that_classes_have() -> None:
    agrees(
        Counter(),
        next_states=Counter.next_states,
        is_goal=Counter.is_goal,
        heuristic=Counter.heuristic,
    )


class Left(NamedTuple):
    """Shares the names of its members with the next class, in which they are other things."""

    size: int = 0
    n: int = 0

    def step(self) -> Left:
        return Left((self.size + self.total) % 5, self.limit())

    @property
    def total(self) -> int:
        return self.n + 1

    def limit(self) -> int:
        return 3


class Sized(NamedTuple):
    step: int
    total: int


class Right(Sized):
    __slots__ = ()
    limit = 4

    @property
    def size(self) -> int:
        return self.step + 10


class Both(NamedTuple):
    left: Left
    right: Right
    row: tuple[int, int, int]

    def next_states(self) -> Iterator[Both]:
        left, right = self.left, self.right
        yield Both(
            left.step(), Right(right.limit, right.size % 7), swapped(self.row, 0, left.n % 3)
        )
        row = replaced(self.row, right.step % 3, left.limit())
        yield Both(left=Left(right.total % 3), right=Right(total=left.total, step=1), row=row)
        yield self._replace(row=(1, 2, 3), right=right._replace(step=2))

    def is_goal(self) -> bool:
        return False


def test_classes_that_share_names() -> None:
    agrees(Both(Left(), Right(0, 0), (1, 2, 3)), next_states=Both.next_states)


# --- steps ----------------------------------------------------------------------------------------


class Way(enum.Enum):
    UP = 1
    DOWN = 2


NAMES = ["up", "down"]


def steps(n: int) -> Iterator[Step[int, Any, float]]:
    yield Step((n + 1) % 7, 2, "text")
    yield Step(state=(n + 2) % 7, cost=3, action=n)
    yield Step((n + 3) % 7)
    yield Step((n + 4) % 7, action=("text", n))
    yield searchkit.Step((n + 5) % 7, 1, Way.UP)
    yield Move((n + 6) % 7, 1.5, f"to {n}")
    yield compiled_helpers.Step(n, 1, NAMES[n % 2])
    step = Step(n, 4)
    yield Step(step.state, step.cost + 1)


def test_steps_in_all_forms() -> None:
    program = agrees(0, next_steps=steps)
    assert program.float_costs


def listed_steps(n: int) -> list[Step[int, str, int]]:
    return [Step((n + 2) % 7, 1, f"from {n}"), Step((n + 1) % 7, 1, "one")]


def test_actions_may_be_anything() -> None:
    problem = Problem(0, next_steps=listed_steps, is_goal=lambda n: n == 5)
    path = breadth_first_search(problem, compiled=True).path
    assert path.actions == ("from 0", "from 2", "one")


# --- goals and heuristics -------------------------------------------------------------------------


def distance(n: int) -> float:
    if n == 3:
        return math.inf
    return n if n < 5 else 0.5 * n


def bits(n: int) -> int:
    return n.bit_count() + n.bit_length()


def test_kinds_of_goals_and_heuristics() -> None:
    step = lambda n: [(n + 1) % 9]  # noqa: E731
    assert agrees(0, next_states=step, is_goal=lambda n: n & 4, heuristic=distance).float_estimates
    assert not agrees(0, next_states=step, heuristic=bits).float_estimates


# --- compiling once -------------------------------------------------------------------------------


def test_the_same_function_made_again_is_not_compiled_again() -> None:
    def made(by: int) -> Callable[[int], int]:
        return lambda n: n + by

    assert translate(made(1)) is translate(made(1))
    assert translate(made(1)) is not translate(made(2))
    assert translate(lambda n: n) is not translate(lambda n: n + 1)
    layout = layout_of(0)
    first, second = (
        expander(lambda n: [n + 1], layout, None, role="next_states", steps=False)[0]
        for _ in range(2)
    )
    assert first is second


def uses_helper(n: int) -> int:
    return compiled_helpers.stepped(n) + int(LIST[0])


class Scaled(NamedTuple):
    n: int


class Constants(Scaled):
    __slots__ = ()
    SCALE = 2

    def scaled(self) -> int:
        return self.n * self.SCALE


def scales(state: Constants) -> list[Constants]:
    return [Constants(state.scaled() % 50 + 1)]


def test_a_changed_constant_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    before = translate(uses_helper)
    monkeypatch.setattr(compiled_helpers, "SIZE", 5)
    changed = translate(uses_helper)
    assert changed is not before
    LIST[0] = 9
    assert translate(uses_helper) is not changed
    LIST[0] = 3
    monkeypatch.undo()
    assert translate(uses_helper) is before

    agrees(Constants(1), next_states=scales)
    monkeypatch.setattr(Constants, "SCALE", 3)
    agrees(Constants(1), next_states=scales)  # a stale constant would be an error


def test_threads_may_compile_at_once() -> None:
    layout = layout_of(0)
    found: list[Any] = []

    def work(by: int) -> None:
        odd = by % 2
        native, _ = expander(lambda n: [n + odd], layout, None, role="next_states", steps=False)
        found.append((by, native))

    workers = [threading.Thread(target=work, args=(by,)) for by in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    by_number = dict(found)
    assert len(by_number) == 4
    assert by_number[0] is by_number[2] is not by_number[1]
    assert by_number[1] is by_number[3]


# --- what is no function --------------------------------------------------------------------------


class Object:
    def method(self, n: int) -> list[int]:
        return [n]

    def __call__(self, n: int) -> list[int]:
        return [n]


@functools.wraps(never)
def wrapper(state: Any) -> bool:
    return never(state)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (functools.partial(added, 1), "is a functools.partial"),
        (abs, "is a built-in function"),
        (Object().method, "is a method of an object"),
        (Object(), "is of type Object"),
        (wrapper, "is wrapped by a decorator"),
    ],
)
def test_what_is_no_plain_function(function: Any, told: str) -> None:
    with pytest.raises(CompileError, match=told) as caught:
        breadth_first_search(Problem(0, next_states=function, is_goal=never), compiled=True)
    assert "def" in str(caught.value) or "the function itself" in str(caught.value)


def test_a_key_is_compiled_too() -> None:
    problem = Problem((0, 0), next_states=calls, is_goal=never)
    key = lambda state: (min(state), max(state))  # noqa: E731
    found = [
        breadth_first_search(problem, duplicates=HashCheck(key=key), compiled=compiled).statistics
        for compiled in (False, True)
    ]
    assert found[0].stored == found[1].stored


# --- empty lists, and actions ---------------------------------------------------------------------


def may_be_empty(state: Pair) -> list[Pair]:
    a, b = state
    if a > 5:
        return []
    if b > 5:
        return [] if a > 3 else [(a + 1, b)]
    found = [(a + 1, b + 1)]
    if a % 2:
        found.append((a + 2, b))
    return found


def empty_with_inner(n: int) -> list[int]:
    def added(k: int) -> int:
        return n + k

    return [] if n > 9 else [added(1), added(2)]


def nothing_from(n: int) -> list[int]:
    return [n][:0] if n > 3 else [n + 1]


def mapped(n: int) -> Any:
    found = map(abs, [n + 1, n - 1])
    return found  # noqa: RET504


@pytest.mark.parametrize(
    "function",
    [mapped, lambda n: map(abs, [n - 1]), lambda n: [n] if n > 9 else map(abs, [n + 1, n + 2])],
)
def test_map_may_be_given_back(function: Any) -> None:
    agrees(0, next_states=function)


@pytest.mark.parametrize(
    ("start", "function"),
    [
        ((0, 0), may_be_empty),
        (0, lambda n: [n + 1, n + 3] if n < 20 else []),
        (0, lambda n: () if n > 20 else (n + 1, n + 2) if n % 2 else [n + 5]),
        (0, lambda n: [] if n > 20 else [n + k for k in (1, 2)]),
        (0, empty_with_inner),
        (0, nothing_from),
    ],
)
def test_a_list_of_successors_may_be_empty(start: Any, function: Any) -> None:
    agrees(start, next_states=function)


NAMED = {1: "one", 2: "two"}


def any_action(n: int) -> Iterator[Any]:
    if n < 20:
        yield Step(n + 1, 1, NAMED[1])
        yield Move(n + 2, action="{} and {}".format(n, *NAMED))
        yield searchkit.Step(n + 3, 1.5, action={str(n): sorted(NAMED, key=lambda k: -k)})


def named_actions(n: int) -> Iterator[Any]:
    last, waiting = 0, [1, 2]
    while waiting:
        k = waiting.pop()
        name = "{} of {}".format(k, *[NAMED[k]])
        also = k
        popped = [k].pop()
        if n < 20:
            yield Step(n + k + last, k, (name, also, popped))
        last = also


def all_actions(n: int) -> list[Any]:
    return [Step(n + k, k, NAMED[k]) for k in (1, 2)] if n < 20 else []


@pytest.mark.parametrize("function", [any_action, named_actions, all_actions])
def test_what_an_action_is_made_of_need_not_compile(function: Any) -> None:
    agrees(0, next_steps=function)
    problem: Problem[int, Any, float] = Problem(0, next_steps=function, is_goal=lambda n: n == 4)
    compiled = uniform_cost_search(problem, compiled=True).path
    assert compiled.actions == uniform_cost_search(problem).path.actions


# --- keys -----------------------------------------------------------------------------------------


class Triple(NamedTuple):
    a: int
    b: int
    c: int


def turned(row: Triple) -> Iterator[Triple]:
    for n in (1, 2):
        yield Triple((row.a + n) % 7, row.b, row.c)
        yield Triple(row.a, (row.b + n) % 7, row.c)


@pytest.mark.parametrize(
    "key",
    [
        lambda row: tuple(sorted(row)),
        lambda row: tuple(sorted(row[:2])) + (row.c,),  # noqa: RUF005
        lambda row: (tuple(sorted((row.a, row.b))), row.c),
        lambda row: min((row.a, row.b), (row.b, row.a), (9, 9)),
        lambda row: max(row, Triple(row.b, row.a, row.c)),
    ],
)
def test_keys_of_symmetry(key: Any) -> None:
    problem = Problem(Triple(0, 0, 1), next_states=turned, is_goal=lambda row: False)
    expanded = [
        breadth_first_search(
            problem, duplicates=HashCheck(key=key), compiled=compiled
        ).statistics.expanded
        for compiled in (False, True)
    ]
    assert expanded[0] == expanded[1] > 7


# --- what gives successors ------------------------------------------------------------------------

NEIGHBOURS = [[1, 2], [0], [0, 3], []]


@pytest.mark.parametrize(
    "function",
    [
        lambda n: NEIGHBOURS[n],
        lambda n: range(n + 1, 9, 2),
        lambda n: LONG,
    ],
)
def test_rows_of_ints_give_successors(function: Any) -> None:
    agrees(0, next_states=function)
