"""Observers: each event, in the documented order."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    DepthFirst,
    HashCheck,
    Limits,
    LinearCheck,
    MissingExtraError,
    NoCheck,
    Observer,
    Outcome,
    Path,
    Problem,
    ProgressBar,
    Result,
    Search,
    ShortestPaths,
    SortedCheck,
    Statistics,
    Step,
    UniformCost,
    breadth_first_search,
)

Make = Callable[..., Search[Any, Any, Any]]
SEARCHES: dict[str, Make] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": lambda *a, **k: DepthFirst(*a, depth_limit=2, **k),
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=lambda n: 0, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=lambda n, g: g, **k),
    "shortest paths": ShortestPaths,
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


class Diary(Observer[Any, Any, Any]):
    """Writes everything down in one line each."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def started(self, search: Search[Any, Any, Any], /) -> None:
        self.lines.append("started")

    def expanding(self, number: int, state: Any, /) -> None:
        self.lines.append(f"expanding {number} {state}")

    def generated(self, parent: int, state: Any, /) -> None:
        self.lines.append(f"generated {parent} {state}")

    def stored(self, number: int, state: Any, /) -> None:
        self.lines.append(f"stored {number} {state}")

    def duplicate(self, state: Any, known: int | None, /) -> None:
        self.lines.append(f"duplicate {state} {known}")

    def improved(self, number: int, state: Any, /) -> None:
        self.lines.append(f"improved {number} {state}")

    def solution(self, path: Path[Any, Any, Any], /) -> None:
        self.lines.append("solution " + "".join(path))

    def finished(self, result: Result[Any, Any, Any], /) -> None:
        self.lines.append(f"finished {result.ended.name}")


EDGES = {
    "S": [("A", 5), ("B", 1), ("S", 0)],
    "A": [("G", 1)],
    "B": [("A", 1)],
    "G": [],
}


def problem() -> Problem[str, None, int]:
    return Problem(
        "S",
        next_steps=lambda name: [Step(to, cost=cost) for to, cost in EDGES[name]],
        is_goal=lambda name: name == "G",
    )


EXPECTED = {
    "breadth-first": """
        started; stored 0 S
        expanding 0 S; generated 0 A; stored 1 A; generated 0 B; stored 2 B
        generated 0 S; duplicate S 0
        expanding 1 A; generated 1 G; stored 3 G; solution SAG
        expanding 2 B; generated 2 A; duplicate A 1
        expanding 3 G; finished EXHAUSTED
    """,
    "depth-first": """
        started; stored 0 S
        expanding 0 S; generated 0 A; stored 1 A
        expanding 1 A; generated 1 G; stored 2 G; solution SAG
        expanding 2 G
        generated 0 B; stored 3 B
        expanding 3 B; generated 3 A; duplicate A 1
        generated 0 S; duplicate S 0; finished EXHAUSTED
    """,
    "depth-limited": """
        started; stored 0 S
        expanding 0 S; generated 0 A; stored 1 A
        expanding 1 A; generated 1 G; stored 2 G; solution SAG
        generated 0 B; stored 3 B
        expanding 3 B; generated 3 A; duplicate A 1
        generated 0 S; duplicate S 0; finished CUTOFF
    """,
    "uniform-cost": """
        started; stored 0 S
        expanding 0 S; generated 0 A; stored 1 A; generated 0 B; stored 2 B
        generated 0 S; duplicate S 0
        expanding 2 B; generated 2 A; duplicate A 1; improved 1 A
        expanding 1 A; generated 1 G; stored 3 G
        solution SBAG; expanding 3 G; finished EXHAUSTED
    """,
    "shortest paths": """
        started; stored 0 S
        expanding 0 S; generated 0 A; stored 1 A; generated 0 B; stored 2 B
        generated 0 S; duplicate S 0
        expanding 1 A; generated 1 G; stored 3 G
        expanding 2 B; generated 2 A; duplicate A 1
        solution SAG; finished EXHAUSTED
    """,
}
EXPECTED["A*"] = EXPECTED["best-first"] = EXPECTED["uniform-cost"]


def events(text: str) -> list[str]:
    return [event.strip() for event in re.split(r"[;\n]", text) if event.strip()]


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("check", [HashCheck(), SortedCheck(), LinearCheck()], ids=repr)
def test_the_order_of_events(name: str, check: Any) -> None:
    diary = Diary()
    SEARCHES[name](problem(), duplicates=check, observer=diary, on_solution=lambda p: None).run()
    assert diary.lines == events(EXPECTED[name])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("kind", ["expanded", "stored"])
def test_the_same_events_when_interrupted(name: str, kind: str) -> None:
    """Only ``finished`` comes more often: each time a run returns. Nothing is told twice."""
    diary = Diary()
    search = SEARCHES[name](problem(), observer=diary, on_solution=lambda path: None)
    size = 0
    while (
        search.run(Limits(expanded=1) if kind == "expanded" else Limits(stored=size)).ended
        is Outcome.LIMIT
    ):
        size += 1
    told = [line for line in diary.lines if line != "finished LIMIT"]
    assert told == events(EXPECTED[name])
    assert len(diary.lines) > len(told)


def test_an_improvement_under_a_depth_limit_and_under_a_key() -> None:
    edges = {"S": "AB", "A": "B", "B": "G", "G": ""}
    checks: list[HashCheck[Any]] = [HashCheck(), HashCheck(key=str.lower)]
    for check in checks:
        diary = Diary()
        DepthFirst(
            Problem("S", next_states=lambda s: edges[s], is_goal=lambda s: s == "G"),
            duplicates=check,
            depth_limit=2,
            observer=diary,
        ).run()
        number = 2 if check == HashCheck() else 3  # an equivalent state gets a node of its own
        assert diary.lines == events(f"""
            started; stored 0 S; expanding 0 S; generated 0 A; stored 1 A
            expanding 1 A; generated 1 B; stored 2 B
            generated 0 B; duplicate B 2; improved {number} B
            expanding {number} B; generated {number} G; stored {number + 1} G
            solution SBG; finished FOUND
        """)


@every_search
def test_without_a_check_nothing_is_a_duplicate(search: Make) -> None:
    diary = Diary()
    made = search(
        Problem(
            "S",
            next_states=lambda s: {"S": "AB"}.get(s, "G" if s != "G" else ""),
            is_goal=lambda s: False,
        ),
        duplicates=NoCheck(),
        observer=diary,
    )
    made.run()
    told = [line.split()[0] for line in diary.lines]
    assert "duplicate" not in told
    assert told.count("stored") == told.count("generated") + 1 == 5


@every_search
@pytest.mark.parametrize(
    "method",
    [
        "started",
        "expanding",
        "generated",
        "stored",
        "duplicate",
        "improved",
        "solution",
        "progress",
        "finished",
    ],
)
def test_one_method_alone(search: Make, method: str) -> None:
    """An observer that overrides one method hears what it would hear beside all others."""
    heard: list[tuple[Any, ...]] = []
    one = type("One", (Observer,), {method: lambda self, *event: heard.append(event)})()
    bare = search(problem(), on_solution=lambda path: None).run()
    result = search(problem(), observer=one, on_solution=lambda path: None).run()
    assert attrs.evolve(result.statistics, seconds=0) == attrs.evolve(bare.statistics, seconds=0)
    diary = Diary()
    search(problem(), observer=diary, on_solution=lambda path: None).run()
    if method != "progress":
        assert len(heard) == sum(line.split()[0] == method for line in diary.lines)


def test_solution_is_told_before_on_solution() -> None:
    order: list[str] = []

    class Watch(Observer[str, None, int]):
        def solution(self, path: Path[str, None, int], /) -> None:
            order.append("observer")

    breadth_first_search(
        problem(), observer=Watch(), on_solution=lambda path: order.append("on_solution")
    )
    assert order == ["observer", "on_solution"]


def test_progress_comes_about_ten_times_a_second() -> None:
    told: list[Statistics] = []

    class Watch(Observer[int, None, int]):
        def progress(self, statistics: Statistics, /) -> None:
            told.append(statistics)

    endless: Problem[int, None, int] = Problem(
        0, next_states=lambda n: [n + 1], is_goal=lambda n: False
    )
    result = BreadthFirst(endless, observer=Watch()).run(Limits(seconds=0.45))
    assert result.outcome is Outcome.LIMIT
    assert 1 <= len(told) <= 6  # fewer where the machine is busy
    expanded = [statistics.expanded for statistics in told]
    assert expanded == sorted(expanded)
    assert expanded[-1] > 0


def test_the_progress_bar_writes_to_its_console_alone(capsys: pytest.CaptureFixture[str]) -> None:
    console = pytest.importorskip("rich.console", reason="needs rich, from the extra cli")
    stream = io.StringIO()
    bar = ProgressBar(console.Console(file=stream, force_terminal=True, width=200))
    problem = Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: False)
    search = BreadthFirst(problem, observer=bar)
    for _ in range(2):  # a bar that has finished starts again
        search.run(Limits(seconds=0.15))
    text = stream.getvalue()
    for word in ("expanded", "a second", "frontier", "depth"):
        assert word in text
    assert capsys.readouterr() == ("", "")


def test_without_rich_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich", None)
    with pytest.raises(MissingExtraError, match=r"rich.*cli"):
        ProgressBar()
