"""Compares the table of arrays in docs/guide/explain.md with what programs need.

usage: arrays_of_programs.py STENCILC ROOT      prints a line a program, and ends with 1 where a number is not so
"""
import json
import os
import re
import subprocess
import sys

stencilc, root = sys.argv[1:]
with open(os.path.join(root, "docs", "guide", "explain.md"), encoding="utf-8") as page:
    table = page.read().split("<!-- arrays -->")[1].split("<!-- end of arrays -->")[0]
rows = re.findall(r"^\| \[([\w/]+)\]\(.*?\) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", table, re.M)
wrong = 0
for name, *numbers in rows:
    told = tuple(map(int, numbers))
    file = os.path.join(root, "stencils", name + ".stencil")
    said = subprocess.run([stencilc, "explain", "--no-tuned", "--json", "--arch=sm_90", file], capture_output=True, text=True, check=True).stdout
    explained = json.loads(said)
    assert explained["precision"] == "f64", name
    arrays = sum(one["buffers"] for one in explained["memory"]["fields"])
    fine = told[:2] == (arrays, 8 * arrays) and told[3] <= told[2] >= arrays
    print(f"{name}: {arrays} arrays, {8 * arrays} bytes a cell{'' if fine else f'; the page has {told}'}")
    wrong += not fine
sys.exit(wrong > 0 or not rows)
