"""Checks of costs and heuristic against true costs.

True costs come from the goals backward over the part that was explored. What is claimed is proved
by paths that were found: a heuristic is called too high only where some path from there costs
less.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Any, NamedTuple

from searchkit.audit.checks import Notes
from searchkit.audit.content import content_or_none, shown
from searchkit.audit.report import Fault, Severity
from searchkit.audit.walk import Walk

_ROUNDING = 0.01
_NOISE = 1e-9
SEES_CLOSED = "the successors depend on the closed nodes, so that no path has a cost of its own."


def check_costs(walk: Walk, notes: Notes) -> bool:
    """Look for negative costs and such; False where costs cannot be relied on."""
    if walk.problem.next_steps is None:
        return True
    zero: Any = walk.problem.zero
    wrong: list[tuple[int, int, str]] = []
    for number, edges in walk.edges.items():
        for edge in edges:
            try:
                if edge.cost != edge.cost:
                    what = "which is not a number"
                elif edge.cost < zero:
                    what = "which is negative"
                else:
                    _ = zero + edge.cost
                    continue
            except Exception as error:  # noqa: BLE001  a + or < of somebody's own
                what = f"which does not go with {zero!r}, the zero of the costs ({error})"
            wrong.append((number, edge.target, f"has the cost {edge.cost!r}, {what}"))
    if not wrong:
        return True
    number, target, text = min(wrong, key=lambda w: (walk.size(w[0]), len(w[2])))
    notes.found(
        Fault.COST,
        f"the step from {shown(walk.states[number])} to {shown(walk.states[target])} {text}. "
        "Every search refuses it.",
        "mend next_steps; add a constant to all costs where every path has the same number of "
        "steps; say Problem(..., zero=...) where costs are no plain numbers.",
        count=len(wrong),
    )
    return False


class Ways(NamedTuple):
    """Costs to the nearest of some nodes, and the next node on the way there."""

    costs: dict[int, Any]
    following: dict[int, int]

    def steps(self, number: int) -> list[int]:
        """Give the way from a node."""
        way = [number]
        while way[-1] in self.following:
            way.append(self.following[way[-1]])
        return way


def costs_to(walk: Walk, targets: Iterable[int]) -> Ways:
    """Compute the cheapest way from each node to the nearest of these: Dijkstra, backward."""
    before: dict[int, list[tuple[int, Any]]] = {}
    for number, edges in walk.edges.items():
        for edge in edges:
            before.setdefault(edge.target, []).append((number, edge.cost))
    zero: Any = walk.problem.zero
    costs: dict[int, Any] = dict.fromkeys(targets, zero)
    following: dict[int, int] = {}
    count = 0
    heap: list[tuple[Any, int, int]] = []
    for number in costs:
        heap.append((zero, count, number))
        count += 1
    done: set[int] = set()
    while heap:
        cost, _, number = heappop(heap)
        if number in done:
            continue
        done.add(number)
        for earlier, step in before.get(number, []):
            through = step + cost
            if earlier not in costs or through < costs[earlier]:
                costs[earlier] = through
                following[earlier] = number
                heappush(heap, (through, count, earlier))
                count += 1
    return Ways(costs, following)


def exceeds(one: Any, other: Any) -> bool:
    """Say whether a value is above another by more than the noise of float addition."""
    if not other < one:
        return False
    if isinstance(one, float) or isinstance(other, float):
        return not math.isclose(one, other, rel_tol=_NOISE, abs_tol=1e-12)
    return True


def check_heuristic(walk: Walk, notes: Notes) -> None:
    """Compare the heuristic with the costs of paths found, and with itself over each step."""
    checks = (Fault.HEURISTIC, Fault.GOAL_HEURISTIC, Fault.INADMISSIBLE, Fault.INCONSISTENT)
    if walk.heuristic is None:
        for check in checks:
            notes.skip(check, "the problem has no heuristic.")
        return
    if not _are_numbers(walk, notes):
        for check in checks[1:]:
            notes.skip(check, "the heuristic gives no number.")
        return
    try:
        _check_goals(walk, notes)
        if walk.problem.sees_closed:
            for check in checks[2:]:
                notes.skip(check, SEES_CLOSED)
            return
        _check_admissible(walk, notes)
        if notes.has(Fault.INADMISSIBLE):
            notes.skip(Fault.INCONSISTENT, "it is too high, so it cannot be consistent.")
        else:
            _check_consistent(walk, notes)
    except TypeError as error:
        for check in checks:
            notes.skip(check, f"the heuristic cannot be compared with the costs ({error}).")


def _are_numbers(walk: Walk, notes: Notes) -> bool:
    """Say whether each value can be compared with the costs, as every search must."""
    zero: Any = walk.problem.zero
    wrong: list[int] = []
    for number, estimate in enumerate(walk.estimates):
        try:
            _ = bool(zero < estimate), bool(estimate < zero)
        except Exception:  # noqa: BLE001  a < of somebody's own
            wrong.append(number)
    if not wrong:
        return True
    number = min(wrong, key=walk.size)
    notes.found(
        Fault.HEURISTIC,
        f"the heuristic of {shown(walk.states[number])} ({walk.where(number)}) is "
        f"{shown(walk.estimates[number])}, which cannot be compared with {zero!r}, the zero of "
        "the costs.",
        "give a number for every state, on every branch (a function without return gives None); "
        "math.inf says that no goal can be reached.",
        count=len(wrong),
    )
    return False


def _check_goals(walk: Walk, notes: Notes) -> None:
    if not walk.goals:
        notes.skip(Fault.GOAL_HEURISTIC, no_goal(walk))
        return
    zero = walk.problem.zero
    wrong = [
        n
        for n in walk.goals
        if not walk.estimates[n] == walk.estimates[n]  # noqa: SIM201
        or exceeds(walk.estimates[n], zero)
        or exceeds(zero, walk.estimates[n])
    ]
    if wrong:
        number = min(wrong, key=walk.size)
        notes.found(
            Fault.GOAL_HEURISTIC,
            f"{shown(walk.states[number])} is a goal ({walk.where(number)}), and its heuristic is "
            f"{walk.estimates[number]!r}.",
            "nothing is left to pay at a goal: let the heuristic give 0 there.",
            count=len(wrong),
        )


def no_goal(walk: Walk) -> str:
    """Say why there are no true costs."""
    if walk.complete:
        return "no goal can be reached."
    return f"no goal was met among {len(walk.states):,} states; give larger limits=."


def _check_admissible(walk: Walk, notes: Notes) -> None:
    estimates = walk.estimates
    nans = [n for n in range(len(estimates)) if estimates[n] != estimates[n]]
    if nans:
        number = min(nans, key=walk.size)
        notes.found(
            Fault.INADMISSIBLE,
            f"the heuristic of {shown(walk.states[number])} ({walk.where(number)}) is not a number "
            "(NaN). Searches refuse it.",
            "give a number for every state; math.inf says that no goal can be reached.",
            count=len(nans),
        )
        return
    if not walk.goals:
        notes.skip(Fault.INADMISSIBLE, no_goal(walk))
        return
    ways = costs_to(walk, walk.goals)
    wrong = [
        n for n, cost in ways.costs.items() if n not in walk.goals and exceeds(estimates[n], cost)
    ]
    if not wrong:
        return

    def size(number: int) -> tuple[int, int]:
        way = ways.steps(number)
        return (len(way), sum(len(shown(walk.states[n])) for n in way))

    number = min(wrong, key=size)
    cost = ways.costs[number]
    way = " -> ".join(shown(walk.states[n]) for n in ways.steps(number))
    hint = ""
    if all(_nearly(estimates[n], ways.costs[n]) for n in wrong):
        hint = (
            " The difference is small everywhere, as it is when costs are rounded: a diagonal "
            "step typed as 1.414 is cheaper than math.sqrt(2). Write the costs exactly, or scale "
            "the heuristic down a little (0.999 * h)."
        )
    notes.found(
        Fault.INADMISSIBLE,
        f"the heuristic of {shown(walk.states[number])} is {estimates[number]!r}, and this path to "
        f"a goal costs {cost!r}: {way}. A* may give a path that is not the cheapest and call it "
        f"optimal.{hint}",
        "let the heuristic never say more than the cheapest way costs: the cost of an easier "
        "problem is such an estimate.",
        count=len(wrong),
    )


def _nearly(estimate: Any, cost: Any) -> bool:
    if not (isinstance(estimate, float) or isinstance(cost, float)):
        return False
    return math.isclose(estimate, cost, rel_tol=_ROUNDING)


def _check_consistent(walk: Walk, notes: Notes) -> None:
    estimates = walk.estimates
    wrong = [
        (number, edge)
        for number, edges in walk.edges.items()
        for edge in edges
        if exceeds(estimates[number], edge.cost + estimates[edge.target])
    ]
    if not wrong:
        return
    number, edge = min(wrong, key=lambda w: (walk.size(w[0]), len(shown(walk.states[w[1].target]))))
    notes.found(
        Fault.INCONSISTENT,
        f"the step from {shown(walk.states[number])} to {shown(walk.states[edge.target])} costs "
        f"{edge.cost!r}, but the heuristic falls by more, from {estimates[number]!r} to "
        f"{estimates[edge.target]!r}. A* stays right as long as it may reopen states, which takes "
        "longer; with reopen=False it does not.",
        "let the heuristic fall by no more than a step costs, or take the larger of h(state) and "
        "h(parent) - cost.",
        severity=Severity.WARNING,
        count=len(wrong),
    )


def check_zero_cost(walk: Walk, notes: Notes, most: int) -> None:
    """Follow the steps that cost nothing: is there an end to them?

    A finite region that is larger than what an audit may expand looks the same as an endless one,
    so the finding says what was seen.
    """
    problem = walk.problem
    if problem.next_steps is None:
        return
    if problem.sees_closed:
        notes.skip(Fault.ZERO_COST, SEES_CLOSED)
        return
    if walk.complete:
        return
    zero: Any = problem.zero
    roots = [
        number
        for number, edges in walk.edges.items()
        if any(not zero < edge.cost for edge in edges)
    ]
    settled: set[Any] = set()
    for root in roots:
        if walk.contents[root] is None:
            notes.skip(Fault.ZERO_COST, "the states cannot be taken apart, to tell them apart.")
            return
        if walk.contents[root] in settled:
            continue
        region = _free_region(walk, root, most)
        if time.perf_counter() >= walk.deadline:
            notes.skip(Fault.ZERO_COST, "time ran out while following steps that cost nothing.")
            return
        if len(region) <= most:
            settled |= set(region)
            continue
        paid = any(zero < edge.cost for edges in walk.edges.values() for edge in edges)
        chain = " -> ".join(shown(state, 60) for state in list(region.values())[:4])
        notes.found(
            Fault.ZERO_COST,
            f"from {shown(walk.states[root])} ({walk.where(root)}), more than {most:,} different "
            f"states can be reached by steps that cost nothing, and there are still more: {chain} "
            "-> ... If there is no end to them, a cheapest-first search never gets past them.",
            "let each step cost something, however little, or make the states that can be reached "
            "without cost finitely many.",
            severity=Severity.ERROR if paid else Severity.WARNING,
        )
        return


def _free_region(walk: Walk, root: int, most: int) -> dict[Any, Any]:
    """Collect what can be reached without cost, by content, up to one more than so many."""
    zero: Any = walk.problem.zero
    region: dict[Any, Any] = {walk.contents[root]: walk.states[root]}
    queue = [walk.states[root]]
    for state in queue:
        for given in walk.read(state):
            seen = content_or_none(given.state)
            if zero < given.cost or seen is None or seen in region:
                continue
            region[seen] = given.state
            queue.append(given.state)
            if len(region) > most:
                return region
        if time.perf_counter() >= walk.deadline:
            break
    return region
