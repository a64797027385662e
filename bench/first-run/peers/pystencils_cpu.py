import pystencils as ps

from start import D, STEPS, cells, say

T = cells()
after = T.copy()
f, g = ps.fields(f=T, g=after)
near = f[1, 0, 0] + f[-1, 0, 0] + f[0, 1, 0] + f[0, -1, 0] + f[0, 0, 1] + f[0, 0, -1]
kernel = ps.create_kernel(ps.Assignment(g[0, 0, 0], f[0, 0, 0] + D * (near - 6 * f[0, 0, 0])),
                          target=ps.Target.CPU).compile()
for _ in range(STEPS):
    kernel(f=T, g=after)
    T, after = after, T
say(T)
