"""Reading levels from text, without being told how the text is written.

Three ways to write a board are read, any number of boards in one file:

* The usual one, XSB: ``#`` wall, ``$`` box, ``.`` goal, ``*`` box on a goal, ``@`` player, ``+``
  player on a goal; floor is a blank, ``-`` or ``_``.
* The same run-length encoded: ``3#`` is ``###``, and ``|`` ends a row.
* The article's: a line with the numbers of rows and columns, then the rows in the letters W wall,
  S space, B box, D destination, I box in destination, K soko, O soko in destination.

Everything else in a file is text. Its titles, authors and solutions are kept with the boards that
they belong to: ``; name`` or a plain line above a board is its title, and so is ``Title: name``,
which most files write below the board and some above it. Solutions are strings of moves, which
may be run-length encoded too (``3r2(uL)``). A line that is nearly one, such as ``rRx``, is kept as
well: whoever replays it is told what is wrong, where a line passed over would look like no
solution at all.

Reading is separate from judging: a `Drawing` is what stands in the file, even if it makes no
sense, so that one bad board does not keep the others in the file from being solved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import field, frozen, mutable

from examples.inputs import InputError
from examples.sokoban.levels import LETTERS, Level, level_from_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

ARTICLE_LETTERS = {"W": "#", "S": " ", "B": "$", "D": ".", "I": "*", "K": "@", "O": "+"}

_ROW = re.compile(r"[-_ #$.*@+]+|(?:[0-9]{0,3}[-_#$.*@+|])+")
_RUN = re.compile(r"([0-9]{1,3})([-_#$.*@+])")
_ARTICLE_HEADER = re.compile(r"\s*([0-9]{1,4})[\s,x]+([0-9]{1,4})\s*")
_ARTICLE_ROW = re.compile(r"\s*[A-Za-z]*W[A-Za-z]*\s*")
_KEY = re.compile(r"\s*([A-Za-z]+(?:[ -][A-Za-z]+)?)\s*:(.*)")
_MOVES_HEADING = re.compile(r"\s*(solution|snapshot)\b.*", re.IGNORECASE)
_PLAIN_MOVES = re.compile(r"\s*[lurdLURD]+\s*")


@frozen
class Drawing:
    """A board as it stands in a file, with what the file says about it."""

    file: str
    where: str
    """How messages name it: the file, and the number if there are several boards in it."""
    number: int
    rows: tuple[str, ...]
    """The board in XSB letters, all rows of the same length."""
    lines: tuple[int, ...]
    """For each row the line of the file, counted from 1."""
    title: str
    author: str
    solutions: tuple[str, ...]
    snapshots: tuple[str, ...]
    fault: str
    """What is wrong with how the board is written, if anything is."""

    def level(self) -> Level:
        """Give the level, checked.

        Raises:
            InputError: The board cannot be played; the message says where and what to change.
        """
        if self.fault:
            raise InputError(f"{self.where}: {self.fault}")
        return level_from_rows(self.rows, self.where, self.lines)


def read_level(text: str, name: str = "level") -> Level:
    """Read a text with a single level, or the first level of several.

    Example:
        >>> print(read_level('''
        ... #####
        ... #@$.#
        ... #####
        ... ''').drawn())
        #####
        #@$.#
        #####
    """
    return read_levels(text, name)[0].level()


def read_levels(text: str, name: str = "level") -> list[Drawing]:
    """Read all boards of a text, numbered from 1.

    Args:
        text: The text; lines may end in any of the usual ways.
        name: How messages call it, for instance the name of the file.

    Raises:
        InputError: There is no board in it.
    """
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    boards, texts = _parts(lines)
    if not boards:
        raise InputError(
            f"{name}: no level found. A level is drawn with the letters {LETTERS}; or in the "
            "article's letters W B S D I K O, below a line with the numbers of rows and columns."
        )
    _tell_titles(boards, texts)
    return [
        Drawing(
            file=name,
            where=f"{name}, level {number}" if len(boards) > 1 else name,
            number=number,
            rows=tuple(board.rows),
            lines=tuple(board.lines),
            title=board.title,
            author=board.author,
            solutions=tuple(board.solutions),
            snapshots=tuple(board.snapshots),
            fault=board.fault,
        )
        for number, board in enumerate(boards, start=1)
    ]


@mutable
class _Board:
    rows: list[str]
    lines: list[int]
    fault: str = ""
    title: str = ""
    author: str = ""
    solutions: list[str] = field(factory=list)
    snapshots: list[str] = field(factory=list)


def _parts(lines: list[str]) -> tuple[list[_Board], list[list[str]]]:
    # Boards, and the texts between them: texts[0] stands above the first board, texts[i] below
    # the board boards[i - 1].
    boards: list[_Board] = []
    texts: list[list[str]] = [[]]
    number = 0
    while number < len(lines):
        end = _end_of_comment(lines, number)
        if end == number:
            board, end = _article_board(lines, number)
            if board is None:
                board, end = _xsb_board(lines, number)
            if board is not None:
                boards.append(board)
                texts.append([])
            else:
                texts[-1] += lines[number:end]
        number = end
    return boards, texts


def _end_of_comment(lines: list[str], start: int) -> int:
    # "Comment:" with nothing behind it opens a block, in which a row of # is no board.
    if lines[start].strip().lower() != "comment:":
        return start
    for number in range(start, len(lines)):
        if lines[number].strip().lower().replace(" ", "") in {"comment-end:", "commentend:"}:
            return number + 1
    return start


def _article_board(lines: list[str], start: int) -> tuple[_Board | None, int]:
    header = _ARTICLE_HEADER.fullmatch(lines[start])
    if header is None or start + 1 == len(lines) or not _ARTICLE_ROW.fullmatch(lines[start + 1]):
        return None, start
    rows, columns = int(header[1]), int(header[2])
    end = start + 1
    while end < len(lines) and (
        _ARTICLE_ROW.fullmatch(lines[end])
        or (end <= start + rows and re.fullmatch(r"\s*[^\s:;]+\s*", lines[end]))
    ):
        end += 1
    texts = [line.strip() for line in lines[start + 1 : end]]
    board = _Board(
        rows=[
            "".join(ARTICLE_LETTERS.get(letter, letter) for letter in text).ljust(columns)
            for text in texts
        ],
        lines=list(range(start + 2, end + 1)),
        fault=_article_fault(texts, rows, columns, start + 1),
    )
    return board, end


def _article_fault(texts: list[str], rows: int, columns: int, header: int) -> str:
    for row, text in enumerate(texts):
        for column, letter in enumerate(text):
            if letter not in ARTICLE_LETTERS:
                return (
                    f"{letter!r} at row {row}, column {column} (line {header + 1 + row}) is none "
                    "of the article's letters: W wall, B box, S space, D destination, I box in "
                    "destination, K soko, O soko in destination. Rows and columns are counted "
                    "from 0."
                )
    promise = f"line {header} promises {rows} rows of {columns} letters"
    if len(texts) != rows:
        there = f"there is {len(texts)} row" if len(texts) == 1 else f"there are {len(texts)} rows"
        return f"{promise}, but {there}. Correct the line or the board."
    for row, text in enumerate(texts):
        if len(text) != columns:
            line = header + 1 + row
            return f"{promise}, but line {line} has {len(text)}. Correct the line or the board."
    return ""


def _xsb_board(lines: list[str], start: int) -> tuple[_Board | None, int]:
    rows: list[str] = []
    numbers: list[int] = []
    end = start
    while end < len(lines) and _is_row(lines[end], within_board=bool(rows)):
        text = _RUN.sub(lambda run: run[2] * int(run[1]), lines[end].rstrip().expandtabs())
        for row in text.removesuffix("|").split("|"):
            rows.append(row.replace("-", " ").replace("_", " ").rstrip())
            numbers.append(end + 1)
        end += 1
    # A line or two of # alone is an ornament of the text, and so is "## 1.0 ##"; not a board.
    proper = [row for row in rows if _ROW.fullmatch(row)]
    if not proper or (len(rows) < 3 and not set("".join(proper)) & set("$.*@+")):
        return None, max(end, start + 1)
    # Row 0 and column 0 are the first that have something on them.
    margin = min(len(row) - len(row.lstrip()) for row in rows if row)
    width = max(map(len, rows))
    rows = [row[margin:].ljust(width - margin) for row in rows]
    return _Board(rows=rows, lines=numbers, fault=_strange_letter(rows, numbers)), end


def _is_row(line: str, *, within_board: bool) -> bool:
    text = line.strip()
    if _ROW.fullmatch(text):
        return "#" in text or (within_board and bool(re.search(r"[$.*@+]", text)))
    # A row with a letter that is not ours is still meant as a row if it runs from wall to wall:
    # better a message about the letter than a board that ends there.
    return len(text) > 2 and text[0] == text[-1] == "#"


def _strange_letter(rows: list[str], lines: list[int]) -> str:
    for row, text in enumerate(rows):
        for column, letter in enumerate(text):
            if letter not in "# .$*@+":
                return (
                    f"{letter!r} at row {row}, column {column} (line {lines[row]}) is none of the "
                    f"letters {LETTERS}. Rows and columns are counted from 0. If the file is "
                    "written in the letters of another program, replace them by these."
                )
    return ""


def _tell_titles(boards: list[_Board], texts: list[list[str]]) -> None:
    keys = [_keys(text) for text in texts]
    # Keys stand below their board, unless the file shows that it writes them above: it opens with
    # a title and does not end with one. Above the first board they are then the collection's.
    above = "title" in keys[0] and "title" not in keys[-1]
    end_of_moves = 0
    for index, board in enumerate(boards):
        own = keys[index] if above else keys[index + 1]
        heading = _heading(texts[index], first=index == 0, end_of_moves=end_of_moves)
        board.title = own.get("title") or _footing(texts[index + 1]) or heading
        board.author = own.get("author") or keys[0].get("author", "")
        end_of_moves = _keep_moves(board, texts[index + 1])


def _keys(text: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text:
        key = _KEY.fullmatch(line.lstrip("; \t"))
        if key is not None and key[2].strip():
            found.setdefault(key[1].lower(), key[2].strip())
    return found


def _heading(text: list[str], *, first: bool, end_of_moves: int) -> str:
    # The last line above the board, unless it belongs to the board above that.
    for distance, line in enumerate(reversed(text)):
        if len(text) - distance <= end_of_moves:
            return ""
        if line.strip():
            touches_board_above = (
                not first
                and distance > 0
                and "" not in map(str.strip, text[: len(text) - distance])
            )
            return "" if touches_board_above else _name(line)
    return ""


def _footing(text: list[str]) -> str:
    # A comment right below a board is its title if it does not stand right above the next one.
    if len(text) > 1 and text[0].startswith(";") and not text[1].strip():
        return _name(text[0])
    return ""


def _name(line: str) -> str:
    is_no_name = line.lstrip().startswith(("::", "//")) or any(
        pattern.fullmatch(line.lstrip("; \t")) for pattern in (_KEY, _PLAIN_MOVES, _MOVES_HEADING)
    )
    name = " ".join(line.strip().lstrip(";").split())
    return "" if is_no_name or not any(letter.isalnum() for letter in name) else name


def _keep_moves(board: _Board, text: list[str]) -> int:
    # Lines of moves right below the board are a solution each; below a heading they are one.
    # Gives the number of the line behind the last of them.
    number = 0
    while number < len(text) and _is_moves(text[number]):
        board.solutions.append(text[number].strip())
        number += 1
    end = number
    while number < len(text):
        heading = _MOVES_HEADING.fullmatch(text[number])
        number += 1
        if heading is None:
            continue
        moves: list[str] = []
        while number < len(text) and _is_moves(text[number]):
            moves.append(text[number].strip())
            number += 1
        if moves:
            kept = board.solutions if heading[1].lower() == "solution" else board.snapshots
            kept.append("".join(moves))
            end = number
    return end


def _is_moves(line: str) -> bool:
    # Also if they are only nearly so: of the letters one in three may be wrong, in a line of
    # several words, which is more likely a sentence, one in five.
    text = "".join(line.split())
    moves = sum(letter in "lurdLURD" for letter in text)
    wrong = sum(letter not in "lurdLURD0123456789()" for letter in text)
    several_words = text != line.strip()
    is_text = text.startswith((";", "//")) or ":" in text
    return moves > 0 and not is_text and moves >= wrong * (4 if several_words else 2)
