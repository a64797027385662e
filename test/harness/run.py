"""Builds what the chosen tests need and runs them with lit; scripts/test --help says how it is called.

usage: run.py HERE [OPTION...] [NAME...]      HERE: the folder of whoever calls, for relative paths
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

import changed
import choose
import listing
import report
import suite
import wheels

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
THREADS = re.compile(r"unit/runtime/[\w/]+Threads")
PACKAGES = {"run/saves/saves_open_in_vtk.test": "vtk", "house/pages/site.test": "site"}  # of PyPI that a test needs
TIMES = ".lit_test_times.txt"  # lit begins with the longest tests; without one of its own it reads that of test/


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/test", add_help=False)
    parser.add_argument("here")
    parser.add_argument("names", nargs="*")
    parser.add_argument("-j", dest="workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep-times", action="store_true")
    return parser.parse_intermixed_args()


def build(targets):
    """Builds `targets`, or brings a configured build folder up to date without any; ends this process if that fails."""
    command = [os.path.join(ROOT, "scripts/build"), "--tests", BUILD]
    if setting("STENCILC_TESTS") == "ON" and os.path.exists(os.path.join(BUILD, "build.ninja")):
        command = ["ninja", "-C", BUILD]
    done = subprocess.run([*command, *(targets or ["build.ninja"])], cwd=ROOT, check=False, text=True,
                          stdout=None if targets else subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit((done.stdout or "") + "scripts/test: the build failed; no test was run")


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sources(name):
    return suite.sources(BUILD, ROOT, name)


def unknown(name, tests, here):
    """Ends this process with names that look like `name`."""
    near = choose.near_cases(name, tests, sources, ROOT, here) or choose.near(name, tests)
    hint = "near names: " + ", ".join(near) if near else "scripts/test --list prints all names"
    print(f"scripts/test: no test is called '{name}'; {hint}", file=sys.stderr)
    sys.exit(2)


def chosen(names, tests, here):
    """The tests that `names` name, all without any, and filters of googletest for those of which only cases are named; ends this process
    if a name is unknown."""
    found, cases = set() if names else set(tests), {}
    for name in names:
        of_name = choose.find(name, tests, ROOT, here)
        found.update(of_name)
        of_cases = {} if of_name else choose.cases(name, tests, sources, ROOT, here)
        for test, filters in of_cases.items():
            cases[test] = [*cases.get(test, ()), *filters]
        if not of_name and not of_cases:
            unknown(name, tests, here)
    return sorted(found | set(cases)), {test: ":".join(filters) for test, filters in cases.items() if test not in found}


def listed(names, tests, here):
    """The lines of --list: all tests without `names`, else those that have one of them in their names or texts."""
    named, byText = set() if names else set(tests), set()
    for name in names:
        found = listing.search(name, tests, BUILD, ROOT, here)
        if not any(found):
            unknown(name, tests, here)
        named, byText = named | found[0], byText | found[1]
    return listing.lines(named, byText - named, BUILD, ROOT)


def left_out(names, options):
    """Why tests of `names` need not run, by their names: ThreadSanitizer has nothing new to see. A test that is asked for by name runs."""
    threads = [name for name in names if THREADS.fullmatch(name)]
    if not threads or options.all or any("Threads" in word for word in options.names):
        return {}
    changes = changed.Changes(ROOT, changed.tools_of(BUILD), ("test/harness/changed.py",))
    if changes.sources(changed.sources_of(BUILD, ROOT, r"\w+Threads")):
        return {}
    reason = f"nothing that ThreadSanitizer checks changed after {changes.commit[:8]} (test/checked-whole); --all runs them"
    return dict.fromkeys(threads, reason)


def is_clean():
    """Whether the working tree is a commit, but for what a run of the suite writes."""
    status = changed.git(ROOT, "status", "--porcelain", "-z")
    written = (changed.RECORD, "test/" + TIMES)
    return status is not None and all(line[3:] in written for line in status.split("\0") if line)


def record(commit):
    """Writes that all of `commit` was checked, if the working tree still is that commit."""
    if commit and is_clean() and commit == changed.git(ROOT, "rev-parse", "HEAD"):
        changed.write_record(ROOT, commit.strip(), changed.tools_of(BUILD))
        print(f"{changed.RECORD} has this commit: commit that file")
    else:
        print(f"{changed.RECORD} is as before: a run of --all writes it if all changes are committed")


def targets_of(names):
    found = {target for name in names for target in suite.targets(BUILD, ROOT, name)}
    return sorted(found)


def setting(name):
    """A value of the build folder's CMake cache; empty without one."""
    path = os.path.join(BUILD, "CMakeCache.txt")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as cache:
        found = re.search(rf"^{name}:\w+=(.*)$", cache.read(), re.M)
    return found[1] if found else ""


def run(names, every, workers, cases):
    """lit's results of the tests `names`, which may be fewer where it was interrupted. `cases` are filters of googletest by test."""
    results = os.path.join(BUILD, "test", "results.json")
    if os.path.exists(results):
        os.remove(results)
    command = [sys.executable, setting("STENCILC_LIT"), "-j", str(workers), "--no-progress-bar", "-Dprocessor",
               "-Dcases=" + json.dumps(cases), "-o", results]
    if len(names) < len(every):
        command.append("--filter=^stencilc :: (?:" + "|".join(map(re.escape, names)) + ")$")
    progress = report.Progress(len(names))
    print(f"{len(names)} tests, {workers} at a time", *(f"{name}: only {cases[name]}" for name in sorted(cases)), sep="\n", flush=True)
    with subprocess.Popen([*command, os.path.join(BUILD, "test")], stdout=subprocess.PIPE, cwd=ROOT) as lit:
        try:
            progress.follow(lit.stdout)
        except KeyboardInterrupt:  # lit has got it, too: it ends its tests and writes what it has
            progress.follow(lit.stdout)
    if not os.path.exists(results):
        return []
    with open(results, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    for test in tests:
        test["name"] = test["name"].removeprefix("stencilc :: ")
    return tests


def main():
    options, start = arguments(), time.time()
    build([])
    every = suite.tests(BUILD, ROOT)
    if options.list:
        print(*listed(options.names, every, options.here), sep="\n")
        return 0
    names, cases = chosen(options.names, every, options.here)
    commit = changed.git(ROOT, "rev-parse", "HEAD") if options.all and is_clean() else None
    idle = left_out(names, options)
    names = [name for name in names if name not in idle]
    if options.all:
        os.environ["STENCILC_TEST_ALL"] = "1"
    targets = targets_of(names) + (wheels.TARGETS if wheels.needed(names) else [])
    if targets:
        build(targets)
    built = time.time() - start, processor_seconds()
    for test, packages in PACKAGES.items():
        if test in names:
            subprocess.run([os.path.join(ROOT, "scripts/install-pypi"), packages], check=False)
    if wheels.needed(names):
        wheels.prepare(ROOT, BUILD)
    start = time.time()
    tests = run(names, every, options.workers, cases) if names else []
    wall = time.time() - start
    if tests:
        print("\n" + "\n".join(report.times(tests, built, wall)) + "\n")
    for line in [*report.skipped(tests, idle), *report.failures(tests)]:
        print(line)
    passed, failed, skipped = report.closing(tests, idle, len(names) - len(tests))
    if len(tests) < len(names):
        print(f"{len(names) - len(tests)} tests did not run: they count as failed")
    if options.keep_times and not options.names and not failed:
        shutil.copy(os.path.join(BUILD, "test", TIMES), os.path.join(ROOT, "test", TIMES))
    if options.all and not options.names and not failed:
        record(commit)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
