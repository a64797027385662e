"""Runs a program by 1, 2, ... processes: same_by_processes.py 1,2,3 EXPECTED.npy PROGRAM ARGUMENTS...

Its field T must have the bytes of the file each time, and nothing else may be left."""
import os
import subprocess
import sys

counts, expected, program = sys.argv[1].split(","), open(sys.argv[2], "rb").read(), sys.argv[3]
before = set(os.listdir("."))
for count in counts:
    subprocess.run(["mpirun", "-n", count, program, "-q", "--out", "T=same.npy"] + sys.argv[4:], check=True, timeout=900)
    if open("same.npy", "rb").read() != expected:
        sys.exit(f"other bytes by {count} processes")
    os.remove("same.npy")
if set(os.listdir(".")) != before:
    sys.exit(f"left: {sorted(set(os.listdir('.')) - before)}")
