"""How fast the first wave passes receivers on a line, of the traces of the program survey: metres per second, and whether all began quietly.

usage: first_arrival.py TRACES.npy FROM TO SPACING SECONDS      receivers FROM and TO, metres between neighbours, seconds between samples
"""
import array
import struct
import sys

data = open(sys.argv[1], "rb").read()
head = 10 + struct.unpack("<H", data[8:10])[0]
shape = eval(data[10:head].decode())["shape"]
values = array.array("f")
values.frombytes(data[head:])
largest = max(map(abs, values))


def first(receiver):
    return next(t for t in range(shape[0]) if abs(values[t * shape[1] + receiver]) > 0.02 * largest)


begin, end = int(sys.argv[2]), int(sys.argv[3])
speed = (end - begin) * float(sys.argv[4]) / ((first(end) - first(begin)) * float(sys.argv[5]))
print(f"{speed:.0f} m/s", "in water" if 0.97 * 1500 < speed < 1.03 * 1500 else "NOT in water")
