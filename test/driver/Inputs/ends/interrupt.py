"""Runs a command in a process group of its own and interrupts the group, as a terminal does at Ctrl-C, when
the first measurement shows on its standard error, or a line with TEXT at its end.

usage: interrupt.py [--at=TEXT] COMMAND..."""

import os
import signal
import subprocess
import sys

command = sys.argv[1:]
at = command.pop(0)[len("--at="):] if command[0].startswith("--at=") else None
child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
sent = False
for line in child.stderr:
    print(line, end="", flush=True)
    if not sent and (line.startswith("[1/") if at is None else line.rstrip().endswith(at)):
        print("interrupting", flush=True)
        os.killpg(child.pid, signal.SIGINT)
        sent = True
print("exit code", child.wait())
