"""What layers return, in decibels: traces beside those of a grid so large that nothing has come back; and that the measure can tell.

usage: open_space.py STENCILC PROGRAM FOLDER
"""
import math
import os
import re
import subprocess
import sys

from grids import load

STENCILC, PROGRAM, FOLDER = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)


def traces(program, cells, steps):
    path = os.path.join(FOLDER, "probe.npy")
    subprocess.run([STENCILC, "run", "-q", "--target=cpu", f"--size={cells},{cells}", f"--steps={steps}", f"--trace=probe={path}", program],
                   check=True)
    return load(path)


def returned(program, cells=81, steps=300):
    """The largest difference to what a grid of 401 cells has, whose faces nothing reaches and comes back from; of the largest value, in dB."""
    small, large = traces(program, cells, steps), traces(program, cells + 320, steps)
    most = max(abs(value) for row in large for value in row)
    worst = max(abs(a - b) for one, other in zip(small, large) for a, b in zip(one, other))
    return 20 * math.log10(worst / most)


layers = returned(PROGRAM)
print(f"layers return {layers:.1f} dB: below -60 {'yes' if layers < -60 else 'NO'}")
with open(PROGRAM, encoding="utf-8") as file:
    text = file.read()
bare = os.path.join(FOLDER, "bare.stencil")
with open(bare, "w", encoding="utf-8") as file:
    file.write(re.sub(r"init cpml\([^;]*\);", "init select(i == 2, 1, 0);", text))
walls = returned(bare)
print(f"walls return {walls:.1f} dB: above -20 {'yes' if walls > -20 else 'NO'}")
