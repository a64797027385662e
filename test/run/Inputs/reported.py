"""What a run has reported, as numbers.

usage: reported.py ratio NAME LOW HIGH COARSE FINE      the last values of NAME in two files of --reports: their ratio lies between
       reported.py below NAME BOUND FILE                all values of NAME are smaller in size
"""
import sys


def values(path, name):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    found = [float(row[2]) for row in rows if len(row) == 3 and row[1] == name]
    assert found, f"{path} has no '{name}'"
    return found


what, name, *rest = sys.argv[1:]
if what == "ratio":
    low, high, coarse, fine = float(rest[0]), float(rest[1]), values(rest[2], name)[-1], values(rest[3], name)[-1]
    print(f"{coarse:.4g} / {fine:.4g} = {coarse / fine:.4g}")
    sys.exit(not low < coarse / fine < high)
largest = max(abs(value) for value in values(rest[1], name))
print(f"{largest:.4g}")
sys.exit(not largest < float(rest[0]))
