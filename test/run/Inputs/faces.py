"""Values at both ends of cells against what the page on the language says they are: each boundary, on either end, by an index map of its own.

usage: faces.py STENCILC FOLDER
"""
import array
import os
import subprocess
import sys

STENCILC, FOLDER = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)
N = 7
TEXT = """stencil ends(x) {{
    spacing h = 1;
    field p constant {{ boundary {low} on x.low; boundary {high} on x.high; init random(5); }}
    field e(x faces), c(x) {{ boundary copy; init 0; }}
    e[t+1] = 16 * x + p[x-1/2] + 2 * p[x+1/2] + 4 * p[x+3/2] + 8 * p[x-3/2];
    c[t+1] = 16 * x + p[x-1] + 2 * p + 4 * p[x+1] + 8 * p[x+2];
}}
"""
GHOSTS = {  # the value k cells beyond the end, of cells counted from there: 1 is the first
    "copy": lambda p, k: p(0),
    "mirror": lambda p, k: p(k - 1),
    "mirror(node)": lambda p, k: p(k),
    "mirror(-1)": lambda p, k: -p(k - 1),
    "mirror(node, 0.5)": lambda p, k: 0.5 * p(k),
    "face(3)": lambda p, k: 6 - p(k - 1),
    "fixed(2)": lambda p, k: 2,
    "extrapolate(2)": lambda p, k: p(0) + k * (p(0) - p(1)),
    "from(2 * p)": lambda p, k: 2 * p(0),
}


def numbers(path):
    with open(path, "rb") as file:
        return list(array.array("d", file.read()))


def values(low, high):
    path = os.path.join(FOLDER, "ends.stencil")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TEXT.format(low=low, high=high))
    outs = {name: os.path.join(FOLDER, name + ".raw") for name in "pec"}
    subprocess.run([STENCILC, "run", "-q", path, "--target=interpreter", f"--size={N}", "--steps=1", *(f"--out={name}={out}" for name, out in outs.items())],
                   check=True)
    return {name: numbers(out) for name, out in outs.items()}


def holds(low, high):
    got = values(low, high)
    cells = got["p"]

    def p(i):
        if 0 <= i < N:
            return cells[i]
        return GHOSTS[low](lambda k: cells[k], -i) if i < 0 else GHOSTS[high](lambda k: cells[N - 1 - k], i - N + 1)
    faces = [16 * (i - 0.5) + p(i - 1) + 2 * p(i) + 4 * p(i + 1) + 8 * p(i - 2) for i in range(N + 1)]
    inside = [16 * i + p(i - 1) + 2 * p(i) + 4 * p(i + 1) + 8 * p(i + 2) for i in range(N)]
    return (len(got["e"]), len(got["c"]), len(cells)) == (N + 1, N, N) and all(
        abs(a - b) < 1e-12 for a, b in zip(got["e"] + got["c"], faces + inside))


for kind in GHOSTS:
    print(f"{kind}:", "yes" if holds(kind, "copy") and holds("copy", kind) else "NO")
