"""The problems of the benchmark, and the right answers.

A `Task` is what one line of questions to all contenders is about. It has one instance or several;
a contender solves them one after the other, and the times are added up. Each instance states the
problem in three ways: as data, for contenders that need a model of their own; as plain functions,
which all libraries in Python are given alike; and as the words that our C++ programs take.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import a_star, sliding_tiles
from benchmarks.sokoban import article_level, board_of
from examples.jumping_maze import maze as jumping_maze
from examples.sokoban import PushModel, read_level
from examples.sokoban.push_model import Position

SHARED = Path(__file__).parents[2] / "shared" / "reference"


class Functions(NamedTuple):
    """A problem as plain functions."""

    start: Any
    successors: Callable[[Any], Iterable[Any]]
    is_goal: Callable[[Any], bool]
    heuristic: Callable[[Any], int] | None = None
    goal: Any = None
    """The goal, where it is one known state."""


class Answer(NamedTuple):
    """What a contender found for one instance. None: it does not say."""

    cost: int | None
    """The cost of the solution; in an exploration, the depth of the last layer."""
    states: int | None = None
    """The states that it stored."""
    expanded: int | None = None


class Instance(NamedTuple):
    """One instance of a problem. Whoever solves it may take the functions once only."""

    name: str
    data: Any
    """Rows of a sliding puzzle, tiles, the text of a level, a maze, the number of pancakes."""
    functions: Callable[[], Functions]
    words: tuple[str, ...]
    """The arguments of our C++ programs; ``FILE`` stands for a file with `text` in it."""
    text: str = ""
    cost: int | None = None
    states: int | None = None
    """How many states there are, where all are to be explored."""
    stored: int | None = None
    """How many states to store and then to stop, where that is what is asked."""


class Task(NamedTuple):
    """A problem of the benchmark."""

    name: str
    title: str
    family: str
    """``sliding``, ``fifteen``, ``sokoban``, ``maze``, ``pancakes`` or ``scaling``."""
    instances: tuple[Instance, ...]
    missing: str = ""
    """Why there is nothing to solve on this machine."""

    @property
    def explores(self) -> bool:
        """Whether all states are to be explored, and not a goal to be found."""
        return self.family in {"sliding", "pancakes", "scaling"}


def _sliding(rows: int) -> Instance:
    def functions() -> Functions:
        sliding_tiles.use_rows(rows)
        return Functions(sliding_tiles.START, sliding_tiles.next_tiles, sliding_tiles.never)

    states, depth = {2: (sliding_tiles.SMALL_STATES, 21), 3: (sliding_tiles.STATES, 31)}[rows]
    return Instance(
        f"{rows}x3",
        rows,
        functions,
        ("sliding", str(rows), "3", "0"),
        cost=depth,
        states=states,
    )


def _fifteen(name: str, tiles: a_star.Tiles, optimum: int) -> Instance:
    functions = Functions(
        tiles, a_star.next_tiles, a_star.GOAL.__eq__, a_star.manhattan, a_star.GOAL
    )
    words = ("fifteen", *map(str, tiles))
    return Instance(name, tiles, lambda: functions, words, cost=optimum)


def position_successors(model: PushModel) -> Callable[[Position], Iterator[Position]]:
    """Give the pushes of a level as a function from positions to positions."""

    def successors(position: Position) -> Iterator[Position]:
        for step in model.next_steps(position):
            yield step.state

    return successors


def _sokoban(name: str, text: str, pushes: int) -> Instance:
    def functions() -> Functions:
        model = PushModel(read_level(text))  # a new one: it remembers positions
        return Functions(model.start, position_successors(model), model.is_goal)

    drawn = board_of(read_level(text))
    return Instance(name, text, functions, ("sokoban", "FILE"), text=drawn, cost=pushes)


def random_maze(width: int, longest: int, seed: int) -> jumping_maze.Maze:
    """Make a square maze with jumps of random lengths, from corner to corner."""
    dice = random.Random(seed)
    numbers = tuple(dice.randint(1, longest) for _ in range(width * width))
    return jumping_maze.Maze(numbers, width, start=0, goal=width * width - 1)


def _maze(width: int, longest: int, seed: int, jumps: int) -> Instance:
    maze = random_maze(width, longest, seed)

    def successors(cell: int) -> Iterator[int]:
        return jumping_maze.jumps(cell, maze)

    functions = Functions(0, successors, maze.goal.__eq__, goal=maze.goal)
    text = f"{width}\n{' '.join(map(str, maze.numbers))}\n"
    return Instance(
        f"{width}x{width}", maze, lambda: functions, ("maze", "FILE"), text=text, cost=jumps
    )


def next_stacks(stack: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Turn the upper part of a stack of pancakes over, two of them or more."""
    for size in range(2, len(stack) + 1):
        yield stack[size - 1 :: -1] + stack[size:]


def _never(_: object) -> bool:
    return False


def _pancakes(number: int, states: int, depth: int) -> Instance:
    functions = Functions(tuple(range(number)), next_stacks, _never)
    words = ("pancakes", str(number))
    return Instance(str(number), number, lambda: functions, words, cost=depth, states=states)


_TINY_LEVEL = """\
######
#    #
#.$$ #
# #  #
#@  .#
######
"""


def _reference_level(shared: Path) -> Task:
    name, title, file = "sokoban-9x9", "Sokoban 9x9", shared / "level_9x9.txt"
    if not file.exists():
        return Task(name, title, "sokoban", (), f"its level, {file.name}, is not on this machine")
    level = _sokoban("9x9", file.read_text(encoding="utf-8"), 8)
    return Task(name, f"{title}, breadth-first, 8 pushes", "sokoban", (level,))


def tasks(*, small: bool = False, shared: Path = SHARED) -> list[Task]:
    """Give the problems, or tiny ones of the same kinds."""
    if small:
        fifteen = tuple(_fifteen(name, *each) for name, each in a_star.SMALL.items())
        return [
            Task("8-puzzle", "2x3 puzzle, all 360 states", "sliding", (_sliding(2),)),
            Task("15-puzzle", "15-puzzle, A*, 4 moves", "fifteen", fifteen),
            Task(
                "sokoban-small",
                "Sokoban, small, breadth-first",
                "sokoban",
                (_sokoban("small", _TINY_LEVEL, 4),),
            ),
            Task("maze", "Jumping maze 12x12", "maze", (_maze(12, 4, 5, 7),)),
            Task("pancakes", "Pancake-5, all 120 states", "pancakes", (_pancakes(5, 120, 5),)),
        ]
    fifteen = tuple(_fifteen(name, *each) for name, each in a_star.INSTANCES.items())
    return [
        Task("8-puzzle", "8-puzzle, all 181,440 states", "sliding", (_sliding(3),)),
        Task("15-puzzle", "15-puzzle, A* with Manhattan, four instances", "fifteen", fifteen),
        Task(
            "sokoban-article",
            "Sokoban of the article, breadth-first, 46 pushes",
            "sokoban",
            (_sokoban("article", article_level(), 46),),
        ),
        _reference_level(shared),
        Task("maze", "Jumping maze 200x200, breadth-first", "maze", (_maze(200, 20, 3, 28),)),
        Task(
            "pancakes",
            "Pancake-10, all 3,628,800 states",
            "pancakes",
            (_pancakes(10, 3_628_800, 11),),
        ),
    ]


def _no_functions() -> Functions:
    raise NotImplementedError


def scaling_task(states: int) -> Task:
    """Give the problem of storing so many states of the 3x4 puzzle, for compiled programs."""
    words = ("sliding", "3", "4", str(states))
    instance = Instance("3x4", 3, _no_functions, words, states=states, stored=states)
    title = f"3x4 puzzle, {states:,} states"
    return Task(f"scaling-{states}", title, "scaling", (instance,))


def task_of(name: str, *, small: bool, shared: Path) -> Task:
    """Find a problem by its name."""
    if name.startswith("scaling-"):
        return scaling_task(int(name.removeprefix("scaling-")))
    return {task.name: task for task in tasks(small=small, shared=shared)}[name]


def counting(functions: Functions) -> tuple[Functions, Callable[[], int]]:
    """Let the calls of the successor function, which are the expansions, be counted.

    For contenders that do not count themselves. A call costs little beside making successors.
    """
    calls = 0
    successors = functions.successors

    def counted(state: Any) -> Iterable[Any]:
        nonlocal calls
        calls += 1
        return successors(state)

    return functions._replace(successors=counted), lambda: calls
