import taichi as ti

from start import D, N, STEPS, cells, say

ti.init(arch=ti.cpu, default_fp=ti.f64, offline_cache=False, log_level=ti.ERROR)
T, after = ti.field(ti.f64, (N, N, N)), ti.field(ti.f64, (N, N, N))


@ti.kernel
def step(T: ti.template(), after: ti.template()):
    for z, y, x in ti.ndrange((1, N - 1), (1, N - 1), (1, N - 1)):
        after[z, y, x] = T[z, y, x] + D * (
            T[z - 1, y, x] + T[z + 1, y, x] + T[z, y - 1, x] + T[z, y + 1, x]
            + T[z, y, x - 1] + T[z, y, x + 1] - 6.0 * T[z, y, x])


start = cells()
T.from_numpy(start)
after.from_numpy(start)
for _ in range(STEPS):
    step(T, after)
    T, after = after, T
say(T.to_numpy())
