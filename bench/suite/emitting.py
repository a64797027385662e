"""Emits programs into a folder that needs only nvcc, Python and a GPU; what the benchmarks share on this side."""
import hashlib
import json
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# What the other side needs of this folder, whichever benchmark it is.
SHARED = ("building.py", "harness.cu", "harness")


class Refused(Exception):
    """The compiler said no; the text is its first line."""


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or ["failed"]
        raise Refused(lines[0])
    return done.stdout


def fields(ir):
    """The fields that are updated: name, storage, time levels, and how many cells more than the size each has along
    the axes, a digit for each."""
    axes = re.search(r"^stencil \w+\((.*?)\)", ir, re.M)[1].split(", ")
    longer = re.search(r"^a cell longer along (.*)$", ir, re.M)
    longer = set(longer[1].split(", ")) if longer else set()
    found = re.findall(r"^field (\w+): (\w+), levels (\d+)(.*)$", ir, re.M)
    return [{"name": n, "storage": s, "levels": int(k), "more": "".join(
                str(int(axis in longer and f"less the last cell along {axis}" not in rest.split(", "))) for axis in axes)}
            for n, s, k, rest in found if "constant" not in rest]


def meaning(text):
    """The program without comments and without the sizes it would choose by itself."""
    text = re.sub(r"//.*", "", text)
    text = re.sub(r'^ +\.json = .*(\n +".*)*$', "", text, flags=re.M)
    return re.sub(r'\.(sizeHint|extents) = \{[ \d,]*\}.*|options\.n\w+ = \d+;|#include ".*"', "", text)


def copy_runtime(folder):
    """What programs are built with there: building.Runtime."""
    subprocess.run([os.path.join(ROOT, "runtime", "library"), "copy", folder], check=True)


class Programs:
    """A folder of emitted programs; those that mean the same are one, so that nvcc sees each only once."""

    def __init__(self, folder, stencilc, machine=""):
        self.folder, self.stencilc, self.machine = folder, stencilc, machine
        self.programs = {}
        self.known = {}  # what a program means: its id

    def start(self, *files):
        """Empties the folder and puts in what every bundle has, and `files` of the benchmark."""
        for name in ("programs", "harness"):
            shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "programs"))
        copy_runtime(self.folder)
        for name in (*files, *(os.path.join(HERE, name) for name in SHARED)):
            if os.path.isdir(name):
                shutil.copytree(name, os.path.join(self.folder, os.path.basename(name)))
            else:
                shutil.copy(name, self.folder)

    def write_text(self, name, text):
        """The path of a program that the folder has the text of."""
        folder = os.path.abspath(os.path.join(self.folder, "stencils"))
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def base(self, file, precision, size, more=()):
        """What every call of the compiler begins with; measurements of this machine's user play no part. Without a
        precision the program's own counts, without a machine the GPU that the compiler plans for."""
        machine = [f"--machine={self.machine}"] if self.machine else []
        target = [] if machine or any(option.startswith("--target=") for option in more) else ["--target=cuda"]
        return [os.path.join(ROOT, file), "--no-tuned", *machine, *target, *([f"--precision={precision}"] if precision else []),
                f"--size={','.join(map(str, size))}"]

    def explain(self, file, precision, size):
        """All plans that can run, as JSON."""
        return call([self.stencilc, "explain", *self.base(file, precision, size), "--json", "--candidates=100000"])

    def add(self, row, file, precision, size, schedule, *more):
        """The id of a program; an empty schedule leaves the choice to the planner, `more` are further options."""
        base = [self.stencilc, "-q", *self.base(file, precision, size, more), *more] + (
            [f"--schedule={schedule}"] if schedule else [])
        plan = json.loads(call(base + ["--emit=plan"]))
        options = ",".join(f"{k}={v}" for k, v in sorted(plan["options"].items()))
        chosen = plan["schedule"] + (":" if options else "") + options
        is_cpu = "--target=cpu" in more
        program = os.path.basename(file).removesuffix(".stencil")
        folder = os.path.join(self.folder, "programs", ".new")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        path = os.path.join(folder, program + (".cpp" if is_cpu else ".cu"))
        call(base + ["-o", path])
        with open(path, encoding="utf-8") as written:
            text = written.read()
        key = (row, precision, hashlib.sha256(meaning(text).encode()).hexdigest())
        if key in self.known:
            shutil.rmtree(folder)
            return self.known[key]
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", f"{row}-{precision}-{chosen}")
        name = stem
        while name in self.programs:  # the same options, another program: the plan depends on the size
            name = f"{stem}-{len(self.programs)}"
        os.rename(folder, os.path.join(self.folder, "programs", name))
        ir = call(base + ["--emit=ir"])
        self.known[key] = name
        self.programs[name] = {"row": row, "program": program, "precision": precision, "schedule": chosen,
                               "predicted": 1 / float(plan["secondsPerBillionUpdates"]),  # GLUP/s
                               # Time steps at once.
                               "depth": int(plan.get("fused", plan["options"]).get("steps", 1)),
                               "fields": fields(ir)}
        return name

    def write(self, **manifest):
        manifest = {"stencilc": call([self.stencilc, "--version"]).strip(), "programs": self.programs, **manifest}
        with open(os.path.join(self.folder, "manifest.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file, indent=1)
