"""Builds the programs of a folder and calls the harness; what the benchmarks share on the machine with the GPU."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

NVCC = ["-std=c++20", "-O3", "-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false"]
HOST = ["g++", "-std=c++20", "-O1", "-ffp-contract=off", "-fno-gnu-unique", "-Wno-unknown-pragmas", "-DSTENCILC_CPU_DEVICE"]
NVCC_HOST = "-Xcompiler=-ffp-contract=off,-fno-gnu-unique"


def add_arguments(parser):
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing later than this")
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS", help="a silent program is ended")
    parser.add_argument("--build-only", action="store_true", help="needs no GPU: registers, spills, and what fails")
    parser.add_argument("--cpu-device", action="store_true", help="without a GPU: tests this script, not speed")


def resources(log):
    """Of ptxas' report: each kernel's registers, bytes spilled, of stack and of shared memory; and the most of each."""
    kernels = []
    for part in re.split(r"Compiling entry function '", log)[1:]:
        def most(pattern):
            return max((sum(map(int, re.findall(r"\d+", found))) for found in re.findall(pattern, part)), default=0)
        kernels.append({"kernel": part.split("'")[0], "registers": most(r"Used \d+ registers"),
                        "spill_bytes": most(r"\d+ bytes spill stores, \d+ bytes spill loads"),
                        "stack_bytes": max(most(r"\d+ bytes stack frame"), most(r"\d+ bytes cumulative stack size")),
                        "shared_bytes": most(r"\d+ bytes smem")})
    keys = ("registers", "spill_bytes", "stack_bytes", "shared_bytes")
    return {**{key: max((k[key] for k in kernels), default=None) for key in keys}, "kernels": kernels}


def first_error(log):
    lines = [text for text in log.splitlines() if "error" in text] or log.splitlines() or ["no message"]
    return lines[0]


class Runtime:
    """The runtime of a folder that `emitting.copy_runtime` has filled: built there once, for all programs."""

    def __init__(self, here, options):
        self.folder, self.arch, self.cpu_device = os.path.join(here, "runtime"), options.arch, options.cpu_device
        self.nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        done = subprocess.run([os.path.join(self.folder, "library"), "build", *(["--cpu-device"] if self.cpu_device else [])],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("the runtime does not build:\n" + done.stdout + done.stderr)
        self.include = ["-I" + os.path.join(self.folder, "device")]
        # For programs that use the runtime's own C++.
        self.sources = self.include + ["-I" + os.path.dirname(self.folder)]
        # A library stands before those that it needs.
        self.libraries = [self.archive("stencilc_runtime"), "-lpthread", "-ldl"]
        if self.cpu_device:
            self.libraries = [self.archive("stencilc_cpu_device"), *self.libraries, "-lboost_context"]

    def archive(self, name):
        return os.path.join(self.folder, f"lib{name}.a")

    def compile(self, source, output, include, *flags):
        """Compiles the CUDA text `source` to the program `output`, or to a library with -shared: for a GPU by nvcc, which says what
        each kernel needs, or for the CPU device, through ccache if it is installed. Returns the completed process that failed, or
        the last."""
        if not self.cpu_device:
            command = [self.nvcc, *NVCC, f"-arch={self.arch}", "-Xptxas=-v", NVCC_HOST, *include,
                       *("-Xcompiler=" + flag if flag == "-fPIC" else flag for flag in flags), source, "-o", output]
            return subprocess.run([*command, *self.libraries], capture_output=True, text=True)
        ccache = ["ccache"] if shutil.which("ccache") else []
        command = [*ccache, *HOST, *include, *(flag for flag in flags if flag != "-shared"), "-x", "c++", "-c", source, "-o", output + ".o"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return done
        return subprocess.run(["g++", *flags, output + ".o", "-o", output, *self.libraries], capture_output=True, text=True)


class Builder:
    """The programs of `here`, as its manifest names them."""

    def __init__(self, here, programs, options):
        self.here, self.programs, self.options, self.begin = here, programs, options, time.monotonic()
        self.runtime = Runtime(here, options)
        if not options.cpu_device and not os.path.exists(self.runtime.nvcc):
            sys.exit("nvcc is not on PATH")
        self.harness = os.path.join(here, "harness-program")
        self.builds, self.failed = {}, {}

    def say(self, what):
        print(f"[{time.monotonic() - self.begin:5.0f} s] {what}", file=sys.stderr, flush=True)

    def is_late(self):
        return time.monotonic() - self.begin > 60 * self.options.minutes

    def compile(self, source, output, include, *flags):
        begin = time.monotonic()
        done = self.runtime.compile(source, output, include, *flags)
        return done.returncode, done.stdout + done.stderr, time.monotonic() - begin

    def shared_library(self, name):
        return os.path.join(self.here, "programs", name, "program.so")

    def build(self, name):
        """A shared library, so that one harness can load any number of programs beside each other."""
        folder = os.path.join(self.here, "programs", name)
        report, library = os.path.join(folder, "build.json"), self.shared_library(name)
        kind = "cpu" if self.options.cpu_device else self.options.arch
        if os.path.exists(report) and os.path.exists(library):
            with open(report, encoding="utf-8") as file:
                built = json.load(file)
            if built["kind"] == kind:
                return built
        source = os.path.join(folder, self.programs[name]["program"] + ".cu")
        code, log, seconds = self.compile(source, library, self.runtime.include, "-shared", "-fPIC")
        with open(os.path.join(folder, "build.log"), "w", encoding="utf-8") as file:
            file.write(log)
        if code:
            return {"failed": first_error(log)}
        built = {"kind": kind, "compile_seconds": round(seconds, 1), **resources(log)}
        with open(report, "w", encoding="utf-8") as file:
            json.dump(built, file)
        return built

    def build_all(self, needed):
        """Builds the harness and the programs `needed`; `failed` has what did not build."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            harness = pool.submit(self.compile, os.path.join(self.here, "harness.cu"), self.harness, self.runtime.sources)
            for name, built in zip(needed, pool.map(self.build, needed)):
                self.builds[name] = built
                if "failed" in built:
                    self.failed[name] = built["failed"]
        code, log, _ = harness.result()
        if code:
            sys.exit("the harness does not build:\n" + log)
        self.say(f"{len(needed)} programs built, {len(self.failed)} not")

    def print_builds(self):
        print("| program | registers | spilled bytes | stack | seconds |\n|---|---|---|---|---|")
        for name, built in self.builds.items():
            cells = [built["failed"], "", "", ""] if "failed" in built else [
                built[key] for key in ("registers", "spill_bytes", "stack_bytes", "compile_seconds")]
            print("| " + " | ".join(map(str, [name, *cells])) + " |")
        return 1 if self.failed else 0

    def machine(self):
        """Chip, driver and compiler, and what a copy moves."""
        done = subprocess.run([self.harness, "--copy"], capture_output=True, text=True)
        if done.returncode:
            sys.exit("no device: " + done.stdout + done.stderr)
        found = json.loads(done.stdout)
        for key, command in (("driver", ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]),
                             ("compiler", ["g++" if self.options.cpu_device else self.runtime.nvcc, "--version"])):
            if shutil.which(command[0]):
                said = subprocess.run(command, capture_output=True, text=True).stdout.strip().splitlines() or ["?"]
                release = [text for text in said if "release" in text]
                found[key] = (release or said)[0].strip()
        return found

    def harness_command(self, row, size, fields, *options):
        command = [self.harness, f"--name={row}", f"--size={','.join(map(str, size))}", *options]
        return command + [f"--field={f['name']}:{f['storage']}:{f['levels']}:{f['more']}" for f in fields]

    def call_harness(self, command):
        """The harness's lines, and what went wrong; a program that says nothing for long is ended."""
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(command, stdout=out, stderr=errors)
            size, since, wrong = 0, time.monotonic(), ""
            while process.poll() is None:
                time.sleep(0.02)
                now = os.fstat(out.fileno()).st_size
                if now != size:
                    size, since = now, time.monotonic()
                elif time.monotonic() - since > self.options.patience:
                    process.kill()
                    process.wait()
                    wrong = f"silent for {self.options.patience:.0f} s"
            out.seek(0)
            errors.seek(0)
            lines = [json.loads(text) for text in out.read().splitlines() if text.endswith("}")]
            said = errors.read().strip().splitlines()
        if not wrong and process.returncode:
            stated = [text["error"] for text in lines if "error" in text]
            wrong = (stated or said[:1] or [f"exit code {process.returncode}"])[0]
        return lines, wrong

    def measure(self, command, names, records, suffix=lambda name: ""):
        """Runs all of `names`, the first being the reference, and adds what the harness says to records[name]. After a
        fault of the device nothing more runs in that process: the rest gets another one. Returns how many cells one
        step more of the reference changes, or None."""
        reference, pending, differs = names[0], list(names), None
        while pending:
            lines, wrong = self.call_harness(command + [suffix(name) for name in pending])
            current, done = None, set()
            for said in lines:
                differs = said.get("one_step_more_differs_in", differs)
                if "begin" in said:
                    current = pending[said["begin"]]
                if "library" in said:
                    name = pending[said.pop("library")]
                    records[name].update(said)
                    done.add(name)
            if not wrong:
                break
            if current is None or current == reference:  # nothing to compare with
                for name in pending:
                    records[name].setdefault("error", wrong if name == reference else "the first failed: " + wrong)
                break
            records[current]["error"] = wrong
            rest = [name for name in pending if name not in done and name != current]
            pending = [reference] + rest if rest else []
        return differs


def write_whole(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
