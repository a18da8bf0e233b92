from __future__ import annotations

import io
import json
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.command_line import duplicate_check
from examples.inputs import InputError
from examples.jumping_maze import Maze, drawn, jumps, jumps_table, parse, problem
from examples.jumping_maze.__main__ import CHAIN_REACTION, main
from searchkit import Limits, NoCheck, Outcome, breadth_first_search, count_shortest_paths

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

ROUTE = [0, 24, 6, 11, 23, 18, 20, 22, 19, 25, 7, 1, 5, 35]

ANSWER = """\
The shortest route, 13 jumps:
0 24 6 11 23 18 20 22 19 25 7 1 5 35
It is the only shortest route.

The maze; in brackets, the place of each cell in the route:
4[0]   4[11]  2      2      2      5[12]
5[2]   1[10]  2      3      1      2[3]
3      3      3      2      3      4
2[5]   1[8]   2[6]   2      3[7]   5[4]
3[1]   3[9]   3      3      4      1
4      3      5      2      5      0[13]
"""


def chain_reaction(*, diagonal: bool = False) -> Maze:
    return parse(CHAIN_REACTION.read_text("utf-8"), "chain_reaction.txt", diagonal=diagonal)


@pytest.fixture
def maze_file(tmp_path: Path) -> Path:
    """A file to write a maze into."""
    return tmp_path / "maze.txt"


# --- the reference answers -------------------------------------------------------------------


@pytest.mark.parametrize("duplicates", ["none", "linear", "sorted", "hash"])
def test_the_answer_is_the_same_under_every_check(duplicates: str, capsys: Capture) -> None:
    assert main(["--duplicates", duplicates]) == 0
    assert capsys.readouterr() == (ANSWER, "")


@pytest.mark.parametrize(
    ("duplicates", "expanded", "stored"), [("hash", 28, 29), ("none", 4378, 8375)]
)
def test_the_work_that_a_check_saves(
    duplicates: str, expanded: int, stored: int, capsys: Capture
) -> None:
    """The numbers stand in the page of the example."""
    assert main(["--json", "--duplicates", duplicates]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["expanded"], answer["stored"]) == (expanded, stored)
    assert (answer["input"], answer["duplicates"]) == ("chain_reaction.txt", duplicates)


def test_diagonal_jumps_open_a_shorter_route(capsys: Capture) -> None:
    assert main(["--diagonal"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "The shortest route, 3 jumps:",
        "0 4 14 35",
        "It is the only shortest route.",
    ]


def test_table_of_the_jumps(capsys: Capture) -> None:
    assert main(["--table"]) == 0
    table, _, answer = capsys.readouterr().out.partition("\n\n")
    lines = table.splitlines()
    assert lines[0] == "0 -> 4 24"
    assert lines[1] == "1 -> 5 25"
    assert lines[7] == "7 -> 1 6 8 13"  # four jumps, in ascending order
    assert lines[35] == "35 ->"
    assert len(lines) == 36
    assert answer == ANSWER


def test_the_shipped_maze_names_its_author() -> None:
    text = CHAIN_REACTION.read_text("utf-8")
    assert "mazelog.com" in text
    assert "David Johnson-Davies" in text


def reference_mazes(shared_data: Path) -> list[dict[str, Any]]:
    mazes: list[dict[str, Any]] = json.loads((shared_data / "mazes/mazes.json").read_text("utf-8"))
    return [maze for maze in mazes if maze["moves"] in ("rook", "queen")]


def maze_of(record: dict[str, Any]) -> Maze:
    text = "\n".join(" ".join(map(str, row)) for row in record["rows"])
    return parse(
        text,
        record["name"],
        start=tuple(record["start"]),
        goal=tuple(record["goal"]),
        diagonal=record["moves"] == "queen",
    )


@pytest.mark.parametrize("duplicates", ["linear", "sorted", "hash"])
def test_all_straight_and_diagonal_reference_mazes(shared_data: Path, duplicates: str) -> None:
    records = reference_mazes(shared_data)
    assert len(records) == 32
    for record in records:
        maze = maze_of(record)
        check = duplicate_check(duplicates)
        result = breadth_first_search(problem(maze), duplicates=check)
        count = count_shortest_paths(problem(maze), duplicates=check)
        assert count.count == record["n_shortest_paths"], record["name"]
        if record["shortest"] is None:
            assert result.outcome is Outcome.EXHAUSTED, record["name"]
            continue
        route = result.path.states
        assert len(result.path) == count.length == record["shortest"], record["name"]
        assert (route[0], route[-1]) == (maze.start, maze.goal)
        assert all(to in jumps(from_, maze) for from_, to in pairwise(route)), record["name"]
        if record["n_shortest_paths"] == 1:
            published = [row * maze.width + column for row, column in record["path"]]
            assert list(route) == published, record["name"]


def test_tree_search_agrees_where_the_tree_is_small(shared_data: Path) -> None:
    limits = Limits(stored=25_000)
    agreed: list[str] = []
    for record in reference_mazes(shared_data):
        result = breadth_first_search(problem(maze_of(record)), duplicates=NoCheck(), limits=limits)
        if result:
            count = count_shortest_paths(problem(maze_of(record)), duplicates=NoCheck())
            assert len(result.path) == record["shortest"], record["name"]
            assert count.count == record["n_shortest_paths"], record["name"]
            agreed.append(record["name"])
    assert len(agreed) >= 20


# --- other sizes, starts and goals -----------------------------------------------------------

WIDE = "1 2 1 0\n3 1 1 0"  # cells 0 1 2 3 / 4 5 6 7


@pytest.mark.parametrize(
    ("text", "options", "route", "shortest_routes"),
    [
        ("0", [], [0], 1),
        ("7", [], [0], 1),  # one cell, and a jump that lands nowhere
        ("2 9 0", [], [0, 2], 1),
        ("2\n9\n0", [], [0, 2], 1),
        ("1 1\n1 0", [], [0, 1, 3], 2),  # the first found has the smaller cells
        (WIDE, [], [0, 4, 7], 1),
        (WIDE, ["--goal", "3"], [0, 1, 3], 1),
        (WIDE, ["--start", "1,1", "--goal", "0,3"], [5, 1, 3], 1),
        (WIDE, ["--start", "2", "--goal", "2"], [2], 1),
        ("1 1 1\n1 1 1\n1 1 0", ["--diagonal"], [0, 4, 8], 1),
        ("1 1 1\n1 1 1\n1 1 0", [], [0, 1, 2, 5, 8], 6),
    ],
)
def test_small_mazes(
    text: str,
    options: list[str],
    route: list[int],
    shortest_routes: int,
    maze_file: Path,
    capsys: Capture,
) -> None:
    maze_file.write_text(text)
    assert main([str(maze_file), "--json", *options]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["route"] == route
    assert answer["jumps"] == len(route) - 1
    assert answer["shortest_routes"] == shortest_routes


@st.composite
def mazes(draw: st.DrawFn) -> Maze:
    """Mazes of up to 4 x 4 cells."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = height * width
    numbers = draw(st.lists(st.integers(0, 4), min_size=cells, max_size=cells))
    start, goal = draw(st.integers(0, cells - 1)), draw(st.integers(0, cells - 1))
    return Maze(tuple(numbers), width, start, goal, diagonal=draw(st.booleans()))


def counted_by_hand(maze: Maze) -> tuple[int | None, int]:
    """The length and the number of the shortest routes, in coordinates, jump after jump."""

    def follows(from_: int, to: int) -> bool:
        down = to // maze.width - from_ // maze.width
        right = to % maze.width - from_ % maze.width
        straight = down == 0 or right == 0
        diagonal = maze.diagonal and abs(down) == abs(right)
        return (
            from_ != to
            and (straight or diagonal)
            and max(abs(down), abs(right)) == maze.numbers[from_]
        )

    cells = range(len(maze.numbers))
    ways = [int(cell == maze.start) for cell in cells]
    for length in cells:  # a shortest route visits no cell twice
        if ways[maze.goal]:
            return length, ways[maze.goal]
        ways = [sum(ways[cell] for cell in cells if follows(cell, to)) for to in cells]
    return None, 0


@given(mazes(), st.sampled_from(["linear", "sorted", "hash"]))
def test_any_small_maze(maze: Maze, duplicates: str) -> None:
    length, ways = counted_by_hand(maze)
    check = duplicate_check(duplicates)
    result = breadth_first_search(problem(maze), duplicates=check)
    count = count_shortest_paths(problem(maze), duplicates=check)
    assert (len(result.path) if result else None) == count.length == length
    assert (count.count, count.exact) == (ways, True)
    if result:
        result.path.check()
    else:
        assert result.outcome is Outcome.EXHAUSTED


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("2 1\n1 0", 1),  # the first jump leaves the maze
        ("0 1\n1 0", 1),  # a start with a 0 that is not the goal
        ("1 1 0\n0 0 2", 5),  # walled in: everything but the goal is reached
    ],
)
def test_exhausted_mazes_are_proved_to_have_no_route(
    text: str, states: int, maze_file: Path, capsys: Capture
) -> None:
    maze_file.write_text(text)
    assert main([str(maze_file)]) == 1
    output = capsys.readouterr().out
    assert "There is no route from 0 to" in output
    assert f"({states} state" in output
    assert main([str(maze_file), "--json", "--algorithm", "depth-first"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["stored"]) == ("exhausted", states)
    assert answer["route"] is answer["shortest_routes"] is None


def test_depth_first_finds_some_route(capsys: Capture) -> None:
    assert main(["--algorithm", "depth-first", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    route = answer["route"]
    maze = chain_reaction()
    assert (route[0], route[-1]) == (0, 35)
    assert all(to in jumps(from_, maze) for from_, to in pairwise(route))
    assert answer["shortest_routes"] is None  # nothing is said about shortest routes
    assert main(["--algorithm", "depth-first"]) == 0
    assert capsys.readouterr().out.startswith(f"A route, {len(route) - 1} jumps:\n0 ")


def test_depth_first_needs_a_check(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--algorithm", "depth-first", "--duplicates", "none"])
    assert exit_.value.code == 2
    assert "jumps in a circle for ever; use another duplicate check" in capsys.readouterr().err


# --- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers", "width"),
    [
        ("1 2\n3 0\n", (1, 2, 3, 0), 2),
        ("# a maze\n\n  1\t2  # the first row\n\n3 0", (1, 2, 3, 0), 2),
        (" 007", (7,), 1),
        ("1\n2\n0", (1, 2, 0), 1),
        (" 12\n3\n0", (12, 3, 0), 1),  # the blank says that 12 is one number
        ("12 1\n10 0", (12, 1, 10, 0), 2),
    ],
)
def test_parse(text: str, numbers: tuple[int, ...], width: int) -> None:
    last = len(numbers) - 1
    assert parse(text, "file") == Maze(numbers, width, start=0, goal=last)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n3 4\n5\n", "file: line 3 has 1 number, but line 1 has 2; every row"),
        ("# maze\n1\n\n3 4", "file: line 4 has 2 numbers, but line 2 has 1; every row"),
        ("1 2\n3 x", "file: line 2, number 2: 'x' is not a jump; a jump is a whole number"),
        ("1 -2\n3 0", "file: line 1, number 2: '-2' is not a jump"),
        ("1 +2\n3 0", "file: line 1, number 2: '+2' is not a jump"),
        ("1 2.0\n3 0", "file: line 1, number 2: '2.0' is not a jump"),
        ("1,2\n3,0", "file: line 1, number 1: '1,2' is not a jump"),
        ("1 \u0663", "file: line 1, number 2: '\u0663' is not a jump"),  # a digit, but not ASCII
        ("9" * 5000, "put blanks between the numbers"),
        ("121\n110\n", "file: line 1: '121' looks like a row without blanks; put blanks between"),
        ("1\n12  # last", "file: line 2: '12' looks like a row without blanks; put blanks between"),
        ("007", "If the maze has a single column, put a blank in front of this number"),
        ("", "file: there is no maze in it; write a row on each line, for example: 2 1 3 0"),
        ("# only a comment\n\n", "file: there is no maze in it"),
    ],
)
def test_parse_names_the_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text, "file")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--start", "4"], "the start 4 is outside the maze; its cells are 0 to 3"),
        (["--goal", "4"], "the goal 4 is outside the maze; its cells are 0 to 3"),
        (["--start", "0,2"], "the start 0,2 is outside the maze; its rows are 0 to 1 and its"),
        (["--goal", "2,0"], "the goal 2,0 is outside the maze; its rows are 0 to 1 and its"),
    ],
)
def test_a_start_or_goal_outside(
    options: list[str], message: str, maze_file: Path, capsys: Capture
) -> None:
    maze_file.write_text("1 1\n1 0")
    assert main([str(maze_file), *options]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"error: {maze_file}: ")
    assert message in errors


@pytest.mark.parametrize("cell", ["-1", "a", "1,2,3", "1,", "1;2", "", "9" * 5000])
@pytest.mark.parametrize("option", ["--start", "--goal"])
def test_a_cell_that_is_none(option: str, cell: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as exit_:
        main([option, cell])
    assert exit_.value.code == 2
    assert "is not a cell; write its number or ROW,COLUMN" in capsys.readouterr().err


# --- the script ----------------------------------------------------------------------------------


def test_several_inputs(maze_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    maze_file.write_text("2 1\n1 0")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 0"))
    missing = str(maze_file.with_name("missing.txt"))
    assert main([missing, str(maze_file), "-"]) == 2
    output, errors = capsys.readouterr()
    assert f"{maze_file}:\nThere is no route" in output
    assert "standard input:\nThe shortest route, 1 jump:\n0 1\n" in output
    assert errors.startswith(f"error: {missing}: there is no such file")


def test_json_is_one_line_for_each_input(maze_file: Path, capsys: Capture) -> None:
    maze_file.write_text("2 1\n1 0")
    assert main(["--json", "--table", str(CHAIN_REACTION), str(maze_file)]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["input"] == str(CHAIN_REACTION)
    assert first["outcome"] == "found"
    assert first["route"] == ROUTE
    assert first["jumps"] == 13
    assert first["shortest_routes"] == 1
    assert first["table"]["0"] == [4, 24]
    assert first["table"]["35"] == []
    assert (first["height"], first["width"], first["start"], first["goal"]) == (6, 6, 0, 35)
    assert second["outcome"] == "exhausted"
    assert second["route"] is None


def test_json_of_bad_inputs(maze_file: Path, capsys: Capture) -> None:
    maze_file.write_text("121\n110")
    assert main(["missing", "--json", str(maze_file), "-", "-"]) == 2
    output, errors = capsys.readouterr()
    documents = [json.loads(line) for line in output.splitlines()]
    assert [document["input"] for document in documents] == ["missing", str(maze_file), "-", "-"]
    assert errors == "".join(f"error: {document['error']}\n" for document in documents)


def test_a_limit_ends_the_search(capsys: Capture) -> None:
    assert main(["--max-expanded", "3"]) == 3
    assert capsys.readouterr().out.startswith(
        "A limit ended the search (--max-expanded 3; 3 states expanded, 7 stored): whether there "
        "is a route from 0 to 35 is not known. Raise the limit.\n"
    )
    assert main(["--max-expanded", "3", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["outcome"] == "limit"


def test_a_limit_ends_the_count(maze_file: Path, capsys: Capture) -> None:
    maze_file.write_text("1 1\n1 0")  # a route is known after two expansions, both after three
    assert main([str(maze_file), "--max-expanded", "2"]) == 3
    output = capsys.readouterr().out
    assert output.startswith(
        "A shortest route, 2 jumps:\n0 1 3\nWhether it is the only shortest route is not known: a "
        "limit ended the count (--max-expanded 2; 2 states expanded, 4 stored). Raise the limit.\n"
    )
    assert main([str(maze_file), "--max-expanded", "2", "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["route"], answer["shortest_routes"]) == ([0, 1, 3], None)
    assert main([str(maze_file), "--max-expanded", "3"]) == 0
    assert "It is one of 2 shortest routes." in capsys.readouterr().out


def test_a_tree_without_end_is_limited(
    maze_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze_file.write_text("1 1 0 0 0")  # to and fro between two cells, but no tree grows
    assert main([str(maze_file), "--duplicates", "none", "--max-stored", "1000"]) == 3
    output = capsys.readouterr().out
    assert "A limit ended the search (--max-stored 1000; 999 states expanded, 1000 st" in output
    assert "Raise the limit, or use a duplicate check." in output
    monkeypatch.setattr("examples.jumping_maze.__main__.TREE_LIMIT", Limits(stored=500))
    assert main([str(maze_file), "--duplicates", "none"]) == 3
    output = capsys.readouterr().out
    assert "(500 states stored, the most without a duplicate check unless an option se" in output
    assert "Set a limit of your own, such as --max-stored 1000, or use a duplicate" in output


def test_the_drawing_lines_up() -> None:
    maze = Maze((10, 2, 0, 1, 1, 0), width=3, start=0, goal=5)
    assert drawn(maze) == "10   2   0\n 1   1   0"
    assert drawn(maze, [0, 3]) == "10[0]   2      0\n 1[1]   1      0"


def test_the_table_lists_every_cell() -> None:
    assert jumps_table(parse("1 0 1\n2 1 0", "file")) == {
        0: [1, 3],
        1: [],
        2: [1, 5],
        3: [5],
        4: [1, 3, 5],
        5: [],
    }
    # All eight directions, in ascending order too.
    around = parse("0 0 0\n0 1 0\n0 0 0", "file", diagonal=True)
    assert jumps_table(around)[4] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "examples.jumping_maze"]
    script = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (script.stdout, script.stderr, script.returncode) == (ANSWER, "", 0)
