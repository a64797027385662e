"""Compares lifted programs with the C functions they were lifted from, byte by byte.

usage: equal_bytes.py STENCILC FOLDER FILE... [--targets=interpreter,cpu]

A file says how in comments that begin with 'Compare:': the size of the grid, the steps, a C call, and
  --own=TYPE:NAME            an array that the harness declares, as large as the largest
  --start=FIELD=ARRAY        both begin with the same random numbers; several arrays may share a field's
  --level=FIELD=ARRAY        the same for FIELD[t-1], with numbers of its own
  --same=FIELD=ARRAY         after the steps both hold the same bytes
  --shape=FIELD=EXTENTS      those of the C array, innermost first, where they are not the grid's
  --origin=FIELD=CELLS       the cell of the C array that is the field's first
  --along=FIELD=AXIS         the C array has this axis alone; the field repeats it
  --set=NAME=VALUE           a parameter of the lifted program
  --lift=FLAG                for the lifter
ARRAY is a C expression. The host compiler contracts nothing. Cells of a C array that no cell of the field stands for
begin with zeros.
"""

import array
import os
import random
import shlex
import subprocess
import sys


class Differs(Exception):
    """What is not as it should be."""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != 0:
        raise Differs(" ".join(command) + "\n" + done.stdout + done.stderr)
    return done.stdout


class Case:
    """One file and what its comments say."""

    def __init__(self, source):
        self.source = source
        with open(source, encoding="utf-8") as file:
            self.text = file.read()
        said = [line.split("Compare:", 1)[1] for line in self.text.splitlines() if "// Compare:" in line]
        words = shlex.split(" ".join(said))
        if len(words) < 3:
            raise Differs(source + " does not say how it is compared")
        self.size = [int(extent) for extent in words[0].split(",")]
        self.steps, self.call = words[1:3]
        self.options = [word[2:].split("=", 1) for word in words[3:]]
        self.isCpp = source.endswith(".cpp")

    def values(self, name):
        return [value for option, value in self.options if option == name]

    def pairs(self, name):
        return [value.split("=", 1) for value in self.values(name)]

    def numbers(self, name, field, default):
        return [int(n) for key, value in self.pairs(name) if key == field for n in value.split(",")] or default

    def typeOf(self, name):
        """The C type of a field's cells: the text says it with `--double=FIELD` where both occur."""
        return "d" if "float" not in self.text or name in self.values("double") else "f"

    def cells(self):
        count = 1
        for extent in self.size:
            count *= extent
        return count

    def places(self, field):
        """For each cell of the field, x fastest, its place in the C array, or None; and the array's cells."""
        axes = "xyz"[:len(self.size)]
        along = [value for key, value in self.pairs("along") if key == field]
        shape = self.numbers("shape", field, [n if not along or axis in along[0] else 1
                                              for axis, n in zip(axes, self.size)])
        origin = self.numbers("origin", field, [0] * len(axes))
        places = [0]
        stride = 1
        for number, axis in enumerate(axes):
            steps = []
            for cell in range(self.size[number]):
                at = cell + origin[number] if not along or axis in along[0] else 0
                steps.append(at * stride if at < shape[number] else None)
            places = [None if step is None or inner is None else inner + step
                      for step in steps for inner in places] if number else steps
            stride *= shape[number]
        return places, stride

    def harness(self, folder, files):
        starts = ['  load("%s", %s);' % (files[key, kind], c)
                  for kind in ("start", "level") for key, c in self.pairs(kind)]
        ends = ['  save("%s", %s, %d);' % (os.path.join(folder, field + "_c.raw"), c,
                                           self.places(field)[1] * array.array(self.typeOf(field)).itemsize)
                for field, c in self.pairs("same")]
        most = max([self.cells()] + [self.places(key)[1] for kind in ("start", "level", "same")
                                     for key, _ in self.pairs(kind)])
        owns = []
        for own in self.values("own"):
            kind, name = own.rsplit(":", 1)
            if "(" in name:  # with arguments of a constructor
                owns.append("static %s %s;" % (kind, name))
                continue
            owns.append("static std::vector<%s> %s(%d);" % (kind.removeprefix("vector").lstrip(":") or "double", name, most)
                        if kind.startswith("vector") else "static %s %s[%d];" % (kind, name, most))
        return """#include "%s"
#include <stdio.h>
%s
static void load(const char *name, void *to) {
  FILE *file = fopen(name, "rb");
  while (file && fread(to, 1, 1, file) == 1)
    to = (char *)to + 1;
  fclose(file);
}
static void save(const char *name, const void *from, long bytes) {
  FILE *file = fopen(name, "wb");
  fwrite(from, 1, bytes, file);
  fclose(file);
}
int main(void) {
%s
  %s;
%s
  return 0;
}
""" % (os.path.abspath(self.source), "\n".join(owns), "\n".join(starts), self.call, "\n".join(ends))

    def makeStarts(self, folder):
        """Random numbers for each field, and the same at their places in the C arrays."""
        numbers, files, inits = random.Random(7), {}, []
        for kind in ("start", "level"):
            for field, _ in self.pairs(kind):
                if (field, kind) in files:
                    continue
                code = self.typeOf(field)
                places, count = self.places(field)
                ofC = array.array(code, [numbers.uniform(0.5, 1.5) for _ in range(count)])
                used = set(places)
                for place in range(count):
                    if place not in used:
                        ofC[place] = 0.0
                ours = array.array(code, [numbers.uniform(0.5, 1.5) if place is None else ofC[place]
                                          for place in places])
                files[field, kind] = os.path.join(folder, field + "_" + kind + "_c.raw")
                own = os.path.join(folder, field + "_" + kind + ".raw")
                for name, values in ((files[field, kind], ofC), (own, ours)):
                    with open(name, "wb") as out:
                        values.tofile(out)
                inits += ["--init", (field if kind == "start" else field + "[t-1]") + "=" + own]
        return files, inits

    def compareField(self, folder, field, target):
        size = array.array(self.typeOf(field)).itemsize
        with open(os.path.join(folder, field + "_c.raw"), "rb") as file:
            ofC = file.read()
        with open(os.path.join(folder, field + "_" + target + ".raw"), "rb") as file:
            ours = file.read()
        places, _ = self.places(field)
        if len(ours) != len(places) * size:
            raise Differs("%s has %d bytes on %s" % (field, len(ours), target))
        differ = [cell for cell, place in enumerate(places) if place is not None and
                  ours[cell * size:(cell + 1) * size] != ofC[place * size:(place + 1) * size]]
        if differ:
            raise Differs("%s differs on %s: %d cells of %d, the first is %d"
                          % (field, target, len(differ), len(places), differ[0]))
        if len(set(ofC)) < 20:
            raise Differs(field + " hardly varies; the comparison says nothing")

    def lift(self, tool, folder):
        """The lifted program; raises if it is refused."""
        program = os.path.join(folder, "lifted.stencil")
        run(tool, "lift", self.source, "-o", program, *self.values("lift"))
        return program

    def compare(self, tool, folder, targets):
        os.makedirs(folder, exist_ok=True)
        program = self.lift(tool, folder)
        files, inits = self.makeStarts(folder)
        source = os.path.join(folder, "harness" + (".cpp" if self.isCpp else ".c"))
        with open(source, "w", encoding="utf-8") as out:
            out.write(self.harness(folder, files))
        binary = os.path.join(folder, "harness")
        run("g++" if self.isCpp else "gcc", "-O1", "-w", "-ffp-contract=off", source, "-o", binary, "-lm")
        run(binary)
        sets = [part for value in self.values("set") for part in ("--param", value)]
        for target in targets:
            outs = []
            for field, _ in self.pairs("same"):
                outs += ["--out", field + "=" + os.path.join(folder, field + "_" + target + ".raw")]
            run(tool, "run", "-q", "--no-trial", "--target=" + target,
                "--size=" + ",".join(map(str, self.size)), "--steps=" + self.steps, program, *inits, *outs, *sets)
            for field, _ in self.pairs("same"):
                self.compareField(folder, field, target)
        return [field for field, _ in self.pairs("same")]


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    targets = [word.split("=")[1].split(",") for word in sys.argv[1:] if word.startswith("--targets=")]
    failures = 0
    for source in words[2:]:
        name = os.path.basename(source)
        try:
            fields = Case(source).compare(words[0], os.path.join(words[1], name),
                                          targets[0] if targets else ["interpreter", "cpu"])
            print("equal bytes: %s: %s" % (name, " ".join(fields)), flush=True)
        except Differs as what:
            failures += 1
            print("%s: %s" % (name, what), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
