"""Imports in random programs (generate.py): the library's functions and sets of cells, added to updates that are there.

They have random numbers of their own, so that programs without them stay what they were. What is drawn is computed from additions,
products, quotients and comparisons alone, which give the same bits everywhere.
"""
import random
import re

UPDATE = re.compile(r"    \w+\[t\+1\] = (?!.* where )[^{}]*;")


class Imports:
    """What is imported into one program."""

    def __init__(self, generator):
        self.of = generator
        self.choose = random.Random(generator.seed * 15485863 + 11)
        self.isDrawn = self.choose.random() < 0.15
        self.used = set()

    def added(self, lines):
        """The updates, some with a term from the library."""
        around = [one for one in self.of.fields if one.style == "around" and not one.members]
        if not self.isDrawn or not around:
            return lines
        return [f"{line[:-1]} + 0.05 * {self.term(around)};" if UPDATE.fullmatch(line) and self.choose.random() < 0.6 else line for line in lines]

    def declared(self):
        """The line above the stencil, or nothing."""
        names = sorted(self.used)
        if not names:
            return []
        if self.choose.random() < 0.5:
            return [f'import "std/{name}";' for name in names]
        return ["import " + ", ".join(f'"std/{name}.stencil"' for name in names) + ";"]

    def term(self, around):
        one, axis = self.choose.choice(around).name, self.choose.choice(self.of.axes)
        low, high = f"{one} - {one}[{axis}-1]", f"{one}[{axis}+1] - {one}"
        kind = self.choose.choice(("limiters", "limiters", "neighbourhoods", "runge_kutta"))
        self.used.add(kind)
        if kind == "limiters":
            return f"{self.choose.choice(('minmod', 'superbee', 'van_leer', 'monotonized', 'maxmod'))}({low}, {high})"
        if kind == "runge_kutta":
            return self.choose.choice((f"heun_last({one}, {low}, {high})", f"ssp3_second({one}, {high}, 0.1)", f"rk4_last(0.1, {one}, {low}, {high}, 0.2)"))
        places = ("faces", "touching") + (("edges",) if len(self.of.axes) > 1 else ()) + (("corners",) if len(self.of.axes) > 2 else ())
        return f"{self.choose.choice(('min', 'max', 'sum'))}({self.choose.choice(places)}, 0.1 * {one})"
