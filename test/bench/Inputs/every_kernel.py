"""Checks the folder that bench/papers/emit wrote: each group has its kernels, and the pitch of rows is asked for."""
import json
import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
    manifest = json.load(file)
groups = {(group["paper"], group["name"]): group for group in manifest["groups"]}
labels = {key: [entry["label"] for entry in group["entries"]] for key, group in groups.items()}
assert labels["001", "kernels"] == ["3DBase", "3DShMOverL", "3DShMNoOverL", "2DBase", "2DReg", "2DShM", "2DShMReg"]
assert len(labels["004", "97 points"]) == 11 and labels["004", "97 points"][0] == "naive"
assert groups["000", "cubes"]["entries"][0]["pitches"] == ["auto", "packed"]
assert groups["001", "convergence"]["converge"] and groups["004", "97 points"]["energy"]
assert len({entry["program"] for entry in groups["001", "kernels"]["entries"]}) == 7
for name, program in manifest["programs"].items():
    suffix = ".cpp" if name == manifest["cpu"]["program"] else ".cu"
    with open(os.path.join(folder, "programs", name, program["row"] + suffix), encoding="utf-8") as file:
        assert f"{program['row']}_run" in file.read(), name
for needed in ("run", "papers.py", "profiling.py", "building.py", "harness.cu", "harness/Program.h", "runtime/device/stencilc/runtime.h"):
    assert os.path.exists(os.path.join(folder, needed)), needed
