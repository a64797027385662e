"""Lists the tests of the suite by their paths below test/: files that lit runs as shell scripts, and registered commands."""
import collections
import functools
import os
import re

SUFFIXES = (".stencil", ".test")
NO_TESTS = ("Inputs", "harness")  # folders

Command = collections.namedtuple("Command", "name timeout targets command")


@functools.cache
def commands(build):
    """The tests that CMake registers (stencilc_test in test/CMakeLists.txt) by their names."""
    table = os.path.join(build, "test", "registered.tsv")
    if not os.path.exists(table):
        return {}
    with open(table, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {name: Command(name, int(timeout), targets.split(), command) for name, timeout, targets, *command in rows}


def files(root):
    """The tests of `root`/test that are files."""
    for folder, folders, names in os.walk(os.path.join(root, "test")):
        folders[:] = [name for name in folders if name not in NO_TESTS]
        for name in names:
            if name.endswith(SUFFIXES) and not name.startswith("."):
                yield os.path.relpath(os.path.join(folder, name), os.path.join(root, "test"))


def tests(build, root):
    return sorted([*files(root), *commands(build)])


def text(root, name):
    with open(os.path.join(root, "test", name), encoding="utf-8", errors="replace") as file:
        return file.read()


def targets(build, root, name):
    """What ninja must have built before the test `name` runs."""
    if name in commands(build):
        return commands(build)[name].targets
    said = text(root, name)
    if "cmake --install" in said:
        return ["all"]
    tool = ["stencilc", "stencilc_jit"] if re.search(r"%(stencilc\b|build|emulator|runtime_library)", said) else []
    return tool + ["stencilc-lift"] * (name.startswith("lift/") or " lift " in said)
