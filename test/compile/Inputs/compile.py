"""Compiles emitted CUDA for two architectures; fails on warnings and on spills above 32 bytes.

usage: compile.py STENCILC NVCC RUNTIME FOLDER [--schedule=NAME:OPTIONS] [--precision=P] FILE.stencil...

Without --schedule in naive and sweep, without --precision in f64 and f32. All go through NVRTC and the Clang of stencilc, each for
one of the architectures in turn, so that each schedule and each precision sees both; tensor loads are for sm_90 alone. All files by
the first schedule and precision that they take go also as libraries through nvcc, the host's halves included, as one text for sm_90.
"""
import concurrent.futures
import json
import os
import re
import shutil
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


def text_of(file):
    """The first text that there is of a file, with names of its own for what stands outside its namespace; none if no schedule fits."""
    stem = os.path.basename(file)[:-len(".stencil")]
    for schedule in schedules:
        for precision in precisions:
            emitted = call(stencilc, file, "-q", "--no-tuned", "--arch=sm_90", "--schedule=" + schedule, "--precision=" + precision,
                           "-o", os.path.join(folder, stem + ".cu"))
            if emitted.returncode == 0:
                with open(os.path.join(folder, stem + ".cu"), encoding="utf-8") as text:
                    said = text.read()
                names = "|".join(re.findall(r"^const stencilc_\w+ (\w+)", said, re.M))
                return re.sub(rf"\b({names})\b", rf"\1_{stem}", said) if names else said
            if "schedule-does-not-fit" not in emitted.stderr:
                raise RuntimeError(emitted.stderr)
    return ""


def by_nvcc():
    name = os.path.join(folder, "all.cu")
    try:
        with open(name, "w", encoding="utf-8") as text:
            text.write("\n".join(text_of(file) for file in files))
    except RuntimeError as error:
        return judged([], str(error))
    # -O0 is the host's alone: ptxas optimises kernels as without it, and host code is not looked at.
    # ccache repeats what ptxas said of a text that it knows.
    ccache = ["ccache"] if shutil.which("ccache") else []
    built = call(*ccache, nvcc, "-std=c++20", "-O0", *ARITHMETIC, "-arch=sm_90", "-I" + runtime, "-I" + folder, "-Xptxas=-v", "-Werror=all-warnings",
                  "-c", name, "-o", name + ".o")
    spills = [int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", built.stderr)]
    return judged(spills, built.stdout + built.stderr if built.returncode or not spills else "")


def jobs():
    yield by_nvcc, (), "all nvcc"
    for f, file in enumerate(files):
        for s, schedule in enumerate(schedules):
            for p, precision in enumerate(precisions):
                arch = "sm_90" if "=tensor" in schedule else ("sm_80", "sm_90")[(f + s + p) % 2]
                yield inside, (file, schedule, precision, arch), f"{os.path.basename(file)} {schedule} {precision} {arch} NVRTC"


schedules, precisions = asked("--schedule", ["naive", "sweep"]), asked("--precision", ["f64", "f32"])
os.makedirs(folder, exist_ok=True)
failures = done = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    started = [(what, pool.submit(way, *job)) for way, job, what in jobs()]
    for what, future in started:
        result = future.result()
        fine, text = result or (True, "does not fit")
        failures += not fine
        done += result is not None
        print(f"{what}: {text}", flush=True)
print(f"{failures} failures")
sys.exit(1 if failures or not done else 0)
