"""What programs with numbers of the whole grid must hold: published values, exact solutions, bounds of convergence.

usage: whole.py STENCILC STENCILS FOLDER PROGRAM
"""
import math
import os
import re
import statistics
import subprocess
import sys

from grids import flat, load

STENCILC, STENCILS, FOLDER, PROGRAM = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)


def run(name, fields, *options):
    """Fields at the end, by name, and the reports, by name."""
    paths = {field: os.path.join(FOLDER, field + ".npy") for field in fields}
    out = [f"--out={field}={path}" for field, path in paths.items()]
    done = subprocess.run([STENCILC, "run", os.path.join(STENCILS, name + ".stencil"), "--target=cpu", *out, *options],
                          check=True, capture_output=True, text=True)
    reports = {}
    for step, key, value in re.findall(r"step (\d+): (\w+) = ([-+.\deinfa]+)", done.stdout):
        reports.setdefault(key, []).append((int(step), float(value)))
    return {field: load(path) for field, path in paths.items()}, reports


def holds(what, condition):
    print(what + (": yes" if condition else ": NO"))


def sod():
    """Exact values of Sod's problem at t = 0.2: Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, test 1."""
    fields, reports = run("fluids/sod", ["rho", "m", "E"])
    rho, clock = flat(fields["rho"]), [value for _, value in reports["clock"]]
    start = flat(run("fluids/sod", ["rho"], "--steps=0")[0]["rho"])
    at = lambda low, high: statistics.mean(rho[round(400 * low):round(400 * high)])
    holds("the end is T to rounding", abs(clock[-1] - 0.2) < 1e-15 and clock == sorted(clock))
    holds("density between rarefaction and contact", abs(at(0.53, 0.64) / 0.42632 - 1) < 0.003)
    holds("density between contact and shock", abs(at(0.73, 0.82) / 0.26557 - 1) < 0.003)
    shock = max(i for i in range(400) if rho[i] > (0.26557 + 0.125) / 2)
    holds("the shock is at 0.8504", abs((shock + 1) / 400 - 0.85043) < 2 / 400)
    head = min(i for i in range(400) if rho[i] < 0.99)
    holds("the rarefaction begins at 0.2634", abs(head / 400 - 0.26335) < 0.02)
    holds("mass stays to rounding", abs(math.fsum(rho) - math.fsum(start)) < 1e-12)
    holds("no new extrema", all(a >= b - 1e-3 for a, b in zip(rho, rho[1:])))
    holds("steps follow the fastest wave", 0.4 / 400 / 2.6 < min(dt for _, dt in reports["dt"]) < 0.4 / 400 / 1.18)


def blast():
    """Toro's explosion: what is kept, and the symmetries of what it begins with; nothing moves faster than the shock."""
    names = [f"U{number}" for number in range(4)]
    fields, reports = run("fluids/blast", names, "--size=120,120", "--param=T=0.09")
    start = run("fluids/blast", names, "--size=120,120", "--steps=0")[0]
    rho, mx, my, energy = (fields[name] for name in names)
    cells = range(120)
    for what, name in (("mass", "U0"), ("energy", "U3")):
        before, after = math.fsum(flat(start[name])), math.fsum(flat(fields[name]))
        holds(f"{what} stays to rounding", abs(after / before - 1) < 1e-13)
    holds("no momentum as a whole", all(abs(math.fsum(flat(m))) < 1e-10 for m in (mx, my)))
    worst = lambda value: max(abs(value(x, y)) for y in cells for x in cells)
    holds("the same along x and y", worst(lambda x, y: rho[y][x] - rho[x][y]) < 1e-12 and worst(lambda x, y: mx[y][x] - my[x][y]) < 1e-12)
    holds("the same to both sides", worst(lambda x, y: energy[y][x] - energy[y][119 - x]) < 1e-12
          and worst(lambda x, y: mx[y][x] + mx[y][119 - x]) < 1e-12)
    pressure = lambda x, y: 0.4 * (energy[y][x] - (mx[y][x] ** 2 + my[y][x] ** 2) / (2 * rho[y][x]))
    holds("density and pressure are positive", min(flat(rho)) > 0 and min(pressure(x, y) for y in cells for x in cells) > 0)
    holds("entropy does not fall", min(pressure(x, y) / rho[y][x] ** 1.4 for y in cells for x in cells) > 0.98)
    front = lambda dx, dy: max(i for i in range(60 if dx * dy == 0 else 59) if rho[60 + dy * i][60 + dx * i] > 0.15)
    across, along = front(1, 1) * math.sqrt(2), front(1, 0)
    holds("the shock is round", abs(across - along) < 2 and 45 < along < 59)
    holds("the end is T to rounding", abs(reports["clock"][-1][1] - 0.09) < 1e-15)


def conjugate_gradients():
    fields, reports = run("poisson/conjugate_gradients", ["u"])
    last, error = reports["error"][-1]
    h = 1 / 64
    root = 1 / math.tan(math.pi * h / 2)  # of the condition number of the five-point difference
    rate = (root - 1) / (root + 1)
    bound = math.log(2 * root / 1e-9) / -math.log(rate)
    holds("no more iterations than Chebyshev's bound", 10 < last < bound)
    exact = lambda i, j: (i + 1) * h * (1 - (i + 1) * h) * (j + 1) * h * (1 - (j + 1) * h)
    worst = max(abs(cell - exact(i, j)) for j, row in enumerate(fields["u"]) for i, cell in enumerate(row))
    holds("the exact solution", worst < 1e-9 and error < 1e-9)


def implicit():
    """Two waves: two eigenvalues, so two iterations; each decays as implicit steps make it."""
    fields, reports = run("heat/implicit", ["T"], "--steps=7")
    wave = lambda k: 4 * math.sin(k * math.pi / 2 / 65) ** 2
    factor = lambda a, b: 1 / (1 + 50 * (wave(a) + wave(b))) ** 7
    sine = lambda k, i: math.sin(k * math.pi * (i + 1) / 65)
    worst = max(abs(cell - factor(1, 1) * sine(1, x) * sine(1, y) - factor(3, 2) * sine(3, x) * sine(2, y))
                for y, row in enumerate(fields["T"]) for x, cell in enumerate(row))
    holds("both waves decay as they must", worst < 1e-12)
    holds("each step is solved", len(reports["next"]) == 7 and max(value for _, value in reports["next"]) < 1e-24)


def srad():
    fields, reports = run("images/srad", ["J"])
    start = run("images/srad", ["J"], "--steps=0")[0]["J"]
    pairs = [(a, b, math.hypot(x - 128, y - 128)) for y, (before, after) in enumerate(zip(start, fields["J"]))
             for x, (a, b) in enumerate(zip(before, after))]
    inside, outside = [[(a, b) for a, b, r in pairs if low <= r < high] for low, high in ((0, 58), (70, 999))]
    holds("the mean stays", abs(math.fsum(b for _, b, _ in pairs) / math.fsum(a for a, _, _ in pairs) - 1) < 1e-5)
    for name, part in (("inside", inside), ("outside", outside)):
        before, after = [[pair[i] for pair in part] for i in (0, 1)]
        of = lambda cells: statistics.pvariance(cells) / statistics.mean(cells) ** 2
        holds("speckle goes " + name, of(after) < 0.3 * of(before))
    holds("the disc stays", statistics.mean(b for _, b in inside) > 2.8 * statistics.mean(b for _, b in outside))
    holds("the statistic falls", all(a > b for (_, a), (_, b) in zip(reports["speckle"], reports["speckle"][1:])))


globals()[PROGRAM]()
