"""Checks and texts of messages that several modules share."""
from __future__ import annotations

from collections.abc import Iterable


def shape_text(axes: Iterable[str]) -> str:
    """Returns the shape of an array with `axes`, given in the order of the program, as a text: "(ny, nx)" for x and y."""
    return f"({', '.join('n' + axis for axis in reversed(tuple(axes)))})"


def check_interval(every: int) -> None:
    """Raises ValueError if an interval has less than one time step."""
    if every < 1:
        raise ValueError(f"every takes an interval of at least 1 step, not {every}")
