"""IDA* compiled: the walk of each iteration is a kernel, `ida_star_kernels`.

What is about solutions, and about the bound of the next iteration, is asked of `IDAStar` itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from typing_extensions import override

from searchkit.compiled.adapters import FAILED, KEY_FAILED, TEST_FAILED
from searchkit.compiled.door import numpy
from searchkit.compiled.engine import (
    ASK,
    ERROR,
    GROW,
    LARGEST_SUMMAND,
    NO_ROOM,
    SOLUTION,
    WIDEN,
    Engine,
    too_large,
    unsupported,
    weight_too_large,
)
from searchkit.compiled.growing import HashTable, grown
from searchkit.compiled.hashing import width_for
from searchkit.compiled.ida_star_kernels import (
    BEYOND,
    BOUND,
    BOUNDED,
    CHECKED,
    CODE,
    DEAD_ENDS,
    DEEPEST,
    DEPTH,
    DUPLICATES,
    ESTIMATE_FAILED,
    EXPANDED,
    FACTS,
    FLOAT_COSTS,
    FLOAT_ESTIMATES,
    GENERATED,
    GIVEN,
    GREATEST_G,
    GREATEST_H,
    HALF,
    HAS_COST,
    HAS_F,
    LEAST_COST,
    LEAST_F,
    LIMIT,
    NUMBERS,
    OVERFLOW,
    REPORTED,
    ROOM,
    WAITING,
    WEIGHT,
    WEIGHTED,
    Sizes,
    Work,
    walk,
)
from searchkit.compiled.layout import GREATEST, LEAST
from searchkit.compiled.nodes import View
from searchkit.compiled.program import wrong_zero
from searchkit.compiled.settings import Compiled
from searchkit.duplicates import NoCheck
from searchkit.errors import CompileError
from searchkit.estimates import TOLERANCE
from searchkit.path_check import PathCheck
from searchkit.search import FULL

_EXACT: Final = 1 << 52  # sums of two such ints are exact as floats


def engine_for(search: Any, settings: Compiled) -> Engine:
    """Make the engine of IDA*.

    Raises:
        CheckError: There is none for its duplicate check.
        CompileError: It has a transposition table, its costs are no numbers, or its weight is too
            large.
    """
    if not isinstance(search.check, PathCheck | NoCheck):
        raise unsupported(search, "PathCheck() or NoCheck()")
    if search.table_size:
        raise CompileError(
            f"table={search.table_size}: a compiled IDAStar has no transposition table. Leave "
            "table= out, use a_star_search, or search interpreted (without compiled=)."
        )
    if not isinstance(search.problem.zero, int | float):
        raise wrong_zero(search.problem.zero)
    if search.weight > LARGEST_SUMMAND:
        raise weight_too_large(search.weight)
    return IDAStarEngine(search, settings)


class IDAStarEngine(Engine):
    """The walk of IDA*, native."""

    def __init__(self, search: Any, settings: Compiled) -> None:
        super().__init__(
            search,
            settings,
            heuristic=search.given_heuristic,
            estimates=True,
            key=getattr(search.check, "key", None),
        )
        program, zero, weight = self.program, search.problem.zero, search.weight
        self.whole_g = not (program.float_costs or isinstance(zero, float))
        self.whole_sums = self.whole_g and not program.float_estimates
        self.weight = 1 if weight == 1 else weight
        self.floats = not self.whole_sums or isinstance(self.weight, float)
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[DEEPEST] = self.facts[GIVEN] = -1
        self.facts[CHECKED] = isinstance(search.check, PathCheck)
        self.facts[FLOAT_COSTS] = program.float_costs
        self.facts[FLOAT_ESTIMATES] = program.float_estimates
        self.facts[WEIGHTED] = self.weight != 1
        self.numbers: Any = self._numbers(NUMBERS)
        self.numbers[WEIGHT] = self.weight
        self.greatest_g, self.greatest_h = self._greatest()
        self.numbers[GREATEST_G], self.numbers[GREATEST_H] = self.greatest_g, self.greatest_h
        self.table = HashTable(bits=9)
        self.rows: Any = numpy.zeros(0, numpy.uint64)
        self.keys: Any = numpy.zeros(0, numpy.uint64)
        self.g: Any = self._numbers(0)
        self.f: Any = self._numbers(0)
        self.highest: Any = self._numbers(0)
        self.begins: Any = numpy.zeros(0, numpy.int64)
        self.nexts: Any = numpy.zeros(0, numpy.int64)
        self.seen: Any = numpy.zeros(0, numpy.int64)
        self.totals: Any = numpy.zeros(0, numpy.int64)
        self.failures: Any = numpy.zeros(0, numpy.int64)
        self._lengthen(256)
        self.made: Any = numpy.zeros(0, numpy.uint64)
        self.made_keys: Any = numpy.zeros(0, numpy.uint64)
        self.hashes: Any = numpy.zeros(0, numpy.uint64)
        self.ordinals: Any = numpy.zeros(0, numpy.int64)
        self.costs: Any = numpy.zeros(0, numpy.int64)
        self.estimates: Any = numpy.zeros(0, numpy.int64)
        self.answer: Any = numpy.zeros(1, numpy.int64)
        self._enter_starts()
        search.nodes = self.new_nodes()
        search.taken_of = View(self.parts, self.taken)
        search.g = View(self.count, self.g_of)
        search.f = View(self.count, self.f_of)

    def _greatest(self) -> tuple[Any, Any]:
        """Give how large g and h may be, so that all sums are as interpreted."""
        if not self.floats:
            return LARGEST_SUMMAND, LARGEST_SUMMAND // max(self.weight, 1)
        exact = float(_EXACT)
        return (
            exact if self.whole_g else math.inf,
            math.inf if self.program.float_estimates else exact,
        )

    def _numbers(self, size: int) -> Any:
        return numpy.zeros(size, numpy.float64 if self.floats else numpy.int64)

    def _lengthen(self, size: int) -> None:
        """Make room for a path of so many nodes, less one."""
        self.rows = grown(self.rows, size * self.program.layout.width)
        if self.program.key is not None:
            self.keys = grown(self.keys, size * self.program.key_layout.width)
        self.g, self.f = grown(self.g, size), grown(self.f, size)
        self.highest = grown(self.highest, size)
        self.begins, self.nexts = grown(self.begins, size), grown(self.nexts, size)
        self.seen, self.totals = grown(self.seen, size), grown(self.totals, size)
        self.failures = grown(self.failures, size)

    def _grow(self) -> None:
        """Make room for a longer path."""
        if self.size + 2 > self.begins.size:
            self._lengthen(2 * self.begins.size)
        if self.facts[CHECKED]:
            rows = self.rows if self.program.key is None else self.keys
            self.table.reserve(self.size + 1, rows, self.size, self.program.key_layout.width)

    def _widen(self, size: int) -> None:
        """Make room for so many successors in all parts together."""
        had = self.hashes.size
        self.made = grown(self.made, size * self.program.layout.width)
        if self.program.key is not None:
            self.made_keys = grown(self.made_keys, size * self.program.key_layout.width)
        self.hashes, self.ordinals = grown(self.hashes, size), grown(self.ordinals, size)
        self.costs, self.estimates = grown(self.costs, size), grown(self.estimates, size)
        if not self.program.steps:
            self.costs[had:] = 1

    def _enter_starts(self) -> None:
        """Make the starts the first part of the buffers."""
        problem = self.search.problem
        self._widen(max(4096, 2 * len(problem.starts)))
        self._put(list(problem.starts), [problem.zero] * len(problem.starts))
        self.g[0] = problem.zero
        self.highest[0] = -math.inf if self.floats else LEAST
        self._start_again()

    def _start_again(self) -> None:
        """Go back to before the first start."""
        facts = self.facts
        facts[DEPTH], facts[WAITING], facts[CODE] = 0, 1, 0
        facts[GIVEN] = len(self.search.problem.starts)

    def _put(self, states: list[Any], costs: list[Any]) -> None:
        """Write successors of the last node, and their costs, where the kernel would."""
        begin, end = int(self.begins[self.size]), int(self.begins[self.size]) + len(states)
        if end > self.hashes.size:
            self._widen(2 * end)
        width = self.program.layout.width
        self.made[begin * width : end * width] = self.program.rows_of(states)
        kind = numpy.float64 if self.program.float_costs else numpy.int64
        self.costs.view(kind)[begin:end] = costs

    def _work(self) -> tuple[Work, Sizes]:
        program = self.program
        keyed = program.key is not None
        work = Work(
            facts=self.facts,
            numbers=self.numbers,
            functions=program.functions,
            rows=self.rows,
            keys=self.keys if keyed else self.rows,
            slots=self.table.slots,
            g=self.g,
            f=self.f,
            highest=self.highest,
            begins=self.begins,
            nexts=self.nexts,
            seen=self.seen,
            totals=self.totals,
            failures=self.failures,
            made=self.made,
            made_keys=self.made_keys if keyed else self.made,
            hashes=self.hashes,
            ordinals=self.ordinals,
            costs=self.costs.view(self.numbers.dtype),
            whole_costs=self.costs,
            estimates=self.estimates.view(self.numbers.dtype),
            whole_estimates=self.estimates,
            answer=self.answer,
        )
        sizes = Sizes(
            self.table.shift,
            width_for(program.layout.width),
            width_for(program.key_layout.width),
        )
        return work, sizes

    @override
    def warm(self) -> None:
        work, sizes = self._work()
        no_path = numpy.zeros(1, numpy.int64)
        walk(work._replace(begins=no_path), sizes, 0)  # it ends at once, to have it lengthened
        if self.facts[CHECKED]:
            self.table.warm(work.keys, self.program.key_layout.width)

    @override
    def events(self) -> Iterator[int | None]:
        search = self.search
        until, began = search.expanded, time.perf_counter()
        while True:
            self._take()
            if search.ask_at < 0:  # somebody wants it to stop
                until = search.expanded
            status = int(walk(*self._work(), min(until, search.may_expand)))
            self._tell()
            if status == ASK:
                self.timed(began)
                yield None
                until, began = self.until(), time.perf_counter()
            elif status == SOLUTION:
                if search.is_solution(self.size - 1):
                    yield self.size - 1
            elif status == NO_ROOM:
                yield FULL
            elif status == GROW:
                self._grow()
            elif status == WIDEN:
                self._widen(2 * self.hashes.size)
            elif status == HALF:
                self._put_half()
            elif status == ERROR:
                self._fail()
            elif search.raise_bound():
                search.iteration += 1
                self._start_again()
            else:
                return

    def _take(self) -> None:
        """Take over from the search object what it may have changed."""
        search, facts, numbers = self.search, self.facts, self.numbers
        facts[ROOM] = search.room
        facts[BOUNDED] = search.bound is not None
        if search.bound is not None:
            numbers[BOUND] = self._threshold(search.bound, floats=self.floats)
        limit = math.inf if search.cost_limit is None else search.cost_limit
        numbers[LIMIT] = self._threshold(limit, floats=not self.whole_sums)
        numbers[REPORTED] = self._fitting(
            -math.inf
            if search.searched is None
            else min(search.searched, limit, math.inf if search.bound is None else search.bound)
        )
        facts[HAS_F], facts[HAS_COST] = search.least_f is not None, search.least_cost is not None
        numbers[LEAST_F] = search.least_f or 0
        numbers[LEAST_COST] = search.least_cost or 0
        facts[BEYOND] = search.beyond_limit

    def _threshold(self, bound: Any, *, floats: bool) -> Any:
        """Give what a value must be above to exceed a bound; see `exceeds`."""
        if floats or isinstance(bound, float):
            bound = bound + abs(bound) * TOLERANCE
        return self._fitting(bound)

    def _fitting(self, value: Any) -> Any:
        """Give what the same numbers of the kernel are above."""
        return float(value) if self.floats else math.floor(min(max(value, LEAST), GREATEST))

    def _tell(self) -> None:
        """Write the facts back into the search object."""
        search, facts = self.search, self.facts.tolist()
        search._expanded = facts[EXPANDED]  # noqa: SLF001
        search.generated, search.duplicates = facts[GENERATED], facts[DUPLICATES]
        search.dead_ends, search.deepest = facts[DEAD_ENDS], facts[DEEPEST]
        search.current = self.size - 1
        search.beyond_limit = facts[BEYOND] != 0
        search.least_f = self.numbers[LEAST_F].item() if facts[HAS_F] else None
        least_cost = self.numbers[LEAST_COST].item()
        if self.whole_sums:
            least_cost = int(least_cost)
        search.least_cost = least_cost if facts[HAS_COST] else None

    def _put_half(self) -> None:
        """Make the successors before a failure interpreted: they have their turn first."""
        states: list[Any] = []
        costs: list[Any] = []
        try:
            for state, cost, _ in self.search.children(self.size - 1):
                self.program.layout.words_of(state)
                states.append(state)
                costs.append(cost)
        except Exception:  # noqa: BLE001  it is raised when it has its turn
            self._put(states, costs)
            self.facts[GIVEN] = len(states)
        else:
            self._fail()

    def _fail(self) -> None:
        code = int(self.facts[CODE])
        if code == OVERFLOW:
            successor = self.program.state_at(self.made, int(self.nexts[self.size]))
            raise too_large(successor, self.greatest_g, self.greatest_h)
        if code == TEST_FAILED:
            self.fail(self._last(), FAILED, "is_goal")
        if code in {KEY_FAILED, ESTIMATE_FAILED}:
            ordinal = int(self.totals[self.size])
            for state, _, _ in islice(self.search.children(self.size - 1), ordinal, ordinal + 1):
                self.fail(state, FAILED, "key" if code == KEY_FAILED else "heuristic")
        self.fail(self._last(), code)

    def _last(self) -> Any:
        """Give the last state on the path."""
        return self.state(self.size - 1) if self.size else self.search.problem.starts[0]

    def parts(self) -> int:
        """Give the number of parts of the buffers that are in use, or about to be."""
        return int(self.facts[DEPTH]) + 1

    def taken(self, part: int) -> int:
        """Give how many successors in a part had their turn; -1: they are not made yet."""
        waits = self.facts[WAITING] and part == self.facts[DEPTH]
        return -1 if waits else int(self.seen[part])

    def count(self) -> int:
        """Give the number of nodes."""
        return self.size

    def g_of(self, number: int) -> Any:
        """Give the cost of a node on the path."""
        g = self.g[number + 1].item()
        return int(g) if self.whole_g else g

    def f_of(self, number: int) -> Any:
        """Give the f of a node on the path."""
        return self.f[number + 1].item()

    @property
    @override
    def size(self) -> int:
        return max(int(self.facts[DEPTH]), 0)

    @override
    def state(self, number: int) -> Any:
        return self.program.state_at(self.rows, number)

    @override
    def parent(self, number: int) -> int:
        return number - 1

    @override
    def ordinal(self, number: int) -> int | None:
        return int(self.seen[number]) - 1
