"""The kernel fdtd-2d of PolyBench 4.2 as plain loops; compares its fields with those of a run, bit by bit.

usage: fdtd_2d.py FOLDER NX NY STEPS      with ex.npy, ey.npy and hz.npy
"""
import struct
import sys

folder, nx, ny, steps = sys.argv[1], *map(int, sys.argv[2:5])
ex = [[i * (j + 1) / nx for j in range(ny)] for i in range(nx)]
ey = [[i * (j + 2) / ny for j in range(ny)] for i in range(nx)]
hz = [[i * (j + 3) / nx for j in range(ny)] for i in range(nx)]
for t in range(steps):
    for j in range(ny):
        ey[0][j] = float(t)
    for i in range(1, nx):
        for j in range(ny):
            ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j])
    for i in range(nx):
        for j in range(1, ny):
            ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1])
    for i in range(nx - 1):
        for j in range(ny - 1):
            hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j])
for name, field in (("ex", ex), ("ey", ey), ("hz", hz)):
    with open(f"{folder}/{name}.npy", "rb") as file:
        cells = struct.unpack(f"<{nx * ny}d", file.read()[-8 * nx * ny:])
    wanted = tuple(field[i][j] for j in range(ny) for i in range(nx))
    assert cells == wanted, f"{name} differs"
