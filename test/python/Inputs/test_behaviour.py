"""Threads, signals, callbacks, fork, and memory that is given back."""
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import stencilc
from conftest import HEAT

LONG = 10**8


def test_simulations_in_threads_have_the_same_bytes(heat):
    starts = [np.random.default_rng(n).random((60, 80)) for n in range(4)]
    alone = [heat(T=start).run(200)["T"].copy() for start in starts]
    sims = [heat(T=start) for start in starts]
    threads = [threading.Thread(target=sim.run, args=(200,)) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(sim["T"], one) for sim, one in zip(sims, alone))


def started(sim, steps=LONG):
    """Runs `sim` in a thread, and returns when it runs. The second result ends it."""
    running, wanted = threading.Event(), threading.Event()

    def told(done, total):
        running.set()
        if wanted.is_set():
            raise StopIteration

    def work():
        with pytest.raises(StopIteration):
            sim.run(steps, callback=told)

    thread = threading.Thread(target=work)
    thread.start()
    assert running.wait(20)

    def end():
        wanted.set()
        thread.join()

    return end


def test_one_simulation_in_two_threads_is_refused(heat):
    sim = heat(size=(100, 100))
    end = started(sim)
    try:
        for call in (lambda: sim.run(1), lambda: sim["T"], lambda: sim.steps_done, lambda: sim.set(d=0.1), lambda: sim.reset(),
                     lambda: sim.__setitem__("T", 1)):
            with pytest.raises(stencilc.BusyError, match="one thread at a time"):
                call()
    finally:
        end()
    before = sim.steps_done
    assert sim.run(3).steps_done == before + 3


def test_other_threads_run_meanwhile(heat):
    sim = heat(size=(100, 100))
    end = started(sim)
    count, until = 0, time.monotonic() + 0.2
    while time.monotonic() < until:
        count += 1
    end()
    assert count > 1000


def test_ctrl_c_ends_at_a_whole_step():
    heat = stencilc.compile(HEAT, target="cpu")
    sim, twin = heat(T=np.random.default_rng(5).random((90, 90))), heat(T=np.random.default_rng(5).random((90, 90)))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs this in the background
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sim.run(LONG)
    assert time.monotonic() - begun < 5 and 0 < sim.steps_done < LONG
    sim.run(10)
    assert np.array_equal(sim["T"], twin.run(sim.steps_done)["T"])


def test_an_exception_of_a_callback_comes_out_whole(heat):
    class Mine(Exception):
        pass

    def told(done, wanted):
        raise Mine("mine", done)

    sim = heat(size=(50, 50))
    with pytest.raises(Mine) as caught:
        sim.run(LONG, callback=told)
    assert caught.value.args[0] == "mine" and caught.traceback[-1].name == "told"
    assert sim.run(2).steps_done >= 2


def test_callbacks_may_read_but_not_run(heat):
    seen = []

    def told(done, wanted):
        seen.append((done, wanted, sim.steps_done))
        if len(seen) == 1:
            with pytest.raises(ValueError, match="callback of a run"):
                sim.run(1)

    sim = heat(size=(20, 12))
    sim.run(500, callback=told)
    assert seen[-1][:2] == (500, 500) and sim.steps_done == 500


def test_a_fork_is_refused():
    script = f"""
import os, sys, stencilc
heat = stencilc.compile({HEAT!r}, target="cpu")
sim = heat()
if os.fork() == 0:
    for call in (lambda: sim.run(1), lambda: sim["T"], lambda: heat(size=(5, 5)), lambda: stencilc.compile({HEAT!r})):
        try:
            call()
            print("computed")
        except stencilc.ForkedProcessError as error:
            print("refused:", "fork" in str(error))
    sys.stdout.flush()
    os._exit(0)
os.wait()
print(sim.run(1).steps_done)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["refused: True"] * 4 + ["1", ""]


def test_spawned_processes_compute():
    script = f"""
import multiprocessing, stencilc
def work(d):
    return float(stencilc.compile({HEAT!r}, target="cpu")(T=1, d=d).run(5)["T"].sum())
if __name__ == "__main__":
    stencilc.compile({HEAT!r}, target="cpu")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(pool.map(work, [0.1, 0.2, 0.1]))
"""
    import tempfile
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(script)
        file.flush()
        done = subprocess.run([sys.executable, file.name], capture_output=True, text=True, check=True)
    values = eval(done.stdout)
    assert values[0] == values[2] != values[1]


def resident():
    """Kilobytes of this process in memory."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def count(kind):
    gc.collect()
    return sum(type(one).__name__ == kind for one in gc.get_objects())


def test_nothing_leaks(heat):
    def use():
        sim = heat(size=(512, 512))  # 4 MiB
        view = sim["T"]
        sim.run(2, callback=lambda done, wanted: sim)
        with pytest.raises(stencilc.StaleViewError):
            view.max()
        sim.picture()
        heat.apply(T=np.ones((512, 512)), steps=1)

    for _ in range(3):
        use()
    gc.collect()
    before, sims = resident(), count("Simulation")
    for _ in range(30):
        use()
    gc.collect()
    assert count("Simulation") == sims
    assert resident() - before < 20 * 1024


def test_progress_without_tqdm(heat, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    heat(size=(20, 20)).run(40, progress=True)
    assert "40/40 steps (100%)" in capsys.readouterr().err
