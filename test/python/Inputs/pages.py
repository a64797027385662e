"""Runs the Python blocks of pages: a reader who copies them from the top of a page to its end must get no error.

The blocks of a page are marked ```python. They run in order, in one namespace, in a temporary folder, with the interpreter that runs
this script. A comment of the page before a block says that it is treated differently:

    <!-- not run: needs a GPU -->     the block is compiled, and run only if --with names a word of the reason
    <!-- a file: study.py -->         the block is written to this file and run as a process of its own

usage: pages.py [--compile] [--with WORD]... PAGE...
    --compile      runs nothing: every block must be correct Python
    --with WORD    also runs blocks whose reason has this word, for example --with JAX

The exit code is 1 if a block fails. Messages have the page and the line: `docs/guide/python.md:57: ...`.
"""
import argparse
import contextlib
import io
import linecache
import os
import re
import subprocess
import sys
import tempfile
import traceback
import types

FENCE = re.compile(r"^(`{3,})(\S*)\s*$")
COMMENT = re.compile(r"^<!-- (not run|a file): (.+) -->$")
MARK = re.compile(r"^<!--.*\b(?:not run|a file)\b")


class PageError(Exception):
    """A page, or a block that is a file of its own, is wrong at a line of the page."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line = line


class Block:
    """A Python block of a page: the number of the line above its first one, its text, and the comment before it."""

    def __init__(self, line, text, kind, reason):
        self.line, self.text, self.kind, self.reason = line, text, kind, reason


def blocks(text):
    """Yields the Python blocks of a page. Raises PageError for a comment that marks no block, and for a block without an end."""
    kind = reason = fence = None
    begun, lines, isPython = 0, [], False
    for number, line in enumerate(text.split("\n"), 1):
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1] == fence and not mark[2]:
                if isPython:
                    yield Block(begun, "\n".join(lines) + "\n", kind, reason)
                kind = reason = fence = None
            else:
                lines.append(line)
        elif mark:
            fence, begun, lines, isPython = mark[1], number, [], mark[2] == "python"
            if kind and not isPython:
                raise PageError(number, "the comment above is for a block of Python")
        elif comment := COMMENT.match(line):
            kind, reason = comment.groups()
        elif MARK.match(line):
            raise PageError(number, "the comment is '<!-- not run: REASON -->' or '<!-- a file: NAME.py -->'")
        elif line.strip() and kind:
            raise PageError(number, "the comment above is not followed by a block")
    if fence or kind:
        raise PageError(begun or number, "a block, or the comment before one, has no end")


def compiled(page, block):
    """Compiles a block so that its line numbers are those of the page."""
    return compile("\n" * block.line + block.text, page, "exec", dont_inherit=True)


def line_of(page, error):
    """Returns the line of a page at which an exception was raised: in a block, the line of the statement of the block."""
    if isinstance(error, PageError):
        return error.line
    if isinstance(error, SyntaxError) and error.filename == page:
        return error.lineno
    return next((frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == page), 0)


def run_file(block):
    """Runs a block as a process of its own. Raises PageError with its output if it fails."""
    with open(block.reason, "w", encoding="utf-8") as file:
        file.write(block.text)
    done = subprocess.run([sys.executable, block.reason], capture_output=True, text=True, check=False)
    if done.returncode:
        raise PageError(block.line, f"{block.reason} failed\n{done.stdout}{done.stderr}")


def run_page(page, text, also):
    """Runs the blocks of a page in the current folder. Returns the numbers of blocks that were run, and that were only compiled."""
    module = types.ModuleType("__page__")
    sys.modules["__page__"] = module # for functions that are pickled or inspected
    linecache.cache[page] = (len(text), None, [line + "\n" for line in text.split("\n")], page) # compilers of functions read their source
    counts = [0, 0]
    for block in blocks(text):
        code = compiled(page, block)
        words = set(re.findall(r"\w+", (block.reason or "").lower()))
        isLeft = block.kind == "not run" and not words & also
        counts[isLeft] += 1
        if isLeft:
            continue
        if block.kind == "a file":
            run_file(block)
        else:
            exec(code, module.__dict__)
    return counts


def check(page, also, only_compile):
    """Checks a page and prints a line about it. Returns False if a block fails, whose output is printed."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    output, here = io.StringIO(), os.getcwd()
    try:
        if only_compile:
            for block in blocks(text):
                compiled(page, block)
            return True
        with tempfile.TemporaryDirectory(prefix="page-") as folder, contextlib.redirect_stdout(output):
            os.chdir(folder)
            try:
                run, left = run_page(page, text, also)
            finally:
                os.chdir(here)
        print(f"{page}: {run} blocks run, {left} only compiled")
        return True
    except (Exception, SystemExit) as error: # a block may raise anything
        print(output.getvalue(), end="")
        if not isinstance(error, (PageError, SyntaxError)):
            traceback.print_exc(file=sys.stdout)
        print(f"{page}:{line_of(page, error)}: {type(error).__name__}: {error}")
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compile", action="store_true", help="run nothing")
    parser.add_argument("--with", dest="also", action="append", default=[], metavar="WORD", help="also run blocks with this reason")
    parser.add_argument("pages", nargs="+", metavar="PAGE")
    given = parser.parse_args()
    also = {word.lower() for word in given.also}
    good = [check(page, also, given.compile) for page in given.pages]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
