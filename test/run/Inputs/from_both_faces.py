"""One step of from_both_faces.stencil written out: from_both_faces.py FILE.npy NX NY"""
import struct
import sys

path, nx, ny = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def u(x, y):
    """The cell, beyond x first and then beyond y; all numbers are exact."""
    if x < 0:
        return 0.5 * u(0, y) + 0.25 * u(1, y)
    if x >= nx:
        return 0.25 * u(nx - 1, y) + 0.5 * u(nx - 2, y)
    if y < 0:
        return 2 * u(x, 0) - u(x, 1)
    if y >= ny:
        return u(x, ny - 3)
    return x + 3 * y + x * y


with open(path, "rb") as file:
    cells = struct.unpack(f"<{nx * ny}d", file.read()[-8 * nx * ny:])
for y in range(ny):
    for x in range(nx):
        expected = sum(u(x + i, y + j) for i in range(-2, 3) for j in range(-2, 3))
        if cells[x + nx * y] != expected:
            sys.exit(f"u[{x}, {y}] is {cells[x + nx * y]}, not {expected}")
