from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from examples import eight_queens, sliding_puzzle, wolf_goat_cabbage
from examples.sliding_puzzle import HARDEST, IN_ORDER, Puzzle
from searchkit import (
    DepthFirst,
    HashCheck,
    NoCheck,
    SortedCheck,
    a_star_search,
    breadth_first_search,
)

MAINS = {
    "wolf_goat_cabbage": wolf_goat_cabbage.main,
    "eight_queens": eight_queens.main,
    "sliding_puzzle": sliding_puzzle.main,
}

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_water_jugs_takes_six_pours() -> None:
    script = run("examples.water_jugs")
    assert (script.stderr, script.returncode) == ("", 0)
    assert script.stdout.splitlines() == [
        "Jugs(five=0, three=0)",
        "Jugs(five=5, three=0)",
        "Jugs(five=2, three=3)",
        "Jugs(five=2, three=0)",
        "Jugs(five=0, three=2)",
        "Jugs(five=5, three=2)",
        "Jugs(five=4, three=3)",
    ]


def test_wolf_goat_cabbage_takes_seven_crossings(capsys: Capture) -> None:
    assert wolf_goat_cabbage.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 7
    assert lines[0].strip() == "farmer wolf goat cabbage  ~~~"
    assert lines[1] == "take the goat     wolf cabbage              ~~~ farmer goat"
    assert lines[7].split("~~~")[1].split() == ["farmer", "wolf", "goat", "cabbage"]


def test_nobody_is_eaten_on_the_way() -> None:
    path = breadth_first_search(wolf_goat_cabbage.Banks()).path
    for farmer, wolf, goat, cabbage in path:
        assert farmer == goat or goat not in (wolf, cabbage)
    assert path.actions[0] == path.actions[-1] == "take the goat"
    # The farmer crosses each time, with one passenger at most.
    for before, after in pairwise(path):
        assert before.farmer is not after.farmer
        passengers = zip(before[1:], after[1:], strict=True)
        assert sum(here is not there for here, there in passengers) <= 1


def test_eight_queens_has_92_solutions(capsys: Capture) -> None:
    assert eight_queens.main([]) == 0
    *boards, last = capsys.readouterr().out.splitlines()
    assert last == "92 solutions"
    assert boards[0] == "0 4 7 5 2 6 1 3"  # the first in the order of the columns
    assert len(set(boards)) == 92
    for board in boards:
        columns = list(map(int, board.split()))
        assert sorted(columns) == list(range(8))
        assert len({row + column for row, column in enumerate(columns)}) == 8
        assert len({row - column for row, column in enumerate(columns)}) == 8


@pytest.mark.parametrize("duplicates", [NoCheck(), HashCheck(), SortedCheck()])
def test_the_queens_can_be_taken_one_solution_after_another(
    duplicates: NoCheck | HashCheck[eight_queens.Board] | SortedCheck[eight_queens.Board],
) -> None:
    solutions = DepthFirst(eight_queens.Board(), duplicates=duplicates).solutions()
    assert next(solutions).states[-1].columns == (0, 4, 7, 5, 2, 6, 1, 3)
    assert next(solutions).states[-1].columns == (0, 5, 7, 2, 6, 3, 1, 4)
    assert len(list(solutions)) == 90


@pytest.mark.parametrize(
    ("size", "solutions"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)]
)
def test_fewer_queens(size: int, solutions: int, capsys: Capture) -> None:
    assert eight_queens.main([str(size)]) == (0 if solutions else 1)
    *boards, last = capsys.readouterr().out.splitlines()
    assert last == ("1 solution" if solutions == 1 else f"{solutions} solutions")
    assert [len(board.split()) for board in boards] == [size] * solutions


def distances_from_the_order() -> dict[tuple[int, ...], int]:
    """All distances by a hand-written loop that shares nothing with the library."""
    neighbours = [
        [place + step for step in (-3, 3) if 0 <= place + step < 9]
        + [place + step for step in (-1, 1) if (place + step) // 3 == place // 3]
        for place in range(9)
    ]
    distance: dict[tuple[int, ...], int] = {IN_ORDER: 0}
    queue: list[tuple[int, ...]] = [IN_ORDER]
    for tiles in queue:
        gap = tiles.index(0)
        for place in neighbours[gap]:
            changed = list(tiles)
            changed[gap], changed[place] = changed[place], 0
            after = tuple(changed)
            if after not in distance:
                distance[after] = distance[tiles] + 1
                queue.append(after)
    return distance


def test_sliding_puzzle_is_optimal() -> None:
    distance = distances_from_the_order()
    assert len(distance) == 181_440
    assert max(distance.values()) == 31
    hardest = [tiles for tiles, moves in distance.items() if moves == 31]
    assert sorted(hardest) == [(6, 4, 7, 8, 5, 0, 3, 2, 1), HARDEST]
    some = random.Random(8).sample(sorted(distance), 40)
    for tiles in [IN_ORDER, *hardest, *some]:
        path = a_star_search(Puzzle(tiles)).path
        assert len(path) == distance[tiles], tiles
        assert play(tiles, path.actions) == IN_ORDER
        assert Puzzle(tiles).heuristic() <= distance[tiles]
    # what the page says of the heuristic
    assert a_star_search(Puzzle(HARDEST)).statistics.expanded == 6_728
    assert breadth_first_search(Puzzle(HARDEST)).statistics.expanded == 181_378


def play(tiles: tuple[int, ...], actions: tuple[str, ...]) -> tuple[int, ...]:
    """Slide tiles as the actions say: "up" moves the tile below the gap up."""
    board = list(tiles)
    for action in actions:
        gap = board.index(0)
        row, column = divmod(gap, 3)
        down, right = {"up": (1, 0), "down": (-1, 0), "left": (0, 1), "right": (0, -1)}[action]
        assert 0 <= row + down < 3
        assert 0 <= column + right < 3
        tile = (row + down) * 3 + column + right
        board[gap], board[tile] = board[tile], 0
    return tuple(board)


@pytest.mark.parametrize(
    ("words", "status", "output"),
    [
        ("1 2 3 4 5 6 7 8 0", 0, "0 moves:\n"),
        ("1 2 3 4 5 6 7 0 8", 0, "1 move: left\n"),
        ("1 2 3 4 0 6 7 5 8", 0, "2 moves: up left\n"),
        ("1 2 3 4 5 6 8 7 0", 1, "No solution: all 181440 reachable arrangements were tried.\n"),
    ],
)
def test_sliding_puzzle_script(words: str, status: int, output: str, capsys: Capture) -> None:
    assert sliding_puzzle.main(words.split()) == status
    assert capsys.readouterr() == (output, "")


@pytest.mark.parametrize(
    "words", ["1", "1 2 3 4 5 6 7 8 9", "1 1 2 3 4 5 6 7 8", "0 1 2 3 4 5 6 7 8 9", "a b", "-1"]
)
def test_sliding_puzzle_refuses_what_is_no_arrangement(words: str, capsys: Capture) -> None:
    assert sliding_puzzle.main(words.split()) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert f"{words!r} is not an arrangement: give each of the numbers 0 to 8 once" in errors


@pytest.mark.parametrize(
    ("script", "last"),
    [
        ("wolf_goat_cabbage", "~~~ farmer wolf goat cabbage"),
        ("eight_queens", "92 solutions"),
        ("sliding_puzzle", "31 moves: "),
    ],
)
def test_they_run_as_modules(script: str, last: str) -> None:
    done = run(f"examples.{script}")
    assert (done.stderr, done.returncode) == ("", 0)
    assert last in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("script", "words", "status", "printed"),
    [
        ("wolf_goat_cabbage", ["--help"], 0, "usage: python -m examples.wolf_goat_cabbage [-h]\n"),
        ("eight_queens", ["-h"], 0, "usage: python -m examples.eight_queens [-h] [N]\n"),
        ("sliding_puzzle", ["1", "-h"], 0, "usage: python -m examples.sliding_puzzle [-h] [TILE"),
        ("wolf_goat_cabbage", ["goat"], 2, "unrecognized arguments: goat"),
        ("wolf_goat_cabbage", ["--goat"], 2, "unrecognized arguments: --goat"),
        ("eight_queens", ["8", "9"], 2, "unrecognized arguments: 9"),
        ("eight_queens", ["0"], 2, "'0' is not a whole number from 1 to 999"),
        ("eight_queens", ["-1"], 2, "'-1' is not a whole number from 1 to 999"),
        ("eight_queens", ["1000"], 2, "'1000' is not a whole number from 1 to 999"),
        ("eight_queens", ["\u00b2"], 2, "is not a whole number from 1 to 999"),
        ("eight_queens", ["all"], 2, "'all' is not a whole number from 1 to 999"),
        ("sliding_puzzle", ["--tiles"], 2, "unrecognized arguments: --tiles"),
    ],
)
def test_help_and_wrong_arguments(
    script: str, words: list[str], status: int, printed: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit) as exit_:
        MAINS[script](words)
    assert exit_.value.code == status
    output, errors = capsys.readouterr()
    assert printed in (errors if status else output)


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes")
@pytest.mark.parametrize("words", [[], ["--help"]])
@pytest.mark.parametrize("script", MAINS)
def test_a_reader_that_goes_away_is_no_proof(script: str, words: list[str]) -> None:
    """1 would say that there is no solution."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", f"examples.{script}", *words],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (done.stderr, done.returncode) == (b"", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("script", MAINS)
def test_output_that_cannot_be_written(script: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", f"examples.{script}"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr.startswith("error: the output cannot be written (")
    assert done.returncode == 2
