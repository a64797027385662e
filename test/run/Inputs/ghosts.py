"""What computed boundaries mean: each program against one that does without them, both by the interpreter, bit by bit.

usage: ghosts.py STENCILC FOLDER
"""
import array
import os
import random
import subprocess
import sys

from grids import flat, load, mapped, save

STENCILC, FOLDER = sys.argv[1:]
NY, NX = 12, 16
RANDOM = random.Random(7)
os.makedirs(FOLDER, exist_ok=True)


def run(body, start=None, size=(NX, NY), steps=3):
    """The field u after some steps; START in the text is the array `start`."""
    base = os.path.join(FOLDER, "program")
    if start is not None:
        save(base + "_start.npy", start)
        body = body.replace("START", f'init file("{base}_start.npy");')
    with open(base + ".stencil", "w", encoding="utf-8") as file:
        file.write(f"stencil s(x, y) {{ {body} size {size[0]}, {size[1]}; steps {steps}; }}\n")
    subprocess.run([STENCILC, "run", base + ".stencil", "--target=interpreter", f"--out=u={base}.npy"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return load(base + ".npy")


def same(a, b):
    x, y = flat(a), flat(b)
    assert array.array("d", x).tobytes() == array.array("d", y).tobytes(), [(p, q) for p, q in zip(x, y) if p != q][:5]


def whole():
    """Whole numbers, of which sums are exact in any order."""
    return [[float(RANDOM.randrange(64)) for _ in range(NX)] for _ in range(NY)]


def flipped(rows):
    """Along x, with the other sign."""
    return [[-cell for cell in reversed(row)] for row in rows]


def doubled(start):
    """A periodic grid twice as large along x, odd about its faces."""
    return [row + other for row, other in zip(start, flipped(start))]


def turned(rows):
    return [list(column) for column in zip(*rows)]


def left(rows, cells=NX):
    return [row[:cells] for row in rows]


def positive(rows):
    """No zero with a sign."""
    return mapped(lambda cell: cell + 0.0, rows)


PERIODIC = "field u { boundary periodic; START } "
for radius in (1, 2, 3):
    update = f"u[t+1] = sum(box({radius}), u) - 2 * (u[x-{radius}] + u[x+{radius}]);"
    start = whole()
    walls = run("field u { boundary mirror(-1) on x; boundary periodic on y; START } " + update, start)
    same(walls, left(run(PERIODIC + update, doubled(start), (2 * NX, NY))))
print("odd mirror of cells: equal to half of an odd periodic grid")

for radius in (1, 2, 3):
    update = f"u[t+1] = sum(box({radius}), u) - 2 * (u[x-{radius}] + u[x+{radius}]);"
    start = whole()
    for row in start:
        row[0] = row[-1] = 0.0  # an odd function is zero at its centre
    nodes = [row + other for row, other in zip(start, flipped([row[1:-1] for row in start]))]
    walls = run("field u { boundary mirror(node, -1) on x; boundary periodic on y; START } " + update, start)
    same(positive(walls), positive(left(run(PERIODIC + update, nodes, (2 * NX - 2, NY)))))
print("odd mirror of nodes: equal to half of an odd periodic grid")

for radius in (1, 2):
    near = f"u[x-{radius}, y-1] + u[x+{radius}, y+1] + u[x-{radius}, y+1] + u[x+{radius}, y-1]"
    update = f"u[t+1] = sum(box({radius}), u) - 2 * ({near});"
    start = whole()
    quarter = left(run(PERIODIC + update, turned(doubled(turned(doubled(start)))), (2 * NX, 2 * NY)))[:NY]
    same(run("field u { boundary mirror(-1); START } " + update, start), quarter)
print("odd mirrors on x and y: equal to a quarter of an odd periodic grid")

start = whole()
update = "u[t+1] = u + sum(star(2), u) - 9 * u;"
odd = run("field u { boundary mirror(-1) on x; boundary copy on y; START } " + update, mapped(lambda cell: cell - 5, start))
same(run("field u { boundary face(5) on x; boundary copy on y; START } " + update, start), mapped(lambda cell: cell + 5, odd))
print("face: equal to an odd mirror about the value")

corner = "u[t+1] = u[x-1, y-1] + 0.5 * u[x+2, y+1];"
fixed = run("field u { boundary fixed(7) on x; boundary mirror on y; START } " + corner, start, steps=1)
odd = run("field u { boundary fixed(7) on x; boundary mirror(-1) on y; START } " + corner, start, steps=1)
assert odd[0][0] == fixed[0][0] and odd[0][1] != fixed[0][1]
swapped = run("field u { boundary mirror(-1) on x; boundary fixed(7) on y; START } " + corner, start, steps=1)
assert swapped[0][0] == -7 + 0.5 * start[1][2]
print("corners: a fixed face that comes first decides alone")

start = [[RANDOM.random() for _ in range(NX)] for _ in range(NY)]
update = "u[t+1] = 0.04 * sum(box(2), u) + 0.1 * u[x-2];"
for kind, plain in (("slope(0)", "mirror"), ("extrapolate(1)", "copy"), ("mirror(1)", "mirror"), ("from(u)", "copy")):
    same(run(f"spacing h = 0.5; field u {{ boundary {kind}; START }} " + update, start),
         run(f"field u {{ boundary {plain}; START }} " + update, start))
    print(f"{kind}: equal to {plain}")

linear = "u[t+1] = u + 0.25 * (sum(star(2) \\ centre, u) - 8 * u) + 0.5 * (u[x-2, y-1] + u[x+2, y+1] - 2 * u);"
profile = [[2.0 * x - 3.0 * y + 1 for x in range(NX)] for y in range(NY)]
for kind in ("extrapolate(2);", "extrapolate(3);", "extrapolate(4);", "slope(4) on x; boundary slope(-6) on y;"):
    same(run(f"spacing h = 0.5; field u {{ boundary {kind} init 2 * x - 3 * y + 1; }} " + linear), profile)
print("linear profile: unchanged by slope and extrapolation")

curve = "field u { boundary extrapolate(3); init x^2 + 3 * y^2 - x * y; } u[t+1] = sum(star(3) \\ centre, u) - 12 * u;"
same(run(curve, steps=1), [[112.0] * NX] * NY)
print("quadratic profile: of the same curvature everywhere")

update = "u[t+1] = 0.2 * (u[x-2] + 3 * u[x-1]) + 0.1 * u[y+1];"
chosen = ("let first = u - 0.5 * u[x+1] + v; let one = select(x < 1, first, u[x-1]);"
          " let two = select(x < 1, first, select(x < 2, first[x-1], u[x-2])); u[t+1] = 0.2 * (two + 3 * one) + 0.1 * u[y+1];")
other = "arithmetic written; field v constant { boundary copy; init random(3); } field u { boundary "
same(run(other + "from(u - 0.5 * u[x+1] + v) on x.low; boundary copy elsewhere; START } " + update, start),
     run(other + "copy; START } " + chosen, start))
print("from: equal to values chosen by hand")

begin = "arithmetic written; param k = -0.3; field u { boundary "
for kind, word in (("cell", "mirror(k)"), ("node", "mirror(node, k)")):
    same(run(begin + word + " on y.high; boundary copy elsewhere; START } u[t+1] = 0.3 * u[y+2] + u[y-1];", start),
         run(begin + f"mirror({kind}) on y.high; boundary copy elsewhere; START }} "
             "u[t+1] = 0.3 * select(y + 2 >= ny, k * u[y+2], u[y+2]) + u[y-1];", start))
print("factors of parameters: equal to values chosen by hand")

rim = run("field u { boundary keep(3) on x; boundary copy on y; START } u[t+1] = u[x-1] + u[y+1];", start)
for row, old in zip(rim, start):
    assert row[:3] == old[:3] and row[-3:] == old[-3:] and all(a != b for a, b in zip(row[3:-3], old[3:-3]))
print("rim: cells that keep their values")

regions = "region a = x < 4; region b = x + y < 11; field u { boundary copy; START } "
arms = run(regions + "u[t+1] = 0.25 * u where a, 0.2 * u[x-1] + 0.1 * u where b, 2 * u elsewhere;", start)
same(arms, run(regions + "u[t+1] = select(a, 0.25 * u, select(b, 0.2 * u[x-1] + 0.1 * u, 2 * u));", start))
kept = [[0.25 * cell if x + y < 11 else cell for x, cell in enumerate(row)] for y, row in enumerate(start)]
same(run(regions + "u[t+1] = 0.25 * u where b;", start, steps=1), kept)
print("regions: equal to selects, and cells of none keep their values")
