"""Fails unless the programs of bench/users are sixty, many-sided, new, and compile without a warning."""
import concurrent.futures
import collections
import glob
import os
import re
import subprocess
import sys

root, stencilc = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "bench", "users"))
sys.dont_write_bytecode = True
import cases  # noqa: E402

chosen = cases.of_folder(os.path.join(root, "bench", "users", "programs"))
paths = sorted({case.path for case in chosen})


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def statements(path):
    """The updates of a program without blanks: two programs with the same ones are copies."""
    return re.findall(r"\w+\[(?:\w+,)?t\+1\]=[^;]*;", re.sub(r"\s", "", re.sub(r"//.*", "", read(path))))


def messages(path):
    """What the compiler says about a program, with the check of its stability."""
    done = subprocess.run([stencilc, path, "--emit=facts"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, universal_newlines=True, check=False)
    return done.stderr or (f"{path}: exit code {done.returncode}" if done.returncode else "")


axes = collections.Counter(len(next(case.size for case in chosen if case.path == path)) for path in paths)
assert axes == {1: 4, 2: 28, 3: 28}, axes
assert 90 <= len(chosen) <= 110 and len({case.key for case in chosen}) == len(chosen), len(chosen)
assert {case.precision for case in chosen} == {"f64", "f32", "u8:f32"}
assert any(extent % 2 for case in chosen for extent in case.size)
text = "".join(map(read, paths))
for wanted in ("fixed(", "keep", "copy", "mirror;", "mirror(node", "mirror(-1)", "periodic", "face(", "slope(", "extrapolate(", "elsewhere", "levels 2",
               "constant", "where", "select(", "exp(", "sin(", "tanh(", "sqrt(", "log(", "min(", "max(", "report ", "until ", "global ", "repeat ",
               "local ", "source ", "receiver ", "order = 4", "order = 8", "order = 12", "box(1)", "[t+1/2]", "import "):
    assert wanted in text, f"no program has '{wanted}'"
library = {tuple(statements(path)) for path in glob.glob(os.path.join(root, "stencils", "*", "*.stencil"))}
mine = [tuple(statements(path)) for path in paths]
assert not library & set(mine) and len(set(mine)) == len(mine), "a program is a copy"
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    said = "".join(pool.map(messages, paths))
assert not said, said
