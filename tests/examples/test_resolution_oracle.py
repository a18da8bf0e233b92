"""Whole boards, against the reference answers and against brute force."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.resolution import (
    FORWARD_SUBSUMPTION,
    Clause,
    Encoding,
    Entailment,
    Findings,
    Method,
    Order,
    Verdict,
    cnf,
    decide,
    parse_board,
    resolution,
)
from examples.resolution.report import text_report
from searchkit import (
    DuplicateCheck,
    HashCheck,
    Limits,
    LinearCheck,
    Observer,
    Search,
    SortedCheck,
)

if TYPE_CHECKING:
    from pathlib import Path

Oracle: TypeAlias = dict[str, list[dict[str, Any]]]

STATUS = {Verdict.MINE: "mine", Verdict.SAFE: "safe", Verdict.NEITHER: "unknown"}
HARD_AS_PRIME_IMPLICATES = {"random_54_4x5"}
HARD_AS_TRUTH_TABLE = {"random_46_6x5", "random_54_4x5", "eight", "zero_centre"}


@pytest.fixture(scope="module")
def oracle(shared_data: Path) -> Oracle:
    parts = json.loads((shared_data / "minesweeper/oracle.json").read_text("utf-8"))
    del parts["conventions"]
    return parts  # type: ignore[no-any-return]


def boards(oracle: Oracle, *kinds: str) -> list[dict[str, Any]]:
    found = [board for kind in kinds or oracle for board in oracle[kind]]
    assert found
    return found


def compare(expected: dict[str, Any], findings: Findings, *, decided: bool) -> None:
    """Compare with the reference, check every proof; a limit may leave things open."""
    name = expected["name"]
    for answer in findings.refutations:
        assert answer.proof[-1].clause == (), name
    if decided or findings.consistent is not None:
        assert findings.consistent is expected["consistent"], name
    if findings.consistent is False:
        assert findings.refutations, name
        assert not findings.decisions, name
        return
    assert len(findings.decisions) == len(expected["hidden"]), name
    for decision in findings.decisions:
        place = f"{name}: {decision.cell}"
        if decision.proved_by is not None:
            assert decision.proved_by.proof[-1].clause == (), place
        verdict = findings.verdict(decision)
        if decided or verdict is not Verdict.UNKNOWN:
            row, column = decision.cell
            assert STATUS.get(verdict) == expected["status"][f"{row},{column}"], place


def decide_all(expected: dict[str, Any], method: Method) -> Findings:
    board = parse_board("\n".join(expected["rows"]), expected["name"])
    return decide(board, board.cells, method)


def test_prime_implicates_shortest_first_agree_everywhere(oracle: Oracle) -> None:
    for expected in boards(oracle):
        if expected["name"] not in HARD_AS_PRIME_IMPLICATES:
            compare(expected, decide_all(expected, Method()), decided=True)


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("order", list(Order))
def test_seed_boards_agree_in_every_order(oracle: Oracle, order: Order, encoding: Encoding) -> None:
    for expected in boards(oracle, "seed"):
        findings = decide_all(expected, Method(encoding=encoding, order=order))
        compare(expected, findings, decided=True)


@pytest.mark.parametrize("check", [HashCheck(), SortedCheck(), LinearCheck()])
def test_seed_boards_agree_without_subsumption(
    oracle: Oracle, check: DuplicateCheck[Clause]
) -> None:
    limits = Limits(expanded=100)
    for expected in boards(oracle, "seed"):
        findings = decide_all(expected, Method(duplicates=check, limits=limits))
        compare(expected, findings, decided=False)


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("expanded", [0, 4, 20, pytest.param(100, marks=pytest.mark.slow)])
def test_a_limit_never_makes_an_answer_wrong(
    oracle: Oracle, order: Order, encoding: Encoding, expanded: int
) -> None:
    method = Method(encoding=encoding, order=order, limits=Limits(expanded=expanded))
    for expected in boards(oracle):
        if len(expected["hidden"]) < 12 or expanded == 100:
            compare(expected, decide_all(expected, method), decided=False)


def test_inconsistent_boards_are_reported_first(oracle: Oracle) -> None:
    for encoding in Encoding:
        for expected in boards(oracle, "inconsistent"):
            findings = decide_all(expected, Method(encoding=encoding))
            compare(expected, findings, decided=True)
            assert len(findings.refutations) == 1


def test_a_cell_next_to_no_number_is_open() -> None:
    board = parse_board(". . .\n. . .")
    findings = decide(board, board.cells)
    assert {findings.verdict(decision) for decision in findings.decisions} == {Verdict.NEITHER}


def test_a_cell_that_is_mine_and_safe_proves_a_board_inconsistent() -> None:
    """The refutation of the board alone takes 7 expansions, one too many for the limit."""
    board = parse_board("0 2\n. .\n3 2")
    method = Method(Encoding.TRUTH_TABLE, limits=Limits(expanded=6))
    findings = decide(board, board.cells, method)
    assert findings.consistent is False
    assert findings.decisions == ()
    assert [answer.assumed for answer in findings.refutations] == [((-1,),), ((1,),)]
    for answer in findings.refutations:
        assert answer.proof[-1].clause == ()


def test_what_follows_is_no_verdict_until_the_board_is_known_to_be_consistent() -> None:
    board = parse_board("0 2\n. .\n3 2")
    for size in range(7):
        method = Method(Encoding.TRUTH_TABLE, limits=Limits(expanded=size))
        findings = decide(board, board.cells, method)
        for decision in findings.decisions:
            assert findings.verdict(decision) is Verdict.UNKNOWN


def test_a_literal_that_does_not_follow_proves_a_board_consistent() -> None:
    """The board alone takes 5 expansions, one too many; "cell 1 is a mine" fails after 3."""
    board = parse_board(". 0 .")
    method = Method(Encoding.TRUTH_TABLE, limits=Limits(expanded=4))
    assert method.ask(cnf(board, method.encoding), ()).entailment is Entailment.UNKNOWN
    findings = decide(board, board.cells, method)
    assert findings.consistent is True


class StopsTheSecondSearch(Observer[Clause, int | None, int]):
    """Does what Ctrl-C does, in the second of several searches."""

    def __init__(self) -> None:
        self.searches: list[Search[Clause, int | None, int]] = []

    def started(self, search: Search[Clause, int | None, int], /) -> None:
        self.searches.append(search)

    def expanding(self, _number: int, _state: Clause, /) -> None:
        if len(self.searches) == 2:
            self.searches[1].stop()


def test_an_interruption_ends_all_searches() -> None:
    board = parse_board("1 1 0\n? 1 ?\n1 1 0")
    observer = StopsTheSecondSearch()
    findings = decide(board, board.cells, Method(observer=observer))
    assert len(observer.searches) == 2
    assert findings.interrupted
    assert findings.consistent is True
    assert [findings.verdict(decision) for decision in findings.decisions] == [Verdict.UNKNOWN]
    report = list(text_report("board", findings, Method(), proofs=True))
    assert "row 1, column 0: unknown (interrupted) (1 clause expanded)" in report
    assert "Interrupted: the search was not finished, and cells may be missing." in report


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(
            st.text("..?0123", min_size=width, max_size=width), min_size=2, max_size=3
        )
    ),
    st.sampled_from(list(Order)),
    st.sampled_from(list(Encoding)),
)
def test_small_boards_agree_with_trying_everything(
    rows: list[str], order: Order, encoding: Encoding
) -> None:
    board = parse_board("\n".join(rows))
    layouts = [
        mines
        for mines in product((False, True), repeat=len(board.cells))
        if all(
            sum(mines[variable - 1] for variable in number.hidden) == number.mines
            for number in board.numbers()
        )
    ]
    method = Method(encoding, order, FORWARD_SUBSUMPTION, Limits(expanded=400))
    findings = decide(board, board.cells, method)
    assert findings.consistent in (bool(layouts), None)
    for decision in findings.decisions:
        seen = {layout[decision.variable - 1] for layout in layouts}
        expected = {
            frozenset({True}): Verdict.MINE,
            frozenset({False}): Verdict.SAFE,
            frozenset({True, False}): Verdict.NEITHER,
        }.get(frozenset(seen), Verdict.UNKNOWN)
        assert findings.verdict(decision) in (expected, Verdict.UNKNOWN)


# --- what takes longer ----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_hardest_board_agrees_too(oracle: Oracle) -> None:
    for expected in boards(oracle):
        if expected["name"] in HARD_AS_PRIME_IMPLICATES:
            compare(expected, decide_all(expected, Method()), decided=True)


def test_one_cell_of_the_hardest_board(oracle: Oracle) -> None:
    (expected,) = (b for b in boards(oracle) if b["name"] in HARD_AS_PRIME_IMPLICATES)
    board = parse_board("\n".join(expected["rows"]))
    (cell,) = (c for c in board.cells[:1])
    findings = decide(board, [cell])
    (decision,) = findings.decisions
    assert STATUS[findings.verdict(decision)] == expected["status"][f"{cell.row},{cell.column}"]


@pytest.mark.slow
@pytest.mark.parametrize("order", list(Order))
def test_prime_implicates_agree_in_every_order(oracle: Oracle, order: Order) -> None:
    method = Method(order=order, limits=Limits(seconds=60))
    for expected in boards(oracle):
        compare(expected, decide_all(expected, method), decided=False)


@pytest.mark.slow
def test_truth_tables_agree_where_no_limit_ends_them(oracle: Oracle) -> None:
    open_boards: list[str] = []
    for expected in boards(oracle):
        hard = expected["name"] in HARD_AS_TRUTH_TABLE
        limits = Limits(seconds=2) if hard else None
        findings = decide_all(expected, Method(encoding=Encoding.TRUTH_TABLE, limits=limits))
        compare(expected, findings, decided=not hard)
        if findings.limited:
            open_boards.append(expected["name"])
    assert set(open_boards) <= HARD_AS_TRUTH_TABLE


def test_entailment_is_told_from_not_knowing() -> None:
    clauses = cnf("2 .\n. .")
    assert resolution(clauses, (1, 2)).entailment is Entailment.ENTAILED
    assert resolution(clauses, 1).entailment is Entailment.NOT_ENTAILED
    limited = resolution(clauses, 1, limits=Limits(expanded=2))
    assert limited.entailment is Entailment.UNKNOWN
    assert not limited
