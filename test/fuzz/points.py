"""Sources and receivers in random programs (generate.py): at cells and between them, of fields that a step computes once.

They have random numbers of their own, so that programs without them stay what they were.
"""
import random
import re

TARGET = re.compile(r"^    (\w+)\[t\+1\] = ", re.MULTILINE)
VALUES = ("1", "0.5", "0.3 * sin(step)", "select(step < 2, 0.4, 0)", "0.1 * step")


class Points:
    """What is added to one program; `values` are more of what a source may add, by field."""

    def __init__(self, seed, axes, updates, values=lambda name: ()):
        self.choose = random.Random(seed * 7919 + 11)
        self.more = random.Random(seed * 7927 + 13)  # draws beside the others, which stay what they were
        self.axes, self.values = axes, values
        kept = [name for name in TARGET.findall("\n".join(updates)) if not re.fullmatch(r"e\d+", name)]  # no locals
        self.fields = kept if self.choose.random() < 0.3 else []

    def statements(self):
        """Sources and receivers, or nothing."""
        if not self.fields:
            return []
        lines = [self.withSeries(self.source(f"s{number}"), number) for number in range(self.choose.choice((0, 1, 1, 2, 3)))]
        return lines + [self.receiver(f"v{number}") for number in range(self.choose.choice((0, 0, 1, 2)))]

    def source(self, name):
        field = self.choose.choice(self.fields)
        value = self.choose.choice((*VALUES, *self.values(field)))
        return f"    source {name} into {field} at {self.places(name)} = 0.2 * ({value});"

    def withSeries(self, line, number):
        """The source, now and then with a series for each of its points."""
        if self.more.random() < 0.7:
            return line
        row = self.more.choice(("step", "step+1", "step-2"))
        return f'    series ws{number} = file("ws{number}.npy");\n' + line.replace(" = ", f" times ws{number}[{row}] = ", 1)

    def receiver(self, name):
        every = self.choose.choice(("1 step", "2 steps", "3 steps"))
        return f"    receiver {name} of {self.choose.choice(self.fields)} at {self.places(name)} every {every};"

    def places(self, name):
        how = self.choose.choice(("", "", " with linear", f" with sinc({self.choose.randint(2, 10)})"))
        if self.choose.random() < 0.15:
            return f'file("{name}.npy")' + how
        return "(" + ", ".join(self.along(axis) for axis in self.axes) + ")" + how

    def along(self, axis):
        """A coordinate or a range of them; whatever the field's place, none of it is before the first cell."""
        first = self.choose.choice((0.5, 1, 1, 2, 2.5, 3.25, self.choose.randint(4, 32) / 8))
        end = self.choose.choice((f"{first} + 2", f"n{axis} - 2", f"n{axis} / 2 + 1"))
        return self.choose.choice((f"{first:g}", f"{first:g}", f"n{axis} / 2", f"n{axis} - 2", f"{first:g} .. {end}",
                                   f"{first:g} .. {end} by {self.choose.choice((0.75, 1.5, 3))}"))
