#!/usr/bin/env python3
"""Random layouts of programs: `stencilc fmt` keeps their words, comments and meaning, and is content with what it wrote.

    layout.py STENCILC [FILE...] [--count N] [--first SEED] [--folder DIR]

Of each FILE, or of N random programs (generate.py), blanks, lines and comments between words are drawn at random. Then: the same
words and comments, the same IR as before, no change when laid out again, no blanks at ends of lines. A layout with a finding is left in DIR. Exit code 1 if there is any.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import generate

WORD = re.compile(r'//[^\n]*|"[^"\n]*"|\.\.|==|!=|<=|>=|&&|\|\||[A-Za-z_]\w*|(?:\d+\.?(?!\.)\d*|\.\d+)(?:[eE][+-]?\d+)?[fd]?|[^\s]')


def words(text):
    return WORD.findall(text)


def noisy(text, choose, lines):
    """The text with random blanks between words; with `lines`, also new lines and comments."""
    made, all = [], words(text)
    for word, after in zip(all, all[1:] + [""]):
        if word.startswith("//"):
            made += [word, "\n"]
            continue
        made.append(word)
        kind = choose.random()
        if lines and kind < 0.04 and after != "[":  # an index stands behind its field
            made.append(choose.choice(("\n", "\n\n\n", " // said\n", "\n// on its own\n  ", "\n\n// apart\n\n")))
        else:
            made.append(choose.choice((" ", "  ", "\t", " ")))
    return "".join(made)


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=900)
    return done.returncode, done.stdout, done.stderr


class Layouts:
    def __init__(self, options):
        self.options = options
        self.findings = 0

    def found(self, what, text, said=""):
        self.findings += 1
        path = os.path.join(self.options.folder, f"layout{self.findings}.stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"FOUND: {what}: {path}\n    {said.strip()[-300:]}", flush=True)

    def laid_out(self, text):
        code, out, said = run([self.options.stencilc, "fmt", "-"], text)
        if code:
            self.found(f"exit code {code}", text, said)
        return out if code == 0 else None

    def meaning(self, text):
        path = os.path.join(self.options.folder, "meaning.stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        code, out, said = run([self.options.stencilc, "--emit=ir", path])
        return re.sub(r"//.*| from .*", "", out) if code == 0 else said

    def judge(self, text, meaning):
        once = self.laid_out(text)
        if once is None:
            return
        if words(once) != words(text):
            self.found("other words", text)
        if self.laid_out(once) != once:
            self.found("laid out again it changes", text)
        if any(line != line.rstrip() or "\t" in line.split("//")[0] for line in once.splitlines()):
            self.found("blanks at the end of a line, or tabs", text)
        if self.meaning(once) != meaning:
            self.found("another meaning", text)

    def program(self, text, seed):
        choose = random.Random(seed)
        meaning = self.meaning(text)
        self.judge(text, meaning)
        for _ in range(3):
            self.judge(noisy(text, choose, lines=True), meaning)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-layouts"))
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    layouts = Layouts(options)
    for number, path in enumerate(options.files):
        with open(path, encoding="utf-8") as file:
            layouts.program(file.read(), number)
    count = len(options.files)
    if not options.files:
        count = options.count
        for seed in range(options.first, options.first + count):
            layouts.program(generate.program(seed).text, seed)
    print(f"{count} programs in {4 * count} layouts: {layouts.findings} findings")
    return 1 if layouts.findings else 0


if __name__ == "__main__":
    sys.exit(main())
