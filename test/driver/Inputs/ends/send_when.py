"""Runs a command and sends it a signal at an event. Events: `said:REGEX`, the command has written such a line to standard error;
`FOLDER:STEP`, FOLDER/state.json is of that step or a later one. Exits with the code of the command; being killed by SIGKILL, where
that was sent, counts as 0.

usage: send_when.py SIGNAL EVENT COMMAND..."""

import re
import signal
import subprocess
import sys
import threading

from waiting import until

number, event, command = getattr(signal, "SIG" + sys.argv[1]), sys.argv[2], sys.argv[3:]
place, wanted = event.split(":", 1)
signal.signal(signal.SIGINT, signal.SIG_DFL)  # those who start tests may ignore it
run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
lines = []


def listen():
    for line in run.stderr:
        print(line, end="", file=sys.stderr, flush=True)
        lines.append(line)


def has_come():
    if place == "said":
        return any(re.search(wanted, line) for line in lines)
    try:
        with open(place + "/state.json", encoding="utf-8") as file:
            found = re.search(r'"steps": "(\d+)', file.read())
    except OSError:
        return False
    return found and int(found.group(1)) >= int(wanted)


listener = threading.Thread(target=listen)
listener.start()
until(lambda: has_come() or run.poll() is not None, "the event has not come")
if run.returncode is not None:
    sys.exit(f"ended before the event, exit code {run.returncode}")
run.send_signal(number)
code = run.wait()
listener.join()
sys.exit(0 if code == -signal.SIGKILL == -number else abs(code))
