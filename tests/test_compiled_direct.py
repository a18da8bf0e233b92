"""Generators that write their successors themselves give what they give interpreted."""

from __future__ import annotations

import gc
import linecache
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from searchkit import Compiled, CompileError, Problem, Step, breadth_first_search
from searchkit.compiled import successors
from searchkit.compiled.adapters import BAD_COST, FAILED, FULL, OUT_OF_RANGE
from searchkit.compiled.comparing import compare_first
from searchkit.compiled.layout import layout_of
from searchkit.compiled.program import Program
from searchkit.compiled.successors import expander
from tests.naming import named

Pair = tuple[int, int]
Numbered = Step[int, None, int]


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Say of each generator that is compiled from now on whether it writes its successors."""
    found: list[bool] = []
    attempt: Callable[..., Any] = successors._of_generator

    def noted(*arguments: Any, **options: Any) -> Any:
        made = attempt(*arguments, **options)
        found.append(made is not None)
        return made

    monkeypatch.setattr(successors, "_of_generator", noted)
    return found


def never(state: Any) -> bool:
    return False


def agrees(start: Any, function: Any, *, steps: bool = False, **options: Any) -> Program:
    """Compare compiled and interpreted on the first states."""
    what = "next_steps" if steps else "next_states"
    problem: Problem[Any, Any, Any] = Problem(start, is_goal=never, **{what: function}, **options)
    program = Program(problem, Compiled(), tests_goals=False, estimates=False)
    compare_first(program, 60)
    return program


# --- generators that write ------------------------------------------------------------------------


def plain(n: int) -> Iterator[int]:
    """Yield once, with nothing else."""
    yield (n + 1) % 7


def branches(n: int) -> Iterator[int]:
    if n % 2:
        yield (n + 1) % 13
        yield (n + 2) % 13
    elif n % 3:
        return
    else:
        yield (n + 5) % 13
    if n == 4:
        return None
    yield (n + 3) % 13


def loops(state: Pair) -> Iterator[Pair]:
    a, b = state
    for k in range(a):
        if k == b:
            break
        for j in range(3):
            if j == k:
                continue
            yield (k + j) % 5, (b + j) % 5
        yield k, k
    else:
        yield (a + 1) % 5, b
    while True:
        yield b, a
        a += 1
        if a > 5:
            break
    yield b, (b + 1) % 5


def returns_within_a_loop(n: int) -> Iterator[int]:
    for k in range(10):
        if k > n:
            return
        yield (k * k + n) % 17
    yield 16


def constants(state: Pair) -> Iterator[Pair]:
    a, b = state
    yield 0, 0
    yield 1, b
    yield a, 1
    yield True, b
    yield a > b, b > 2
    yield (2, 2) if a else (a, 3)


def constant_numbers(n: int) -> Iterator[int]:
    yield 0
    yield 1
    yield n < 3
    yield True
    yield n


def wide(n: int) -> Iterator[int]:
    yield int(np.uint8(n + 1)) % 5
    yield int(np.int32(n) + np.int32(2)) % 5


def keyword_only(n: int, *, by: int = 3) -> Iterator[int]:
    yield (n + by) % 11


def positional_only(n: int, /, by: int = 3) -> Iterator[int]:
    yield (n + by) % 11


def added_by(by: int) -> Callable[[int], Iterator[int]]:
    def around(n: int) -> Iterator[int]:
        yield (n + by) % 11
        yield (n - by) % 11

    return around


def from_others(state: Pair) -> Iterator[Pair]:
    yield from loops(state)
    yield from [(1, 2), (3, 4)]
    yield from ((k, state[0]) for k in range(state[1]))


def list_or_nothing(n: int) -> list[int]:
    """Return what must be made a generator first."""
    if n > 5:
        return []
    return [n + 1, n + 2]


def functions_within(n: int) -> Iterator[int]:
    def doubled(k: int) -> int:
        if k > 3:
            return 2 * k
        return k

    once_more: Callable[[int], int] = lambda k: k + 1  # noqa: E731
    yield once_more(doubled(n)) % 11
    yield sum([k for k in range(n) if k % 2]) % 11


def over_a_dict(n: int) -> Iterator[int]:
    found = {k * 5 % 7: k for k in range(n)}
    for key, value in found.items():
        yield (key + value) % 9
    for key in found:
        yield key
    yield (n + 1) % 9


def matches(n: int) -> Iterator[int]:
    match n % 3:
        case 0:
            yield (n + 1) % 10
        case 1:
            yield (n + 4) % 10
        case _:
            return


def same_names(size: int) -> Iterator[int]:
    """Have names that the copy has in other meanings."""
    put, out, capacity, costs = size + 1, size + 2, 5, 1
    yield put % capacity
    size = out
    yield size % capacity
    yield costs


def with_data(n: int, rows: list[list[int]]) -> Iterator[int]:
    yield n
    yield from rows[n % 2]


class Turn(NamedTuple):
    a: int = 0
    is_b: bool = False
    row: Pair = (1, 2)

    def next_states(self) -> Iterator[Turn]:
        yield Turn(3, True, (1, 2))
        yield Turn(self.a, row=(3, self.a))
        yield Turn((self.a + 1) % 4)
        yield self._replace(is_b=self.a > 2)
        for step in range(2):
            yield self.turned(step)

    def turned(self, by: int) -> Turn:
        first, second = self.row
        return Turn(self.a, not self.is_b, (second, (first + by) % 4))


@pytest.mark.parametrize(
    ("start", "function", "options"),
    [
        (0, plain, {}),
        (0, branches, {}),
        ((1, 1), loops, {}),
        (0, returns_within_a_loop, {}),
        ((3, 1), constants, {}),
        (0, constant_numbers, {}),
        (0, wide, {}),
        (0, keyword_only, {}),
        (0, positional_only, {}),
        (0, added_by(4), {}),
        ((1, 1), from_others, {}),
        (0, list_or_nothing, {}),
        (0, lambda n: [n + 1] if n < 5 else [], {}),
        (0, functions_within, {}),
        (3, over_a_dict, {}),
        (0, matches, {}),
        (0, same_names, {}),
        (0, with_data, {"data": [[1, 2, 3], [2, 4, 0]]}),
        (Turn(), Turn.next_states, {}),
    ],
    ids=named,
)
def test_generators_write(start: Any, function: Any, options: Any, taken: list[bool]) -> None:
    agrees(start, function, **options)
    assert taken == [True]


# --- steps ----------------------------------------------------------------------------------------


def int_costs(n: int) -> Iterator[Step[int, str]]:
    yield Step((n + 1) % 7, 2, "text")
    yield Step(0, action=f"to {n}")
    yield Step(state=(n + 2) % 7, cost=n)
    yield Step((n + 3) % 7, n > 3)


def float_costs(n: int) -> Iterator[Step[int, int | None, float]]:
    yield Step((n + 1) % 7, 2.5, n)
    yield Step((n + 2) % 7, n / 3)
    yield Step((n + 2) % 7, -0.0)


def mixed_costs(n: int) -> Iterator[Step[int, int | None, float]]:
    yield Step((n + 1) % 7, 2.5)
    yield Step((n + 2) % 7, 2)
    yield Step(3)
    yield Step((n + 3) % 7, n, n)
    yield Step((n + 4) % 7, n > 3)
    yield Step((n + 4) % 7, n if n > 3 else 0.5)


def plain_tuples(n: int) -> Iterator[Any]:
    yield (n + 1) % 7, 2
    yield 4, 1


@pytest.mark.parametrize(
    ("function", "is_float"),
    [(int_costs, False), (float_costs, True), (mixed_costs, True), (plain_tuples, False)],
)
def test_steps_are_written_with_costs_of_one_type(
    function: Any, is_float: object, taken: list[bool]
) -> None:
    if function is plain_tuples:  # a pair of state and cost is no step interpreted
        expander(function, layout_of(0), None, role="next_steps", steps=True)
    else:
        assert agrees(0, function, steps=True).float_costs == is_float
    assert taken == [True]


# --- generators that are gone through -------------------------------------------------------------


def yield_with_a_value(n: int) -> Iterator[int]:
    sent = yield (n + 1) % 7
    if sent is None:
        yield (n + 2) % 7


def yield_within(n: int) -> Iterator[int]:
    if n > 3:
        yield (n + 1) % 7
    _ = [(yield 4)]


def gives_a_value(n: int) -> Generator[int, None, int]:
    yield (n + 1) % 7
    return n // 2


@pytest.mark.parametrize("function", [yield_with_a_value, yield_within, gives_a_value])
def test_generators_of_other_forms_are_gone_through(function: Any, taken: list[bool]) -> None:
    agrees(0, function)
    assert taken == [False]


def test_without_source_it_is_gone_through(taken: list[bool]) -> None:
    space: dict[str, Any] = {}
    exec("def f(n):\n    yield (n + 1) % 7\n    yield 3\n", space)
    agrees(0, space["f"])
    assert taken == [False]


def test_lists_are_gone_through(taken: list[bool]) -> None:
    agrees(0, lambda n: [(n + 1) % 7, 3])
    assert taken == [False]


# --- what is refused as before --------------------------------------------------------------------

WORD = 2**64 - 1


def of_two_kinds(word: int) -> Iterator[int]:
    yield word
    yield 5


def int_and_none(n: int) -> Iterator[Any]:
    yield n
    yield None


def int_and_pair(n: int) -> Iterator[Any]:
    yield n
    yield n, n


def catches(n: int) -> Iterator[int]:
    try:
        yield 10 // n
    except ZeroDivisionError:
        yield 0


def nothing_but_return(n: int) -> Iterator[int]:
    return
    yield n  # type: ignore[unreachable]


def calls_itself(n: int) -> Iterator[int]:
    yield from calls_itself(n - 1)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (int_and_none, "None"),
        (int_and_pair, "yield n, n"),
        (catches, "Compiled code cannot have try"),
        (nothing_but_return, "never comes to a yield"),
        (calls_itself, "calls itself"),
    ],
    ids=named,
)
def test_refusals_stay(function: Any, told: str) -> None:
    with pytest.raises(CompileError) as caught:
        agrees(0, function)
    assert told in str(caught.value)


def test_signed_and_unsigned_ints_together_are_refused() -> None:
    layout = layout_of(WORD, (0, WORD))
    with pytest.raises(CompileError, match="beyond 2\\*\\*63 - 1, together with other ints"):
        expander(of_two_kinds, layout, None, role="next_states", steps=False)


# --- what an adapter promises ---------------------------------------------------------------------


def fails_in_the_end(n: int) -> Iterator[Numbered]:
    yield Step(n + 1, 2)
    yield Step(n, -1 if n == 5 else 3)
    yield Step(n + 2 if n != 6 else 99, 4)
    row = [1, 2]
    yield Step(row[n % 7 // 2 - 1], 5)  # an IndexError if n is 6, but that is outside before


def of_rows(
    rows: list[int], capacity: int, function: Any = fails_in_the_end
) -> tuple[int, list[int], list[int], list[int]]:
    """Call the adapter: states dealt with, tallies, successors, costs."""
    layout = layout_of(0, (0, 20))
    native, _ = expander(function, layout, None, role="next_steps", steps=True)
    states = np.array(rows, np.uint64)
    out, costs = np.zeros(64, np.uint64), np.zeros(64, np.int64)
    tallies = np.full(len(rows), 77, np.int64)
    addresses = [int(array.ctypes.data) for array in (states, out, tallies, costs)]
    done = native.ctypes(
        addresses[0], len(rows), addresses[1], capacity, addresses[2], addresses[3], 0
    )
    return done, tallies.tolist(), out[:capacity].tolist(), costs[:capacity].tolist()


@pytest.mark.parametrize(
    ("rows", "capacity", "done", "tallies"),
    [
        ([2, 3], 20, 2, [4, 4]),
        ([2, 3], 8, 2, [4, 4]),
        ([2, 3], 7, 1, [4, FULL]),
        ([2, 3], 4, 1, [4, FULL]),
        ([2, 3], 0, 0, [FULL, 77]),
        ([2, 5, 3], 20, 1, [4, BAD_COST, 77]),
        ([2, 6, 3], 20, 1, [4, OUT_OF_RANGE, 77]),
        ([2, 13, 3], 20, 1, [4, FAILED, 77]),
        ([5, 3], 0, 0, [FULL, 77]),
        ([5, 3], 1, 0, [FULL, 77]),  # before its cost is looked at
        ([], 5, 0, []),
    ],
)
def test_tallies_say_why_it_stopped(
    rows: list[int], capacity: int, done: int, tallies: list[int]
) -> None:
    found = of_rows(rows, capacity)
    assert found[:2] == (done, tallies)
    steps = [step for n in rows[:done] for step in fails_in_the_end(n)]
    assert found[2][: len(steps)] == [step.state for step in steps]
    assert found[3][: len(steps)] == [step.cost for step in steps]


def test_both_forms_say_the_same() -> None:
    lines = linecache.getlines(__file__)
    first = fails_in_the_end.__code__.co_firstlineno
    text = "".join(lines[first - 1 : first + 5])
    space: dict[str, Any] = {"Step": Step}
    exec(compile("from __future__ import annotations\n" + text, "<none>", "exec"), space)
    for rows in ([2, 3], [2, 5, 3], [2, 6, 3], [2, 13, 3], []):
        for capacity in range(10):
            assert of_rows(rows, capacity) == of_rows(rows, capacity, space["fails_in_the_end"])


def test_one_generator_in_several_layouts() -> None:
    for bounds in (None, (0, 6), (0, 6), (-1, 100)):
        result = breadth_first_search(
            Problem(0, next_states=plain, is_goal=lambda n: n == 6),
            compiled=Compiled(bounds=bounds),
        )
        assert len(result.path) == 6
        gc.collect()


def test_an_error_names_the_line_of_the_user() -> None:
    problem = Problem(6, next_steps=fails_in_the_end, is_goal=never)
    with pytest.raises(IndexError) as caught:
        breadth_first_search(problem, compiled=Compiled(compared=0))
    frame = caught.traceback[-1]
    assert Path(frame.path).name == Path(__file__).name
    assert frame.frame.code.name == "fails_in_the_end"
