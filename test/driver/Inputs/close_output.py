"""Runs a command whose reader of standard output has gone; says how it ended.

usage: close_output.py COMMAND...
"""
import os
import subprocess
import sys

reading, writing = os.pipe()
os.close(reading)
done = subprocess.run(sys.argv[1:], stdout=writing, check=False)
print("exit", done.returncode)
