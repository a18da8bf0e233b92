"""Sokoban as in the article: push boxes onto goals, found by breadth-first search over pushes.

``python -m examples.sokoban`` solves the article's level. The parts, each of use on its own:

* `levels`: what a level is, and what must be right about it before a search makes sense
* `level_files`: reading levels from text, in the usual notation or in the article's letters
* `push_model`: the article's model, in which a step is a push
* `compiled_model`: the same in a form that compiles, many times faster; `places` has its states,
  `shifted_cells` and `linked_cells` the two ways in which it lays out a board
* `coordinate_model`: a second model, in which a step is a move and the state is the whole grid
* `lurd`: solutions as strings of moves: written, replayed and judged
* `watch`: playing a solution in the terminal
"""

from examples.sokoban.compiled_model import CompiledModel
from examples.sokoban.coordinate_model import CoordinateModel
from examples.sokoban.level_files import Drawing, read_level, read_levels
from examples.sokoban.levels import Level
from examples.sokoban.lurd import Replay, moves_for, replay
from examples.sokoban.push_model import Position, Push, PushModel

__all__ = [
    "CompiledModel",
    "CoordinateModel",
    "Drawing",
    "Level",
    "Position",
    "Push",
    "PushModel",
    "Replay",
    "moves_for",
    "read_level",
    "read_levels",
    "replay",
]
