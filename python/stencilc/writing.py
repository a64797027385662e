"""Atomic replacement of files."""
from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any


def write_whole(path: str | os.PathLike[str], content: bytes | Callable[[str], Any]) -> None:
    """Writes a file completely or not at all: under a temporary name in the same folder, which is then renamed.

    Args:
        path: Path of the file. An existing file is replaced.
        content: Bytes of the file. Or a function that takes the temporary name, which has the ending of `path`, and writes this file.

    Raises:
        OSError: The file cannot be written. The temporary file is then removed, and an existing file does not change.
    """
    target = pathlib.Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.stem}.", suffix=target.suffix, dir=target.parent)
    os.close(handle)
    try:
        if callable(content):
            content(name)
        else:
            pathlib.Path(name).write_bytes(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        pathlib.Path(name).unlink(missing_ok=True)
        raise
