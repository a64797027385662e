"""A record of runs that went as a model with other shares predicts: made_record.py STENCILC ROOT FOLDER section.share=VALUE

Writes FOLDER/machine.json, FOLDER/machine.shares.json with the share that the runs went by, and FOLDER/results.json.
"""
import json
import os
import shutil
import subprocess
import sys

stencilc, root, folder, changed = sys.argv[1:]
SIZE = (512, 512, 512)
ROWS = ("star3d1", "box3d1")

machines = os.path.join(root, "runtime", "machines")
shutil.copy(os.path.join(machines, "h200.json"), os.path.join(folder, "machine.json"))
with open(os.path.join(machines, "h200.shares.json"), encoding="utf-8") as file:
    shares = json.load(file)
path, value = changed.split("=")
section, name = path.split(".")
shares["shares"][section][name] = float(value)
with open(os.path.join(folder, "machine.shares.json"), "w", encoding="utf-8") as file:
    json.dump(shares, file)

cases, records = [], []
for row in ROWS:
    case = {"row": row, "precision": "f64", "size": SIZE, "one_step_more_differs_in": 9}
    command = [stencilc, "explain", os.path.join(root, "bench/suite/stencils", row + ".stencil"), "--json", "--no-tuned",
               "--precision=f64", "--size=512,512,512", "--candidates=100000",
               "--machine=" + os.path.join(folder, "machine.json")]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    cases.append(case)
    cached = [c for c in said["candidates"] if c["schedule"].startswith(("naive", "sweep")) and "stage=" not in c["schedule"]]
    for one in cached[::3]:
        seconds = 48 * 512**3 / one["predicted_glups"] * 1e-9
        records.append({**case, "schedule": one["schedule"], "kinds": ["searched"], "steps": 48, "seconds": [seconds],
                        "differing": 0, "differing_one_more": 0, "not_finite": 0})
with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
    json.dump({"machine": {"device": "Made"}, "cases": cases, "records": records}, file)
