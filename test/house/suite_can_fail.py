"""Runs a small suite with one test of each outcome by the test format of the suite, and asks for tests by many names.

usage: suite_can_fail.py ROOT LIT BUILD
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT, LIT, BUILD = map(os.path.abspath, sys.argv[1:4])
sys.path.insert(0, os.path.join(ROOT, "test", "harness"))
import changed  # noqa: E402
import choose  # noqa: E402
import listing  # noqa: E402
import report  # noqa: E402
import suite  # noqa: E402

CONFIG = """import sys
sys.path.insert(0, {harness!r})
import formats
config.name = "stencilc"
config.test_format = formats.Suite({build!r}, measures=True, cases={cases!r})
config.suffixes = [".test"]
"""
CASES = {"unit/case": "A.b", "unit/no-case": "A.c"}  # filters of googletest by test
COMMANDS = {  # limit in seconds, command
    "unit/good": (60, ["true"]),
    "unit/bad": (60, ["sh", "-c", "echo seen; exit 3"]),
    "unit/absent": (60, ["./not-built"]),
    "unit/case": (60, ["sh", "-c", '[ "$*" = "--file=A --gtest_filter=A.b" ]', "sh", "--file=A"]),
    "unit/no-case": (60, ["echo", "Running 0 tests from 0 test suites"]),
    "unit/skipped": (60, ["sh", "-c", "exit 77"]),
    "unit/busy": (60, [sys.executable, "-c", "while __import__('time').process_time() < 0.5: pass"]),
    "unit/endless": (1, ["sh", "-c", "sleep 3600 & echo $! > child; wait"]),
}
WANTED = {"unit/good": "PASS", "unit/bad": "FAIL", "unit/absent": "FAIL", "unit/case": "PASS", "unit/no-case": "FAIL", "unit/skipped": "UNSUPPORTED", "unit/busy": "PASS",
          "unit/endless": "TIMEOUT", "shell.test": "PASS", "wrong.test": "FAIL"}


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def outcomes():
    """Differences between the results of the small suite and what they should be."""
    with tempfile.TemporaryDirectory() as build:
        tests = os.path.join(build, "test")
        os.makedirs(os.path.join(tests, "unit"))
        with open(os.path.join(tests, "lit.cfg.py"), "w", encoding="utf-8") as file:
            file.write(CONFIG.format(harness=os.path.join(ROOT, "test", "harness"), build=build, cases=CASES))
        with open(os.path.join(tests, "registered.tsv"), "w", encoding="utf-8") as file:
            file.writelines("\t".join([name, str(limit), "a_target", *command]) + "\n" for name, (limit, command) in COMMANDS.items())
        for name, command in (("shell", "true"), ("wrong", "false")):
            with open(os.path.join(tests, name + ".test"), "w", encoding="utf-8") as file:
                file.write("RUN: " + command + "\n")
        results = os.path.join(build, "results.json")
        subprocess.run([sys.executable, LIT, "-j2", "--no-progress-bar", "-o", results, tests], capture_output=True, check=False)
        with open(results, encoding="utf-8") as file:
            found = {test["name"].removeprefix("stencilc :: "): test for test in json.load(file)["tests"]}
        codes = {name: test["code"] for name, test in found.items()}
        if codes != WANTED:
            yield f"codes are {codes}"
        if "exit code 3\nseen" not in found["unit/bad"]["output"]:
            yield f"output of a command: {found['unit/bad']['output']}"
        if "a_target" not in found["unit/absent"]["output"]:
            yield f"output where a program is not built: {found['unit/absent']['output']}"
        if not 0.4 < found["unit/busy"]["metrics"]["processor"] < 5:
            yield f"processor seconds: {found['unit/busy']['metrics']}"
        with open(os.path.join(tests, "unit", "child"), encoding="utf-8") as file:
            child = int(file.read())
        time.sleep(0.1)
        if is_running(child):
            yield "a child of a test that exceeded its limit still runs"
        for test in found.values():
            test["name"] = test["name"].removeprefix("stencilc :: ")
        if report.closing(list(found.values()), {"a": "left out"}, 2) != (4, 5 + 2, 1 + 1):
            yield f"counts are {report.closing(list(found.values()), {'a': 'left out'}, 2)}"


TEAM, FACES = "unit/runtime/core/TeamTest", "run/wavefront_faces/wavefront_faces.stencil"
ACOUSTIC = "run/programs/waves/program_acoustic.test"
NAMES = [  # a name, the folder it is given in, what it finds
    ("run/program_acoustic", ".", [ACOUSTIC]),
    ("program_acoustic", ".", [ACOUSTIC]),
    ("program_acoustic.test", ".", [ACOUSTIC]),
    (ACOUSTIC, ".", [ACOUSTIC]),
    ("test/" + ACOUSTIC, ".", [ACOUSTIC]),
    ("./program_acoustic.test", "test/run/programs/waves", [ACOUSTIC]),
    ("../waves/program_acoustic.test", "test/run/programs/heat", [ACOUSTIC]),
    (os.path.join(ROOT, "test", ACOUSTIC), "/", [ACOUSTIC]),
    ("test/unit/runtime/core/TeamTest.cpp", ".", [TEAM]),
    ("TeamTest", "stencils", [TEAM]),
    ("run/wave*/wavefront_faces", ".", [FACES]),
    ("run/nothing_like_that", ".", []),
    ("stencils/heat/heat3d.stencil", ".", []),
]


def names():
    tests = suite.tests(BUILD, ROOT)
    for word, here, wanted in NAMES:
        found = choose.find(word, tests, ROOT, os.path.join(ROOT, here))
        if found != wanted:
            yield f"'{word}' in {here} finds {found}"
    for word, start in (("plan", "plan/"), ("test/plan/", "plan/"), ("unit/runtime", "unit/runtime/"), ("waves", "run/programs/waves/")):
        found = choose.find(word, tests, ROOT, ROOT)
        if not found or found != [name for name in tests if name.startswith(start)]:
            yield f"'{word}' finds {found}"
    if choose.find("test", tests, ROOT, ROOT) != tests:
        yield "the folder test is not all tests"
    for word, wanted in (("run/program_acustic", "run/programs/waves/program_acoustic"), ("fuzz-editor", "fuzz/editor"), ("wavefronts", "run/wavefront")):
        if wanted not in choose.near(word, tests):
            yield f"near '{word}' are {choose.near(word, tests)}"


NPY, ENGINE = "unit/runtime/program/NpyTest", "unit/runtime/core/EngineTest"
BROKEN = {NPY: ["NpyTest.brokenHeadersAreRefused"]}
UNIT_CASES = [  # a name, the folder it is given in, the cases that it finds
    (NPY + ".brokenHeadersAreRefused", ".", BROKEN),
    ("test/unit/runtime/program/NpyTest.cpp.brokenHeadersAreRefused", ".", BROKEN),
    ("NpyTest.broken*Refused", "stencils", BROKEN),
    ("EngineTest.theSameIsRefused", ".", {ENGINE: ["*/EngineTest.theSameIsRefused/*"]}),
    ("EverySchedule.AsksAboutNoFace*", ".", {"unit/schedules/OwnFacesTest": ["*/EverySchedule.AsksAboutNoFaceOfAnotherPiece/*"]}),
    ("NpyTest.nothing", ".", {}),
    ("unit/emit/NpyTest.brokenHeadersAreRefused", ".", {}),
    ("stencils/heat/heat3d.stencil", ".", {}),
    ("..", ".", {}),
]
SEARCHES = [  # a word, a test that it finds by name or by what is tested, a test that it finds in texts only
    ("NpyHeader", NPY, None),
    ("compiler/driver/verify/Ledger.cpp", "unit/driver/LedgerTest", None),
    ("program_acoust", ACOUSTIC, None),
    ("sigterm", None, "driver/ends/signals_end_everything.test"),
    ("heat3d_swap", None, "lift/equal/equal_bytes.test"),
    ("checkSaved", None, "driver/ends/saves_killed.test"),  # a function of a file in Inputs/
    ("Npy", NPY, "driver/ends/bad_array_file.test"),
]
DESCRIBED = {"driver/cli/names_all_or_none.test": "A signal that comes while", NPY: ".npy files: what is written", "house/tidy": "clang-tidy over all sources"}


def cases():
    tests = suite.tests(BUILD, ROOT)
    for word, here, wanted in UNIT_CASES:
        found = choose.cases(word, tests, lambda name: suite.sources(BUILD, ROOT, name), ROOT, os.path.join(ROOT, here))
        if found != wanted:
            yield f"'{word}' in {here} finds cases {found}"


def listed():
    tests = suite.tests(BUILD, ROOT)
    for word, by_name, by_text in SEARCHES:
        named, byText = listing.search(word, tests, BUILD, ROOT, ROOT)
        if by_name not in {*named, None} or by_text not in {*byText, None} or (by_name is None and named) or named & byText:
            yield f"'{word}' finds {sorted(named)} and in texts {sorted(byText)}"
    found = list(listing.lines({*DESCRIBED}, {ACOUSTIC}, BUILD, ROOT))
    width = len(ACOUSTIC) + 2
    if found[3] != "in their texts:" or [line[:width] + line[width:][:len(text)] for line, (name, text) in zip(found, sorted(DESCRIBED.items()))] != [
            name.ljust(width) + text for name, text in sorted(DESCRIBED.items())]:
        yield f"lines of a list: {found}"


def progress():
    if "last" in report.Progress(2).line():
        yield "the line of progress names a last test before one has ended"


def threads():
    """ThreadSanitizer is byText to have changed by every source of the runtime, and by its tests."""
    watched = changed.sources_of(BUILD, ROOT, r"\w+Threads")
    tests = {f"test/{name.removesuffix('Threads')}.cpp" for name in suite.commands(BUILD) if name.endswith("Threads")}
    wanted = changed.sources_of(BUILD, ROOT, r"stencilc_runtime\w*") | tests
    if not tests or watched != wanted:
        yield f"sources that ThreadSanitizer checks: {sorted(watched ^ wanted)}"


failed = [*outcomes(), *names(), *cases(), *listed(), *progress(), *threads()]
print("\n".join(failed))
print(f"{len(failed)} findings")
sys.exit(1 if failed else 0)
