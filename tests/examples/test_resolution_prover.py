"""The prover: against truth tables, in all orders, with every check, and its proofs checked."""

from __future__ import annotations

import doctest
import importlib
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.resolution import (
    FORWARD_SUBSUMPTION,
    Answer,
    Clause,
    Entailment,
    Order,
    ProofError,
    ProofLine,
    SubsumptionIndex,
    check_proof,
    cnf,
    normalised,
    resolution,
)
from examples.resolution.prover import resolvents
from searchkit import (
    BestFirst,
    Closed,
    CustomCheck,
    Derived,
    DuplicateCheck,
    HashCheck,
    Known,
    Limits,
    LinearCheck,
    NoCheck,
    NoPathError,
    Outcome,
    Problem,
    SortedCheck,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLES = 5

literals = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
raw_clauses = st.lists(literals, max_size=4)
clause_sets = st.lists(raw_clauses, max_size=12)
orders = st.sampled_from(list(Order))
checks: st.SearchStrategy[DuplicateCheck[Clause]] = st.sampled_from(
    [FORWARD_SUBSUMPTION, HashCheck(), SortedCheck(), LinearCheck()]
)


def true_in(clause: list[int], model: tuple[bool, ...]) -> bool:
    return any(model[abs(literal) - 1] == (literal > 0) for literal in clause)


def entails(clauses: list[list[int]], alpha: list[int]) -> bool:
    """Answer by the truth table."""
    return all(
        true_in(alpha, model)
        for model in product((False, True), repeat=VARIABLES)
        if all(true_in(clause, model) for clause in clauses)
    )


# --- answers --------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(clause_sets, raw_clauses, orders, checks)
def test_agrees_with_the_truth_table(
    kb: list[list[int]], alpha: list[int], order: Order, check: DuplicateCheck[Clause]
) -> None:
    answer = resolution(kb, alpha, order=order, duplicates=check)
    expected = entails(kb, alpha)
    assert bool(answer) == expected
    assert answer.entailment is (Entailment.ENTAILED if expected else Entailment.NOT_ENTAILED)
    if expected:
        inputs = [*kb, *([-literal] for literal in alpha)]
        check_proof(answer.proof, inputs)
    else:
        with pytest.raises(NoPathError):
            _ = answer.proof


@settings(max_examples=100, deadline=None)
@given(clause_sets, orders, st.integers(0, 12))
def test_a_limit_never_gives_a_wrong_answer(kb: list[list[int]], order: Order, size: int) -> None:
    for limits in (Limits(expanded=size), Limits(stored=size)):
        answer = resolution(kb, (), order=order, limits=limits)
        if answer.entailment is Entailment.UNKNOWN:
            assert answer.result.ended is Outcome.LIMIT
            assert not answer.interrupted
        else:
            assert bool(answer) == entails(kb, [])


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize(
    ("kb", "alpha", "expected"),
    [
        ([], (), False),  # nothing at all is consistent
        ([], 1, False),
        ([()], (), True),  # an empty clause in the input is a refutation
        ([(1,), (), (2,)], 7, True),
        ([(1,)], 1, True),
        ([(1,)], (1,), True),
        ([(1,)], -1, False),
        ([(1,)], (2, 1), True),
        ([(1, -1)], 1, False),  # a tautology says nothing
        ([], (1, -1), True),  # and follows from nothing
        ([(2, 1, 2)], (1, 2), True),
        ([(1,), (-1,)], 9, True),  # a contradiction entails everything
        ([(1, 2), (-1, 2), (1, -2), (-1, -2)], (), True),
        ([(1, 2), (-1, 2), (1, -2)], (), False),
        ([(1, 2, 3), (1, 2, -3), (1, -2, 3), (-1, 2, 3), (-1, -2, -3)], (1, 2), True),
    ],
)
def test_small_cases(
    kb: list[Clause], alpha: int | Clause, order: Order, *, expected: bool
) -> None:
    assert bool(resolution(kb, alpha, order=order)) is expected


def test_inputs_may_be_generators_and_are_not_changed() -> None:
    kb = [[2, 1, 2], [-1]]
    assert resolution((iter(clause) for clause in kb), iter([2]))
    assert kb == [[2, 1, 2], [-1]]


def test_the_negation_is_kept_apart() -> None:
    answer = resolution([(3, 1), (1, 3), (2, -2)], (2, -1, 2))
    assert answer.inputs == ((1, 3), (-2,), (1,))
    assert answer.assumed == ((-2,), (1,))


@pytest.mark.parametrize(
    ("kb", "alpha", "error", "message"),
    [
        ([(1, 0)], 1, ValueError, "0 is not a literal, in the clause"),
        ([], 0, ValueError, "0 is not a literal"),
        ([("1",)], 1, TypeError, "'1' is not a literal"),
        ([(True,)], 1, TypeError, "True is not a literal"),
        ([1, 2], 1, TypeError, r"1 is not a clause; a clause of one literal is \(1,\)"),
    ],
)
def test_what_is_no_clause_is_refused(
    kb: list[Clause], alpha: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        resolution(kb, alpha)


def test_an_order_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'longest' is not a valid Order"):
        resolution([], 1, order="longest")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("literals", "expected"),
    [([], ()), ([3, -1, 3], (-1, 3)), ([-2, 1], (1, -2)), ([1, 2, -1], None)],
)
def test_literals_are_normalised(literals: list[int], expected: Clause | None) -> None:
    assert normalised(literals) == expected


# --- the order ------------------------------------------------------------------------------------

STEPS = [(1, 2, 3), (4,), (-4, 5), (6, 7, 8, 9)]


@pytest.mark.parametrize(
    ("order", "expansions"),
    [
        ("queue", [(1, 2, 3), (4,), (-4, 5), (6, 7, 8, 9), (5,)]),
        # the resolvent (5,) is newer than all inputs
        ("stack", [(6, 7, 8, 9), (-4, 5), (4,), (5,), (1, 2, 3)]),
        # it does not overtake the inputs, which were sorted once
        ("sorted", [(4,), (-4, 5), (1, 2, 3), (6, 7, 8, 9), (5,)]),
        ("shortest", [(4,), (-4, 5), (5,), (1, 2, 3), (6, 7, 8, 9)]),
    ],
)
def test_clauses_are_taken_in_the_order_asked_for(
    order: str, expansions: list[Clause], monkeypatch: pytest.MonkeyPatch
) -> None:
    prover = importlib.import_module("examples.resolution.prover")
    taken: list[Clause] = []

    def listening(given: Clause, closed: Closed[Clause]) -> Iterator[Derived[Clause, int | None]]:
        taken.append(given)
        return resolvents(given, closed)

    monkeypatch.setattr(prover, "resolvents", listening)
    assert not resolution(STEPS, (), order=Order(order))
    assert taken == expansions


# --- subsumption ----------------------------------------------------------------------------------

proper_clauses = st.lists(raw_clauses.map(normalised).filter(lambda c: c is not None), max_size=30)


@settings(max_examples=300, deadline=None)
@given(proper_clauses, st.lists(raw_clauses.map(normalised).filter(lambda c: c is not None)))
def test_the_index_finds_what_comparing_with_all_finds(
    clauses: list[Clause], questions: list[Clause]
) -> None:
    index = SubsumptionIndex()
    stored: list[Clause] = []
    for clause in clauses:
        known = index.get(clause)
        subsumers = [n for n, other in enumerate(stored) if set(other) <= set(clause)]
        assert known in subsumers if subsumers else known is None
        assert (clause in index) == bool(subsumers)
        if known is None:
            index[clause] = len(stored)
            stored.append(clause)
    assert len(index) == len(stored)
    for question in questions:
        subsumers = [n for n, other in enumerate(stored) if set(other) <= set(question)]
        known = index.get(question)
        assert known in subsumers if subsumers else known is None
    for number, clause in enumerate(stored):
        # asked again when a node is selected: another number than its own if there is a better one
        better = any(set(other) < set(clause) for other in stored)
        assert (index.get(clause) != number) == better


def test_a_clause_that_waits_is_asked_about_again_when_its_turn_comes() -> None:
    """(1, 2) is made while (1, 2, 3) waits, and stands for it from then on."""
    kb = [(4,), (1, 2, -4), (1, 2, 3)]
    with_subsumption = resolution(kb, ()).result.statistics
    with_equality = resolution(kb, (), duplicates=HashCheck()).result.statistics
    assert (with_subsumption.expanded, with_subsumption.stale) == (3, 1)
    assert (with_equality.expanded, with_equality.stale) == (4, 0)


def test_a_clause_that_is_subsumed_when_made_is_not_stored() -> None:
    """(1, 2) and (-2, 3) give (1, 3), which says less than the (1,) that is known."""
    kb = [(1,), (2, 4), (-2, 1, 3)]
    assert resolution(kb, ()).result.statistics.stored == 2
    kb = [(2, 4), (1, 4), (-2, 1)]
    statistics = resolution(kb, ()).result.statistics
    assert (statistics.stored, statistics.generated, statistics.duplicates) == (3, 1, 1)


def test_subsumption_saves_work() -> None:
    kb = cnf("2 . 1\n. . .\n1 . .")
    subsumption = resolution(kb, ()).result
    equality = resolution(kb, (), duplicates=HashCheck()).result
    assert subsumption.complete
    assert equality.complete
    assert subsumption.statistics.expanded * 4 < equality.statistics.expanded


def test_without_a_check_a_refutation_is_found_and_a_limit_ends_the_rest() -> None:
    found: Answer = resolution(
        [(1, 2), (-1, 2)], 2, duplicates=NoCheck(), limits=Limits(expanded=50)
    )
    assert found
    endless = resolution(
        [(1, 2), (-1, -2), (1, -2)], -1, duplicates=NoCheck(), limits=Limits(expanded=50)
    )
    assert endless.entailment is Entailment.UNKNOWN


# --- proofs ---------------------------------------------------------------------------------------

INPUTS = [(1, 2), (-1, 2), (-2,)]
PROOF = [
    ProofLine(1, (1, 2), (), None),
    ProofLine(2, (-1, 2), (), None),
    ProofLine(3, (2,), (1, 2), 1),
    ProofLine(4, (-2,), (), None),
    ProofLine(5, (), (4, 3), 2),
]


def test_a_right_proof_passes() -> None:
    check_proof(PROOF, INPUTS)


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        (0, ProofLine(1, (1,), (), None), r"line 1: \(1,\) is not among the inputs"),
        (2, ProofLine(3, (2,), (1, 2), 2), "line 3: .* is not the resolvent of lines 1 and 2 on"),
        (2, ProofLine(3, (1, 2), (1, 2), 1), "line 3: .* is not the resolvent"),
        (2, ProofLine(3, (), (1, 2), 1), "line 3: .* is not the resolvent"),
        (2, ProofLine(3, (2,), (1, 5), 1), "line 3: it rests on line 5, not proved before it"),
        (2, ProofLine(3, (2,), (3, 2), 1), "line 3: it rests on line 3, not proved before it"),
        (2, ProofLine(3, (2,), (1,), 1), "line 3: a resolvent has two premises and a variable"),
        (2, ProofLine(3, (2,), (1, 2), None), "line 3: a resolvent has two premises"),
        (3, ProofLine(3, (-2,), (), None), "line 3: there are two lines of this number"),
        (4, ProofLine(5, (2, -2), (1, 4), 1), "line 5: .* is not the resolvent"),
        (4, ProofLine(5, (2,), (), None), r"line 5: \(2,\) is not among the inputs"),
        (4, ProofLine(5, (-2,), (), None), "the last line of the proof is not the empty clause"),
    ],
)
def test_a_wrong_proof_is_refused(line: int, instead: ProofLine, message: str) -> None:
    proof = [*PROOF[:line], instead, *PROOF[line + 1 :]]
    with pytest.raises(ProofError, match=message):
        check_proof(proof, INPUTS)


def test_a_proof_of_nothing_is_refused() -> None:
    with pytest.raises(ProofError, match="the last line"):
        check_proof([], INPUTS)
    with pytest.raises(ProofError, match="line 1"):
        check_proof([ProofLine(1, (), (), None)], INPUTS)


def test_parents_are_kept_when_a_clause_is_made_again() -> None:
    """Were a clause given new parents whenever it comes "cheaper", its proof could be a circle."""
    kb = cnf("? . . . 0\n. 4 2 1 .\n. 2 0 0 .")
    for order in Order:
        answer = resolution(
            kb, (), order=order, duplicates=HashCheck(), limits=Limits(expanded=300)
        )
        assert answer.result.statistics.expanded == 300
        assert answer.result.statistics.reopened == 0


def test_a_proof_may_use_a_clause_that_was_subsumed_later() -> None:
    """The parents of a node stay, though a better clause takes their place in the search."""
    kb = [(1, 2, 3), (-3, 1), (-1, 2), (-1, -2), (1, -2)]
    for order in Order:
        answer = resolution(kb, (), order=order)
        assert answer.proof[-1].clause == ()


# --- the search beneath ---------------------------------------------------------------------------


def test_a_proof_search_can_be_limited_and_go_on() -> None:
    kb = [(1, 2, 3), (1, 2, -3), (1, -2, 3), (-1, 2, 3), (-1, -2, -3), (-1,), (-2,)]
    whole = resolution(kb, ()).result
    search = BestFirst(
        Problem(starts=kb, next_steps=resolvents, is_goal=lambda c: not c, sees_closed=True),
        priority=lambda clause, _g: len(clause),
        duplicates=CustomCheck(SubsumptionIndex, known=Known.DOMINANCE),
    )
    runs = 0
    while not (result := search.run(Limits(expanded=1))):
        assert result.outcome is Outcome.LIMIT
        runs += 1
    assert runs >= 2
    assert result.derivation == whole.derivation
    assert result.statistics.expanded == whole.statistics.expanded


MODULES = ["__init__", "board", "clauses", "deciding", "encoding", "proof", "prover", "subsumption"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(f"examples.resolution.{name}".removesuffix(".__init__"))
    failed, attempted = doctest.testmod(module)
    assert attempted > 0
    assert failed == 0
