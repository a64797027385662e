"""Ends runs before their first step: how they end, and that they leave nothing behind.

usage: early_end.py STENCILC PROGRAM
"""
import os
import signal
import stat
import subprocess
import sys
import time

TOOL, PROGRAM = sys.argv[1:]
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # which whoever starts tests may ignore
    signal.signal(each, signal.SIG_DFL)


def ended(what, command, by, isReady):
    """How a run ends that gets a signal once `isReady`."""
    environment = dict(os.environ, CXX="./slow", STENCILC_JIT="")
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    for _ in range(6000):
        if isReady(run):
            break
        time.sleep(0.01)
    run.send_signal(by)
    run.wait(timeout=60)  # with its input open: an end of that is another reason to stop
    said = run.stderr.read()
    print(f"{what}: code {run.returncode}, {said.strip()}")


def isReadingPlain(run):
    """Whether a thread of it waits for its program; where the kernel does not say, it has had time to come there."""
    try:
        calls = []
        for thread in os.listdir(f"/proc/{run.pid}/task"):
            with open(f"/proc/{run.pid}/task/{thread}/syscall", encoding="utf-8") as file:
                calls.append(file.read())
        return any(call.startswith("0 0x0 ") for call in calls)
    except OSError:
        time.sleep(5)
        return True


def isReading(run):
    """Whether it listens and waits for its program."""
    with open(f"/proc/{run.pid}/status", encoding="utf-8") as file:
        caught = next(line for line in file if line.startswith("SigCgt")).split()[1]
    return int(caught, 16) >> (signal.SIGTERM - 1) & 1 and isReadingPlain(run)


with open("slow", "w", encoding="utf-8") as script:
    script.write("#!/bin/sh\ntouch started\nexec sleep 60\n")
os.chmod("slow", stat.S_IRWXU)
reading = [TOOL, "run", "--target=cpu", "--checkpoint=state", "-"]
ended("TERM while the program is read", reading, signal.SIGTERM, isReading)
ended("INT while it is compiled", [TOOL, "run", "--target=cpu", "--checkpoint=state", PROGRAM], signal.SIGINT,
      lambda _: os.path.exists("started"))
ended("quiet", reading + ["-q"], signal.SIGTERM, isReading)
ended("TERM without a state", [TOOL, "run", "--target=cpu", "-"], signal.SIGTERM, isReadingPlain)
ended("HUP while the program is read", reading, signal.SIGHUP, isReading)
left = sorted(set(os.listdir(".")) - {"slow", "started"})
print("left behind:", ", ".join(left) or "nothing")
