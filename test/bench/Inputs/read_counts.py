"""Prints the counts per program that bench/papers/profiling.py reads from what ncu said."""
import sys

sys.path.insert(0, sys.argv[1])
import profiling  # noqa: E402

with open(sys.argv[2], encoding="utf-8") as file:
    for counts in profiling.read(file.read(), profiling.METRICS):
        print(sorted(counts.items()))
