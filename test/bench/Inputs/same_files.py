"""Fails unless each file of the first folder is, byte for byte, also in the second."""
import filecmp
import os
import sys

made, kept = sys.argv[1:3]
names = os.listdir(made)
_, different, missing = filecmp.cmpfiles(made, kept, names, shallow=False)
sys.exit(1 if different or missing or not names else 0)
