"""Solutions as strings of moves: l, u, r, d for a walk, and L, U, R, D for a push.

A search over pushes says nothing about the walks between them. Here they are filled in, each as
short as possible; and a string of moves from anywhere can be replayed and judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from examples.sokoban.push_model import Push
from searchkit import Problem, Step, breadth_first_search

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from examples.sokoban.levels import Level


MOST_MOVES = 1_000_000
"""A longer solution is a slip, such as a number with too many digits."""


class Situation(NamedTuple):
    """The board after a move: the player's cell, the boxes, and the move in the right case."""

    player: int
    boxes: int
    move: str


class IllegalMoveError(Exception):
    """A move cannot be made. The message says which and why."""


@frozen
class Replay:
    """What came of a string of moves.

    Args:
        moves: The moves that could be made; capital letters where a box was pushed.
        pushes: The pushes among them.
        fault: Why the next move could not be made; empty if all of them could.
        left: The number of boxes that stand on no goal at the end.
    """

    moves: str
    pushes: tuple[Push, ...]
    fault: str
    left: int

    @property
    def solved(self) -> bool:
        """Whether all moves were legal and led to a solved board."""
        return not self.fault and not self.left

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        if self.fault:
            return f"illegal: {self.fault}"
        made = f"{counted(len(self.pushes), 'push')}, {counted(len(self.moves), 'move')}"
        if self.left:
            return f"legal, but not solved: {counted(self.left, 'box')} on no goal after {made}"
        return f"solved: {made}"


def counted(number: int, word: str) -> str:
    """Give a number with a word in the right form, such as ``1 push`` or ``46 pushes``."""
    plural = f"{word}es" if word.endswith(("h", "x")) else f"{word}s"
    return f"{number} {word if number == 1 else plural}"


def moves_for(level: Level, pushes: Iterable[Push]) -> str:
    """Give the moves that make these pushes, with the shortest walk before each of them.

    Raises:
        ValueError: A push cannot be made; the message says which.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> level = read_level("6#|#@3-#|#-$.-#|#4-#|6#")
        >>> moves_for(level, [Push(2, 2, "R")])
        'dR'
    """
    moves = ""
    player, boxes = level.player, level.boxes
    for push in pushes:
        step = level.steps[push.direction]
        box = push.row * level.columns + push.column
        walk = _walk(level, boxes, player, box - step)
        if not boxes >> box & 1 or (boxes | level.walls) >> (box + step) & 1 or walk is None:
            raise ValueError(f"the push {push} cannot be made after {moves or 'no move'}")
        moves += walk + push.direction
        player, boxes = box, boxes ^ (1 << box | 1 << box + step)
    return moves


def _walk(level: Level, boxes: int, start: int, end: int) -> str | None:
    # A search within the search's answer: from cell to cell over free ones.
    taken = level.walls | boxes
    steps = [(letter.lower(), step) for letter, step in level.steps.items()]

    def next_steps(cell: int) -> Iterator[Step[int, str]]:
        for letter, step in steps:
            if not taken >> cell + step & 1:
                yield Step(cell + step, action=letter)

    result = breadth_first_search(Problem(start, next_steps=next_steps, goals=[end]))
    return "".join(result.path.actions) if result else None


def written_out(moves: str) -> str:
    """Undo run-length encoding: ``3r`` is ``rrr``, and ``2(rD)`` is ``rDrD``. Blanks are dropped.

    Raises:
        IllegalMoveError: A parenthesis or a number has no partner, or there are more than
            `MOST_MOVES` moves.

    Example:
        >>> written_out("r2R 2(u3(l)d)")
        'rRRullldullld'
    """
    outside: list[tuple[str, int]] = []  # for each open parenthesis what stands before it, and how
    made = number = ""  # many times its inside is to be made
    for letter in "".join(moves.split()):
        if letter.isascii() and letter.isdecimal():
            number += letter
            continue
        if letter == ")" and (number or not outside):
            raise IllegalMoveError(
                f"the number {number} before a closing parenthesis repeats nothing"
                if number
                else "a closing parenthesis has no opening one"
            )
        if letter == "(":
            outside.append((made, _times(number)))
            made = ""
        elif letter == ")":
            before, times = outside.pop()
            made = before + _repeated(made, times, len(before))
        else:
            made += _repeated(letter, _times(number), len(made))
        number = ""
    if outside:
        raise IllegalMoveError("an opening parenthesis has no closing one")
    if number:
        raise IllegalMoveError(f"the number {number} at the end repeats nothing")
    return made


def _times(number: str) -> int:
    return int(number[:20] or 1)  # so many digits are too many moves in any case


def _repeated(moves: str, times: int, before: int) -> str:
    if before + len(moves) * times > MOST_MOVES:
        raise IllegalMoveError(f"there are more than {MOST_MOVES} moves")
    return moves * times


def play(level: Level, moves: str) -> Iterator[Situation]:
    """Make moves one by one; capitals and small letters mean the same, as do blanks and nothing.

    The moves may be run-length encoded, see `written_out`.

    Raises:
        IllegalMoveError: A move runs into a wall, or pushes a box into a wall or another box; or
            the encoding is wrong.
    """
    player, boxes = level.player, level.boxes
    for number, letter in enumerate(written_out(moves), start=1):
        step = level.steps.get(letter.upper())
        if step is None:
            raise IllegalMoveError(f"move {number} is {letter!r}, which is none of l, u, r and d")
        there, beyond = player + step, player + 2 * step
        if level.walls >> there & 1:
            raise IllegalMoveError(f"move {number} ({letter}) runs into {_at(level, there)}")
        pushing = boxes >> there & 1
        if pushing:
            if (level.walls | boxes) >> beyond & 1:
                obstacle = "the wall" if level.walls >> beyond & 1 else "another box"
                raise IllegalMoveError(
                    f"move {number} ({letter}) pushes {_at(level, there, 'the box')} "
                    f"into {_at(level, beyond, obstacle)}"
                )
            boxes ^= 1 << there | 1 << beyond
        player = there
        yield Situation(player, boxes, letter.upper() if pushing else letter.lower())


def _at(level: Level, cell: int, what: str = "the wall") -> str:
    row, column = level.place(cell)
    return f"{what} at row {row}, column {column}"


def replay(level: Level, moves: str) -> Replay:
    """Make moves and judge them: illegal, legal but not solving, or a solution.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> level = read_level("6#|#@-$.#|6#")
        >>> replay(level, "rR").verdict
        'solved: 1 push, 2 moves'
        >>> replay(level, "rRR").verdict
        'illegal: move 3 (R) pushes the box at row 1, column 4 into the wall at row 1, column 5'
    """
    made = ""
    pushes: list[Push] = []
    boxes, fault = level.boxes, ""
    try:
        for situation in play(level, moves):
            made += situation.move
            boxes = situation.boxes
            if situation.move.isupper():
                pushes.append(Push(*level.place(situation.player), situation.move))
    except IllegalMoveError as error:
        fault = str(error)
    return Replay(made, tuple(pushes), fault, (boxes & ~level.goals).bit_count())
