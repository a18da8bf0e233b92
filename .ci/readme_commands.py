"""Print one of the commands for POSIX shells that a page promises.

    python3 .ci/readme_commands.py README.md 2

prints the second block that is marked as ``sh``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def commands(page: str) -> list[str]:
    """Give the ``sh`` blocks of a page in Markdown."""
    return re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def main() -> None:
    """Print the block that was asked for."""
    page, number = Path(sys.argv[1]), int(sys.argv[2])
    found = commands(page.read_text(encoding="utf-8"))
    if not 1 <= number <= len(found):
        sys.exit(f"{page} has {len(found)} sh blocks, so there is no number {number}.")
    print(found[number - 1], end="")


if __name__ == "__main__":
    main()
