"""Flips one bit of the byte at AT of a file.

usage: flip.py FILE AT"""

import sys

name, at = sys.argv[1], int(sys.argv[2])
with open(name, "rb+") as file:
    file.seek(at)
    byte = file.read(1)[0]
    file.seek(at)
    file.write(bytes([byte ^ 4]))
