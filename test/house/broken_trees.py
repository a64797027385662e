"""Shows every house rule small trees that break it, and insists on a finding."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[1], "test", "house"))
import rules  # noqa: E402

GLOSSARY = "| term | what it is | where | refused |\n|---|---|---|---|\n| a | b | c | wish, goes round, hold (cells) |\n"
DEFINITIONS = 'DIAGNOSTIC(A, "some-thing", Error, "x")\n'
BROKEN = {
    "floors": [{"compiler/ir/A.cpp": '#include "sema/B.h"\n'},
               {"compiler/plan/A.cpp": '#include "schedules/tile/Shape.h"\n'},
               {"compiler/schedules/sweep/A.cpp": '#include "schedules/tile/Shape.h"\n'},
               {"compiler/schedules/papers/coarse/A.cpp": '#include "schedules/papers/tile/Shape.h"\n'},
               {"compiler/emit/A.cpp": '#include "driver/Run.h"\n'},
               {"compiler/plan/A.cpp": '#include "runtime/core/instance/Instance.h"\n'}],
    "parts": [{"runtime/core/instance/A.h": '#include "runtime/parts/save/Saves.h"\n'},
              {"runtime/device/stencilc/A.h": '#include "runtime/files/Npy.h"\n'},
              {"runtime/engines/slabs/A.cpp": '#include "runtime/parts/save/B.h"\n'}],
    "capabilities": {"compiler/plan/A.cpp": 'return target.name >= "sm_90";\n'},
    "boundaries": [{"compiler/schedules/fast/Fit.cpp": "if (face.kind == ir::BoundaryKind::Periodic)\n"},
                   {"compiler/plan/Fast.cpp": "bool fits(const ir::Boundary &face);\n"},
                   {"compiler/kernel/Fast.cpp": "for (const auto &faces : field.boundary)\n"},
                   {"compiler/emit/Fast.cpp": "using ir::BoundaryKind;\n"},
                   {"compiler/analysis/Footprint.cpp": "if (kind == BoundaryKind::MirrorNode)\n"}],
    "diagnostics": {"compiler/support/Diagnostics.def": DEFINITIONS, "docs/reference/diagnostics.md": "",
                    "test/house/untested-diagnostics.txt": ""},
    "schedules": [{"compiler/schedules/Schedules.def": "SCHEDULE(Fast)\n"},
                  {"compiler/schedules/Schedules.def": "",
                   "compiler/schedules/fast/Schedule.cpp": "const Schedule &scheduleFast() {\n"}],
    "links": {"docs/a.md": "[b](b.md)"},
    "sizes": {"compiler/ir/A.cpp": "\n" * 401},
    "folders": [{f"docs/page{number}.md": "" for number in range(41)},
                {"docs/a.md": "", "test/house/exceptions.txt": "folders docs\n"}],
    "classes": [{"compiler/ir/A.h": "class A {\n" + "\n" * 400 + "};\n"},
                {"compiler/ir/A.h": "class A {\n" + "  int a;\n" * 200 + "};\n",
                 "compiler/ir/A.cpp": "int A::b() const {\n" + "\n" * 200 + "}\n"},
                {"compiler/ir/A.h": "class A {\n};\n", "test/house/exceptions.txt": "classes compiler/ir A\n"}],
    "helps": [{"bench/heat/run": "#!/usr/bin/env bash\n# bench/heat/run FOLDER\nmkdir -p \"$1\"\n"},
              {"bench/heat/emit": "#!/usr/bin/env bash\necho emit FOLDER; touch written\n"},
              {"scripts/deploy": "#!/usr/bin/env python3\nprint('usage: of another one')\n"}],
    "integers": [{"compiler/ir/A.h": "#include <vector>\nstd::int64_t a;\n"},
                 {"runtime/core/A.cpp": '#include "stencilc/B.h"\nuint8_t a;\n',
                  "runtime/device/stencilc/B.h": "#include <cstddef>\n"}],
    "lists": [{"compiler/ir/CMakeLists.txt": "add_library(a STATIC B.cpp\n  A.cpp)\n"},
              {"test/unit/ir/CMakeLists.txt": "stencilc_unit_test(BTest a)\nstencilc_unit_test(ATest a)\n"},
              {"compiler/schedules/CMakeLists.txt": "foreach(family sweep coarse)\n  add_subdirectory(${family})\nendforeach()\n"},
              {"CMakeLists.txt": "add_subdirectory(templates)\nadd_subdirectory(compiler)\n"}],
    "purpose": {"runtime/device/a.h": "int a;\n"},
    "comments": [{"compiler/ir/A.h": "/// \\file A.\n\nint a();\n/// The same of b.\nint b();\n"},
                 {"runtime/device/a.h": "/// \\file A.\n\n/// Of a plane.\nint rows();\n"},
                 {"compiler/ir/A.h": "/// \\file A.\n\n/// What becomes of b.\nint a();\n"},
                 {"compiler/ir/A.h": "/// \\file A.\n\n/// Those of b.\nint a();\n"},
                 {"compiler/ir/A.h": "/// \\file A.\n\nint a; ///< That of b.\n"}],
    "sentences": [{"docs/a.md": "# A\n\n" + "word " * 30 + "end.\n"}, {"README.md": "```\n" + "w" * 161 + "\n```\n"}],
    "vocabulary": [{"docs/reference/glossary.md": GLOSSARY, name: text} for name, text in
                   (("docs/a.md", "It goes round.\n"), ("compiler/ir/A.h", "/// Wishes of a user, a wish each.\nint a;\n"),
                    ("compiler/ir/A.h", "bool goesRound();\n"), ("compiler/support/Diagnostics.def", 'DIAGNOSTIC(A, "the wish")\n'))],
    "subjects": [{"a": "1", ".git-subject": "Say " + "more " * 20}, {"a": "1", ".git-subject": "say less"},
                 {"a": "1", ".git-subject": "Say less."}],
    "dialects": [{"compiler/kernel/A.cpp": 'text = "threadIdx.x";\n'},
                 {"compiler/emit/KernelPrinter.cpp": 'text = "__device__ ";\n'},
                 {"compiler/schedules/fast/Lower.cpp": 'text = "blockIdx.x";\n'},
                 {"compiler/schedules/fast/Places.cpp": 'text = "threadIdx.x";\n'},
                 {"compiler/emit/frame/FrameKernels.cpp": 'text = "#if STENCILC_HAS_HOST";\n'}],
    "templates": [{"templates/Program.mustache": "{{^code.isModule}}\n#include <a.h>\n{{/code.isModule}}\n"},
                  {"templates/partials/Description.mustache": "{{#code.isFirst}}\n#endif\n{{/code.isFirst}}\n"}],
    "versions": {"runtime/device/a.h": "namespace stencilc {\n}\n"},
    "paths": {"a.txt": "see /root/x\n"},
    "failing": {"test/sema/names/odd.stencil": "// RUN: not %stencilc %s\n"},
    "verified": [{"test/run/programs/heat/heat.test": "# RUN: %stencilc verify -q a.stencil | FileCheck %s\n# CHECK: all equal\n"},
                 {"test/run/heat.test": "# RUN: %stencilc verify -q a.stencil | FileCheck %s --check-prefixes=A,CHECK\n"
                                        "# B: {{^}}ran: loops{{$}}\n"},
                 {"test/run/heat.test": "# RUN: %stencilc verify -q a.stencil | FileCheck %s\n# CHECK: {{^}}ran: loops\n"}],
    "examples": {"stencils/a/b.stencil": "\n" * 41},
    "formatted": {"compiler/ir/A.cpp": "int   a ;\n"},
}

missing = set(rules.RULES) - set(BROKEN)
for rule, files in ((rule, files) for rule, trees in BROKEN.items()
                    for files in (trees if isinstance(trees, list) else [trees])):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)) or root, exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        if ".git-subject" in files:
            git = ["git", "-C", root, "-c", "user.name=A", "-c", "user.email=a@b.c"]
            subprocess.run([*git, "init", "-q"], check=True)
            subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", files[".git-subject"]], check=True)
        if not list(rules.RULES[rule](root)):
            missing.add(rule)
for rule in sorted(missing):
    print(f"rule '{rule}' found nothing in a tree that breaks it")
sys.exit(1 if missing else 0)
