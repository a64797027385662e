"""A run whose planned kernels another process compiles: this script, which holds their turn, is that process.

usage: held_turn.py CACHE COMMAND...

Runs COMMAND until it has filled CACHE, and takes the planned kernels away. Runs it again while it holds their turn, and
puts them back when the run has ended. Prints the output of the run, and whether it has compiled them itself."""

import fcntl
import os
import struct
import subprocess
import sys
import time
from glob import glob
from pathlib import Path

from waiting import until

cache, command = Path(sys.argv[1]), sys.argv[2:]


def modules():
    """The folders of all modules, in the order in which they were made."""
    return [Path(file).parent for file in sorted(glob(f"{cache}/*/*.module"), key=os.path.getmtime)]


subprocess.run(command, capture_output=True)
until(lambda: len(modules()) == 2, "the planned kernels are not kept")
until(lambda: not glob(f"{cache}/.work/*"), "a folder of work is left")
planned = modules()[-1]
away = cache.parent / "away"
planned.rename(away)

turn = cache / ".work" / (planned.name + ".turn")
with open(turn, "w+b", buffering=0) as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    file.write(struct.pack("i", os.getpid()))
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = run.communicate()[0]  # it does not wait for its planned kernels
    print("ended before", output, end="")
    time.sleep(0.2)  # for the process that would compile them
    away.rename(planned)
    made = os.stat(planned).st_ino
    os.unlink(turn)
until(lambda: not glob(f"{cache}/.work/*"), "a folder of work is left")
time.sleep(0.2)
print("compiled once" if os.stat(planned).st_ino == made and len(modules()) == 2 else "compiled again")
sys.exit(run.returncode)
