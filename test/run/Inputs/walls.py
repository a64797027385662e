"""What programs with walls and regions must hold, whatever the scheme: conserved sums, symmetries, bounds, a known solution.

usage: walls.py STENCILC STENCILS FOLDER
"""
import os
import re
import statistics
import subprocess
import sys

from grids import flat, load, mapped

STENCILC, STENCILS, FOLDER = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)


def run(name, field, *options):
    """A field at the end and the reports, by name."""
    path = os.path.join(FOLDER, field + ".npy")
    done = subprocess.run([STENCILC, "run", os.path.join(STENCILS, name + ".stencil"), "--target=cpu", f"--out={field}={path}", *options],
                          check=True, capture_output=True, text=True)
    reports = {}
    for key, value in re.findall(r"\b(\w+) = ([-+.\deinfa]+)", done.stdout):
        reports.setdefault(key, []).append(float(value))
    return load(path), reports


def holds(what, condition):
    print(what + (": yes" if condition else ": NO"))


def largest(rows):
    return max(map(abs, flat(rows)))


def spread(rows):
    return max(flat(rows)) - min(flat(rows))


h, seen = run("earth/basin", "h", "--size=96,64", "--steps=600")
start, _ = run("earth/basin", "h", "--size=96,64", "--steps=0")
holds("basin: water stays", abs(sum(flat(h)) / sum(flat(start)) - 1) < 1e-13)
holds("basin: one side is the mirror of the other", largest(mapped(lambda a, b: a - b, h, h[::-1])) < 1e-12)
holds("basin: energy decays", len(seen["energy"]) >= 6 and all(a > b for a, b in zip(seen["energy"], seen["energy"][1:])))
holds("basin: it comes to rest", spread(h) < 0.2 * spread(start))

u, seen = run("transport/channel", "u", "--size=16,24", "--steps=20000")
holds("channel: Poiseuille's parabola", max(abs(cell - 0.001 / 0.4 * ((y + 0.5) * (23.5 - y) + 0.25)) for y, row in enumerate(u) for cell in row) < 1e-10)

T, seen = run("heat/composite3d", "T", "--size=32,32,24")
holds("composite: between plate and heater", min(flat(T)) >= 20 and max(flat(T)) == 100)
holds("composite: the pin is hotter than what is around it", T[6][16][16] > T[6][16][4] + 5)

dye, seen = run("transport/obstacle", "dye")
holds("obstacle: between none and all", min(flat(dye)) >= 0 and max(flat(dye)) <= 1)
holds("obstacle: nothing inside", seen["inside"][-1] == 0)
holds("obstacle: the dye has come out", max(row[-1] for row in dye) > 0.1)

q, seen = run("earth/hdiff", "q", "--size=32,24,16")
start, _ = run("earth/hdiff", "q", "--size=32,24,16", "--steps=0")
rim = [(z, y, x) for z in range(16) for y in range(24) for x in range(32) if not (2 <= x < 30 and 2 <= y < 22)]
holds("hdiff: the rim stays", all(q[z][y][x] == start[z][y][x] for z, y, x in rim) and q[3][12][9] != start[3][12][9])
holds("hdiff: it becomes smoother", statistics.pstdev(flat(q)) < statistics.pstdev(flat(start)))

u, seen = run("images/perona_malik", "u", "--size=96,96")
start, _ = run("images/perona_malik", "u", "--size=96,96", "--steps=0")
pairs = list(zip(flat(start), flat(u)))
inside, outside = [[(a, b) for a, b in pairs if (a > 0.5) == isInside] for isInside in (True, False)]
holds("perona_malik: brightness stays", abs(sum(flat(u)) / sum(flat(start)) - 1) < 1e-5)
holds("perona_malik: noise goes", statistics.pstdev([b for _, b in inside]) < 0.5 * statistics.pstdev([a for a, _ in inside]))
holds("perona_malik: the edge stays", statistics.mean(b for _, b in inside) - statistics.mean(b for _, b in outside) > 0.55)
