"""clang-tidy over all sources of a build, many at a time; fails on any finding that test/house/exceptions.txt does not name.

usage: tidy.py BUILD ROOT [--changed]      exit code 1 and one line per finding

--changed: only sources that changed after the commit of test/checked-whole (test/harness/changed.py); all of them if these rules changed, or
if the variable STENCILC_TEST_ALL is set.

Most of what a file takes are the headers it shares with its neighbours: files of a floor are joined to one text, as the runtime is
built, and what is left over of several floors to another. Files that declare one name stay apart, and so do those that do not
compile behind others all the same.
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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "harness")]
import changed  # noqa: E402
import rules  # noqa: E402

TOOL = "clang-tidy-22"
RULES = ("test/harness/changed.py", "test/house/exceptions.txt", "test/house/rules.py", "test/house/tidy.py")  # beside .clang-tidy
MOST_FILES = 40  # in one text: more are hardly cheaper, and leave a core idle at the end
# Tests have lists of cases, small numbers, planted faults, and time.
NOT_OF_TESTS = ",".join("-" + name for name in (
    "bugprone-implicit-widening-of-multiplication-result", "bugprone-narrowing-conversions", "bugprone-random-generator-seed",
    "bugprone-reserved-identifier", "bugprone-suspicious-memory-comparison", "bugprone-unused-raii", "performance-*",
    "readability-function-cognitive-complexity"))
FINDING = re.compile(r"^(/[^:\n]+):(\d+):\d+: (?:warning|error): (.*) \[([\w.,-]+)\]$", re.M)
# The namespace that a file of tests has for itself, if its names are others' as well.
OWN_NAMESPACE = re.compile(r"^namespace (?:stencilc::)?(?:\w+::)?\w+_test \{$", re.M)
# What clang-format begins in the first column.
BASES = re.compile(r"^((?:class|struct) \w+)(?: final)? : .*(?= \{)", re.M)
DECLARED = re.compile(r"^(?:\[\[\w+\]\] )?(?!namespace|using namespace|return)\w[\w<>:,&*\[\]. ]*[\s&*](\w+)(?= = |[({;\[]| \{)", re.M)


def floor_of(file):
    """Tests of the compiler's floors are joined as if they were of one, but for those that see headers of the runtime."""
    words = file.split("/")[:-1]
    return words[:3] if words[:2] == ["test", "unit"] and words[2:3] in (["driver"], ["runtime"]) else words[:2]


def meaning(flags):
    """Those of `flags` that decide what is compiled; other macros name a place or a version."""
    return tuple(flag for flag in flags if "=" not in flag or flag.startswith("-std=")
                 if flag != "-D_GNU_SOURCE" and not flag.endswith("_EXPORTS"))


def sources(build, root):
    """Files of `root` by floor and by what the compiler is told; what is generated is left out. Each group is (meaning, flags, files)."""
    groups, told = collections.defaultdict(set), collections.defaultdict(dict)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as database:
        commands = json.load(database)
    for command in commands:
        words = shlex.split(command["command"])
        folders = [(before, word) if before == "-isystem" else (word,) for before, word in zip(words, words[1:])
                   if before == "-isystem" or word.startswith("-I")]
        flags = [word for word in words if word.startswith(("-D", "-std="))]
        for file in changed.without_unity(command["file"]):
            if not file.startswith(build + "/"):
                name = os.path.relpath(file, root)
                floor = tuple(floor_of(name))  # tests of the runtime and of the compiler open namespaces that do not go together
                key = floor if floor[0] == "test" else None, meaning(flags), floor
                groups[key].add(file)
                told[key].update(dict.fromkeys([*((flag,) for flag in flags), *folders]))
    return [(key[:2], told[key], sorted(files)) for key, files in groups.items()]


def names(file):
    """What a file declares outside of all braces, and where it comes from: this file, or `programs::heat` by `using programs::heat;`."""
    with open(file, encoding="utf-8") as text:
        said = BASES.sub(r"\1", OWN_NAMESPACE.split(text.read())[0])
    brought = [name.strip() for line in re.findall(r"^using (?!namespace)([\w:, ]+);", said, re.M) for name in line.split(",")]
    return {**{name.split("::")[-1]: name for name in brought}, **dict.fromkeys(DECLARED.findall(said), file)}


def clash(some, others):
    return any(some[name] != others[name] for name in some.keys() & others.keys())


def opened(file):
    """The namespaces that a file opens: later files of a text see what earlier ones have opened."""
    with open(file, encoding="utf-8") as text:
        return sorted(re.findall(r"^using namespace ([\w:]+);", text.read(), re.M))


class Batch:
    """Files that are compiled as one text."""

    def __init__(self, key, told, files, taken):
        self.key, self.told, self.files, self.names = key, dict(told), files, taken
        self.opened = {frozenset(opened(file)) for file in files}

    def takes(self, other):
        """Whether it now has the files of `other`, too."""
        if self.key != other.key or len(self.files) + len(other.files) > MOST_FILES or clash(self.names, other.names):
            return False
        if not all(some <= more or more <= some for some in self.opened for more in other.opened):
            return False  # what one file opens would make names of the other ambiguous
        self.told.update(other.told)
        self.files += other.files
        self.opened |= other.opened
        self.names.update(other.names)
        return True


def joined(batches):
    """Fewer batches of the same files."""
    found = []
    for batch in batches:
        if not any(other.takes(batch) for other in found):
            found.append(batch)
    return found


def batches(groups):
    of_floors = [batch for key, told, files in groups for batch in joined(Batch(key, told, [file], names(file)) for file in files)]
    for batch in joined(sorted(of_floors, key=lambda batch: -len(batch.files))):
        yield [word for words in batch.told for word in words], sorted(batch.files, key=lambda file: (len(opened(file)), file))


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


def only_changed(groups, build, root):
    """`groups` without the sources that did not change after the recorded commit; says how many are left, and why."""
    changes = changed.Changes(root, changed.tools_of(build), RULES)
    every = [os.path.relpath(file, root) for _, _, files in groups for file in files]
    left = {os.path.join(root, file) for file in changes.sources(every)}
    print(f"tidy: {len(left)} of {len(set(every))} sources, " + (changes.everything or f"those that changed after {changes.commit[:8]}"))
    return [(key, told, kept) for key, told, files in groups if (kept := [file for file in files if file in left])]


def run(build, root, isPartial=False):
    groups = sources(build, root)
    if isPartial and not os.path.exists(os.path.join(root, "test/house/exceptions.txt")):
        groups = only_changed(groups, build, root)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = sorted(batches(groups), key=lambda batch: -len(batch[1]))
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
    sys.exit(run(*map(os.path.abspath, sys.argv[1:3]), isPartial="--changed" in sys.argv and not os.environ.get("STENCILC_TEST_ALL")))
