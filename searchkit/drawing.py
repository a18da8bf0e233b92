"""Drawing a search graph: as text for Graphviz, and as SVG with a layout of its own.

The layout is that of a tree, layer by layer: a node stands above the middle of its children, and
two neighbouring subtrees stand as close as their outlines allow (Reingold and Tilford, Tidier
drawings of trees, 1981, in its simple form). All other edges are drawn over it as curves.
"""

from __future__ import annotations

import html
import math
import re

from attrs import frozen

_CHARACTER = 7.6  # the width of a character, and the height of a line
_LINE = 16.0
_SMALL = 6.8  # the width of a character of a label
_GAP, _LAYER_GAP, _MARGIN = 18.0, 46.0, 20.0
_FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_STRONG, _EXPANDED, _PALE = "#cfe8d5", "#ffffff", "#f1f1f4"


def escape(text: str) -> str:
    """Write a text so that it can stand in XML, in which most control characters cannot."""
    return html.escape(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text))


@frozen(kw_only=True)
class Box:
    """A node as it is drawn."""

    name: str
    corner: str
    above: int | None
    double: bool
    strong: bool
    pale: bool
    faint: bool
    label: str = ""
    """That of the edge from the box above, which needs room beside those of its neighbours."""

    @property
    def room(self) -> float:
        """How much width the layout gives it."""
        return max(self.width, len(self.label) * _SMALL + 4)

    @property
    def lines(self) -> list[str]:
        """The name, line by line."""
        return self.name.splitlines() or [""]

    @property
    def width(self) -> float:
        """How wide the box is."""
        return max(len(line) for line in self.lines) * _CHARACTER + 22

    @property
    def height(self) -> float:
        """How high the box is."""
        return len(self.lines) * _LINE + 14

    @property
    def fill(self) -> str:
        """The colour inside."""
        return _STRONG if self.strong else _PALE if self.pale else _EXPANDED


@frozen(kw_only=True)
class Line:
    """An edge as it is drawn."""

    tail: int
    head: int
    label: str
    dashed: bool
    dotted: bool
    arrow: bool
    strong: bool


@frozen
class Drawing:
    """What is to be drawn."""

    boxes: list[Box]
    lines: list[Line]
    note: str


def draw_dot(drawing: Drawing) -> str:
    """Write a drawing in the language of Graphviz."""
    lines = [
        "digraph search {",
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];',
        '  edge [fontname="sans-serif"];',
    ]
    if drawing.note:
        lines.append(f"  label={_quoted(drawing.note)};")
    for number, box in enumerate(drawing.boxes):
        options = [f"label={_quoted(box.name)}"]
        options += [f"xlabel={_quoted(box.corner)}"] * bool(box.corner)
        options += ["peripheries=2"] * box.double
        options += [f'fillcolor="{box.fill}"'] * (box.strong or box.pale)
        options += ["penwidth=2"] * box.strong
        options += ['fontcolor="#777777", color="#aaaaaa"'] * (box.faint and not box.strong)
        lines.append(f"  n{number} [{', '.join(options)}];")
    for line in drawing.lines:
        options = [f"label={_quoted(line.label)}"] * bool(line.label)
        options += ["style=dashed"] * line.dashed + ["style=dotted"] * line.dotted
        options += ["dir=none"] * (not line.arrow)
        options += ["penwidth=3"] * line.strong
        # dashed edges do not shape the tree
        options += ["constraint=false"] * (line.dashed or line.dotted)
        ending = f" [{', '.join(options)}]" if options else ""
        lines.append(f"  n{line.tail} -> n{line.head}{ending};")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def draw_svg(drawing: Drawing) -> str:
    """Draw as SVG."""
    places = _layout(drawing.boxes)
    boxes = drawing.boxes
    edges = [_edge(line, boxes, places) for line in sorted(drawing.lines, key=_is_strong)]
    left = min([_MARGIN, *(edge.left for edge in edges)]) - _MARGIN
    right = max([x + box.room / 2 for (x, _), box in zip(places, boxes, strict=True)] or [0.0])
    right = max([right, *(edge.right for edge in edges)]) + _MARGIN
    bottom = max([y + box.height / 2 for (_, y), box in zip(places, boxes, strict=True)] or [0.0])
    width = max(right - left, len(drawing.note) * _CHARACTER + 2 * _MARGIN)
    height = bottom + _MARGIN + (_LINE + 8) * bool(drawing.note)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"',
        f'viewBox="{left:.0f} 0 {width:.0f} {height:.0f}" font-family="{_FONT}" font-size="12.5">',
        '<defs><marker id="searchkit-arrow" viewBox="0 0 10 10" refX="9" refY="5"',
        'markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">',
        '<path d="M0 1 L10 5 L0 9 z" fill="#444"/></marker></defs>',
        f'<rect x="{left:.0f}" width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
    ]
    parts += [edge.curve for edge in edges]
    parts += [_box(box, place) for box, place in zip(boxes, places, strict=True)]
    parts += [edge.label for edge in edges if edge.label]
    if drawing.note:
        parts += [
            f'<text x="{left + _MARGIN:.1f}" y="{height - 14:.1f}" fill="#a33">',
            f"{escape(drawing.note)}</text>",
        ]
    return "\n".join([*parts, "</svg>"])


def _layout(boxes: list[Box]) -> list[tuple[float, float]]:
    """Give the middle of each box."""
    children: list[list[int]] = [[] for _ in boxes]
    roots: list[int] = []
    for number, box in enumerate(boxes):
        (roots if box.above is None else children[box.above]).append(number)
    order: list[tuple[int, int]] = []  # every node after the one above it, with its depth
    pending = [(root, 0) for root in reversed(roots)]
    while pending:
        number, depth = pending.pop()
        order.append((number, depth))
        pending += [(child, depth + 1) for child in reversed(children[number])]
    outlines: list[list[tuple[float, float]]] = [[] for _ in boxes]
    shift = [0.0] * len(boxes)  # of a node to the right of the one above it
    for number, _ in reversed(order):
        half = boxes[number].room / 2
        places, merged = _side_by_side([outlines[child] for child in children[number]])
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(children[number], places, strict=True):
            shift[child] = place - middle
            outlines[child] = []
        outlines[number] = [(-half, half), *((a - middle, b - middle) for a, b in merged)]
    places, _ = _side_by_side([outlines[root] for root in roots])
    for root, place in zip(roots, places, strict=True):
        shift[root] = place
    heights: dict[int, float] = {}
    for number, depth in order:
        heights[depth] = max(heights.get(depth, 0.0), boxes[number].height)
    rows: list[float] = []
    top = _MARGIN
    for depth in range(len(heights)):
        rows.append(top + heights[depth] / 2)
        top += heights[depth] + _LAYER_GAP
    x = [0.0] * len(boxes)
    for number, _ in order:
        above = boxes[number].above
        x[number] = shift[number] + (0.0 if above is None else x[above])
    left = min((x[number] - box.room / 2 for number, box in enumerate(boxes)), default=0.0)
    depths = dict(order)
    return [(x[n] - left + _MARGIN, rows[depths[n]]) for n in range(len(boxes))]


def _side_by_side(
    outlines: list[list[tuple[float, float]]],
) -> tuple[list[float], list[tuple[float, float]]]:
    """Put subtrees side by side, as close as their outlines allow; give places and outline."""
    merged: list[tuple[float, float]] = []
    places: list[float] = []
    for outline in outlines:
        place = max(
            (right + _GAP - left for (_, right), (left, _) in zip(merged, outline, strict=False)),
            default=0.0,
        )
        places.append(place)
        for layer, (left, right) in enumerate(outline):
            if layer < len(merged):
                merged[layer] = (merged[layer][0], place + right)
            else:
                merged.append((place + left, place + right))
    return places, merged


def _box(box: Box, place: tuple[float, float]) -> str:
    x, y = place
    width, height = box.width, box.height
    stroke = "#2c7a4b" if box.strong else "#aaa" if box.faint else "#444"
    dash = ' stroke-dasharray="3 3"' if box.faint else ""
    thick = 2.4 if box.strong else 1.2
    parts = [
        f'<g><rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" ',
        f'height="{height:.1f}" rx="7" fill="{box.fill}" stroke="{stroke}" ',
        f'stroke-width="{thick}"{dash}/>',
    ]
    if box.double:
        parts.append(
            f'<rect x="{x - width / 2 + 3.5:.1f}" y="{y - height / 2 + 3.5:.1f}" '
            f'width="{width - 7:.1f}" height="{height - 7:.1f}" rx="4" fill="none" '
            f'stroke="{stroke}" stroke-width="1"/>'
        )
    first = y - (len(box.lines) - 1) * _LINE / 2 + 4.5
    colour = "#999" if box.faint else "#111"
    for number, text in enumerate(box.lines):
        parts.append(
            f'<text x="{x:.1f}" y="{first + number * _LINE:.1f}" text-anchor="middle" '
            f'xml:space="preserve" fill="{colour}">{escape(text)}</text>'
        )
    if box.corner:
        parts.append(
            f'<text x="{x + width / 2 + 3:.1f}" y="{y - height / 2 + 5:.1f}" font-size="10" '
            f'fill="#777">{escape(box.corner)}</text>'
        )
    return "".join([*parts, "</g>"])


@frozen
class _Edge:
    """The curve of an edge and its label, as SVG, and how far they reach."""

    curve: str
    label: str
    left: float
    right: float


def _is_strong(line: Line) -> bool:
    return line.strong


def _edge(line: Line, boxes: list[Box], places: list[tuple[float, float]]) -> _Edge:
    tail, head = places[line.tail], places[line.head]
    start, end, side = tail, head, None
    if line.tail == line.head:
        x, y = tail[0] + boxes[line.tail].width / 2, tail[1]
        curve = f"M{x:.1f} {y - 6:.1f} c26 -18 26 30 1 14"
        middle = (x + 20 + len(line.label) * _SMALL / 2, y)
    elif not line.dashed and not line.dotted:
        start, end = _edge_of(boxes[line.tail], tail, head), _edge_of(boxes[line.head], head, tail)
        curve = f"M{start[0]:.1f} {start[1]:.1f} L{end[0]:.1f} {end[1]:.1f}"
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    else:
        # bent to its own left, so that a step and its way back do not lie upon each other, and
        # the more the more layers it passes
        dx, dy = head[0] - tail[0], head[1] - tail[1]
        length = math.hypot(dx, dy) or 1.0
        bend = min(0.22 * length + 26, 100)
        side = (
            (tail[0] + head[0]) / 2 - dy / length * bend,
            (tail[1] + head[1]) / 2 + dx / length * bend,
        )
        start, end = _edge_of(boxes[line.tail], tail, side), _edge_of(boxes[line.head], head, side)
        curve = (
            f"M{start[0]:.1f} {start[1]:.1f} Q{side[0]:.1f} {side[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
        )
        middle = ((start[0] + 2 * side[0] + end[0]) / 4, (start[1] + 2 * side[1] + end[1]) / 4)
    quiet = line.dashed or line.dotted
    colour = "#2c7a4b" if line.strong else "#888" if quiet else "#444"
    dash = ' stroke-dasharray="5 4"' * line.dashed + ' stroke-dasharray="1.5 3"' * line.dotted
    arrow = ' marker-end="url(#searchkit-arrow)"' * line.arrow
    half = len(line.label) * _SMALL / 2
    return _Edge(
        f'<path d="{curve}" fill="none" stroke="{colour}" '
        f'stroke-width="{2.6 if line.strong else 1.2}"{dash}{arrow}/>',
        f'<text x="{middle[0]:.1f}" y="{middle[1] + 4:.1f}" text-anchor="middle" font-size="11" '
        f'fill="{"#777" if quiet else "#222"}" stroke="#fff" stroke-width="3" '
        f'paint-order="stroke">{escape(line.label)}</text>'
        if line.label
        else "",
        min(middle[0] - half, start[0], end[0]),
        max(middle[0] + half, start[0], end[0]),
    )


def _edge_of(
    box: Box, place: tuple[float, float], towards: tuple[float, float]
) -> tuple[float, float]:
    """Give the point where the line from the middle of a box leaves it."""
    dx, dy = towards[0] - place[0], towards[1] - place[1]
    if dx == dy == 0:
        return place
    ratios = [
        half / abs(way) for half, way in ((box.width / 2, dx), (box.height / 2, dy)) if way != 0
    ]
    ratio = min(ratios)
    return place[0] + dx * ratio, place[1] + dy * ratio
