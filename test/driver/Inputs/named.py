"""Runs a command and counts the results that have a name then: files in the working folder that are no libraries."""
import os
import subprocess
import sys

for name in os.listdir("."):
    if not name.endswith(".so"):
        os.remove(name)
code = subprocess.run(sys.argv[1:]).returncode
names = sorted(name for name in os.listdir(".") if not name.endswith(".so"))
print(f"{len(names)} results: {', '.join(names)}, exit code {code}")
