"""Plots of the papers' figures as SVG, by gnuplot: each function returns a script, or None where there is nothing."""
import os
import shutil
import subprocess
import sys

import published

HEAD = 'set terminal svg size 960,520 background "white"\nset output "{output}"\nset grid\n'


def block(name, rows):
    """A data block of gnuplot; ? stands for what is missing."""
    lines = ["\t".join("?" if cell is None else f'"{cell}"' if isinstance(cell, str) else f"{cell:.6g}" for cell in row)
             for row in rows]
    return f"${name} << END\n" + "\n".join(lines) + "\nEND\n"


def lines(title, x, y, rows, names, more=""):
    """A curve for each column behind the first."""
    curves = ", ".join(f'$data using 1:{i + 2} with linespoints title "{name}"' for i, name in enumerate(names))
    return (HEAD + f'set datafile missing "?"\nset title "{title}"\nset xlabel "{x}"\nset ylabel "{y}"\n'
            "set key outside right\nset yrange [0:*]\n" + more + block("data", rows) + "plot " + curves + "\n")


def bars(title, y, rows, names):
    """A cluster of bars for each row, named by its first column."""
    columns = ", ".join(("$data" if i == 0 else "''") + f' using {i + 2}' + (":xtic(1)" if i == 0 else "")
                        + f' title "{name}"' for i, name in enumerate(names))
    return (HEAD + f'set datafile missing "?"\nset title "{title}"\nset ylabel "{y}"\nset yrange [0:*]\n'
            "set style data histogram\nset style histogram cluster gap 1\nset style fill solid 0.7 border -1\n"
            "set xtics rotate by -25\nset key right top\n" + block("data", rows) + "plot " + columns + "\n")


def over(value, base):
    return value / base if value is not None and base else None


def hidden(curve):
    if not curve:
        return None
    return lines("Paper 000, figure 4: time over that of the load alone", "operations of a thread and word", "time",
                 [[2 * operations, time] for operations, time in curve], ["here, double precision"])


def cubes(results, labels, rate):
    sizes = results.sizes("000", "cubes")
    if not sizes:
        return None
    curves = [(label, kind, "auto") for label, kind in labels] + [(label, kind, "packed") for label, kind in labels[:3]]
    rows = [[size[0], *(rate(results.find("000", "cubes", label, size, kind, pitch)) for label, kind, pitch in curves)]
            for size in sizes]
    # Rows packed and by the rule are the same where the rule adds nothing: one curve goes through both.
    for row in rows:
        for i in range(3):
            row[6 + i] = row[1 + i] if row[6 + i] is None else row[6 + i]
    names = [label + (" (ours)" if kind == "ours" else "") + (", packed" if pitch == "packed" else "")
             for label, kind, pitch in curves]
    return lines("Paper 000, figure 8: seven points, double precision", "cells along an edge", "GLUP/s", rows, names)


def kernels(results, seconds):
    sizes = results.sizes("001", "kernels")
    if not sizes:
        return None
    rows = []
    for label, (times, *_) in published.TABLE_001.items():
        rows.append([label, *(over(t, b) for t, b in zip(times, published.TABLE_001["3DBase"][0])),
                     *(over(seconds(results.find("001", "kernels", label, size)),
                            seconds(results.find("001", "kernels", "3DBase", size))) for size in sizes)])
    return bars("Paper 001, table I: time of a step over 3DBase", "time / 3DBase", rows,
                [*published.CARDS_001, *(f"here, {size[0]} cubed" for size in sizes)])


def optimizations(results, time002):
    if not results.sizes("002", "optimizations"):
        return None
    rows, names = [], []
    for n, old in sorted(published.TABLE4_002.items()):
        base = time002(results, "optimizations", "baseline", (n, n))
        row = [n]
        for label in ("1", "1+2", "1+2+3"):
            row += [over(old["baseline"][1], old[label][1]),
                    over(base, time002(results, "optimizations", label, (n, n)))]
        rows.append(row + [over(base, time002(results, "optimizations", "planner", (n, n), "ours"))])
    for label in ("1", "1+2", "1+2+3"):
        names += [f"{label}, C1060", f"{label}, here"]
    return lines("Paper 002, table 4: times faster than the baseline", "cells along an edge", "speed-up", rows,
                 names + ["planner, here"], "set logscale x 2\n")


def stars(results, title, measure, per_card):
    """`per_card` gives the two cards' numbers over naive from a row of the paper."""
    sizes = results.sizes("004", "97 points")
    if not sizes:
        return None
    base = measure(results.find("004", "97 points", "naive", sizes[0]))
    rows = [[label, *per_card(numbers), over(measure(results.find("004", "97 points", label, sizes[0])), base)]
            for label, numbers in published.TABLE_004.items()]
    return bars(f"Paper 004, {title} over naive", "over naive", rows, ["K80", "P100", "here, 97 points"])


def speeds(numbers):
    return over(numbers[0], 98.1), over(numbers[1], 489.3)


def efficiencies(numbers):
    return numbers[2], numbers[3]


def write(folder, scripts):
    """Each script becomes FOLDER/papers-NAME.svg, whole or not at all; returns the files."""
    gnuplot = shutil.which("gnuplot")
    if not gnuplot:
        print("no plots: gnuplot is not installed (Debian: gnuplot-nox)", file=sys.stderr)
        return []
    os.makedirs(folder, exist_ok=True)
    written = []
    for name, script in scripts.items():
        if not script:
            continue
        path = os.path.join(folder, f"papers-{name}.svg")
        done = subprocess.run([gnuplot], input=script.replace("{output}", path + ".new"), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"gnuplot: {done.stderr.strip()}\n{script}")
        os.replace(path + ".new", path)
        written.append(path)
    return written
