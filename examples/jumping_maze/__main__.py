"""The command line of the jumping maze: ``python -m examples.jumping_maze [FILE ...]``."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from examples import command_line, inputs
from examples.jumping_maze.drawing import drawn
from examples.jumping_maze.maze import (
    Maze,
    Place,
    compiled_problem,
    jumps_table,
    parse,
    problem,
)
from searchkit import (
    Limits,
    Outcome,
    breadth_first_search,
    count_shortest_paths,
    depth_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from searchkit import PathCount, Result

CHAIN_REACTION = Path(__file__).with_name("chain_reaction.txt")

# Without a check the tree of all routes grows without end where the goal cannot be reached.
# This keeps it within a hundred megabytes or so; a limit on the command line replaces it.
TREE_LIMIT = Limits(stored=2_000_000)


@command_line.guarded
def main(words: Sequence[str] | None = None) -> int:
    """Solve the mazes that the command line names and return the exit code."""
    parser = _parser()
    arguments = command_line.parse_arguments(parser, words)
    if (arguments.algorithm, arguments.duplicates) == ("depth-first", "none"):
        parser.error(
            "--algorithm depth-first with --duplicates none jumps in a circle for ever; use "
            "another duplicate check, or breadth-first"
        )
    names = arguments.files or [CHAIN_REACTION.name]

    def solve(name: str) -> int:
        maze = parse(
            inputs.read_text(name if arguments.files else str(CHAIN_REACTION)),
            name,
            start=arguments.start,
            goal=arguments.goal,
            diagonal=arguments.diagonal,
        )
        if len(names) > 1 and not arguments.json:
            print(f"{inputs.display_name(name)}:")
        status = _solve(maze, name, arguments)
        if len(names) > 1 and not arguments.json:
            print()
        return status

    return command_line.run_inputs(
        names, solve, error_document=_error_document if arguments.json else None
    )


def _parser() -> argparse.ArgumentParser:
    parser = command_line.argument_parser(
        "jumping_maze",
        "Find the shortest route through a jumping maze: each number says how far to jump from "
        "its cell. A file holds a row on each line, numbers separated by blanks; # opens a "
        "comment. Without a file, a 6x6 maze from mazelog.com is solved.",
    )
    place = "a cell: its number, or ROW,COLUMN, all from 0 on"
    parser.add_argument(
        "--start", type=_place, default=0, metavar="CELL", help=f"{place} (default: 0)"
    )
    parser.add_argument("--goal", type=_place, metavar="CELL", help="the same (default: the last)")
    parser.add_argument("--diagonal", action="store_true", help="allow diagonal jumps too")
    parser.add_argument("--table", action="store_true", help="print the jumps from each cell")
    parser.add_argument(
        "--algorithm",
        choices=("breadth-first", "depth-first"),
        default="breadth-first",
        help="depth-first finds some route, which need not be short (default: breadth-first)",
    )
    command_line.add_compiled_option(parser)
    return parser


def _place(text: str) -> Place:
    match = re.fullmatch(r"([0-9]{1,9})(?:,([0-9]{1,9}))?", text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a cell; write its number or ROW,COLUMN, for example 7 or 1,1"
        )
    number, column = match.groups()
    return int(number) if column is None else (int(number), int(column))


def _solve(maze: Maze, name: str, arguments: argparse.Namespace) -> int:
    check = command_line.duplicate_check(arguments.duplicates)
    limits = command_line.limits(arguments, TREE_LIMIT)
    shortest = arguments.algorithm == "breadth-first"
    search = breadth_first_search if shortest else depth_first_search
    result = search(
        compiled_problem(maze) if arguments.compiled else problem(maze),
        duplicates=check,
        limits=limits,
        observer=command_line.observer(arguments),
        compiled=arguments.compiled,
    )
    count = None
    if result and shortest:
        count = count_shortest_paths(
            problem(maze),
            duplicates=check,
            limits=limits,
            observer=command_line.observer(arguments),
        )
    if arguments.json:
        print(json.dumps(_document(maze, name, arguments, result, count)))
    else:
        if arguments.table:
            print(_table(maze))
        print(_report(maze, arguments, result, count))
    # That there is a route is not the whole answer: the count must have come to its end too.
    return command_line.exit_status(result if count is None else count)


def _table(maze: Maze) -> str:
    lines = (
        f"{cell} -> {' '.join(map(str, targets))}" if targets else f"{cell} ->"
        for cell, targets in jumps_table(maze).items()
    )
    return "\n".join(lines) + "\n"


def _report(
    maze: Maze,
    arguments: argparse.Namespace,
    result: Result[int],
    count: PathCount[int] | None,
) -> str:
    if not result:
        return f"{_why_no_route(maze, arguments, result)}\n\n{drawn(maze)}"
    route = result.path.states
    unique = count is not None and count.count == 1
    kind = "A route" if count is None else "The shortest route" if unique else "A shortest route"
    jumps = command_line.counted(len(result.path), "jump")
    lines = [f"{kind}, {jumps}:", " ".join(map(str, route))]
    if count is not None:
        lines.append(_how_many(arguments, count))
    lines += ["", "The maze; in brackets, the place of each cell in the route:", drawn(maze, route)]
    return "\n".join(lines)


def _how_many(arguments: argparse.Namespace, count: PathCount[int]) -> str:
    if count.outcome is Outcome.STOPPED:
        return "Interrupted: whether it is the only shortest route is not known."
    if count.outcome is not Outcome.FOUND:
        reached = command_line.reached_limit(arguments, count.statistics, TREE_LIMIT)
        return (
            "Whether it is the only shortest route is not known: a limit ended the count "
            f"({reached.limit}). {reached.way_out}"
        )
    if count.count == 1:
        return "It is the only shortest route."
    return f"It is one of {count.count} shortest routes."


def _why_no_route(maze: Maze, arguments: argparse.Namespace, result: Result[int]) -> str:
    stored = command_line.counted(result.statistics.stored, "state")
    way = f"from {maze.start} to {maze.goal}"
    match result.outcome:
        case Outcome.EXHAUSTED:
            return f"There is no route {way}: all that can be reached was tried ({stored})."
        case Outcome.STOPPED:
            return f"Interrupted: whether there is a route {way} is not known."
        case _:
            reached = command_line.reached_limit(arguments, result.statistics, TREE_LIMIT)
            return (
                f"A limit ended the search ({reached.limit}): whether there is a route {way} is "
                f"not known. {reached.way_out}"
            )


def _error_document(name: str, message: str) -> dict[str, object]:
    return {"input": name, "error": message}


def _document(
    maze: Maze,
    name: str,
    arguments: argparse.Namespace,
    result: Result[int],
    count: PathCount[int] | None,
) -> dict[str, object]:
    document: dict[str, object] = {
        "input": name,
        "height": maze.height,
        "width": maze.width,
        "start": maze.start,
        "goal": maze.goal,
        "diagonal": maze.diagonal,
        "algorithm": arguments.algorithm,
        "duplicates": arguments.duplicates,
        "outcome": result.outcome.name.lower(),
        "route": list(result.path.states) if result else None,
        "jumps": len(result.path) if result else None,
        "shortest_routes": count.count
        if count is not None and count.outcome is Outcome.FOUND
        else None,
        "expanded": result.statistics.expanded,
        "stored": result.statistics.stored,
        "seconds": result.statistics.seconds,
    }
    if arguments.table:
        document["table"] = jumps_table(maze)
    return document


if __name__ == "__main__":
    sys.exit(main())
