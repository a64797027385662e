"""Runs a command with each of the options that lines '# TRY: ...' of the standard input have, and prints what it says. All must be
refused with exit code 1."""

import subprocess
import sys

for line in sys.stdin:
    if not line.startswith("# TRY: "):
        continue
    options = line.removeprefix("# TRY: ").split()
    run = subprocess.run([*sys.argv[1:], *options], capture_output=True, text=True)
    print(*options, run.stdout + run.stderr)
    if run.returncode != 1:
        sys.exit(f"exit code {run.returncode} with {options}")
