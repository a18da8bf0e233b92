"""Draw a maze as text, with a route through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from examples.jumping_maze.maze import Maze


def drawn(maze: Maze, route: Iterable[int] = ()) -> str:
    """Draw the maze; behind the number of each cell of the route stands its place in it.

    The places are counted from 0, the start, and stand in brackets: plain ASCII, which any
    terminal can show.

    Example:
        >>> from examples.jumping_maze import Maze
        >>> print(drawn(Maze((1, 2, 2, 1, 0, 0), width=3, start=0, goal=5), route=[0, 3, 4]))
        1[0]  2     2
        1[1]  0[2]  0
    """
    marks = {cell: f"[{place}]" for place, cell in enumerate(route)}
    widest_number = max(len(str(number)) for number in maze.numbers)
    widest_mark = max(map(len, marks.values()), default=0)
    cells = [
        f"{number:>{widest_number}}{marks.get(cell, ''):<{widest_mark}}"
        for cell, number in enumerate(maze.numbers)
    ]
    rows = [cells[first : first + maze.width] for first in range(0, len(cells), maze.width)]
    return "\n".join("  ".join(row).rstrip() for row in rows)
