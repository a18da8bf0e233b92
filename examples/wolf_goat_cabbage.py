"""The farmer, the wolf, the goat and the cabbage: steps that have names.

All four stand on the left bank. The boat carries the farmer and one of the others, and without
him the wolf eats the goat, or the goat eats the cabbage. `next_steps` in place of `next_states`
gives each step an action, and the path then says what to do.

    python -m examples.wolf_goat_cabbage
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from examples.command_line import exit_status, guarded, plain_parser
from searchkit import Step, breadth_first_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Banks(NamedTuple):
    """Who is across the river already."""

    farmer: bool = False
    wolf: bool = False
    goat: bool = False
    cabbage: bool = False

    def next_steps(self) -> Iterator[Step[Banks, str]]:
        """Cross the river alone, or with one of those who stand on the farmer's bank."""
        crossed = self._replace(farmer=not self.farmer)
        steps = [Step(crossed, action="cross alone")]
        if self.wolf == self.farmer:
            steps.append(Step(crossed._replace(wolf=crossed.farmer), action="take the wolf"))
        if self.goat == self.farmer:
            steps.append(Step(crossed._replace(goat=crossed.farmer), action="take the goat"))
        if self.cabbage == self.farmer:
            steps.append(Step(crossed._replace(cabbage=crossed.farmer), action="take the cabbage"))
        return (step for step in steps if step.state.nobody_is_eaten())

    def nobody_is_eaten(self) -> bool:
        """Say whether the goat is with the farmer, or apart from both wolf and cabbage."""
        return self.goat == self.farmer or self.goat not in (self.wolf, self.cabbage)

    def is_goal(self) -> bool:
        """Say whether all four are across."""
        return all(self)

    def __str__(self) -> str:
        left = [name for name, across in self._asdict().items() if not across]
        right = [name for name, across in self._asdict().items() if across]
        return f"{' '.join(left):<26}~~~ {' '.join(right)}".rstrip()


@guarded
def main(words: Sequence[str] | None = None) -> int:
    """Print the crossings and return the exit code."""
    plain_parser(
        "wolf_goat_cabbage",
        "Take a wolf, a goat and a cabbage across a river with the fewest crossings.",
    ).parse_args(words)
    result = breadth_first_search(Banks())
    if result:
        before, *after = result.path
        print(f"{'':<18}{before}")
        for action, banks in zip(result.path.actions, after, strict=True):
            print(f"{action:<18}{banks}")
    return exit_status(result)


if __name__ == "__main__":
    sys.exit(main())
