"""Ends runs before their first step: how they end, and that they leave nothing behind.

usage: early_end.py STENCILC PROGRAM
"""
import array
import fcntl
import os
import signal
import stat
import subprocess
import sys
import termios

from waiting import HANGS, listens, until

TOOL, PROGRAM = sys.argv[1:]
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # which whoever starts tests may ignore
    signal.signal(each, signal.SIG_DFL)


def ended(what, command, by, isReady):
    """How a run ends that gets a signal once `isReady`."""
    environment = dict(os.environ, CXX="./slow", STENCILC_JIT="")
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    run.stdin.write("// ")  # the begin of its program, where it reads that
    run.stdin.flush()
    until(lambda: isReady(run), what)
    run.send_signal(by)
    run.wait(timeout=HANGS)  # with its input open: an end of that is another reason to stop
    said = run.stderr.read()
    print(f"{what}: code {run.returncode}, {said.strip()}")


def isReadingPlain(run):
    """Whether it has read what there is of its program, and waits for more."""
    unread = array.array("i", [0])
    fcntl.ioctl(run.stdin, termios.FIONREAD, unread)
    return unread[0] == 0


def isReading(run):
    """Whether it listens and waits for its program."""
    return listens(run.pid) and isReadingPlain(run)


with open("slow", "w", encoding="utf-8") as script:
    script.write("#!/bin/sh\ntouch started\nexec sleep 3600\n")
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
