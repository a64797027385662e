"""Finds tests by a word in their names, in the names of the classes that they test, or in their texts, and describes them in a line each."""
import functools
import os
import re
import shutil
import sys

import changed
import choose
import suite

CLASS = re.compile(r"^ *(?:template <.*> ?)?(?:class|struct|union|enum|enum class) (?:\[\[.*\]\] )?(\w+)\b[^;(]*\{", re.M)
COMMENT = re.compile(r"\s*(?://+|#)!?\s*(\S.*)")
DIRECTIVE = re.compile(r"[A-Z][\w-]*:")  # of lit or FileCheck: RUN, REQUIRES, CHECK-NEXT


@functools.cache
def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def description(path):
    """The first line that says what the test in the file `path` is about: of its \\file comment, its docstring, or its first comment."""
    said = re.search(r"^/// \\file (.*)", read(path), re.M) or (path.endswith(".py") and re.search(r'^"""(.*)', read(path), re.M))
    comments = filter(None, map(COMMENT.fullmatch, read(path).splitlines()[0 if not read(path).startswith("#!") else 1:]))
    line = said[1] if said else next((comment[1] for comment in comments if not DIRECTIVE.match(comment[1])), "")
    line = line.removesuffix('"""').strip()
    return line + " ..." * (line != "" and line[-1] not in ".:!?")


def headers(word, graph):
    """Headers of the project that are called `word`, or define a class of this name; `word` may be the path of a source."""
    wanted = os.path.splitext(os.path.basename(word))[0].lower()
    paths = [path for paths in graph.named.values() for path in paths if path.endswith(".h") and path.startswith(("compiler/", "runtime/"))]
    for path in paths:
        called = os.path.splitext(os.path.basename(path))[0]
        if wanted in map(str.lower, (called, *CLASS.findall(read(os.path.join(graph.root, path))))):
            yield path


def including(word, tests, build, root):
    """The unit tests with the fewest steps from their source to a header of the class or source file `word`."""
    graph = changed.Includes(root, ())
    wanted, found = set(headers(word, graph)), {}
    for name in tests if wanted else ():
        if name.startswith("unit/"):
            level = seen = {os.path.relpath(path, root) for path in suite.sources(build, root, name)}
            steps = 0
            while level and not level & wanted:
                level = set().union(*map(graph.direct, level)) - seen
                seen, steps = seen | level, steps + 1
            if level:
                found.setdefault(steps, []).append(name)
    return found[min(found)] if found else []


def search(word, tests, build, root, here):
    """The tests that `word` finds by their names or by what they test, and those that only have it in their texts.

    A path, which has a slash, is looked for in texts only if no test is called so. Capital and small letters are the same.
    """
    named = set(choose.find(word, tests, root, here) or choose.cases(word, tests, lambda name: suite.sources(build, root, name), root, here))
    if "/" in word and named:
        return named, set()
    named.update(name for name in tests if word.lower() in name.lower())
    named.update(including(word, tests, build, root))
    byText = {name for name in tests if any(word.lower() in read(path).replace("RUN:", "").lower() for path in suite.sources(build, root, name))}
    return named, byText - named


def lines(named, byText, build, root):
    """What is printed of the tests `named`, and of those found by their texts."""
    width = max(map(len, [*named, *byText]), default=0)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def line(name):
        paths = suite.sources(build, root, name)
        return f"{name:{width}}  {description(paths[0]) if paths else ''}".rstrip()[:columns]
    yield from map(line, sorted(named))
    if byText:
        yield "in their texts:"
        yield from map(line, sorted(byText))
