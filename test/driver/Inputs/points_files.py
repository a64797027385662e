"""Writes points in files: as many as asked for, of the right shape or not."""
import array


def save(path, shape, numbers):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.write(array.array("d", numbers).tobytes())


save("line_points.npy", "(3, 2)", [1, 2, 3.25, 4, 11, 7])
save("two.npy", "(2, 2)", [1, 2, 3.25, 4])
save("flat.npy", "(3,)", [1, 2, 3])
save("outside.npy", "(2, 2)", [1, 2, 3.25, 8.25])
