#!/usr/bin/env python3
"""Random programs (generate.py) by many schedules: compared with the interpreter, emitted, or written for use elsewhere.

    programs.py STENCILC [--count N] [--first SEED]              compare: emitted CUDA runs on the CPU, threads in one order or another
    programs.py STENCILC --on=gpu|cpu                            compare on a GPU, kernels by NVRTC, or by the loops of the CPU target
    programs.py STENCILC --processes=3 [--devices=2] --on=cpu        the same among 2 or 3 processes, of 1 or 2 devices each
    programs.py STENCILC --devices=6 [--on=cpu]                  compare with the domain divided among 1 to 6 devices, or parts of the host
    programs.py STENCILC --emit [--all] [--text]                 emit only: no crash, no limit of time or memory, no refusal of
                                                                 the planner's own choice, at small and at large extents
    programs.py STENCILC --dense [--on=gpu]                      programs that are products of matrices (dense.py), by tensorcore
    programs.py STENCILC --boxes [--devices=3] [--on=gpu]        programs whose boxes read planes that repeat (boxes.py), by wavefront
    programs.py STENCILC --pairs [--on=gpu]                      programs whose fields are read at opposite cells (pairs.py), by inplace
    programs.py STENCILC --options [--emit]                      by schedules with random values of their options
    programs.py STENCILC --minutes N [...]                       begin no program later than this
    programs.py --write-only --folder DIR                        write the programs and list.tsv: name, axes, bytes of a cell,
                                                                 and extents to run them at

--all emits by every schedule instead of some; --text also lets a C++ compiler check what was emitted. A program with a finding is
left in DIR, with the command that shows it. Exit code 1 if there is any.
"""
import argparse
import concurrent.futures
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import boxes
import dense
import generate
import pairs
import schedules

LARGE = {1: ("16777259", "1000000"), 2: ("8192,8192", "16384,257", "4097,4099"), 3: ("256,256,256", "513,513,513", "1024,130,67")}
ORDERS = ("shuffled", "ahead", "behind")  # of threads
SKIPPED = 77  # exit code: what is wanted cannot be done here
SCHEDULES_EACH = 4     # of a program, unless all are asked for
ROUNDED_APART = "which GPU and host round differently"  # exp in a cell: no finding
SECONDS = 10           # of processor time for a compilation
BYTES = 1 << 30        # of memory
WALL_SECONDS = 600     # for a comparison, which builds and runs


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, limits=None):
    """Exit code and what was said; negative after a signal."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limits, timeout=WALL_SECONDS)
    except subprocess.TimeoutExpired:
        return -1, f"no end within {WALL_SECONDS} s"
    return done.returncode, done.stdout + done.stderr


class Trial:
    """One program, with what was found."""

    def __init__(self, options, seed):
        self.options = options
        self.program = (options.special or generate).program(seed)
        self.choose = random.Random(seed)
        self.order = ORDERS[seed % len(ORDERS)]
        self.path = os.path.join(options.folder, self.program.name + ".stencil")
        self.tried = self.refused = 0
        self.findings = []

    def write(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.program.text)

    def note(self, command, said):
        lines = said.strip().splitlines()
        self.findings.append("FOUND: " + " ".join(command) + "\n    " + "\n    ".join(lines[-3:]))

    def asked(self, count=SCHEDULES_EACH):
        """Requests of the lists, and of each four one with random values of options; with --options only such."""
        every = schedules.requests(self.program.axes, self.options.stencilc)
        if self.options.all:
            return list(every)
        listed = 0 if self.options.options else count - count // 4
        return self.choose.sample(every, min(listed, len(every))) + [schedules.random_request(self.choose) for _ in range(count - listed)]

    def isDivided(self):
        return bool(self.options.devices or self.options.processes)

    def wanted(self):
        """Where emitted text runs, and by which schedules."""
        if self.isDivided():
            place = {"cpu": "--target=cpu", "gpu": "--target=cuda", "device": "--emulate=" + self.order}[self.options.on]
            shared = [f"--devices={self.choose.randint(1, max(1, self.options.devices))}"] * bool(self.options.devices)
            if self.options.processes:
                shared.append(f"--processes={self.choose.randint(2, self.options.processes)}")
            return [place, *shared], [self.shared() for _ in range(self.options.each)]
        if self.options.special:
            place = "--target=cuda" if self.options.on == "gpu" else "--emulate=" + self.order
            return [place], [self.options.special.request(self.choose)]
        if self.options.on == "cpu":
            return ["--target=cpu"], [self.choose.choice(schedules.ON_CPU)]
        return ["--target=cuda"] if self.options.on == "gpu" else ["--emulate=" + self.order], self.asked(self.options.each)

    def shared(self):
        """Slabs, and streams: with processes half of them, else a third."""
        isLine = self.program.axes == 1  # whose chunks are not streamed
        if self.choose.random() < (0.5 if self.options.processes else 0.3) and not isLine:
            return schedules.shared_stream_request(self.choose, self.options.on == "cpu", self.options.devices > 1)
        repeats = "repeat " in self.program.text
        meets = repeats or "global " in self.program.text
        return schedules.divided_request(self.choose, self.options.on == "cpu", meets, repeats, isLine)

    def compare(self):
        """Same bytes as the interpreter."""
        place, asked = self.wanted()
        for schedule in asked:
            if not self.compareBy(place, schedule) and self.options.on == "cpu" and schedule != "loops" and not self.isDivided():
                self.compareBy(place, "loops")  # which fits every program

    def compareBy(self, place, schedule):
        """Whether the schedule took the program."""
        command = [self.options.stencilc, "verify", "-q", "--no-tuned", *place, "--steps=4",
                   *(["--schedule=" + schedule] * bool(schedule)), self.path]
        code, said = run(command)
        if code == 1 and (schedules.is_refusal(said) or ROUNDED_APART in said):
            self.refused += 1
            return False
        self.tried += 1
        if code or "all equal to the interpreter's" not in said:
            self.note(command, said)
        return True

    def emit(self):
        """Code for every request that fits, and for the planner's choice whatever the extents."""
        small = ",".join(str(n) for n in self.program.size)
        large = LARGE[self.program.axes]
        every = [("cuda", "", small)] + [("cuda", "", size) for size in large]
        count = SCHEDULES_EACH if self.options.text else 3 * SCHEDULES_EACH
        every += [("cuda", one, self.choose.choice((small, *large))) for one in self.asked(count)]
        every += [("cpu", one, self.choose.choice((small, *large))) for one in (schedules.ON_CPU if self.options.all else ("",))]
        for target, schedule, size in every:
            self.emitOne(target, schedule, size)
        self.judge([self.options.stencilc, "explain", "--no-tuned", "--size=" + large[0], self.path], False)

    def emitOne(self, target, schedule, size):
        out = os.path.join(self.options.folder, f"{self.program.name}.{'cu' if target == 'cuda' else 'cpp'}")
        command = [self.options.stencilc, "-q", "--no-tuned", f"--target={target}", "--size=" + size, self.path, "-o", out]
        command += ["--schedule=" + schedule] * bool(schedule)
        if self.judge(command, bool(schedule)) and self.options.text:
            self.checkText(command, target, out)
        for path in (out, os.path.splitext(out)[0] + ".h"):
            if os.path.exists(path):
                os.remove(path)

    def judge(self, command, mayRefuse):
        code, said = run(command, limited)
        if code == 1 and mayRefuse and schedules.is_refusal(said):
            self.refused += 1
            return False
        self.tried += 1
        if code:
            self.note(command, f"exit code {code}\n{said}")
        return code == 0

    def checkText(self, command, target, path):
        check = [*self.options.checkers[target], "-fsyntax-only", "-x", "c++", path]
        code, said = run(check)
        if code:
            errors = [line for line in said.splitlines() if "error:" in line]
            self.note(command + ["&&", *check], "\n".join(errors[:3]) or said)


def textCheckers(options):
    """The command that checks text for each target, which reads the runtime's headers from a file prepared once."""
    checkers = {}
    for target, define in (("cuda", ["-DSTENCILC_CPU_DEVICE"]), ("cpu", [])):
        command = [options.cxx, "-std=c++20", "-w", *define]
        command += ["-I", options.runtime]
        header = os.path.join(options.folder, f"prepared-{target}.h")
        with open(header, "w", encoding="utf-8") as file:
            file.write("#include <stencilc/runtime.h>\n")
        prepare = [*command, "-x", "c++-header", header, "-o", header + ".gch"]
        code, said = run(prepare)
        if code:
            sys.exit(" ".join(prepare) + "\n" + said)
        checkers[target] = [*command, "-include", header]
    return checkers


def try_(options, seed, end):
    """The trial of a program, none if it is too late to begin it."""
    if time.monotonic() > end:
        return None
    trial = Trial(options, seed)
    trial.write()
    (trial.emit if options.emit else trial.compare)()
    if not trial.findings:
        os.remove(trial.path)
    return trial


def writeAll(options):
    """The programs, and one line for each in list.tsv."""
    with open(os.path.join(options.folder, "list.tsv"), "w", encoding="utf-8") as table:
        table.write("name\taxes\tbytes_per_cell\tsmall\tlarge\n")
        for seed in range(options.first, options.first + options.count):
            trial = Trial(options, seed)
            trial.write()
            program = trial.program
            small = ",".join(str(n) for n in program.size)
            table.write(f"{program.name}\t{program.axes}\t{program.bytesPerCell}\t{small}\t{' '.join(LARGE[program.axes])}\n")
    print(f"{options.count} programs and list.tsv in {options.folder}")
    return 0


def parse():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc", nargs="?")
    parser.add_argument("--count", type=int, default=8, help="programs")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-programs"))
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no program later than this")
    parser.add_argument("--on", choices=("device", "gpu", "cpu"), default="device", help="device: the CPU device")
    parser.add_argument("--devices", type=int, default=0, metavar="N", help="divide the domain among up to so many devices")
    parser.add_argument("--processes", type=int, default=0, metavar="N", help="divide the domain among up to so many processes of mpirun")
    parser.add_argument("--dense", dest="special", action="store_const", const=dense, help="programs that are products of matrices")
    parser.add_argument("--boxes", dest="special", action="store_const", const=boxes, help="programs whose boxes read planes that repeat")
    parser.add_argument("--pairs", dest="special", action="store_const", const=pairs, help="programs whose fields are read at opposite cells")
    parser.add_argument("--each", type=int, default=SCHEDULES_EACH, metavar="N", help="schedules to compare a program by")
    parser.add_argument("--emit", action="store_true", help="emit, do not run")
    parser.add_argument("--all", action="store_true", help="by all schedules")
    parser.add_argument("--options", action="store_true", help="random values of the schedules' options")
    parser.add_argument("--text", action="store_true", help="with --emit, let a C++ compiler check the text")
    parser.add_argument("--cxx", default=os.environ.get("CXX") or shutil.which("g++") or "c++")
    parser.add_argument("--runtime", default=os.path.normpath(os.path.join(here, "../../runtime/device")))
    parser.add_argument("--write-only", action="store_true", help="write the programs and list.tsv")
    options = parser.parse_args()
    if not options.stencilc and not options.write_only:
        parser.error("which stencilc?")
    return options


def buildLibrary(options):
    """By which processes find each other; False where there is no MPI."""
    if not shutil.which("mpirun") or not shutil.which("mpicxx"):
        print("skipped: there is no mpirun or no mpicxx")
        return False
    os.environ["STENCILC_MPI"] = os.path.join(os.path.abspath(options.folder), "mpi.so")
    subprocess.run([options.stencilc, "mpi", "-q", "-o", os.environ["STENCILC_MPI"]], check=True)
    return True


def main():
    options = parse()
    os.makedirs(options.folder, exist_ok=True)
    if options.processes and not buildLibrary(options):
        return SKIPPED
    if options.write_only:
        return writeAll(options)
    if options.text:
        options.checkers = textCheckers(options)
    programs = tried = refused = found = 0
    end = time.monotonic() + 60 * options.minutes
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for trial in filter(None, pool.map(lambda seed: try_(options, seed, end), seeds)):
            programs += 1
            tried, refused, found = tried + trial.tried, refused + trial.refused, found + len(trial.findings)
            for finding in trial.findings:
                print(finding, flush=True)
    what = "emitted" if options.emit else "compared"
    print(f"{programs} programs from seed {options.first}: {tried} ways {what}, {refused} refused, {found} findings")
    return 1 if found or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
