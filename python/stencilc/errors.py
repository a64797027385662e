"""Exceptions and compiler messages of stencilc. Wrong arguments raise ValueError, TypeError, KeyError or IndexError of Python."""
from __future__ import annotations

import dataclasses
import os
import sys
import warnings


@dataclasses.dataclass(frozen=True)
class Place:
    """Range of characters in a source text.

    Attributes:
        file: Name of the source text.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1.
        end_line: Line of the first character after the range.
        end_column: Column of the first character after the range.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """Message of the compiler about a program.

    Attributes:
        severity: "error", "warning", "note" or "remark".
        id: Identifier of the kind of message, as in the list of diagnostics in the documentation.
        text: The sentence that describes the problem.
        place: Range of the source text to which the message refers, or None.
        fixits: Suggested changes, as pairs of a `Place` and the text that replaces this range.
        notes: Further messages that explain this message.
    """

    severity: str
    id: str
    text: str
    place: Place | None
    fixits: tuple[tuple[Place, str], ...] = ()
    notes: tuple["Diagnostic", ...] = ()


class StencilError(Exception):
    """Raised if a program could not be compiled, built, loaded, or translated from C, and if the command line tool has failed.

    For errors in a source text, the exception shows each message with its line and a caret.

    Attributes:
        diagnostics: The messages of the compiler as a list of `Diagnostic`. Empty if there are none.
    """

    def __init__(self, text: str, diagnostics: list[Diagnostic] | None = None):
        super().__init__(text)
        self.diagnostics = diagnostics or []


class StencilWarning(UserWarning):
    """Warning of the compiler about a program, or about an array that seems transposed, or NaN or infinite values after a run."""


class StaleViewError(RuntimeError):
    """Raised if a view of a field is read after its simulation has changed a field."""


class BusyError(RuntimeError):
    """Raised if a thread uses a simulation while another thread is using it."""


class ForkedProcessError(RuntimeError):
    """Raised if a process that was made by `fork` uses the compiler, a program or a simulation of its parent process."""


class DeviceError(RuntimeError):
    """Raised if a GPU has failed at run time."""


class OutOfMemoryError(MemoryError):
    """Kind of MemoryError that is raised if host memory or GPU memory is too small for the fields."""


def warn(text: str) -> None:
    """Issues a StencilWarning at the line of the caller's code, which is the first one outside of this package."""
    here, level, frame = os.path.dirname(__file__), 2, sys._getframe(1)
    while frame.f_back and os.path.dirname(frame.f_code.co_filename) == here:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, StencilWarning, stacklevel=level)
