"""Checks what 'explain --json' printed into a file against itself, and prints what a test looks at."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    e = json.load(file)
print(e["program"], e["target"], e["size"], e["precision"])
print("bound", e["bound"]["binds"], e["bytes_per_update"], "bytes", e["fma_instructions_per_update"], "instructions")
candidates = e["candidates"]
rates = [c["predicted_glups"] for c in candidates]
assert rates == sorted(rates, reverse=True) and rates[0] > 0, rates
assert candidates[0]["schedule"] == e["plan"] and candidates[0]["is_plan"]
assert sum(c["is_plan"] for c in candidates) == 1
print("plan is first")
for c in candidates:
    assert c["bound"] in ("memory", "latency", "fma", "issue", "shared"), c
    assert 0 < c["memory_bytes"] < 64 and c["instructions"] >= c["fma_instructions"] == 7, c
    assert 0 < c["resident_warps"] <= 64 and c["registers"] <= 255 and c["work"] >= 1, c
print("schedules", *sorted({c["schedule"].split(":")[0] for c in candidates}), end=",")
print(f" {len(candidates)} candidates")
print("rejected", *(r["schedule"] for r in e["rejected"]))
print("tuned", len(e["tuned"]), "runs", len(e["runs"]))
