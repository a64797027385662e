"""Prints the counts per program that bench/papers/profiling.py reads from what ncu said."""
import sys

sys.path.insert(0, sys.argv[1])
import profiling  # noqa: E402

with open(sys.argv[2], encoding="utf-8") as file:
    for counts in profiling.read(file.read(), profiling.known("")):
        print(sorted(counts.items()))
listed = "\n".join(["sm__sass_data_bytes_mem_global_op_ld   bytes"] + [f"other__{i}" for i in range(200)])
print(sorted(profiling.known(listed).values()))
