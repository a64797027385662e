"""Lifts every function `void NAME(` of a C file by itself; each must be refused. Prints its name and the message.

usage: refused_each.py STENCILC FILE
"""

import re
import subprocess
import sys


def main():
    tool, source = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        names = re.findall(r"^void (\w+)\(.*\{", file.read(), re.M)
    wrong = 0
    for name in names:
        done = subprocess.run([tool, "lift", source, "--function=" + name], capture_output=True, text=True, check=False, timeout=60)
        wrong += done.returncode != 1
        said = re.search(r"error: .*", done.stderr)
        print("%s: %s" % (name, said[0] if said else "exit code %d" % done.returncode))
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
