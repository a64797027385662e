"""Translation of C loops to programs by the command line tool stencilc-lift."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

from .errors import StencilError


def _tool() -> str:
    """Returns the path of the command line tool stencilc-lift. Raises ImportError if it is not installed."""
    try:
        import stencilc_lift
        return str(stencilc_lift.path())
    except ImportError:
        found = shutil.which("stencilc-lift")
        if found:
            return found
    raise ImportError("lift reads C with Clang, which is a package of its own: pip install stencilc-lift")


def lift(c_text: str, *, function: str | None = None, language: str = "c", assume_no_alias: bool = False, leave_out: Sequence[str] = (),
         flags: Sequence[str] = ()) -> str:
    """Translates loops in C or C++ to the source text of a stencil program.

    Args:
        c_text: Source text in C or C++ with the loops.
        function: Name of the function that has the loops. Default: the first function with a loop over time.
        language: "c" or "c++".
        assume_no_alias: Assume that pointer parameters point to different memory, as if declared `restrict`.
        leave_out: Names of functions. Their calls in the loop over time are left out, so they must not change data of the loops.
        flags: Flags of the C compiler, such as ["-DN=64", "-Iinclude"].

    Returns:
        The source text of the program, for `stencilc.compile`.

    Raises:
        StencilError: The loops cannot be translated. The exception says why.
        ValueError: `language` is neither "c" nor "c++".
        ImportError: The package stencilc-lift is not installed.
    """
    ending = {"c": ".c", "c++": ".cpp"}.get(language)
    if not ending:
        raise ValueError(f"language is 'c' or 'c++', not {language!r}")
    with tempfile.TemporaryDirectory(prefix="stencilc-") as folder:
        file = os.path.join(folder, "loops" + ending)
        with open(file, "w", encoding="utf-8") as out:
            out.write(c_text)
        words = [_tool(), file] + ([f"--function={function}"] if function else []) + (["--assume-no-alias"] if assume_no_alias else [])
        words += ([f"--leave-out={','.join(leave_out)}"] if leave_out else []) + (["--", *flags] if flags else [])
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StencilError(done.stderr.replace(file, "<text>").rstrip())
    return done.stdout
