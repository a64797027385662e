"""Plants changes in a small tree with a history, and asks which sources count as changed, and what clang-tidy then finds.

usage: changed_is_seen.py ROOT
"""
import contextlib
import glob
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(sys.argv[1])
sys.path[:0] = [os.path.join(ROOT, "test", "harness"), os.path.join(ROOT, "test", "house")]
import changed  # noqa: E402
import tidy  # noqa: E402

# Each source has a finding of its own: where one is checked, it is seen.
FINDING = "int {0}(int a) {{\n" + "  while (a > 0)\n" * 6 + "    --a;\n  return a;\n}}\n"
TREE = {
    "compiler/ir/Alone.cpp": FINDING.format("alone"),
    "compiler/ir/Far.cpp": '#include "ir/Near.h"\n' + FINDING.format("far"),
    "compiler/ir/Near.h": '#include <ir/../ir/Deep.h>\n',
    "compiler/ir/Deep.h": "int deep();\n",
    "compiler/ir/CMakeLists.txt": "add_library(stencilc_ir STATIC\n  Alone.cpp\n  Far.cpp)\n",
    "compiler/sema/Apart.cpp": FINDING.format("apart"),
    "compiler/sema/CMakeLists.txt": "stencilc_unit_test(OtherTest stencilc_sema)\n",
    "test/house/tidy.py": "# rules\n",
    "docs/page.md": "words\n",
}
ALL = {"compiler/ir/Alone.cpp", "compiler/ir/Far.cpp", "compiler/sema/Apart.cpp"}
ALONE, FAR, NEW = {"compiler/ir/Alone.cpp"}, {"compiler/ir/Far.cpp"}, {"compiler/ir/New.cpp"}
CASES = [  # what is appended to a file (None: it is removed), the sources that count as changed
    ({}, set()),
    ({"docs/page.md": "more words\n"}, set()),
    ({"compiler/ir/Alone.cpp": "// a comment\n"}, ALONE),
    ({"compiler/ir/Far.cpp": "// a comment\n"}, FAR),
    ({"compiler/ir/Near.h": "int near();\n"}, FAR),
    ({"compiler/ir/Deep.h": "int deeper();\n"}, FAR),
    ({"compiler/ir/Deep.h": None}, FAR),
    ({"compiler/ir/New.cpp": FINDING.format("fresh"), "compiler/ir/CMakeLists.txt": "  New.cpp)\n"}, NEW),
    ({"test/unit/other/Deep.h": "int another();\n"}, set()),  # no include can mean it: the paths end otherwise
    ({"compiler/sema/ir/Deep.h": "int another();\n"}, FAR),
    ({".clang-tidy": "# a comment\n"}, ALL),
    ({"test/house/tidy.py": "# another rule\n"}, ALL),
    ({"compiler/ir/CMakeLists.txt": "target_compile_definitions(stencilc_ir PRIVATE OTHER)\n"}, ALL),
    ({"compiler/sema/CMakeLists.txt": "stencilc_unit_test(ApartTest ALONE stencilc::sema)\n"}, {"compiler/sema/Apart.cpp"}),
    ({"cmake/Flags.cmake": "add_compile_options(-DOTHER)\n"}, ALL),
    ({"test/install/Inputs/project/CMakeLists.txt": "project(weather)\n"}, set()),
]
RECORDS = [  # what test/checked-whole says instead of the truth
    None, "", "commit 0123456789012345678901234567890123456789\n", "commit {commit}\nclang-tidy version 21\ncompiler {compiler}\n",
    "commit {commit}\nclang-tidy {clang-tidy}\ncompiler (Debian) 11\n",
]


def write(root, name, text, mode="w"):
    os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
    with open(os.path.join(root, name), mode, encoding="utf-8") as file:
        file.write(text)


def git(root, *arguments):
    return subprocess.run(["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], capture_output=True, text=True, check=True).stdout


def plant(root, changes):
    for name, text in changes.items():
        if text is None:
            os.remove(os.path.join(root, name))
        else:
            write(root, name, text, "a")


def every(root):
    return [os.path.relpath(path, root) for path in glob.glob(root + "/compiler/*/*.cpp")]


def sources(root):
    """Sources that count as changed, of all that are there."""
    return changed.Changes(root, changed.tools_of(root), tidy.RULES).sources(every(root))


def found(root):
    """Files in which the test house/tidy has findings."""
    write(root, "build/compile_commands.json", json.dumps(
        [{"directory": root, "command": f"c++ -std=c++20 -I{root}/compiler -c {root}/{name}", "file": f"{root}/{name}"} for name in every(root)]))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        tidy.run(os.path.join(root, "build"), root, isPartial=True)
    return {line.split(":")[0] for line in out.getvalue().split("\n") if "cognitive" in line}


def findings(root):
    for name, text in TREE.items():
        write(root, name, text)
    shutil.copy(os.path.join(ROOT, ".clang-tidy"), root)
    write(root, ".gitignore", "/build/\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "checked")
    versions = changed.tools_of(root)
    commit = git(root, "rev-parse", "HEAD").strip()
    changed.write_record(root, commit, versions)
    for number, (changes, wanted) in enumerate(CASES):
        for isCommitted in (False, True):  # in the working tree, and by a later commit
            plant(root, changes)
            if isCommitted:
                git(root, "add", "-A")
                git(root, "commit", "-qm", "changed", "--allow-empty")
            if sources(root) != wanted:
                yield f"{changes}, committed: {isCommitted}: changed are {sources(root)}"
            if not isCommitted and number in (0, 2, 5, 10) and found(root) != wanted:
                yield f"{changes}: clang-tidy finds {found(root)}"
            git(root, "reset", "-q", "--hard", commit)
            git(root, "clean", "-qfd", "-e", "checked-whole")
            changed.write_record(root, commit, versions)
    for record in RECORDS:
        if record is None:
            os.remove(os.path.join(root, changed.RECORD))
        else:
            write(root, changed.RECORD, record.format(commit=commit, **versions))
        if sources(root) != ALL:
            yield f"{changed.RECORD} is {record}: changed are {sources(root)}"
    changed.write_record(root, commit, versions)
    if sources(root):
        yield f"nothing is planted, and changed are {sources(root)}"
    shutil.rmtree(os.path.join(root, ".git"))
    if sources(root) != ALL:
        yield f"without git, changed are {sources(root)}"


with tempfile.TemporaryDirectory() as folder:
    failed = list(findings(os.path.join(os.path.realpath(folder), "tree")))
print("\n".join(failed))
print(f"{len(failed)} findings")
sys.exit(1 if failed else 0)
