"""Whether the completions of each shell name every option that --help names; what shells are installed also read them.

usage: completed_options.py STENCILC
"""
import re
import shutil
import subprocess
import sys

tool = sys.argv[1]


def said(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=True).stdout


def options(text):
    """Long names in the first columns of a help page."""
    return set(re.findall(r"^ +(?:-\w, ?)?--([a-z][a-z-]*)", text, re.M))


top = said("--help")
commands = re.findall(r"^  ([a-z]+) ", top.split("Subcommands:")[1].split("Examples:")[0], re.M)
wanted = {"": options(top)}
for command in commands:
    if command != "lift":  # the help of another program, which need not be there
        wanted[command] = options(said(command, "--help"))
for shell in ("bash", "zsh", "fish"):
    script = said("completions", shell)
    for command, names in wanted.items():
        if shell == "fish":
            part = "\n".join(line for line in script.splitlines()
                             if f"seen_subcommand_from {command}'" in line or not command)
        else:
            part = re.search(rf"^  {command or chr(39) * 2}\)\n(.*?)^    ;;$", script, re.M | re.S)[1]
        for name in names:
            spelled = f" -l {name}" if shell == "fish" else f"--{name}"
            assert spelled in part, (shell, command, name)
    if shutil.which(shell):
        subprocess.run([shell, "-n", "/dev/stdin"], input=script, text=True, check=True)
    print(f"{shell}: every option of {len(wanted) + 1} commands")
