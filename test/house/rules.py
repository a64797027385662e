"""The house rules as checks over the source tree; one function a rule, named on the command line.

usage: rules.py RULE ROOT      exit code 1 and one line per finding if the rule is broken
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

import words

# Which floors a floor may include, as in docs/design/README.md.
MAY_INCLUDE = {
    "support": set(),
    "syntax": {"support"},
    "ir": {"support"},
    "sema": {"syntax", "ir", "support"},
    "lift": {"ir", "support"},
    "jit": set(),
    "library": {"jit", "support", "stencilc", "runtime"},
    "analysis": {"ir", "support"},
    "machine": {"support"},
    "kernel": {"analysis", "ir", "support"},
    "plan": {"kernel", "machine", "analysis", "ir", "support", "runtime/core/stepping/SplitSteps.h",
             "runtime/engines/slabs/plan/Decomposition.h", "runtime/engines/slabs/plan/ExchangeModel.h"},
    "schedules": {"plan", "kernel", "machine", "analysis", "ir", "support", "stencilc/Tiles.h",
                  "stencilc/Chunks.h", "stencilc/WarpColumns.h", "stencilc/WarpShares.h",
                  "stencilc/StripShares.h"},
    "emit": {"schedules", "plan", "kernel", "machine", "analysis", "ir", "support"},
    "editor": {"analysis", "sema", "syntax", "ir", "support"},
    "driver": {"editor", "emit", "plan", "machine", "analysis", "library", "sema", "lift", "jit", "syntax", "ir", "support",
               "stencilc", "runtime"},
    "interface": {"driver", "library", "emit", "plan", "analysis", "ir", "support", "stencilc", "runtime"},
}

# Which parts of the runtime a part may include, besides itself and core. The core includes no part.
RUNTIME_PARTS = {
    "core": set(),
    "files": set(),
    "parts/points": {"files"},
    "parts/ranks": set(),
    "parts/save": {"files", "parts/ranks"},
    "parts/state": {"files", "parts/ranks"},
    "parts/tuning": set(),
    "engines/slabs": {"engines/stream", "parts/ranks"},
    "engines/stream": {"engines/slabs", "files", "parts/ranks"},
    "program": {"engines/stream", "files", "parts/points", "parts/ranks", "parts/save", "parts/state", "parts/tuning"},
    "pictures": {"files"},
    "probe": set(),
    "simt": set(),
}


def tracked(root):
    """Every file of the project: what git tracks, or all files where there is no git."""
    try:
        out = subprocess.run(
            ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
            capture_output=True, text=True, check=True)
        names = out.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = [
            os.path.relpath(os.path.join(folder, name), root)
            for folder, folders, files in os.walk(root)
            if "/." not in folder and "/build" not in folder
            for name in files
        ]
    return [name for name in names if os.path.isfile(os.path.join(root, name))]


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def sources(root, *folders):
    return [n for n in tracked(root)
            if n.startswith(tuple(f + "/" for f in folders)) and n.endswith((".h", ".cpp", ".cuh", ".cu"))]


def floors(root):
    """Includes point down the floors only, no schedule's folder includes another's; runtime/ knows no compiler."""
    def schedule(path):
        return re.sub(r"^schedules/((papers/)?[^/]+).*", r"\1", path)

    for name in sources(root, "compiler"):
        floor = name.split("/")[1]
        own = schedule(name.removeprefix("compiler/"))
        for file, included in re.findall(r'#include "(([a-z]+)/[^"]*)"', read(root, name)):
            if floor == included == "schedules" and schedule(file) not in (own, "Schedules.def"):
                yield f"{name}: schedules know each other by plan/interface/Schedule.h alone, not '{file}'"
            if included not in MAY_INCLUDE and included not in ("stencilc", "runtime"):
                continue  # a library
            if floor in MAY_INCLUDE and included != floor and not {included, file} & MAY_INCLUDE[floor]:
                yield f"{name}: floor '{floor}' may not include '{included}/'"
    for name in sources(root, "runtime"):
        for included in re.findall(r'#include [<"]([a-z]+)/', read(root, name)):
            if included in MAY_INCLUDE:
                yield f"{name}: the runtime may not include the compiler's '{included}/'"


def parts(root):
    """Parts of the runtime include only those that they may; the core includes none."""
    def part(path):
        folders = path.split("/")
        return "/".join(folders[1:3]) if folders[1] in ("engines", "parts") else folders[1]

    for name in sources(root, "runtime"):
        own = part(name)
        for file in re.findall(r'#include [<"](runtime/[^">]+)', read(root, name)):
            if part(file) not in {own, "core"} | RUNTIME_PARTS.get(own, set()):
                yield f"{name}: runtime part '{own}' may not include '{file}'"


def diagnostics(root):
    """Every diagnostic has a heading in docs/reference/diagnostics.md and a test that matches its id."""
    text = re.sub(r"^\s*//.*$", "", read(root, "compiler/support/Diagnostics.def"), flags=re.M)
    found = re.findall(r'DIAGNOSTIC\(\s*(\w+),\s*"([a-z0-9-]+)",\s*(\w+)', text)
    documented = set(re.findall(r"^#+ `?([a-z0-9-]+)`?\s*$", read(root, "docs/reference/diagnostics.md"), re.M))
    tests = "\n".join(read(root, n) for n in tracked(root)
                      if n.startswith("test/") and n.endswith((".stencil", ".test", ".cpp")))
    exempt = set(read(root, "test/house/untested-diagnostics.txt").split("\n"))
    ids = [identifier for _, identifier, severity in found if severity != "Note"]
    for identifier in sorted({i for i in ids if ids.count(i) > 1}):
        yield f"diagnostic id '{identifier}' is used twice"
    for identifier in ids:
        if identifier not in documented:
            yield f"docs/reference/diagnostics.md has no heading for '{identifier}'"
        tested = f"[{identifier}]" in tests
        if not tested and identifier not in exempt:
            yield f"no test matches [{identifier}]"
        if tested and identifier in exempt:
            yield f"'{identifier}' is tested now: take it off test/house/untested-diagnostics.txt"
    for identifier in sorted(documented - set(ids)):
        if "-" in identifier:
            yield f"docs/reference/diagnostics.md describes '{identifier}', which does not exist"


def capabilities(root):
    """What an architecture can do is a field of Target; no name of one is compared with another."""
    for name in sources(root, "compiler"):
        for number, line in enumerate(read(root, name).split("\n"), 1):
            if re.search(r'([=!<>]=|[<>]) *"(sm_|x86-64)', line.split("//")[0]):
                yield f"{name}:{number}: ask the target for the capability (machine/Target.h)"


# Where boundaries are made, where they become what a read beyond a face gives, and where they are explained.
NAMES_BOUNDARIES = ("compiler/syntax/", "compiler/sema/", "compiler/ir/", "compiler/analysis/Faces.", "compiler/driver/explain/")


def boundaries(root):
    """Kinds of boundaries are asked for in analysis/Faces alone: whoever plans or lowers asks its faces."""
    for name in sources(root, "compiler"):
        if name.startswith(NAMES_BOUNDARIES):
            continue
        for number, line in enumerate(read(root, name).split("\n"), 1):
            if re.search(r"\bBoundaryKind\b|\bir::Boundary\b|[.>]boundary\b", line.split("//")[0]):
                yield f"{name}:{number}: ask what lies beyond a face (analysis/Faces.h)"


def schedules(root):
    """A schedule is a line of Schedules.def with a folder and a golden test."""
    names = tracked(root)
    text = "\n".join(read(root, name) for name in sources(root, "compiler/schedules"))
    defined = set(re.findall(r"^const Schedule &schedule(\w+)\(\) {", text, re.M))
    listed = re.findall(r"^SCHEDULE\((\w+)\)", read(root, "compiler/schedules/Schedules.def"), re.M)
    for stem in sorted(defined - set(listed)):
        yield f"schedule {stem} is not in compiler/schedules/Schedules.def"
    for stem in listed:
        if f"test/emit/golden/{stem}.test" not in names:
            yield f"schedule {stem} has no golden test/emit/golden/{stem}.test"


def dialects(root):
    """Words of CUDA stand in its dialect: nothing else of what lowers and prints kernels has one."""
    words = re.compile(r"__global__|__device__|__shared__|__launch_bounds__|__forceinline__|blockIdx|blockDim|threadIdx"
                       r"|\bdim3\b|STENCILC_HAS_HOST")
    for name in sources(root, "compiler/kernel", "compiler/schedules", "compiler/emit"):
        if not name.startswith("compiler/emit/dialects/") and words.search(read(root, name)):
            yield f"{name} says '{words.search(read(root, name))[0]}', which belongs in compiler/emit/dialects"


def templates(root):
    """Templates decide nothing: a section goes over a list, and none is there for what is not."""
    for name in tracked(root):
        if name.startswith("templates/") and name.endswith(".mustache"):
            for tag in re.findall(r"\{\{\^[^}]*\}\}|\{\{#[^}]*\b(?:is|has|may)[A-Z][^}]*\}\}", read(root, name)):
                yield f"{name}: '{tag}' is a condition; let emit/Frame*.cpp make a text of it that may be empty"


def links(root):
    """Relative links in the documentation lead somewhere."""
    for name in tracked(root):
        if not name.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(root, name)):
            if "://" in target:
                continue
            if not os.path.exists(os.path.join(root, os.path.dirname(name), target)):
                yield f"{name}: link to '{target}' leads nowhere"


def sizes(root):
    """Files stay short: above 400 lines they want to be two."""
    for name in sources(root, "compiler", "runtime"):
        lines = read(root, name).count("\n")
        if lines > 400:
            yield f"{name} has {lines} lines; split it along what it does"


def folders(root):
    """A folder has at most 40 files, so that one can see all of its names at once."""
    counts = collections.Counter(os.path.dirname(name) for name in tracked(root))
    large = ((folder, f"{folder}/ has {count} files, more than 40; divide it into folders")
             for folder, count in sorted(counts.items()) if count > 40)
    yield from without_exceptions("folders", root, large)


def without_exceptions(rule, root, findings):
    """Of `findings`, each (what, text), the texts of those that test/house/exceptions.txt does not name. That list only shrinks."""
    path = os.path.join(root, "test/house/exceptions.txt")
    named = [line.split(" ", 1)[1] for line in read(root, path).splitlines() if line.startswith(rule + " ")] if os.path.exists(path) else []
    findings = list(findings)
    for what in sorted(set(named) - {what for what, _ in findings}):
        yield f"'{rule} {what}' is mended: take it off test/house/exceptions.txt"
    yield from (text for what, text in findings if what not in named)


DEFINED = re.compile(r"^ *(?:template <.*> ?)?(?:class|struct) (?:\[\[.*\]\] )?(\w+)\b[^;(]*\{$", re.M)


def members(text):
    """(class, lines) of each class and each member function that `text`, laid out by clang-format, defines."""
    for start in DEFINED.finditer(text):
        indent = re.match(" *", start[0])[0]
        end = re.compile(r"^%s\}" % indent, re.M).search(text, start.end())
        yield start[1], text.count("\n", start.start(), end.end() if end else len(text)) + 1
    for start in re.finditer(r"^(?!namespace|using|return)\w[^;={(]*?\b(\w+)(?:<.*>)?::~?[\w=+*!\[\]-]+\([^;]*?\{(\}?)$", text, re.M):
        end = start if start[2] else re.compile(r"^\}", re.M).search(text, start.end())
        yield start[1], text.count("\n", start.start(), end.end() if end else len(text)) + 1


def classes(root):
    """Classes stay small: at most 400 lines, those of its members in all files together."""
    lines = collections.Counter()
    for name in sources(root, "compiler", "runtime"):
        text = read(root, name)
        folder = os.path.dirname(name)
        own = set(DEFINED.findall(text)) if name.endswith(".cpp") else set()
        for owner, count in members(text):
            lines[name if owner in own else folder, owner] += count
    yield from without_exceptions("classes", root, (
        (f"{folder} {owner}", f"{folder}: class {owner} has {count} lines; give what it does to several")
        for (folder, owner), count in sorted(lines.items()) if count > 400))


# Lists of folders that have an order of their own: floors, lowest first (and so their tests).
IN_ORDER = {("compiler/CMakeLists.txt", "floor"), ("test/unit/CMakeLists.txt", "floor")}


def lists(root):
    """Sources, unit tests and folders that CMake lists are sorted by their bytes, as clang-format sorts includes."""
    for name in tracked(root):
        if not name.endswith(("CMakeLists.txt", ".cmake")):
            continue
        text = re.sub(r"#.*", "", read(root, name))
        listed = [re.findall(r"(?<![\w/.}])[\w/.]+\.(?:cpp|c|cu)\b(?!\.)", command) for command in re.findall(r"\w+\([^()]*\)", text)]
        listed += [re.findall(r"stencilc_unit_test\((\w+)", block)
                   for block in re.findall(r"(?:^stencilc_unit_test\([^)]*\)\n)+", read(root, name), re.M)]
        listed += [words.split() for variable, words in re.findall(r"foreach\((\w+) ([^()]*)\)\s*(?:if\([^\n]*\)\s*)?add_subdirectory", text)
                   if (name, variable) not in IN_ORDER]
        listed += [re.findall(r"add_subdirectory\((\w+)\)", block) for block in re.findall(r"(?:^add_subdirectory\(\w+\)\n)+", text, re.M)]
        for entries in listed:
            for first, second in zip(entries, entries[1:]):
                if first > second:
                    yield f"{name}: '{second}' stands behind '{first}'"


def purpose(root):
    """Every source file begins with one sentence of purpose."""
    for name in sources(root, "compiler", "runtime"):
        if not read(root, name).startswith(("/// \\file ", "/** \\file ")):  # the second in C
            yield f"{name} does not begin with '/// \\file' and its purpose"


def integers(root):
    """A file that names std::int64_t or one of its like includes <cstdint>, or a header of the project that does."""
    names = [n for n in tracked(root) if n.endswith((".h", ".cpp", ".cuh", ".cu"))]
    texts = {name: re.sub(r'//.*|^(?! *# *include)(.*?)"(?:[^"\\\n]|\\.)*"', r"\1", re.sub(r'R"(\w*)\(.*?\)\1"', "", read(root, name), flags=re.S),
                          flags=re.M) for name in names}
    folders = ("compiler", "runtime/device", ".", "test/unit", "test/unit/runtime")
    reaches = {}

    def included(name):
        for file in re.findall(r'^ *# *include [<"]([^>"]+)[>"]', texts[name], re.M):
            for folder in (os.path.dirname(name), *folders):
                path = os.path.normpath(os.path.join(folder, file))
                if path in texts:
                    yield path
                    break

    def has(name):
        if name not in reaches:
            reaches[name] = bool(re.search(r"# *include <(cstdint|stdint\.h)>", texts[name]))
            reaches[name] = reaches[name] or any([has(path) for path in included(name)])
        return reaches[name]

    for name in names:
        found = re.search(r"\b(std::)?u?int(8|16|32|64)_t\b", texts[name])
        if found and not has(name):
            yield f"{name}: '{found[0]}' is of <cstdint>, which neither it nor a header of the project that it includes has"


def versions(root):
    """All of the runtime is in the namespace of its version: two may be in one executable."""
    for name in sources(root, "runtime"):
        for space in re.findall(r"^namespace (stencilc[ :].*|stencilc)\{", read(root, name), re.M):
            if not space.startswith("stencilc::inline STENCILC_SPACE"):
                yield f"{name}: write namespace stencilc::inline STENCILC_SPACE"


def paths(root):
    """Nothing committed names the machine it was made on."""
    for name in tracked(root):
        if name.endswith((".png", ".gif", ".npy", ".gz")) or name.startswith("test/house/"):
            continue
        for number, line in enumerate(read(root, name).split("\n"), 1):
            if re.search(r"(^|[\s\"'(=])/(work|root|tmp/bash)\b", line):
                yield f"{name}:{number}: a path of one machine"


def failing(root):
    """A lit test is called fail_* if and only if the compiler must reject its input."""
    for name in tracked(root):
        match = re.fullmatch(r"test/(parse|sema|analysis|plan)/(?:\w+/)*(\w+)\.stencil", name)
        if not match:
            continue
        rejects = re.search(r"RUN: not %stencilc", read(root, name)) is not None
        if rejects != match[2].startswith("fail_"):
            yield f"{name}: named {'without' if rejects else 'with'} fail_ but the input is {'rejected' if rejects else 'accepted'}"


def verified(root):
    """A test that leaves the schedules to verify matches all that ran, so that it sees one refuse."""
    for name in tracked(root):
        if not re.fullmatch(r"test/run/(?!Inputs/)(?:\w+/)*\w+\.(test|stencil)", name):
            continue
        text = read(root, name)
        for command in re.findall(r"RUN: .*%stencilc verify (.*)", text):
            if "--schedule" in command:
                continue
            given = re.search(r"--check-prefix(?:es)?=(\S+)", command)
            prefixes = given[1].replace(",", "|") if given else "CHECK"
            if not re.search(r"^\W*(?:%s): \{\{\^\}\}[^,]*ran: .*\{\{\$\}\}$" % prefixes, text, re.M):
                yield f"{name}: matches no line '{{{{^}}}}ran: ...{{{{$}}}}' of 'verify {command}'"


def examples(root):
    """Example programs stay short enough to read at a glance."""
    for name in tracked(root):
        if name.startswith("stencils/") and name.endswith(".stencil"):
            lines = read(root, name).count("\n")
            if lines > 40:
                yield f"{name} has {lines} lines, more than 40"


def formatted(root):
    """clang-format 22 would change nothing."""
    names = [n for n in sources(root, "compiler", "runtime") + sources(root, "test")]
    out = subprocess.run(["clang-format-22", "--dry-run", "-Werror", *names], cwd=root,
                         capture_output=True, text=True)
    for name in sorted({line.split(":")[0] for line in out.stderr.splitlines() if "error:" in line}):
        yield f"{name} is not formatted; this command mends it: clang-format-22 -i {name}"


def helps(root):
    """Scripts of bench/ and scripts/ answer --help with how they are called, and do nothing else."""
    for name in tracked(root):
        path = os.path.join(root, name)
        with open(path, "rb") as file:
            first = file.readline()
        if not name.startswith(("bench/", "scripts/")) or not first.startswith(b"#!/usr/bin/env "):
            continue
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([first.split()[1].decode(), os.path.abspath(path), "--help"], cwd=folder, capture_output=True, text=True,
                                  check=False, timeout=900)
            if done.returncode != 0 or done.stderr or os.path.basename(name) not in done.stdout or os.listdir(folder):
                yield f"{name}: --help must print how it is called, and end with exit code 0: {(done.stderr or done.stdout)[-200:]!r}"


RULES = {f.__name__: f for f in (floors, parts, capabilities, boundaries, diagnostics, schedules, links, sizes, folders, classes, lists, purpose, dialects, templates, paths,
                                 failing, verified, examples, formatted, helps, integers, versions)}
RULES.update(words.rules(tracked, read))


def main():
    rule, root = sys.argv[1:3]
    findings = list(RULES[rule](root))
    for finding in findings:
        print(finding)
    print(f"{rule}: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
