"""Shots with wavelets of their own: traces of all of them are the sum of those of each, and a file of other points is refused.

usage: blended.py STENCILC PROGRAM FOLDER
"""
import os
import subprocess
import sys

from grids import flat, load, save

STENCILC, PROGRAM, FOLDER = sys.argv[1:]
os.makedirs(FOLDER, exist_ok=True)
DATA = os.path.join(os.path.dirname(PROGRAM), "..", "data", "blended_shots_f32.npy")


def run(rows, name):
    series, traces = (os.path.join(FOLDER, f"{name}-{what}.npy") for what in ("series", "traces"))
    save(series, rows)
    done = subprocess.run([STENCILC, "run", "-q", "--target=cpu", "--precision=f64", f"--series=wavelets={series}", f"--trace=streamer={traces}",
                           PROGRAM], capture_output=True, text=True)
    return flat(load(traces)) if done.returncode == 0 else done.stderr.strip()


rows = load(DATA)
whole = run(rows, "all")
each = [run([[value * (shot == number) for shot, value in enumerate(row)] for row in rows], f"shot{number}") for number in range(5)]
most = max(map(abs, whole))
worst = max(abs(a - sum(parts)) for a, parts in zip(whole, zip(*each)))
print(f"the sum of 5 shots, to rounding: {'yes' if worst < 1e-12 * most else 'NO'}")
print(f"no shot is silent: {'yes' if all(max(map(abs, one)) > 0.05 * most for one in each) else 'NO'}")
print("refused:", run([row[:4] for row in rows], "four"))
