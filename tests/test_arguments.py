"""Arguments of the wrong kind: each is refused by name, with the way out, before a search runs.

All of these were bare errors of Python, such as "'int' object is not iterable", from somewhere
within the library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from searchkit import (
    CheckError,
    CustomCheck,
    FingerprintCheck,
    HashCheck,
    Problem,
    ProblemError,
    Recorder,
    SearchkitError,
    Trace,
    a_star_search,
    anytime_search,
    audit,
    backward_search,
    beam_search,
    best_first_search,
    bidirectional_a_star_search,
    bidirectional_search,
    breadth_first_search,
    compare,
    depth_first_branch_and_bound,
    greedy_best_first_search,
    ida_star_search,
    reversed_problem,
)

ERRORS = (ProblemError, CheckError)

NUMBERS = Problem(
    1,
    next_states=lambda n: [n + 1, n * 2],
    previous_states=lambda n: [n - 1] if n % 2 else [n - 1, n // 2],
    goals=[10],
)
WORDS = Problem(
    "abc",
    next_states=lambda word: [word[1:] + word[0]],
    previous_states=lambda word: [word[-1] + word[:-1]],
    goals=["cab"],
)
PAIRS = Problem(
    (0, 0),
    next_states=lambda pair: [(pair[0] + 1, pair[1]), (pair[0], pair[1] + 1)],
    previous_states=lambda pair: [(pair[0] - 1, pair[1]), (pair[0], pair[1] - 1)],
    goals=[(2, 2)],
)

Entry = Callable[..., Any]
FROM_THE_GOALS: list[Entry] = [
    bidirectional_search,
    bidirectional_a_star_search,
    backward_search,
    reversed_problem,
]
WITH_A_HEURISTIC: list[Entry] = [
    a_star_search,
    anytime_search,
    greedy_best_first_search,
    partial(beam_search, width=3),
    ida_star_search,
    depth_first_branch_and_bound,
    bidirectional_a_star_search,
    audit,
]


@pytest.mark.parametrize("search", FROM_THE_GOALS)
def test_goals_that_are_no_collection(search: Entry) -> None:
    with pytest.raises(ProblemError, match=r"goals=5 is no collection.*goals=\[5\]"):
        search(NUMBERS, goals=5)
    # These two were taken apart: there was no goal "c", and none that is 2.
    with pytest.raises(ProblemError, match=r"goals='cab' is one str.*goals=\['cab'\]"):
        search(WORDS, goals="cab")
    with pytest.raises(ProblemError, match=r"goals=\(2, 2\) looks like one state"):
        search(PAIRS, goals=(2, 2))
    search(WORDS, goals={"cab"})
    search(PAIRS, goals=((2, 2),))


@pytest.mark.parametrize("search", WITH_A_HEURISTIC)
@pytest.mark.parametrize("heuristic", [5, "manhattan", [0]])
def test_heuristics_that_are_no_functions(search: Entry, heuristic: object) -> None:
    with pytest.raises(ProblemError, match=r"heuristic=.* is no function. It takes a state"):
        search(NUMBERS, heuristic=heuristic)


def one(*_: object) -> int:
    return 1


recorder: Entry = Recorder
trace: Entry = Trace
fingerprints: Entry = FingerprintCheck
OTHERS: list[tuple[Entry, str]] = [
    (
        partial(bidirectional_a_star_search, NUMBERS, backward_heuristic=5),
        "backward_heuristic=5 is no function",
    ),
    (partial(best_first_search, NUMBERS, priority=5), "priority=5 is no function"),
    (partial(best_first_search, NUMBERS, priority=None), "priority=None is no function"),
    (
        partial(compare, NUMBERS, searches=breadth_first_search),
        r"searches=<function .*is neither a list nor.*searches=\[...\]",
    ),
    (partial(compare, NUMBERS, searches="a_star"), "searches='a_star' is neither a list"),
    (partial(compare, NUMBERS, searches=["a_star"]), "searches: one='a_star' is no function"),
    (partial(compare, NUMBERS, searches={1: breadth_first_search}), "the key 1: the keys are"),
    (
        partial(compare, NUMBERS, checks=HashCheck()),
        r"checks=HashCheck\(.*neither a list nor.*checks=\[...\]",
    ),
    (partial(compare, NUMBERS, checks=None), "checks=None is neither a list"),
    (partial(compare, NUMBERS, limits=5), r"limits=5 are no limits: give Limits\(expanded"),
    (partial(audit, NUMBERS, limits=5), r"limits=5 are no limits"),
    (partial(audit, NUMBERS, key=5), "key=5 is no function"),
    (partial(audit, NUMBERS, name=one), "name=<function one.* is no text"),
    (partial(audit, NUMBERS, hash_seeds=5), "hash_seeds=5: a list of values"),
    (partial(audit, NUMBERS, hash_seeds="12"), "hash_seeds='12': a list of values"),
    (partial(audit, NUMBERS, hash_seeds=[1, -1]), "from 0 to 4294967295"),
    (partial(recorder, name=5), "Recorder: name=5 is no function"),
    (partial(trace, name="state"), "Trace: name='state' is no function"),
    (partial(fingerprints, to_bytes=5), r"to_bytes=5\) needs a function"),
    (
        partial(breadth_first_search, NUMBERS, duplicates=CustomCheck(dict, known="same")),  # type: ignore[arg-type]
        r"CustomCheck\(known='same'\).*Known.EQUALITY, Known.EQUIVALENCE, Known.DOMINANCE",
    ),
]


@pytest.mark.parametrize(("call", "said"), OTHERS, ids=[said for _, said in OTHERS])
def test_other_arguments(call: Entry, said: str) -> None:
    with pytest.raises(ERRORS, match=said):
        call()


@pytest.mark.parametrize("kind", [Recorder, Trace])
def test_names_that_are_no_text(kind: Callable[..., Any]) -> None:
    """A Recorder failed when it drew, long after the search."""
    with pytest.raises(
        SearchkitError, match=rf"{kind.__name__}\(name=...\).*for 1 it gave 1\..*str"
    ):
        breadth_first_search(NUMBERS, observer=kind(name=one))
    named = kind(name=str)
    breadth_first_search(NUMBERS, observer=named)
    assert str(named)


def test_a_single_search_in_a_list_or_by_name() -> None:
    listed = compare(NUMBERS, searches=iter([breadth_first_search]), checks=(None,), rounds=1)
    named = compare(NUMBERS, searches={"mine": breadth_first_search}, rounds=1)
    assert [row.search for row in (*listed, *named)] == ["breadth_first_search", "mine"]


@pytest.mark.parametrize("search", [bidirectional_search, bidirectional_a_star_search])
def test_the_function_that_gave_no_collection_is_named(search: Entry) -> None:
    """It was next_states that was named, whichever it was."""

    def five(_: object) -> Any:
        return 5

    forward = Problem(1, next_states=five, previous_states=lambda n: [n - 1], goals=[9])
    backward = Problem(1, next_states=lambda n: [n + 1], previous_states=five, goals=[9])
    for problem, name in ((forward, "next_states"), (backward, "previous_states")):
        with pytest.raises(TypeError) as raised:
            search(problem)
        assert f"searchkit: {name} must return something" in str(raised.value.__notes__)
        with pytest.raises(ProblemError, match=f"{name} gave 5; it must return something"):
            audit(problem, hash_seeds=None)
    with pytest.raises(TypeError) as raised:
        backward_search(backward)
    assert "searchkit: previous_states must return something" in str(raised.value.__notes__)
