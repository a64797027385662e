"""What sources and receivers must give, whatever the scheme: the wave of a point in free space, and the same trace if source and
receiver change places.

usage: points.py STENCILC STENCILS FOLDER
"""
import math
import os
import subprocess
import sys

from grids import load

STENCILC, STENCILS, FOLDER = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)


def traces(path, receiver, *options):
    """The values of a receiver, a row for each time."""
    out = os.path.join(FOLDER, receiver + ".npy")
    subprocess.run([STENCILC, "run", path, "--target=cpu", f"--trace={receiver}={out}", "-q", *options], check=True)
    return load(out)


def written(name, text):
    path = os.path.join(FOLDER, name + ".stencil")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def holds(what, condition):
    print(what + (": yes" if condition else ": NO"))


def ricker(peak, s):
    a = (math.pi * peak * (s - 1 / peak)) ** 2
    return (1 - 2 * a) * math.exp(-a)


# The wave of the shot in the middle of a uniform medium is h^3 / (4 pi r) times the wavelet, r / c later, until its reflections come.
with open(os.path.join(STENCILS, "waves/shot.stencil"), encoding="utf-8") as file:
    SHOT = file.read()
free = SHOT.replace("(0 .. nx - 1, ny / 2, 4) every 2 steps", "(40 .. 64 by 8, 40, 40) every 1 step")
for between, limit in ((0, 0.03), (0.5, 0.06)):
    rows = traces(written("free", free), "line", "--precision=f64", "--size=81,81,81", "--steps=260", "--param=gradient=0",
                  f"--param=sx={40 + between}", "--param=sy=40", "--param=sz=40")
    for number in (1, 2, 3):
        r = 10 * (8 * number - between)
        height = 1000 / (4 * math.pi * r)
        wrong = max(abs(row[number] - height * ricker(12, (step + 1) * 0.001 - r / 2000)) for step, row in enumerate(rows))
        holds(f"a wave {r:g} metres away" + " from between cells" * bool(between), wrong < limit * height)

# Whatever the medium, and between cells as at cells.
PAIR = """stencil pair(x, y, z) {
    param ax = 7.3; param ay = 9; param az = 5.5; param bx = 15.25; param by = 8.5; param bz = 12;
    timestep dt = 0.3;
    field c constant { init 0.5 + 0.3 * random(5); boundary copy; }
    field p levels 2 { boundary fixed(0); }
    p[t+1] = 2 * p - p[t-1] + (c * dt)^2 * (sum(star(1), p) - 7 * p);
    source shot into p at (ax, ay, az)WITH = (c * dt)^2 * exp(-(0.2 * (time - 10))^2);
    receiver there of p at (bx, by, bz)WITH every 1 step;
    size 24, 20, 18;
}
"""
swapped = ["--param=ax=15.25", "--param=ay=8.5", "--param=az=12", "--param=bx=7.3", "--param=by=9", "--param=bz=5.5"]
for how in ("", " with sinc(4)"):
    path = written("pair", PAIR.replace("WITH", how))
    one, other = traces(path, "there", "--steps=200"), traces(path, "there", "--steps=200", *swapped)
    highest = max(abs(row[0]) for row in one)
    holds("source and receiver change places" + how, highest > 0.005 and
          max(abs(a[0] - b[0]) for a, b in zip(one, other)) < 1e-12 * highest)
    if how == "":
        linear = one
holds("a sinc is not the linear one", max(abs(a[0] - b[0]) for a, b in zip(one, linear)) > 0.01 * highest)
