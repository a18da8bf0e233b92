from typing import Iterator, NamedTuple
from searchkit import breadth_first_search

class Jugs(NamedTuple):            # a 5- and a 3-litre jug: measure 4 litres
    five: int = 0
    three: int = 0

    def next_states(self) -> "Iterator[Jugs]":
        five, three = self
        yield Jugs(5, three)
        yield Jugs(five, 3)
        yield Jugs(0, three)
        yield Jugs(five, 0)
        pour = min(five, 3 - three)
        yield Jugs(five - pour, three + pour)
        pour = min(three, 5 - five)
        yield Jugs(five + pour, three - pour)

    def is_goal(self) -> bool:
        return self.five == 4

print(*breadth_first_search(Jugs()).path, sep="\n")
