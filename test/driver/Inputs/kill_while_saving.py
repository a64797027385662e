"""Starts a run that saves to run.h5, kills it while it does, and says whether run.h5.part has what was saved before.

A run that dies in the very moment in which its file is brought up to date leaves one that cannot be read: then another is tried.

usage: kill_while_saving.py COMMAND..."""

import os
import subprocess
import sys
import time

import h5py

PART = "run.h5.part"
ATTEMPTS = 4


def kill():
    """Kills a run that has saved for a while."""
    for old in (PART, "run.h5"):
        if os.path.exists(old):
            os.remove(old)
    run = subprocess.Popen(sys.argv[1:])
    began = time.monotonic()
    while not os.path.exists(PART) or os.path.getsize(PART) < 1 << 20:
        if run.poll() is not None or time.monotonic() - began > 300:
            sys.exit(f"nothing was saved: {run.poll()}")
        time.sleep(0.05)
    time.sleep(2.5)  # it is brought up to date once a second
    run.kill()
    run.wait()
    time.sleep(0.5)  # what it has started goes with it


def left():
    """Whether the file has several whole steps."""
    with h5py.File(PART) as file:
        steps = list(file["step"])
        every = steps[1] - steps[0]
        assert steps == list(range(0, every * len(steps), every)), steps
        assert file["p"].shape[0] >= len(steps) and file["p"][len(steps) - 1].any()
        return "much" if len(steps) > 1 else steps


for attempt in range(ATTEMPTS):
    kill()
    try:
        print("left", left())
        break
    except OSError as why:
        print("unreadable:", why)
if os.path.exists("run.h5"):
    sys.exit("it has its name")
