"""Drawing of the cells that an update reads, as SVG."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .program import Program

CELL = 22 # width and height of a cell in pixels
COLOURS = ("#31688e", "#b5651d", "#35b779", "#8e3168", "#6b6b6b")


def _reads(facts: dict[str, Any]) -> dict[str, list[list[int]]]:
    """Returns the offsets in cells at which updates read fields. Keys are fields at a time level, such as "T" or "u[t-1]"."""
    found: dict[str, list[list[int]]] = {}
    for field in facts["fields"]:
        for read in field.get("reads", []):
            level = read["level"]
            name = read["field"] + (f"[t{level:+d}]" if level else "")
            offsets = found.setdefault(name, [])
            offsets += [offset for offset in read["offsets"] if offset not in offsets]
    return found


def _square(x: float, y: float, colour: str, opacity: float) -> str:
    """Returns the SVG element of one cell with its upper left corner at (x, y), in pixels."""
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{CELL - 2}" height="{CELL - 2}" rx="3" fill="{colour}" fill-opacity="{opacity}"/>'


def _grid(name: str, offsets: list[list[int]], colour: str, axes: list[str], left: float) -> tuple[str, float, float]:
    """Draws the offsets at which one field is read.

    Args:
        name: Title of the drawing.
        offsets: Offsets in cells, one number for each axis.
        colour: Colour of the cells.
        axes: Names of the axes.
        left: Left edge in pixels.

    Returns:
        SVG elements, width and height in pixels. Planes normal to a third axis are drawn one below the other.
    """
    reach = [max([abs(offset[axis]) for offset in offsets if axis < len(offset)] + [0]) for axis in range(3)]
    planes = sorted({offset[2] if len(offset) > 2 else 0 for offset in offsets}, reverse=True)
    width, height = (2 * reach[0] + 1) * CELL, (2 * reach[1] + 1) * CELL
    parts, top = [f'<text x="{left}" y="14">{html.escape(name)}</text>'], 22.0
    for plane in planes:
        if len(planes) > 1:
            parts.append(f'<text x="{left}" y="{top + 12}" fill="#666">{html.escape(axes[2])}{format(plane, "+d") if plane else ""}</text>')
            top += 16
        here = {(offset[0], offset[1] if len(offset) > 1 else 0) for offset in offsets if (offset[2] if len(offset) > 2 else 0) == plane}
        for y in range(-reach[1], reach[1] + 1):
            for x in range(-reach[0], reach[0] + 1):
                opacity = 1 if (x, y) == (0, 0) and (x, y) in here and plane == 0 else 0.7 if (x, y) in here else 0.08
                parts.append(_square(left + (x + reach[0]) * CELL, top + (reach[1] - y) * CELL, colour, opacity))
        top += height + 8
    return "".join(parts), max(width, 8.0 * len(name)), top


def footprint(program: Program) -> str:
    """Returns an SVG text with one grid of cells for each field and time level that updates read. The cells that are read are dark."""
    left, height, parts = 0.0, 0.0, []
    for number, (name, offsets) in enumerate(_reads(program.facts).items()):
        drawn, width, bottom = _grid(name, offsets, COLOURS[number % len(COLOURS)], list(program.axes), left)
        parts.append(drawn)
        left, height = left + width + 24, max(height, bottom)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="12">'
            f'{"".join(parts)}</svg>')
