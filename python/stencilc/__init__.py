"""Compiler and runtime of stencil programs on regular grids, for NumPy arrays, on CPUs and GPUs.

    import stencilc as sc

    heat = sc.compile('''
    stencil heat(x, y) {
        param d = 0.1 in 0 .. 1/4;
        field T { boundary fixed(0); init 0; }
        T[t+1] = T + d * (sum(star(1) \\\\ centre, T) - 4 * T);
    }''')
    sim = heat(T=array, d=0.2)
    sim.run(1000)
    sim["T"]

Sizes are in the order of the axes: (nx, ny). Arrays have the last axis first: shape (ny, nx), as NumPy stores images.
"""
from typing import Any

from . import _core
from .compiling import compile, load
from .errors import (BusyError, DeviceError, Diagnostic, ForkedProcessError, OutOfMemoryError, Place, StaleViewError, StencilError,
                     StencilWarning)
from .files import open
from .lifting import lift
from .pictures import Movie, Picture
from .program import Field, Parameter, Program
from .records import Report, Trace
from .simulation import Simulation

__version__ = _core.version()

__all__ = ["BusyError", "DeviceError", "Diagnostic", "Field", "ForkedProcessError", "Movie", "OutOfMemoryError", "Parameter", "Picture", "Place",
           "Program", "Report", "Simulation", "StaleViewError", "StencilError", "StencilWarning", "Trace", "compile", "lift", "load", "open"]


def load_ipython_extension(shell: Any) -> None:
    """Adds the cell magic %%stencil to the IPython shell `shell`. IPython calls this function for `%load_ext stencilc`."""
    from . import notebook
    notebook.register(shell)
