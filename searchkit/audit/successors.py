"""Checks of the functions: states changed in place, answers that vary, steps there and back."""

from __future__ import annotations

from itertools import islice
from typing import Any

from searchkit.audit.answers import Given
from searchkit.audit.checks import Notes
from searchkit.audit.content import Look, alike, content_or_none, equal, is_a, shown
from searchkit.audit.report import Fault
from searchkit.audit.walk import MOST_SUCCESSORS, Walk, iterated
from searchkit.protocols import Step

_MOST_REVERSED = 300


def check_mutation(walk: Walk, notes: Notes) -> None:
    """Report the state that was changed in place, where the walk met one."""
    if walk.mutated is not None:
        text = walk.mutated
        notes.found(
            Fault.MUTATION,
            f"{text[0].upper()}{text[1:]} What is stored under the old value is never found "
            "again, and paths show states that were never there.",
            "build a new state for each step: copy first, then change the copy (list(self.board), "
            "_replace, attrs.evolve), and best make the class immutable.",
        )


def check_repeat(walk: Walk, notes: Notes) -> None:
    """Report calls that answered differently when they were made again."""
    if not walk.differences:
        return
    real = [d for d in walk.differences if not d.only_order]
    examples = real or walk.differences
    first = min(examples, key=lambda d: (walk.size(d.number), len(d.what)))
    way = (
        "give the successors in an order of their own: sort them, or use a list in place of a set."
        if first.only_order
        else "let the answer depend on the state alone: no random numbers, no list of visited "
        "states (the duplicate check does that), no iterator that is used up."
    )
    notes.found(
        Fault.REPEAT,
        f"for {shown(walk.states[first.number])} ({walk.where(first.number)}), {first.what}.",
        way,
        count=len(examples),
    )


def check_goals(walk: Walk, notes: Notes) -> None:
    """Compare the goals that are named with what ``is_goal`` says."""
    goals = walk.problem.goals
    if not goals or walk.problem.names_all_goals:
        notes.skip(Fault.GOALS, "the problem does not give both goals= and is_goal=.")
        return
    wrong = [
        f"{shown(goal)} is one of goals=, but is_goal says no."
        for goal in goals
        if not walk.is_goal(goal)
    ]
    named = {content_or_none(goal) for goal in goals}
    wrong += [
        f"{shown(state)} ({walk.where(number)}) is a goal for is_goal, but not one of goals=."
        for number, state in ((n, walk.states[n]) for n in sorted(walk.goals)[:_MOST_REVERSED])
        if (walk.contents[number] is None or walk.contents[number] not in named)
        and not any(alike(state, goal) for goal in goals)
    ]
    if wrong:
        notes.found(
            Fault.GOALS,
            f"{wrong[0]} A bidirectional search starts from goals=, and every other search asks "
            "is_goal: they give different answers.",
            "name in goals= all states for which is_goal is true, and no other; or leave is_goal "
            "out, and goals= says what a goal is.",
            count=len(wrong),
        )


def check_inverse(walk: Walk, notes: Notes) -> None:
    """Compare the steps forward with the steps backward."""
    problem = walk.problem
    function: Any = problem.previous_steps or problem.previous_states
    if function is None:
        notes.skip(Fault.INVERSE, "the problem has no previous_states or previous_steps.")
        return
    if problem.sees_closed:
        notes.skip(Fault.INVERSE, "the successors depend on the closed nodes.")
        return
    if walk.cut:
        notes.skip(Fault.INVERSE, f"{shown(walk.cut[0])} has too many successors to look at.")
        return
    backward = _Backward(walk, problem.bind(function), labelled=function is problem.previous_steps)
    examples: list[tuple[tuple[int, int, int], str]] = []
    for number in list(walk.edges)[:_MOST_REVERSED]:
        if walk.out_of_time:
            notes.skip(Fault.INVERSE, "time ran out before all steps were compared.")
            break
        examples += [(walk.size(number), text) for text in backward.missing_before(number)]
        examples += [(walk.size(number), text) for text in backward.missing_after(number)]
        if backward.mutated is not None:
            walk.mutated = backward.mutated
            check_mutation(walk, notes)
            notes.skip(Fault.INVERSE, "the backward function changes states in place.")
            return
    if examples:
        _, text = min(examples, key=lambda example: (example[0], len(example[1])))
        notes.found(
            Fault.INVERSE,
            text,
            "let each give exactly the steps of the other, turned round. Backward and "
            "bidirectional searches miss paths, or invent some, otherwise.",
            count=len(examples),
        )


class _Backward:
    def __init__(self, walk: Walk, function: Any, *, labelled: bool) -> None:
        self.walk = walk
        self.function = function
        self.labelled = labelled
        self.costs_count = labelled and walk.problem.next_steps is not None
        self.known: dict[int, list[Given]] = {}
        self.mutated: str | None = None

    def before(self, number: int) -> list[Given]:
        """Ask what leads to a node, once."""
        if number not in self.known:
            state = self.walk.states[number]
            look = Look.at(state)
            try:
                name = "previous_steps" if self.labelled else "previous_states"
                steps_back = iterated(self.function(state), name)
                answer: list[Any] = list(islice(steps_back, MOST_SUCCESSORS))
            except Exception as error:
                error.add_note(f"searchkit: while auditing what comes before {look.text}")
                raise
            if self.mutated is None and look.changed(state):
                self.mutated = (
                    f"asking {look.text} for what comes before it changed the state itself; it is "
                    f"now {shown(state)}."
                )
            steps: list[Given] = []
            for step in answer:
                if self.labelled and is_a(step, Step):
                    label: Any = step
                    steps.append(Given(label.state, label.cost, label.action))
                else:
                    steps.append(Given(step, 1, None))
            self.known[number] = steps
        return self.known[number]

    def missing_before(self, number: int) -> list[str]:
        """Find steps from this node that the backward function does not give."""
        walk, state = self.walk, self.walk.states[number]
        texts: list[str] = []
        for edge in walk.edges[number]:
            back = [g for g in self.before(edge.target) if self._is(g.state, number)]
            after = shown(walk.states[edge.target])
            if not back:
                texts.append(
                    f"{shown(state)} is followed by {after}, but is not among the "
                    f"states before {after}."
                )
            elif self.costs_count and not any(g.cost == edge.cost for g in back):
                texts.append(
                    f"the step from {shown(state)} to {after} costs {edge.cost!r} forward and "
                    f"{back[0].cost!r} backward."
                )
        return texts

    def missing_after(self, number: int) -> list[str]:
        """Find backward steps from this node that the forward function does not give."""
        walk, state = self.walk, self.walk.states[number]
        texts: list[str] = []
        for given in self.before(number):
            earlier = walk.find(given.state, content_or_none(given.state))
            if earlier in walk.edges:
                there = any(edge.target == number for edge in walk.edges[earlier])
            else:
                there = any(self._is(g.state, number) for g in walk.read(given.state))
            if not there:
                texts.append(
                    f"{shown(given.state)} is said to come before {shown(state)}, but is not "
                    "followed by it."
                )
        return texts

    def _is(self, state: Any, number: int) -> bool:
        walk = self.walk
        return walk.find(state, content_or_none(state)) == number or bool(
            equal(state, walk.states[number])
        )
