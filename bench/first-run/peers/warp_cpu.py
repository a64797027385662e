import warp as wp

from start import D, N, STEPS, cells, say

wp.config.quiet = True
wp.init()
d = wp.constant(wp.float64(D))
six = wp.constant(wp.float64(6.0))


@wp.kernel
def step(T: wp.array3d(dtype=wp.float64), after: wp.array3d(dtype=wp.float64)):
    a, b, c = wp.tid()
    z, y, x = a + 1, b + 1, c + 1
    after[z, y, x] = T[z, y, x] + d * (
        T[z - 1, y, x] + T[z + 1, y, x] + T[z, y - 1, x] + T[z, y + 1, x]
        + T[z, y, x - 1] + T[z, y, x + 1] - six * T[z, y, x])


T = wp.array(cells(), dtype=wp.float64, device="cpu")
after = wp.clone(T)
for _ in range(STEPS):
    wp.launch(step, dim=(N - 2, N - 2, N - 2), inputs=[T, after], device="cpu")
    T, after = after, T
say(T.numpy())
