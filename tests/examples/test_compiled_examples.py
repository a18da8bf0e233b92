"""The examples that compile: the same answers interpreted, compiled, and by other means."""

from __future__ import annotations

import importlib
import itertools
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from examples import jumping_maze, sliding_tiles
from examples.inputs import InputError, read_text
from examples.jumping_maze.__main__ import main as maze_main
from examples.sliding_tiles import (
    PACKED,
    Cells,
    in_order,
    packed,
    packed_distance,
    packed_problem,
    packed_slides,
    slides,
    solvable,
    unpacked,
)
from examples.sokoban import (
    CompiledModel,
    Level,
    PushModel,
    compiled_model,
    moves_for,
    read_level,
    read_levels,
    replay,
)
from examples.sokoban.__main__ import main as sokoban_main
from examples.sokoban.places import BITS
from searchkit import Compiled, Limits, Outcome, Result, a_star_search, breadth_first_search

pytest.importorskip("numba")

Capture = pytest.CaptureFixture[str]
ARTICLE = Path(__file__).parents[2] / "examples/sokoban/article.xsb"


# Sliding tiles

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (1, 5), (5, 1), (4, 4), (2, 8), (8, 2)]


@st.composite
def arrangements(draw: st.DrawFn) -> tuple[Cells, int]:
    height, width = draw(st.sampled_from(SHAPES))
    return tuple(draw(st.permutations(range(height * width)))), width


def manhattan(cells: Cells, goal: Cells, width: int) -> int:
    return sum(
        abs(place // width - goal.index(tile) // width)
        + abs(place % width - goal.index(tile) % width)
        for place, tile in enumerate(cells)
        if tile
    )


@given(arrangements(), st.randoms(use_true_random=False))
def test_packed_boards_say_the_same(arrangement: tuple[Cells, int], random: Any) -> None:
    cells, width = arrangement
    goal = list(cells)
    random.shuffle(goal)
    plain = sliding_tiles.problem(cells, width, tuple(goal))
    board = packed_problem(cells, width, tuple(goal))
    assert unpacked(packed(cells), len(cells)) == cells
    assert [
        unpacked(after, len(cells)) for after in packed_slides(packed(cells), board.data)
    ] == list(slides(cells, plain.data))
    assert (
        packed_distance(packed(cells), board.data)
        == sliding_tiles.distance(cells, plain.data)
        == manhattan(cells, tuple(goal), width)
    )


def test_the_slides_are_those_of_the_puzzle() -> None:
    frame = sliding_tiles.problem((1, 2, 3, 4, 0, 5), 3).data
    assert list(slides((1, 2, 3, 4, 0, 5), frame)) == [
        (1, 0, 3, 4, 2, 5),
        (1, 2, 3, 0, 4, 5),
        (1, 2, 3, 4, 5, 0),
    ]
    assert list(slides((1, 2, 0, 3, 4, 5), frame)) == [(1, 0, 2, 3, 4, 5), (1, 2, 5, 3, 4, 0)]


def test_half_of_all_arrangements_are_solvable() -> None:
    everything = breadth_first_search(
        sliding_tiles.problem(in_order(6), 3, goal=(2, 1, 3, 4, 5, 0)),
        compiled=Compiled(bounds=(0, 5)),
    )
    assert everything.outcome is Outcome.EXHAUSTED
    assert everything.statistics.stored == 360
    reached = {in_order(6)}
    waiting = deque(reached)
    frame = sliding_tiles.problem(in_order(6), 3).data
    while waiting:
        for after in slides(waiting.popleft(), frame):
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    for cells in itertools.permutations(range(6)):
        assert solvable(cells, in_order(6), 3) is (cells in reached)


@pytest.mark.parametrize(
    ("width", "goal"), [(1, (1, 2, 3, 0)), (4, (0, 1, 2, 3)), (4, (2, 1, 0, 3))]
)
def test_in_a_single_row_or_column_the_tiles_keep_their_order(
    width: int, goal: tuple[int, ...]
) -> None:
    for cells in itertools.permutations(range(4)):
        found = a_star_search(sliding_tiles.problem(cells, width, goal))
        assert solvable(cells, goal, width) is bool(found)


def test_boards_of_more_than_16_cells_are_not_packed() -> None:
    with pytest.raises(ValueError, match="20 cells do not fit into a Board; 16 do"):
        packed(in_order(20))


@pytest.mark.parametrize(
    ("start", "width"),
    [
        ((8, 6, 7, 2, 5, 4, 3, 0, 1), 3),
        ((11, 5, 7, 2, 9, 1, 3, 8, 6, 4, 10, 0), 4),
        ((2, 3, 8, 7, 10, 1, 11, 5, 4, 9, 6, 0), 3),
        ((5, 3, 4, 7, 2, 0, 1, 6, 9, 10, 11, 8, 13, 14, 15, 12), 4),
        ((1, 2, 11, 3, 6, 15, 14, 13, 9, 0, 10, 4, 12, 5, 8, 7), 8),
        ((2, 1, 3, 4, 5, 0), 2),
    ],
)
def test_fewest_moves_compiled(start: Cells, width: int) -> None:
    interpreted = a_star_search(packed_problem(start, width))
    goal = in_order(len(start))
    assert solvable(start, goal, width) is bool(interpreted)
    results: list[Result[Any, None, int]] = [
        a_star_search(packed_problem(start, width), compiled=PACKED)
    ]
    if len(start) < 10:  # each length is compiled anew
        plain = Compiled(bounds=(0, len(start) - 1))
        results += [a_star_search(sliding_tiles.problem(start, width), compiled=plain)]
    for result, end in zip(results, (packed(goal), goal), strict=False):
        assert result.outcome is interpreted.outcome
        if interpreted:
            result.path.check()
            assert len(result.path) == len(interpreted.path)
            assert result.path.states[-1] == end


def test_sliding_tiles_on_the_command_line(capsys: Capture) -> None:
    assert sliding_tiles.main(["--compiled", "--width", "3", "4", "1", "2", "0", "5", "3"]) == 0
    compiled = capsys.readouterr().out.splitlines()
    assert sliding_tiles.main(["--width", "3", "4", "1", "2", "0", "5", "3"]) == 0
    assert compiled[0].startswith("4 moves:")
    assert capsys.readouterr().out.splitlines()[0] == compiled[0]
    for words in (["--width", "1"], ["--compiled", "--width", "4"]):  # it said "Interrupted."
        assert sliding_tiles.main([*words, "2", "3", "1", "0"]) == 1
        assert capsys.readouterr().out.startswith("No solution: in a single row or column")
    # 5 rows of 4, which is not packed.
    words = ["--width", "4", "0", *map(str, [2, 3, 4, 1, *range(5, 20)])]
    assert sliding_tiles.main(words) == 1
    assert capsys.readouterr().out.startswith("No solution")
    words = ["--width", "4", *map(str, [*range(1, 16), 0, 17, 18, 19, 16])]
    assert sliding_tiles.main(words) == 0
    assert capsys.readouterr().out.startswith("1 move: up\n")
    assert sliding_tiles.main(["--gap-first", "--algorithm", "ida-star", "1", "2", "0", "3"]) == 1
    assert sliding_tiles.main(["--gap-first", "--algorithm", "ida-star", "1", "0", "2", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "1 move: right"


@pytest.mark.parametrize("words", ["1 2 3", "1 1 0 2", "1 2 3 0 --width 3", "1 2 3 0 --width 0"])
def test_no_arrangement(words: str, capsys: Capture) -> None:
    assert sliding_tiles.main(words.split()) == 2
    assert "is not an arrangement" in capsys.readouterr().err


# Jumping mazes


@given(st.data())
@settings(deadline=None)
def test_random_mazes_compiled(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    cells = width * height
    numbers = data.draw(st.lists(st.integers(0, 5), min_size=cells, max_size=cells))
    start, goal = data.draw(st.integers(0, cells - 1)), data.draw(st.integers(0, cells - 1))
    maze = jumping_maze.Maze(tuple(numbers), width, start, goal, data.draw(st.booleans()))
    interpreted = breadth_first_search(jumping_maze.problem(maze))
    compiled = breadth_first_search(jumping_maze.compiled_problem(maze), compiled=True)
    assert compiled.outcome is interpreted.outcome
    assert compiled.statistics.stored == interpreted.statistics.stored
    if interpreted:
        assert compiled.path.states == interpreted.path.states


def test_the_maze_on_the_command_line(capsys: Capture) -> None:
    outputs: list[str] = []
    for words in ([], ["--compiled"], ["--diagonal"], ["--diagonal", "--compiled"]):
        assert maze_main(words) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != outputs[2] == outputs[3]
    with pytest.raises(SystemExit):
        maze_main(["--compiled", "--duplicates", "linear"])
    assert "--compiled goes with --duplicates hash, sorted or none" in capsys.readouterr().err


# Sokoban


@cache
def article() -> Level:
    return read_level(ARTICLE.read_text("utf-8"))


def room(height: int, width: int, inside: dict[int, str]) -> str:
    """Draw a room, with letters at the cells that are numbered row by row."""
    letters = [inside.get(place, " ") for place in range(height * width)]
    rows = ("".join(letters[first : first + width]) for first in range(0, height * width, width))
    wall = "#" * (width + 2)
    return "\n".join([wall, *(f"#{row}#" for row in rows), wall])


@st.composite
def boards(draw: st.DrawFn, height: int, width: int, most_boxes: int) -> Level:
    places = draw(st.permutations(range(height * width)))
    walls = draw(st.integers(0, height * width // 4))
    boxes = draw(st.integers(1, most_boxes))
    inside = dict.fromkeys(places[:walls], "#") | dict.fromkeys(places[walls : walls + boxes], "$")
    inside[places[-1]] = "@"
    with_goal = {" ": ".", "$": "*", "@": "+"}
    free = [place for place in draw(st.permutations(places)) if inside.get(place) != "#"]
    for place in free[: boxes + draw(st.integers(0, 1))]:
        inside[place] = with_goal[inside.get(place, " ")]
    try:
        return read_level(room(height, width, inside))
    except InputError:  # a box or a goal out of reach
        assume(False)
        raise


def fewest(model: CompiledModel, search: Callable[..., Any], *, compiled: bool) -> int | None:
    """The fewest pushes, after the solution was replayed; None if there is none."""
    native = evolve(model.settings, compared=50)  # comparing more takes the most time here
    result = search(model.problem(), compiled=native if compiled else False)
    if result.outcome is Outcome.EXHAUSTED:
        return None
    pushes = model.pushes(result.path)
    assert replay(model.level, moves_for(model.level, pushes)).solved
    assert len(pushes) == len(result.path)
    return len(pushes)


SIZES = [(4, 5, 3), (5, 4, 3), (3, 14, 2), (8, 8, 1), (14, 7, 1)]


def linked_model(level: Level, *, prune: bool = False) -> CompiledModel:
    """Give the cells links, however few words they would take in rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_model, "MOST_WORDS_OF_ROWS", 0)
        return CompiledModel(level, prune=prune)


@pytest.mark.parametrize("model_of", [CompiledModel, linked_model])
@pytest.mark.parametrize(("height", "width", "most_boxes"), SIZES)
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_random_boards(
    height: int,
    width: int,
    most_boxes: int,
    model_of: Callable[..., CompiledModel],
    data: st.DataObject,
) -> None:
    level = data.draw(boards(height, width, most_boxes))
    by_pushes = breadth_first_search(PushModel(level).problem())
    expected = len(by_pushes.path) if by_pushes else None
    if expected is None:
        assert by_pushes.outcome is Outcome.EXHAUSTED
    for prune, compiled in itertools.product((False, True), repeat=2):
        model = model_of(level, prune=prune)
        assert fewest(model, breadth_first_search, compiled=compiled) == expected
    assert fewest(model_of(level, prune=True), a_star_search, compiled=False) == expected
    assert fewest(model_of(level, prune=True), a_star_search, compiled=True) == expected
    if expected is None:  # then everything was seen
        stored = breadth_first_search(model_of(level).problem()).statistics.stored
        assert stored == by_pushes.statistics.stored


def test_the_articles_level_compiled() -> None:
    model = CompiledModel(article())
    assert model.words == 1
    results = [
        breadth_first_search(model.problem(), compiled=compiled)
        for compiled in (False, model.settings)
    ]
    assert results[0].path.states == results[1].path.states
    assert len(results[0].path) == 46
    assert results[0].statistics.stored == results[1].statistics.stored
    pruned = CompiledModel(article(), prune=True)
    assert fewest(pruned, breadth_first_search, compiled=True) == 46
    assert fewest(pruned, a_star_search, compiled=True) == 46


def test_levels_of_as_many_words_are_compiled_once() -> None:
    adapters = importlib.import_module("searchkit.compiled.adapters")

    def solve(level: str) -> None:
        model = CompiledModel(read_level(level))
        assert fewest(model, breadth_first_search, compiled=True) == 1

    solve("6#|#@$.-#|6#")
    known = len(adapters._made)
    solve("7#|#@-$.-#|#5-#|7#")
    solve("3#|#@#|#$#|#.#|3#")
    assert len(adapters._made) == known


def test_cells_out_of_the_way_take_no_room() -> None:
    # The room of 2 rows and 30 columns is laid in rows of 2, and its walls are left out.
    level = read_level("40#|5#@$28-.5#|5#28-2#5#|40#")
    model = CompiledModel(level)
    assert (model.problem().data.columns, model.words) == (3, 2)
    assert fewest(model, breadth_first_search, compiled=True) == 29


Cell = tuple[int, int]


def corridor(*corners: Cell) -> list[Cell]:
    """Give the cells of a corridor that is one cell wide, from corner to corner."""
    cells = [corners[0]]
    for (row, column), (end_row, end_column) in itertools.pairwise(corners):
        steps = max(abs(end_row - row), abs(end_column - column))
        down, right = (end_row - row) // steps, (end_column - column) // steps
        cells += [(row + down * n, column + right * n) for n in range(1, steps + 1)]
    return cells


def carved(floor: Iterable[Cell], letters: dict[Cell, str]) -> Level:
    """Dig a level out of the rock."""
    cells = dict.fromkeys(floor, " ") | letters
    height, width = (max(cell[side] for cell in cells) + 2 for side in (0, 1))
    rows = ([cells.get((row, column), "#") for column in range(width)] for row in range(height))
    return read_level("\n".join("".join(row) for row in rows))


def ring() -> Level:
    # To push the box left the player has to go all the way round.
    around = corridor((1, 1), (1, 58), (58, 58), (58, 1), (1, 1))
    return carved(around, {(1, 9): "@", (1, 10): "$", (1, 5): "."})


def plus() -> Level:
    crossing = [(row, column) for row in (39, 40, 41) for column in (39, 40, 41)]
    cells = [*corridor((1, 40), (79, 40)), *corridor((40, 1), (40, 79)), *crossing]
    return carved(
        cells, {(70, 40): "@", (60, 40): "$", (40, 30): "$", (40, 70): ".", (10, 40): "."}
    )


def staircase() -> Level:
    stairs = [cell for n in range(3, 112) for cell in ((n, n), (n, n + 1))]
    ends = [
        (row + n, column + n) for n in (0, 110) for row in range(1, 5) for column in range(1, 5)
    ]
    boxes = {(2, 2): "$", (113, 112): "$", (112, 113): "$"}
    goals = {(4, 1): ".", (111, 111): ".", (111, 114): "."}
    return carved([*stairs, *ends], {**boxes, **goals, (60, 60): "@"})


def spiral() -> Level:
    corners = [(1, 1), (1, 70), (70, 70), (70, 34), (60, 34), (60, 60)]
    return carved(corridor(*corners), {(1, 2): "@", (1, 4): "$", (1, 68): "."})


def corridor_of_256_cells() -> Level:
    return carved(
        corridor((1, 1), (1, 128), (129, 128)), {(1, 2): "@", (1, 120): "$", (1, 127): "."}
    )


WIDE = [ring, plus, staircase, spiral, corridor_of_256_cells]


def same_as_the_push_model(model: CompiledModel, limits: Limits | None = None) -> None:
    """Compare the order of the pushes too, which is the same where cells have links."""
    expected = breadth_first_search(PushModel(model.level).problem(), limits=limits)
    native = evolve(model.settings, compared=50)
    result = breadth_first_search(model.problem(), limits=limits, compiled=native)
    assert evolve(result.statistics, seconds=0) == evolve(expected.statistics, seconds=0)
    assert result.outcome is expected.outcome
    if result:
        assert model.pushes(result.path) == list(expected.path.actions)


@pytest.mark.parametrize("wide", WIDE)
def test_rooms_wider_than_a_word_both_ways(wide: Callable[[], Level]) -> None:
    """They were refused, however few cells they had."""
    level = wide()
    assert level.room.bit_count() <= 256
    model = CompiledModel(level)
    same_as_the_push_model(model)
    assert model.words == (level.room.bit_count() - 1) // BITS + 1
    pruned = CompiledModel(level, prune=True)
    fewest_pushes = fewest(model, breadth_first_search, compiled=True)
    assert fewest(pruned, breadth_first_search, compiled=True) == fewest_pushes
    assert fewest(pruned, a_star_search, compiled=True) == fewest_pushes


@st.composite
def caves(draw: st.DrawFn) -> Level:
    """Corridors that go anywhere, with boxes in them."""
    place, cells = (80, 80), list[Cell]()
    for _ in range(draw(st.integers(5, 40))):
        row, column = place
        length = draw(st.integers(-12, 12).filter(bool))
        place = draw(st.sampled_from([(row + length, column), (row, column + length)]))
        place = (min(max(place[0], 1), 160), min(max(place[1], 1), 160))
        if place != (row, column):
            cells += corridor((row, column), place)
    floor = sorted(set(cells))
    assume(4 < len(floor) <= 256)
    boxes = draw(st.integers(1, 3))
    chosen = draw(st.permutations(floor))[: 2 * boxes + 1]
    assume(len(chosen) == 2 * boxes + 1)
    letters = dict(zip(chosen, "@" + "$" * boxes + "." * boxes, strict=True))
    return carved(floor, letters)


@given(caves())
@settings(max_examples=40, deadline=None)
def test_random_caves(level: Level) -> None:
    same_as_the_push_model(linked_model(level), Limits(expanded=300))


def test_a_wide_room_on_the_command_line(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "ring.xsb"
    file.write_text(ring().drawn())
    assert sokoban_main(["--compiled", str(file)]) == 0
    assert "\n5 pushes, " in capsys.readouterr().out


def test_sokoban_on_the_command_line(capsys: Capture) -> None:
    for words in (["--compiled"], ["--compiled", "--algorithm", "a-star"]):
        assert sokoban_main(words) == 0
        assert re.search(
            r"\n46 pushes, \d+ moves \(no solution has fewer pushes\)\n", capsys.readouterr().out
        )
    assert sokoban_main(["--compiled", "--algorithm", "a-star", "--duplicates", "sorted"]) == 2
    assert "article.xsb: " in capsys.readouterr().err
    with pytest.raises(SystemExit):
        sokoban_main(["--compiled", "--model", "coordinates"])
    assert "--compiled goes with --model push only" in capsys.readouterr().err


# The collections


def levels(shared_data: Path, name: str) -> list[Level]:
    drawings = read_levels(read_text(str(shared_data / "sokoban/levels" / name)))
    found: list[Level] = []
    for drawing in drawings:
        try:
            found.append(drawing.level())
        except InputError:
            continue
    return found


def oracle(shared_data: Path, most: int) -> Iterator[tuple[int, int]]:
    path = shared_data / "sokoban/oracles/microban155_push_optimal.tsv"
    for line in path.read_text().splitlines()[1:]:
        level, _, optimum, expanded, _ = line.split("\t")
        if optimum != "CAP" and int(expanded) <= most:
            yield int(level), int(optimum)


@pytest.mark.parametrize("most", [3_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_fewest_pushes_of_microban_compiled(most: int, shared_data: Path) -> None:
    collection = levels(shared_data, "Microban_155.xsb")
    for number, optimum in oracle(shared_data, most):
        model = CompiledModel(collection[number - 1], prune=True)
        assert fewest(model, breadth_first_search, compiled=True) == optimum, f"level {number}"


def test_all_levels_with_up_to_256_cells_fit(shared_data: Path) -> None:
    count = 0
    for path in (shared_data / "sokoban/levels").glob("*.xsb"):
        for level in levels(shared_data, path.name):
            if level.room.bit_count() <= 256:
                model = CompiledModel(level)
                assert level.room.bit_count() <= model.words * BITS <= 5 * BITS
                assert len(model.problem().starts[0].boxes) == model.words
                count += 1
    assert count > 700


def test_a_level_of_many_words(shared_data: Path) -> None:
    level = levels(shared_data, "Microban II_135.xsb")[134]
    model = CompiledModel(level)
    assert model.words == 11
    same_as_the_push_model(model, Limits(expanded=100))
