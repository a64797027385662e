"""Drawing of pictures as SVG. Texts and axes are vectors, which can be scaled and edited. The cells are an image."""
from __future__ import annotations

import base64
import html
import json
import math
from typing import Any

import numpy as np

from . import _core

BAR, GAP, LEFT, TOP, BOTTOM = 14, 16, 64, 34, 46 # in pixels: width of the colour bar and its distance from the picture, and margins
CURVE = (640, 320) # width and height of the diagram of a curve in pixels


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Returns at most `most` + 1 round numbers from `low` to `high`, at equal distances, for labels of an axis. Returns [low] if high <= low."""
    if not high > low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, int(math.floor(high / step + 1e-9)) + 1)]


def _text(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(text)}</text>'


def _line(x: float, y: float, x2: float, y2: float, colour: str = "#444") -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _image(png: bytes, x: float, y: float, width: float, height: float) -> str:
    return (f'<image x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" preserveAspectRatio="none" '
            f'style="image-rendering:pixelated" href="data:image/png;base64,{base64.b64encode(png).decode()}"/>')


def _across(axis: dict[str, Any], left: float, width: float, bottom: float, low: float, high: float) -> list[str]:
    """Returns SVG elements of the horizontal axis from coordinate `low` to `high`: label and ticks. Lengths are in pixels."""
    parts = [_text(left + width / 2, bottom + 36, axis["label"])]
    for tick in ticks(low, high):
        x = left + (tick - low) / ((high - low) or 1) * width
        parts += [_line(x, bottom, x, bottom + 5), _text(x, bottom + 18, f"{tick:g}")]
    return parts


def _up(label: str, left: float, top: float, height: float, low: float, high: float, is_down: bool = False) -> list[str]:
    """Returns SVG elements of the vertical axis: label and ticks. Coordinates grow upwards, or downwards if `is_down`."""
    middle = top + height / 2
    parts = [_text(16, middle, label, more=f' transform="rotate(-90 16 {middle:.1f})"')]
    for tick in ticks(low, high):
        part = (tick - low) / ((high - low) or 1)
        y = top + (part if is_down else 1 - part) * height
        parts += [_line(left - 5, y, left, y), _text(left - 8, y + 4, f"{tick:g}", "end")]
    return parts


def _ends(axis: dict[str, Any], count: int) -> tuple[float, float]:
    """Returns the coordinates of both ends of an axis: the outer edges of the first and the last of `count` cells."""
    return axis["first"] - axis["step"] / 2, axis["first"] + (count - 0.5) * axis["step"]


def _framed(parts: list[str], width: float, height: float) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'font-family="DejaVu Sans, sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n')


def _curve(cells: np.ndarray, look: dict[str, Any]) -> str:
    """Draws cells of shape (1, nx) as a curve and returns the text of its SVG file."""
    width, height = CURVE
    values, axis = cells[0], look["axes"][0]
    low, high = look["range"] or (float(np.nanmin(values)), float(np.nanmax(values)))
    high = high if high > low else low + 1
    xs = np.linspace(LEFT, LEFT + width, len(values)) if len(values) > 1 else np.array([LEFT + width / 2])
    points = " ".join(f"{x:.1f},{TOP + (1 - (value - low) / (high - low)) * height:.1f}" for x, value in zip(xs, values) if np.isfinite(value))
    first, last = axis["first"], axis["first"] + (len(values) - 1) * axis["step"]
    parts = [_text(LEFT + width / 2, 20, look["title"]), _line(LEFT, TOP, LEFT, TOP + height), _line(LEFT, TOP + height, LEFT + width, TOP + height),
             f'<polyline points="{points}" fill="none" stroke="#31688e" stroke-width="1.5"/>']
    parts += _across(axis, LEFT, width, TOP + height, first, last) + _up(look["values"], LEFT, TOP, height, low, high)
    return _framed(parts, LEFT + width + GAP, TOP + height + BOTTOM)


def _range(cells: np.ndarray, look: dict[str, Any]) -> tuple[float, float]:
    """Returns both ends of the colour scale, (low, high): the option `range`, or else the smallest and largest finite value.

    The ends are -a and a if the colour map is diverging. Map "auto" is diverging if both signs occur and differ in size by a factor of at
    most 20.
    """
    if look["range"]:
        return look["range"][0], look["range"][1]
    finite = cells[np.isfinite(cells)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    is_diverging = look["map"] == "diverging" or (look["map"] == "auto" and low < 0 < high and max(-low, high) <= 20 * min(-low, high))
    return (-max(-low, high), max(-low, high)) if is_diverging else (low, high)


def svg(cells: np.ndarray, look: dict[str, Any]) -> str:
    """Draws a picture and returns the text of its SVG file.

    Args:
        cells: Values of the cells, shape (ny, nx), f64. Shape (1, nx) is drawn as a curve.
        look: Options of the picture, as `_core.draw_picture` takes them as JSON.

    Raises:
        ValueError: An option has a wrong value.
    """
    if len(cells) == 1 and cells.shape[1] > 1:
        return _curve(cells, look)
    rows, columns = cells.shape
    scale = max(1.0, 480 / max(rows, columns)) if max(rows, columns) < 960 else 960 / max(rows, columns)
    width, height = columns * scale, rows * scale
    low, high = _range(cells, look)
    given = {**look, "look": "plain", "title": "", "range": [low, high] if high > low else None}
    png = _core.draw_picture([cells], [""], 1, json.dumps(given))
    bar = _core.draw_picture([np.linspace(low, high, 256).reshape(-1, 1).repeat(2, 1)], [""], 1, json.dumps({**given, "first_row": "bottom"}))
    right, bottom = LEFT + width, TOP + height
    parts = [_text(LEFT + width / 2, 20, look["title"]), _image(png, LEFT, TOP, width, height), _image(bar, right + GAP, TOP, BAR, height),
             f'<rect x="{LEFT}" y="{TOP}" width="{width:.1f}" height="{height:.1f}" fill="none" stroke="#444"/>']
    parts += _across(look["axes"][0], LEFT, width, bottom, *_ends(look["axes"][0], columns))
    parts += _up(look["axes"][1]["label"], LEFT, TOP, height, *_ends(look["axes"][1], rows), is_down=look["first_row"] == "top")
    for tick in ticks(low, high):
        y = bottom - (tick - low) / ((high - low) or 1) * height
        parts += [_line(right + GAP + BAR, y, right + GAP + BAR + 4, y), _text(right + GAP + BAR + 8, y + 4, f"{tick:g}", "start")]
    end = right + GAP + BAR + 76
    middle = TOP + height / 2
    parts.append(_text(end - 8, middle, look["values"], more=f' transform="rotate(-90 {end - 8:.1f} {middle:.1f})"'))
    return _framed(parts, end, bottom + BOTTOM)
