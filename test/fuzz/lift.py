#!/usr/bin/env python3
"""Random changes of C programs: what `stencilc lift` makes of each has the bytes of C, or is refused.

    lift.py STENCILC [FILE...] [--count N] [--first SEED] [--folder DIR]

Of the files of test/lift/Inputs, which say how they are compared, N are drawn and changed in one to four places: names,
constants, operators, offsets, bounds, the order of loops and of statements. The changed program is the reference of itself. One
that reads beyond an array, which sanitizers tell, is dropped, as are those that give NaN or for which the lifter assumes another grid. A finding, left in DIR: other bytes, a lifted program that is
refused, a crash. Exit code 1 if there is any.
"""
import argparse
import array
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "..", "lift", "Inputs")
sys.path.insert(0, INPUTS)
import equal_bytes  # noqa: E402


def replaceOne(pattern, make, text, choose, flags=0):
    """The text with one match, drawn at random, replaced by what `make` gives."""
    found = list(re.finditer(pattern, text, flags))
    if not found:
        return text
    match = choose.choice(found)
    return text[:match.start()] + make(match) + text[match.end():]


def renamed(text, choose):
    names = re.findall(r"\bint ([a-z]\w{0,2})\b(?! *\()", text)
    if not names:
        return text
    name = choose.choice(names)
    return re.sub(r"(?<![.>\w])" + name + r"\b", name + "_here", text)


def counted(text, choose):
    forms = ("%s++", "++%s", "%s += 1")
    return replaceOne(r"(\w+)\+\+(?=[,)])|\+\+(\w+)(?=[,)])",
                      lambda m: choose.choice(forms) % (m[1] or m[2]), text, choose)


def bounded(text, choose):
    kind = choose.randrange(4)
    if kind == 0:
        return replaceOne(r"< (\w+) - 1;", lambda m: "<= %s - 2;" % m[1], text, choose)
    if kind == 1:
        return replaceOne(r"< (\w+);", lambda m: "<= %s - 1;" % m[1], text, choose)
    if kind == 2:  # of loops over cells: the number of steps is that of the comment
        return replaceOne(r"(?<=for \()((?:int )?[ijkxyz]) = 1;", lambda m: m[1] + " = 2;", text, choose)
    return replaceOne(r"< (\w+) - 1;", lambda m: "< %s - 2;" % m[1], text, choose)


def offset(text, choose):
    return replaceOne(r"(?<=\w )([+-]) 1\]", lambda m: choose.choice(("+ 2]", "- 2]", "+ 1]", "- 1]")), text, choose)


def constant(text, choose):
    return replaceOne(r"\b\d\.\d+", lambda m: "%.4f" % (float(m[0]) * choose.choice((0.5, 0.9, 1.1))), text, choose)


def operator(text, choose):
    return replaceOne(r"(?<=[\w)\]] )[+*-](?= [\w(])(?![^\[]*\])(?![^\n;]*\+\+)",
                      lambda m: choose.choice("+-*"), text, choose)


def exchangedOperands(text, choose):
    return replaceOne(r"\b([\w.]+) ([*+]) ([\w.]+)\b(?! *[\[(.])", lambda m: "%s %s %s" % (m[3], m[2], m[1]), text, choose)


def relation(text, choose):
    """Those of a stopping rule stay: a loop that does no step is not what the lifter takes it for."""
    hidden = re.sub(r"^.*\bwhile \(.*$", lambda m: m[0].translate({60: 1, 62: 2}), text, flags=re.M)
    hidden = replaceOne(r"(?<=[\w\])] )([<>]=?)(?= [\w.]+ [?&|])|(?<=if \(\w )([<>]=?)",
                        lambda m: choose.choice(("<", ">", "<=", ">=")), hidden, choose)
    return hidden.translate({1: "<", 2: ">"})


def exchangedLoops(text, choose):
    return replaceOne(r"^( *)(for \([^{}\n]*\))\n( *)(for \([^{}\n]*\))(?= *\{?\n)",
                      lambda m: "%s%s\n%s%s" % (m[1], m[4], m[3], m[2]), text, choose, re.M)


def exchangedStatements(text, choose):
    return replaceOne(r"^( +[\w\[\]().>+ -]+ [-+]?= [^\n;{}]*;\n)( +[\w\[\]().>+ -]+ [-+]?= [^\n;{}]*;\n)",
                      lambda m: m[2] + m[1], text, choose, re.M)


CHANGES = (renamed, counted, bounded, bounded, offset, offset, constant, operator, operator, exchangedOperands, relation,
           exchangedLoops, exchangedStatements)


def changed(text, choose):
    """The program in other words, the comments at its end as they were."""
    code, mark, comments = text.partition("// Compare:")
    for _ in range(choose.randint(1, 4)):
        code = choose.choice(CHANGES)(code, choose)
    return code + mark + comments


class Mutants:
    def __init__(self, options):
        self.options = options
        self.findings = self.equal = self.refused = self.dropped = 0

    def found(self, what, path, seed):
        self.findings += 1
        print(f"FOUND: {path} (seed {seed})\n    {str(what).strip()[:600]}", flush=True)

    def isValid(self, case, folder):
        """Whether the program compiles and stays inside its arrays."""
        os.makedirs(folder, exist_ok=True)
        files, _ = case.makeStarts(folder)
        source = os.path.join(folder, "checked" + (".cpp" if case.isCpp else ".c"))
        with open(source, "w", encoding="utf-8") as out:
            out.write(case.harness(folder, files))
        binary = os.path.join(folder, "checked")
        # Clang leaves more room between global arrays than GCC does: an index two rows too large ends there, not in the next array.
        compilers = ("clang++-22", "clang++", "g++") if case.isCpp else ("clang-22", "clang", "gcc")
        build = [next(filter(shutil.which, compilers)), "-O0", "-w", "-fsanitize=address,bounds", "-fno-sanitize-recover=all",
                 source, "-o", binary, "-lm"]
        for command in (build, [binary]):
            done = subprocess.run(command, capture_output=True, check=False, timeout=900,
                                  env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
            if done.returncode != 0:
                return False
        return True

    def assumed(self, path, case):
        """Lines of the lifted program that say which cells its grid has."""
        done = subprocess.run([self.options.stencilc, "lift", path, *case.values("lift")], capture_output=True, text=True,
                              check=False, timeout=900)
        said = ("taken to end", "rim of the C arrays is left out", "    size ")
        return [line for line in done.stdout.splitlines() if any(part in line for part in said)]

    @staticmethod
    def hasNaN(case, folder):
        """Whether C computes numbers whose bits no standard tells."""
        for field, _ in case.pairs("same"):
            values = array.array(case.typeOf(field))
            with open(os.path.join(folder, field + "_c.raw"), "rb") as file:
                values.frombytes(file.read())
            if any(value != value for value in values):
                return True
        return False

    def judge(self, path, seed):
        choose = random.Random(seed)
        with open(path, encoding="utf-8") as file:
            before = file.read()
        text = changed(before, choose)
        name, ending = os.path.splitext(os.path.basename(path))
        folder = os.path.join(self.options.folder, f"{name}-{seed}")
        os.makedirs(folder, exist_ok=True)
        mutant = os.path.join(folder, name + ending)
        with open(mutant, "w", encoding="utf-8") as file:
            file.write(text)
        case = equal_bytes.Case(mutant)
        if text == before or not self.isValid(case, folder):
            self.dropped += 1
            return
        done = subprocess.run([self.options.stencilc, "lift", mutant, *case.values("lift")], capture_output=True,
                              text=True, check=False, timeout=900)
        if done.returncode == 1 and "error:" in done.stderr:
            self.refused += 1
            return
        if done.returncode != 0:
            self.found(f"exit code {done.returncode}: {done.stderr}", mutant, seed)
            return
        if self.assumed(mutant, case) != self.assumed(path, case):
            self.dropped += 1  # the grid is another one than the comments say
            return
        try:
            case.compare(self.options.stencilc, folder, ["interpreter"])
            self.equal += 1
        except equal_bytes.Differs as what:
            if "hardly varies" in str(what) or self.hasNaN(case, folder):
                self.dropped += 1
            else:
                self.found(what, mutant, seed)


def isCompared(path):
    with open(path, encoding="utf-8") as file:
        return "// Compare:" in file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-lifted"))
    options = parser.parse_args()
    files = options.files or sorted(path for path in glob.glob(os.path.join(INPUTS, "**", "*.c"), recursive=True) if isCompared(path))
    mutants = Mutants(options)
    for seed in range(options.first, options.first + options.count):
        mutants.judge(files[seed % len(files)], seed)
    print(f"{options.count} programs: {mutants.equal} of equal bytes, {mutants.refused} refused, "
          f"{mutants.dropped} dropped, {mutants.findings} findings")
    return 1 if mutants.findings else 0


if __name__ == "__main__":
    sys.exit(main())
