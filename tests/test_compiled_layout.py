"""States as rows of words: there and back, by Python and by compiled code, within their bounds."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchkit import CompileError, Limits, Problem, breadth_first_search
from searchkit.compiled.calling import expand
from searchkit.compiled.layout import layout_of
from searchkit.compiled.program import Program
from searchkit.compiled.settings import Compiled

LEAST, GREATEST, UNSIGNED = -(2**63), 2**63 - 1, 2**64 - 1


class Cell(NamedTuple):
    x: int
    y: int


class World(NamedTuple):
    me: Cell
    is_open: bool
    boxes: tuple[int, int, int]


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Any, list[tuple[int, int] | None]]:
    """A state of a random form, and bounds for its ints that hold it."""
    pairs: list[tuple[int, int] | None] = []

    def part(depth: int) -> Any:
        kind = draw(st.sampled_from(["int", "int", "bool"] + ["tuple", "cell"] * (depth < 3)))
        if kind == "bool":
            pairs.append(None)
            return draw(st.booleans())
        if kind == "tuple":
            return tuple(part(depth + 1) for _ in range(draw(st.integers(1, 4))))
        if kind == "cell":
            return Cell(part(depth + 1), part(depth + 1))
        size = draw(st.sampled_from([0, 1, 2, 5, 15, 2**31, 2**62, 2**63 - 1, 2**64 - 1]))
        low = draw(st.integers(LEAST, GREATEST - size) if size < 2**63 else st.sampled_from([0]))
        pair = draw(st.sampled_from([None, (low, low + size)]))
        pairs.append(pair)
        return draw(st.integers(*(pair or (LEAST, GREATEST))))

    return part(0), pairs


@given(laid_out())
def test_words_hold_states_of_any_form(case: tuple[Any, list[tuple[int, int] | None]]) -> None:
    state, pairs = case
    layout = layout_of(state, pairs)
    words = layout.words_of(state)
    assert len(words) == layout.width
    assert all(0 <= word <= UNSIGNED for word in words)
    again = layout.state_of(words)
    assert again == state
    assert repr(again) == repr(state)  # truth values stay such, and NamedTuples
    bits = [leaf.bits for leaf in layout.leaves]
    assert layout.width <= len(bits)
    assert sum(bits) <= 64 * layout.width


@given(st.lists(st.integers(0, 15), min_size=16, max_size=16))
def test_sixteen_small_ints_are_one_word(board: list[int]) -> None:
    layout = layout_of(tuple(board), (0, 15))
    assert layout.words_of(tuple(board)) == [sum(n << 4 * i for i, n in enumerate(board))]


@pytest.mark.parametrize(
    ("bounds", "bits"),
    [
        ((0, 0), 1),
        ((0, 1), 1),
        ((-3, 4), 3),
        ((-4, 4), 4),
        ((7, 7), 1),
        ((LEAST, LEAST + 1), 1),
        ((LEAST, GREATEST), 64),
        ((0, UNSIGNED), 64),
        ((0, GREATEST), 63),
        (None, 64),
    ],
)
def test_bits_of_bounds(bounds: Any, bits: int) -> None:
    assert layout_of(0 if bounds is None else bounds[0], bounds).leaves[0].bits == bits


def test_names_of_the_parts() -> None:
    layout = layout_of(World(Cell(1, 2), False, (3, 4, 5)), {"boxes": (0, 9)})
    names = [leaf.name for leaf in layout.leaves]
    assert names == ["me.x", "me.y", "is_open", "boxes[0]", "boxes[1]", "boxes[2]"]
    assert [leaf.bits for leaf in layout.leaves] == [64, 64, 1, 4, 4, 4]


class Colour(enum.Enum):
    RED = 1


@dataclass(frozen=True)
class Data:
    n: int


@attrs.frozen
class Attrs:
    n: int


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("text", ["'text' is of type str", "Number what it stands for"]),
        (Cell(1, "a"), ["y = 'a' in the state Cell(x=1, y='a')"]),  # type: ignore[arg-type]
        ((1, 2.5), ["[1] = 2.5", "of type float", "smaller units"]),
        ((1, None), ["is None", "such as -1"]),
        ([1, 2], ["of type list", "Make it a tuple"]),
        (((1, [2]),), ["[0][1] = [2]"]),
        ((), ["an empty tuple"]),
        (frozenset([1]), ["frozenset", "the bits of an int"]),
        ({1: 2}, ["dict", "the bits of an int"]),
        (Data(1), ["Data(n=1) is of type Data", "Make it a NamedTuple"]),
        (Attrs(1), ["Attrs(n=1) is of type Attrs", "Make it a NamedTuple"]),
        (Colour.RED, ["of type Colour", "Number what it stands for"]),
    ],
)
def test_states_that_do_not_compile(state: Any, told: list[str]) -> None:
    with pytest.raises(CompileError) as caught:
        layout_of(state)
    for words in [*told, "interpreted"]:
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("state", "bounds", "told"),
    [
        ((0, 0), [(0, 1)], "a pair for each of the 2 of them"),
        ((0, 0), (3, 1), "no pair of the least and the greatest"),
        ((0, 0), (0, 2**64), "does not fit into 64 bits"),
        ((0, 0), (-1, 2**63), "does not fit into 64 bits"),
        ((0, 0), {"x": (0, 1)}, "it is no NamedTuple"),
        (Cell(0, 0), {"z": (0, 1)}, "names 'z', which is no field of the state (x, y)"),
        (Cell(0, 0), {"x": 3}, "3 is no pair"),
    ],
)
def test_bounds_that_do_not_fit(state: Any, bounds: Any, told: str) -> None:
    with pytest.raises(CompileError) as caught:
        layout_of(state, bounds)
    assert told in str(caught.value)


def test_values_out_of_bounds_are_named() -> None:
    layout = layout_of(Cell(0, 0), {"y": (0, 9)})
    with pytest.raises(CompileError, match=r"y = 10 in the state Cell\(x=0, y=10\) is outside its"):
        layout.words_of(Cell(0, 10))
    with pytest.raises(CompileError, match=r"x = 9223372036854775808 .* does not fit into 64 bits"):
        layout.words_of(Cell(2**63, 0))
    with pytest.raises(CompileError, match=r"is \(int, int\), while the first state is Cell"):
        layout.words_of((0, 0))


def test_a_truth_value_may_stand_for_an_int_and_ints_of_numpy_too() -> None:
    assert layout_of((0, 0)).words_of((True, np.int32(-1))) == [1, UNSIGNED]
    assert layout_of((True, 0)).words_of((1, 0)) == [1, 0]
    with pytest.raises(CompileError, match=r"\[0\] is True or False in the first state, and 2 in"):
        layout_of((True, 0)).words_of((2, 0))


class Packed(NamedTuple):
    """Leaves of all kinds."""

    cell: Cell
    is_open: bool
    narrow: tuple[int, int]
    whole: int
    wide: int
    fixed: int


START = Packed(Cell(-3, 0), True, (0, 1), 0, 0, 7)
BOUNDS: Any = [(-3, 4), (LEAST, 0), None, (0, 1), (-(2**40), 2**40), None, (-1, GREATEST), (7, 7)]


def itself(state: Packed) -> Iterator[Packed]:
    yield state


def at_edges(leaf: Any) -> st.SearchStrategy[int]:
    return st.sampled_from(sorted({leaf.low, leaf.high, (leaf.low + leaf.high) // 2}))


def test_compiled_code_packs_and_unpacks_as_python_does() -> None:
    program = Program(
        Problem(START, next_states=itself, is_goal=bool),
        Compiled(bounds=BOUNDS),
        tests_goals=False,
    )
    layout = program.layout
    assert layout.width == 6

    def copied(words: list[int]) -> list[int]:
        rows = np.array(words, np.uint64)
        out = np.zeros(layout.width, np.uint64)
        tally, costs = np.zeros(1, np.int64), np.zeros(1, np.int64)
        addresses = rows.ctypes.data, 1, out.ctypes.data, 1, tally.ctypes.data, costs.ctypes.data
        assert expand(program.functions, *addresses) == 1
        return out.tolist()

    @given(st.tuples(*(at_edges(leaf) for leaf in layout.leaves)))
    def check(values: Any) -> None:
        x, y, is_open, *rest, whole, wide, fixed = values
        state = Packed(Cell(x, y), bool(is_open), (rest[0], rest[1]), whole, wide, fixed)
        words = layout.words_of(state)
        assert copied(words) == words
        assert layout.state_of(words) == state

    check()


def up(state: Cell) -> list[Cell]:
    return [Cell(state.x + 1, state.y)]


def down(state: Cell) -> list[Cell]:
    return [Cell(state.x, state.y - 1)]


def never(state: Cell) -> bool:
    return state.x > 1000


@pytest.mark.parametrize(
    ("function", "bounds", "told"),
    [
        (up, {"x": (0, 5)}, r"x = 6 in the state Cell\(x=6, y=0\) is outside its bounds 0\.\.5"),
        (down, {"y": (-1, GREATEST)}, r"y = -2 in .* is outside its bounds -1\.\."),
    ],
)
def test_a_search_names_the_value_that_leaves_its_bounds(
    function: Any, bounds: Any, told: str
) -> None:
    problem = Problem(Cell(0, 0), next_states=function, is_goal=never)
    with pytest.raises(CompileError, match=told):
        breadth_first_search(
            problem, compiled=Compiled(bounds=bounds, compared=0), limits=Limits(expanded=50)
        )


def halved(word: int) -> list[int]:
    return [word >> 1, word // 2 + 1 if word > 2**63 else 1]


def test_ints_beyond_63_bits() -> None:
    problem = Problem(UNSIGNED, next_states=halved, is_goal=lambda word: word == 1)
    with pytest.raises(CompileError, match="keep it below, or split it"):
        breadth_first_search(
            problem, compiled=Compiled(bounds=(0, UNSIGNED)), limits=Limits(expanded=100)
        )


class Equal(NamedTuple):
    n: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def next_states(self) -> Iterator[Equal]:
        yield Equal(self.n + 1)

    def is_goal(self) -> bool:
        return False


def test_an_equality_of_its_own_is_refused() -> None:
    with pytest.raises(
        CompileError, match=r"Equal has its own __(eq|hash)__.*HashCheck\(key="
    ) as e:
        breadth_first_search(Equal(0), compiled=True)
    assert "compared" in str(e.value)


def test_what_is_wrong_is_said_of_the_right_thing() -> None:
    with pytest.raises(CompileError, match=r"2\.5 is no int, and bounds are two ints"):
        layout_of((0, 1), bounds=(0, 2.5))
    with pytest.raises(CompileError, match=r"is an empty tuple, .* Give it an int, such as 0"):
        layout_of(())
    with pytest.raises(CompileError, match=r"the key 'a' is of type str, .* need keys made of"):
        layout_of("a", what="key")
    assert str(layout_of((1,)).shape) == "(int,)"
