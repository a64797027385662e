"""Coefficient tables in random programs (generate.py) whose entries differ from cell to cell: fields, positions, lets of them.

They have random numbers of their own, so that programs without them stay what they were. What is drawn takes the place of a sum
over a neighbourhood, and its coefficients add up to at most 1.
"""
import random

from fields import offset

STYLES = ("around", "axis", "side", "cell")  # of the fields that entries read, at t


class Tables:
    """The tables of one program."""

    def __init__(self, generator):
        self.of = generator
        self.choose = random.Random(generator.seed * 4349 + 11)
        self.isDrawn = self.choose.random() < 0.4
        self.declared = []

    def drawn(self, inner):
        """A table applied to what is read around the cell, or nothing."""
        if not self.isDrawn or self.choose.random() < 0.3:
            return ""
        if not self.declared or self.choose.random() < 0.5:
            self.declare()
        name = f"m{self.choose.randrange(len(self.declared))}"
        return f"apply({name}, {self.choose.choice((inner, inner, f'{inner} * {inner}'))})"

    def declare(self):
        name, axes = f"m{len(self.declared)}", self.of.axes
        axis, far = self.choose.choice(axes), self.choose.randint(1, self.of.radius)
        if self.choose.random() < 0.4:
            over, keys = f"star({far})", [str(distance) for distance in range(far + 1)]
            counts = [1] + [2 * len(axes)] * far
        else:
            over, counts = f"axis({axis}, -{far} .. {far})", [1] * (2 * far + 1)
            keys = ["(" + ",".join(str(step) if each == axis else "0" for each in axes) + ")" for step in range(-far, far + 1)]
        entries = [f"{key}: {1 / sum(counts):.3g} * {self.entry()}" for key in keys]
        self.declared.append(f"    coefficient {name} over {over} = {{ {', '.join(entries)} }};")

    def entry(self):
        """Of at most 1, if reads are; some the same for all cells."""
        read = [self.read(one) for one in self.of.fields if one.style in STYLES]
        axis = self.choose.choice(self.of.axes)
        values = ["0", "1", "-0.5", f"({axis} / n{axis})", *self.of.params]
        if read:
            one, two = self.choose.choice(read), self.choose.choice(read)
            values += [one, one, one, f"({one} - 0.5 * {two})", f"({one} * {two})", f"select({one} > 0.4, 1, {two})"]
        return self.choose.choice(values)

    def read(self, one):
        entries = offset(self.choose, one, self.of.axes, self.of.radius)
        entries = [str(self.choose.randrange(one.members)), *entries] if one.members else entries
        return one.name + f"[{', '.join(entries)}]" * bool(entries)
