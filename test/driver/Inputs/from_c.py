"""The programs of docs/guide/from-c.md as plain loops; compares what they report, bit by bit.

usage: from_c.py FOLDER      with NAME.txt as --reports has written them
"""
import math
import sys


def reports(name):
    """All (step, report, value) of a run; rules that ended it are left out."""
    with open(f"{sys.argv[1]}/{name}.txt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [(int(step), report, float(value)) for step, report, value in rows if report != "until"]


def expect(name, wanted):
    """`wanted`: step and report to value."""
    found = {(step, report): value for step, report, value in reports(name)}
    assert found == wanted, (name, found, wanted)


def joined(values):
    """The sum of a list in the order of reductions (compiler/ir/Program.h), for lists of one segment."""
    assert len(values) <= 1024
    sums = [0.0] * 128
    for index, value in enumerate(values):
        sums[index % 128] += value
    while len(sums) > 1:
        sums = [sums[i] + sums[i + 1] for i in range(0, len(sums), 2)]
    return sums[0]


def jacobi():
    nx, ny, wanted = 20, 12, {}
    u = [[float(i == 0) for i in range(nx)] for _ in range(ny)]
    for n in range(1, 101):
        new = [row[:] for row in u]
        for j in range(1, ny - 1):
            for i in range(1, nx - 1):
                new[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i])
        u = new
        if n % 50 == 0:
            # Cells at the rim keep their values and take part: the report reads none of their neighbours.
            wanted[n, "total"] = joined([joined(row) for row in u])
    expect("jacobi", wanted)


def forced():
    nx, ny, wanted = 20, 12, {}
    old = [[0.0] * nx for _ in range(ny)]
    u = [row[:] for row in old]

    def at(i, j):
        return u[j][i] if 0 <= i < nx and 0 <= j < ny else 0.0

    for n in range(60):
        pulse = math.sin(2 * math.pi * n / 40) if n < 40 else 0.0
        new = [[2 * u[j][i] - old[j][i]
                + 0.2 * (at(i, j - 1) + at(i - 1, j) + at(i + 1, j) + at(i, j + 1) - 4 * u[j][i])
                + (pulse if i == 10 and j == 6 else 0) for i in range(nx)] for j in range(ny)]
        old, u = u, new
        if (n + 1) % 20 == 0:
            wanted[n + 1, "highest"] = max(max(map(abs, row)) for row in u)
    expect("forced", wanted)


jacobi()
forced()
assert [step for step, _, _ in reports("numbers")] == [10]
assert [step for step, _, _ in reports("regions")] == [10, 20, 30]
moved = [value for _, _, value in reports("regions")]
assert moved[0] > moved[1] > moved[2] > 0, moved
assert reports("watched")[-1][0] < 1000, "the rule ends the run"
