"""didppy: dynamic programming models, solved by searches written in Rust.

A model has variables, and transitions with preconditions and effects; there are no functions of
ours. So the puzzles are stated anew: a variable for each cell or pancake, a transition for each
place of the gap and each way to go. A model cannot say "every cell that the player can walk to":
in Sokoban the player's steps are transitions of their own, which cost nothing. Exploring is a
search for a base case that never comes.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from benchmarks.a_star import DISTANCE
from benchmarks.contenders import Run, Solve
from benchmarks.problems import Answer, Instance, Task
from examples.sokoban import read_level
from examples.sokoban.levels import cells_in


def _sliding(dp: Any, model: Any, rows: int, columns: int, tiles: tuple[int, ...]) -> list[Any]:
    """Add a sliding puzzle; give the variables of the cells."""
    number = rows * columns
    kind = model.add_object_type(number=number)
    cells = [model.add_element_var(object_type=kind, target=tile) for tile in tiles]
    gap = model.add_element_var(object_type=kind, target=tiles.index(0))
    for cell in range(number):
        row, column = divmod(cell, columns)
        for name, other, inside in (
            ("up", cell - columns, row > 0),
            ("left", cell - 1, column > 0),
            ("right", cell + 1, column < columns - 1),
            ("down", cell + columns, row < rows - 1),
        ):
            if inside:
                model.add_transition(
                    dp.Transition(
                        name=f"{name} from {cell}",
                        cost=1 + dp.IntExpr.state_cost(),
                        preconditions=[gap == cell],
                        effects=[(cells[cell], cells[other]), (cells[other], 0), (gap, other)],
                    )
                )
    return cells


def _board(dp: Any, model: Any, rows: int) -> None:
    cells = _sliding(dp, model, rows, 3, tuple(range(3 * rows)))
    model.add_base_case([cells[0] == 1, cells[1] == 1])  # never


def _fifteen(dp: Any, model: Any, tiles: tuple[int, ...]) -> None:
    cells = _sliding(dp, model, 4, 4, tiles)
    model.add_base_case([variable == cell for cell, variable in enumerate(cells)])
    estimate: Any = 0
    for cell, variable in enumerate(cells):
        table = model.add_int_table([DISTANCE[tile][cell] for tile in range(16)])
        estimate = table[variable] + estimate
    model.add_dual_bound(estimate)


def _pancakes(dp: Any, model: Any, number: int) -> None:
    kind = model.add_object_type(number=number)
    stack = [model.add_element_var(object_type=kind, target=each) for each in range(number)]
    for size in range(2, number + 1):
        model.add_transition(
            dp.Transition(
                name=f"turn {size}",
                cost=1 + dp.IntExpr.state_cost(),
                effects=[(stack[place], stack[size - 1 - place]) for place in range(size)],
            )
        )
    model.add_base_case([stack[0] == 0, stack[1] == 0])  # never


def _maze(dp: Any, model: Any, maze: Any) -> None:
    width, number = maze.width, len(maze.numbers)
    kind = model.add_object_type(number=number)
    at = model.add_element_var(object_type=kind, target=maze.start)
    for name, down, right in (("up", -1, 0), ("left", 0, -1), ("right", 0, 1), ("down", 1, 0)):
        inside: list[bool] = []
        targets: list[int] = []
        for cell, jump in enumerate(maze.numbers):
            row, column = cell // width + down * jump, cell % width + right * jump
            inside.append(0 <= row < width and 0 <= column < width)
            targets.append(row * width + column if inside[-1] else cell)
        model.add_transition(
            dp.Transition(
                name=name,
                cost=1 + dp.IntExpr.state_cost(),
                preconditions=[model.add_bool_table(inside)[at]],
                effects=[(at, model.add_element_table(targets)[at])],
            )
        )
    model.add_base_case([at == maze.goal])


def _sokoban(dp: Any, model: Any, text: str) -> None:
    level = read_level(text)
    floor = list(cells_in(level.room))
    numbers = {cell: number for number, cell in enumerate(floor)}
    kind = model.add_object_type(number=len(floor))

    def numbered(cells: int) -> list[int]:
        return [numbers[cell] for cell in cells_in(cells & level.room)]

    boxes = model.add_set_var(object_type=kind, target=numbered(level.boxes))
    player = model.add_element_var(object_type=kind, target=numbers[level.player])
    goals = model.create_set_const(object_type=kind, value=numbered(level.goals))
    model.add_base_case([boxes.issubset(goals)])
    for name, step in level.steps.items():
        free = [cell + step in numbers for cell in floor]
        beyond = [cell + step in numbers and cell + 2 * step in numbers for cell in floor]
        nexts = [numbers.get(cell + step, 0) for cell in floor]
        afters = [numbers.get(cell + 2 * step, 0) for cell in floor]
        ahead = model.add_element_table(nexts)[player]
        after = model.add_element_table(afters)[player]
        model.add_transition(
            dp.Transition(
                name=f"walk {name}",
                cost=dp.IntExpr.state_cost(),
                preconditions=[model.add_bool_table(free)[player], ~boxes.contains(ahead)],
                effects=[(player, ahead)],
            )
        )
        model.add_transition(
            dp.Transition(
                name=f"push {name}",
                cost=1 + dp.IntExpr.state_cost(),
                preconditions=[
                    model.add_bool_table(beyond)[player],
                    boxes.contains(ahead),
                    ~boxes.contains(after),
                ],
                effects=[(boxes, boxes.remove(ahead).add(after)), (player, ahead)],
            )
        )


_STATEMENTS: dict[str, Callable[[Any, Any, Any], None]] = {
    "sliding": _board,
    "fifteen": _fifteen,
    "sokoban": _sokoban,
    "maze": _maze,
    "pancakes": _pancakes,
}


def prepare(task: Task) -> Solve:
    """Make ready for a task."""
    dp: Any = importlib.import_module("didppy")

    def solve(instance: Instance) -> Answer:
        model = dp.Model()
        _STATEMENTS[task.family](dp, model, instance.data)
        solution = dp.CAASDy(model, quiet=True).search()
        if task.explores:
            assert solution.is_infeasible
            return Answer(None, solution.expanded, solution.expanded)
        return Answer(solution.cost, None, solution.expanded)

    return lambda instance: Run(solve(instance))
