"""Writes each program of a page to a file of its own; prints their names.

usage: page_programs.py PAGE FOLDER      programs stand in blocks marked 'stencil'
"""
import os
import re
import sys

page, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
with open(page, encoding="utf-8") as file:
    programs = re.findall(r"^```stencil\n(.*?)^```", file.read(), re.M | re.S)
for text in programs:
    name = re.search(r"stencil (\w+)\(", text)[1]
    print(name)
    with open(os.path.join(folder, name + ".stencil"), "w", encoding="utf-8") as file:
        file.write(text)
