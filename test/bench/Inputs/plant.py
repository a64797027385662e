"""Makes one program of a suite folder compute something else: the centre's weight grows by one part in 2^40."""
import glob
import os
import sys

folder, which = sys.argv[1:3]
(program,) = glob.glob(os.path.join(folder, "programs", f"*{which}*"))
os.remove(os.path.join(program, "build.json"))
(source,) = glob.glob(os.path.join(program, "*.cu"))
with open(source, encoding="utf-8") as file:
    text = file.read()
assert text.count("fma(c.a,") == 1
with open(source, "w", encoding="utf-8") as file:
    file.write(text.replace("fma(c.a,", "fma(c.a * (1 + 0x1p-40),"))
