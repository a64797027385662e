"""Whether what a program reports on the CPU keeps to laws.

usage: laws.py STENCILC FILE [OPTION...] -- LAW...     each law is an expression of Python, in which a report is the list of its values
"""
import math
import os
import subprocess
import sys
import tempfile


def reports(stencilc, *options):
    """Name to values in the order of steps."""
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "reports.tsv")
        subprocess.run([stencilc, "run", "-q", "--target=cpu", "--precision=f64", f"--reports={table}", *options], check=True)
        found = {}
        with open(table, encoding="utf-8") as lines:
            for line in lines:
                _, name, value = line.rstrip("\n").split("\t")
                found.setdefault(name, []).append(value if name == "until" else float(value))
    return found


def near(a, b, share):
    return abs(a - b) <= share * abs(b)


def same(values, digits):
    """Whether all are the first, to a share of it."""
    return all(near(value, values[0], digits) for value in values)


def falls(values):
    return all(after <= before for before, after in zip(values, values[1:]))


split = sys.argv.index("--")
words = {**vars(math), "near": near, "same": same, "falls": falls, **reports(*sys.argv[1:split])}
broken = [law for law in sys.argv[split + 1:] if not eval(law, {**words})]
for law in broken:
    print(f"does not hold: {law}")
    for name in words:
        if name in law and isinstance(words[name], list):
            print(f"    {name} = {words[name][:3]} ... {words[name][-3:]}")
sys.exit(1 if broken or len(sys.argv) == split + 1 else 0)
