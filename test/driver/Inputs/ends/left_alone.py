"""Runs a command that ends before its kernels are compiled, and says what the cache holds: at once, and when that has
come to its end.

usage: left_alone.py CACHE COMMAND..."""

import glob
import subprocess
import sys

from waiting import until


def kept():
    return len(glob.glob(sys.argv[1] + "/*/*.module"))


def underWay():
    return len(glob.glob(sys.argv[1] + "/.work/*"))


done = subprocess.run(sys.argv[2:], capture_output=True)  # until nobody holds its streams
print(f"exit code {done.returncode}, {kept()} module")
until(lambda: kept() == 2, "the planned kernels are not kept")
until(lambda: not underWay(), "a folder of work is left")
print(f"later {kept()} modules, {underWay()} under way")
