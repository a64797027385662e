"""Runs a command on a terminal of its own and says whether it printed colours."""
import os
import pty
import sys

seen = b""


def read(descriptor):
    global seen
    data = os.read(descriptor, 4096)
    seen += data
    return data.replace(b"\x1b", b"")


os.environ["TERM"] = "xterm"
if sys.argv[1] == "colour":
    os.environ.pop("NO_COLOR", None)
else:
    os.environ["NO_COLOR"] = "1"
pty.spawn(sys.argv[2:], read)
print("coloured" if b"\x1b[" in seen else "plain")
