"""Names for the cases of a test that are the same in every process."""

from __future__ import annotations

import re


def named(value: object) -> str:
    """Give the text of a value without addresses, which differ from process to process."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))
