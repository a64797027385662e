"""Runs a command with more and more steps, each time with an empty cache, until its output holds a text: a run long enough
for kernels that are compiled beside it, however busy the machine.

usage: longer.py TEXT CACHE STEPS COMMAND...

Every STEPS in COMMAND becomes the number of steps, which the file `steps` holds afterwards; prints the last output.
"""

import pathlib
import shutil
import subprocess
import sys

text, cache, steps, *command = sys.argv[1:]
for factor in (1, 4, 16, 64):
    shutil.rmtree(cache, ignore_errors=True)
    count = str(int(steps) * factor)
    words = [word.replace("STEPS", count) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if text in done.stdout or done.returncode != 0:
        break
pathlib.Path("steps").write_text(count)
print(done.stdout, end="")
sys.exit(done.returncode)
