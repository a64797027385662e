"""Ends runs of three processes by signals to one of them: ended_processes.py PROGRAM, which is heat3d."""
import os
import re
import signal
import subprocess
import sys
import time

program = os.path.abspath(sys.argv[1])
SIZE = ["--size=16,16,24", "-q"]
WRAP = "echo $$ > pid.$OMPI_COMM_WORLD_RANK; exec " + program + ' "$@"'


def start(*arguments):
    for name in os.listdir("."):
        if name.startswith(("pid.", "state", "T.npy")):
            os.remove(name)
    run = subprocess.Popen(["mpirun", "-n", "3", "bash", "-c", WRAP, "-"] + SIZE + list(arguments), stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
    deadline = time.time() + 30
    while not all(os.path.exists(f"pid.{i}") and open(f"pid.{i}").read().strip() for i in range(3)):
        assert time.time() < deadline
        time.sleep(0.02)
    time.sleep(1)  # until they listen
    return run, [int(open(f"pid.{i}").read()) for i in range(3)]


def step_of(state):
    """The step that a state was written after."""
    return int(re.search(rb'"steps": "0 (\d+) ', open(state, "rb").read(4096)).group(1))


def wait(run, seconds):
    """What a run said that ends within so many seconds."""
    try:
        return run.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        run.terminate()  # takes the processes along
        raise


def nothing_written(run, seconds):
    """Waits for a run that fails."""
    said = wait(run, seconds)
    assert run.returncode != 0 and not os.path.exists("T.npy"), said
    assert not [name for name in os.listdir(".") if name.endswith(".tmp")]
    return said


def alone(steps, *arguments):
    subprocess.run([program] + SIZE + ["--steps=" + str(steps), "--out=T=alone.npy"] + list(arguments), check=True, timeout=60)
    return open("alone.npy", "rb").read()


for name, which in (("TERM", 0), ("INT", 2)):
    run, pids = start("--steps=100000000", "--out=T=T.npy", "--checkpoint=state")
    os.kill(pids[which], getattr(signal, "SIG" + name))
    said = wait(run, 10)
    assert run.returncode == 0, said
    step = step_of("state")
    assert open("T.npy", "rb").read() == alone(step), step
    assert alone(step + 3) == alone(step + 3, "--resume=state"), step
    print(f"{name} to process {which}: all ended")

run, pids = start("--steps=100000000", "--checkpoint=state")
os.kill(pids[1], signal.SIGUSR1)
deadline = time.time() + 10
while not os.path.exists("state"):
    assert time.time() < deadline and run.poll() is None
    time.sleep(0.02)
first = step_of("state")
time.sleep(0.3)
assert run.poll() is None
os.kill(pids[0], signal.SIGTERM)
wait(run, 10)
assert run.returncode == 0 and step_of("state") > first
print("USR1 to process 1: a state, and the run goes on")

for which in (1, 0):
    run, pids = start("--steps=100000000", "--out=T=T.npy")
    os.kill(pids[which], signal.SIGKILL)
    said = nothing_written(run, 10)
    assert f"heat3d: error: process {which} has ended without a word" in said, said
    print(f"KILL to process {which}: all ended, nothing written")

run, pids = start("--steps=100000000", "--out=T=T.npy", "--patience=1")
os.kill(pids[1], signal.SIGSTOP)
said = nothing_written(run, 10)
assert re.search(r"error: .*process 1 has not .* for 1 seconds \(--patience\)", said), said
print("STOP of process 1: all ended, nothing written")

run, pids = start("--steps=100000000", "--out=T=T.npy", "--checkpoint=state")
os.kill(run.pid, signal.SIGINT)
wait(run, 10)
assert open("T.npy", "rb").read() == alone(step_of("state"))
print("INT to mpirun: all ended")
