"""Damages what the tool has built, fills the cache, and uses it by several processes at once: with quick_compiler.sh, in
the folder that is current.

usage: cache.py STENCILC COMPILER SOURCE.stencil"""

import glob
import os
import stat
import subprocess
import sys
import time

tool, compiler, example = sys.argv[1:]
os.environ.update(XDG_CACHE_HOME=os.path.abspath("cache"), CXX=compiler)
os.environ.pop("STENCILC_CACHE_SIZE", None)
text = open(example).read()


def command(name):
    if not os.path.exists(name + ".stencil"):
        file = open(name + ".stencil", "w")
        file.write(text.replace("stencil heat1d", "stencil " + name))
        file.close()
    return [tool, "run", "--compiler=g++", "--target=cpu", "--size=8", "--steps=1", name + ".stencil"]


def run(name):
    done = subprocess.run(command(name), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    ran = f"/{name}.so\n" in done.stdout and "ran " in done.stdout
    return ("built" if "building" in done.stderr else "found") + (", ran" if ran else f", FAILED: {done.stderr}")


def program(name):
    return glob.glob("cache/stencilc/*/" + name + ".so")[0]


def rewrite(name, change):
    with open(program(name), "rb+") as file:
        data = bytearray(file.read())
        change(data)
        file.seek(0)
        file.truncate()
        file.write(data)


def flip(data):
    data[-5] ^= 4


print("first:", run("one"))
print("second:", run("one"))
damages = {
    "missing": lambda: os.remove(program("one")),
    "empty": lambda: rewrite("one", lambda data: data.clear()),
    "cut": lambda: rewrite("one", lambda data: data.pop()),
    "one bit": lambda: rewrite("one", flip),
    "not executable": lambda: os.chmod(program("one"), 0o600),
    "sum missing": lambda: os.remove(os.path.dirname(program("one")) + "/.sha256"),
    "a file instead": lambda: os.system("d=$(dirname cache/stencilc/*/one.so); rm -r $d; touch $d"),
}
for what, damage in damages.items():
    damage()
    print(f"{what}: {run('one')}; then {run('one')}")

os.makedirs("cache/stencilc/.work/killed/below")
open("cache/stencilc/.work/killed/below/file", "w").close()
print("remains of a killed build:", run("two"), os.listdir("cache/stencilc/.work"))
print("mode:", oct(stat.S_IMODE(os.stat("cache/stencilc").st_mode)))


def used():
    return sum(512 * os.lstat(os.path.join(folder, name)).st_blocks
               for folder, folders, files in os.walk("cache/stencilc") for name in files + folders)


def programs():
    return sorted(name for name in ("one", "two", "three", "four") if glob.glob("cache/stencilc/*/" + name + ".so"))


os.environ["STENCILC_CACHE_SIZE"] = str(used() + 2000)
time.sleep(0.02)
run("one")
run("three")
print("without the one not used for longest:", programs())
os.environ["STENCILC_CACHE_SIZE"] = "1"
run("four")
print("in use only:", programs())
os.environ["STENCILC_CACHE_SIZE"] = "much"
print(subprocess.run(command("five"), capture_output=True, text=True).stderr.splitlines()[-1])
del os.environ["STENCILC_CACHE_SIZE"]

many = [subprocess.Popen(command("six"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(6)]
said = [process.communicate()[0] for process in many]
print("at once:", sum(process.returncode == 0 for process in many), sum("ran " in text for text in said),
      len(glob.glob("cache/stencilc/*/six.so")), os.listdir("cache/stencilc/.work"))
os.environ["STENCILC_CACHE_SIZE"] = "1"
many = [subprocess.Popen(command(name), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for name in ("one", "two", "three", "one", "two", "three")]
said = [process.communicate()[0] for process in many]
print("at once, and too large:", sum(process.returncode == 0 for process in many), sum("ran " in text for text in said))
