"""A second model, written as for a model checker: the whole grid, changed tile by tile.

Here a step is one move of the player, and the state is a tuple with the tile of every cell, row
by row. Nothing is clever about it: a rule looks at the two tiles before the player and says what
they become. Breadth-first search over it finds solutions with the fewest *moves*, where the push
model finds those with the fewest pushes; it takes many more states, and each of them is larger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from examples.sokoban.levels import Level, cells_in
from examples.sokoban.push_model import push_distances
from searchkit import Problem, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

Grid: TypeAlias = tuple[int, ...]

FLOOR, AGENT, GOAL, WALL, BOX, BOX_ON_GOAL, AGENT_ON_GOAL = range(7)
NAMES = ("floor", "agent", "goal", "wall", "box", "boxgoal", "agentgoal")

# What a tile becomes when the agent leaves it, when the agent comes onto it (having pushed away
# the box that may stand there), and when a box comes onto it.
LEFT_BY_AGENT = {AGENT: FLOOR, AGENT_ON_GOAL: GOAL}
ENTERED_BY_AGENT = {
    FLOOR: AGENT,
    GOAL: AGENT_ON_GOAL,
    BOX: AGENT,
    BOX_ON_GOAL: AGENT_ON_GOAL,
}
ENTERED_BY_BOX = {FLOOR: BOX, GOAL: BOX_ON_GOAL}


class CoordinateModel:
    """The rules of Sokoban on one level, a move at a time; the actions are the letters u, d, l, r.

    Example:
        >>> from examples.sokoban.level_files import read_level
        >>> from searchkit import breadth_first_search
        >>> model = CoordinateModel(read_level("7#|#@-$-.#|7#"))
        >>> print(*breadth_first_search(model.problem()).path.actions)
        r r r
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self.start = grid_of(level)
        self._moves = [(letter.lower(), step) for letter, step in level.steps.items()]
        self._distances = push_distances(level)

    def problem(self) -> Problem[Grid, str]:
        """Give the problem to hand to any search."""
        return Problem(
            self.start,
            next_steps=self.next_steps,
            is_goal=self.is_goal,
            heuristic=self.heuristic,
        )

    def next_steps(self, grid: Grid) -> Iterator[Step[Grid, str]]:
        """Give the moves that can be made, in the order up, down, left, right."""
        agent = grid.index(AGENT if AGENT in grid else AGENT_ON_GOAL)
        for letter, step in self._moves:
            ahead = agent + step
            tile = grid[ahead]
            if tile == WALL:
                continue
            changed = list(grid)
            if tile in (BOX, BOX_ON_GOAL):
                beyond = ahead + step
                if grid[beyond] not in ENTERED_BY_BOX:
                    continue
                changed[beyond] = ENTERED_BY_BOX[grid[beyond]]
            changed[ahead] = ENTERED_BY_AGENT[tile]
            changed[agent] = LEFT_BY_AGENT[grid[agent]]
            yield Step(tuple(changed), 1, letter)

    def is_goal(self, grid: Grid) -> bool:
        """Say whether every box stands on a goal."""
        return BOX not in grid

    def heuristic(self, grid: Grid) -> float:
        """Add up for each box the pushes to its nearest goal; each push is a move at least."""
        return sum(self._distances[cell] for cell, tile in enumerate(grid) if tile == BOX)


def grid_of(level: Level) -> Grid:
    """Give the tiles of a level at its start."""
    grid = [FLOOR] * (level.rows * level.columns)
    for cell in cells_in(level.walls):
        grid[cell] = WALL
    for cell in cells_in(level.goals):
        grid[cell] = GOAL
    for cell in cells_in(level.boxes):
        grid[cell] = ENTERED_BY_BOX[grid[cell]]
    grid[level.player] = ENTERED_BY_AGENT[grid[level.player]]
    return tuple(grid)
