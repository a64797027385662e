"""Runs a command in a process group of its own and interrupts the group, as a terminal does at Ctrl-C, when
the first measurement shows on its standard error."""

import os
import signal
import subprocess
import sys

child = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True, start_new_session=True)
sent = False
for line in child.stderr:
    print(line, end="", flush=True)
    if not sent and line.startswith("[1/"):
        print("interrupting", flush=True)
        os.killpg(child.pid, signal.SIGINT)
        sent = True
print("exit code", child.wait())
