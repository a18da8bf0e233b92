"""The engine of uniform-cost search, A* and weighted A*; its kernels are in `best_first_kernels`.

Numbers are reckoned in ints where costs, heuristic and weight allow it, else in floats. What is
kept of a node is told in `best_first_nodes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from typing_extensions import override

from searchkit.compiled.adapters import FAILED, KEY_FAILED, TEST_FAILED
from searchkit.compiled.best_first_kernels import least_open, run_slice
from searchkit.compiled.best_first_nodes import (
    CHECKS,
    CLOSED,
    CODE,
    COST,
    COUNT,
    CURRENT,
    DEAD_ENDS,
    DEEPEST,
    DUPLICATES,
    ESTIMATE_FAILED,
    EXPANDED,
    FACTS,
    FAULT,
    GENERATED,
    MADE,
    MAX_FRONTIER,
    META,
    OVERFLOW,
    PHASE,
    REOPENED,
    REOPENS,
    ROOM,
    STALE,
    STORED,
    TAKEN,
    WANTED_F,
    WANTED_H,
    G,
    Sizes,
    Work,
    depth_in,
    parent_in,
)
from searchkit.compiled.calling import estimate
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import (
    LARGEST_SUMMAND,
    Engine,
    too_large,
    unsupported,
    weight_too_large,
)
from searchkit.compiled.growing import FIRST_BITS, FULLEST, HashTable, first_rows, grown
from searchkit.compiled.hashing import hash_of
from searchkit.compiled.nodes import View
from searchkit.compiled.program import wrong_zero
from searchkit.compiled.queues import Queue, hurry
from searchkit.compiled.settings import Compiled
from searchkit.compiled.slices import SlicedEngine
from searchkit.duplicates import HashCheck, NoCheck
from searchkit.nodes import NO_PARENT

_EXACT: Final = 1 << 53  # the ints up to here are floats as well
_FINEST: Final = 1 << 10  # the largest denominator of a weight with which f is reckoned in ints
_FEW: Final = 64  # successors that the first buffers hold
_MORE: Final = 1 << 14  # nodes for which there is room beside a quarter of those stored


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of a uniform-cost search, or A*.

    Raises:
        CheckError: There is none for its duplicate check.
        CompileError: Its costs are no numbers.
    """
    if not isinstance(search.problem.zero, int | float):
        raise wrong_zero(search.problem.zero)
    if isinstance(search.check, HashCheck | NoCheck):
        return BestFirstEngine(search, settings)
    raise unsupported(search, "HashCheck() or NoCheck()")


class BestFirstEngine(SlicedEngine):
    """The loop of a best-first search, native.

    The memory of a state of one word is 16 bytes, or 32 where steps have costs, a quarter of that
    in reserve, 12 to 25 bytes of the hash table, and for each entry of the queue 8 bytes, or 32 in
    the heap.

    Args:
        search: A `UniformCost` or `AStar`.
        settings: How it is compiled.
    """

    def __init__(self, search: Any, settings: Compiled) -> None:
        check = search.check
        self.has_h = hasattr(search, "heuristic")
        super().__init__(
            search,
            settings,
            tests_goals=not search.ignores_goals,
            estimates=self.has_h,
            heuristic=search.given_heuristic if self.has_h else None,
            key=getattr(check, "key", None),
        )
        program = self.program
        self._reckon(search.weight if self.has_h else 1)
        self.stride = program.layout.width + (3 if program.steps else 1)
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[CURRENT] = NO_PARENT
        self.facts[CHECKS] = check.remembers
        self.facts[REOPENS] = search.reopen
        self.rows: Any = first_rows(self.stride, numpy.uint64)
        words = 0 if program.key is None else program.key_layout.width
        self.keys: Any = first_rows(words, numpy.uint64)
        self.key_stride = words or self.stride
        self.table = HashTable(supersedes=program.key is not None, bits=FIRST_BITS, doubles=True)
        self.queue = Queue(
            heaped=self.in_floats, newest_first=search.direction < 0, has_h=self.has_h
        )
        self.answers: Any = numpy.zeros(1, numpy.int64)
        self.tallies: Any = numpy.zeros(1, numpy.int64)
        self.capacity = _FEW
        self._make_buffers()
        self._enter(search.problem.starts)
        search.nodes = self.new_nodes()
        search.g = View(search.nodes.__len__, self.g)
        search.depths = View(search.nodes.__len__, self.depth)
        search.is_closed = View(search.nodes.__len__, self.is_closed)
        if self.has_h:
            search.estimates = View(search.nodes.__len__, self.estimate)

    def _reckon(self, weight: float) -> None:
        """Choose between ints and floats, and how f is reckoned."""
        program = self.program
        share = Fraction(weight)
        self.in_floats = (
            program.float_costs or program.float_estimates or share.denominator > _FINEST
        )
        if self.in_floats:
            exact = float(_EXACT)
            self.scale: Any = 1.0
            self.weight: Any = float(weight)
            self.greatest_g: Any = numpy.inf if program.float_costs else exact
            self.greatest_h: Any = numpy.inf if program.float_estimates else exact
        elif share.numerator > LARGEST_SUMMAND:
            raise weight_too_large(weight)
        else:
            self.scale, self.weight = share.denominator, share.numerator
            self.greatest_g = LARGEST_SUMMAND // self.scale
            self.greatest_h = LARGEST_SUMMAND // max(self.weight, 1)

    def _make_buffers(self) -> None:
        """Make the buffers for the successors of a node."""
        room, program = self.capacity, self.program
        self.made: Any = numpy.zeros(room * program.layout.width, numpy.uint64)
        self.made_keys: Any = numpy.zeros(0, numpy.uint64)
        if program.key is not None:
            self.made_keys = numpy.zeros(room * program.key_layout.width, numpy.uint64)
        self.hashes: Any = numpy.zeros(room, numpy.uint64)
        self.costs: Any = numpy.zeros(room if program.steps else 1, numpy.int64)

    def _enter(self, states: Sequence[Any]) -> None:
        """Put states where the successors of a node stand."""
        program = self.program
        if self.capacity < len(states):
            self.capacity = len(states)
            self._make_buffers()
        words = program.rows_of(states)
        self.made[: words.size] = words
        keys, width = self.made, program.key_layout.width
        if program.key is not None:
            keys = self.made_keys
            found = [program.key_layout.words_of(program.key(state)) for state in states]
            keys[: len(states) * width] = numpy.array(found, numpy.uint64).ravel()
        for number in range(len(states)):
            self.hashes[number] = hash_of(keys, number * width, width)
        self.facts[COUNT], self.facts[TAKEN], self.facts[PHASE] = len(states), 0, MADE

    def _enter_before_failure(self) -> None:
        """Let the successors that come before a failure be stored, as interpreted."""
        facts, program = self.facts, self.program
        code = facts[CODE]
        before = self.before_failure(self.state(int(facts[CURRENT])), int(code))
        self._enter([state for state, _ in before])
        if program.steps:
            kind = numpy.float64 if program.float_costs else numpy.int64
            self.costs.view(kind)[: len(before)] = [cost for _, cost in before]
        facts[FAULT] = code

    @override
    def _reserve(self) -> None:
        """Make room for more nodes and entries."""
        facts, program = self.facts, self.program
        if hurry(self.queue.arrays()):
            self.queue.use_heap()
            return
        self.queue.reserve(int(facts[WANTED_F]), int(facts[WANTED_H]))
        stored = self.size
        if self.rows.size < (stored + 1) * self.stride:
            wanted = stored + stored // 4 + _MORE
            self.rows = grown(self.rows, wanted * self.stride)
            if program.key is not None:
                self.keys = grown(self.keys, wanted * program.key_layout.width)
        if facts[CHECKS]:
            width, stride = program.key_layout.width, self.key_stride
            self.table.reserve(stored + 1, self._keys(), stored, width, stride=stride)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is not used of the arrays."""
        stored, program = self.size, self.program
        keys = stored * program.key_layout.width * (program.key is not None)
        return vars(self) | {
            "rows": self.rows[: stored * self.stride].copy(),
            "keys": self.keys[:keys].copy(),
        }

    def _keys(self) -> Any:
        """Give the array of the keys; where there is no key, that is the rows."""
        return self.rows if self.program.key is None else self.keys

    def _full(self) -> int:
        """Say for how many nodes there is room."""
        room = self.rows.size // self.stride
        return min(room, int(self.table.slots.size * FULLEST)) if self.facts[CHECKS] else room

    def _work(self) -> tuple[Work, Sizes]:
        program = self.program
        kind = numpy.float64 if self.in_floats else numpy.int64
        behind_row = self.rows[program.layout.width :]
        work = Work(
            facts=self.facts,
            functions=program.functions,
            nodes=self.rows,
            keys=self._keys(),
            records=behind_row.view(numpy.int64),
            values=behind_row.view(kind),
            slots=self.table.slots,
            made=self.made,
            made_keys=self.made if program.key is None else self.made_keys,
            hashes=self.hashes,
            tallies=self.tallies,
            costs=self.costs,
            float_costs=self.costs.view(kind),
            answers=self.answers,
            float_answers=self.answers.view(kind),
        )
        number: Any = float if self.in_floats else int
        width, key_width = program.layout.width, program.key_layout.width
        short = width == key_width == 1  # one kernel for these, and one for all others
        sizes = Sizes(
            shift=self.table.shift,
            width=None if short else width,
            key_width=None if short else key_width,
            stride=self.stride,
            key_stride=self.key_stride,
            full=self._full(),
            capacity=self.capacity,
            has_costs=program.steps,
            costs_are_floats=program.float_costs,
            estimates_are_floats=program.float_estimates,
            one=number(1),
            scale=self.scale,
            weight=self.weight,
            greatest_g=self.greatest_g,
            greatest_h=self.greatest_h,
            infinity=numpy.inf if self.in_floats else (1 << 63) - 1,
        )
        return work, sizes

    @override
    def warm(self) -> None:
        self._reserve()
        self.facts[ROOM] = 0
        self._run(0)  # there is no room for the first start
        if self.facts[CHECKS]:
            width, stride = self.program.key_layout.width, self.key_stride
            self.table.warm(self._keys(), width, stride=stride)

    @override
    def _take(self) -> None:
        self.facts[ROOM] = self.search.room

    @override
    def _run(self, until: int) -> int:
        work, sizes = self._work()
        return int(run_slice(work, self.queue.arrays(), sizes, until))

    @override
    def _solution(self) -> int:
        return int(self.facts[CURRENT])

    @override
    def _widen(self) -> None:
        self.capacity *= 4
        self._make_buffers()

    @override
    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search.current = facts[CURRENT]
        search.taken = facts[TAKEN] if facts[PHASE] == MADE else -1
        search._expanded = facts[EXPANDED]  # noqa: SLF001
        search.generated, search.duplicates = facts[GENERATED], facts[DUPLICATES]
        search.reopened, search.stale = facts[REOPENED], facts[STALE]
        search.dead_ends, search.max_frontier = facts[DEAD_ENDS], facts[MAX_FRONTIER]
        search.deepest = facts[DEEPEST]

    @override
    def _fail(self) -> None:
        code, number = int(self.facts[CODE]), int(self.facts[CURRENT])
        if code == TEST_FAILED:
            self.fail(self.state(number), FAILED, "is_goal")
        if code in {KEY_FAILED, ESTIMATE_FAILED}:
            self.search.taken += 1  # the one that failed
        if code == KEY_FAILED:
            for successor, _, _ in self.search.successors()(self.state(number)):
                self.program.key_layout.words_of(self.search.check.key(successor))
            self.fail(self.state(number), FAILED, "key")
        successor = self.program.state_at(self.made, int(self.facts[TAKEN]))
        if code == ESTIMATE_FAILED:
            self.fail(successor, FAILED, "heuristic")
        if code == OVERFLOW:
            raise too_large(successor, self.greatest_g, self.greatest_h)
        if self.facts[FAULT]:
            self.fail(self.state(number), code)
        self._enter_before_failure()

    def in_order(self) -> list[int]:
        """Give the numbers in the queue in the order of their turn."""
        return self.queue.in_order()

    def least_open(self) -> list[Any]:
        """Give the least g + h of the open nodes in the queue, where there are any."""
        work, sizes = self._work()
        number = int(least_open(work, sizes))
        if number < 0:
            return []
        return [self.g(number) + (self.estimate(number) if self.has_h else 0)]

    @property
    @override
    def size(self) -> int:
        return int(self.facts[STORED])

    @override
    def parent(self, number: int) -> int:
        return int(parent_in(self._word(number, META)))

    def depth(self, number: int) -> int:
        """Give the number of steps by which a node was reached."""
        return int(depth_in(self._word(number, META)))

    def is_closed(self, number: int) -> bool:
        """Say whether a node is closed."""
        return bool(self._word(number, META) & CLOSED)

    def g(self, number: int) -> Any:
        """Give the cost of the cheapest way known to a node."""
        zero = self.search.problem.zero  # a float makes one of every sum
        return zero + (self._cost(number, G) if self.program.steps else self.depth(number))

    def estimate(self, number: int) -> Any:
        """Give the heuristic of a node."""
        at = self.rows.ctypes.data + 8 * number * self.stride
        if estimate(self.program.functions, at, 1, self.answers.ctypes.data) < 1:
            self.fail(self.state(number), FAILED, "heuristic")
        if self.program.float_estimates:
            return float(self.answers.view(numpy.float64)[0])
        return int(self.answers[0])

    @override
    def step_cost(self, number: int) -> Any:
        return self._cost(number, COST) if self.program.steps else 1

    @override
    def ordinal(self, number: int) -> int | None:
        if self.facts[CHECKS]:
            return None  # the first step of this cost is the one by which it was reached
        first, parent = number, self.parent(number)
        while first > 0 and self.parent(first - 1) == parent:
            first -= 1
        return number - first

    @override
    def state(self, number: int) -> Any:
        first = number * self.stride
        return self.program.state_at(self.rows[first : first + self.stride], 0)

    def _word(self, number: int, place: int) -> int:
        at = number * self.stride + self.program.layout.width + place
        return int(self.rows[at : at + 1].view(numpy.int64)[0])

    def _cost(self, number: int, place: int) -> Any:
        word = numpy.array([self._word(number, place)])
        if not self.in_floats:
            return int(word[0])
        value = float(word.view(numpy.float64)[0])
        return value if self.program.float_costs else int(value)
