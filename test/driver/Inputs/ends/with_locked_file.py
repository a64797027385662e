"""Runs a command while another process, which is stopped, holds a lock on a file: with_locked_file.py FILE COMMAND..."""
import fcntl
import os
import signal
import subprocess
import sys

with open(sys.argv[1], "w", encoding="utf-8") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    holder = os.fork()  # it has the lock, too
    if holder == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
os.waitpid(holder, os.WUNTRACED)
try:
    sys.exit(subprocess.run(sys.argv[2:], check=False, timeout=600).returncode)
finally:
    os.kill(holder, signal.SIGKILL)
