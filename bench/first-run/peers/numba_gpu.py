from numba import cuda

from start import D, N, STEPS, cells, say


@cuda.jit
def step(T, after):
    x, y, z = cuda.grid(3)
    if 0 < z < N - 1 and 0 < y < N - 1 and 0 < x < N - 1:
        after[z, y, x] = T[z, y, x] + D * (
            T[z - 1, y, x] + T[z + 1, y, x] + T[z, y - 1, x] + T[z, y + 1, x]
            + T[z, y, x - 1] + T[z, y, x + 1] - 6.0 * T[z, y, x])


T = cuda.to_device(cells())
after = cuda.to_device(cells())
for _ in range(STEPS):
    step[(N // 32, N // 4, N // 2), (32, 4, 2)](T, after)
    T, after = after, T
say(T.copy_to_host())
