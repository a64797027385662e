"""Builds a program twice, with a C file and with its drop-in, and compares what the two write, byte for byte.

usage: drop_in.py STENCILC RUNTIME LIBRARIES FOLDER SOURCE MAIN [cpu|emulated] [flag...]

RUNTIME holds the headers, LIBRARIES what is linked. MAIN includes the C file by name, or is - where that has a `main` of
its own; the program writes to the file that its first argument names. A drop-in with a `main` is built by its Makefile.
`emulated` is the CUDA library on the CPU device.
"""
import filecmp
import os
import subprocess
import sys

tool, runtime, libraries, folder, source, main, target = sys.argv[1:8]
flags = sys.argv[8:]
lift = [flag for flag in flags if flag.startswith("--")]
flags = [flag for flag in flags if not flag.startswith("--")]


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
    return done


drop = os.path.join(folder, "drop")
os.makedirs(folder, exist_ok=True)
run(tool, "lift", source, "--cuda" if target == "emulated" else "--target=cpu", "-o", drop, "--overwrite", *lift,
    "--", *flags)
library = next(os.path.join(drop, name) for name in os.listdir(drop) if name.endswith((".cu", "_lifted.cpp")))
host = "g++" if source.endswith(".cpp") else "gcc"
common = [host, "-O1", "-Wall", "-Wno-unknown-pragmas", "-Wno-unused-variable", "-ffp-contract=off", *flags]
own = main == "-"
run(*common, "-I" + os.path.dirname(source), source if own else main, "-o", os.path.join(folder, "c"), "-lm")
drop_main = os.path.join(drop, os.path.basename(source)) if own else main
objects = [os.path.join(folder, "main.o"), os.path.join(folder, "library.o")]
run(*common, "-Werror", "-I" + drop, "-I" + runtime, "-c", drop_main, "-o", objects[0])
with open(objects[0], "rb") as file:
    if b"_lifted_create" not in file.read():
        sys.exit("the program does not call the library: " + main + " includes another file")
emulated = ["-DSTENCILC_CPU_DEVICE", "-Wno-unknown-pragmas"] if target == "emulated" else []
run("g++", "-std=c++20", "-O0", "-ffp-contract=off", *emulated, "-I" + runtime, "-x", "c++", "-c", library,
    "-o", objects[1])
device = []
if emulated:
    device = [os.path.join(libraries, "libstencilc_cpu_device.a"), "-lboost_context"]
if own and not emulated: # as the Makefile does it
    stem = os.path.splitext(os.path.basename(source))[0]
    run("make", "-C", drop)
    os.replace(os.path.join(drop, stem), os.path.join(folder, "drop_in"))
else:
    run("g++", *objects, *device[:1], os.path.join(libraries, "libstencilc_runtime.a"), *device[1:], "-o",
        os.path.join(folder, "drop_in"), "-lm", "-lpthread", "-ldl")
outputs = [os.path.join(folder, name + ".out") for name in ("c", "drop_in")]
for output in outputs:
    said = run(output[:-4], output).stdout
    if not own and output == outputs[0]:
        first = said
    elif not own and said != first:
        sys.exit("printed: " + first + "and: " + said)
if not filecmp.cmp(*outputs, shallow=False):
    sys.exit("the drop-in writes other bytes")
with open(outputs[0], "rb") as file:
    if len(set(file.read())) < 20:
        sys.exit("the results hardly vary; the comparison says nothing")
print("equal bytes")
