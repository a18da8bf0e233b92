"""Tables as plain text and as HTML, for all that is printed or shown in a notebook."""

from __future__ import annotations

import html
import reprlib
from collections.abc import Iterable, Sequence

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def short(value: object) -> str:
    """Give the repr of a value, its middle left out where it is long."""
    return _SHORT.repr(value)


def text_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: Iterable[int] = ()
) -> str:
    """Align the columns of a table.

    Args:
        headings: One for each column.
        rows: The cells.
        right: The numbers of the columns that are flush right.

    Example:
        >>> print(text_table(["name", "size"], [["ann", "10"], ["bob", ""]], right=[1]))
        name  size
        ----  ----
        ann     10
        bob
    """
    flush_right = set(right)
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if column in flush_right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [headings, ["-" * width for width in widths], *rows]
    ]
    return "\n".join(lines)


def html_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: Iterable[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """Give the same table as HTML, every cell escaped, with notes beneath it."""
    flush_right = set(right)

    def line(kind: str, cells: Sequence[str]) -> str:
        made = (
            f'<{kind} style="text-align: {"right" if column in flush_right else "left"}; '
            f'vertical-align: top">{_escaped(cell)}</{kind}>'
            for column, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    return "\n".join(
        [
            "<table>",
            *([f"<thead>{line('th', headings)}</thead>"] if any(headings) else []),
            "<tbody>",
            *(line("td", row) for row in rows),
            "</tbody></table>",
            *(f"<p>{_escaped(note)}</p>" for note in notes),
        ]
    )


def _escaped(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
