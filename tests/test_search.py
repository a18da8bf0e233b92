"""The search object: running, stopping, going on, breaking, copying."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import attrs
import pytest

import searchkit
from examples.wolf_goat_cabbage import Banks
from searchkit import (
    AStar,
    BestFirst,
    BreadthFirst,
    BrokenSearchError,
    DepthFirst,
    DuplicateCheck,
    HashCheck,
    Limits,
    NoCheck,
    Observer,
    Outcome,
    Path,
    Problem,
    ProblemError,
    Result,
    Search,
    ShortestPaths,
    Statistics,
    UniformCost,
    a_star_search,
    breadth_first_search,
    depth_first_search,
)


def zero(_state: object) -> int:
    return 0


def by_g(_state: object, g: Any) -> Any:
    return g


def limited(*arguments: Any, **options: Any) -> DepthFirst[Any, Any, Any]:
    return DepthFirst(*arguments, depth_limit=12, **options)


SEARCHES: dict[str, Callable[..., Search[Any, Any, Any]]] = {
    "breadth-first": BreadthFirst,
    "depth-first": DepthFirst,
    "depth-limited": limited,
    "uniform-cost": UniformCost,
    "A*": lambda *a, **k: AStar(*a, heuristic=zero, **k),
    "best-first": lambda *a, **k: BestFirst(*a, priority=by_g, **k),
    "shortest paths": ShortestPaths,
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
Make = Callable[..., Search[Any, Any, Any]]


def numbers(statistics: Statistics) -> Statistics:
    return attrs.evolve(statistics, seconds=0.0)


class Number(NamedTuple):
    """The numbers up to 20; multiples of 5 are goals."""

    n: int

    def next_states(self) -> Iterator[Number]:
        for step in (1, 2, 3):
            if self.n + step <= 20:
                yield Number(self.n + step)

    def is_goal(self) -> bool:
        return self.n % 5 == 0 and self.n > 0


GOALS = {5, 10, 15, 20}


# --- one solution after another -----------------------------------------------------------------


@every_search
def test_running_again_goes_on_behind_the_solution(search: Make) -> None:
    made = search(Number(0))
    runs = 0
    while (result := made.run()).ended is Outcome.FOUND:
        runs += 1
        assert (result.outcome, result.statistics.solutions) == (Outcome.FOUND, runs)
    assert runs == (1 if isinstance(made, ShortestPaths) else len(GOALS))
    assert (result.outcome, result.statistics.solutions) == (Outcome.FOUND, runs)
    assert result.ended is (Outcome.CUTOFF if made.cutoff else Outcome.EXHAUSTED)
    assert result.complete == (not made.cutoff)


@every_search
def test_solutions_are_searched_for_lazily(search: Make) -> None:
    made = search(Number(0))
    solutions = made.solutions()
    assert made.expanded == 0
    first = next(solutions)
    assert first.end.n in GOALS
    after_first = made.result
    assert after_first.ended is Outcome.FOUND
    rest = list(solutions)
    assert made.expanded >= after_first.statistics.expanded
    ends = [path.end.n for path in (first, *rest)]
    assert len(ends) == len(set(ends))
    assert set(ends) == ({5} if isinstance(made, ShortestPaths) else GOALS)
    assert made.result.ended in (Outcome.EXHAUSTED, Outcome.CUTOFF)
    assert next(made.solutions(), None) is None


@every_search
def test_on_solution_stops_when_it_answers_true(search: Make) -> None:
    paths: list[Path[Any, Any, Any]] = []

    def second(path: Path[Any, Any, Any]) -> bool:
        paths.append(path)
        return len(paths) == 2

    made = search(Number(0), on_solution=second)
    result = made.run()
    if isinstance(made, ShortestPaths):
        assert (len(paths), result.ended) == (1, Outcome.EXHAUSTED)
        return
    assert len(paths) == 2
    assert (result.outcome, result.ended, result.complete) == (Outcome.FOUND, Outcome.FOUND, False)
    assert result.statistics.solutions == 2
    rest = made.run()
    assert [path.end.n for path in paths].count(20) == 1
    assert {path.end.n for path in paths} == GOALS
    assert rest.ended is not Outcome.FOUND


@every_search
def test_on_solution_stops_an_enumeration_as_well(search: Make) -> None:
    made = search(Number(0), on_solution=lambda path: True)
    assert len(list(made.solutions())) == 1
    assert made.result.ended is Outcome.FOUND


@every_search
@pytest.mark.parametrize("limit", range(12))
def test_limits_of_an_enumeration_are_for_the_whole_of_it(search: Make, limit: int) -> None:
    made = search(Number(0))
    paths = list(made.solutions(Limits(expanded=limit)))
    assert made.expanded <= limit
    assert made.result.statistics.solutions == len(paths)
    if made.result.ended is Outcome.LIMIT:
        assert made.expanded == limit


@every_search
def test_a_limit_on_stored_states_holds_after_a_solution(search: Make) -> None:
    """A run that goes on in the middle of an expansion has a limit of its own."""
    problem = Problem(0, next_states=lambda n: range(1, 40), is_goal=lambda n: n in (2, 3, 30))
    made = search(problem)
    made.run(Limits(stored=100))
    size = len(made.nodes)
    for more in (0, 0, 1, 3):
        result = made.run(Limits(stored=size + more))
        assert len(made.nodes) <= size + more
        assert result.ended in (Outcome.LIMIT, Outcome.FOUND) or made.result.complete


# --- stopping -----------------------------------------------------------------------------------


@every_search
def test_stop_from_within_and_going_on(search: Make) -> None:
    stopping: list[Search[Any, Any, Any]] = []

    def next_states(n: int) -> list[int]:
        if n == 3:
            stopping[0].stop()
        return [n + 1, n + 2] if n < 9 else []

    made = search(Problem(0, next_states=next_states, is_goal=lambda n: False))
    stopping.append(made)
    result = made.run()
    assert (result.outcome, result.ended, result.complete) == (
        Outcome.STOPPED,
        Outcome.STOPPED,
        False,
    )
    assert not result
    result = made.run()
    while result.ended is Outcome.STOPPED:  # 3 may come again, under a depth limit
        result = made.run()
    assert result.outcome is Outcome.EXHAUSTED
    assert sorted(made.nodes.states) == list(range(11))


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "depth-limited"])
def test_stop_from_another_thread(name: str) -> None:
    """In a space without end: only the stop can end it."""
    search = SEARCHES[name]
    made = search(Problem(0, next_states=lambda n: [n + 1], is_goal=lambda n: False))
    timer = threading.Timer(0.05, made.stop)
    timer.start()
    result = made.run(Limits(expanded=20_000_000))
    timer.join()
    assert result.outcome is Outcome.STOPPED
    before = made.expanded
    assert made.run(Limits(expanded=10)).outcome is Outcome.LIMIT
    assert made.expanded == before + 10


def test_running_in_another_thread() -> None:
    results: list[Result[Any, Any, Any]] = []
    made = BreadthFirst(Number(0))
    thread = threading.Thread(target=lambda: results.append(made.run()))
    thread.start()
    thread.join()
    assert results[0].path.end == Number(5)


def test_stop_between_the_solutions_ends_the_enumeration() -> None:
    """The body of the loop over solutions is a natural place to say stop."""
    made = BreadthFirst(Number(0))
    seen = 0
    for _ in made.solutions():
        seen += 1
        made.stop()
    assert seen == 1
    assert made.result.ended in (Outcome.STOPPED, Outcome.FOUND)
    assert made.run().ended is Outcome.FOUND  # goes on


# --- breaking -----------------------------------------------------------------------------------


@every_search
def test_running_from_within_is_refused(search: Make) -> None:
    made: list[Search[Any, Any, Any]] = []

    def next_states(n: int) -> list[int]:
        made[0].run()
        return []

    made.append(search(Problem(0, next_states=next_states, is_goal=lambda n: False)))
    with pytest.raises(BrokenSearchError, match="running already"):
        made[0].run()


@every_search
def test_errors_tell_which_state_was_expanded(search: Make) -> None:
    def next_states(n: int) -> list[int]:
        return [n + 1] if n != 3 else [1 // 0]

    made = search(Problem(0, next_states=next_states, is_goal=lambda n: False))
    with pytest.raises(ZeroDivisionError) as raised:
        made.run()
    assert any("node 3 of Problem: 3" in note for note in raised.value.__notes__)
    for way_on in (made.run, lambda: next(made.solutions()), lambda: copy.deepcopy(made)):
        with pytest.raises(BrokenSearchError):
            way_on()
    with pytest.raises(BrokenSearchError):
        pickle.dumps(made)
    assert "broken" in repr(made)


@every_search
def test_stop_iteration_is_not_taken_for_the_end(search: Make) -> None:
    """StopIteration out of the user's code would end a generator in silence: a false proof."""

    def is_goal(n: int) -> bool:
        return next(iter(())) if n == 2 else n == 5

    made = search(Problem(0, next_states=lambda n: [n + 1], is_goal=is_goal))
    with pytest.raises(RuntimeError):
        made.run()
    with pytest.raises(BrokenSearchError):
        made.run()


@every_search
def test_an_error_in_on_solution_harms_nothing(search: Make) -> None:
    paths: list[Path[Any, Any, Any]] = []

    def on_solution(path: Path[Any, Any, Any]) -> None:
        paths.append(path)
        if len(paths) == 1:
            raise ZeroDivisionError

    expected: list[Path[Any, Any, Any]] = []
    wanted = search(Number(0), on_solution=expected.append).run()
    made = search(Number(0), on_solution=on_solution)
    with pytest.raises(ZeroDivisionError):
        made.run()
    result = made.run()
    assert [path.states for path in paths] == [path.states for path in expected]
    assert numbers(result.statistics) == numbers(wanted.statistics)


@every_search
@pytest.mark.parametrize("event", ["progress", "solution", "started", "finished"])
def test_an_error_in_an_observer_between_expansions(search: Make, event: str) -> None:
    raising = [True]

    def trip(*_: Any) -> None:
        if raising:
            raising.pop()
            raise ZeroDivisionError

    observer = type("Tripping", (Observer,), {event: trip})()
    wanted = search(Number(0), on_solution=lambda path: None).run()
    made = search(Number(0), observer=observer, on_solution=lambda path: None)
    with pytest.raises(ZeroDivisionError):
        made.run()
    result = made.run()
    assert numbers(result.statistics) == numbers(wanted.statistics)
    assert result.outcome is Outcome.FOUND


def test_there_is_no_result_before_the_first_run() -> None:
    with pytest.raises(BrokenSearchError, match=r"run\(\)"):
        BreadthFirst(Number(0)).result  # noqa: B018


def test_there_is_no_result_after_an_error() -> None:
    """The result of an earlier run would pass for that of the run that failed."""
    problem = Problem(0, next_states=lambda n: [n + 1, 1 // (5 - n)], is_goal=lambda n: n == 2)
    made = BreadthFirst(problem)
    made.run()
    with pytest.raises(ZeroDivisionError):
        made.run()
    with pytest.raises(BrokenSearchError):
        made.result  # noqa: B018


# --- looking at it ------------------------------------------------------------------------------


@every_search
def test_repr_tells_where_it_stands(search: Make) -> None:
    made = search(Number(0))
    name = type(made).__name__
    assert repr(made) == f"<{name} of Number: 0 expanded, 0 stored, 0 solutions, ready to go on>"
    while made.run().ended is Outcome.FOUND:
        pass
    assert f"<{name} of Number: {made.expanded} expanded" in repr(made)


@every_search
def test_the_frontier_waits_in_the_order_of_its_turn(search: Make) -> None:
    """What is first in the frontier is what the next run expands first."""

    class Expanded(Observer[Any, Any, Any]):
        def __init__(self) -> None:
            self.numbers: list[int] = []

        def expanding(self, number: int, state: Any, /) -> None:
            self.numbers.append(number)

    observer = Expanded()
    problem = Problem(
        0, next_states=lambda n: [n + 1, n + 3] if n < 12 else [], is_goal=lambda n: False
    )
    made = search(problem, observer=observer)
    made.run(Limits(expanded=1))
    while made.run(Limits(expanded=0)).ended is Outcome.LIMIT:
        frontier = made.frontier
        assert frontier
        assert len(frontier) == len(set(frontier))
        made.run(Limits(expanded=1))
        assert observer.numbers[-1] == frontier[0]
    assert made.frontier == []


@every_search
def test_path_to_any_node(search: Make) -> None:
    made = search(Number(0))
    while made.run().ended is Outcome.FOUND:
        pass
    for number, state in enumerate(made.nodes.states):
        path = made.path_to(number)
        path.check(goal=False)
        assert (path.start, path.end) == (Number(0), state)


# --- copying ------------------------------------------------------------------------------------


@every_search
@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("runs", range(4))
def test_a_search_can_be_pickled_and_copied(search: Make, way: str, runs: int) -> None:
    """Before, between and after its runs; the copy and the original then go their own ways."""
    made = search(Number(0))
    for _ in range(runs):
        made.run(Limits(expanded=2) if runs < 3 else None)
    if runs == 3:
        while made.run().ended is Outcome.FOUND:
            pass
    twin = pickle.loads(pickle.dumps(made)) if way == "pickle" else copy.deepcopy(made)
    assert repr(twin) == repr(made)
    for _ in range(3):
        one, two = made.run(Limits(expanded=3)), twin.run(Limits(expanded=3))
        assert (one.outcome, one.ended) == (two.outcome, two.ended)
        assert numbers(one.statistics) == numbers(two.statistics)
        if one:
            assert one.path.states == two.path.states
    assert made.nodes.states == twin.nodes.states
    assert made.nodes.states is not twin.nodes.states


CHILD = """
import pickle, sys
search = pickle.load(sys.stdin.buffer)
while search.run().ended.name == "FOUND":
    pass
print(search.statistics.expanded, search.statistics.solutions, search.statistics.seconds > 0)
"""


def test_a_search_goes_on_in_another_process(project: FilePath) -> None:
    """Pickled half done; the states come from a module that the other process can import."""
    made = BreadthFirst(Banks())
    made.run(Limits(expanded=3))
    rest = BreadthFirst(Banks())
    while rest.run().ended is Outcome.FOUND:
        pass
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        cwd=project,
        input=pickle.dumps(made),
        capture_output=True,
        check=True,
        timeout=60,
    )
    expanded, solutions, seconds = done.stdout.decode().splitlines()[-1].split()
    assert (int(expanded), int(solutions), seconds) == (
        rest.statistics.expanded,
        rest.statistics.solutions,
        "True",
    )


@every_search
def test_a_shallow_copy_does_not_share_what_changes(search: Make) -> None:
    """Two searches over one table would spoil each other's answer: refused, or independent."""
    made = search(Number(0))
    made.run(Limits(expanded=2))
    try:
        twin = copy.copy(made)
    except (TypeError, BrokenSearchError):
        return
    while twin.run().ended is Outcome.FOUND:
        pass
    expected = search(Number(0))
    while expected.run().ended is Outcome.FOUND:
        pass
    while made.run().ended is Outcome.FOUND:
        pass
    assert made.nodes.states == expected.nodes.states
    assert numbers(made.statistics) == numbers(expected.statistics)


# --- starts -------------------------------------------------------------------------------------


@every_search
def test_no_start_at_all(search: Make) -> None:
    result = search(Problem(starts=[], next_states=lambda n: [], is_goal=lambda n: True)).run()
    assert (result.outcome, result.complete) == (Outcome.EXHAUSTED, True)
    assert numbers(result.statistics) == Statistics()


@every_search
def test_several_starts_and_one_of_them_twice(search: Make) -> None:
    problem = Problem(
        starts=[1, 7, 1], next_states=lambda n: [n + 1] if n < 9 else [], is_goal=lambda n: n == 9
    )
    made = search(problem, on_solution=lambda path: None)
    result = made.run()
    statistics = result.statistics
    assert statistics.duplicates <= statistics.generated
    starts = [s for s, p in zip(made.nodes.states, made.nodes.parents, strict=True) if p < 0]
    # depth-first search has met 7 on the way before its turn as a start comes
    assert starts == ([1] if search is DepthFirst else [1, 7])
    if not isinstance(made, ShortestPaths):  # which ends behind the nearest goals
        assert sorted(made.nodes.states) == list(range(1, 10))
    if not isinstance(made, DepthFirst):
        assert result.path.states == (7, 8, 9)


@every_search
@pytest.mark.parametrize("stored", range(4))
def test_the_statistics_make_sense_from_the_start(search: Make, stored: int) -> None:
    problem = Problem(starts=[0, 0, 5], next_states=lambda n: [n + 1], is_goal=lambda n: n == 20)
    checks: list[DuplicateCheck[Any]] = [HashCheck(), NoCheck()]
    for check in checks:
        made = search(problem, duplicates=check)
        for statistics in (made.statistics, made.run(Limits(stored=stored)).statistics):
            for name, value in attrs.asdict(statistics).items():
                assert value >= 0, name
            assert statistics.stored <= stored
            # a start that is given twice is a duplicate, though no successor
            assert statistics.duplicates <= statistics.generated + 1


# --- wrong arguments ----------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [-1, 1.5, "3", float("nan")])
def test_depth_limit_must_be_a_number_of_steps(limit: Any) -> None:
    """1.5 is equal to no depth: the search would never be cut off."""
    with pytest.raises(ProblemError, match="depth_limit"):
        depth_first_search(Number(0), depth_limit=limit)


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf")])
def test_weight_must_be_finite(weight: float) -> None:
    with pytest.raises(ProblemError, match="weight"):
        a_star_search(Number(0), heuristic=zero, weight=weight)


def test_ties_are_fifo_or_lifo() -> None:
    with pytest.raises(ProblemError, match=r"fifo.*lifo"):
        BestFirst(Number(0), priority=by_g, ties="random")  # type: ignore[call-overload]


def test_a_star_needs_a_heuristic() -> None:
    with pytest.raises(ProblemError, match=r"AStar needs a heuristic.*Number.*uniform_cost_search"):
        a_star_search(Number(0))  # type: ignore[call-overload]


@pytest.mark.parametrize("function", [breadth_first_search, depth_first_search])
def test_ties_and_order_of_successors(function: Any) -> None:
    """Successors are tried in the order in which they come."""
    order = {"S": "BA", "A": "G", "B": "G"}
    problem = Problem("S", next_states=lambda s: order.get(s, ""), is_goal=lambda s: s == "G")
    assert function(problem).path.states == ("S", "B", "G")


def test_best_first_ties() -> None:
    order = {"S": "ABC", "A": "", "B": "", "C": ""}
    for ties, expected in (("fifo", "ABC"), ("lifo", "CBA")):
        problem = Problem("S", next_states=lambda s: order[s], is_goal=lambda s: s != "S")
        search = BestFirst(problem, priority=lambda s, g: 0, ties=ties)  # type: ignore[call-overload]
        assert "".join(path.end for path in search.solutions()) == expected


def test_a_star_prefers_low_h_and_then_the_newest() -> None:
    """Among nodes of equal f: down towards the goal, not across the plateau."""
    problem = Problem(
        (0, 0),
        next_states=lambda p: [s for s in ((p[0] + 1, p[1]), (p[0], p[1] + 1)) if max(s) <= 30],
        is_goal=lambda p: p == (30, 30),
        heuristic=lambda p: 60 - p[0] - p[1],
    )
    assert a_star_search(problem).statistics.expanded == 60


def test_the_heuristic_is_asked_once_for_each_node() -> None:
    asked: list[int] = []

    def heuristic(n: int) -> int:
        asked.append(n)
        return 0

    problem = Problem(
        0, next_states=lambda n: [n + 1, n + 2] if n < 9 else [], is_goal=lambda n: False
    )
    search = AStar(problem, heuristic=heuristic)
    search.run()
    assert sorted(asked) == sorted(search.nodes.states)
    assert search.estimates == [0] * len(search.nodes)


def test_a_heuristic_that_is_not_a_number() -> None:
    with pytest.raises(searchkit.CostError, match=r"heuristic.*nan"):
        a_star_search(Number(0), heuristic=lambda n: float("nan"))


def test_an_infinite_heuristic_leaves_a_node_alone() -> None:
    problem = Problem(0, next_states=lambda n: [n + 1, -n - 1], is_goal=lambda n: n == 5)
    result = a_star_search(problem, heuristic=lambda n: float("inf") if n < 0 else 0)
    assert result.path.states == (0, 1, 2, 3, 4, 5)
    assert result.statistics.dead_ends == 5
    nothing = a_star_search(problem, heuristic=lambda n: float("inf"))
    assert nothing.outcome is Outcome.EXHAUSTED
    assert nothing.condition  # the proof rests on the heuristic, and says so


def test_closed_stay_closed_where_reopening_is_off() -> None:
    """The price of reopen=False under an inconsistent heuristic, and what is said about it."""
    costs = {"S": [("A", 1), ("B", 2)], "A": [("C", 4)], "B": [("C", 1)], "C": [("G", 10)], "G": []}
    problem = Problem(
        "S",
        next_steps=lambda s: [searchkit.Step(to, cost=cost) for to, cost in costs[s]],
        is_goal=lambda s: s == "G",
        heuristic=lambda s: 11 if s == "B" else 0,
    )
    kept = a_star_search(problem, reopen=False)
    assert (kept.cost, kept.statistics.reopened) == (15, 0)
    assert "consistent" in kept.condition
    again = a_star_search(problem)
    assert (again.cost, again.statistics.reopened) == (13, 1)


def test_depth_first_without_memory_forgets() -> None:
    """The table holds the current path alone."""
    root: tuple[int, ...] = ()
    problem = Problem(
        root,
        next_states=lambda s: [(*s, 0), (*s, 1)] if len(s) < 8 else [],
        is_goal=lambda s: False,
    )
    search = DepthFirst(problem, duplicates=NoCheck())
    sizes = []
    while search.run(Limits(expanded=1)).ended is Outcome.LIMIT:
        sizes.append(len(search.nodes))
    assert max(sizes) <= 9
    assert search.expanded == 511
    assert search.statistics.stored == 9


def test_depth_first_without_memory_run_to_its_end_is_optimal() -> None:
    steps = {"S": [("A", 5), ("B", 1)], "A": [("G", 1)], "B": [("G", 1)], "G": []}
    problem = Problem(
        "S",
        next_steps=lambda s: [searchkit.Step(to, cost=cost) for to, cost in steps[s]],
        is_goal=lambda s: s == "G",
    )
    first = depth_first_search(problem, duplicates=NoCheck())
    assert (first.cost, first.guarantee.name) == (6, "NONE")
    best = depth_first_search(problem, duplicates=NoCheck(), on_solution=lambda path: False)
    assert (best.cost, best.guarantee.name, best.statistics.solutions) == (2, "OPTIMAL", 2)
    assert best.path.states == ("S", "B", "G")


# --- the library as a whole ---------------------------------------------------------------------

SOURCES = sorted(FilePath(searchkit.__file__).parent.rglob("*.py"))


def modules_imported(source: FilePath) -> set[str]:
    """The modules of searchkit that a module imports when it runs (not for the type checkers)."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: imports are absolute"
            names.add(node.module or "")
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return names


@pytest.mark.parametrize(
    "source", [s for s in SOURCES if s.name != "__main__.py"], ids=lambda s: s.name
)
def test_the_library_does_not_print(source: FilePath) -> None:
    """Nor does it write to the streams, read the keyboard, or end the program."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "input", "breakpoint", "exit", "quit"}
        if isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in {
                "sys.stdout",
                "sys.stderr",
                "sys.exit",
                "os._exit",
            }


TOOLS = ("searchkit.audit", "searchkit.compare", "searchkit.record", "searchkit.trace")


def test_imports_run_one_way() -> None:
    """Tools over algorithms over the driver over the tables over the protocols: no cycle."""
    root = SOURCES[0].parent.parent
    imports = {
        ".".join(source.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): {
            name for name in modules_imported(source) if name.startswith("searchkit")
        }
        for source in SOURCES
    }
    assert imports["searchkit.errors"] == imports["searchkit.protocols"] == set()
    for module, imported in imports.items():
        if module == "searchkit":
            continue
        assert "searchkit" not in imported, f"{module} imports the package that imports it"
        # the tools that look at searches stand above them
        if not module.startswith(("searchkit.algorithms", *TOOLS)):
            assert not any(name.startswith("searchkit.algorithms") for name in imported), module
    remaining = dict(imports)
    while remaining:
        free = [m for m, imported in remaining.items() if not imported & remaining.keys()]
        assert free, f"these import each other: {sorted(remaining)}"
        for module in free:
            del remaining[module]


@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.name)
def test_what_the_library_depends_on(source: FilePath) -> None:
    """Never on the examples; on rich and numpy only where progress and arrays need them."""
    allowed = {
        *sys.stdlib_module_names,
        "searchkit",
        "attrs",
        "attr",
        "sortedcontainers",
        "typing_extensions",
    }
    if source.stem == "progress":
        allowed.add("rich")
    if source.parent.name == "arrays":
        allowed.add("numpy")  # imported when an array problem is made
    assert {name.split(".")[0] for name in modules_imported(source)} <= allowed


def test_the_public_names() -> None:
    assert len(searchkit.__all__) == len(set(searchkit.__all__))
    for name in searchkit.__all__:
        assert getattr(searchkit, name).__doc__ or name in {"FULL", "Events"}, name
