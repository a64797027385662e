"""Whether the amplitude of a mode oscillates with the frequency of the cavity.

usage: cavity.py REPORTS S WAVES...      S: cells that light goes in a step; WAVES: half waves to a cell along each axis, 3/48
"""
import math
import sys
from fractions import Fraction

path, s, *waves = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    seen = [float(line.split("\t")[2]) for line in file if line.split("\t")[1:2] == ["amplitude"]]
k = [math.pi * float(Fraction(wave)) for wave in waves]
light = float(s) * math.sqrt(sum(one ** 2 for one in k))
yee = 2 * math.asin(float(s) * math.sqrt(sum(math.sin(one / 2) ** 2 for one in k)))
# A cosine: the neighbours of each value add up to 2 cos(w) times it.
wrong = max(abs(a + c - 2 * math.cos(yee) * b) for a, b, c in zip(seen, seen[1:], seen[2:]))
found = math.acos(sum((a + c) * b for a, b, c in zip(seen, seen[1:], seen[2:])) / (2 * sum(b * b for b in seen[1:-1])))
print("as Yee's scheme has it:", "yes" if len(seen) > 50 and wrong < 1e-11 else f"NO, {wrong} of {len(seen)}")
print("as the cavity has it:", "yes" if abs(found / light - 1) < 0.01 else f"NO, {found} for {light}")
