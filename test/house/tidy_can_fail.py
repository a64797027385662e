"""Shows tidy.py small trees that clang-tidy has findings in, and one that it has none in.

usage: tidy_can_fail.py ROOT
"""
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile

ROOT = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(ROOT, "test", "house"))
import tidy  # noqa: E402

DEEP = "int deep(int a) {\n" + "  while (a > 0)\n" * 6 + "    --a;\n  return a;\n}\n"
LONG = "void work();\nvoid longer() {\n" + "  work();\n" * 81 + "}\n"
SAME = "namespace {\nconstexpr int kSame = 1;\n} // namespace\nint a() { return kSame; }\n"
HIDDEN = "#define SAME kSame\nnamespace {\nconstexpr int kOther = 1, SAME = 1;\n} // namespace\nint b() { return kOther + SAME; }\n"
TREES = [  # files, what is found
    ({"compiler/ir/A.cpp": "int a() { return 1; }\n"}, []),
    ({"compiler/ir/A.cpp": DEEP}, ["readability-function-cognitive-complexity"]),
    ({"runtime/core/A.cpp": LONG}, ["readability-function-size"]),
    ({"test/unit/ir/ATest.cpp": "int Not_our_case() { return 1; }\n"}, ["readability-identifier-naming"]),
    ({"compiler/ir/A.cpp": '#include "B.h"\nint a() { return deep(1); }\n', "compiler/ir/B.h": DEEP}, ["readability-function-cognitive-complexity"]),
    # Files that use one name are no findings, and hide none.
    ({"compiler/ir/A.cpp": SAME, "compiler/ir/B.cpp": HIDDEN + DEEP}, ["readability-function-cognitive-complexity"]),
    # Nor do files of two floors, which are joined.
    ({"compiler/emit/A.cpp": "int a() { return 1; }\n", "compiler/ir/B.cpp": DEEP}, ["readability-function-cognitive-complexity"]),
    ({"compiler/emit/A.cpp": SAME, "compiler/ir/B.cpp": HIDDEN + DEEP}, ["readability-function-cognitive-complexity"]),
    ({"compiler/emit/A.cpp": "namespace m {\nint x();\n}\nusing m::x;\nint a() { return x(); }\n",
      "compiler/ir/B.cpp": "static int x() { return 1; }\nint b() { return x(); }\n" + DEEP}, ["readability-function-cognitive-complexity"]),
    ({"compiler/ir/A.cpp": "int a() { return missing; }\n"}, ["clang-diagnostic-error"]),
    ({"compiler/ir/A.cpp": DEEP, "test/house/exceptions.txt": "tidy compiler/ir/A.cpp readability-function-cognitive-complexity deep\n"}, []),
    ({"compiler/ir/A.cpp": "int a() { return 1; }\n", "test/house/exceptions.txt": "tidy compiler/ir/A.cpp readability-function-size a\n"},
     ["is mended"]),
]


def said(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        shutil.copy(os.path.join(ROOT, ".clang-tidy"), root)
        os.mkdir(os.path.join(root, "build"))
        with open(os.path.join(root, "build", "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump([{"directory": root, "command": f"c++ -std=c++20 -c {root}/{name}", "file": f"{root}/{name}"}
                       for name in files if name.endswith(".cpp")], file)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = tidy.run(os.path.join(root, "build"), root)
        return code, out.getvalue()


failed = False
for files, wanted in TREES:
    code, text = said(files)
    findings = text.splitlines()[:-1]
    if code != bool(wanted) or len(findings) != len(wanted) or not all(part in line for part, line in zip(wanted, findings)):
        print(f"{list(files)}: wanted {wanted}, and it says\n{text}")
        failed = True
sys.exit(failed)
