import os

os.environ.setdefault("DEVITO_LOGGING", "ERROR")
os.environ.setdefault("DEVITO_ARCH", "gcc")
os.environ.setdefault("DEVITO_LANGUAGE", "openmp")
from devito import Eq, Grid, Operator, TimeFunction
import numpy as np

from start import D, N, STEPS, cells, say

grid = Grid(shape=(N, N, N), dtype=np.float64, extent=3 * (N - 1.0,))
T = TimeFunction(name="T", grid=grid, space_order=2, time_order=1)
T.data[:] = cells()
t, (z, y, x) = grid.stepping_dim, grid.dimensions
near = sum(T.subs({axis: axis + by * axis.spacing}) for axis in (z, y, x) for by in (-1, 1))
Operator([Eq(T.forward, T + D * (near - 6 * T), subdomain=grid.interior)]).apply(time_M=STEPS - 1)
say(T.data[STEPS % 2])
