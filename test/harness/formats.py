"""The test format of the suite, for lit: shell tests in files, and the commands that CMake registers."""
import os
import resource
import signal
import subprocess
import threading

import lit.formats
import lit.Test

from suite import commands

FILE_TIMEOUT = 3600  # seconds for a test in a file, on a busy machine; commands have limits of their own
SKIPPED = 77  # exit code of a command


def processor_seconds():
    """User and system time of all children of this process that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def descendants(process):
    """Ids of all running processes below `process`."""
    children = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:  # it has ended
            continue
        children.setdefault(parent, []).append(int(entry))
    found = [process]
    for one in found:
        found += children.get(one, [])
    return found[1:]


class Limit:
    """Kills all descendants of this process if its block takes longer than `seconds`."""

    def __init__(self, seconds):
        self.isExceeded = False
        self.timer = threading.Timer(seconds, self.end)

    def end(self):
        self.isExceeded = True
        for process in descendants(os.getpid()):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def __enter__(self):
        self.timer.start()
        return self

    def __exit__(self, *_):
        self.timer.cancel()


class Suite(lit.formats.ShTest):
    """Runs a registered command, or a file as lit's shell tests.

    With `measures` results have the metric "processor", in seconds. Of unit tests in `cases` only the cases run that their filters of
    googletest name.
    """

    def __init__(self, build, measures, cases=None):
        super().__init__(execute_external=False)
        self.build, self.measures, self.cases = build, measures, cases or {}

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        yield from super().getTestsInDirectory(testSuite, path_in_suite, litConfig, localConfig)
        for name in commands(self.build):
            path = tuple(name.split("/"))
            if path[:-1] == path_in_suite:
                yield lit.Test.Test(testSuite, path, localConfig)

    def run(self, command):
        """Runs a command in the build folder of its tests, in the caller's environment, with the cache of the suite."""
        place = os.path.join(self.build, "test", os.path.dirname(command.name))
        os.makedirs(place, exist_ok=True)
        environment = {**os.environ, "XDG_CACHE_HOME": os.path.join(self.build, "test-cache")}
        words = command.command
        if command.name in self.cases:
            words = [*words, "--gtest_filter=" + self.cases[command.name]]
        try:
            done = subprocess.run(words, cwd=place, env=environment, text=True, errors="replace", check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except FileNotFoundError as missing:
            built = " ".join(command.targets)
            return lit.Test.Result(lit.Test.FAIL, f"{missing}\nscripts/test builds what a test needs: ninja -C {self.build} {built}\n")
        if done.returncode == SKIPPED:
            return lit.Test.Result(lit.Test.UNSUPPORTED, done.stdout)
        none = command.name in self.cases and "Running 0 tests" in done.stdout  # a case that is not compiled here
        code = lit.Test.FAIL if done.returncode or none else lit.Test.PASS
        return lit.Test.Result(code, f"{' '.join(words)}\nexit code {done.returncode}\n{done.stdout}")

    def execute(self, test, litConfig):
        command = commands(self.build).get("/".join(test.path_in_suite))
        before = processor_seconds()
        seconds = command.timeout if command else FILE_TIMEOUT
        with Limit(seconds) as limit:
            result = self.run(command) if command else super().execute(test, litConfig)
        if not isinstance(result, lit.Test.Result):
            result = lit.Test.Result(*result)
        if limit.isExceeded:
            result = lit.Test.Result(lit.Test.TIMEOUT, f"ended after its limit of {seconds} s\n{result.output}")
        if self.measures:
            result.addMetric("processor", lit.Test.RealMetricValue(processor_seconds() - before))
        return result
