"""The cases of the programs of users: each program names in its first line the sizes and precisions to measure."""
import re
from dataclasses import dataclass, replace
from pathlib import Path

CASES = re.compile(r"// cases: (.*)")
CASE = re.compile(r"(\d+(?:x\d+){0,2}) (f64|f32|\w+:f32)")


@dataclass(frozen=True)
class Case:
    path: str
    size: tuple
    precision: str

    @property
    def program(self):
        return Path(self.path).stem

    @property
    def key(self):
        return f"{self.program} {'x'.join(map(str, self.size))} {self.precision}"

    @property
    def cells(self):
        cells = 1
        for extent in self.size:
            cells *= extent
        return cells

    def words(self):
        """The arguments of `stencilc run` and `explain` that name the case."""
        return [self.path, "--size=" + ",".join(map(str, self.size)), "--precision=" + self.precision]


def shrunk(size, most):
    """`size` with extents of at most `most` cells; odd extents stay odd."""
    return tuple(extent if extent <= most else most - (most - extent) % 2 for extent in size)


def of_file(path):
    """The cases of a program. Raises ValueError if its first line does not name any."""
    with open(path, encoding="utf-8") as file:
        line = CASES.fullmatch(file.readline().rstrip("\n"))
    found = [CASE.fullmatch(text) for text in line[1].split(", ")] if line else [None]
    if not all(found):
        raise ValueError(f"{path}: the first line does not name the cases, as in '// cases: 64x64 f32, 100x50 f64'")
    return [Case(str(path), tuple(map(int, one[1].split("x"))), one[2]) for one in found]


def of_folder(folder, only="", part="1/1", most=None):
    """The cases of all programs below `folder` whose key matches `only`; of these, every n-th for `part` = i/n. Extents
    above `most` are made smaller."""
    paths = sorted(Path(folder).resolve().glob("**/*.stencil"))
    chosen = [case for path in paths for case in of_file(path) if re.search(only, case.key)]
    which, parts = map(int, part.split("/"))
    return [replace(case, size=shrunk(case.size, most)) if most else case for case in chosen[which - 1::parts]]
