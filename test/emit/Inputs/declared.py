"""Whether emitted texts compile whatever they declare: each identifier in them becomes the name of a field, of a parameter
and of other things.

The texts are those of the programs of the library and of test/run, each by some of the schedules. What they call after
their own fields is turned into what they would call after a field `u`, which all programs here have. These declare
dozens of things at once, with the identifiers of all texts of a schedule and number of axes in turn, once for each of them and
dialect; the texts of one schedule are seen by a compiler together.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fuzz"))
import schedules  # noqa: E402

# Target, schedule, number of axes, boundary, fields of a program besides `u`. A schedule that is not here gets a case of two axes.
CASES = [
    ("cpu", "loops", 2, "copy", 24),
    ("cuda", "naive", 2, "fixed({param})", 24),
    ("cuda", "sweep:prefetch=0", 3, "copy", 24),
    ("cuda", "sweep:stage=shared,engine=tensor", 3, "copy", 24),
    ("cuda", "sweep:stage=shared,engine=async", 2, "keep", 24),
    ("cuda", "tile2d", 2, "periodic", 24),
    ("cuda", "tile3d", 3, "copy", 24),
    ("cuda", "persistent", 2, "copy", 12),
    ("cuda", "wavefront:steps=2", 1, "copy", 24),
    ("cuda", "wavefront:steps=2", 2, "copy", 16),
    ("cuda", "wavefront:steps=2,rows=1", 3, "keep", 16),
    ("cuda", "stream:inner=sweep", 2, "copy", 24),
    ("cuda", "", 2, "keep", 24),
]
SCHEDULES = ["sweep:stage=shared", "wavefront:steps=2", ""]  # beside all that the tool lists
# Words of the language, which nothing in a program can be called, and what each program here calls its own.
# `init file(` is always an array's, whatever function is called so.
TAKEN = set("""file t pi centre sum min max norm apply select abs sqrt exp log sin cos tanh floor gaussian random stencil precision
    arithmetic spacing const param field neighbourhood coefficient fn let region size steps report until boundary init copy keep fixed
    periodic mirror u constant true false in every and or not floor pow""".split())
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|^\s*\#[^\n]*|[A-Za-z_]\w*|\d[\w.']*|\.\.\.|->|::|\S""", re.M | re.S)
LONGEST = 24


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def emit(path, schedule):
    """The text of a program; None if the schedule refuses it."""
    target = "cpu" if "loops" in schedule else "cuda"
    done = run([options.stencilc, "-q", "--no-tuned", f"--emit={target}", path] +
               ([f"--schedule={schedule}"] if schedule else []))
    return done.stdout if done.returncode == 0 else None


def base(schedule):
    return schedule.split(":")[0]


def kernels_of(text, schedule):
    """The schedules whose kernels a text has: the one asked for, or those that its first comment names."""
    if schedule:
        return [base(schedule)]
    return set(re.findall(r"\w+", text.split("\n#include", 1)[0])) & set(SCHEDULES)


def identifiers(job):
    """Of the text of a program, the schedules of its kernels, how many axes it has, and its identifiers; what is called after its
    fields and variables said of `u`."""
    path, schedule = job
    text = emit(path, schedule)
    if text is None:
        return [], 0, set()
    with open(path) as file:
        source = file.read()
    own = set(re.findall(r"\w+", source))  # which are its own words, and what is made of its title
    title, axes = re.search(r"^stencil (\w+)\((.*?)\)", source, re.M).groups()
    called = set(re.findall(r'\.name = "(\w+)"', text) + re.findall(r"\b(?:field|let|points) (\w+)", source))
    lower = "|".join(sorted(called, key=len, reverse=True))
    capital = "|".join(sorted({name[0].upper() + name[1:] for name in called}, key=len, reverse=True))
    after, before = re.compile(rf"(?:{lower})(?=_|Field)"), re.compile(rf"(?<=[a-z])(?:(?:{capital})(?:_\d)*)+(?=[xyz]?$)")
    found = set()
    for word in {t for t in TOKEN.findall(text) if re.match(r"[A-Za-z]", t)} - own:
        if not word.startswith(title + "_"):
            found.add(before.sub("U", "u" + word[its.end():] if (its := after.match(word)) else word))
    return kernels_of(text, schedule), axes.count(",") + 1, found


def declared():
    """All of it by schedule and number of axes, without those that differ from another one by a high number alone; the schedule ""
    has those of all."""
    paths = (sorted(path for path in glob.glob(f"{options.source}/stencils/**/*.stencil", recursive=True) if "/stencils/std/" not in path) +
             sorted(glob.glob(f"{options.source}/test/run/*/*.stencil"), key=os.path.basename))
    jobs = [(path, schedule) for at, path in enumerate(paths) for number, schedule in enumerate(SCHEDULES)
            if (at + number) % options.every == 0]
    words, texts = collections.defaultdict(set), 0
    for kernels, rank, found in pool.map(identifiers, jobs):
        for schedule in [*kernels, ""]:
            words[schedule, rank] |= found
        texts += bool(found)
    return {of: sorted(w for w in found - TAKEN if len(w) <= LONGEST and not re.search(r"([3-9]|\d\d)$", w))
            for of, found in words.items()}, texts


def program(number, case, names, at):
    """A program that takes names from `at` on, and as many as it took."""
    _, _, rank, boundary, count = case
    used, begin = set(), at

    def take():
        nonlocal at
        while at < len(names) and names[at % len(names)] in used:
            at += 1
        name = names[at % len(names)] if at < len(names) + 200 else f"spare{at}"
        at += 1
        used.add(name)
        return name

    fields = [take() for _ in range(count)]
    rest = begin + len(names) // 2 + number  # other things have names from elsewhere in the list
    others = []
    while len(others) < 16 + rank:
        name = names[rest % len(names)]
        if not used & {name, "n" + name, name.removeprefix("n")}:  # nx is the size along an axis x
            others.append(name)
            used.add(name)
        rest += 1
    axes, params, (c, f, p, a, b, r) = others[:rank], others[rank:rank + 10], others[rank + 10:rank + 16]
    bound = boundary.format(param=params[0])
    lines = [f"stencil p{number}({', '.join(axes)}) {{"]
    lines += [f"    param {name} = 0.1;" for name in params] + [f"    const {c} = 0.5;", f"    fn {f}({p}) = {p} * {p};"]
    lines += [f"    field u {{ boundary {bound}; init {f}({params[1]}) + random(7); }}"]
    lines += [f"    field {name} {'' if k % 12 == 0 else 'constant '}{{ boundary {bound}; init {params[k % 10]}; }}"
              for k, name in enumerate(fields)]
    is_own = base(case[1]) == "inplace"  # whose updates read a field at one place
    low, high, ahead = ("u", "u", "") if is_own else (f"u[{axes[-1]}-1]", f"u[{axes[0]}+1]", f"[{axes[-1]}+1]")
    lines += [f"    let {a} = {low} - {fields[1]};", f"    let {b} = {a} * {a};"]
    terms = " + ".join(f"{params[k % 10]} * {name}" for k, name in enumerate(fields) if k % 12)
    lines += [f"    u[t+1] = {high} + {b} + {terms};"]
    lines += [f"    {name}[t+1] = {c} * {name}{ahead} + {fields[1]};" for k, name in enumerate(fields) if k % 12 == 0]
    if base(case[1]) == "persistent":
        lines += ["    size 200, 150;"]  # a grid that fits into shared memory
    # With checks, fields keep away from the frame's names, too.
    if (number + CASES.index(case)) % 4 == 1 and not is_own and not case[1].startswith("stream"):
        lines += [f"    report {r} = max(u[{axes[0]}+1] - {fields[0]}) every 10 steps;"]
    return "\n".join(lines) + "\n}\n", at


def trial(case):
    """All names by one schedule: what the compilers of both kinds say of it."""
    index, own = CASES.index(case), names[base(case[1]), case[2]]
    texts, at, number, problems = [], 0, 0, []
    while at < len(own):
        source, at = program(number, case, own, at)
        path = os.path.join(options.folder, f"case{index}_{number}.stencil")
        with open(path, "w") as out:
            out.write(source)
        done = run([options.stencilc, "-q", "--no-tuned", "--precision=f32", f"--emit={case[0]}", path] +
                   ([f"--schedule={case[1]}"] if case[1] else []))
        if done.returncode:
            return [f"{path} by {case[1]}: {re.findall('.*error.*', done.stderr)[:2]}"], 0
        # All but the C interface, of which there can be one in a text.
        text = done.stdout.split("\n// The C interface of")[0] + ("\n#endif\n" if case[0] == "cuda" else "\n")
        texts.append(re.sub(r'^#include "[^"]*"\n', "", text, flags=re.M))
        number += 1
    path = os.path.join(options.folder, f"case{index}.cu")
    with open(path, "w") as out:
        out.write("\n".join(texts))
    # A view that is called in place of a function takes its numbers for a cell: that compiles, with a warning.
    command = [options.clang, "-std=c++20", "-fsyntax-only", "-Wno-everything", "-Werror=float-conversion",
               f"-I{options.source}/runtime/device", "-x", "c++"] + (["-DSTENCILC_CPU_DEVICE"] if case[0] == "cuda" else []) + [path]
    problems += [f"{case[1]}: {line}" for line in run(command).stderr.splitlines() if "error:" in line]
    if options.nvcc and case[1] == "naive":
        with open(path, "w") as out:
            out.write("\n".join(texts[:options.texts]))
        command = [*(["ccache"] if shutil.which("ccache") else []), options.nvcc, "-std=c++20", "-arch=sm_90", "-w", f"-I{options.source}/runtime/device", "-c", path,
                   "-o", path + ".o"]
        problems += [f"nvcc: {line}" for line in run(command).stderr.splitlines() if "error" in line]
    return problems, number


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("stencilc")
parser.add_argument("source", help="root of the repository")
parser.add_argument("folder")
parser.add_argument("--clang", default="clang++-22")
parser.add_argument("--nvcc", default="", help="that sees texts of schedule naive, too")
parser.add_argument("--texts", type=int, default=5, help="how many texts nvcc sees")
parser.add_argument("--every", type=int, default=5, help="of the schedules, a program is emitted by each n-th")
parser.add_argument("--only", default="", help="schedules that begin so")
options = parser.parse_args()
listed = schedules.listed(options.stencilc)
SCHEDULES = [schedule for schedule in [*listed, *SCHEDULES] if not schedule or schedule.startswith(options.only)]
# tensorcore runs dense updates of one field alone, which these programs are not.
CASES += [(targets.split(", ")[0], name, 2, "copy", 24) for name, targets in listed.items()
          if name not in {"tensorcore"} | {case[1].split(":")[0] for case in CASES}]
shutil.rmtree(options.folder, ignore_errors=True)
os.makedirs(options.folder)

with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    names, texts = declared()
    results = list(pool.map(trial, [case for case in CASES if case[1].startswith(options.only)]))
found = [problem for problems, _ in results for problem in problems]
print(f"{len(set().union(*names.values()))} names from {texts} texts, {sum(count for _, count in results)} programs, {len(found)} found")
print("\n".join(found[:40]))
sys.exit(bool(found))
