"""Runs a command with every two of the files that a run can read and write in one place, by all kinds of names: each must be
refused with both roles, and leave the folder as it is. Usage: lost_files.py LANGUAGE_FILE COMMAND..."""

import itertools
import os
import shutil
import struct
import subprocess
import sys

source, *command = sys.argv[1:]

# How the role is called in messages, the option that names the file, and the file where the program names it.
READ = {
    "the source": (None, "p.stencil"),
    "a file that the source imports": (None, "lib.stencil"),
    "the array that field 'c' starts from": (None, "c.npy"),
    "the array that field 'u' starts from": ("--init=u={}", "start.npy"),
    "the numbers of series 'wind'": ("--series=wind={}", "s.npy"),
    "the points of 'rr'": ("--points=rr={}", "points.npy"),
    "the state that the run resumes from (--resume)": ("--resume={}", "state"),
}
WRITTEN = {
    "field 'c' (--out)": "--out=c={}",
    "the traces of 'rr' (--trace)": "--trace=rr={}",
    "the reports (--reports)": "--reports={}",
    "what the run saves": "--every=1 --save=u={}",
    "the picture (--picture)": "--picture={}",
    "a movie (--movie)": "--movie=u={}",
    "the state of the run (--checkpoint)": "--checkpoint={}",
}
PROGRAMS_OWN = {
    "a plane of field 'u' (--slice)": "--slice=u={}",
    "a plane of field 'u' (--slice-start)": "--slice-start=u={}",
    "the frames of field 'u' (--frames)": "--frames=u={}",
    "the summary (--summary)": "--summary={}",
}
if "run" not in command:  # a program by itself: it has no source and draws nothing
    WRITTEN |= PROGRAMS_OWN
    del WRITTEN["the picture (--picture)"], WRITTEN["a movie (--movie)"]
    del READ["a file that the source imports"]


def ones(path, *shape):
    """An array of ones in f64."""
    head = str({"descr": "<f8", "fortran_order": False, "shape": shape}).ljust(117) + "\n"
    cells = shape[0] * (shape[1] if len(shape) > 1 else 1)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<d", 1) * cells)


def make():
    shutil.rmtree("files", ignore_errors=True)
    os.makedirs("files/folder")
    shutil.copy(source, "files/p.stencil")
    with open("files/lib.stencil", "w") as lib:
        lib.write("fn half(v) = v / 2;\n")
    ones("files/c.npy", 5, 6)
    ones("files/start.npy", 5, 6)
    ones("files/s.npy", 9)
    ones("files/points.npy", 2, 2)
    made = subprocess.run([*command, "-q", "--steps=1", "--checkpoint=state", "--trace=rr=/dev/null"], cwd="files", capture_output=True)
    if made.returncode != 0:  # the interpreter keeps none, and looks at none before it has looked at names
        shutil.copy("files/start.npy", "files/state")


def contents():
    return {name: open("files/" + name, "rb").read() for name in os.listdir("files") if os.path.isfile("files/" + name)}


tried = 0


def refuses(roles, *options):
    global tried
    tried += 1
    before = contents()
    run = subprocess.run([*command, *options], cwd="files", capture_output=True, text=True)
    said = run.stderr
    if run.returncode != 1 or any(role not in said for role in roles) or contents() != before:
        sys.exit(f"{options}: exit code {run.returncode}, changed: {contents() != before}: {run.stdout}{said}")


def spellings(name):
    """Other names of a file."""
    os.symlink(name, "files/soft")
    os.link("files/" + name, "files/hard")
    yield from ("./" + name, "folder/../" + name, os.path.abspath("files/" + name), "soft", "hard")
    os.remove("files/soft")
    os.remove("files/hard")


def words(option, name):
    return option.format(name).split()


make()
for (read, (option, name)), (written, to) in itertools.product(READ.items(), WRITTEN.items()):
    if "--resume" in read and "--checkpoint" in written:
        continue  # a run that goes on
    reading = words(option, name) if option else []
    if name != "points.npy" or written != "the reports (--reports)":
        refuses([read, written], *reading, *words(to, name))
    else:  # once by all names
        for other in spellings(name):
            refuses([read, written], *reading, *words(to, other))
for (one, to), (other, too) in itertools.combinations(WRITTEN.items(), 2):
    refuses([one, other], *words(to, "new"), *words(too, "folder/../new"))
for written, to in WRITTEN.items():  # files beside those that are named
    if "saves" not in written:
        refuses(["what the run saves", written], *words(to, "new.h5.part"), "--every=1", "--save=u=new.h5")
        refuses(["what the run saves", written], *words(to, "n_2.npy"), "--every=2", "--save=u=n_%d.npy")
    if "checkpoint" not in written:
        refuses(["the earlier state", written], *words(to, "new.before"), "--checkpoint=new")
# The traces of a receiver have a name of their own.
shutil.copy("files/start.npy", "files/rr.npy")
refuses(["the array that field 'u' starts from", "the traces of 'rr'"], "--init=u=rr.npy")
refuses(["field 'u' (--out)", "the traces of 'rr'"], "--out=u=rr.npy")
# The array of another field, and of a step that a sequence begins with.
refuses(["the array that field 'u' starts from", "field 'c' (--out)"], "--init=u=start.npy", "--out=c=start.npy")
shutil.copy("files/start.npy", "files/u_0.npy")
refuses(["the array that field 'u' starts from", "what the run saves"], "--init=u=u_0.npy", "--every=1", "--save=u=u_%d.npy")


def runs(*options):
    run = subprocess.run([*command, "-q", *options], cwd="files", capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{options}: exit code {run.returncode}: {run.stdout}{run.stderr}")


# What is no loss: a field in its own place, steps that the run does not save, devices, one file of several saves.
os.remove("files/rr.npy")
runs("--init=u=start.npy", "--out=u=start.npy")
runs("--init=u=u_0.npy", "--first-step=1", "--every=1", "--save=u=u_%d.npy")
runs("--out=u=/dev/null", "--reports=/dev/null", "--trace=rr=/dev/null")
print(tried, "refused")
