"""Start of the command line tool as a process."""
from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile
from collections.abc import Sequence

from .errors import StencilError

HERE = pathlib.Path(__file__).parent # folder of the package


def path() -> pathlib.Path:
    """Returns the path of the command line tool in this package."""
    return HERE / "bin" / "stencilc"


def programs() -> pathlib.Path:
    """Returns the path of the folder with the library of programs, which has files such as `heat/heat3d.stencil`."""
    return HERE / "share" / "stencilc" / "stencils"


def run(arguments: Sequence[str], source: str | None = None, name: str = "program.stencil") -> str:
    """Runs the command line tool and returns its standard output.

    Args:
        arguments: Arguments of the command line. The argument "{source}" is replaced by the path of a temporary file with `source`.
        source: Source text of a program, or None.
        name: Name of the temporary file in messages.

    Raises:
        StencilError: The command line tool has failed. The exception has the text of its standard error.
    """
    with tempfile.TemporaryDirectory(prefix="stencilc-") as folder:
        file = pathlib.Path(folder) / name
        if source is not None:
            file.write_text(source, encoding="utf-8")
        words = [str(path())] + [str(file) if word == "{source}" else word for word in arguments]
        done = subprocess.run(words, capture_output=True, text=True, env=os.environ, check=False)
        if done.returncode != 0:
            raise StencilError((done.stderr or done.stdout).replace(str(file), name).rstrip())
        return done.stdout.replace(str(file), name)
