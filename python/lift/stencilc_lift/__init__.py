"""The program stencilc-lift, which translates loops in C and C++ to stencil programs. `stencilc.lift` calls it."""
import pathlib


def path() -> pathlib.Path:
    """Returns the path of the program."""
    return pathlib.Path(__file__).parent / "bin" / "stencilc-lift"
