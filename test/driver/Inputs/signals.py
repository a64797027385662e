"""Ends a command by each signal, sent to its process alone, and looks at what is left: of the process whose number the
command writes to PIDFILE, and of files in the cache and where temporary files are.

usage: signals.py PIDFILE COMMAND...      prints a line for each signal"""

import os
import signal
import subprocess
import sys
import time

pidfile, command = sys.argv[1], sys.argv[2:]
places = [os.environ["XDG_CACHE_HOME"], os.environ["TMPDIR"]]


def isRunning(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(condition, seconds=90):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def remains():
    found = []
    for place in places:
        for folder, _, files in os.walk(place):
            found += [os.path.join(folder, name) for name in files if name not in (".lock", "tuning.sqlite")]
    return set(found)


def written():
    try:
        return open(pidfile).read().endswith("\n")
    except OSError:
        return False


signal.signal(signal.SIGINT, signal.SIG_DFL)  # those who start tests may ignore it
before = None
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
    if os.path.exists(pidfile):
        os.remove(pidfile)
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    if not until(written):
        sys.exit("nothing was started")
    pid = int(open(pidfile).read())
    during = remains()
    child.send_signal(number)
    try:
        code = child.wait(90)
    except subprocess.TimeoutExpired:
        child.kill()
        code = "still running"
    said = f"{number.name}: ended by {-code if isinstance(code, int) else code}"
    said += ", program gone" if until(lambda: not isRunning(pid)) else ", program RUNS ON"
    # Entries of the cache stay; they were there while the program ran, or before.
    if before is None:
        before = {name for name in during if "/.work/" not in name and not name.startswith(places[1])}
    until(lambda: not (remains() - before), 5)
    left = sorted(remains() - before)
    print(said + (", nothing left" if not left else f", LEFT {left}"), flush=True)
    if isRunning(pid):
        os.kill(pid, signal.SIGKILL)
