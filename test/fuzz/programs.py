#!/usr/bin/env python3
"""Random programs, by several schedules each, against the interpreter.

    test/fuzz/programs.py STENCILC [--count N] [--first SEED] [--folder DIR]

Each program has one to three fields of one to three time levels, stages that read what others have just made, coefficients,
and all kinds of boundaries. Emitted CUDA runs on the CPU, in one order of threads or another. A program that differs is left in DIR,
with the command that shows it. Programs are a function of their seed. Exit code 1 if any differs.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

BOUNDARIES = ("keep", "fixed(0)", "periodic", "mirror", "copy", "fixed(2)")
SIZES = {2: "70, 45", 3: "44, 21, 17"}
COMMON = ("naive", "sweep", "sweep:stage=shared", "wavefront:steps=1", "wavefront:steps=2", "wavefront:steps=3,rest=none",
          "wavefront:steps=3,rest=1",
          "stream:depth=3,planes=5", "stream:method=t,depth=2,planes=14", "stream:inner=wavefront:steps=2,depth=4,planes=6")
OF_RANK = {2: ("tile2d",), 3: ("tile3d", "wavefront:steps=2,chunks=2,rows=4,warps=4,cells=1", "stream:strips=2,depth=2,planes=4")}
ORDERS = ("ahead", "behind", "shuffled")
SCHEDULES_EACH = 4


def offsets(choose, axes, likely):
    return [f"{axis}{choose.choice((-2, -1, -1, 1, 1, 2)):+d}" for axis in axes if choose.random() < likely]


def term(choose, axes, names, levels, index):
    """A read of any field: of a stage before this one also at t+1, of kept levels also at t-1."""
    other = choose.randrange(len(names))
    isNew = other < index and choose.random() < 0.6
    isOld = not isNew and levels[other] > 1 and choose.random() < 0.2
    where = offsets(choose, axes, 0.2 if isOld else 0.45)
    inner = ["t+1"] * isNew + ["t-1"] * isOld + where
    return f"0.1 * {names[other]}" + (f"[{', '.join(inner)}]" if inner else "")


def program(seed):
    """Its text and number of axes."""
    choose = random.Random(seed)
    axes = "xyz"[:choose.choice((2, 3, 3))]
    names = ("u", "v", "w")[:choose.choice((1, 2, 2, 3))]
    levels = [choose.choice((1, 1, 2, 3)) for _ in names]
    boundary = choose.choice(BOUNDARIES)
    hasCoefficient = choose.random() < 0.4
    lines = [f"stencil random{seed}({', '.join(axes)}) {{", f"    precision {choose.choice(('f32', 'f64'))};"]
    for index, name in enumerate(names):
        kept = f" levels {levels[index]}" if levels[index] > 1 else ""
        older = f" init[t-1] random({index + 21});" if kept else ""  # levels start apart
        lines.append(f"    field {name}{kept} {{ boundary {boundary}; init random({index + 1});{older} }}")
    if hasCoefficient:
        lines.append("    field c constant { boundary copy; init random(9); }")
    for index, name in enumerate(names):
        terms = [f"0.3 * {name}"]
        terms += [f"0.1 * {name}[t-{level}]" for level in range(1, levels[index])]
        terms += [term(choose, axes, names, levels, index) for _ in range(choose.randint(2, 4))]
        value = " + ".join(terms)
        lines.append(f"    {name}[t+1] = " + (f"c * ({value})" if hasCoefficient and choose.random() < 0.6 else value) + ";")
    return "\n".join([*lines, f"    size {SIZES[len(axes)]};", "}", ""]), len(axes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("--count", type=int, default=8, help="programs")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-programs"))
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    compared = refused = different = 0
    for seed in range(options.first, options.first + options.count):
        text, rank = program(seed)
        path = os.path.join(options.folder, f"random{seed}.stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        isFine = True
        for schedule in random.Random(seed).sample(COMMON + OF_RANK[rank], SCHEDULES_EACH):
            command = [options.stencilc, "verify", "-q", "--no-tuned", f"--emulate={ORDERS[seed % 3]}", "--steps=4",
                       "--schedule=" + schedule, path]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if "schedule-does-not-fit" in done.stderr:
                refused += 1
                continue
            compared += 1
            if done.returncode or "all equal to the interpreter's" not in done.stdout:
                isFine = False
                different += 1
                print("DIFFERENT: " + " ".join(command))
                print("\n".join((done.stdout + done.stderr).strip().splitlines()[-3:]), flush=True)
        if isFine:
            os.remove(path)
    print(f"{options.count} programs from seed {options.first}: {compared} schedules compared, {refused} refused, "
          f"{different} different")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
