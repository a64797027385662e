"""Compilation of source texts to programs."""
from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from .errors import ForkedProcessError, StencilError, warn
from .messages import Texts, diagnostics, rendered
from .program import Program

# Number of time steps for which the planner optimizes. The `steps` of a source text is not used, because runs may be longer.
LONG_RUN = 1000


class Source:
    """Source text of a program with its compiler options.

    Attributes:
        text: The source text.
        file: Path of its file, or None.
        options: Options of `stencilc run` by name, with dashes.
        name: Name of the source text in messages: its path, or "<text>".
    """

    def __init__(self, text: str, file: str | None, options: dict[str, Any]):
        self.text, self.file, self.options = text, file, options
        self.name = file or "<text>"
        self._warned: set[str] = set()

    def compiled(self, **more: Any) -> _core.Compilation:
        """Compiles the source text with its options and the options `more`, which take precedence. Returns the compilation.

        Each warning of the compiler is issued once as a `StencilWarning`.

        Raises:
            StencilError: The source text has errors, or an option is wrong.
            ForkedProcessError: This process is a fork of a process that has used the compiler.
        """
        options = {"steps": LONG_RUN, **self.options, **more}
        if self.file:
            options["file"] = self.file
        compilation = _core.Compilation(self.text, json.dumps(options))
        self.check(compilation, compilation.succeeded)
        return compilation

    def loaded(self, compilation: _core.Compilation) -> _core.Module:
        """Builds a compiled program, or takes it from the cache, and loads it into this process. Returns the loaded module.

        Raises:
            StencilError: The emitted code could not be built or loaded.
            ForkedProcessError: This process is a fork of a process that has used the compiler.
        """
        module = compilation.load()
        self.check(compilation, module is not None, warns=False)
        return module

    def check(self, compilation: _core.Compilation, succeeded: bool, warns: bool = True) -> None:
        """Raises an exception if a call with `compilation` has failed, else issues the warnings of the compiler.

        Args:
            compilation: The compilation. Its messages are read.
            succeeded: True if the call has succeeded.
            warns: True to issue each warning of the compiler once, as a `StencilWarning`.

        Raises:
            StencilError: The call has failed. The exception has all messages.
            ForkedProcessError: This process is a fork of a process that has used the compiler.
        """
        texts = Texts(self.name, self.text)
        found = diagnostics(compilation.messages(), texts)
        if any(message.id == "forked-process" for message in found):
            raise ForkedProcessError(found[-1].text)
        if not succeeded:
            raise StencilError("\n".join(rendered(message, texts) for message in found), found)
        for message in found if warns else []:
            text = rendered(message, texts)
            if message.severity == "warning" and text not in self._warned: # the source text is compiled again for each size
                self._warned.add(text)
                warn(text)


def _option(name: str, value: Any) -> Any:
    """Converts the value of the option `name` to numbers, strings, lists and dicts, as JSON has them. Raises TypeError for other types."""
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {key: _option(name, item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_option(name, item) for item in value]
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"the option {name} cannot be {value!r}")


def compile(source: str, *, size: Sequence[int] | None = None, precision: str | None = None, target: str | None = None,
            schedule: str | None = None, file: str | os.PathLike[str] | None = None, **options: Any) -> Program:
    """Compiles the source text of a program.

    Args:
        source: Source text of the program.
        size: Cells along each axis, in the order of the axes: (nx, ny). Simulations have this size unless they are given another one.
        precision: Type of stored and computed numbers, "f64" or "f32", or both types as in "f16:f32". Default: that of the source text.
        target: "cpu", "cuda" or "auto". "auto" is the default: a GPU if there is one, else the CPU.
        schedule: Schedule with its options, such as "wavefront:steps=4". Default: the compiler chooses the fastest by its cost model.
        file: Path of the source text, for messages. The file is not read. Its folder is searched for files that the source text imports or reads.
        **options: Other options of `stencilc run`, with underscores in place of dashes: `device_mem="4GiB"`, `arithmetic="written"`.

    Returns:
        The program. Call it to make a simulation.

    Raises:
        StencilError: The source text has errors, or an option is wrong. The exception shows each error with its line and a caret.
        TypeError: `source` is not a string, or an option has a type that no option takes.
        ForkedProcessError: This process is a fork of a process that has used the compiler.
    """
    if not isinstance(source, str):
        raise TypeError(f"the source is a text, not {type(source).__name__}; stencilc.load(path) compiles a file")
    given = {"size": list(size) if size is not None else None, "precision": precision, "schedule": schedule,
             "target": None if target == "auto" else target, **options}
    read = {name.replace("_", "-"): _option(name, value) for name, value in given.items() if value is not None}
    return Program(Source(source, os.fspath(file) if file is not None else None, read))


def load(path: str | os.PathLike[str], **options: Any) -> Program:
    """Compiles the program in a file.

    Args:
        path: A `.stencil` file. If it does not exist, it is looked up in the library of programs of the package, as in "heat/heat3d".
        **options: Options of `compile`.

    Returns:
        The program. Call it to make a simulation.

    Raises:
        FileNotFoundError: There is no such file, neither at `path` nor in the library.
        StencilError: The source text has errors, or an option is wrong.
    """
    from .tool import programs
    file = pathlib.Path(path)
    if not file.exists() and (known := programs() / file.with_suffix(".stencil")).exists():
        file = known
    return compile(file.read_text(encoding="utf-8"), file=file, **options)
