"""Ends a run again and again, by TERM, USR1 and KILL at random times, resumes it by other targets and schedules, and looks at
what is there: a state that is whole, and at the end every byte and every report of a run that nobody has ended.

With --saves it saves every 30 steps as well, and what was saved must be whole, too.

usage: killed.py [--saves] KILLS SEED STENCILC PROGRAM FIELD SIZE STEPS [OPTIONS OF A RUN]..."""

import os
import random
import signal
import subprocess
import sys
import time

from waiting import listens, until

saves = sys.argv[1] == "--saves"
if saves:
    import h5py

    del sys.argv[1]
kills, seed = int(sys.argv[1]), int(sys.argv[2])
tool, program, field, size, steps, *ways = sys.argv[3:]
random.seed(seed)
state, before = "run.state", "run.state.before"


def command(way, *more):
    return [tool, "run", "-q", *way.split(), "--steps=" + steps, *more, program]


def bytesOf(path):
    with open(path, "rb") as file:
        return file.read()


def stepOf(path):
    head = bytesOf(path)[:100000].decode(errors="replace")
    return int(head.split('"steps": "')[1].split()[1])


def results(name):
    saved = [f"--save={field}={'whole' if name == 'whole' else 'run'}.h5", "--every=30"] if saves else []
    return [f"--out={field}={name}.npy", f"--reports={name}.txt", *saved]


def checkSaved():
    if not saves:
        return
    with h5py.File("run.h5") as file, h5py.File("whole.h5") as whole:
        if list(file["step"]) != list(whole["step"]) or file[field][:].tobytes() != whole[field][:].tobytes():
            sys.exit(f"what was saved differs: {list(file['step'])}")


usual = {}  # seconds, once it is built
for way in ways:
    for _ in range(2):
        began = time.monotonic()
        subprocess.run(command(way, f"--size={size}", *results("whole")), check=True)
    usual[way] = time.monotonic() - began
counts = {"TERM": 0, "USR1": 0, "KILL": 0, "resumed": 0, "whole runs": 0, "longest way": 0}
for kill in range(kills):
    last = stepOf(state) if os.path.exists(state) else 0
    if last == int(steps):
        for path in (state, before, "run.h5", "run.h5.part"):
            if os.path.exists(path):
                os.remove(path)
        last = 0
    isResumed = os.path.exists(state)
    every = random.choice(["40", "0.02s", "1000000"])
    start = [f"--resume={state}"] if isResumed else [f"--size={size}"]
    way = random.choice(ways)
    run = subprocess.Popen(command(way, f"--checkpoint={state}", f"--checkpoint-every={every}", *start,
                                   *results("resumed")), stderr=subprocess.PIPE)
    how = random.choice(["TERM", "USR1", "KILL"])
    until(lambda: listens(run.pid) or run.poll() is not None, "the run does not listen")
    time.sleep(random.random() * usual[way] * 0.8)  # any moment will do
    run.send_signal(getattr(signal, "SIG" + how))
    if how == "USR1":  # goes on; the state comes, and the end after it
        time.sleep(random.random() * usual[way] * 0.4)
        run.send_signal(random.choice([signal.SIGTERM, signal.SIGKILL]))
    said = run.communicate()[1].decode()
    counts[how] += 1
    counts["resumed"] += isResumed
    if run.returncode not in ((0, 143) if how == "TERM" else (0, 143, -signal.SIGTERM, -signal.SIGKILL)) or said:
        sys.exit(f"kill {kill} by {how}: exit code {run.returncode}: {said}")
    if how == "TERM" and any(name.endswith(".tmp") for name in os.listdir(".")):
        sys.exit(f"kill {kill} by {how} left {os.listdir('.')}")
    now = stepOf(state) if os.path.exists(state) else 0
    if now < last:
        sys.exit(f"kill {kill} by {how}: the state was after step {last}, and is after {now}")
    counts["longest way"] = max(counts["longest way"], now)
    if now == int(steps) and os.path.exists("resumed.npy"):
        counts["whole runs"] += 1
        checkSaved()
        for end in (".npy", ".txt"):
            if bytesOf("resumed" + end) != bytesOf("whole" + end):
                sys.exit(f"kill {kill}: a run that was resumed has other results: resumed{end}")
    for end in (".npy", ".txt"):
        if os.path.exists("resumed" + end):
            os.remove("resumed" + end)
start = [f"--resume={state}"] if os.path.exists(state) else [f"--size={size}"]
for way in ways:  # every way ends as if nothing had been
    subprocess.run(command(way, *start, *results("resumed")), check=True)
    checkSaved()
    for end in (".npy", ".txt"):
        if bytesOf("resumed" + end) != bytesOf("whole" + end):
            sys.exit(f"{way}: a run that was resumed has other results: resumed{end}")
print(f"{kills} kills, resumed bytes equal:", ", ".join(f"{name} {count}" for name, count in counts.items()))
