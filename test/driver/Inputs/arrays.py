"""Writes the arrays of bad_array_file.test into the current folder, without numpy."""
import math
import struct


def write(name, shape, values, descr="<f8", fmt="d", cut=0):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
    data += b"".join(struct.pack("<" + fmt, v) for v in values)
    with open(name, "wb") as file:
        file.write(data[:len(data) - cut])


write("good.npy", (4, 4, 4), [0.5] * 64)
write("single.npy", (4, 4, 4), [0.5] * 64, "<f4", "f")
write("flat.npy", (64,), [0.5] * 64)
write("large.npy", (5, 4, 4), [0.5] * 80)
write("whole.npy", (4, 4, 4), [1] * 64, "<c8", "q")
write("nan.npy", (4, 4, 4), [0.5] * 63 + [math.nan])
write("short.npy", (4, 4, 4), [0.5] * 64, cut=9)
with open("text.npy", "w", encoding="ascii") as file:
    file.write("1 2 3\n")
