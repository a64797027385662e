"""Compiles emitted CUDA for two architectures; fails on warnings and on spills above 32 bytes.

usage: compile.py STENCILC NVCC RUNTIME FOLDER [--schedule=NAME:OPTIONS] [--precision=P] FILE.stencil...

Without --schedule in naive and sweep, without --precision in f64 and f32. Tensor loads are for sm_90 alone. All go
through NVRTC and the Clang of stencilc; the first of each file also as a library through nvcc, the host's half included.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

stencilc, nvcc, runtime, folder, *rest = sys.argv[1:]
files = [word for word in rest if not word.startswith("--")]
ARITHMETIC = ["-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false"]
MOST = 32  # bytes spilled


def asked(option, otherwise):
    """The values of an option; it may be given several times."""
    return [w.split("=", 1)[1] for w in rest if w.startswith(option + "=")] or otherwise


def call(*command):
    return subprocess.run(command, capture_output=True, text=True)


def judged(spills, wrong):
    spilled = max(spills, default=0)
    fine = not wrong and spilled <= MOST
    return fine, f"{'compiles' if fine else 'FAILS'}, at most {spilled} bytes spilled" + ("\n" + wrong if wrong else "")


def inside(file, schedule, precision, arch):
    """In the tool's own process; None where the schedule is not for this program."""
    done = call(stencilc, "build", "-q", "--json", "--compiler=nvrtc", "--no-tuned", f"--arch={arch}",
                f"--schedule={schedule}", f"--precision={precision}", file)
    if done.returncode:
        return None if "schedule-does-not-fit" in done.stderr else judged([], done.stdout + done.stderr)
    said = json.loads(done.stdout)
    none = "" if said["kernels"] else "ptxas told of no kernel"
    return judged([kernel["spilled_bytes"] for kernel in said["kernels"]], said["messages"] or none)


def by_nvcc(file, schedule, precision, arch):
    stem = os.path.basename(file)[:-len(".stencil")]
    name = os.path.join(folder, re.sub(r"\W", "_", f"{stem}_{schedule}_{precision}_{arch}") + ".cu")
    emitted = call(stencilc, file, "-q", "--no-tuned", f"--arch={arch}", "--schedule=" + schedule,
                   "--precision=" + precision, "-o", name)
    if emitted.returncode:
        return None if "schedule-does-not-fit" in emitted.stderr else judged([], emitted.stderr)
    built = call(nvcc, "-std=c++20", "-O3", *ARITHMETIC, f"-arch={arch}", "-I" + runtime, "-Xptxas=-v", "-Werror",
                 "all-warnings", "-c", name, "-o", name + ".o")
    spills = [int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", built.stderr)]
    return judged(spills, built.stdout + built.stderr if built.returncode else "")


def jobs():
    for file in files:
        first = True
        for schedule in asked("--schedule", ["naive", "sweep"]):
            for precision in asked("--precision", ["f64", "f32"]):
                for arch in ("sm_90",) if "=tensor" in schedule else ("sm_80", "sm_90"):
                    yield inside, (file, schedule, precision, arch)
                if first:
                    yield by_nvcc, (file, schedule, precision, "sm_90")
                    first = False


os.makedirs(folder, exist_ok=True)
failures = done = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    started = [(way, job, pool.submit(way, *job)) for way, job in jobs()]
    for way, (file, schedule, precision, arch), future in started:
        result = future.result()
        fine, text = result or (True, "does not fit")
        failures += not fine
        done += result is not None
        print(f"{os.path.basename(file)} {schedule} {precision} {arch} {'nvcc' if way is by_nvcc else 'NVRTC'}: {text}",
              flush=True)
print(f"{failures} failures")
sys.exit(1 if failures or not done else 0)
