"""The given-clause loop, run by the library: does a set of clauses entail another clause?

To prove alpha, assume that it is false and look for a contradiction: add the negation of alpha to
the clauses, and resolve until the empty clause appears (alpha follows) or nothing new can be made
(it does not). The loop keeps two sets. It takes a *given clause* from the waiting ones, makes its
resolvents with all clauses taken before, puts those among the waiting, and goes on.

This is best-first search. The waiting clauses are the frontier, those taken before are the closed
nodes, and the parts of the loop are arguments of the library:

* a node is a clause, and the clauses at hand are the starts (``starts=``);
* the successors of a clause are its resolvents with the closed clauses (``sees_closed=True``),
  each `Derived` from two parents;
* the goal is the empty clause; it is tested when a clause is taken, inputs included;
* the duplicate check is subsumption, which is a dominance check;
* the priority says which clause is taken next.

There are finitely many clauses over finitely many variables, so that the loop comes to an end in
any order, given time. A search that a limit ended has decided nothing, and the answer says so.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from examples.resolution.clauses import Clause, normalised
from examples.resolution.proof import Proof, check_proof, proof_from
from examples.resolution.subsumption import SubsumptionIndex
from searchkit import (
    Closed,
    CustomCheck,
    Derived,
    DuplicateCheck,
    Known,
    Outcome,
    Problem,
    best_first_search,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from searchkit import Limits, Observer, Result

FORWARD_SUBSUMPTION: DuplicateCheck[Clause] = CustomCheck(SubsumptionIndex, known=Known.DOMINANCE)
"""A clause is dropped if a known one subsumes it: when it is made, and when its turn comes."""


class Order(Enum):
    """Which of the waiting clauses is taken next."""

    SHORTEST = "shortest"
    """The shortest; of equally short ones the oldest."""
    QUEUE = "queue"
    """The oldest."""
    STACK = "stack"
    """The newest."""
    SORTED = "sorted"
    """The oldest, where the inputs were sorted by length once at the start."""


OrderName: TypeAlias = Literal["shortest", "queue", "stack", "sorted"]


class Entailment(Enum):
    """What a run of the prover has shown."""

    ENTAILED = "entailed"
    """Proved: the contradiction was found."""
    NOT_ENTAILED = "not entailed"
    """Proved: everything was resolved with everything, and no contradiction appeared."""
    UNKNOWN = "unknown"
    """Nothing: a limit or Ctrl-C ended the search before."""


@frozen
class Answer:
    """The answer to one question, and the search that gave it.

    As a truth value it is true only if the entailment was proved.
    """

    entailment: Entailment
    inputs: tuple[Clause, ...]
    """What the search started from: the clauses, then the negation of what was to be proved."""
    assumed: tuple[Clause, ...]
    """The negation alone, one clause a literal."""
    result: Result[Clause, int | None, int]

    def __bool__(self) -> bool:
        return self.entailment is Entailment.ENTAILED

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""
        return self.result.ended is Outcome.STOPPED

    @property
    def proof(self) -> Proof:
        """The refutation, checked by a checker that knows nothing of the search.

        Raises:
            NoPathError: there is none, since nothing was proved.
            ProofError: the prover has made a mistake.
        """
        proof = proof_from(self.result.derivation)
        check_proof(proof, self.inputs)
        return proof


def resolution(
    kb: Iterable[Iterable[int]],
    alpha: int | Iterable[int],
    *,
    order: Order | OrderName = Order.SHORTEST,
    duplicates: DuplicateCheck[Clause] = FORWARD_SUBSUMPTION,
    limits: Limits | None = None,
    observer: Observer[Clause, int | None, int] | None = None,
) -> Answer:
    """Say whether clauses entail a clause, by refutation of its negation.

    Args:
        kb: The clauses, each a sequence of signed ints. They are sorted, and tautologies dropped.
        alpha: A literal, or a clause. The empty clause asks whether the clauses are inconsistent.
        order: Which clause is taken next.
        duplicates: How clauses that are not needed are recognised: by subsumption, or by equality
            if you give ``HashCheck()``, which is right too, and slower.
        limits: When to give up.
        observer: Somebody who watches the search.

    Note:
        Inconsistent clauses entail everything. Ask for the empty clause first.

        Memory for each clause kept; time for each pair of them. In the worst case their number is
        exponential in the number of variables.

    Raises:
        ValueError: a literal is 0, or there is no such order.
        TypeError: a literal is not an int.

    Example:
        >>> answer = resolution([(1, 2), (-1, 2)], 2)
        >>> bool(answer), answer.entailment
        (True, <Entailment.ENTAILED: 'entailed'>)
        >>> for line in answer.proof:
        ...     print(line.number, line.clause, line.premises)
        1 (-1, 2) ()
        2 (-2,) ()
        3 (-1,) (1, 2)
        4 (1, 2) ()
        5 (1,) (4, 2)
        6 () (3, 5)
        >>> resolution([(1, 2), (-1, 2)], (1,)).entailment
        <Entailment.NOT_ENTAILED: 'not entailed'>
    """
    order = Order(order)
    assumed = _proper_clauses((-literal,) for literal in _literals(alpha))
    inputs = (*_proper_clauses(kb), *assumed)
    problem = Problem(
        starts=sorted(inputs, key=len) if order is Order.SORTED else inputs,
        next_steps=resolvents,
        is_goal=_is_contradiction,
        sees_closed=True,
    )
    result = best_first_search(
        problem,
        priority=_length if order is Order.SHORTEST else _no_preference,
        ties="lifo" if order is Order.STACK else "fifo",
        duplicates=duplicates,
        limits=limits,
        observer=observer,
    )
    entailment = {
        Outcome.FOUND: Entailment.ENTAILED,
        Outcome.EXHAUSTED: Entailment.NOT_ENTAILED,
    }.get(result.outcome, Entailment.UNKNOWN)
    return Answer(entailment, inputs, assumed, result)


def resolvents(given: Clause, closed: Closed[Clause]) -> Iterator[Derived[Clause, int | None]]:
    """Give the resolvents of a clause with all those taken before, tautologies left out."""
    opposites = frozenset(-literal for literal in given)
    for number, other in closed.items():
        clashing = opposites.intersection(other)
        if len(clashing) == 1:  # with two clashes and more, the resolvents are tautologies
            (literal,) = clashing
            literals = {*given, *other}
            literals -= {literal, -literal}
            clause = tuple(sorted(literals, key=abs))
            yield Derived(clause, premises=(number,), action=abs(literal))


def _is_contradiction(clause: Clause) -> bool:
    return not clause


def _length(clause: Clause, _g: int) -> int:
    return len(clause)


def _no_preference(_clause: Clause, _g: int) -> int:
    return 0


def _literals(alpha: int | Iterable[int]) -> tuple[int, ...]:
    literals = (alpha,) if isinstance(alpha, int) else tuple(alpha)
    normalised(literals)  # refuses what is no literal; a tautology is welcome, and easily proved
    return tuple(dict.fromkeys(literals))


def _proper_clauses(clauses: Iterable[Iterable[int]]) -> tuple[Clause, ...]:
    proper: dict[Clause, None] = {}
    for literals in clauses:
        if isinstance(literals, int):
            raise TypeError(f"{literals} is not a clause; a clause of one literal is ({literals},)")
        clause = normalised(literals)
        if clause is not None:
            proper[clause] = None
    return tuple(proper)
