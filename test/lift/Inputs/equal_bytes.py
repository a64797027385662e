"""Compares a lifted program with the C function it was lifted from, byte by byte.

usage: equal_bytes.py STENCILC FOLDER FILE SIZE STEPS CALL OPTION...

The file is compiled by the host compiler without contraction and calls CALL once. Options:
  --own=TYPE:NAME      an array of the size of the grid that the harness declares, a pointer parameter
  --start=FIELD=ARRAY  both begin with the same random numbers; several arrays may share a field's
  --level=FIELD=ARRAY  the same for FIELD[t-1], with numbers of its own
  --same=FIELD=ARRAY   after the steps both hold the same bytes
  --set=NAME=VALUE     a parameter of the lifted program
  --lift=FLAG          for the lifter
Arrays are C expressions. The interpreter and the CPU target must both give the bytes of C.
"""

import array
import os
import random
import subprocess
import sys

tool, folder, source, size, steps, call = sys.argv[1:7]
options = [option[2:].split("=", 1) for option in sys.argv[7:]]


def values(name):
    return [value for option, value in options if option == name]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
    return done.stdout


os.makedirs(folder, exist_ok=True)
cells = 1
for extent in size.split(","):
    cells *= int(extent)
text = open(source, encoding="utf-8").read()
isFloat = "--float" in sys.argv or "float" in text
code = "f" if isFloat else "d"
cpp = source.endswith(".cpp")

program = os.path.join(folder, "lifted.stencil")
run(tool, "lift", source, "-o", program, *values("lift"))

starts, inits = [], []
numbers = random.Random(7)
files = {}
for kind in ("start", "level"):
    for entry in values(kind):
        field, c = entry.split("=", 1)
        key = (field, kind)
        if key not in files:
            name = os.path.join(folder, field + "_" + kind + ".raw")
            with open(name, "wb") as out:
                array.array(code, [numbers.uniform(0.5, 1.5) for _ in range(cells)]).tofile(out)
            files[key] = name
            inits.append("--init")
            inits.append((field if kind == "start" else field + "[t-1]") + "=" + name)
        starts.append('  load("%s", %s);' % (files[key], c))
ends = ['  save("%s", %s);' % (os.path.join(folder, entry.split("=", 1)[0] + "_c.raw"),
                               entry.split("=", 1)[1]) for entry in values("same")]
owns = []
for own in values("own"):
    kind, name = own.split(":")
    owns.append(("static std::vector<%s> %s(%d);" if kind == "vector" else "static %s %s[%d];")
                % ("double" if kind == "vector" else kind, name, cells))
harness = os.path.join(folder, "harness" + (".cpp" if cpp else ".c"))
with open(harness, "w", encoding="utf-8") as out:
    out.write("""#include "%s"
#include <stdio.h>
%s
static void load(const char *name, void *to) {
  FILE *file = fopen(name, "rb");
  if (!file || fread(to, %d, %d, file) != %d) perror(name);
  fclose(file);
}
static void save(const char *name, const void *from) {
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(from, %d, %d, file) != %d) perror(name);
  fclose(file);
}
int main(void) {
%s
  %s;
%s
  return 0;
}
""" % (os.path.abspath(source), "\n".join(owns), *[array.array(code).itemsize, cells, cells] * 2,
       "\n".join(starts), call, "\n".join(ends)))
binary = os.path.join(folder, "harness")
run("g++" if cpp else "gcc", "-O1", "-w", "-ffp-contract=off", harness, "-o", binary, "-lm")
run(binary)

for target in ("interpreter", "cpu"):
    outs = []
    for entry in values("same"):
        field = entry.split("=", 1)[0]
        outs += ["--out", field + "=" + os.path.join(folder, field + "_" + target + ".raw")]
    sets = [part for entry in values("set") for part in ("--param", entry)]
    run(tool, "run", "-q", "--no-trial", "--target=" + target, "--size=" + size, "--steps=" + steps,
        program, *inits, *outs, *sets)
    for entry in values("same"):
        field = entry.split("=", 1)[0]
        with open(os.path.join(folder, field + "_c.raw"), "rb") as file:
            ofC = file.read()
        with open(os.path.join(folder, field + "_" + target + ".raw"), "rb") as file:
            ofUs = file.read()
        if ofC != ofUs:
            differ = sum(ofC[i:i + 4] != ofUs[i:i + 4] for i in range(0, len(ofC), 4))
            sys.exit("%s differs on %s: %d words of %d" % (field, target, differ, len(ofC) // 4))
        if len(set(ofC)) < 20:
            sys.exit(field + " hardly varies; the comparison says nothing")
print("equal bytes: " + " ".join(entry.split("=", 1)[0] for entry in values("same")))
