#!/usr/bin/env python3
"""Takes each wait out of emitted CUDA texts in turn and says which order of threads of the CPU device shows it.

    test/fuzz/barriers.py STENCILC [NAME...] [--orders ahead,behind,...] [--folder DIR]

Each text is compiled once, with a switch around every wait; a run then leaves out the one that the environment names.
A wait is found by an order if the run ends with a message or leaves other bytes than the whole text does. NAME chooses
programs, all of them else; --list names them. Exit code 1 if a whole text gives other bytes in some order, or if a wait
that no order finds is not among those of which that is known (SPARE below, each with the reason).
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ORDERS = ("forward", "reverse", "shuffled", "ahead", "behind")
WAIT = re.compile(r"stencilc::(?:syncThreads|syncWarp|clusterSync|wait|waitCopies<[^;()]*>|announce|awaitNeighbours)\(")
Program = collections.namedtuple("Program", "file schedule size steps options", defaults=([],))

PROGRAMS = {
    "wave3d-tensor": Program("heat/heat3d", "wavefront:steps=3,rows=2,warps=4,load=tensor", "68,21,17", 6),
    "wave3d-async": Program("heat/heat3d", "wavefront:steps=3,rows=2,warps=4,load=async", "68,21,17", 6),
    "wave3d-pieces": Program("heat/heat3d", "wavefront:steps=2,rows=2,warps=4,cells=4,load=async", "132,21,17", 4),
    "wave3d-planes": Program("poisson/poisson19", "wavefront:steps=2,cells=1,rows=3,warps=2,load=async", "68,21,17", 4),
    "wave3d-flush": Program("poisson/jacobi3d7", "wavefront:steps=2,rows=2,warps=4", "68,32,17", 4),
    "wave3d-period": Program("poisson/star3d2", "wavefront:steps=2,rows=4,warps=4", "132,70,40", 2),
    "wave3d-one": Program("poisson/jacobi3d7", "wavefront:steps=1,rows=2,warps=4,load=async", "68,21,17", 3),
    "wave2d-async": Program("poisson/jacobi2d5", "wavefront:steps=4", "300,45", 8),
    "wave2d-pieces": Program("poisson/jacobi2d5", "wavefront:steps=4,cells=4", "300,45", 8),
    "wave2d-fields": Program("chemistry/grayscott", "wavefront:steps=3", "300,40", 6, ["--precision=f32"]),
    "wave1d": Program("heat/heat1d", "wavefront:steps=4", "700", 8),
    "sweep-shared": Program("poisson/star3d4", "sweep:stage=shared,engine=plain,block=16x4,rows=2", "37,21,17", 3),
    "sweep-async": Program("poisson/jacobi3d7", "sweep:stage=shared,engine=async,block=16x4,rows=2,ahead=1,planes=5", "37,21,17", 3),
    "sweep-tensor": Program("waves/acoustic3d", "sweep:stage=shared,engine=tensor,block=16x4,rows=2,ahead=3,planes=7", "40,21,17", 3),
    "sweep-plane": Program("heat/heat3d", "sweep:stage=plane,block=16x4,rows=2,planes=5", "37,21,17", 3),
    "tile2d": Program("poisson/box2d9", "tile2d:cells=2x2,centre=shared,passes=2,block=16x8", "70,45", 3),
    "tile2d-async": Program("electromagnetics/fdtd2d", "tile2d:cells=1x2,block=16x4,engine=async", "70,45", 3),
    "tile3d": Program("poisson/box3d27", "tile3d:block=16x4x2", "37,21,17", 3),
    "tile3d-overlap": Program("poisson/star3d4", "tile3d:halo=overlap,block=10x10x10,engine=async", "37,21,17", 3),
    "persistent": Program("poisson/jacobi2d5", "persistent:parts=3x2,exchange=3,steps=8,warps=2", "45,37", 16),
    "persistent-faces": Program("heat/heat2d", "persistent:parts=2x3,exchange=3,steps=5,warps=2", "53,47", 10),
    "persistent-fields": Program("earth/shallow_water", "persistent:parts=3x3,exchange=2,steps=7,warps=3", "37,29", 14),
    "persistent3d": Program("heat/heat3d", "persistent:parts=1x2x2,exchange=2,steps=6,warps=2", "37,17,15", 12),
    "stream": Program("heat/heat3d", "stream:inner=wavefront:steps=2,depth=4,planes=6", "68,21,17", 8),
}

# Waits without which nothing goes wrong here: (program, part of the call) and why.
OWN_LANE = "spare: with cells= of one piece (16 bytes) each lane reads what it brought itself"
MET = "not seen: lanes meet in a shuffle before they read; on a GPU that orders no memory"
TENSORS = "spare: tensor loads load all planes of this program"
SPARE = {
    ("wave3d-tensor", "waitCopies"): TENSORS,
    ("wave3d-tensor", "syncWarp"): TENSORS,
    ("wave3d-async", "syncWarp"): OWN_LANE,
    ("wave3d-planes", "syncWarp"): OWN_LANE,
    ("wave3d-flush", "syncWarp"): TENSORS,
    ("wave3d-period", "syncWarp"): OWN_LANE,
    ("wave3d-one", "syncWarp"): OWN_LANE,
    ("wave2d-async", "syncWarp"): OWN_LANE,
    ("wave3d-pieces", "syncWarp"): MET,
    ("wave2d-pieces", "syncWarp"): MET,
    ("persistent-fields", "syncThreads"): "spare: blocks that fill cells beyond a face once also fill others, and meet after that",
    ("stream", "waitCopies"): TENSORS,
    ("stream", "syncWarp"): TENSORS,
}


def withSwitches(text):
    """The text with a switch around each wait, and the lines of the waits."""
    parts, lines, done = [], [], 0
    for match in WAIT.finditer(text):
        end, depth = match.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if text[end] != ";":
            sys.exit(f"a wait that is no statement: {text[match.start():end + 1]}")
        call = text[match.start():end]
        parts += [text[done:match.start()], f"{{ if (isWaiting({len(lines)})) {call}; }}"]
        lines.append((text.count("\n", 0, match.start()) + 1, " ".join(call.split())))
        done = end + 1
    switch = ("#include <cstdlib>\nstatic bool isWaiting(int wait) {\n"
              '  static const char *const text = std::getenv("STENCILC_WITHOUT");\n'
              "  static const int without = text ? std::atoi(text) : -1;\n  return wait != without;\n}\n")
    # At these sizes the model may expect single steps to be faster; then the text would not be run at all.
    whole = re.sub(r"\.stepCost = \d+", ".stepCost = 1000000000000", "".join(parts) + text[done:])
    return switch + whole, lines


def run(command, **arguments):
    return subprocess.run(command, capture_output=True, text=True, check=False, **arguments)


def build(stencilc, program, folder):
    """Compiles the text with switches; the program and its waits."""
    source = os.path.join(ROOT, "stencils", program.file + ".stencil")
    name = os.path.basename(program.file)
    text = os.path.join(folder, name + ".cu")
    done = run([stencilc, "--no-tuned", "--main", "--schedule=" + program.schedule, "--size=" + program.size,
                *program.options, "-o", text, source])
    if done.returncode:
        sys.exit(done.stderr)
    with open(text, encoding="utf-8") as file:
        switched, waits = withSwitches(file.read())
    with open(text, "w", encoding="utf-8") as file:
        file.write(switched)
    binary = os.path.join(folder, name)
    libraries = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(stencilc))), "runtime")  # of the build
    done = run([os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-ffp-contract=off", "-DSTENCILC_CPU_DEVICE",
                "-Wno-unknown-pragmas", "-I" + os.path.join(ROOT, "runtime", "device"), "-x", "c++", text, "-x", "none",
                "-o", binary, *(os.path.join(libraries, f"libstencilc_{name}.a") for name in ("cpu_device", "runtime")),
                "-lboost_context", "-lpthread", "-ldl"])
    if done.returncode:
        sys.exit(done.stderr)
    with open(source, encoding="utf-8") as file:
        fields = re.findall(r"^\s*field (\w+)", file.read(), re.M)
    return binary, waits, fields


def outcome(binary, program, fields, order, without):
    """The bytes of all fields, or why the run ended early."""
    folder = os.path.dirname(binary)
    outs = [os.path.join(folder, field + ".raw") for field in fields]
    command = [binary, "-q", "--progress=never", "--size=" + program.size, f"--steps={program.steps}",
               "--thread-order=" + order, *(f"--out={field}={out}" for field, out in zip(fields, outs))]
    try:
        done = run(command, timeout=900, env={**os.environ, "STENCILC_WITHOUT": str(without)})
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode:
        return "stops: " + done.stderr.strip().split("\n")[-1].split(": ")[-1]
    result = []
    for out in outs:
        with open(out, "rb") as file:
            result.append(file.read())
    return tuple(result)


def examine(stencilc, name, orders, folder):
    """Prints a line for each wait; how many findings."""
    program = PROGRAMS[name]
    folder = os.path.join(folder, name)
    os.makedirs(folder, exist_ok=True)
    binary, waits, fields = build(stencilc, program, folder)
    whole = outcome(binary, program, fields, "forward", -1)
    findings = 0
    for order in orders:
        if outcome(binary, program, fields, order, -1) != whole or isinstance(whole, str):
            print(f"{name}: the whole text in order {order}: {whole if isinstance(whole, str) else 'other bytes'}")
            findings += 1
    for number, (line, call) in enumerate(waits):
        found = []
        for order in orders:
            got = outcome(binary, program, fields, order, number)
            found.append("-" if got == whole else "stops" if isinstance(got, str) else "found")
        spare = next((why for (where, part), why in SPARE.items() if where == name and part + "(" in call.replace("<", "(")), "")
        isMissed = all(word == "-" for word in found)
        findings += isMissed and not spare
        print(f"{name:16} {call.replace('stencilc::', '')[:40]:40} "
              + " ".join(f"{word:9}" for word in found) + " " + (spare if isMissed and spare else "NOT FOUND" if isMissed else ""),
              flush=True)
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--orders", default=",".join(ORDERS))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-barriers"))
    options = parser.parse_args()
    if options.list:
        print("\n".join(PROGRAMS))
        return 0
    orders = options.orders.split(",")
    print(f"{'program':16} {'without':40} " + " ".join(f"{order:9}" for order in orders))
    findings = sum(examine(options.stencilc, name, orders, options.folder) for name in options.names or PROGRAMS)
    print(f"{findings} findings" if findings else "each wait is needed in one of these orders, or known not to be")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
