"""Copies a tool with another identity of what runs modules (compiler/driver/verify/Identity.h), and the libraries beside it.

usage: other_runner.py TOOL COPY
"""
import os
import pathlib
import re
import sys

tool, copy = map(pathlib.Path, sys.argv[1:])
identity = re.search(r'"([0-9a-f]{64})"', (tool.parent.parent / "compiler/driver/RunnerIdentity.cpp").read_text(encoding="utf-8"))[1]
text = tool.read_bytes()
assert text.count(identity.encode()) == 1
copy.parent.mkdir(parents=True)
copy.write_bytes(text.replace(identity.encode(), identity[::-1].encode()))
copy.chmod(0o755)
for folder in ("lib", "include"):
    os.symlink(tool.parent.parent / folder, copy.parent.parent / folder)
