"""The models: right answers, proved against oracles, brute force and a real model checker."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import examples.sokoban
from examples.command_line import duplicate_check
from examples.inputs import InputError, read_text
from examples.sokoban import (
    CoordinateModel,
    Level,
    Push,
    PushModel,
    moves_for,
    read_level,
    read_levels,
    replay,
)
from examples.sokoban.coordinate_model import NAMES
from searchkit import (
    Guarantee,
    Outcome,
    a_star_search,
    breadth_first_search,
    depth_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from searchkit import Problem, Result

S = TypeVar("S")
A = TypeVar("A")

ARTICLE = read_level((Path(examples.sokoban.__file__).parent / "article.xsb").read_text())

ARTICLE_ANSWER = """
[3,6,U] [2,6,L] [2,5,L] [3,2,D] [4,2,D] [5,2,D] [4,5,R] [4,6,U] [3,6,U] [6,2,R] [2,4,L] [3,4,D]
[4,4,D] [2,6,L] [2,5,L] [2,4,D] [6,3,L] [6,2,R] [2,3,R] [6,3,L] [6,2,U] [5,2,U] [4,2,U] [5,4,D]
[2,4,R] [3,4,D] [4,4,D] [2,5,L] [2,4,D] [6,4,L] [6,3,L] [6,2,R] [6,3,R] [6,4,R] [6,5,R] [6,6,U]
[5,6,U] [4,6,U] [5,4,D] [6,4,L] [6,3,L] [6,2,R] [6,3,R] [6,4,R] [6,5,R] [6,6,U]
"""

# Boards that the tests below share: as text, the fewest pushes, and the fewest moves.
BOARDS = [
    ("#####\n#@$.#\n#####", 1, 1),
    ("#######\n#.    #\n# $@$.#\n#     #\n#######", 3, 6),
    ("######\n#+$_.#\n#__$_#\n#____#\n######", 3, 9),
    ("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####", 8, 33),
    ("######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######", 3, 16),
    ("  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########", 13, 41),
    ("#######\n##    #\n#   $ #\n#**+.*#\n#  $  #\n#   ###\n#######", 4, 19),
    ("#####\n#@ *#\n#####", 0, 0),
    ("#######\n#@$ ..#\n#######", 2, 2),
    ("*###*\n#@$.#\n*###*", 1, 1),
    ("#####\n#@_.#\n#_$_#\n#####", None, None),
    ("######\n#@*_.#\n#_$__#\n######", None, None),
    ("#####\n#@$.#\n#  ##\n#$ .#\n#####", None, None),
]


@pytest.mark.parametrize("name", ["hash", "sorted"])
def test_the_articles_own_answer(name: str) -> None:
    result = breadth_first_search(PushModel(ARTICLE).problem(), duplicates=duplicate_check(name))
    assert " ".join(map(str, result.path.actions)) == " ".join(ARTICLE_ANSWER.split())
    assert result.guarantee is Guarantee.OPTIMAL
    result.path.check()
    judged = replay(ARTICLE, moves_for(ARTICLE, result.path.actions))
    assert judged.pushes == result.path.actions
    assert judged.verdict == "solved: 46 pushes, 190 moves"


@pytest.mark.parametrize(("board", "pushes", "moves"), BOARDS)
def test_fewest_pushes_and_fewest_moves(board: str, pushes: int | None, moves: int | None) -> None:
    assert brute_force(board) == (pushes, moves)
    level = read_level(board)
    by_pushes = breadth_first_search(PushModel(level).problem())
    by_moves = breadth_first_search(CoordinateModel(level).problem())
    if pushes is None:
        assert by_pushes.outcome is by_moves.outcome is Outcome.EXHAUSTED
        return
    assert (len(by_pushes.path), len(by_moves.path)) == (pushes, moves)
    for solution in (moves_for(level, by_pushes.path.actions), "".join(by_moves.path.actions)):
        assert replay(level, solution).solved


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_random_small_boards_against_brute_force(data: st.DataObject) -> None:
    # A 4x5 room with up to 2 walls, and up to 3 boxes with as many goals or one more.
    places = data.draw(st.permutations(range(20)))
    walls = data.draw(st.integers(0, 2))
    boxes = data.draw(st.integers(1, 3))
    inside = [" "] * 20
    for place in places[:walls]:
        inside[place] = "#"
    for place in places[walls : walls + boxes]:
        inside[place] = "$"
    inside[places[-1]] = "@"
    with_goal = {" ": ".", "$": "*", "@": "+"}
    free = [place for place in data.draw(st.permutations(places)) if inside[place] != "#"]
    for place in free[: boxes + data.draw(st.integers(0, 1))]:
        inside[place] = with_goal[inside[place]]
    rows = ["".join(inside[first : first + 5]) for first in range(0, 20, 5)]
    board = "\n".join(["#######", *(f"#{row}#" for row in rows), "#######"])
    try:
        level = read_level(board)
    except InputError:
        assume(False)  # a box or a goal out of reach: never searched
    pushes, moves = brute_force(board)
    push_model, coordinate_model = PushModel(level).problem(), CoordinateModel(level).problem()
    assert steps(breadth_first_search(push_model)) == pushes
    assert steps(a_star_search(push_model)) == pushes
    assert steps(breadth_first_search(coordinate_model)) == moves
    assert steps(a_star_search(coordinate_model)) == moves
    found = depth_first_search(push_model)
    assert bool(found) is (pushes is not None)
    if found:
        assert replay(level, moves_for(level, found.path.actions)).solved


def steps(result: Result[S, A]) -> int | None:
    """Give the length of a solution, or None if it is proved that there is none."""
    assert result.outcome in (Outcome.FOUND, Outcome.EXHAUSTED)
    return len(result.path) if result else None


def brute_force(board: str) -> tuple[int | None, int | None]:
    """Find the fewest pushes and the fewest moves in the plainest way, with sets of places."""
    tiles = {
        (row, column): letter
        for row, text in enumerate(board.split("\n"))
        for column, letter in enumerate(text)
    }
    walls = {place for place, letter in tiles.items() if letter == "#"}
    goals = {place for place, letter in tiles.items() if letter in ".*+"}
    boxes = frozenset(place for place, letter in tiles.items() if letter in "$*")
    (player,) = (place for place, letter in tiles.items() if letter in "@+")

    def fewest(cost_of_walk: int) -> int | None:
        costs = {(player, boxes): 0}
        waiting = deque([(0, player, boxes)])
        while waiting:
            cost, (row, column), now = waiting.popleft()
            if cost > costs[(row, column), now]:
                continue
            if now <= goals:
                return cost
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                there, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if there in walls or (there in now and (beyond in walls or beyond in now)):
                    continue
                step = 1 if there in now else cost_of_walk
                after = now - {there} | {beyond} if there in now else now
                if cost + step < costs.get((there, after), 10**9):
                    costs[there, after] = cost + step
                    (waiting.append if step else waiting.appendleft)((cost + step, there, after))
        return None

    return fewest(0), fewest(1)


# What makes a state


def test_positions_are_equal_when_the_player_can_walk_from_one_to_the_other() -> None:
    board = "########\n#@  $  #\n#   #  #\n#  .#  #\n########"
    left = PushModel(read_level(board)).start
    also_left = PushModel(read_level(board.replace("@", " ").replace("#  .#", "# @.#"))).start
    right = PushModel(read_level(board.replace("@", " ").replace("$  #", "$ @#"))).start
    assert left == also_left
    assert hash(left) == hash(also_left)
    assert left != right
    assert left.boxes == right.boxes
    assert (left < right) is not (right < left)


def test_two_ways_to_a_position_are_one_state() -> None:
    # The boxes are pushed right one after the other, in either order: two ways, three new states.
    level = read_level("7#|#@4-#|#-$2-.#|#5-#|#-$2-.#|#5-#|7#")
    problem = PushModel(level).problem()
    model = PushModel(level)
    first = {step.action: step.state for step in model.next_steps(problem.starts[0])}
    upper, lower = Push(2, 2, "R"), Push(4, 2, "R")
    both = {step.action: step.state for step in model.next_steps(first[upper])}[lower]
    assert {step.action: step.state for step in model.next_steps(first[lower])}[upper] == both


def test_pushes_come_in_row_major_order_and_up_down_left_right() -> None:
    model = PushModel(read_level("9#|#@6-#|#2-$.3-#|#7-#|#-$-.3-#|#7-#|9#"))
    assert " ".join(str(step.action) for step in model.next_steps(model.start)) == (
        "[2,3,U] [2,3,D] [2,3,L] [2,3,R] [4,2,U] [4,2,D] [4,2,L] [4,2,R]"
    )


@pytest.mark.parametrize("board", [board for board, *_ in BOARDS])
def test_the_heuristics_are_consistent(board: str) -> None:
    assert_consistent(PushModel(read_level(board)).problem())
    assert_consistent(CoordinateModel(read_level(board)).problem())


def assert_consistent(problem: Problem[S, A]) -> None:
    assert problem.heuristic is not None
    assert problem.next_steps is not None
    seen = {problem.starts[0]: problem.heuristic(problem.starts[0])}
    waiting = deque(seen)
    while waiting and len(seen) < 3000:
        state = waiting.popleft()
        assert seen[state] == 0 or not problem.is_goal(state)
        for step in problem.next_steps(state):
            if step.state not in seen:
                seen[step.state] = problem.heuristic(step.state)
                waiting.append(step.state)
            assert seen[state] <= 1 + seen[step.state]


def test_a_star_expands_less() -> None:
    blind = breadth_first_search(PushModel(ARTICLE).problem())
    guided = a_star_search(PushModel(ARTICLE).problem())
    assert len(guided.path) == len(blind.path) == 46
    assert guided.statistics.expanded < blind.statistics.expanded / 2


def test_depth_first_with_a_limit_finds_what_lies_within_it() -> None:
    board, pushes, _ = BOARDS[5]
    problem = PushModel(read_level(board)).problem()
    assert pushes == 13
    assert len(depth_first_search(problem, depth_limit=13).path) == 13
    assert depth_first_search(problem, depth_limit=12).outcome is Outcome.CUTOFF


def test_all_checks_give_the_same_answer() -> None:
    problem = PushModel(read_level(BOARDS[5][0])).problem()
    answers = [
        breadth_first_search(problem, duplicates=duplicate_check(name)).path.actions
        for name in ("hash", "sorted", "linear")
    ]
    assert answers[0] == answers[1] == answers[2]


# Oracles


def oracle(shared_data: Path, name: str) -> Iterator[tuple[int, int, int]]:
    for line in (shared_data / "sokoban/oracles" / name).read_text().splitlines()[1:]:
        level, _, optimum, expanded, _ = line.split("\t")
        if optimum != "CAP":
            yield int(level), int(optimum), int(expanded)


def levels(shared_data: Path, name: str) -> list[Level]:
    text = read_text(str(shared_data / "sokoban/levels" / name))
    return [drawing.level() for drawing in read_levels(text)]


@pytest.mark.parametrize("largest", [1_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_fewest_pushes_of_microban(largest: int, shared_data: Path) -> None:
    collection = levels(shared_data, "Microban_155.xsb")
    for number, optimum, expanded in oracle(shared_data, "microban155_push_optimal.tsv"):
        if expanded <= largest:
            level = collection[number - 1]
            result = breadth_first_search(PushModel(level).problem())
            assert len(result.path) == optimum, f"level {number}"
            assert replay(level, moves_for(level, result.path.actions)).solved
            assert len(a_star_search(PushModel(level).problem()).path) == optimum


@pytest.mark.parametrize("largest", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_fewest_moves_of_microban(largest: int, shared_data: Path) -> None:
    collection = levels(shared_data, "Microban_155.xsb")
    for number, optimum, expanded in oracle(shared_data, "microban155_move_optimal.tsv"):
        if expanded <= largest:
            result = breadth_first_search(CoordinateModel(collection[number - 1]).problem())
            assert len(result.path) == optimum, f"level {number}"


@pytest.mark.slow
def test_fewest_pushes_of_microcosmos(shared_data: Path) -> None:
    # The collection of du Peloux holds the 40 levels of MicroCosmos from level 143 on.
    collection = levels(shared_data, "Aymeric_Du_Peloux_282.xsb")[142:182]
    assert collection[37] == ARTICLE
    for number, optimum, _ in oracle(shared_data, "microcosmos40_push_optimal.tsv"):
        result = breadth_first_search(PushModel(collection[number - 1]).problem())
        assert len(result.path) == optimum, f"level {number}"


def test_fewest_moves_of_the_articles_level() -> None:
    result = breadth_first_search(CoordinateModel(ARTICLE).problem())
    assert len(result.path) == 188
    assert replay(ARTICLE, "".join(result.path.actions)).solved


# The coordinate model against traces of a model checker

LETTERS = dict(zip(NAMES, " @.#$*+", strict=True))


@pytest.mark.parametrize(
    ("name", "shortest"), [("push1", 1), ("corridor", 1), ("twobox", 6), ("plusstart", 9)]
)
def test_traces_of_a_model_checker(name: str, shortest: int, shared_data: Path) -> None:
    text = (shared_data / f"sokoban/smv_traces/{name}.trace").read_text()
    tiles: dict[tuple[int, int], str] = {}
    states: list[dict[tuple[int, int], str]] = []
    moves: list[str] = []
    for part in re.split(r"-> State: .*<-", text)[1:]:
        for column, row, tile in re.findall(r"x_(\d+)_(\d+) = (\w+)", part):
            tiles[int(row), int(column)] = tile
        states.append(dict(tiles))
        move = re.search(r"\bm = (\w+)", part)
        moves.append(move[1] if move else moves[-1])
    rows = max(row for row, _ in tiles) + 1
    columns = max(column for _, column in tiles) + 1
    level = read_level(
        "\n".join(
            "".join(LETTERS[states[0][row, column]] for column in range(columns))
            for row in range(rows)
        )
    )
    model = CoordinateModel(level)
    grid = model.start
    for number, state in enumerate(states):
        assert [NAMES[tile] for tile in grid] == [state[place] for place in sorted(state)]
        assert model.is_goal(grid) is (number == len(states) - 1)
        steps = {step.action: step.state for step in model.next_steps(grid)}
        grid = steps.get(moves[number][0], grid)  # a move into a wall changes nothing
    assert len(states) - 1 == shortest
    assert len(breadth_first_search(model.problem()).path) == shortest


# Strings of moves


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ("rR", "solved: 1 push, 2 moves"),
        ("rr", "solved: 1 push, 2 moves"),
        ("R R\n", "solved: 1 push, 2 moves"),
        ("r1R", "solved: 1 push, 2 moves"),
        ("2(r)", "solved: 1 push, 2 moves"),
        ("2 r", "solved: 1 push, 2 moves"),
        ("2(1(r)2(l0u)2r)", "illegal: move 3 (l) runs into the wall at row 1, column 0"),
        ("(rR)0(3u)", "solved: 1 push, 2 moves"),
        ("2", "illegal: the number 2 at the end repeats nothing"),
        ("(rR2)", "illegal: the number 2 before a closing parenthesis repeats nothing"),
        ("(rR", "illegal: an opening parenthesis has no closing one"),
        ("rR)", "illegal: a closing parenthesis has no opening one"),
        ("9999(9999(rl))", "illegal: there are more than 1000000 moves"),
        ("9" * 5000 + "r", "illegal: there are more than 1000000 moves"),
        ("rrl", "solved: 1 push, 3 moves"),
        (
            "rRR",
            (
                "illegal: move 3 (R) pushes the box at row 1, column 4 into the wall at row 1, "
                "column 5"
            ),
        ),
        ("ru", "illegal: move 2 (u) runs into the wall at row 0, column 2"),
        ("rx", "illegal: move 2 is 'x', which is none of l, u, r and d"),
        ("r", "legal, but not solved: 1 box on no goal after 0 pushes, 1 move"),
        ("", "legal, but not solved: 1 box on no goal after 0 pushes, 0 moves"),
    ],
)
def test_moves_are_replayed_and_judged(moves: str, verdict: str) -> None:
    judged = replay(read_level("######\n#@ $.#\n######"), moves)
    assert judged.verdict == verdict
    assert judged.solved is verdict.startswith("solved")


def test_two_boxes_in_a_row_are_not_pushed() -> None:
    judged = replay(read_level("########\n#@$$..##\n########"), "r")
    assert judged.fault.endswith(
        "pushes the box at row 1, column 2 into another box at row 1, column 3"
    )


def test_capitals_are_set_right() -> None:
    judged = replay(read_level("#######\n#@ $ .#\n#######"), "RrR")
    assert judged.moves == "rRR"
    assert judged.pushes == (Push(1, 3, "R"), Push(1, 4, "R"))


@pytest.mark.parametrize(
    "pushes",
    [
        [Push(1, 2, "R")],  # there is no box
        [Push(1, 3, "L")],  # the player cannot come behind it
        [Push(1, 3, "R"), Push(1, 4, "R"), Push(1, 5, "R")],  # a wall
    ],
)
def test_pushes_that_cannot_be_made_get_no_moves(pushes: list[Push]) -> None:
    with pytest.raises(ValueError, match=r"the push \[1,\d,.\] cannot be made"):
        moves_for(read_level("#######\n#@ $ .#\n#######"), pushes)
