import numba

from start import D, STEPS, cells, say


@numba.njit(parallel=True)
def step(T, after):
    nz, ny, nx = T.shape
    for z in numba.prange(1, nz - 1):
        for y in range(1, ny - 1):
            for x in range(1, nx - 1):
                after[z, y, x] = T[z, y, x] + D * (
                    T[z - 1, y, x] + T[z + 1, y, x] + T[z, y - 1, x] + T[z, y + 1, x]
                    + T[z, y, x - 1] + T[z, y, x + 1] - 6.0 * T[z, y, x])


T = cells()
after = T.copy()
for _ in range(STEPS):
    step(T, after)
    T, after = after, T
say(T)
