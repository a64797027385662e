"""Shows every house rule a small tree that breaks it, and insists on a finding."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[1], "test", "house"))
import rules  # noqa: E402

DEFINITIONS = 'DIAGNOSTIC(A, "some-thing", Error, "x")\n'
BROKEN = {
    "floors": {"compiler/ir/A.cpp": '#include "sema/B.h"\n'},
    "diagnostics": {"compiler/support/Diagnostics.def": DEFINITIONS, "docs/diagnostics.md": "",
                    "test/house/untested-diagnostics.txt": ""},
    "schedules": {"compiler/plan/schedules/Fast.cpp": ""},
    "links": {"docs/a.md": "[b](b.md)"},
    "sizes": {"compiler/ir/A.cpp": "\n" * 401},
    "purpose": {"runtime/include/a.h": "int a;\n"},
    "versions": {"runtime/include/a.h": "namespace stencilc {\n}\n"},
    "paths": {"a.txt": "see /root/x\n"},
    "failing": {"test/sema/odd.stencil": "// RUN: not %stencilc %s\n"},
    "examples": {"stencils/a/b.stencil": "\n" * 41},
    "formatted": {"compiler/ir/A.cpp": "int   a ;\n"},
}

missing = set(rules.RULES) - set(BROKEN)
for rule, files in BROKEN.items():
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)) or root, exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        if not list(rules.RULES[rule](root)):
            missing.add(rule)
for rule in sorted(missing):
    print(f"rule '{rule}' found nothing in a tree that breaks it")
sys.exit(1 if missing else 0)
