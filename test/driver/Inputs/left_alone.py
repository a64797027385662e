"""Runs a command that ends before its kernels are compiled, and says what the cache holds: at once, and when that has
come to its end.

usage: left_alone.py CACHE COMMAND..."""

import glob
import subprocess
import sys
import time


def kept():
    return len(glob.glob(sys.argv[1] + "/*/*.module"))


def underWay():
    return len(glob.glob(sys.argv[1] + "/.work/*"))


done = subprocess.run(sys.argv[2:], capture_output=True)  # until nobody holds its streams
print(f"exit code {done.returncode}, {kept()} module")
end = time.monotonic() + 60
while kept() < 2 and time.monotonic() < end:
    time.sleep(0.02)
while underWay() and time.monotonic() < end:
    time.sleep(0.02)
print(f"later {kept()} modules, {underWay()} under way")
