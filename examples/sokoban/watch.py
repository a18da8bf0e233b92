"""Playing a solution in the terminal, one board after another."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING, TextIO

from examples.sokoban.lurd import counted, play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from examples.sokoban.levels import Level

_TO_START_OF_LINE_ABOVE = "\x1b[{}F"
_CLEAR_BELOW = "\x1b[J"


def frames(level: Level, moves: str) -> Iterator[str]:
    """Give the board at the start and after each move, with the moves and pushes so far."""
    made = pushes = 0
    yield f"{level.drawn()}\n{_caption(made, pushes)}\n"
    for situation in play(level, moves):
        made += 1
        pushes += situation.move.isupper()
        board = level.drawn(situation.boxes, situation.player)
        yield f"{board}\n{_caption(made, pushes)} ({situation.move})\n"


def _caption(moves: int, pushes: int) -> str:
    return f"{counted(moves, 'move')}, {counted(pushes, 'push')}"


def watch(level: Level, moves: str, *, delay: float, output: TextIO) -> None:
    """Show the frames: in a terminal in one place, ``delay`` seconds each, else one below another.

    A board that is higher than the terminal is shown one frame below another too.
    """
    height = level.rows + 1
    in_place = output.isatty() and height < shutil.get_terminal_size().lines
    for number, frame in enumerate(frames(level, moves)):
        if number:
            if output.isatty():
                time.sleep(delay)
            output.write(
                _TO_START_OF_LINE_ABOVE.format(height) + _CLEAR_BELOW if in_place else "\n"
            )
        output.write(frame)
        output.flush()
