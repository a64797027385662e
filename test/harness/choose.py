"""Finds the tests that a person names: by a path, or by a part of one."""
import difflib
import fnmatch
import os
import re

CASE = re.compile(r"^TEST(?:_F|(_P))?\(\s*(\w+),\s*(\w+)\s*\)", re.M)  # of googletest: suite, name



def stem(path):
    """`path` without the extension of a test or of its source."""
    base, extension = os.path.splitext(path)
    return base if extension in (".stencil", ".test", ".cpp", ".cu", ".py") else path


def below_test(word, root, here):
    """The path below `root`/test of an existing file or folder that `word` names from `here`, from test/ or from the root; else `word`."""
    top = os.path.realpath(os.path.join(root, "test"))
    for folder in (here, top, root):
        path = os.path.realpath(os.path.join(folder, word))
        if os.path.exists(path) and (path + "/").startswith(top + "/"):
            return os.path.relpath(path, top)
    return os.path.normpath(word).removeprefix("test/")


def is_part(wanted, parts):
    """Whether `parts` has the names or patterns `wanted`, in this order."""
    rest = iter(parts)
    return all(any(fnmatch.fnmatchcase(part, name) for part in rest) for name in wanted)


def find(word, tests, root, here):
    """The tests that `word` names: one by its path, all of a folder, or else all that have the parts of `word` in their paths."""
    path = below_test(word, root, here)
    if path == ".":
        return tests
    exact = [name for name in tests if stem(name) == stem(path) or name.startswith(path + "/")]
    return exact or [name for name in tests if is_part(stem(path).split("/"), stem(name).split("/"))]


def cases(word, tests, sources, root, here):
    """Filters of googletest, by unit test, for the cases that `word` names: FILE.CASE or SUITE.CASE, where CASE may be a pattern.

    `sources` returns the paths of a test's files. The cases of one file also run in tests of other programs (FileSanitized): a SUITE
    means the test that is called as its file.
    """
    place, _, wanted = os.path.normpath(word).rpartition(".")
    if not place or not wanted:
        return {}
    units = [name for name in tests if name.startswith("unit/")]
    folder, suite = os.path.split(stem(place))

    def matching(names, is_meant):
        found = {}
        for name in names:
            for parameter, of, case in defined(sources(name)):
                if is_meant(of) and fnmatch.fnmatchcase(case, wanted):
                    found.setdefault(name, []).append(f"*/{of}.{case}/*" if parameter else f"{of}.{case}")
        return found
    by_suite = [name for name in (find(folder, units, root, here) if folder else units) if stem((sources(name) or [""])[0]).endswith(name)]
    return matching(find(place, units, root, here), lambda of: True) or matching(by_suite, lambda of: of == suite)


def defined(paths):
    """(whether it has parameters, suite, name) of each case of googletest that the files `paths` define."""
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            yield from CASE.findall(file.read())


def near_cases(word, tests, sources, root, here):
    """Up to five cases that look like `word`, FILE.CASE, of a unit test that it names."""
    place, _, wanted = os.path.normpath(word).rpartition(".")
    units = [name for name in tests if name.startswith("unit/")]
    names = {case: f"{name}.{case}" for name in (find(place, units, root, here) if place else []) for _, _, case in defined(sources(name))}
    return [names[case] for case in difflib.get_close_matches(wanted, names, 5, 0.4)]


def near(word, tests):
    """Up to five names of tests and folders that look like `word`."""
    path = stem(os.path.normpath(word))
    names = {}
    for name in map(stem, tests):
        folder, last = os.path.split(name)
        names.update({name: name, last: name, name.replace("/", "-"): name, folder: folder, os.path.basename(folder): folder})
    names.pop("", None)
    found = difflib.get_close_matches(path, names, 8, 0.6) + difflib.get_close_matches(os.path.basename(path), names, 8, 0.75)
    return list(dict.fromkeys(names[name] for name in found))[:5]
