"""Fails unless the sixty programs outside the suite are many-sided, and the same when they are drawn again."""
import os
import re
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "bench", "planner"))
sys.dont_write_bytecode = True
import outside  # noqa: E402

programs = [outside.program(number) for number in range(60)]
assert programs == [outside.program(number) for number in range(60)]
assert len({one.name for one in programs}) == 60
for family in outside.FAMILIES:
    mine = [one for one in programs if re.fullmatch(family.__name__ + r"\d+", one.name)]
    assert {len(one.size) for one in mine} == {2, 3}, family.__name__
text = "".join(one.text for one in programs)
assert all(face in text for face in (*outside.FACES, "periodic", "levels 2", "constant")), "a boundary or a kind of field is missing"
assert {one.precision for one in programs} == {"f64", "f32"}
assert any(n % 2 for one in programs for n in one.size)
