"""Lists the tests of the suite by their paths below test/: files that lit runs as shell scripts, and registered commands."""
import collections
import functools
import os
import re

SUFFIXES = (".stencil", ".test")
NO_TESTS = ("Inputs", "harness")  # folders
INPUT = re.compile(r"(%S(?:/\.\.)*|%source/test/[\w/]+)/Inputs/([\w./-]+)")  # a file or folder that a test in a file uses

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


def sources(build, root, name):
    """Paths of the files of the test `name`: its own one first, then those of Inputs/ that it uses."""
    top = os.path.join(root, "test")
    own = os.path.join(top, name)
    if name not in commands(build):
        folders = [(os.path.normpath(place.replace("%S", os.path.dirname(own), 1)) if place.startswith("%S")
                    else os.path.join(top, place.removeprefix("%source/test/")), path)
                   for place, path in INPUT.findall(text(root, name))]
        return [own, *below(*dict.fromkeys(os.path.join(folder, "Inputs", path.rstrip(".")) for folder, path in folders))]
    arguments = commands(build)[name].command
    paths = [own + suffix for suffix in (".cpp", ".cu", ".py")]
    paths += [os.path.join(os.path.dirname(own), word.removeprefix("--file=") + ".cpp") for word in arguments if word.startswith("--file=")]
    paths += [word for word in arguments if word.startswith(top + os.sep) and word.endswith((".py", ".sh"))]
    return below(*dict.fromkeys(paths), *([os.path.join(os.path.dirname(own), "Inputs")] if name.startswith("install/") else []))


def below(*paths):
    """Those of `paths` that are files, and the files of those that are folders."""
    found = []
    for path in paths:
        if os.path.isfile(path):
            found.append(path)
        for folder, _, names in os.walk(path):
            found += (os.path.join(folder, name) for name in sorted(names))
    return found


def targets(build, root, name):
    """What ninja must have built before the test `name` runs."""
    if name in commands(build):
        return commands(build)[name].targets
    said = text(root, name)
    if "cmake --install" in said:
        return ["all"]
    tool = ["stencilc", "stencilc_jit"] if re.search(r"%(stencilc\b|build|emulator|runtime_library)", said) else []
    tool += ["stencilc_shared"] * ("libstencilc" in said)
    return tool + ["stencilc-lift"] * (name.startswith("lift/") or " lift " in said)
