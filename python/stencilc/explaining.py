"""Implementation of `Program.explain` and `Program.verify` by the command line tool."""
from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

from . import tool
from .footprints import footprint

if TYPE_CHECKING:
    from .program import Program


class Explanation:
    """Explanation of a program and its plan.

    `print` shows the text. Notebooks also show a table, and a picture of the cells that an update reads.

    Attributes:
        text: Output of the command `stencilc explain`.
        plan: The plan of the program, as `Program.plan`: schedule, options, target.
    """

    def __init__(self, program: Program, text: str):
        self.text, self.plan = text, program.plan
        self._program = program

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        facts = self._program.facts
        options = ", ".join(f"{name} = {value}" for name, value in self.plan.get("options", {}).items())
        rows = {"target": self.plan["target"]["name"], "schedule": self.plan["schedule"], "options": options or "none",
                "operations for one update": facts["flops_per_update"], "bytes for one update": facts["bytes_per_update"],
                "precision": facts["storage"] if facts["storage"] == facts["compute"] else f"{facts['storage']}:{facts['compute']}"}
        table = "".join(f"<tr><th style='text-align:left'>{html.escape(name)}</th><td style='text-align:left'>{html.escape(str(value))}</td></tr>"
                        for name, value in rows.items())
        return (f"<div style='display:flex;gap:2em;align-items:flex-start'>{footprint(self._program)}<table>{table}</table></div>"
                f"<details><summary>all of it</summary><pre>{html.escape(self.text)}</pre></details>")


def _words(program: Program, size: Any, options: dict[str, Any]) -> list[str]:
    """Returns options for the command line tool, such as ["--size=300,200"].

    Args:
        program: The program. The options with which it was compiled are included.
        size: Cells along each axis, (nx, ny), or None: as compiled.
        options: Further options by name, with underscores for dashes. Such options take precedence.
    """
    given = {**program._source.options, **{name.replace("_", "-"): value for name, value in options.items()}}
    if size is not None:
        given["size"] = list(program._checked_size(size) or ())
    given.setdefault("target", program.target)
    words = []
    for name, value in given.items():
        if name == "param" and isinstance(value, dict):
            words += [f"--param={key}={number}" for key, number in value.items()]
        elif value is True:
            words.append(f"--{name}")
        elif value is not None and value is not False:
            words.append(f"--{name}=" + (",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)))
    return words


def _called(program: Program, command: str, words: list[str]) -> str:
    """Runs `stencilc COMMAND` for a program and returns the standard output. Raises StencilError if the command line tool fails."""
    file = program._source.file
    if file and os.path.exists(file):
        return tool.run([command, file, *words])
    return tool.run([command, "{source}", *words], program.source, f"{program.name}.stencil")


def explain(program: Program, options: dict[str, Any]) -> Explanation:
    """Implements `Program.explain`. The command line tool compiles the source text again."""
    return Explanation(program, _called(program, "explain", _words(program, options.pop("size", None), options)))


def verify(program: Program, size: Any, options: dict[str, Any]) -> str:
    """Implements `Program.verify`. The option `steps` of the compilation is left out, so that the command has its own default."""
    return _called(program, "verify", [word for word in _words(program, size, options) if not word.startswith("--steps=")
                                       or "steps" in options])
