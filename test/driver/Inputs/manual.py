"""Whether every command has a page of the manual that names all its options and that roff accepts.

usage: manual.py STENCILC SOURCE
"""
import re
import shutil
import subprocess
import sys

tool, source = sys.argv[1:3]


def said(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=True).stdout


def options(text):
    return set(re.findall(r"^ +(?:-\w, ?)?--([a-z][a-z-]*)", text, re.M))


top = said("--help")
commands = [""] + re.findall(r"^  ([a-z]+) ", top.split("Subcommands:")[1].split("Examples:")[0], re.M)
for command in commands:
    page = said("man", *([command] if command else []))
    if command == "lift":  # another program reads its arguments: its help is in its source
        main = open(source + "/compiler/MainLift.cpp", encoding="utf-8").read()
        text = "\n".join(re.findall(r'^    "(.*)\\n', main, re.M))
        names = options(text)
    else:
        names = options(said(*([command] if command else []), "--help"))
    assert names, command
    for name in names:
        assert "\\-\\-" + name.replace("-", "\\-") + "\\fR" in page, (command, name)
    if shutil.which("groff"):
        checked = subprocess.run(["groff", "-man", "-ww", "-Tascii"], input=page, text=True, capture_output=True)
        assert checked.returncode == 0 and not checked.stderr, (command, checked.stderr)
print(f"{len(commands)} pages, all options; lift names what its own help does")
