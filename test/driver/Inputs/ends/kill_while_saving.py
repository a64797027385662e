"""Starts a run that saves to run.h5, kills it while it does, and says whether run.h5.part has what was saved before.

A run that dies in the very moment in which its file is brought up to date leaves one that cannot be read: then another is tried.

usage: kill_while_saving.py COMMAND..."""

import os
import subprocess
import sys

os.environ["HDF5_USE_FILE_LOCKING"] = "FALSE"  # files are read while they are written
import h5py  # noqa: E402

from waiting import until  # noqa: E402

PART = "run.h5.part"
ATTEMPTS = 20


def saved():
    """Snapshots in the file, as far as it is brought up to date."""
    try:
        with h5py.File(PART) as file:
            return len(file["step"])
    except (OSError, KeyError, RuntimeError, ValueError):
        return 0


def kill():
    """Kills a run that has saved for a while."""
    for old in (PART, "run.h5"):
        if os.path.exists(old):
            os.remove(old)
    run = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE)
    until(lambda: run.poll() is not None or saved() > 1, "nothing was saved")
    if run.returncode is not None:
        sys.exit(f"the run ended, exit code {run.returncode}: {run.stderr.read().decode()}")
    run.kill()
    run.communicate()  # until what it has started has gone with it


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
