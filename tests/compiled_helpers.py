"""Functions in a module of their own, which the tests of compiled searches call from another."""

from __future__ import annotations

from searchkit import Step

SIZE = 7
ROWS = [[1, 2], [3], []]
__all__ = ["ROWS", "SIZE", "Step", "counted_down", "stepped", "turned"]


def turned(value: int, *, by: int = 1, size: int = SIZE) -> int:
    return (value + by) % size


def stepped(value: int, by: int = 1) -> int:
    return turned_plainly(value, by)


def turned_plainly(value: int, by: int) -> int:
    return (value + by) % SIZE


def counted_down(value: int) -> int:
    return 0 if value == 0 else counted_down(value - 1)
