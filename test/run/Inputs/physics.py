"""What programs with walls and regions must hold, whatever the scheme: conserved sums, symmetries, bounds, a known solution.

usage: physics.py STENCILC STENCILS FOLDER
"""
import os
import re
import subprocess
import sys

import numpy

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
    return numpy.load(path), reports


def holds(what, condition):
    print(what + (": yes" if condition else ": NO"))


h, seen = run("earth/basin", "h", "--size=96,64", "--steps=600")
start, _ = run("earth/basin", "h", "--size=96,64", "--steps=0")
holds("basin: water stays", abs(h.sum() / start.sum() - 1) < 1e-13)
holds("basin: one side is the mirror of the other", numpy.abs(h - h[::-1]).max() < 1e-12)
holds("basin: energy decays", len(seen["energy"]) == 6 and all(a > b for a, b in zip(seen["energy"], seen["energy"][1:])))
holds("basin: it comes to rest", numpy.ptp(h) < 0.2 * numpy.ptp(start))

u, seen = run("transport/channel", "u", "--size=16,24", "--steps=20000")
y = numpy.arange(24)
parabola = 0.001 / 0.4 * ((y + 0.5) * (23.5 - y) + 0.25)
holds("channel: Poiseuille's parabola", numpy.abs(u - parabola[:, None]).max() < 1e-10)

T, seen = run("heat/composite3d", "T", "--size=32,32,24")
holds("composite: between plate and heater", T.min() >= 20 and T.max() == 100)
holds("composite: the pin is hotter than what is around it", T[6, 16, 16] > T[6, 16, 4] + 5)

dye, seen = run("transport/obstacle", "dye")
holds("obstacle: between none and all", dye.min() >= 0 and dye.max() <= 1)
holds("obstacle: nothing inside", seen["inside"][-1] == 0)
holds("obstacle: the dye has come out", dye[:, -1].max() > 0.1)

q, seen = run("earth/hdiff", "q", "--size=32,24,16")
start, _ = run("earth/hdiff", "q", "--size=32,24,16", "--steps=0")
rim = numpy.ones(q.shape, bool)
rim[:, 2:-2, 2:-2] = False
holds("hdiff: the rim stays", q[rim].tobytes() == start[rim].tobytes() and (q[~rim] != start[~rim]).all())
holds("hdiff: nothing grows under the limiter", q[:8].max() <= start[:8].max() and q[:8].min() >= start[:8].min())

u, seen = run("images/perona_malik", "u", "--size=96,96")
start, _ = run("images/perona_malik", "u", "--size=96,96", "--steps=0")
inside = start > 0.5
holds("perona_malik: brightness stays", abs(float(u.sum(dtype=float) / start.sum(dtype=float)) - 1) < 1e-5)
holds("perona_malik: noise goes, the edge stays", u[inside].std() < 0.5 * start[inside].std() and u[inside].mean() - u[~inside].mean() > 0.55)
