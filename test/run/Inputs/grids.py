"""Arrays of two axes or three as lists of rows, from and to .npy files in f64 and f32, for checks that need no more than that."""
import array
import re
import struct


def load(path):
    """Nested lists in C order."""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    header = data[10:10 + length].decode()
    shape = [int(n) for n in re.findall(r"\d+", header.split("'shape':")[1].split(")")[0])]
    cells = list(array.array("f" if "<f4" in header else "d", data[10 + length:]))
    for extent in reversed(shape[1:]):
        cells = [cells[at:at + extent] for at in range(0, len(cells), extent)]
    return cells


def save(path, rows):
    """Rows of numbers as f64."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(array.array("d", [cell for row in rows for cell in row]).tobytes())


def flat(cells):
    """All numbers of nested lists."""
    return [number for part in cells for number in flat(part)] if isinstance(cells[0], list) else cells


def mapped(function, *grids):
    """A function of the cells of several grids of two axes."""
    return [[function(*cells) for cells in zip(*rows)] for rows in zip(*grids)]
