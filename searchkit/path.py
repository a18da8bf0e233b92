"""A path: the states from a start to a node, and the steps between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic

from attrs import field, frozen

from searchkit.errors import PathError
from searchkit.protocols import A, C, S
from searchkit.tables import html_table, short

if TYPE_CHECKING:
    from searchkit.problem import Problem


@frozen
class Path(Generic[S, A, C]):
    """The states from a start to a node, and the steps between them.

    Iterating gives the states. ``len(path)`` is the number of *steps*, one less than that of the
    states. A path is always true, also the one of no step from a start that is a goal.

    Attributes:
        states: All states, the start first.
        actions: The action of each step; None where steps have no names.
        costs: The cost of each step; 1 where steps carry none.
        cost: The sum of the costs.

    Example:
        >>> from searchkit import Problem, breadth_first_search
        >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 9)
        >>> path = breadth_first_search(problem).path
        >>> len(path), path.states, path.cost
        (4, (1, 2, 4, 8, 9), 4)
        >>> path
        Path(4 steps, cost 4: 1 -> ... -> 9)
        >>> path.check()
    """

    states: tuple[S, ...]
    actions: tuple[A, ...] = field(kw_only=True)
    costs: tuple[C, ...] = field(kw_only=True)
    cost: C = field(kw_only=True)
    problem: Problem[S, A, C] = field(kw_only=True, repr=False, eq=False)

    def __repr__(self) -> str:
        ends = [short(state) for state in (self.states[:1] + self.states[1:][-1:])]
        between = ["..."] if len(self) > 1 else []
        steps = "1 step" if len(self) == 1 else f"{len(self)} steps"
        return f"Path({steps}, cost {self.cost}: {' -> '.join(ends[:1] + between + ends[1:])})"

    def __str__(self) -> str:
        """All states, one a line, each behind the action that leads to it."""
        lines = [str(self.start)]
        for state, action, cost in zip(self.states[1:], self.actions, self.costs, strict=True):
            label = ", ".join([str(action)] * (action is not None) + [str(cost)] * (cost != 1))
            lines += [f"  {label}"] * bool(label) + [str(state)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            [str(number), "" if action is None else str(action), str(cost), str(state)]
            for number, (action, cost, state) in enumerate(
                zip((None, *self.actions), ("", *self.costs), self.states, strict=True)
            )
        ]
        return html_table(["step", "action", "cost", "state"], rows, right=[0, 2])

    def __iter__(self) -> Iterator[S]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states) - 1

    def __bool__(self) -> bool:
        return True

    @property
    def start(self) -> S:
        """The first state."""
        return self.states[0]

    @property
    def end(self) -> S:
        """The last state."""
        return self.states[-1]

    def check(self, *, goal: bool = True) -> None:
        """Replay the path: ask the problem for each step again.

        Args:
            goal: Whether the path must end in a goal.

        Raises:
            PathError: The first state is no start, a step cannot be taken, its cost or action is
                another, the costs do not add up, or the end is no goal.
            PathError: The problem's successors depend on the closed nodes, so that nothing can be
                replayed; see ``Result.derivation``.
        """
        problem = self.problem
        if problem.sees_closed:
            raise PathError(
                "this path cannot be replayed: the successors of its problem depend on the nodes "
                "that were closed at the time. Check result.derivation line by line instead."
            )
        if not any(same(self.start, start) for start in problem.starts):
            raise PathError(f"the path begins at {self.start!r}, which is no start.")
        steps: Any = problem.next_states or problem.next_steps
        successors = problem.bind(steps)
        for position, (state, after) in enumerate(
            zip(self.states[:-1], self.states[1:], strict=True)
        ):
            cost, action = self.costs[position], self.actions[position]
            found: list[tuple[Any, Any]] = []
            for successor in successors(state):
                reached, *label = (
                    (successor, 1, None) if problem.next_states is not None else successor
                )
                if same(after, reached):
                    found.append((label[0], label[1]))
            if not any(same(cost, other) and action == label for other, label in found):
                what = (
                    f"the steps there have (cost, action) {found!r}, none {(cost, action)!r}."
                    if found
                    else "no step leads there. Does next_states give the same each time it is "
                    "asked, and does == compare states by what they hold?"
                )
                raise PathError(
                    f"step {position + 1} of {len(self)}, from {state!r} to {after!r}: {what}"
                )
        if goal and not problem.bind(problem.is_goal)(self.end):
            raise PathError(f"the path ends at {self.end!r}, which is no goal.")
        total: Any = problem.zero
        for cost in self.costs:
            total = total + cost
        if not same(total, self.cost):
            raise PathError(f"the costs of the steps add up to {total!r}, not to {self.cost!r}.")


def same(one: Any, other: Any) -> bool:
    """Say whether two states are equal: by ``==``, or by ``<`` where they have that alone."""
    if has_equality(one) or one is other:
        return bool(one == other)
    try:  # states made for SortedCheck may have < alone
        return not (one < other) and not (other < one)
    except TypeError:
        return False


def has_equality(state: object) -> bool:
    """Say whether a state has a ``==`` of its own, beside identity."""
    equality: Any = type(state).__eq__
    return equality is not object.__eq__
