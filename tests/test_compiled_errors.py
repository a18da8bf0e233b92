# ruff: noqa: RUF005, PLW0603, UP028, PLC0415, FURB161, PTH123 - what is refused is to stand here
"""What cannot be compiled is said in words of Python: function, line, and what to write instead."""

from __future__ import annotations

import functools
import itertools
import random
import subprocess
import sys
import textwrap
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from searchkit import (
    CheckError,
    CompileError,
    HashCheck,
    Limits,
    MissingExtraError,
    Problem,
    Step,
    breadth_first_search,
)
from searchkit.compiled.adapters import tester as of_goals
from searchkit.compiled.door import require_version
from searchkit.compiled.layout import layout_of
from searchkit.compiled.successors import expander
from tests.naming import named as without_addresses

Pair = tuple[int, int]

DICT = {0: 1}
SET = {1, 2}
LIST = [1, 2]
MIXED = [1, 2.5, 3]
FROZEN = frozenset(SET)
RANGE = range(3)
count = 0


class Object:
    size = 3


OBJECT = Object()


class Cell(NamedTuple):
    x: int = 0
    y: int = 0


@functools.cache
def remembered(n: int) -> int:
    return n + 1


refused: list[tuple[Any, Callable[..., Any], str, str]] = []
"""A state, the function, the line, what is said."""


def says(line: str, told: str, state: Any = (0, 1)) -> Callable[[Any], Any]:
    """Note what is to be said of a function, and of which line."""

    def note(function: Any) -> Any:
        refused.append((state, function, line, told))
        return function

    return note


@says("yield tuple(row)", "use replaced(state, index, value) or swapped", Cell())
def tuple_of_list(state: Cell) -> Iterator[Any]:
    row = list(state)
    row[0] = 3
    yield tuple(row)


@says("yield tuple(n + 1 for n in state)", "use replaced(state, index, value) or swapped", Cell())
def tuple_of_generator(state: Cell) -> Iterator[Any]:
    yield tuple(n + 1 for n in state)


@says("yield state[:k] + (5,) + state[k + 1 :]", "a slice of a tuple by variables")
def slices(state: Pair) -> Iterator[Any]:
    k = state[0]
    yield state[:k] + (5,) + state[k + 1 :]


@says("state[0] = 3", "storing into a tuple")
def stores(state: Any) -> Iterator[Any]:
    state[0] = 3
    yield state


@says("grown += (n,)", "a tuple that grows")
def grows(state: Pair) -> Iterator[Any]:
    grown: Any = ()
    for n in range(2):
        grown += (n,)
    yield grown


@says("first, *rest = state", "an assignment to *rest. Instead, take the entries by index")
def takes_apart(state: Pair) -> Iterator[Any]:
    first, *rest = state
    yield first, rest[0]


@says("except ZeroDivisionError:", "try. Instead, test with if before an error can happen")
def catches(state: Pair) -> Iterator[Pair]:
    try:
        n = 1 // state[0]
    except ZeroDivisionError:
        n = 0
    yield n, 0


@says("return [(1 // state[0], 0)]", "Compiled code cannot have try.")
def loses_an_error(state: Pair) -> list[Pair]:
    try:
        return [(1 // state[0], 0)]
    except Exception:  # noqa: BLE001
        return [(0, 0)]


@says("yield k * k", "a generator inside a function")
def inner_generator(state: Pair) -> Iterator[Pair]:
    def inner() -> Iterator[int]:
        for k in range(3):
            yield k * k

    for n in inner():
        yield n, 0


@says(
    "yield DICT[state[0]], 0",
    "DICT, a dict outside of the function. Instead, number its keys and make it a list, which may "
    "also be given as Problem(data=...)",
)
def global_dict(state: Pair) -> Iterator[Pair]:
    yield DICT[state[0]], 0


@says("if state[0] in SET:", "SET, a set outside of the function. Instead, use the bits of an int")
def global_set(state: Pair) -> Iterator[Pair]:
    if state[0] in SET:
        yield 1, 1


@says("if state[0] in FROZEN:", "FROZEN, a frozenset outside")
def global_frozenset(state: Pair) -> Iterator[Pair]:
    if state[0] in FROZEN:
        yield 1, 1


@says("for n in RANGE:", "write range(...) where it is used")
def global_range(state: Pair) -> Iterator[Pair]:
    for n in RANGE:
        yield n, n


@says("yield OBJECT.size, 0", "OBJECT, which is of type Object. Instead, make it a list")
def global_object(state: Pair) -> Iterator[Pair]:
    yield OBJECT.size, 0


@says("made = Object()", "Object, a class that is no NamedTuple")
def makes_object(state: Pair) -> Iterator[Pair]:
    made = Object()
    yield made.size, 0


@says("count += 1", "a new value for count, outside of the function")
def global_written(state: Pair) -> Iterator[Pair]:
    global count
    count += 1
    yield count, 0


@says("yield remembered(state[0]), 0", "take the decorator off")
def remembers(state: Pair) -> Iterator[Pair]:
    yield remembered(state[0]), 0


@says("for a, b in itertools.product(state, state):", "itertools.product. Instead, write loops")
def uses_itertools(state: Pair) -> Iterator[Pair]:
    for a, b in itertools.product(state, state):
        yield a, b


@says("import math", "an import inside a function")
def imports(state: Pair) -> Iterator[Pair]:
    import math

    yield int(math.sqrt(4)), 0


@says("class Local(NamedTuple):", "a class inside a function")
def local_class(state: Pair) -> Iterator[Pair]:
    class Local(NamedTuple):
        n: int

    yield Local(1).n, 0


@says("del row[0]", "del. Instead, leave it out")
def deletes(state: Pair) -> Iterator[Pair]:
    row = [1, 2]
    del row[0]
    yield row[0], 0


@says("case (0, n):", "a match on a sequence")
def matches(state: Pair) -> Iterator[Pair]:
    match state:
        case (0, n):
            yield n, n


@says("if (n := state[0] + 1) < 4:", "an assignment inside an expression (:=)")
def walrus(state: Pair) -> Iterator[Pair]:
    if (n := state[0] + 1) < 4:
        yield n, 0


@says("for n, m in zip(state, state, strict=True):", "zip() with strict=. Instead, leave it out")
def strict(state: Pair) -> Iterator[Pair]:
    for n, m in zip(state, state, strict=True):
        yield n, m


@says("yield min([3, 1], key=lambda n: -n), 0", "min() with key=. Instead, write a loop")
def smallest(state: Pair) -> Iterator[Pair]:
    yield min([3, 1], key=lambda n: -n), 0


@says("yield pow(state[0], 2, 5), 0", "pow() with three arguments")
def powers(state: Pair) -> Iterator[Pair]:
    yield pow(state[0], 2, 5), 0


@says("yield int(str(state[0])), 0", "a string built from values. Instead, use numbers")
def strings(state: Pair) -> Iterator[Pair]:
    yield int(str(state[0])), 0


@says('yield bin(state[0]).count("1"), 0', "word.bit_count()")
def bits(state: Pair) -> Iterator[Pair]:
    yield bin(state[0]).count("1"), 0


@says("with open(__file__) as file:", "a file. Instead, read it before the search")
def reads(state: Pair) -> Iterator[Pair]:
    with open(__file__) as file:
        yield len(file.read()), 0


@says("yield Cell(**given)", "a call with **. Instead, name the arguments", Cell())
def double_star(state: Cell) -> Iterator[Cell]:
    given = {"x": 1, "y": 2}
    yield Cell(**given)


@says("yield Cell(len(state._asdict()), 0)", "_asdict(). Instead, name the fields", Cell())
def as_dict(state: Cell) -> Iterator[Cell]:
    yield Cell(len(state._asdict()), 0)


@says("yield Cell._make((1, 2))", "_make(). Instead, call the class", Cell())
def made(state: Cell) -> Iterator[Cell]:
    yield Cell._make((1, 2))


@says("state.x = 3", "changing a state. Instead, make a new one", Cell())
def changes(state: Any) -> Iterator[Any]:
    state.x = 3
    yield state


@says("yield Object.size, 0", "Object.size, a constant in a class that is no NamedTuple")
def class_constant(state: Pair) -> Iterator[Pair]:
    yield Object.size, 0


@says("LIST[0] += 1", "a new entry in LIST, outside of the function. Instead, keep it in the state")
def stores_outside(state: Pair) -> Iterator[Pair]:
    LIST[0] += 1
    yield state


@says("LIST.append(state[0])", "a change of LIST, outside of the function")
def appends_outside(state: Pair) -> Iterator[Pair]:
    LIST.append(state[0])
    yield state


@says("yield MIXED[state[0]], 0", "are not of one type: write 1.0 in place of 1")
def picks_mixed(state: Pair) -> Iterator[Any]:
    yield MIXED[state[0]], 0


@says("for n, cost in ((1, 1), (2, 1.5)):", "are not of one type: write 1.0 in place of 1")
def loops_over_mixed(state: Pair) -> Iterator[Any]:
    for n, cost in ((1, 1), (2, 1.5)):
        yield n, cost


@says("for row in ((1, 2), (1, 2, 3)):", "are not of one type: give all of them one form")
def loops_over_lengths(state: Pair) -> Iterator[Any]:
    for row in ((1, 2), (1, 2, 3)):
        yield len(row), 0


@says("yield state._replace(y=state.z + 1)", "there is no z in Cell(int x 2)", Cell())
def misspelt(state: Any) -> Iterator[Any]:
    yield state._replace(y=state.z + 1)


@says("yield state._replace(z=1)", "something that is no field of Cell: z", Cell())
def replaces_nothing(state: Any) -> Iterator[Any]:
    yield state._replace(z=1)


@says(
    "yield Cell(1, z=state.x)  # type: ignore[call-arg]",
    "this call of Cell: got an unexpected keyword argument 'z'",
    Cell(),
)
def misspelt_argument(state: Any) -> Iterator[Any]:
    yield Cell(1)
    yield Cell(1, z=state.x)  # type: ignore[call-arg]


@says("lambda n: len(n) + 1,  # type: ignore[arg-type]", "len(int) is not known")
def maps(state: Pair) -> Iterator[Any]:
    for n in map(  # noqa: C417
        lambda n: len(n) + 1,  # type: ignore[arg-type]
        state,
    ):
        yield n, 0


@says("yield state.colour, 0", "there is no colour in (int, int) that compiles")
def missing(state: Any) -> Iterator[Any]:
    yield state.colour, 0


@says(
    "yield nowhere, 0  # type: ignore[name-defined] # noqa: F821",
    "the name 'nowhere' is not defined",
)
def undefined(state: Pair) -> Iterator[Any]:
    yield nowhere, 0  # type: ignore[name-defined] # noqa: F821


@says("yield (0, 0, 0)", "values of different forms, (int, int), (int, int, int)")
def two_forms(state: Pair) -> Iterator[Any]:
    if state[0] > 1:
        yield (0, 0)
    yield (0, 0, 0)


@says("yield n, 0", "n is int in one place and (int, int) in another")
def two_types(state: Pair) -> Iterator[Any]:
    n: Any = 1
    if state[0] > 1:
        n = (1, 2)
    yield n, 0


@says(
    "return []", "an empty list where nothing tells what it would hold. Instead, write a generator"
)
def empty(state: Pair) -> list[Any]:
    return []


def helper(state: Pair) -> int:
    return DICT[state[0]]


@says("return DICT[state[0]]", "it calls helper")
def through_others(state: Pair) -> Iterator[Pair]:
    yield helper(state), 0


@pytest.mark.parametrize(
    ("state", "function", "line", "told"), refused, ids=[f.__name__ for _, f, _, _ in refused]
)
def test_what_does_not_compile(state: Any, function: Any, line: str, told: str) -> None:
    with pytest.raises(CompileError) as caught:
        expander(function, layout_of(state), None, role="next_states", steps=False)
    text = str(caught.value)
    place, shown, why = text.splitlines()
    assert shown.strip() == line
    assert told in why or told in place
    assert f"{__file__}, line " in place
    number = int(place.rpartition("line ")[2].rstrip("):"))
    assert Path(__file__).read_text().splitlines()[number - 1].strip() == line
    assert len(text) < 600
    assert "numba" not in text
    assert caught.value.__cause__ is None


# --- forms that do not fit ------------------------------------------------------------------------


def halves(state: Pair) -> list[Any]:
    return [(state[0] / 2, 0)]


def in_set(n: int) -> Any:
    return {n + 1, n + 2}


def in_dict(n: int) -> Any:
    return {n + 1: 2}


GRID = [[n, n + 1] for n in range(300)]


def rows_of_array(state: Pair) -> Any:
    return GRID


def nothing(state: Pair) -> None:
    pass


def plain(state: Cell) -> list[Any]:
    return [(1, 2)]


def perhaps(state: Pair) -> Iterator[Any]:
    yield (state[0] if state[0] > 3 else None), 0


def named(state: Pair) -> Iterator[Any]:
    yield "text", 0


def no_yield(state: Pair) -> Iterator[Any]:
    if state[0] > 1:
        return
    if False:
        yield state  # type: ignore[unreachable]


def priced(state: Pair) -> Iterator[Any]:
    yield Step(state, "dear")


def entries_of_dict() -> Iterator[Pair]:
    found = {1: 2}
    for key, value in found.items():
        yield key, value


def loops_over_dict(state: Pair) -> Iterator[Pair]:
    for entry in entries_of_dict():
        yield entry


class Adding(NamedTuple):
    n: int

    def __add__(self, other: Any) -> Any:
        return Adding(self.n + 1)


@pytest.mark.parametrize(
    ("state", "function", "told"),
    [
        ((0, 1), halves, "must give states like the first one, (int, int), but compiled it gives (float, int): use // in place of /"),
        (0, in_set, "gives set of int: give a list of what is in it, sorted(...)"),
        (0, in_dict, "gives dict of int to int: give a list of what is in it, sorted(...)"),
        ((0, 1), rows_of_array, "gives array of int: make each row a tuple"),
        (0, lambda n: [(n,)], "like the first one, int, but compiled it gives (int,)."),
        ((0, 1), nothing, "gives None: every path must end in a value"),
        (Cell(), plain, "like the first one, Cell(int, int), but compiled it gives (int, int)."),
        ((0, 1), perhaps, "gives (int or None, int): every path must end in a value"),
        ((0, 1), named, "gives (str, int): number what the strings stand for"),
        ((0, 1), no_yield, "it never comes to a yield"),
        ((0, 1), loops_over_dict, "loop over a list of its"),
        (Adding(1), never := (lambda state: [state]), "Adding has its own __add__"),
    ],
    ids=without_addresses,
)  # fmt: skip
def test_what_has_another_form(state: Any, function: Any, told: str) -> None:
    with pytest.raises(CompileError) as caught:
        expander(function, layout_of(state), None, role="next_states", steps=False)
    assert told in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 3


def test_steps_and_goals_of_other_forms() -> None:
    layout = layout_of((0, 1))
    with pytest.raises(
        CompileError, match=r"whose cost is an int or a float.*gives str: other costs are for"
    ):
        expander(priced, layout, None, role="next_steps", steps=True)
    with pytest.raises(CompileError, match="must give True or False, but compiled it gives"):
        of_goals(lambda state: state, layout, None)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('int("1"), 2', "int(str) is not known."),
        (
            "tuple([1, state[0]])",
            "a tuple of list of int has a length that is not known beforehand: name its entries",
        ),
    ],
)
def test_functions_without_source_get_numbas_reason_in_short(line: str, told: str) -> None:
    space: dict[str, Any] = {}
    exec(f"def f(state):\n    yield {line}\n", space)
    with pytest.raises(CompileError) as caught:
        expander(space["f"], layout_of(Cell()), None, role="next_states", steps=False)
    assert str(caught.value).startswith(
        f"next_states does not compile: in f (<string>, line 2). There, {told}"
    )


# --- errors while searching -----------------------------------------------------------------------


def beyond(state: Pair) -> Iterator[Pair]:
    row = [1, 2, 3]
    if state[0] < 5:
        yield state[0] + 1, 0
    yield row[state[0]], 0


def test_an_index_out_of_range_is_the_users_own_error() -> None:
    problem = Problem((0, 0), next_states=beyond, is_goal=lambda state: False)
    with pytest.raises(IndexError, match="list index out of range") as caught:
        breadth_first_search(problem, compiled=True)
    lines = [frame.line for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert lines[-1] == "yield row[state[0]], 0"
    assert "while expanding node" in "".join(caught.value.__notes__)


def tuple_beyond(state: Pair) -> list[Any]:
    return [(state[0] + 1, (5, 6)[state[0] + 0])]


def test_an_index_of_a_tuple_is_checked_too() -> None:
    problem = Problem((0, 0), next_states=tuple_beyond, is_goal=lambda state: False)
    with pytest.raises(IndexError, match="tuple index out of range"):
        breadth_first_search(problem, compiled=True)


def shorter(state: Pair) -> list[Any]:
    return [tuple([n for n in state if n > 0])]


def test_a_tuple_of_another_length_is_named() -> None:
    problem = Problem((1, 0), next_states=shorter, is_goal=lambda state: False)
    with pytest.raises(
        CompileError, match=r"\(1,\) is \(int,\), while the first state is \(int, int\)"
    ):
        breadth_first_search(problem, compiled=True)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (str, "the key '(0, 1)' is of type str, and compiled searches need keys made of ints"),
        (lambda state: str(state[0]), "Give the ints that it is made of, in a tuple"),
        (frozenset, "Give a sorted tuple, tuple(sorted(...)), or the bits of an int"),
        (lambda state: tuple(n for n in state if n), "(1, 1) is (int, int), while the first key is (int,)"),
    ],
)  # fmt: skip
def test_a_key_that_does_not_compile_is_called_a_key(key: Any, told: str) -> None:
    problem = Problem((0, 1), next_states=lambda s: [(s[0] + 1, s[1])], is_goal=lambda s: False)
    with pytest.raises(CompileError) as caught:
        breadth_first_search(problem, duplicates=HashCheck(key=key), compiled=True)
    assert told in str(caught.value)


def test_lists_as_states_are_to_be_tuples() -> None:
    problem: Problem[Any, Any, Any] = Problem(
        [0, 1], next_states=lambda s: [s], is_goal=lambda s: False
    )
    with pytest.raises(CheckError, match="a compiled search needs tuples as states"):
        breadth_first_search(problem, compiled=True)


def test_an_int_in_place_of_a_truth_value_is_told() -> None:
    problem: Problem[Any, Any, Any] = Problem(
        (0, False), next_states=lambda s: [(s[0] + 1, s[0])], is_goal=lambda s: False
    )
    with pytest.raises(CompileError) as caught:
        breadth_first_search(problem, compiled=True)
    assert str(caught.value) == (
        "[1] is True or False in the first state, and 2 in (3, 2). Give it the same type in all of "
        "them: an int from the start on, int(...), or a truth value, bool(...)."
    )


def random_states(n: int) -> list[int]:
    return [random.randrange(10**9)]


def test_a_function_that_depends_on_chance_is_found_out() -> None:
    problem = Problem(0, next_states=random_states, is_goal=lambda n: False)
    with pytest.raises(CompileError, match=r"interpreted, and .* compiled"):
        breadth_first_search(problem, compiled=True, limits=Limits(expanded=9))


# --- without numba --------------------------------------------------------------------------------

WITHOUT = """
    import sys
    sys.modules[{module!r}] = None
    import searchkit
    problem = searchkit.Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: n == 3)
    assert len(searchkit.breadth_first_search(problem).path) == 3
    try:
        searchkit.breadth_first_search(problem, compiled=True)
    except searchkit.MissingExtraError as error:
        print(error)
"""


@pytest.mark.parametrize("module", ["numba", "numpy"])
def test_numba_is_asked_for_where_it_is_missing(module: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(WITHOUT.format(module=module))],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent,
    )
    assert "compiled=True needs the package num" in ran.stdout  # without numpy, no numba
    assert "pip install '.[compiled]'" in ran.stdout


def test_numba_may_be_too_old() -> None:
    require_version("0.61.0")
    require_version("1.0.0rc1")
    with pytest.raises(
        MissingExtraError, match=r"needs numba 0\.61 or newer, and this is 0\.59\.1"
    ):
        require_version("0.59.1")
