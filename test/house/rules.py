"""The house rules as checks over the source tree; one function a rule, named on the command line.

usage: rules.py RULE ROOT      exit code 1 and one line per finding if the rule is broken
"""

import os
import re
import subprocess
import sys

# Which floors a floor may include, as in docs/architecture.md.
MAY_INCLUDE = {
    "support": set(),
    "syntax": {"support"},
    "ir": {"support"},
    "sema": {"syntax", "ir", "support"},
    "lift": {"ir", "support"},
    "jit": set(),
    "analysis": {"ir", "support"},
    "plan": {"analysis", "ir", "support", "stencilc/Tiles.h", "stencilc/Chunks.h",
             "stencilc/SplitSteps.h"},
    "emit": {"plan", "analysis", "ir", "support"},
    "editor": {"analysis", "sema", "syntax", "ir", "support"},
    "driver": {"editor", "emit", "plan", "analysis", "sema", "lift", "jit", "syntax", "ir", "support",
               "stencilc"},
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
    """Includes point down the floors only; runtime/ knows no compiler."""
    for name in sources(root, "compiler"):
        floor = name.split("/")[1]
        for file, included in re.findall(r'#include "(([a-z]+)/[^"]*)"', read(root, name)):
            if included not in MAY_INCLUDE and included != "stencilc":
                continue  # a library
            if floor in MAY_INCLUDE and included != floor and not {included, file} & MAY_INCLUDE[floor]:
                yield f"{name}: floor '{floor}' may not include '{included}/'"
    for name in sources(root, "runtime"):
        for included in re.findall(r'#include [<"]([a-z]+)/', read(root, name)):
            if included in MAY_INCLUDE:
                yield f"{name}: the runtime may not include the compiler's '{included}/'"


def diagnostics(root):
    """Every diagnostic has a heading in docs/diagnostics.md and a test that matches its id."""
    text = re.sub(r"^\s*//.*$", "", read(root, "compiler/support/Diagnostics.def"), flags=re.M)
    found = re.findall(r'DIAGNOSTIC\(\s*(\w+),\s*"([a-z0-9-]+)",\s*(\w+)', text)
    documented = set(re.findall(r"^#+ `?([a-z0-9-]+)`?\s*$", read(root, "docs/diagnostics.md"), re.M))
    tests = "\n".join(read(root, n) for n in tracked(root)
                      if n.startswith("test/") and n.endswith((".stencil", ".test", ".cpp")))
    exempt = set(read(root, "test/house/untested-diagnostics.txt").split("\n"))
    ids = [identifier for _, identifier, severity in found if severity != "Note"]
    for identifier in sorted({i for i in ids if ids.count(i) > 1}):
        yield f"diagnostic id '{identifier}' is used twice"
    for identifier in ids:
        if identifier not in documented:
            yield f"docs/diagnostics.md has no heading for '{identifier}'"
        tested = f"[{identifier}]" in tests
        if not tested and identifier not in exempt:
            yield f"no test matches [{identifier}]"
        if tested and identifier in exempt:
            yield f"'{identifier}' is tested now: take it off test/house/untested-diagnostics.txt"
    for identifier in sorted(documented - set(ids)):
        if "-" in identifier:
            yield f"docs/diagnostics.md describes '{identifier}', which does not exist"


def schedules(root):
    """A schedule is three files of one stem."""
    names = tracked(root)
    for name in names:
        match = re.fullmatch(r"compiler/plan/schedules/(\w+)\.cpp", name)
        if not match:
            continue
        stem = match[1]
        if not any(f"templates/{stem}.{kind}.mustache" in names for kind in ("cu", "cpp")):
            yield f"schedule {stem} has no template"
        if f"test/emit/{stem}.test" not in names:
            yield f"schedule {stem} has no golden test/emit/{stem}.test"


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


def purpose(root):
    """Every source file begins with one sentence of purpose."""
    for name in sources(root, "compiler", "runtime"):
        if not read(root, name).startswith("/// \\file "):
            yield f"{name} does not begin with '/// \\file' and its purpose"


def versions(root):
    """All of the runtime is in the namespace of its version: two may be in one executable."""
    for name in sources(root, "runtime"):
        for space in re.findall(r"^namespace (stencilc[ :].*|stencilc)\{", read(root, name), re.M):
            if not space.startswith("stencilc::inline STENCILC_SPACE"):
                yield f"{name}: write namespace stencilc::inline STENCILC_SPACE"


def paths(root):
    """Nothing committed names the machine it was made on."""
    for name in tracked(root):
        if name.endswith((".png", ".npy", ".gz")) or name.startswith("test/house/"):
            continue
        for number, line in enumerate(read(root, name).split("\n"), 1):
            if re.search(r"(^|[\s\"'(=])/(work|root|tmp/bash)\b", line):
                yield f"{name}:{number}: a path of one machine"


def failing(root):
    """A lit test is called fail_* if and only if the compiler must reject its input."""
    for name in tracked(root):
        match = re.fullmatch(r"test/(parse|sema|analysis|plan)/(.+)\.stencil", name)
        if not match:
            continue
        rejects = re.search(r"RUN: not %stencilc", read(root, name)) is not None
        if rejects != match[2].startswith("fail_"):
            yield f"{name}: named {'without' if rejects else 'with'} fail_ but the input is {'rejected' if rejects else 'accepted'}"


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
    yield from sorted({line.split(":")[0] + " is not formatted"
                       for line in out.stderr.splitlines() if "error:" in line})


RULES = {f.__name__: f for f in (floors, diagnostics, schedules, links, sizes, purpose, paths, failing,
                                 examples, formatted, versions)}


def main():
    rule, root = sys.argv[1:3]
    findings = list(RULES[rule](root))
    for finding in findings:
        print(finding)
    print(f"{rule}: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
