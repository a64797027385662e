"""Whether programs mean the same whatever their things are called.

A program with neutral names is emitted by each schedule, then again and again with names that are hard: every identifier
of its own text, names and macros of system headers, words of C++. Both texts have the same tokens but for names, so it
is enough that in each declaration one name stands for one thing: a name taken twice, or one that hides something the
text needs, shows as two tokens of the first text that are one in the second. No compiler is asked for that. One is
asked, at the end, about a few programs of the worst names.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

PROGRAM = """stencil {stencil}({axes}) {{
    param {p0} = 0.1;
    param {p1} = 0.2 in 0 .. 1;
    const {c0} = 0.5;
    fn {f0}({f1}) = {f1} * {f1};
    field {u0} {{ boundary {boundary}; init {p0} + random(7); }}
    field {u1} {{ boundary copy; init 0; }}
    field {k0} constant {{ boundary copy; init {f0}({p1}); }}
    field {k1} constant {{ boundary copy; init 1; }}
    let {l0} = {u0}[{x}-1] - {k1};
    let {l1} = {l0} * {l0};
    {u0}[t+1] = {u0}[{last}+1] + {l1};
    {u1}[t+1] = {k0} * {u1}[{last}+1] + {c0};
{checks}}}
"""
CHECKS = """    report {r0} = max({u0}) every 10 steps;
    until {r0} < {p1} every 5 steps;
"""
# Variables of the emitter, where they are needed; they give way to names.
TEMPORARIES = set("""sum difference product square ratio smaller larger power root magnitude negative value condition choice
    neighbours""".split())
SLOTS = ["u0", "u1", "k0", "k1", "p0", "p1", "c0", "f0", "f1", "l0", "l1", "r0", "stencil"]
SCHEDULES = [  # target, schedule, number of axes, boundary
    ("cpu", "loops", 1, "copy"),
    ("cpu", "loops", 3, "fixed({p1})"),
    ("cuda", "naive", 2, "keep"),
    ("cuda", "sweep:prefetch=0", 3, "fixed({p1})"),
    ("cuda", "sweep:stage=shared,engine=tensor,rows=2,ahead=2", 3, "copy"),
    ("cuda", "sweep:stage=shared,engine=async,ahead=2", 2, "copy"),
    ("cuda", "tile2d", 2, "periodic"),
    ("cuda", "tile3d", 3, "copy"),
    ("cuda", "wavefront:steps=2", 1, "copy"),
    ("cuda", "wavefront:steps=2", 2, "keep"),
    ("cuda", "wavefront:steps=2,ahead=2", 3, "keep"),
    ("cuda", "stream:inner=sweep", 3, "copy"),
    ("cuda", "", 2, "keep"),  # the planner's choice, with kernels of others beside it
]
# What has been seen to break, and forms that C++ reserves.
HARD = """gamma index clock random2 main options time remove read write log2 div y0 y1 std stencilc pow remainder pipe uint
    INT_MAX HUGE_VAL EINVAL SIGINT LC_ALL CHAR_BIT SEEK_SET st_mtime M_PI M_foo CUDA_foo STENCILC_foo STENCILC_H NULL EOF
    yRow zFirst kSteps kLag kTiles int double new ew ot or not and class this operator _Bool _T __T a__b a_b T_ T T_next
    T_prev T_prev2 T_at T_c T_zm1 T_row readT stepT kRingT kOwnT kOwnTPrev1 TPrev1 Tx placeTx t1 T1 T1Field tField
    Uniforms Waiting Tile Shared Planes Numbers kLeft_T zqs0qz zqn1qz float4 dim3 threadIdx warpSize half errno linux unix
    assert timer pthread thrd mtx sem io epoll_create description programMain sum2 neighbours difference value2
    h u v w c s n g i j k l m p q r x2 X Y Z RHO CO2 E1 isnan major minor stdin signbit I""".split()
TAKEN = set("""t pi centre sum min max norm apply select abs sqrt exp log sin cos tanh floor gaussian random stencil precision
    arithmetic spacing const param field neighbourhood coefficient fn let region size steps report until""".split())
LONGEST = 12  # longer ones make the emitter put parts of expressions into variables
WORD = re.compile(r"[A-Za-z_]\w*")
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|^\s*\#[^\n]*|[A-Za-z_]\w*|\d[\w.']*|\.\.\.|->|::|\S""", re.M | re.S)


class Refused(Exception):
    """A program that the compiler does not emit."""


def neutral(slot):
    return "qa" + slot


def source(case, names):
    _, schedule, rank, boundary = case
    axes = names["axes"][:rank]
    return PROGRAM.format(boundary=boundary.format(**names), x=axes[0], last=axes[-1],
                          checks="" if schedule.startswith("stream") else CHECKS.format(**names),
                          **{**names, "axes": ", ".join(axes)})


def emit(case, names, stem):
    """The emitted text and its header."""
    target, schedule = case[:2]
    path = os.path.join(options.folder, stem)
    with open(path + ".stencil", "w") as out:
        out.write(source(case, names))
    ending = ".cu" if target == "cuda" else ".cpp"
    command = [options.stencilc, "-q", "--no-tuned", f"--target={target}", "--main"]
    command += [f"--schedule={schedule}"] if schedule else []
    try:
        done = subprocess.run([*command, path + ".stencil", "-o", path + ending], capture_output=True, text=True,
                              timeout=options.limit)
    except subprocess.TimeoutExpired:
        raise Refused(f"{path}.stencil by {schedule}: no end within {options.limit} s")
    if done.returncode:
        raise Refused(f"{path}.stencil by {schedule}: {done.stderr}")
    return [open(path + end).read() for end in (ending, ".h")]


def tokens(text):
    return [t for t in TOKEN.findall(text) if not t.lstrip().startswith(("//", "/*", '"', "#"))]


def declarations(text):
    """The tokens of each declaration: a function, a struct, a constant; namespaces are not looked at as such."""
    part, depth, parts = [], 0, []
    for token in tokens(text):
        if token == "{" and ("namespace" in part or part == ["extern"]):
            part = []
            continue
        part.append(token)
        depth += (token in "{([") - (token in "})]")
        if depth <= 0 and token in (";", "}"):
            parts.append(part)
            part, depth = [], 0
    return parts


def compare(plain, hard, where):
    """One name for one thing in each declaration, members apart from others."""
    first, second = declarations(plain), declarations(hard)
    if [len(part) for part in first] != [len(part) for part in second]:
        a, b = next((a, b) for a, b in zip(first + [[]], second + [[]]) if len(a) != len(b))
        yield f"{where}: the texts differ by more than names: {' '.join(b)} instead of {' '.join(a)}"
        return
    for a, b in zip(first, second):
        maps = {}
        for at, (old, new) in enumerate(zip(a, b)):
            if not WORD.fullmatch(old):
                continue
            # Members are looked up in what stands before them.
            of = tuple(a[max(at - 2, 0):at]) if at > 0 and a[at - 1] in (".", "->", "::") else None
            there, back = maps.setdefault(of, ({}, {}))
            if there.setdefault(old, new) != new:
                yield f"{where}: '{old}' is '{there[old]}' and '{new}' in {' '.join(b[:12])}"
            if back.setdefault(new, old) != old:
                yield f"{where}: '{new}' is '{back[new]}' and '{old}' in {' '.join(b[:12])}"
            # The prefix of the interface is as the source has it, unless the lists know better.
            if old != new and new in macros and (old != neutral("stencil") or new in listed):
                yield f"{where}: '{new}' is a macro, for '{old}'"


def fill(names, at):
    """A program's names, from `at` on in the list: different ones, none twice."""
    chosen, used = {}, set(TAKEN)
    axes = []
    for slot in SLOTS + ["axis"] * 3:
        isField = len(chosen) < 4
        while names[at % len(names)] in used or (slot == "axis" and "n" + names[at % len(names)] in used) or (
                isField and any(begin(names[at % len(names)], other) for other in used - TAKEN)):
            at += 1
        name = names[at % len(names)]
        used |= {name, "n" + name} if slot == "axis" else {name}
        if slot == "axis":
            axes.append(name)
        else:
            chosen[slot] = name
    # The emitter declares some variables in the order of their names.
    fields = ["k0", "k1", "u0", "u1"]
    return {**chosen, **dict(zip(fields, sorted((chosen[f] for f in fields), key=plainest))), "axes": axes}


def plainest(name):
    return re.sub("_+", "_", name).strip("_")


def begin(a, b):
    return plainest(a).startswith(plainest(b)) or plainest(b).startswith(plainest(a))


def trial(work):
    number, case, plain, names = work
    try:
        hard = emit(case, names, f"hard{number}")
    except Refused as refused:
        return [str(refused)]
    where = f"{os.path.join(options.folder, f'hard{number}')} by {case[1]}"
    return [m for a, b in zip(plain, hard) for m in compare(a, b, where)]


def builds(number):
    path = os.path.join(options.folder, f"hard{number}")
    file = (path + ".cu", ["-DSTENCILC_CPU_DEVICE"]) if work[number][1][0] == "cuda" else (path + ".cpp", [])
    done = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", *file[1],
                           f"-I{options.source}/runtime/device", "-x", "c++", file[0]], capture_output=True, text=True)
    header = subprocess.run(["gcc", "-std=c99", "-fsyntax-only", "-x", "c", "-"], capture_output=True, text=True,
                            input="#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <pthread.h>\n"
                                  f'#include <math.h>\n#include "{path}.h"\n')
    return [f"{path}: {e}" for e in (done.stderr + header.stderr).splitlines() if "error" in e][:3]


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("stencilc")
parser.add_argument("source", help="root of the repository")
parser.add_argument("folder")
parser.add_argument("--builds", type=int, default=1, help="programs of each schedule that a compiler sees")
parser.add_argument("--every", type=int, default=60, help="of names in system headers, take each n-th")
parser.add_argument("--step", type=int, default=6, help="names from one program to the next; 4 of these are fields'")
parser.add_argument("--limit", type=int, default=900, help="seconds for one program, which ends one that hangs")
options = parser.parse_args()
shutil.rmtree(options.folder, ignore_errors=True)
os.makedirs(options.folder)

macros = set(re.findall(r"^#define (\w+)", subprocess.run(
    ["g++", "-std=gnu++20", "-dM", "-E", f"-I{options.source}/runtime/device", "-DSTENCILC_CPU_DEVICE", "-x", "c++", "-"],
    input="#include <stencilc/runtime.h>\n#include <cstdlib>\n#include <cmath>\n#include <cerrno>\n",
    capture_output=True, text=True, check=True).stdout, re.M))
system = []
for name in ("SystemMacros.def", "SystemGlobals.def"):
    with open(os.path.join(options.source, "compiler/emit/names", name)) as file:
        system += re.findall(r'"(\w+)"', file.read())
listed = set(system)
system = sorted(listed | {m for m in macros if not m.startswith("_")})

work, samples, tried = [], [], set()
for index, case in enumerate(SCHEDULES):
    plain = emit(case, {**{s: neutral(s) for s in SLOTS}, "axes": ["qax", "qay", "qaz"]}, f"plain{index}")
    words = {t for part in plain for t in tokens(part) if WORD.fullmatch(t)}
    own = sorted(w for w in words - TEMPORARIES if "qa" not in w.lower())
    names = [n for n in HARD[index % 2::2] + own + system[index::options.every] if n not in TAKEN and len(n) <= LONGEST]
    tried.update(names)
    samples += [len(work) + i for i in range(options.builds)]
    for at in range(0, len(names), options.step):  # each has several roles
        work.append((len(work), case, plain, fill(names, at)))

with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = [m for messages in pool.map(trial, work) for m in messages]
    found += [m for messages in pool.map(builds, samples) for m in messages]
print(f"{len(work)} programs with {len(tried)} names, {len(samples)} built, {len(found)} found")
print("\n".join(found[:40]))
sys.exit(bool(found))
