"""Checks the folder that bench/suite/emit wrote: each row in both precisions, with what it is compared with."""
import json
import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
    manifest = json.load(file)
cases = manifest["cases"]
assert len({case["row"] for case in cases}) == 20
for case in cases:
    assert case["programs"]["naive"] and case["programs"]["planner"], case
for name, program in manifest["programs"].items():
    with open(os.path.join(folder, "programs", name, program["row"] + ".cu"), encoding="utf-8") as file:
        text = file.read()
    assert f"{program['row']}_run" in text, name
    assert program["fields"], name
for needed in ("run", "table.py", "rows.py", "harness.cu", "runtime/device/stencilc/runtime.h"):
    assert os.path.exists(os.path.join(folder, needed)), needed
