"""Compares rows.py of the suite with the facts that stencilc prints about its programs."""
import os
import re
import subprocess
import sys

root, stencilc = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "bench", "suite"))
sys.dont_write_bytecode = True
import rows  # noqa: E402

assert len(rows.ROWS) == 15
for row in rows.ROWS:
    facts = subprocess.run([stencilc, "--emit=facts", os.path.join(root, row.file)], check=True,
                           capture_output=True, text=True).stdout
    taps, reach = re.search(r"reads u\[t\]: \w+, (\d+) offsets, (.*)", facts).groups()
    assert row.taps in (0, int(taps)), (row.name, taps)
    wanted = ", ".join(f"{axis} -{row.radius}..{row.radius}" for axis in "xyz"[:row.rank])
    assert reach == wanted, (row.name, reach)
    operations = int(re.search(r"cost of one update: (\d+) operations", facts)[1])
    # Every tap its own coefficient: one product, then fused multiply-adds, two operations each. Two rows share one.
    if row.taps > 7:
        assert operations == 2 * row.taps - 1, (row.name, operations)
