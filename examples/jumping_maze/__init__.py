"""Jumping mazes: each number says how far to jump from its cell; find the shortest route."""

from __future__ import annotations

from examples.jumping_maze.drawing import drawn
from examples.jumping_maze.maze import Maze, compiled_problem, jumps, jumps_table, parse, problem

__all__ = ["Maze", "compiled_problem", "drawn", "jumps", "jumps_table", "parse", "problem"]
