"""Says which sources changed after the commit at which all of them were last checked, by test/checked-whole.

A source counts as changed if it, or a header of the project that it includes, directly or not, differs from that commit. Everything counts
as changed where this cannot be known: without git or the commit, with other tools, and where CMake files say more than names of sources and
unit tests.
"""
import collections
import json
import os
import re
import shlex
import subprocess

RECORD = "test/checked-whole"
SOURCE = (".c", ".cpp", ".cu", ".cuh", ".def", ".h")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.M)
# Lines of CMake files that change no flag: blank, a comment, one source of a list.
HARMLESS = re.compile(r"\s*(#.*|[\w./-]+\.(c|cpp|cu|h)\)?)?\s*")
UNIT_TEST = re.compile(r"stencilc_unit_test\([\w: ]+\)")  # decides flags of the sources in its folder alone
NOT_COMPILED = ("cmake/package/", "test/fuzz/", "test/install/")  # their CMake files decide no flag of a source


def git(root, *arguments):
    """The output of git, or None if it fails or is missing."""
    try:
        return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def tools(compiler):
    """Versions of what checks: (tool, version) for each."""
    def version(*command):
        try:
            said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
        except OSError:
            return "missing"
        line = next((line for line in said.split("\n") if "version" in line or "(" in line), "")
        return re.sub(r"^\S+ (?=\()", "", line.strip())  # c++ and g++ are one
    return {"clang-tidy": version("clang-tidy-22"), "compiler": version(compiler)}


def tools_of(build):
    """Versions of what checks a build folder."""
    path, compiler = os.path.join(build, "CMakeCache.txt"), "c++"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as cache:
            compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache.read(), re.M)[1]
    return tools(compiler)


def recorded(root):
    path = os.path.join(root, RECORD)
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return dict(line.split(" ", 1) for line in file.read().splitlines() if " " in line and not line.startswith("#"))


def write_record(root, commit, versions):
    with open(os.path.join(root, RECORD), "w", encoding="utf-8") as file:
        file.write("# The last commit of which clang-tidy and ThreadSanitizer checked every source: written by scripts/test --all.\n")
        file.writelines(f"{key} {value}\n" for key, value in {"commit": commit, **versions}.items())


def differing(root, commit):
    """Paths that differ between `commit` and the working tree, new files among them; None where git cannot tell."""
    top = git(root, "rev-parse", "--show-toplevel")
    if top is None or os.path.realpath(top.rstrip("\n")) != os.path.realpath(root):
        return None
    old = git(root, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", commit, "--")
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return None if old is None or new is None else set(filter(None, (old + new).split("\0")))


def cmake_lines(root, commit, path):
    """The lines of `path`, if it is a CMake file, that differ from `commit` and may decide flags; [path] for a file that git does not know."""
    if not path.endswith(("CMakeLists.txt", ".cmake")) or path.startswith(NOT_COMPILED):
        return []
    lines = (git(root, "diff", "-U0", "--no-ext-diff", commit, "--", path) or "").split("\n")
    lines = [line[1:] for line in lines if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))]
    return [line for line in lines if not HARMLESS.fullmatch(line)] if lines else [path]


class Changes:
    """What changed after the recorded commit. `everything` is why all sources count as changed, or empty."""

    def __init__(self, root, versions, rules=()):
        said = recorded(root)
        self.root, self.commit = root, said.get("commit", "")
        self.paths = differing(root, self.commit) if self.commit else None
        self.everything, self.folders = "", []
        if not said:
            self.everything = f"there is no {RECORD}"
        elif self.paths is None:
            self.everything = f"commit {self.commit} of {RECORD} is not known here"
        elif any(said.get(tool) != version for tool, version in versions.items()):
            self.everything = f"{RECORD} was written with other tools"
        else:
            lines = {path: cmake_lines(root, self.commit, path) for path in self.paths}
            other = sorted(path for path in self.paths if path in rules or os.path.basename(path) == ".clang-tidy"
                           or not all(UNIT_TEST.fullmatch(line) for line in lines[path]))
            self.everything = f"{other[0]} changed" if other else ""
            self.folders = [os.path.dirname(path) + "/" for path in self.paths if lines[path]]

    def sources(self, sources):
        """Those of `sources`, paths below the root, that changed."""
        if self.everything:
            return set(sources)
        graph = Includes(self.root, self.paths)
        return {source for source in sources if source.startswith(tuple(self.folders)) or graph.reaches(source) & self.paths}


class Includes:
    """Includes as written, whatever the preprocessor makes of them. A name stands for every file whose path ends with it."""

    def __init__(self, root, others):
        self.root, self.found = root, {}
        self.named = collections.defaultdict(list)  # paths by their last part
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith((".", "build"))]
            for name in names:
                if name.endswith(SOURCE):
                    self.named[name].append(os.path.relpath(os.path.join(folder, name), root))
        for path in others:  # what was removed, too
            if path not in self.named[os.path.basename(path)]:
                self.named[os.path.basename(path)].append(path)

    def direct(self, path):
        if path not in self.found:
            self.found[path] = set()
            if os.path.exists(os.path.join(self.root, path)):
                with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                    included = INCLUDE.findall(file.read())
                for name in included:
                    end = "/" + re.sub(r"^(\.\./)+", "", os.path.normpath(name))
                    self.found[path].update(other for other in self.named.get(os.path.basename(name), ()) if ("/" + other).endswith(end))
        return self.found[path]

    def reaches(self, path):
        """`path` and all files that it includes, directly or not."""
        reached, todo = {path}, [path]
        while todo:
            more = self.direct(todo.pop()) - reached
            reached |= more
            todo += more
        return reached


def without_unity(file):
    """The sources that CMake has joined to `file`, or itself."""
    if "/Unity/unity_" not in file:
        return [file]
    with open(file, encoding="utf-8") as text:
        return re.findall(r'^#include "(.*)"', text.read(), re.M)


def sources_of(build, root, targets):
    """Sources below `root` that the targets whose names match the pattern `targets` compile."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as database:
        commands = json.load(database)
    found = set()
    for command in commands:
        words = shlex.split(command["command"])
        output = words[words.index("-o") + 1] if "-o" in words else ""
        if re.search(rf"(^|/)CMakeFiles/(?:{targets})\.dir/", output):
            found.update(os.path.relpath(file, root) for file in without_unity(command["file"]))
    return found
