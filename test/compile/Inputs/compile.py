"""Compiles emitted CUDA for two architectures; fails on warnings and on spills above 32 bytes.

usage: compile.py STENCILC NVCC RUNTIME FOLDER [--schedule=NAME:OPTIONS] [--precision=P] FILE.stencil...

Without --schedule in naive and sweep, without --precision in f64 and f32. Tensor loads are for sm_90 alone. What stands
behind the C interface is compiled with the first program only, the host's half of a program once for each file.
"""

import os
import re
import subprocess
import sys

stencilc, nvcc, runtime, folder, *rest = sys.argv[1:]
files = [word for word in rest if not word.startswith("--")]


def asked(option, otherwise):
    """The values of an option; it may be given several times."""
    return [w.split("=", 1)[1] for w in rest if w.startswith(option + "=")] or otherwise


os.makedirs(folder, exist_ok=True)
failures, interface = 0, []
for file in files:
    halves = ["-c"]
    for schedule in asked("--schedule", ["naive", "sweep"]):
        for precision in asked("--precision", ["f64", "f32"]):
            stem = os.path.basename(file)[:-len(".stencil")]
            name = os.path.join(folder, re.sub(r"\W", "_", f"{stem}_{schedule}_{precision}") + ".cu")
            emitted = subprocess.run([stencilc, file, "-q", "--schedule=" + schedule, "--precision=" + precision,
                                      "-o", name], capture_output=True, text=True)
            if emitted.returncode and "schedule-does-not-fit" in emitted.stderr:
                print(f"{stem} {schedule} {precision}: does not fit")
                continue
            architectures = ["-gencode", "arch=compute_90,code=sm_90"]
            if "=tensor" not in schedule:
                architectures += ["-gencode", "arch=compute_80,code=sm_80"]
            command = [nvcc, "-std=c++20", "-O3", "-fmad=false", "-I" + runtime, "-Xptxas", "-v",
                       "-Werror", "all-warnings", *architectures, *interface, *halves, name, "-o", name + ".o"]
            built = emitted if emitted.returncode else subprocess.run(command, capture_output=True, text=True)
            interface, halves = ["-DSTENCILC_MAIN_APART"], ["-fatbin"]
            spills = [int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", built.stderr)]
            fine = built.returncode == 0 and max(spills, default=0) <= 32
            failures += not fine
            print(f"{stem} {schedule} {precision}: {'compiles' if fine else 'FAILS'},"
                  f" at most {max(spills, default=0)} bytes spilled")
            if built.returncode:
                print(built.stdout + built.stderr)
print(f"{failures} failures")
sys.exit(1 if failures else 0)
