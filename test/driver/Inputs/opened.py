"""Runs a command twice with an empty cache, and says how many processes have opened what compiles: by what the loader
tells of each."""
import glob
import os
import subprocess
import sys

environment = dict(os.environ, STENCILC_CACHE=os.path.abspath("cache"), LD_DEBUG="files")
for run in ("first", "second"):
    environment["LD_DEBUG_OUTPUT"] = os.path.abspath(run)
    subprocess.run(sys.argv[1:], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    told = [open(path, errors="replace").read() for path in glob.glob(run + ".*")]
    opened = {what: sum(name in text for text in told)
              for what, name in (("jit", "libstencilc-jit"), ("nvrtc", "libnvrtc.so"))}
    print(f"{run}:", ", ".join(f"{what} by {count}" for what, count in opened.items() if count))
