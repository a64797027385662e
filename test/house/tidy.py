"""clang-tidy over all sources of a build, many at a time; fails on any finding that test/house/exceptions.txt does not name.

usage: tidy.py BUILD ROOT      exit code 1 and one line per finding

Most of what a file takes are the headers it shares with its neighbours: files of a floor are joined to one text, as the runtime is
built. Files that declare one name stay apart, and so do those that do not compile behind others all the same.
"""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rules  # noqa: E402

TOOL = "clang-tidy-22"
MOST_FILES = 40  # in one text: more are hardly cheaper, and leave a core idle at the end
# Tests have lists of cases, small numbers, planted faults, and time.
NOT_OF_TESTS = ",".join("-" + name for name in (
    "bugprone-implicit-widening-of-multiplication-result", "bugprone-narrowing-conversions", "bugprone-random-generator-seed",
    "bugprone-reserved-identifier", "bugprone-suspicious-memory-comparison", "bugprone-unused-raii", "performance-*",
    "readability-function-cognitive-complexity"))
FINDING = re.compile(r"^(/[^:\n]+):(\d+):\d+: (?:warning|error): (.*) \[([\w.,-]+)\]$", re.M)
# What clang-format begins in the first column.
DECLARED = re.compile(r"^(?!namespace|using namespace|return)\w[\w<>:,&*\[\]. ]*[\s&*](\w+)(?= = |[({;\[]| \{)", re.M)


def without_unity(file):
    """The sources that CMake has joined to `file`, or itself."""
    if "/Unity/unity_" not in file:
        return [file]
    with open(file, encoding="utf-8") as text:
        return re.findall(r'^#include "(.*)"', text.read(), re.M)


def floor_of(file):
    """Tests of the compiler's floors are joined as if they were of one."""
    words = file.split("/")[:-1]
    return words[:3] if words[:3] == ["test", "unit", "runtime"] else words[:2]


def sources(build, root):
    """Files of `root` by floor and by what the compiler is told; what is generated is left out."""
    groups, includes = collections.defaultdict(set), collections.defaultdict(dict)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as database:
        commands = json.load(database)
    for command in commands:
        words = shlex.split(command["command"])
        folders = [(before, word) if before == "-isystem" else (word,) for before, word in zip(words, words[1:])
                   if before == "-isystem" or word.startswith("-I")]
        flags = tuple(word for word in words if word.startswith(("-D", "-std=")))
        for file in without_unity(command["file"]):
            if not file.startswith(build + "/"):
                key = tuple(floor_of(os.path.relpath(file, root))), flags
                groups[key].add(file)
                includes[key].update(dict.fromkeys(folders))
    return [([*key[1], *(word for folder in includes[key] for word in folder)], sorted(files)) for key, files in groups.items()]


def names(file):
    with open(file, encoding="utf-8") as text:
        return set(DECLARED.findall(text.read()))


def batches(groups):
    for flags, files in groups:
        joined = []  # (files, names)
        for file in files:
            own = names(file)
            for others, taken in joined:
                if len(others) < MOST_FILES and not own & taken:
                    others.append(file)
                    taken |= own
                    break
            else:
                joined.append(([file], own))
        yield from ((flags, files) for files, _ in joined)


def check(flags, files, root):
    """Findings of `files`, each (file, line, check, text)."""
    with tempfile.TemporaryDirectory() as folder:
        joined = os.path.join(folder, "joined.cpp")
        with open(joined, "w", encoding="utf-8") as text:
            text.writelines(f'#include "{file}" // NOLINT\n' for file in files)
        isTest = files[0].startswith(os.path.join(root, "test"))
        done = subprocess.run([TOOL, "--quiet", "--config-file=" + os.path.join(root, ".clang-tidy"),
                               "--checks=" + (NOT_OF_TESTS if isTest else ""), joined, "--", "-w", "-ferror-limit=0", *flags],
                              capture_output=True, text=True)
    found = {(file, int(line), name, text) for file, line, text, name in FINDING.findall(done.stdout)}
    clashing = {file for file, _, name, _ in found if name == "clang-diagnostic-error"} & set(files)
    if clashing and len(files) > 1:
        others = sorted(set(files) - clashing)
        apart = [others, sorted(clashing)] if others else [[file] for file in files]
        return set().union(*(check(flags, part, root) for part in apart))
    if done.returncode and not found:
        found.add((files[0], 1, TOOL, done.stderr.strip() or done.stdout.strip()))
    return found


def run(build, root):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = sorted(batches(sources(build, root)), key=lambda batch: -len(batch[1]))
        found = sorted(set().union(*pool.map(lambda batch: check(*batch, root), work)))
    # Lines change: an exception names file, check, and function or class.
    left = list(rules.without_exceptions("tidy", root, (
        (" ".join([os.path.relpath(file, root), name, *re.findall(r"'([\w:~]+)'", text)[:1]]),
         f"{os.path.relpath(file, root)}:{line}: {text} [{name}]") for file, line, name, text in found)))
    for text in left:
        print(text)
    print(f"tidy: {len(left)} findings")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(run(*map(os.path.abspath, sys.argv[1:3])))
