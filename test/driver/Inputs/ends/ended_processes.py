"""Ends runs of three processes by signals to one of them: ended_processes.py PROGRAM, which is heat3d."""
import os
import re
import signal
import subprocess
import sys

from waiting import HANGS, listens, until

program = os.path.abspath(sys.argv[1])
SIZE = ["--size=16,16,24", "-q"]
WRAP = "echo $$ > pid.$OMPI_COMM_WORLD_RANK; exec " + program + ' "$@"'
STATE = "state"


def pids_of_all():
    pids = []
    for number in range(3):
        try:
            with open(f"pid.{number}", encoding="ascii") as file:
                pids.append(int(file.read()))
        except (OSError, ValueError):
            return None
    return pids


def new_state(run, pid, after=-1):
    """The step of a state that a process is asked for and that is of a later step than `after`."""
    os.kill(pid, signal.SIGUSR1)
    until(lambda: run.poll() is not None or (os.path.exists(STATE) and step_of(STATE) > after), "no state was written")
    assert run.poll() is None, run.communicate()[0]
    return step_of(STATE)


def start(*arguments, **environment):
    """A run whose processes are doing steps, and their numbers."""
    for name in os.listdir("."):
        if name.startswith(("pid.", STATE, "T.npy")):
            os.remove(name)
    run = subprocess.Popen(["mpirun", "-n", "3", "bash", "-c", WRAP, "-", *SIZE, "--steps=100000000", "--checkpoint=" + STATE, *arguments],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment})
    pids = until(pids_of_all, "processes have not started")
    until(lambda: run.poll() is not None or all(listens(pid, signal.SIGUSR1) for pid in pids), "processes do not listen")
    new_state(run, pids[0])
    return run, pids


def step_of(state):
    """The step that a state was written after."""
    with open(state, "rb") as file:
        return int(re.search(rb'"steps": "0 (\d+) ', file.read(4096)).group(1))


def wait(run):
    """What a run has said that ends."""
    try:
        return run.communicate(timeout=HANGS)[0]
    except subprocess.TimeoutExpired:
        run.terminate()  # takes the processes along
        raise


def nothing_written(run, fails=True):
    """Waits for a run that fails; what it has said."""
    said = wait(run)
    assert (run.returncode != 0 or not fails) and not os.path.exists("T.npy"), said
    assert not [name for name in os.listdir(".") if name.endswith(".tmp")]
    return said


def alone(steps, *arguments):
    subprocess.run([program, *SIZE, "--steps=" + str(steps), "--out=T=alone.npy", *arguments], check=True, timeout=HANGS)
    with open("alone.npy", "rb") as file:
        return file.read()


def result():
    with open("T.npy", "rb") as file:
        return file.read()


for name, which in (("TERM", 0), ("INT", 2)):
    run, pids = start("--out=T=T.npy")
    os.kill(pids[which], getattr(signal, "SIG" + name))
    said = wait(run)
    assert run.returncode == 143, said  # of the first process
    step = step_of(STATE)
    assert result() == alone(step), step
    assert alone(step + 3) == alone(step + 3, "--resume=" + STATE), step
    print(f"{name} to process {which}: all ended")

run, pids = start()
first = new_state(run, pids[1], after=step_of(STATE))
second = new_state(run, pids[1], after=first)
os.kill(pids[0], signal.SIGTERM)
wait(run)
assert run.returncode == 143 and step_of(STATE) >= second
print("USR1 to process 1: a state, and the run goes on")

for which in (1, 0):
    run, pids = start("--out=T=T.npy")
    os.kill(pids[which], signal.SIGKILL)
    nothing_written(run)
    # mpirun may end all before another process has found out and said so. Told not to, it takes the whole for a success.
    run, pids = start("--out=T=T.npy", OMPI_MCA_orte_enable_recovery="1")
    os.kill(pids[which], signal.SIGKILL)
    said = nothing_written(run, fails=False)
    assert f"heat3d: error: process {which} has ended without a message" in said, said
    print(f"KILL to process {which}: all ended, nothing written")

run, pids = start("--out=T=T.npy", "--patience=4")
os.kill(pids[1], signal.SIGSTOP)
said = nothing_written(run)
assert re.search(r"error: .*process 1 has not .* for 4 seconds \(--patience\)", said), said
print("STOP of process 1: all ended, nothing written")

run, pids = start("--out=T=T.npy")
os.kill(run.pid, signal.SIGINT)
wait(run)
assert result() == alone(step_of(STATE))
print("INT to mpirun: all ended")
