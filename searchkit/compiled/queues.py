"""The frontier of a best-first search: buckets for small ints, a heap for all else.

An entry is the number of a node beneath two ints, f and h. The least f comes first, among equal
ones the least h, and then either the entry that came last or the one that came first. Floats are
turned into ints of the same order, so one source serves both (`machine.ordered`).

The buckets form a grid, a row for each f and a column for each h, of linked lists in one array.
A link holds the number of the node in the next one, so that the node that will come next is known,
and asked for, before its own link is there.

Where the grid would become too large, or the way to the next bucket too long, all entries move to
the heap. Both keep the order exactly, so nobody can tell which of them it was.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from searchkit.compiled.door import bare_kernel, numpy, part_of_kernel
from searchkit.compiled.growing import first_rows, grown, room_for
from searchkit.compiled.machine import prefetch

# places in the array of the queue's facts
LENGTH: Final = 0  # how many entries there are
HEAPED: Final = 1  # whether they are in the heap
NEWEST_FIRST: Final = 2
FIRST_F: Final = 3  # the f of the first row of the grid
FIRST_H: Final = 4
ROWS: Final = 5
COLUMNS: Final = 6
LOWEST: Final = 7  # no row before this one has an entry
USED: Final = 8  # how many places of the links were ever used
FREE: Final = 9  # the first free one among them; 0: none
STEPS: Final = 10  # of the ways to the next bucket, those beyond what is usual
TICK: Final = 11  # what the next entry of the heap is told apart by
COMING: Final = 12  # the node that will come next if nothing better is put in
FACTS: Final = 13

CELLS: Final = 1 << 22
"""A grid has at most so many buckets."""
_CELLS_AT_FIRST: Final = 1 << 16  # while there are few entries
_CELLS_EACH: Final = 16  # and so many more for each entry
_FEW: Final = 32  # steps to the next bucket that take no longer than a heap would
_PATIENCE: Final = 1 << 16  # steps beyond that
_FEWEST: Final = 64  # rows and columns of the first grid
_BRANCHES: Final = 4  # of the heap
_WORDS: Final = 4  # of its entries: f, h, tick, number


class Arrays(NamedTuple):
    """The arrays of a queue, as kernels take them."""

    facts: Any
    links: Any  # of each place: the next one in its bucket, and the node's number there
    heads: Any  # of each bucket: the first place, and the node's number there; 0: it is empty
    tails: Any  # and its last one; only where the oldest entry comes first
    columns: Any  # of each row: no column before this one has an entry
    heap: Any


@part_of_kernel
def fits(queue: Arrays, f: Any, h: Any) -> Any:
    """Say whether an entry can be put in."""
    facts = queue.facts
    if facts[HEAPED]:
        return _WORDS * (facts[LENGTH] + 1) <= queue.heap.size
    row, column = f - facts[FIRST_F], h - facts[FIRST_H]
    if row < 0 or row >= facts[ROWS] or column < 0 or column >= facts[COLUMNS]:
        return False
    return facts[FREE] != 0 or 2 * (facts[USED] + 1) < queue.links.size


@part_of_kernel
def push(queue: Arrays, f: Any, h: Any, number: Any) -> None:
    """Put an entry in, for which there is room."""
    facts = queue.facts
    facts[LENGTH] += 1
    if facts[HEAPED]:
        _rise(queue, facts[LENGTH] - 1, f, h, number)
        return
    links, heads = queue.links, queue.heads
    place = facts[FREE]
    if place != 0:
        facts[FREE] = links[2 * place]
    else:
        place = facts[USED] + 1
        facts[USED] = place
    row, column = f - facts[FIRST_F], h - facts[FIRST_H]
    bucket = row * facts[COLUMNS] + column
    if facts[NEWEST_FIRST]:
        links[2 * place] = heads[2 * bucket]
        links[2 * place + 1] = heads[2 * bucket + 1]
        heads[2 * bucket], heads[2 * bucket + 1] = place, number
    else:
        links[2 * place] = 0
        if heads[2 * bucket] == 0:
            heads[2 * bucket], heads[2 * bucket + 1] = place, number
        else:
            last = queue.tails[bucket]
            links[2 * last], links[2 * last + 1] = place, number
        queue.tails[bucket] = place
    if row < facts[LOWEST]:
        facts[LOWEST] = row
    if column < queue.columns[row]:
        queue.columns[row] = column


@part_of_kernel
def pop(queue: Arrays) -> Any:
    """Take the first entry out; there must be one. Give the number of its node."""
    facts = queue.facts
    facts[LENGTH] -= 1
    if facts[HEAPED]:
        number = queue.heap[3]
        if facts[LENGTH] > 0:
            _sink(queue, facts[LENGTH])
        facts[COMING] = queue.heap[3]
        return number
    links, heads, columns = queue.links, queue.heads, queue.columns
    row, width = facts[LOWEST], facts[COLUMNS]
    column = columns[row]
    steps = 0  # to the bucket
    while column == width or heads[2 * (row * width + column)] == 0:
        steps += 1
        if column < width:
            column += 1
        else:
            columns[row] = width
            row += 1
            column = columns[row]
    columns[row] = column
    facts[LOWEST] = row
    if steps > _FEW:
        facts[STEPS] += steps - _FEW
    bucket = row * width + column
    place, number = heads[2 * bucket], heads[2 * bucket + 1]
    after, coming = links[2 * place], links[2 * place + 1]
    prefetch(links, 2 * after)
    heads[2 * bucket], heads[2 * bucket + 1] = after, coming
    links[2 * place] = facts[FREE]
    facts[FREE] = place
    facts[COMING] = coming if after != 0 else number
    return number


@part_of_kernel
def hurry(queue: Arrays) -> Any:
    """Say whether the ways to the next bucket have become too long."""
    return queue.facts[STEPS] > _PATIENCE


@part_of_kernel
def _before(heap: Any, at: Any, f: Any, h: Any, tick: Any) -> Any:
    """Say whether the entry that begins at ``at`` comes before another one."""
    if heap[at] != f:
        return heap[at] < f
    if heap[at + 1] != h:
        return heap[at + 1] < h
    return heap[at + 2] < tick


@part_of_kernel
def _put(heap: Any, at: Any, f: Any, h: Any, tick: Any, number: Any) -> None:
    heap[at], heap[at + 1], heap[at + 2], heap[at + 3] = f, h, tick, number


@part_of_kernel
def _move(heap: Any, source: Any, target: Any) -> None:
    for k in range(_WORDS):
        heap[target + k] = heap[source + k]


@part_of_kernel
def _rise(queue: Arrays, place: Any, f: Any, h: Any, number: Any) -> None:
    """Put a new entry into the heap, from the last place upwards."""
    facts, heap = queue.facts, queue.heap
    tick = facts[TICK]
    facts[TICK] += -1 if facts[NEWEST_FIRST] else 1
    while place > 0:
        above = (place - 1) // _BRANCHES
        if _before(heap, _WORDS * above, f, h, tick):
            break
        _move(heap, _WORDS * above, _WORDS * place)
        place = above
    _put(heap, _WORDS * place, f, h, tick, number)


@part_of_kernel
def _sink(queue: Arrays, length: Any) -> None:
    """Put the last entry of the heap, which has that many without it, in the place of the first."""
    heap = queue.heap
    last = _WORDS * length
    f, h, tick, number = heap[last], heap[last + 1], heap[last + 2], heap[last + 3]
    place = 0
    while True:
        first = _BRANCHES * place + 1
        if first >= length:
            break
        best = first
        for other in range(first + 1, min(first + _BRANCHES, length)):
            at = _WORDS * best
            if _before(heap, _WORDS * other, heap[at], heap[at + 1], heap[at + 2]):
                best = other
        if not _before(heap, _WORDS * best, f, h, tick):
            break
        _move(heap, _WORDS * best, _WORDS * place)
        place = best
    _put(heap, _WORDS * place, f, h, tick, number)


@bare_kernel
def _list(queue: Arrays, heap: Any) -> None:
    """Write the entries of the grid as those of a heap, in the order of their turn."""
    facts = queue.facts
    size = 0
    tick = -facts[LENGTH] if facts[NEWEST_FIRST] else 0
    for row in range(facts[ROWS]):
        for column in range(facts[COLUMNS]):
            bucket = row * facts[COLUMNS] + column
            place, number = queue.heads[2 * bucket], queue.heads[2 * bucket + 1]
            while place != 0:
                f, h = row + facts[FIRST_F], column + facts[FIRST_H]
                _put(heap, _WORDS * size, f, h, tick + size, number)
                size += 1
                place, number = queue.links[2 * place], queue.links[2 * place + 1]


class Queue:
    """The arrays of a queue, which grow as it is asked to.

    Args:
        heaped: Whether to use the heap from the start.
        newest_first: Which of several entries with the same f and h comes first.
        has_h: Whether entries differ in h at all.
    """

    def __init__(self, *, heaped: bool, newest_first: bool, has_h: bool) -> None:
        self.facts: Any = numpy.zeros(FACTS, numpy.int64)
        self.facts[HEAPED] = heaped
        self.facts[NEWEST_FIRST] = newest_first
        self.links: Any = numpy.zeros(0, numpy.int32) if heaped else first_rows(2, numpy.int32)
        self.heap: Any = numpy.zeros(0, numpy.int64)
        self.facts[COLUMNS] = _FEWEST if has_h else 1
        self._new_grid(0, 0)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is not used of the links."""
        return vars(self) | {"links": self.links[: 2 * (int(self.facts[USED]) + 1)].copy()}

    def _new_grid(self, rows: int, columns: int) -> None:
        self.heads: Any = numpy.zeros(2 * rows * columns, numpy.int32)
        tails = 0 if self.facts[NEWEST_FIRST] else rows * columns
        self.tails: Any = numpy.zeros(tails, numpy.int32)
        self.columns: Any = numpy.full(rows, columns, numpy.int64)

    def arrays(self) -> Arrays:
        """Give the arrays to a kernel; they are to be asked for again when something grew."""
        return Arrays(self.facts, self.links, self.heads, self.tails, self.columns, self.heap)

    def reserve(self, f: int, h: int) -> None:
        """Make room for more entries, of which one has this f and h."""
        facts = self.facts
        if not facts[HEAPED]:
            self.links = grown(self.links, 2 * room_for(int(facts[USED]) + 1))
            self._widen(f, h)
        if facts[HEAPED]:
            self.heap = grown(self.heap, _WORDS * room_for(int(facts[LENGTH]) + 1))

    def _widen(self, f: int, h: int) -> None:
        """Make the grid large enough for an entry, or give it up."""
        facts = self.facts
        before = [int(facts[n]) for n in (FIRST_F, ROWS, FIRST_H, COLUMNS)]
        if facts[LENGTH] == 0:  # no entry keeps it where it was
            before[1] = facts[LOWEST] = 0
            first_f, rows, first_h, columns = f, _FEWEST, h - before[3] // 2, before[3]
        else:
            first_f, rows = _wider(before[0], before[1], f)
            first_h, columns = _wider(before[2], before[3], h)
        cells = _CELLS_AT_FIRST + _CELLS_EACH * int(facts[LENGTH])
        if rows * columns > min(cells, CELLS):
            self.use_heap()
        elif [first_f, rows, first_h, columns] != before:
            self._enlarge(before, first_f, rows, first_h, columns)

    def _enlarge(
        self, before: list[int], first_f: int, rows: int, first_h: int, columns: int
    ) -> None:
        facts = self.facts
        old_f, old_rows, old_h, old_columns = before
        heads, tails, lowest = self.heads, self.tails, self.columns
        self._new_grid(rows, columns)
        down, right = old_f - first_f, old_h - first_h
        if old_rows:
            inner = numpy.s_[down : down + old_rows, right : right + old_columns]
            new_heads = self.heads.reshape(rows, columns, 2)
            new_heads[inner] = heads.reshape(old_rows, old_columns, 2)
            if tails.size:
                self.tails.reshape(rows, columns)[inner] = tails.reshape(old_rows, old_columns)
            lowest[lowest == old_columns] = columns - right
            self.columns[down : down + old_rows] = lowest + right
            facts[LOWEST] += down
        facts[FIRST_F], facts[ROWS], facts[FIRST_H], facts[COLUMNS] = (
            first_f,
            rows,
            first_h,
            columns,
        )

    def use_heap(self) -> None:
        """Move all entries to the heap."""
        facts = self.facts
        length = int(facts[LENGTH])
        heap = numpy.zeros(_WORDS * room_for(length + 1), numpy.int64)
        _list(self.arrays(), heap)
        self.heap = heap
        facts[TICK] = -length - 1 if facts[NEWEST_FIRST] else length
        facts[HEAPED], facts[STEPS] = 1, 0
        self.links = numpy.zeros(0, numpy.int32)
        self._new_grid(0, 0)

    def in_order(self) -> list[int]:
        """Give the numbers of the nodes in the order of their turn."""
        length = int(self.facts[LENGTH])
        heap = self.heap
        if not self.facts[HEAPED]:
            heap = numpy.zeros(_WORDS * length, numpy.int64)
            _list(self.arrays(), heap)
        f, h, tick, number = heap[: _WORDS * length].reshape(length, _WORDS).T
        order: list[int] = number[numpy.lexsort((tick, h, f))].tolist()
        return order


def _wider(first: int, size: int, value: int) -> tuple[int, int]:
    """Give a range that holds the one from ``first`` on and a value, and is much larger."""
    if first <= value < first + size:
        return first, size
    end = max(first + size, value + 1)
    wider = max(2 * size, end - min(first, value))
    return (end - wider, wider) if value < first else (first, wider)
