"""Conversion of compiler messages from JSON to objects, and from objects to text."""
from __future__ import annotations

import json
from typing import Any

from .errors import Diagnostic, Place


class Texts:
    """Lines of the source texts to which messages refer.

    Args:
        name: Name of the source text of the program in messages. Other names are paths of files, which are read when they are needed.
        text: The source text of the program.
    """

    def __init__(self, name: str, text: str):
        self._lines = {name: text.split("\n")}

    def line(self, file: str, number: int) -> str | None:
        """Returns line `number`, from 1, of the source text `file` without its line end. Returns None if there is no such file or line."""
        if file not in self._lines:
            try:
                with open(file, encoding="utf-8", errors="replace") as text:
                    self._lines[file] = text.read().split("\n")
            except OSError:
                self._lines[file] = []
        lines = self._lines[file]
        return lines[number - 1] if 0 < number <= len(lines) else None

    def column(self, file: str, line: int, column: int) -> int:
        """Converts a column in bytes of UTF-8 to a column in characters, both from 1. Returns the column in bytes if the line is not known."""
        text = self.line(file, line)
        if text is None:
            return column
        return len(text.encode()[:column - 1].decode(errors="replace")) + 1


def _place(range_: dict[str, Any] | None, texts: Texts) -> Place | None:
    """Converts a range in JSON to a `Place`. Returns None if the message has no range."""
    if not range_ or not range_.get("begin"):
        return None
    file, begin, end = range_["file"], range_["begin"], range_["end"]
    return Place(file, begin["line"], texts.column(file, begin["line"], begin["column"]),
                 end["line"], texts.column(file, end["line"], end["column"]))


def _diagnostic(message: dict[str, Any], texts: Texts) -> Diagnostic:
    """Converts a message in JSON, with its notes, to a `Diagnostic`."""
    fixits = [(_place(fixit["range"], texts), fixit["text"]) for fixit in message.get("fixits", [])]
    return Diagnostic(message["severity"], message["id"], message["text"], _place(message.get("range"), texts),
                      tuple((place, text) for place, text in fixits if place),
                      tuple(_diagnostic(note, texts) for note in message.get("notes", [])))


def diagnostics(messages: str, texts: Texts) -> list[Diagnostic]:
    """Converts a JSON array of messages to a list of `Diagnostic`. `texts` has the source texts, for columns in characters."""
    return [_diagnostic(message, texts) for message in json.loads(messages)]


def _caret(place: Place, line: str) -> str:
    """Returns the line of text that marks a range of the source line `line`: a caret below its first character and tildes below the others."""
    end = place.end_column if place.end_line == place.line else len(line) + 1
    blank = "".join("\t" if c == "\t" else " " for c in line[:place.column - 1])
    return blank + "^" + "~" * max(0, end - place.column - 1)


def _fixit_line(message: Diagnostic) -> str | None:
    """Returns a line of text with the first suggested replacement, below the range that it replaces. Returns None if there is none."""
    fixes = [(place, text) for place, text in message.fixits if message.place and place.line == message.place.line and text]
    if not fixes:
        return None
    place, text = fixes[0]
    return " " * (place.column - 1) + text


def rendered(message: Diagnostic, texts: Texts) -> str:
    """Returns a message as text: place, severity, sentence, source line with a caret, suggested replacement, and notes."""
    place = message.place
    where = f"{place.file}:{place.line}:{place.column}: " if place else ""
    lines = [f"{where}{message.severity}: {message.text} [{message.id}]"]
    line = texts.line(place.file, place.line) if place else None
    if place and line is not None:
        lines += [line, _caret(place, line)]
        if suggestion := _fixit_line(message):
            lines.append(suggestion)
    for note in message.notes:
        if note.id == "hint" or note.place is None:
            lines.append(f"{note.severity}: {note.text}")
        else:
            lines.append(rendered(note, texts))
    return "\n".join(lines)
