"""Start of the command line tool by `python -m stencilc`."""
import os
import sys

from .tool import path


def main() -> None:
    """Replaces this process by the command line tool, with the same arguments. Does not return.

    Raises:
        OSError: The command line tool cannot be started.
    """
    tool = str(path())
    os.execv(tool, ["stencilc", *sys.argv[1:]])


if __name__ == "__main__":
    main()
