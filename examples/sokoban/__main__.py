"""The command line of Sokoban: ``python -m examples.sokoban [FILE ...]``."""

from __future__ import annotations

import argparse
import json
import math
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import attrs

from examples import command_line, inputs
from examples.inputs import InputError
from examples.sokoban.level_files import Drawing, read_levels
from examples.sokoban.lurd import Replay, counted, replay
from examples.sokoban.solving import TREE_LIMIT, Answer, solve
from examples.sokoban.watch import watch
from searchkit import Outcome

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Sequence

ARTICLE = Path(__file__).with_name("article.xsb")


@command_line.guarded
def main(words: Sequence[str] | None = None) -> int:
    """Solve the levels that the command line names and return the exit code."""
    parser = _parser()
    arguments = command_line.parse_arguments(parser, words)
    if arguments.depth_limit is not None and arguments.algorithm != "depth-first":
        parser.error("--depth-limit goes with --algorithm depth-first only")
    if arguments.compiled and arguments.model != "push":
        parser.error("--compiled goes with --model push only")
    if arguments.watch and (arguments.json or arguments.check):
        parser.error("--watch goes neither with --json nor with --check")
    if hasattr(sys.stdout, "reconfigure"):  # a title may hold what the terminal cannot show
        encoding = "ascii" if arguments.ascii else None
        stdout = cast("io.TextIOWrapper", sys.stdout)
        stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    jobs = [job for name in arguments.files or [str(ARTICLE)] for job in _jobs(name, arguments)]

    def run(job: _Job) -> int:
        status = job.run()
        if len(jobs) > 1 and not arguments.json:
            print()
        return status

    return command_line.run_inputs(
        jobs, run, named=_name, error_document=_error_document if arguments.json else None
    )


class _Job(NamedTuple):
    # What is to be done for a level, or for a file that cannot be read.
    file: str
    drawing: Drawing | None
    run: Callable[[], int]


def _name(job: _Job) -> str:
    return job.file if job.drawing is None else job.drawing.where


def _error_document(job: _Job, message: str) -> dict[str, object]:
    names = {"file": job.file} if job.drawing is None else _names(job.drawing)
    return {**names, "error": message}


def _parser() -> argparse.ArgumentParser:
    parser = command_line.argument_parser(
        "sokoban",
        "Solve Sokoban levels with the fewest pushes. A file holds any number of levels, in the "
        "usual letters (# $ . * @ +) or in the article's (W B S D I K O, below a line with the "
        "numbers of rows and columns). Without a file, the article's level is solved.",
    )
    parser.add_argument(
        "--level", type=_whole_number, metavar="N", help="only level number N of each file"
    )
    parser.add_argument(
        "--algorithm",
        choices=("breadth-first", "depth-first", "a-star"),
        default="breadth-first",
        help="depth-first finds some solution, which may be very long (default: breadth-first)",
    )
    parser.add_argument(
        "--depth-limit",
        type=_whole_number,
        metavar="N",
        help="only solutions of at most N steps (with --algorithm depth-first)",
    )
    parser.add_argument(
        "--model",
        choices=("push", "coordinates"),
        default="push",
        help="a step is a push (default), or a move: then fewest moves, and far more states",
    )
    command_line.add_compiled_option(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="search nothing; check the moves that stand below the boards as solutions",
    )
    parser.add_argument("--watch", action="store_true", help="play the solution in the terminal")
    parser.add_argument(
        "--delay",
        type=_seconds,
        default=0.1,
        metavar="X",
        help="with --watch, seconds for each move (default: 0.1)",
    )
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:  # in this form it rejects NaN too
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 on")
    return number


def _jobs(name: str, arguments: argparse.Namespace) -> list[_Job]:
    """Give what is to be done for one file: a job for each of its levels."""
    shown = inputs.display_name(name)
    try:
        drawings = read_levels(inputs.read_text(name), shown)
        if arguments.level is not None:
            drawings = [_picked(drawings, arguments.level)]
    except InputError as error:
        return [_Job(shown, None, partial(_fail, error))]
    job = _check if arguments.check else _solve
    return [_Job(shown, drawing, partial(job, drawing, arguments)) for drawing in drawings]


def _picked(drawings: list[Drawing], number: int) -> Drawing:
    if not 1 <= number <= len(drawings):
        raise InputError(
            f"{drawings[0].file}: there is no level {number}. Choose one from 1 to {len(drawings)}."
        )
    return drawings[number - 1]


def _fail(error: InputError) -> int:
    raise error


def _solve(drawing: Drawing, arguments: argparse.Namespace) -> int:
    level = drawing.level()
    if not arguments.json:
        print(f"{_heading(drawing, arguments)}\n\n{level.drawn()}\n", flush=True)
    answer = solve(level, arguments)
    solution = None if answer.moves is None else replay(level, answer.moves)
    if arguments.json:
        print(json.dumps(_document(drawing, arguments, answer, solution)))
    else:
        print(_report(answer, solution, arguments))
    if solution is not None and arguments.watch:
        print()
        watch(level, solution.moves, delay=arguments.delay, output=sys.stdout)
    return command_line.exit_status(answer)


def _heading(drawing: Drawing, arguments: argparse.Namespace) -> str:
    title = ", by ".join(filter(None, [drawing.title, drawing.author]))
    return ": ".join(filter(None, [drawing.where if arguments.files else "", title]))


def _report(answer: Answer, solution: Replay | None, arguments: argparse.Namespace) -> str:
    statistics = answer.statistics
    work = (
        f"{counted(statistics.expanded, 'state')} expanded, {statistics.stored} stored, "
        f"in {statistics.seconds:.2f} seconds"
    )
    if solution is None:
        return f"{_why_no_answer(answer, arguments)}\n\n{work}"
    steps = " ".join(map(str, solution.pushes)) or "Solved already: nothing has to be pushed."
    counts = f"{counted(len(solution.pushes), 'push')}, {counted(len(solution.moves), 'move')}"
    if answer.optimal:
        unit = "pushes" if arguments.model == "push" else "moves"
        counts += f" (no solution has fewer {unit})"
    return "\n".join([steps, "", counts, *filter(None, [solution.moves]), "", work])


def _why_no_answer(answer: Answer, arguments: argparse.Namespace) -> str:
    match answer.outcome:
        case Outcome.CUTOFF:
            return (
                f"No answer of at most {counted(arguments.depth_limit, 'step')}.\n"
                "Whether there is a longer one is not known: raise --depth-limit to see."
            )
        case Outcome.LIMIT:
            reached = command_line.reached_limit(arguments, answer.statistics, TREE_LIMIT)
            return (
                "No answer so far: a limit ended the search.\n"
                "Whether the level can be solved is not known. "
                f"The limit: {reached.limit}. {reached.way_out}"
            )
        case Outcome.STOPPED:
            return (
                "No answer so far: the search was stopped.\n"
                "Whether the level can be solved is not known."
            )
        case _:
            return (
                "No answer.\nThis is a proof: everything was tried, and the level cannot be solved."
            )


def _document(
    drawing: Drawing, arguments: argparse.Namespace, answer: Answer, solution: Replay | None
) -> dict[str, object]:
    return {
        **_names(drawing),
        "model": arguments.model,
        "algorithm": arguments.algorithm,
        "duplicates": arguments.duplicates,
        "outcome": answer.outcome.name.lower(),
        "optimal": answer.optimal,
        "pushes": None if solution is None else solution.pushes,
        "moves": None if solution is None else solution.moves,
        "statistics": attrs.asdict(answer.statistics),
    }


def _names(drawing: Drawing) -> dict[str, object]:
    return {
        "file": drawing.file,
        "level": drawing.number,
        "title": drawing.title,
        "author": drawing.author,
    }


def _check(drawing: Drawing, arguments: argparse.Namespace) -> int:
    level = drawing.level()
    if not drawing.solutions:
        raise InputError(
            f"{drawing.where}: there are no moves to check. Write them on a line of their own "
            "right below the board, such as rrdLU."
        )
    replays = [replay(level, moves) for moves in drawing.solutions]
    if arguments.json:
        verdicts = [
            {"moves": moves, "solved": result.solved, "verdict": result.verdict}
            for moves, result in zip(drawing.solutions, replays, strict=True)
        ]
        print(json.dumps({**_names(drawing), "checked": verdicts}))
    else:
        print(_heading(drawing, arguments))
        for moves, result in zip(drawing.solutions, replays, strict=True):
            print(f"{moves}: {result.verdict}")
    solved = all(result.solved for result in replays)
    return command_line.SOLVED if solved else command_line.NO_SOLUTION


if __name__ == "__main__":
    sys.exit(main())
