"""Compiles emitted CUDA for two architectures; fails on warnings and on spills above 32 bytes.

usage: compile.py STENCILC NVCC RUNTIME FOLDER FILE.stencil...
"""

import os
import re
import subprocess
import sys

stencilc, nvcc, runtime, folder, *files = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
failures = 0
for file in files:
    for schedule in ("naive", "sweep"):
        for precision in ("f64", "f32"):
            stem = os.path.basename(file)[:-len(".stencil")]
            name = os.path.join(folder, f"{stem}_{schedule}_{precision}.cu")
            emitted = subprocess.run([stencilc, file, "-q", "--schedule=" + schedule, "--precision=" + precision,
                                      "-o", name], capture_output=True, text=True)
            if emitted.returncode and "schedule-does-not-fit" in emitted.stderr:
                print(f"{stem} {schedule} {precision}: does not fit")
                continue
            command = [nvcc, "-std=c++20", "-O3", "-fmad=false", "-I" + runtime, "-Xptxas", "-v",
                       "-Werror", "all-warnings", "-gencode", "arch=compute_80,code=sm_80",
                       "-gencode", "arch=compute_90,code=sm_90", "-c", name, "-o", name + ".o"]
            built = emitted if emitted.returncode else subprocess.run(command, capture_output=True, text=True)
            spills = [int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", built.stderr)]
            fine = built.returncode == 0 and max(spills, default=0) <= 32
            failures += not fine
            print(f"{stem} {schedule} {precision}: {'compiles' if fine else 'FAILS'},"
                  f" at most {max(spills, default=0)} bytes spilled")
            if built.returncode:
                print(built.stdout + built.stderr)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
