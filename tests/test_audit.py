"""The audit finds each planted fault, and no fault where there is none."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from examples.eight_queens import Board as Queens
from examples.jumping_maze import maze
from examples.resolution.prover import resolvents
from examples.sliding_puzzle import Puzzle
from examples.sokoban.coordinate_model import CoordinateModel
from examples.sokoban.level_files import read_level
from examples.sokoban.push_model import PushModel
from examples.wolf_goat_cabbage import Banks
from searchkit import (
    AuditReport,
    Fault,
    HashCheck,
    Limits,
    Problem,
    ProblemError,
    Severity,
    Step,
    assert_audit,
    audit,
    breadth_first_search,
)
from searchkit.audit.__main__ import main
from tests import faulty_problems as f

ROOT = Path(__file__).parents[1]
QUICK = Limits(expanded=500, stored=5_000, seconds=60)


class Planted(NamedTuple):
    """A fault, and a twin without it."""

    fault: Fault
    faulty: Any
    clean: Any
    words: str  # a part of the message: the smallest example
    severity: Severity = Severity.ERROR
    key: Any = None


W = Severity.WARNING
H = {"S": 13, "A": 14, "B": 11, "C": 10, "G": 0}
PLANTED = {
    "39 no ==": Planted(Fault.IDENTITY, f.Ring(), f.ByContent(), "Ring has no == of its own"),
    "a part without ==": Planted(
        Fault.IDENTITY,
        f.WithBoard(f.Board([0])),
        f.SharedBoard(f.Board([0])),
        "Board (a part of WithBoard)",
    ),
    "hash of the address": Planted(
        Fault.HASH, f.HashOfAddress(), f.ByContent(), "are equal, and their hashes are"
    ),
    "hash of more than ==": Planted(
        Fault.HASH, f.HashOfMore(), f.ByContent(), "are equal, and their hashes are"
    ),
    "== nearly": Planted(Fault.EQUALITY, f.Nearly(), f.ByContent(), "equal in turn"),
    "== one way": Planted(Fault.EQUALITY, f.OneWay(), f.ByContent(), "one way round"),
    "== forgets the key": Planted(
        Fault.TOO_COARSE, f.KeyForgotten(), f.KeyHunt(), "are equal, but"
    ),
    "< is <=": Planted(Fault.ORDER, f.LessOrEqual(), f.Ordered(), "less than itself"),
    "< in a circle": Planted(
        Fault.ORDER, f.Scissors(), f.Ordered(), "but the first not than the last"
    ),
    "< of sets": Planted(Fault.ORDER, f.Boxes(), f.SortedBoxes(), "not alike in this way", W),
    "< for a heap": Planted(Fault.ORDER_AND_EQUALITY, f.Cheaper(), f.Ordered(), "neither of"),
    "path inside": Planted(Fault.HISTORY, f.PathInside(), f.Fuel(), "It grows with the steps"),
    "counter inside": Planted(Fault.HISTORY, f.Counter(), f.CounterAside(), "differ only in moves"),
    "counter in slots": Planted(
        Fault.HISTORY,
        f.InSlots(),
        f.CounterAside(),
        "InSlots(moves=1, place=2) and InSlots(moves=2, place=2)",
    ),
    "path inside, no goal in reach": Planted(
        Fault.HISTORY, f.GoalOutOfReach(), f.Fuel(), "no goal was met that could tell", W
    ),
    "parent and cost inside": Planted(
        Fault.HISTORY, f.Parent(), f.KeyHunt(), "differ only in cost_so_far and parent"
    ),
    "path in a tuple": Planted(
        Fault.HISTORY,
        Problem(
            (0, ()),
            next_states=lambda s: [((s[0] + d) % 6, (*s[1], d)) for d in (1, 2)],
            is_goal=lambda s: s[0] == 4,
        ),
        Problem((0, 0), next_states=f.far_away, is_goal=lambda s: s == (90, 90)),
        "differ only in part 1",
    ),
    "a part without influence": Planted(
        Fault.HISTORY,
        Problem(
            (0, 0),
            next_states=lambda s: [(s[0] + 1, s[1]), (s[0], (s[1] + 1) % 3)],
            is_goal=lambda s: s[0] == 9,
        ),
        f.lights(5),
        "differ only in part 1",
        W,
    ),
    "M changes itself": Planted(
        Fault.MUTATION, f.Changed(), f.LazyHash(), "changed the state itself"
    ),
    "changes a shared list": Planted(
        Fault.MUTATION, f.Shallow([0]), f.DeepEnough([0]), "changed the state itself"
    ),
    "changes an older state": Planted(
        Fault.MUTATION,
        Problem([0], next_states=f.Meddler(), is_goal=lambda s: False),
        Problem([0], next_states=f.new_buffers, is_goal=lambda s: False),
        "[1] was stored, and is now [-1]",
    ),
    "no ==, and cannot be taken apart": Planted(
        Fault.IDENTITY, f.Sealed(), f.SealedEqual(), "Sealed has no == of its own"
    ),
    "one buffer for all": Planted(
        Fault.MUTATION,
        Problem([0], next_states=f.one_buffer, is_goal=lambda s: s == [4]),
        Problem([0], next_states=f.new_buffers, is_goal=lambda s: s == [4]),
        "a successor of [0] was given as [1] and changed afterwards; it is now [2]".replace(
            "a s", "A s"
        ),
    ),
    "shuffled": Planted(
        Fault.REPEAT,
        Problem(0, next_states=f.shuffled, is_goal=f.four),
        Problem(0, next_states=f.ring, is_goal=f.four),
        "the same successors came as",
    ),
    "random": Planted(
        Fault.REPEAT,
        Problem(0, next_states=f.random_steps, is_goal=f.four),
        Problem(0, next_states=f.ring, is_goal=f.four),
        "the successors were",
    ),
    "remembers what it gave": Planted(
        Fault.REPEAT,
        Problem(0, next_states=f.RemembersVisited(), is_goal=f.four),
        Problem(0, next_states=f.ring, is_goal=f.four),
        "[1, 2] first and [] later",
    ),
    "57 used up": Planted(
        Fault.REPEAT,
        Problem(0, next_states=f.UsedUp(), is_goal=f.four),
        Problem(0, next_states=f.ring, is_goal=f.four),
        "[1, 2] first and [] later",
    ),
    "moody heuristic": Planted(
        Fault.REPEAT,
        Problem(0, next_states=f.ring, is_goal=f.four, heuristic=f.moody_heuristic),
        Problem(0, next_states=f.ring, is_goal=f.four, heuristic=lambda n: 0),
        "the heuristic gave",
    ),
    "62 towns in a set": Planted(
        Fault.HASH_SEED, f.towns(f.towns_in_a_set), f.towns(f.towns_sorted), "come as a set"
    ),
    "backward forgets": Planted(
        Fault.INVERSE,
        f.reversible(lambda n: [(n - 1) % 6]),
        f.reversible(f.ring_back),
        "0 is followed by 2, but is not among the states before 2",
    ),
    "a method of the class": Planted(
        Fault.INVERSE, f.Irreversible(), f.Reversible(), "is said to come before"
    ),
    "backward invents": Planted(
        Fault.INVERSE,
        f.reversible(lambda n: [*f.ring_back(n), (n - 3) % 6]),
        f.reversible(f.ring_back),
        "3 is said to come before 0",
    ),
    "backward is cheaper": Planted(
        Fault.INVERSE, f.priced(2, 1), f.priced(2, 2), "costs 2 forward and 1 backward"
    ),
    "50 negative": Planted(
        Fault.COST,
        f.weighted(f.CASE_50, "S", "T"),
        f.weighted(f.CASE_4, 1, [0]),
        "from 'B' to 'A' has the cost -4",
    ),
    "50 NaN": Planted(
        Fault.COST,
        f.weighted({0: [(1, math.nan)], 1: []}, 0, [1]),
        f.weighted(f.CASE_4, 1, [0]),
        "cost nan, which is not a number",
    ),
    "cost without a zero": Planted(
        Fault.COST,
        f.weighted(f.PAIRS, "S", "G"),
        f.weighted(f.PAIRS, "S", "G", zero=f.Pair(0, 0)),
        "which does not go with 0",
    ),
    "zero cost without end": Planted(
        Fault.ZERO_COST, f.zero_ring(None), f.zero_ring(1_500), "0 -> 1 -> 2 -> 3"
    ),
    "all costs zero": Planted(
        Fault.ZERO_COST,
        Problem(0, next_steps=lambda n: [Step(n + 1, cost=0)], is_goal=lambda n: False),
        Problem(0, next_steps=lambda n: [Step((n + 1) % 1_999, cost=0)], is_goal=lambda n: False),
        "0 -> 1",
        W,
    ),
    "goal with a heuristic": Planted(
        Fault.GOAL_HEURISTIC,
        f.weighted(f.CASE_4, 1, [0], {1: 7, 2: 6, 0: 1}),
        f.weighted(f.CASE_4, 1, [0], {1: 7, 2: 6, 0: 0}),
        "0 is a goal (1 step from the start: 1 -> 0), and its heuristic is 1",
    ),
    "4 too high": Planted(
        Fault.INADMISSIBLE,
        f.weighted(f.CASE_4, 1, [0], {1: 36, 2: 16, 0: 0}),
        f.weighted(f.CASE_4, 1, [0], {1: 7, 2: 6, 0: 0}),
        "the heuristic of 2 is 16, and this path to a goal costs 6: 2 -> 0",
    ),
    "52 rounded": Planted(
        Fault.INADMISSIBLE, f.grid_of_eight(1.414), f.grid_of_eight(math.sqrt(2)), "typed as 1.414"
    ),
    "infinite where there is a way": Planted(
        Fault.INADMISSIBLE,
        f.weighted(f.CASE_4, 1, [0], {1: 7, 2: math.inf, 0: 0}),
        f.weighted(
            {**f.CASE_4, 2: [(3, 1)], 3: []}, 1, [0], {1: 11, 2: math.inf, 0: 0, 3: math.inf}
        ),
        "the heuristic of 2 is inf",
    ),
    "heuristic NaN": Planted(
        Fault.INADMISSIBLE,
        f.weighted(f.CASE_4, 1, [0], {1: 7, 2: math.nan, 0: 0}),
        f.weighted(f.CASE_4, 1, [0], lambda n: 0),
        "not a number",
    ),
    "2 inconsistent": Planted(
        Fault.INCONSISTENT,
        f.weighted(f.CASE_2, "S", "G", {**H, "S": 0, "A": 0, "C": 0}),
        f.weighted(f.CASE_2, "S", "G", H),
        "from 'B' to 'C' costs 1, but the heuristic falls by more, from 11 to 0",
        W,
    ),
    "41 mirrored, the goal is not": Planted(
        Fault.KEY, f.square((1, 4)), f.square((4, 4)), "have the key", key=f.mirrored
    ),
    "a key for everything": Planted(
        Fault.KEY, f.square((4, 4)), f.square((4, 4)), "have the key 0", key=lambda cell: 0
    ),
}
RELATED = {
    # an approximate == merges states that behave apart; one that is asymmetric, too
    "== nearly": {Fault.TOO_COARSE},
    "== one way": {Fault.TOO_COARSE, Fault.HASH},
    "hash of more than ==": {Fault.TOO_COARSE},
    "all costs zero": set[Fault](),
}


@pytest.mark.parametrize("name", PLANTED)
def test_finds_the_planted_fault(name: str) -> None:
    planted = PLANTED[name]
    report = audit(planted.faulty, key=planted.key, hash_seeds=None, limits=QUICK)
    [found] = [finding for finding in report.findings if finding.kind is planted.fault]
    assert found.severity is planted.severity
    assert planted.words in found.message
    assert found.way_out
    assert report.ok is (planted.severity is W)
    assert report.kinds - RELATED.get(name, set()) == {planted.fault}, str(report)


@pytest.mark.parametrize(
    "name", [name for name in PLANTED if PLANTED[name].words != "have the key 0"]
)
def test_finds_nothing_in_the_twin(name: str) -> None:
    planted = PLANTED[name]
    report = audit(planted.clean, key=planted.key, hash_seeds=None, limits=QUICK)
    assert not report.findings, str(report)
    checked = {*report.checked, *(skipped.check for skipped in report.skipped)}
    assert checked == set(Fault), "each check is either made or named as skipped"


ARTICLE = ROOT / "examples/sokoban/article.xsb"
CHAIN = ROOT / "examples/jumping_maze/chain_reaction.txt"
CLAUSES = [(1, 2), (-1, 2), (-2, 3), (-3,)]
EXAMPLES: dict[str, Any] = {
    "wolf, goat, cabbage": Banks(),
    "queens": Queens(),
    "sliding puzzle": Puzzle((1, 2, 3, 4, 0, 6, 7, 5, 8)),
    "hardest sliding puzzle": Puzzle((8, 6, 7, 2, 5, 4, 3, 0, 1)),
    "small Sokoban": PushModel(read_level("7#|#@-$-.#|7#")).problem(),
    "Sokoban": PushModel(read_level(ARTICLE.read_text(encoding="utf-8"))).problem(),
    "Sokoban by moves": CoordinateModel(read_level("7#|#@-$-.#|7#")).problem(),
    "jumping maze": maze.problem(maze.parse(CHAIN.read_text(encoding="utf-8"), "maze")),
    "resolution": Problem(
        starts=CLAUSES, next_steps=resolvents, is_goal=lambda clause: not clause, sees_closed=True
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_false_alarm_in_the_examples(name: str) -> None:
    assert_audit(EXAMPLES[name], warnings=True, hash_seeds=None, limits=QUICK)


def test_no_false_alarm_in_the_listing() -> None:
    from examples.water_jugs import Jugs  # noqa: PLC0415  it prints

    report = assert_audit(Jugs(), warnings=True)
    assert report.complete
    assert report.stored == 16
    assert Fault.HASH_SEED in report.checked


SOUND: dict[str, Any] = {
    "a far goal": Problem((0, 0), next_states=f.far_away, is_goal=lambda s: s == (90, 90)),
    "no goal": Problem((0, 0), next_states=f.far_away, is_goal=lambda s: False),
    "known goals": Problem((0, 0), next_states=f.far_away, goals=[(2, 2), (0, 1)]),
    "lights": f.lights(0b10101),
    "fuel": f.Fuel(),
    "a deadline": f.Deadline(),
    "less alone": f.OnlyOrder(),
    "less alone, and it keeps its successors": f.LazyOrder(),
    "lazy hash": f.LazyHash(),
    "members of an Enum": f.Side.LEFT,
    "lists": Problem([0], next_states=f.new_buffers, is_goal=lambda s: s == [4]),
    "strings": Problem(
        "a",
        next_states=lambda s: [s + "a", s + "b"] if len(s) < 6 else [],
        is_goal=lambda s: s == "abba",
    ),
    "no start": Problem(starts=[], next_states=f.ring, is_goal=f.four),
    "equal starts": Problem(starts=[0, 0, 1], next_states=f.ring, is_goal=f.four),
    "fractions": f.weighted(f.FRACTIONS, "S", "G", {"S": 0.5, "A": 0.25, "G": 0}),
    "lexicographic costs": f.weighted(
        f.PAIRS,
        "S",
        "G",
        {"S": f.Pair(1, 0), "A": f.Pair(0, 9), "G": f.Pair(0, 0)},
        zero=f.Pair(0, 0),
    ),
    "no cost, and cannot be taken apart": Problem(
        f.SealedEqual(),
        next_steps=lambda s: [Step(f.SealedEqual((s.place + 1) % 3_000), cost=0)],
        is_goal=lambda s: False,
    ),
    "float noise": f.weighted(
        {n: [(n + 1, 0.1)] for n in range(9)} | {9: []}, 0, [9], lambda n: 0.1 * (9 - n)
    ),
    "dead ends": f.weighted({0: [(1, 1), (2, 1)], 1: [], 2: []}, 0, [2], {0: 1, 1: math.inf, 2: 0}),
    "data": Problem(
        0,
        next_states=lambda n, d: [n + d],
        is_goal=lambda n, d: n == 3 * d,
        heuristic=lambda n, d: 0,
        data=2,
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_no_false_alarm(name: str) -> None:
    assert_audit(SOUND[name], warnings=True, hash_seeds=None, limits=QUICK)


@pytest.mark.parametrize(
    ("problem", "fault", "reason"),
    [
        (f.OnlyOrder(), Fault.IDENTITY, "right for SortedCheck()"),
        (
            Problem([0], next_states=f.new_buffers, is_goal=lambda s: s == [4]),
            Fault.HASH,
            "list cannot be hashed",
        ),
        (SOUND["a far goal"], Fault.HISTORY, "no goal was met"),
        (
            Problem(
                0, next_states=lambda n: [n + 1], is_goal=lambda n: n < 0, heuristic=lambda n: 1
            ),
            Fault.INADMISSIBLE,
            "no goal was met among 401 states",
        ),
        (EXAMPLES["resolution"], Fault.HISTORY, "depend on the closed nodes"),
        (EXAMPLES["resolution"], Fault.HASH_SEED, "depend on the closed nodes"),
        (EXAMPLES["resolution"], Fault.COMPILED, "say compiled=True"),
        (f.Changed(), Fault.ORDER, "a state changed in place"),
        (SOUND["lights"], Fault.HASH_SEED, "a fresh process cannot be given the problem"),
    ],
)
def test_names_what_it_skips(problem: Any, fault: Fault, reason: str) -> None:
    report = audit(problem, limits=Limits(expanded=200))
    [skipped] = [skipped for skipped in report.skipped if skipped.check is fault]
    assert reason in skipped.reason
    assert reason in " ".join(str(report).split())


def squares(n: int) -> Iterator[int]:
    yield (n * n + 3) % (2**61 - 1)


def not_yet(n: int) -> bool:
    return n == -1


def test_compiled_code_that_behaves_differently() -> None:
    """The square of a number of 61 bits wraps around in 64 bits, silently."""
    problem = Problem(5, next_states=squares, is_goal=not_yet)
    report = audit(problem, hash_seeds=None, compiled=True)
    [found] = report.errors
    assert found.kind is Fault.COMPILED
    assert "interpreted" in found.message
    assert "wrap around" in found.way_out
    assert audit(problem, hash_seeds=None).ok


def test_compiled_code_that_behaves_the_same() -> None:
    report = audit(next(iter(EXAMPLES.values())), hash_seeds=None, compiled=True)
    assert Fault.COMPILED in report.checked or any(
        "does not compile" in skipped.reason for skipped in report.skipped
    )
    problem = Problem(5, next_states=lambda n: [n * 7 % 11], is_goal=not_yet)
    assert Fault.COMPILED in audit(problem, hash_seeds=None, compiled=True).checked
    text = Problem("a", next_states=lambda s: [s], is_goal=lambda s: False)
    [skipped] = [s for s in audit(text, compiled=True).skipped if s.check is Fault.COMPILED]
    assert "does not compile" in skipped.reason


@pytest.mark.parametrize("function", [f.towns_in_a_set, f.towns_from_a_set])
def test_case_62_the_hash_seed(function: Any) -> None:
    """Successors from a set of strings: only another process shows that their order varies."""
    report = audit(f.towns(function))
    [found] = report.errors
    assert found.kind is Fault.HASH_SEED
    assert "for 'Ulm', under PYTHONHASHSEED=" in found.message
    assert "the same successors come in another order" in found.message
    clean = audit(f.towns(f.towns_sorted))
    assert [str(skipped) for skipped in clean.skipped if skipped.check is Fault.HASH_SEED] == []
    assert clean.ok


def test_case_43_the_original_is_stored() -> None:
    """A good key is not blamed, and the search under it keeps the states that it met."""
    problem = f.square((4, 4))
    assert_audit(problem, key=f.mirrored, warnings=True, hash_seeds=None)
    path = breadth_first_search(problem, duplicates=HashCheck(key=f.mirrored)).path
    path.check()
    assert len(path) == 8


def test_true_costs_are_found_beyond_the_walk() -> None:
    """The walk ends long before a goal; the heuristic leads on to one, and is convicted there."""
    problem = Problem(
        (0, 0),
        next_states=lambda s: [
            (s[0] + 1, s[1]),
            (s[0], s[1] + 1),
            (s[0] - 1, s[1]),
            (s[0], s[1] - 1),
        ],
        is_goal=lambda s: s == (40, 40),
        heuristic=lambda s: 1.5 * (abs(40 - s[0]) + abs(40 - s[1])),
    )
    report = audit(problem, limits=Limits(expanded=300), hash_seeds=None)
    assert report.kinds == {Fault.INADMISSIBLE}
    assert not report.complete
    assert "costs 1:" in report.findings[0].message


def test_limits_are_kept() -> None:
    endless = Problem(0, next_states=lambda n: [n + 1, n + 2], is_goal=lambda n: False)
    report = audit(endless, limits=Limits(expanded=50), hash_seeds=None)
    assert (report.expanded, report.complete) == (50, False)
    assert audit(endless, limits=Limits(stored=50), hash_seeds=None).stored == 50
    quick = audit(endless, limits=Limits(seconds=0.2), hash_seeds=None)
    assert quick.seconds < 2
    nothing = audit(endless, limits=Limits(stored=0), hash_seeds=None)
    assert (nothing.stored, len(nothing.skipped)) == (0, len(Fault))


def test_errors_of_the_problem_come_through() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        audit(Problem(3, next_states=lambda n: [n - 1 if 1 / n else 0], is_goal=lambda n: False))
    assert caught.value.__notes__ == ["searchkit: while auditing 0"]
    with pytest.raises(ProblemError, match="no state to search from"):
        audit(3)  # type: ignore[call-overload]
    with pytest.raises(ProblemError, match="must give Step"):
        audit(Problem(3, next_steps=lambda n: [n], is_goal=lambda n: False))  # type: ignore[list-item]


def test_report_reads_well() -> None:
    report = audit(PLANTED["4 too high"].faulty, hash_seeds=None)
    assert (
        repr(report)
        == "<AuditReport of Problem: 1 error, 0 warnings; 3 states, all that can be reached>"
    )
    text = str(report)
    assert text.startswith(
        "Audit of Problem: 1 error, 0 warnings (3 states, all that can be reached)\n\n1. error: the heuristic is above the true cost\n  the heuristic of 2 is 16"
    )
    assert "(2 examples; this is the smallest)" in text
    assert "Way out: " in text
    assert max(map(len, text.splitlines())) <= 100
    assert not report


def test_assert_audit() -> None:
    with pytest.raises(AssertionError, match="the heuristic is above the true cost"):
        assert_audit(PLANTED["4 too high"].faulty, hash_seeds=None)
    warned: AuditReport = assert_audit(PLANTED["2 inconsistent"].faulty, hash_seeds=None)
    assert warned.warnings
    with pytest.raises(AssertionError, match="inconsistent"):
        assert_audit(PLANTED["2 inconsistent"].faulty, warnings=True, hash_seeds=None)


# --- the script ---------------------------------------------------------------------------------

MODULE = """
from searchkit import Problem
from tests.faulty_problems import *

start = ByContent()
numbers = [1]

def problem():
    return Problem(0, next_states=ring, goals=[4])

def bad_heuristic():
    return Problem(0, next_states=ring, goals=[4], heuristic=lambda n: 9 * (n != 4))

def needs(size):
    return Problem(0, next_states=ring, goals=[size])

def fails():
    return 1 / 0

def same(n):
    return 0

def broken(n):
    return 1 // (n - 4)
"""


@pytest.mark.parametrize(
    ("words", "status", "out", "err"),
    [
        (["mine:start"], 0, "no fault found", ""),
        (["mine:ByContent"], 0, "Audit of mine:ByContent: no fault found", ""),
        (["mine:problem"], 0, "no fault found", ""),
        (["mine:Ring"], 1, "Ring has no == of its own", ""),
        (["mine:bad_heuristic"], 1, "the heuristic is above the true cost", ""),
        (["mine:Boxes"], 0, "warning: < is not a strict weak order", ""),
        (["mine:Boxes", "--strict"], 1, "warning: < is not a strict weak order", ""),
        (["mine:problem", "--key", "mine:same"], 1, "the key merges states", ""),
        (["mine:problem", "--key", "mine:broken"], 2, "", "while auditing key= on 4"),
        (["mine:problem", "--max-expanded", "-1"], 2, "", "Limits(expanded=-1)"),
        (["mine"], 2, "", "Write module:attribute"),
        (["mine:absent"], 2, "", "mine has no 'absent'"),
        (["absent:start"], 2, "", "there is no module 'absent'"),
        (["mine:numbers"], 2, "", "no state to search from"),
        (["mine:needs"], 2, "", "cannot be called without arguments"),
        (["mine:fails"], 2, "", "ZeroDivisionError"),
    ],
)
def test_script(
    words: list[str],
    status: int,
    out: str,
    err: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "mine.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    assert main([*words, "--no-processes"]) == status
    printed = capsys.readouterr()
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    assert out in printed.out
    assert err in printed.err
    assert "Traceback" not in printed.err
    assert bool(printed.err) is bool(err)


def test_script_starts_processes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from tests.faulty_problems import *\nproblem = towns(towns_from_a_set)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "searchkit.audit", "mine:problem"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "another order" in done.stdout


def test_the_page_shows_what_the_script_prints(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/auditing.md").read_text(encoding="utf-8")
    command = "$ python -m searchkit.audit examples.wolf_goat_cabbage:Banks\n"
    shown = page.partition(command)[2].partition("```")[0]
    assert main(["examples.wolf_goat_cabbage:Banks"]) == 0
    assert capsys.readouterr().out == shown
