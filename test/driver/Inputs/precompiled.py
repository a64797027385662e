"""Builds modules with precompiled headers and without them, and compares their bytes."""
import glob
import os
import shutil
import subprocess
import sys

tool, stencil, whole = sys.argv[1:]
with open(whole, "rb") as file, open("cut.pch", "wb") as cut:
    cut.write(file.read()[:-100000])


def module(*options, **environment):
    """The bytes of the module of a run with an empty cache, and whether headers were precompiled."""
    shutil.rmtree("cache", ignore_errors=True)
    done = subprocess.run([tool, "run", "-v", "--size=12,12", "--steps=3", *options, stencil], text=True, check=True,
                          env={**os.environ, "STENCILC_CACHE": os.path.abspath("cache"), **environment},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    (path,) = glob.glob("cache/*/heat2d.module")
    with open(path, "rb") as file:
        return file.read(), "headers of heat2d.c" in done.stdout


for options in (["--target=cpu"], ["--emulate", "--schedule=naive"], ["--emulate", "--schedule=wavefront"]):
    bytes_with, is_precompiled = module(*options)
    said = ["without" if module(*options, STENCILC_PRECOMPILED="") == (bytes_with, False) else "OTHER BYTES"]
    for name in ("damaged", "cut") if "--target=cpu" in options else ():
        same = module(*options, STENCILC_PRECOMPILED=os.path.abspath(name + ".pch"))[0] == bytes_with
        said.append(f"with {name}" if same else f"OTHER BYTES with {name}")
    print(f"{' '.join(options)}: {'precompiled' if is_precompiled else 'parsed'}; the same {', '.join(said)}")

shutil.copytree(os.path.join(os.path.dirname(tool), "../include"), "include")
for name in ("same headers elsewhere", "other headers"):
    print(f"{name}: {'precompiled' if module('--target=cpu', '--runtime=include')[1] else 'parsed'}")
    with open("include/stencilc/Grid.h", "a", encoding="utf-8") as file:
        file.write("\n")
