"""Ends a command by each signal, sent to its process alone, and looks at what is left: of the process whose number the
command writes to PIDFILE, and of files in the cache and where temporary files are.

usage: signals.py PIDFILE COMMAND...      prints a line for each signal"""

import os
import signal
import subprocess
import sys

from waiting import HANGS, until

pidfile, command = sys.argv[1], sys.argv[2:]
places = [os.environ["XDG_CACHE_HOME"], os.environ["TMPDIR"]]


def isRunning(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def remains():
    found = []
    for place in places:
        for folder, _, files in os.walk(place):
            found += [os.path.join(folder, name) for name in files if name not in (".lock", "tuning.sqlite")]
    return set(found)


def left_over():
    """Files that are neither in the cache from before nor of an entry of the cache: one may be complete at the moment of the signal, and stays."""
    return {path for path in remains() - before
            if path.startswith(places[1]) or "/.work/" in path or os.path.basename(path) not in kinds}


def written():
    try:
        return open(pidfile).read().endswith("\n")
    except OSError:
        return False


for ignored in (signal.SIGINT, signal.SIGHUP):  # by those who start tests, such as nohup
    signal.signal(ignored, signal.SIG_DFL)
before = kinds = None
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
    if os.path.exists(pidfile):
        os.remove(pidfile)
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    until(written, "nothing was started")
    pid = int(open(pidfile).read())
    during = remains()
    child.send_signal(number)
    try:
        code = child.wait(HANGS)
    except subprocess.TimeoutExpired:
        child.kill()
        code = "still running"
    said = f"{number.name}: ended by {-code if isinstance(code, int) else code}"
    # Entries of the cache stay; they were there while the program ran, or before.
    if before is None:
        before = {name for name in during if "/.work/" not in name and not name.startswith(places[1])}
        kinds = {os.path.basename(name) for name in before}
    try:
        until(lambda: not isRunning(pid), "the program runs on")
        until(lambda: not left_over(), "files are left")
    finally:
        if left := sorted(left_over()):
            print("left:", left)
        if isRunning(pid):
            os.kill(pid, signal.SIGKILL)
    print(said + ", program gone, nothing left", flush=True)
