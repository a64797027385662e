"""Fails unless every program of stencils/ is one of the suite's programs of the library."""
import glob
import os
import sys

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "bench", "suite"))
sys.dont_write_bytecode = True
import rows  # noqa: E402

listed = {entry.file for entry in rows.REAL + rows.LIBRARY}
there = {os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "stencils", "*", "*.stencil"))
         if not path.startswith(os.path.join(root, "stencils", "std"))}  # which programs import
assert listed == there, listed ^ there
assert len(rows.BY_NAME) == len(rows.ROWS + rows.REAL + rows.LIBRARY)  # no name twice
