"""What programs of groups must give by physics.

usage: physics.py STENCILC CHECK FILE      exit code 1 and a sentence where a number is not what it should be
"""
import math
import os
import subprocess
import sys
import tempfile


def reports(*options):
    """What a run on the CPU reports: name to values in their order."""
    stencilc, file = sys.argv[1], sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "reports.tsv")
        subprocess.run([stencilc, "run", "-q", "--target=cpu", "--precision=f64", f"--reports={table}", *options, file], check=True)
        found = {}
        with open(table, encoding="utf-8") as lines:
            for line in lines:
                _, name, value = line.split("\t")
                found.setdefault(name, []).append(float(value))
    return found


def expect(holds, sentence):
    if not holds:
        sys.exit(sentence)


def decay(size, steps, every, modes):
    """How far the measured decay of vortices is from that of the viscosity, as a share of it."""
    found = reports(f"--size={size}", f"--steps={steps}", "--param=speed=1e-4", "--param=tau=0.8")
    mass, momentum = found["mass"], found["momentum"]
    expect(abs(mass[-1] - mass[0]) < 1e-12 * mass[0], f"mass {mass[0]} became {mass[-1]}")
    rate = math.log(momentum[-2] / momentum[-1]) / every
    right = modes * (0.8 - 0.5) / 3 * (2 * math.pi / int(size.split(",")[0])) ** 2
    return abs(rate / right - 1)


def vortices():
    """The lattice is of second order: half the distance, a quarter of the error."""
    sizes, every, modes = (("24,24", "48,48"), 100, 2) if "d2q9" in sys.argv[3] else (("12,12,12", "24,24,24"), 50, 3)
    coarse, fine = (decay(size, 4 * every, every, modes) for size in sizes)
    print(f"errors of the decay {coarse:.5f} {fine:.5f}, ratio {coarse / fine:.2f}")
    expect(fine < 0.02 and 3.5 < coarse / fine < 4.5, "the error of the decay does not go down by four")


def channel():
    """In a steady flow as much leaves as enters."""
    found = reports("--size=60,30", "--steps=10000", "--param=tau=1")
    print(found["enters"][-1], found["leaves"][-1])
    expect(abs(found["leaves"][-1] / found["enters"][-1] - 1) < 1e-6, "more enters than leaves")
    expect(found["enters"][-1] > 0.5 * 28 * 0.08, "nothing flows")


def himeno():
    """Of a parabola the mean of the neighbours is off by the same everywhere."""
    found = reports("--size=20,12,16", "--steps=1")
    right = 18 * 10 * 14 / 9 / 15**4
    expect(abs(found["gosa"][0] / right - 1) < 1e-12, f"{found['gosa'][0]} is not {right}")


def double_well():
    """Hops that balance end in Boltzmann's distribution, as likely left as right, and lose nothing."""
    found = reports("--size=16,16", "--param=d=0.02", "--steps=60000")
    print(found["left"][0], found["left"][-1], found["imbalance"][-1])
    expect(found["left"][0] > 0.6, "it begins in one of the wells")
    expect(abs(found["mass"][-1] / found["mass"][0] - 1) < 1e-12, f"mass {found['mass'][0]} became {found['mass'][-1]}")
    expect(abs(found["left"][-1] - 0.5) < 1e-12 and found["imbalance"][-1] < 1e-11, "that is not Boltzmann's distribution")


def species():
    """Who eats grows by what is eaten."""
    total = reports("--size=64,64", "--steps=2000")["total"]
    expect(abs(total[-1] / total[0] - 1) < 1e-12, f"{total[0]} became {total[-1]}")


globals()[sys.argv[2]]()
