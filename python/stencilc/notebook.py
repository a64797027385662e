"""The cell magic %%stencil of notebooks, which `%load_ext stencilc` adds."""
from __future__ import annotations

import shlex
import sys
import warnings
from typing import Any

from .compiling import compile
from .errors import StencilError, StencilWarning

USAGE = "usage: %%stencil [NAME] [--option=value ...]    NAME: variable for the program (default: its own name)"


def _options(words: list[str]) -> dict[str, Any]:
    """Converts words such as "--device-mem=4GiB" to arguments of `compile`. Raises ValueError for a word without "--"."""
    options: dict[str, Any] = {}
    for word in words:
        if not word.startswith("--"):
            raise ValueError(f"{word!r} is no option; {USAGE}")
        name, _, value = word[2:].partition("=")
        options[name.replace("-", "_")] = [int(cells) for cells in value.split(",")] if name == "size" else value or True
    return options


def register(shell: Any) -> None:
    """Adds the cell magic %%stencil to the IPython shell `shell`."""

    def stencil(line: str, cell: str) -> Any:
        """Compiles the cell as a stencil program and assigns the program to a variable.

        %%stencil [NAME] [--option=value ...]

        NAME is the variable. Its default is the name of the program. Options are those of `stencilc run`, such as --size=400,300 or
        --precision=f32. Errors are printed with their lines and carets, without a traceback. The variable then does not change.
        """
        words = shlex.split(line)
        name = words.pop(0) if words and not words[0].startswith("-") else None
        try:
            options = _options(words)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", StencilWarning)
                program = compile(cell, file="<cell>", **options)
            for warning in caught:
                print(warning.message, file=sys.stderr)
        except (StencilError, ValueError) as error:
            print(error, file=sys.stderr)
            return None
        shell.user_ns[name or program.name] = program
        return None

    shell.register_magic_function(stencil, "cell", "stencil")
