#!/usr/bin/env python3
"""Examines the interpreter: random programs (meanings.py) by `stencilc run --target=interpreter`, against reference.py.

    examine.py STENCILC [--count N] [--first SEED] [--jobs N]     compare all bytes of fields and reports
    examine.py STENCILC --show SEED                               print one program and what differs

A program with a finding is left in --folder. Exit code 1 if there is any. In canonical arithmetic, programs whose numbers may be rounded
are left out, as the order of operations is another test's subject, and the sign of a zero does not count.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

from meanings import Maker
from meaningtext import Text
from reference import Inexact, Run, TooSmall
from roundings import packed


def ofFile(path):
    """The bytes of the values in a .npy file."""
    with open(path, "rb") as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def withoutSigns(data, kind):
    """Canonical arithmetic does not say which zero a sum is."""
    size = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2}.get(kind)
    if not size:
        return data
    minus = bytes(size - 1) + b"\x80"
    return b"".join(bytes(size) if data[i:i + size] == minus else data[i:i + size] for i in range(0, len(data), size))


def examine(stencilc, seed, folder):
    """What became of one program: a word, and what there is to say."""
    maker = Maker(seed)
    program = maker.program
    path = os.path.join(folder, f"meaning{seed}.stencil")
    with open(path, "w", encoding="utf-8") as file:
        file.write(Text(program).whole())
    kept = [one for one in program.fields.values() if not one.isConstant and not one.isLocal]
    command = [stencilc, "run", path, "--target=interpreter", "-q", f"--size={','.join(map(str, maker.sizes))}", f"--steps={maker.steps}"]
    command += [f"--first-step={maker.first}"] if maker.first else []
    files = {one.name: os.path.join(folder, f"{seed}-{one.name}.npy") for one in kept}
    command += [part for name, out in files.items() for part in ("--out", f"{name}={out}")]
    traces = {name: os.path.join(folder, f"{seed}-{name}.npy") for name in program.receivers}
    command += [part for name, out in traces.items() for part in ("--trace", f"{name}={out}")]
    reports = os.path.join(folder, f"{seed}.reports")
    command += [f"--reports={reports}"] if program.reports else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        if done.returncode == 1:
            ids = re.findall(r"\[([a-z0-9-]+)\]$", done.stderr, re.M)
            return "refused", next((i for i in ids if i not in ("unused-name", "literal-widens")), "?") if ids else done.stderr.strip()[:200]
        if done.returncode != 0:
            return "differs", f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
        run = Run(program, maker.sizes, maker.first)
        try:
            run.run(maker.steps)
        except (Inexact, TooSmall) as why:
            return "left out", type(why).__name__
        said = compare(program, run, kept, files, reports) or compareTraces(program, run, traces)
        return ("differs", said) if said else ("equal", "")
    finally:
        for out in [*files.values(), *traces.values(), reports, path]:
            if os.path.exists(out):
                os.remove(out)


def compareTraces(program, run, traces):
    for name, (heard, _) in program.receivers.items():
        kind = program.fields[heard].storage
        mine, theirs = packed(run.traces[name], kind), ofFile(traces[name])
        if withoutSigns(mine, kind) != withoutSigns(theirs, kind):
            return f"{name}: {theirs.hex()} for {run.traces[name]}"
    return ""


def compare(program, run, kept, files, reports):
    """The first difference; nothing if there is none."""
    for one in kept:
        cells = run.all(one)
        mine, theirs = packed([run.cells[one.name, 0][cell] for cell in cells], one.storage), ofFile(files[one.name])
        if not program.isWritten:
            mine, theirs = withoutSigns(mine, one.storage), withoutSigns(theirs, one.storage)
        if mine != theirs:
            size = len(mine) // len(cells)
            at = [i for i in range(len(cells)) if mine[i * size:(i + 1) * size] != theirs[i * size:(i + 1) * size]]
            return f"{one.name} in {len(at)} of {len(cells)} cells, the first {cells[at[0]]} is {run.cells[one.name, 0][cells[at[0]]]!r}"
    if program.reports:
        with open(reports, encoding="utf-8") as file:
            lines = [line.split("\t") for line in file]
        theirs = [(int(step), name, float(value)) for step, name, value in lines]
        if repr(theirs) != repr(run.reported):  # of NaN, too
            return f"reports: {theirs} for {run.reported}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", default=None)
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp(prefix="meanings-")
    os.makedirs(folder, exist_ok=True)
    if options.show is not None:
        maker = Maker(options.show)
        print(Text(maker.program).whole(), maker.sizes, maker.steps, maker.first, *examine(options.stencilc, options.show, folder))
        return 0
    seeds = range(options.first, options.first + options.count)
    became, whys = collections.Counter(), collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for seed, (word, why) in zip(seeds, pool.map(examine, [options.stencilc] * len(seeds), seeds, [folder] * len(seeds), chunksize=8)):
            became[word] += 1
            if word == "differs":
                print(f"seed {seed}: {why}", flush=True)
                with open(os.path.join(folder, f"finding{seed}.stencil"), "w", encoding="utf-8") as file:
                    file.write(Text(Maker(seed).program).whole())
            elif why:
                whys[f"{word}: {why}"] += 1
    print(f"{options.count} programs: " + ", ".join(f"{n} {word}" for word, n in became.items()))
    for why, n in whys.most_common():
        print(f"  {n} {why}")
    return 1 if became["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
