"""Reading levels: every way of writing them, and what is said about the ones that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import examples.sokoban
from examples.inputs import InputError, read_text
from examples.sokoban import read_level, read_levels

FOLDER = Path(examples.sokoban.__file__).parent
ARTICLE = read_level((FOLDER / "article.xsb").read_text())
SMALL = "#####\n#@$.#\n#####"
ROOM = "#####\n#@ .#\n# $ #\n#####"


def fault(text: str) -> str:
    with pytest.raises(InputError) as raised:
        read_level(text, "file")
    return str(raised.value)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        pytest.param(SMALL, SMALL, id="plain"),
        pytest.param(SMALL + "\n", SMALL, id="last line ended"),
        pytest.param("\ufeff" + SMALL, SMALL, id="byte order mark"),
        pytest.param(SMALL.replace("\n", "\r\n"), SMALL, id="CRLF"),
        pytest.param(SMALL.replace("\n", "\r"), SMALL, id="CR alone"),
        pytest.param(SMALL.replace("\n", " \t \n"), SMALL, id="blanks and tabs at the ends"),
        pytest.param("\t" + SMALL.replace("\n", "\n\t"), SMALL, id="indented by tabs"),
        pytest.param("  " + SMALL.replace("\n", "\n  "), SMALL, id="indented by blanks"),
        pytest.param(ROOM.replace(" ", "-"), ROOM, id="floor as hyphens"),
        pytest.param(ROOM.replace(" ", "_"), ROOM, id="floor as underscores"),
        pytest.param("-####\n-#@.##\n-#_$-#\n-#####", "####\n#@.##\n# $ #\n#####", id="mixed"),
        pytest.param("5#|#@-.#|#-$-#|5#", ROOM, id="run-length encoded in one line"),
        pytest.param("5#|#@-.#|#-$-#|5#|", ROOM, id="a bar after the last row"),
        pytest.param("5#\n#@1-.#\n#-$-#\n5#", ROOM, id="run-length encoded line by line"),
        pytest.param("4 5\nWWWWW\nWKSDW\nWSBSW\nWWWWW", ROOM, id="the article's letters"),
        pytest.param("4x5\n  WWWWW\n  WKSDW\n  WSBSW\n  WWWWW", ROOM, id="the same, indented"),
        pytest.param("3 5\nWWWWW\nWOBIW\nWWWWW", "#####\n#+$*#\n#####", id="the article's I and O"),
        pytest.param(f"######\n{ROOM}", f"######\n{ROOM}", id="a row of walls on top"),
        pytest.param(
            "*###*\n#@$.#\n*###*", "*###*\n#@$.#\n*###*", id="boxes on goals out of reach"
        ),
        pytest.param("#######\n#@$ ..#\n#######", "#######\n#@$ ..#\n#######", id="goals to spare"),
    ],
)
def test_a_board_is_read(text: str, drawn: str) -> None:
    assert read_level(text).drawn() == drawn


def test_a_level_has_its_cells_in_row_major_order() -> None:
    level = read_level("#####\n#@ .#\n# * #\n#####")
    assert (level.rows, level.columns) == (4, 5)
    assert level.player == 6
    assert level.boxes == 1 << 12
    assert level.goals == 1 << 8 | 1 << 12
    assert level.room == sum(1 << cell for cell in (6, 7, 8, 11, 12, 13))
    assert level.place(13) == (2, 3)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        pytest.param(f"{SMALL}", [""], id="none"),
        pytest.param(f"; one\n\n{SMALL}\n\n;two\n{SMALL}", ["one", "two"], id="comment above"),
        pytest.param(f"{SMALL}\n; one\n\n{SMALL}\n; two\n\n", ["one", "two"], id="comment below"),
        pytest.param(f"{SMALL}\n; two\n{SMALL}", ["", "two"], id="comment between"),
        pytest.param(f"one\n{SMALL}\n\ntwo\n\n{SMALL}", ["one", "two"], id="line above"),
        pytest.param(
            f"{SMALL}\nTitle: one\n\n{SMALL}\n\nTITLE : two", ["one", "two"], id="key below"
        ),
        pytest.param(
            f"Title: one\n{SMALL}\n\nTitle: two\n{SMALL}\n", ["one", "two"], id="key above"
        ),
        pytest.param(
            f"Title: all of them\n\n{SMALL}\nTitle: one\n\n{SMALL}\nTitle: two",
            ["one", "two"],
            id="a title of the collection",
        ),
        pytest.param(f"; 1\n\n{SMALL}\nTitle: one", ["one"], id="a key counts before a comment"),
        pytest.param(f"{SMALL}\n\n3D\n{SMALL}", ["", "3D"], id="a title that could be moves"),
        pytest.param(
            f"{SMALL}\nSolution\n3D\n\n{SMALL}", ["", ""], id="moves that could be a title"
        ),
        pytest.param(f"; =====\n{SMALL}", [""], id="an ornament is no title"),
        pytest.param(f"// copyright\n{SMALL}", [""], id="a raw comment is no title"),
        pytest.param(
            f"{SMALL}\nComment:\n{SMALL}\nTitle: no\nComment-End:\n\n{SMALL}\nTitle: two",
            ["", "two"],
            id="a comment block holds neither board nor title",
        ),
        pytest.param(
            f"{SMALL}\nComment: short\n\n; two\n{SMALL}", ["", "two"], id="a comment in one line"
        ),
        pytest.param(f"## 1.0 ##\n\n; one\n{SMALL}", ["one"], id="a line between # is no board"),
        pytest.param(f"#####\n; one\n\n{SMALL}", ["one"], id="a line of walls is no board"),
    ],
)
def test_titles_are_found(text: str, titles: list[str]) -> None:
    assert [drawing.title for drawing in read_levels(text)] == titles


def test_authors_are_found() -> None:
    text = f"Author: everybody's\n\n{SMALL}\n\n{SMALL}\nAuthor: Jo\nTitle: hers\n"
    assert [drawing.author for drawing in read_levels(text)] == ["everybody's", "Jo"]


@pytest.mark.parametrize(
    ("below", "solutions", "snapshots"),
    [
        ("", (), ()),
        ("R\n", ("R",), ()),
        ("R\nr\n\nluck", ("R", "r"), ()),
        ("\nSolution\nRl\nrd\n\nSolution (moves 1, pushes 1)\nR\n", ("Rlrd", "R"), ()),
        ("3r2(rL)\nrRx\nr R\nNot moves\nr\n", ("3r2(rL)", "rRx", "r R"), ()),  # nearly moves too
        ("\nSolution\n2(r\nL)\nby Jo\nr\n", ("2(rL)",), ()),
        ("; rR\n", (), ()),
        ("r: R\n", (), ()),
        ("Title: x\nSnapshot/Saved game\nrddl", (), ("rddl",)),
    ],
)
def test_moves_below_a_board_are_kept(
    below: str, solutions: tuple[str, ...], snapshots: tuple[str, ...]
) -> None:
    for board in (SMALL, "3 5\nWWWWW\nWKBDW\nWWWWW"):
        (drawing,) = read_levels(f"{board}\n{below}")
        assert (drawing.solutions, drawing.snapshots) == (solutions, snapshots)
        assert drawing.level() == read_level(SMALL)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#####\n# $.#\n#####", "file: there is no player. Put one on the board: @ "),
        (
            "######\n#@$.@#\n######",
            (
                "file: there are 2 players, at row 1, column 1 (line 2) and row 1, column 4 (line 2). "
                "Keep one."
            ),
        ),
        ("####\n#@.#\n####", "file: there is no box, so there is nothing to solve."),
        ("#####\n#@$. \n#####", "the player can leave it at row 1, column 4 (line 2). Close it"),
        ("; gap\n\n#@$.#\n#####", "the player can leave it at row 0, column 1 (line 3)."),
        ("########\n#@$.#$.#\n########", "come to the box at row 1, column 5 (line 2), and it"),
        ("########\n#@$ $. #\n########", "there are more boxes than goals (2 and 1, "),
        ("########\n#@$ #*.#\n########", "there are more boxes than goals (1 and 0, "),
        ("#####\n#&B.#\n#####", "file: '&' at row 1, column 1 (line 2) is none of the letters # "),
        ("#####\n#@$\t#\n#####", "file: the board is open"),
        ("3 5\nWWWWW\nWK$DW\nWWWWW", "'$' at row 1, column 2 (line 3) is none of the article's"),
        ("4 5\nWWWWW\nWKBDW\nWWWWW", "line 1 promises 4 rows of 5 letters, but there are 3 rows."),
        ("3 5\nWWWWW\nWKBDWW\nWWWWW", "line 1 promises 3 rows of 5 letters, but line 3 has 6."),
        ("3 5\nWWWWW\nWKBDw\nWWWWW", "'w' at row 1, column 4 (line 3) is none of the article's"),
        ("2 5\nWWWWW\nWKBDW\nWWWWW", "line 1 promises 2 rows of 5 letters, but there are 3 rows."),
        ("3 5\nWWWWW\n\nWKBDW", "line 1 promises 3 rows of 5 letters, but there is 1 row."),
        ("", "file: no level found. A level is drawn with the letters # wall, $ box"),
        ("; nothing\n\n", "file: no level found."),
        ("9 9\nhello", "file: no level found."),
        ("#####\n#####", "file: no level found."),
        ("9999999#\n#@$.#", "the player can leave it at row 0, column 1 (line 2)."),
    ],
)
def test_what_is_wrong_is_said_with_the_place(text: str, message: str) -> None:
    assert message in fault(text)


def test_a_bad_board_does_not_hide_the_others() -> None:
    first, second, third = read_levels(f"####\n#$.#\n####\n\n{SMALL}\n\n#####\n#@x.#\n#####", "f")
    with pytest.raises(InputError, match="f, level 1: there is no player"):
        first.level()
    assert second.level() == read_level(SMALL)
    with pytest.raises(InputError, match=r"f, level 3: 'x' at row 1, column 2 \(line 10\)"):
        third.level()


@given(st.lists(st.text("##  $.*@+-_|379WSBDIKO\t\n\r:;xTitle", max_size=12), max_size=9))
def test_any_text_gives_levels_or_an_input_error(lines: list[str]) -> None:
    try:
        drawings = read_levels("\n".join(lines))
    except InputError as error:
        assert "no level found" in str(error)  # noqa: PT017
        return
    for drawing in drawings:
        try:
            level = drawing.level()
        except InputError as error:
            assert str(error).startswith(drawing.where)  # noqa: PT017
        else:
            assert read_level(level.drawn()) == level


def test_the_shipped_files_are_the_same_level_and_give_credit() -> None:
    for name in ("article.xsb", "article.txt"):
        (drawing,) = read_levels((FOLDER / name).read_text())
        assert (drawing.title, drawing.author) == ("MICROCOSMOS 38", "Aymeric du Peloux")
        assert drawing.level() == ARTICLE


HARD = [
    ("02_article_WBSDIKO.txt", [""], [""]),
    ("03_crlf_bom_tabs.txt", ["Uno"], [""]),
    ("04_rle.txt", [None, "RLE with rows on their own lines"], ["", ""]),
    ("05_hyphen_underscore_mixed.txt", ["floor as - and _"], [""]),
    ("06_metadata_sok.sok", ["Trivial", "Second board"], ["", ""]),
    ("07_open_border.txt", [None, None], ["row 2, column 4 (line 4)", ""]),
    ("08_no_player.txt", [None], ["no player"]),
    ("09_two_players.txt", [None], ["2 players"]),
    ("10_more_boxes_than_goals.txt", [None], ["more boxes than goals"]),
    ("11_more_goals_than_boxes.txt", [None], [""]),
    ("12_unreachable_boxes.txt", [None, None], ["", "row 1, column 5 (line 8)"]),
    ("16_no_boxes.txt", [None], ["no box"]),
    ("18_foreign_dialects.txt", [None, None], ["'&' at row 1", "'X' at row 1"]),
    ("19_latin1_author.txt", ["café"], [""]),
    ("20_cr_only.txt", [""], [""]),
    ("24_empty.txt", [], ["no level found"]),
    ("25_comment_only.txt", [], ["no level found"]),
]


@pytest.mark.parametrize(("name", "titles", "faults"), HARD, ids=[row[0] for row in HARD])
def test_files_that_trip_parsers(
    name: str, titles: list[str | None], faults: list[str], shared_data: Path
) -> None:
    text = read_text(str(shared_data / "sokoban/hard" / name))
    if not titles:
        assert faults[0] in fault(text)
        return
    drawings = read_levels(text)
    for drawing, title, message in zip(drawings, titles, faults, strict=True):
        assert title in (None, drawing.title)
        if message:
            with pytest.raises(InputError) as raised:
                drawing.level()
            assert message in str(raised.value)
        else:
            assert drawing.level().boxes


@pytest.mark.parametrize(
    "name",
    ["01_article_xsb.xsb", "02_article_WBSDIKO.txt", "05_hyphen_underscore_mixed.txt"],
)
def test_the_articles_level_in_every_writing(name: str, shared_data: Path) -> None:
    assert read_level(read_text(str(shared_data / "sokoban/hard" / name))) == ARTICLE


def test_the_author_in_latin_1(shared_data: Path) -> None:
    (drawing,) = read_levels(read_text(str(shared_data / "sokoban/hard/19_latin1_author.txt")))
    assert drawing.author == "Juño Pérez"


@pytest.mark.parametrize(
    ("name", "count", "titles"),
    [
        ("Microban_155.xsb", 155, {1: "1", 155: "'The Dungeon'"}),
        ("Microban II_135.xsb", 135, {1: "1", 135: "'Fractal'"}),
        ("Sasquatch_50.xsb", 50, {1: "1"}),
        ("XSokoban_90.xsb", 90, {1: "screen.01", 90: "screen.90"}),
        ("Aymeric_Du_Peloux_282.xsb", 282, {282: "Cosmos"}),
    ],
)
def test_whole_collections(
    name: str, count: int, titles: dict[int, str], shared_data: Path
) -> None:
    drawings = read_levels(read_text(str(shared_data / "sokoban/levels" / name)))
    assert len(drawings) == count
    assert {number: drawings[number - 1].title for number in titles} == titles
    for drawing in drawings:
        level = drawing.level()
        assert level.boxes.bit_count() == level.goals.bit_count()
