"""Ends runs by SIGTERM and SIGINT while they do steps: each must end after a whole step, leave the results of that step, say so, and
have the exit code 143 or 130. usage: ended_runs.py COMMAND... with FIELD=FILE as --out=u=u.npy in it; or with -- between several"""

import os
import re
import signal
import subprocess
import sys
import time

for each in (signal.SIGINT, signal.SIGTERM):  # which whoever starts tests may ignore
    signal.signal(each, signal.SIG_DFL)
STEPS = 100000000


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def family(pid):
    """The process and all that it has started."""
    found = [pid]
    for name in os.listdir("/proc"):
        stat = read(f"/proc/{name}/stat").rsplit(b")", 1)[-1].split() if name.isdigit() else []
        if len(stat) > 1 and int(stat[1]) == pid:
            found += family(int(name))
    return found


def computes(pid):
    """Whether it listens to SIGTERM and has used a fifth of a second of a processor since it has begun."""
    caught = re.search(rb"SigCgt:\s*(\w+)", read(f"/proc/{pid}/status"))
    stat = read(f"/proc/{pid}/stat").rsplit(b")", 1)[-1].split()
    listens = caught and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1
    return bool(listens and int(stat[11]) > os.sysconf("SC_CLK_TCK") / 5)


def end(command, by):
    run = subprocess.Popen([*command, f"--steps={STEPS}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    isModule = lambda pid: b"run-module" in read(f"/proc/{pid}/cmdline")
    isWhole = "run" not in command or "--target=interpreter" in command
    while run.poll() is None and not any(computes(pid) and (isWhole or isModule(pid)) for pid in family(run.pid)):
        time.sleep(0.01)
    run.send_signal(by)
    said = run.communicate()[1]
    step = re.search(rf"note: interrupted: the results are those after step (\d+) of {STEPS}", said)
    if run.returncode != 128 + by or not step:
        sys.exit(f"{command}: {by.name}: exit code {run.returncode}: {said}")
    early = read("u.npy")
    os.remove("u.npy")
    subprocess.run([*command, "-q", f"--steps={step[1]}"], check=True)
    if early != read("u.npy"):
        sys.exit(f"{command}: {by.name}: not the result of step {step[1]}")
    return int(step[1])


ends = [end(sys.argv[1:], by) for by in (signal.SIGTERM, signal.SIGINT)]
print("ended by SIGTERM and SIGINT after a whole step:", "the first" if 0 in ends else "some were done")
