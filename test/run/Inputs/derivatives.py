"""usage: derivatives.py STENCILC FOLDER      whether derivatives of a sine have errors that fall with their order when cells are halved"""
import json
import math
import os
import subprocess
import sys

# A derivative of sin(w x) sin(w y), what it should be, and the orders to try.
CASES = [
    ("d(u, x, order = {0})", "w * cos(w * x) * sin(w * y)", (2, 4, 8)),
    ("d2(u, x, order = {0})", "-w^2 * sin(w * x) * sin(w * y)", (2, 4, 8)),
    ("laplacian(u, order = {0})", "-2 * w^2 * sin(w * x) * sin(w * y)", (2, 4, 8)),
    ("d(u, x, y, order = {0})", "w^2 * cos(w * x) * cos(w * y)", (2, 4, 8)),
    ("d(u, x+1/2, order = {0})", "w * cos(w * (x + 0.5)) * sin(w * y)", (2, 4, 8)),
    ("d2(u, y-1/2, order = {0})", "-w^2 * sin(w * x) * sin(w * (y - 0.5))", (2, 4, 8)),
    ("d(u, x, forward, order = {0})", "w * cos(w * x) * sin(w * y)", (1, 2, 4, 7)),
    ("d2(u, y, backward, order = {0})", "-w^2 * sin(w * x) * sin(w * y)", (1, 2, 4, 7)),
    ("d(d(u, x, order = {0}), x, order = {0})", "-w^2 * sin(w * x) * sin(w * y)", (2, 4)),
    ("d2(d2(u, x, order = {0}), y, order = {0})", "w^4 * sin(w * x) * sin(w * y)", (2, 4)),
]
TEXT = """stencil derivative(x, y) {{
    spacing h = 1;
    let w = 2 * pi / nx;
    field u {{ boundary periodic; init sin(2 * pi * x / nx) * sin(2 * pi * y / nx); }}
    field r {{ boundary periodic; }}
    u[t+1] = u;
    r[t+1] = {0};
    report error = max(abs(r[t+1] - {1})) / w^{2} every 1 step;
}}
"""


def error(stencilc, path, cells):
    done = subprocess.run([stencilc, "run", "-q", "--json", "--target=interpreter", f"--size={cells},{cells}", "--steps=1", path],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["reports"][0]["value"]


def main():
    stencilc, folder = sys.argv[1:]
    wrong = 0
    for number, (derivative, exact, orders) in enumerate(CASES):
        for order in orders:
            path = os.path.join(folder, f"{number}-{order}.stencil")
            times = 4 if "w^4" in exact else 2 if "w^2" in exact else 1
            with open(path, "w", encoding="utf-8") as file:
                file.write(TEXT.format(derivative.format(order), exact, times))
            cells = 40 if order < 7 else 24
            seen = math.log2(error(stencilc, path, cells) / error(stencilc, path, 2 * cells))
            isRight = abs(seen - order) < 0.15
            wrong += not isRight
            print(f"{derivative.format(order)}: order {seen:.3f}{'' if isRight else ' IS WRONG'}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
