"""What a run of the suite prints: progress, times, failures, and the closing line."""
import collections
import os
import re
import select
import shutil
import sys
import time

RESULT = re.compile(r"^([A-Z]+): stencilc :: (\S+) \((\d+) of (\d+)\)$")
PASSED = ("PASS", "FLAKYPASS", "XFAIL")
SKIPPED = ("UNSUPPORTED",)
EVERY = 30  # seconds between lines of progress, where no terminal shows it


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Progress:
    """Follows lit's result lines: one line that changes on a terminal, else a line every EVERY seconds; failures at once."""

    def __init__(self, total):
        self.total, self.done, self.failed, self.last = total, 0, 0, ""
        self.start = self.shown = time.time()
        self.isTerminal = sys.stdout.isatty()

    def line(self):
        last = f"; last: {self.last}" if self.last else ""  # no test has ended yet
        return f"{clock(time.time() - self.start):>6}  {self.done} of {self.total} tests, {self.failed} failed{last}"

    def show(self):
        if self.isTerminal:
            columns = shutil.get_terminal_size().columns - 1
            print("\r" + self.line()[:columns].ljust(columns), end="", flush=True)
        elif time.time() - self.shown >= EVERY:
            self.shown = time.time()
            print(self.line(), flush=True)

    def take(self, line):
        result = RESULT.match(line)
        if not result:
            return
        code, self.last = result[1], result[2]
        self.done += 1
        if code not in PASSED + SKIPPED:
            self.failed += 1
            print(("\r" if self.isTerminal else "") + f"{code}: {self.last}".ljust(79), flush=True)

    def follow(self, stream):
        """Reads `stream`, a binary pipe, to its end."""
        rest = b""
        while True:
            if select.select([stream], [], [], 1 if self.isTerminal else EVERY)[0]:
                data = os.read(stream.fileno(), 65536)
                if not data:
                    break
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self.take(line.decode(errors="replace"))
            self.show()
        if self.isTerminal:
            print("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r", end="")


def suite_of(name):
    """The row of the table that has the test `name`: its folder, of which programs of all sciences are one."""
    folders = name.split("/")[:-1]
    return "/".join(folders[:2])


def table(rows):
    """`rows` of (name, tests, seconds, processor seconds) and their sum, as lines."""
    rows = [*rows, ("sum", *map(sum, zip(*[row[1:] for row in rows])))]
    width = max(len(row[0]) for row in rows)
    yield f"{'':{width}}  tests  seconds  processor seconds"
    for name, count, seconds, processor in rows:
        yield f"{name:{width}}  {count or '':>5}  {seconds:7.1f}  {processor:17.1f}"


def times(tests, build, wall):
    """The table of suites and the list of the longest tests; `build` is (seconds, processor seconds) of the build, `wall` seconds of all tests."""
    sums = collections.defaultdict(lambda: [0, 0.0, 0.0])
    for test in tests:
        row = sums[suite_of(test["name"])]
        row[0] += 1
        row[1] += test["elapsed"] or 0
        row[2] += test["metrics"]["processor"]
    yield f"Wall time: {build[0]:.1f} s of building, {wall:.1f} s of tests. Seconds of tests overlap where several run at once."
    yield from table([("building", 0, *build), *((name, *row) for name, row in sorted(sums.items()))])
    yield ""
    yield "The longest tests, in seconds and processor seconds:"
    for test in sorted(tests, key=lambda test: -(test["elapsed"] or 0))[:10]:
        yield f"{test['elapsed']:7.1f}  {test['metrics']['processor']:7.1f}  {test['name']}"


def skipped(tests, left_out):
    """A line for each reason of `left_out` (reason by name) and of tests that lit skipped, with the names."""
    reasons = collections.defaultdict(list)
    for name, reason in left_out.items():
        reasons[reason].append(name)
    for test in tests:
        if test["code"] in SKIPPED:
            said = (test["output"] or "").strip().split("\n")[-1]
            reasons[said].append(test["name"])
    for reason, names in reasons.items():
        yield f"skipped {len(names)}: {reason}"
        yield from (f"    {name}" for name in sorted(names))


def failures(tests):
    for test in tests:
        if test["code"] not in PASSED + SKIPPED:
            yield f"---- {test['code']}: {test['name']}"
            yield (test["output"] or "").rstrip()
            yield f"---- run it alone: scripts/test {os.path.splitext(test['name'])[0]}"
            yield ""


def closing(tests, left_out, missing):
    """The last line, (passed, failed, skipped) as counts; tests that never ran (`missing`) have failed."""
    passed = sum(test["code"] in PASSED for test in tests)
    skips = sum(test["code"] in SKIPPED for test in tests)
    return passed, len(tests) - passed - skips + missing, skips + len(left_out)
