"""What random programs (generate.py) save: fields that a step computes, windows of them, several in a file.

Random numbers of their own, so that programs without them stay what they were.
"""
import random
import re

TARGET = re.compile(r"^    (\w+)\[t\+1\] = ", re.MULTILINE)


class Saves:
    """What is saved of one program; `updates` are its statements."""

    def __init__(self, seed, axes, updates):
        self.choose = random.Random(seed * 6007 + 5)
        self.axes = axes
        self.fields = [name for name in TARGET.findall("\n".join(updates)) if not re.fullmatch(r"e\d+", name)]  # no locals

    def statements(self):
        """Saves, or nothing."""
        if not self.fields or self.choose.random() > 0.2:
            return []
        return [self.save(number) for number in range(self.choose.choice((1, 1, 2)))]

    def save(self, number):
        count = self.choose.choice((1, 1, 1, 2))
        window = self.window()
        fields = ", ".join(name + window for name in self.choose.sample(sorted(set(self.fields)), min(count, len(set(self.fields)))))
        how = self.choose.choice(("", "", " as f32", " as f64"))
        where = self.choose.choice(("", "", f' into "out{number}.h5"', f' into "out{number}_%d.npy"' if "," not in fields else ""))
        return f"    save {fields}{how}{where}{self.choose.choice(('', '', ' compressed'))} every {self.choose.choice(('1 step', '2 steps', '3 steps'))};"

    def window(self):
        axes = [axis for axis in self.axes if self.choose.random() < 0.3]
        return f"[{', '.join(f'{axis} = {self.along(axis)}' for axis in axes)}]" if axes else ""

    def along(self, axis):
        return self.choose.choice(("1", f"n{axis} / 2", f"0 .. n{axis} - 1 by 2", f"1 .. n{axis} - 2", f"1 .. n{axis} / 2 by 3"))
