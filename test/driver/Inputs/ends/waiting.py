"""Waits for events. A test never assumes that a length of time was long enough: HANGS only ends a test that would never end."""

import signal
import sys
import time

HANGS = 900  # seconds


def until(condition, what):
    """Returns the first value of `condition` that is true, or ends the test."""
    end = time.monotonic() + HANGS
    while not (value := condition()):
        if time.monotonic() > end:
            sys.exit(f"{what}: not within {HANGS} s")
        time.sleep(0.01)
    return value


def listens(pid, number=signal.SIGTERM):
    """Whether a process has a handler for a signal."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            caught = next(line for line in file if line.startswith("SigCgt")).split()[1]
    except (OSError, StopIteration):
        return False
    return bool(int(caught, 16) >> (number - 1) & 1)
