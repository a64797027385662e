"""Numbers of the whole grid in random programs (generate.py): `global` statements among the updates, who reads them, and what is kept of them
from step to step.

They have random numbers of their own, so that programs without them stay what they were. What is drawn is laid over updates
that are there, those of a 'repeat' among them, some of which then end by a condition.
"""
import random
import re

from fields import offset

TARGET = re.compile(r"(\w+)\[(?:\w+, )?([tm])\+1\] = ")


class Whole:
    """What is laid over one program."""

    def __init__(self, generator):
        self.of = generator
        self.choose = random.Random(generator.seed * 104729 + 5)
        self.isDrawn = self.choose.random() < 0.25
        self.keep = random.Random(generator.seed * 104759 + 11)  # draws beside the others, which stay what they were
        self.names, self.done, self.kept = [], set(), []

    def laid(self, lines):
        """The updates, with numbers of the whole grid between them."""
        if not self.isDrawn:
            return lines
        out, place = [], 0
        while place < len(lines):
            if not lines[place].startswith("    repeat"):
                out += self.around(lines[place], "    ", self.atStep)
                place += 1
                continue
            end = lines.index("    }", place)
            out += self.repeated(lines[place], lines[place + 1:end])
            place = end + 1
        return self.withKept(out)

    def reports(self):
        """Reports of some of them, and a rule now and then."""
        lines = [f"    report {name} every {self.choose.randint(1, 2)} steps;" for name in self.names if self.choose.random() < 0.5]
        if self.names and self.choose.random() < 0.3:
            lines.append(f"    until {self.choose.choice(self.names)} {self.choose.choice('<>')} 0.4 every 1 step;")
        return lines

    # pieces

    def around(self, line, indent, read):
        """An update behind new numbers, reading those that are there."""
        out = [self.drawn(indent, read) for _ in range(self.choose.choice((0, 0, 1, 1, 2)))]
        out.append(self.using(line))
        if target := TARGET.search(line):
            self.done.add(target.group(1))
        return out

    def repeated(self, header, body):
        outside = [self.drawn("    ", self.atStep)] if self.choose.random() < 0.4 else []
        targets = {found.group(1) for line in body if (found := TARGET.search(line))}
        before, isComputed = self.done, set()

        def read():
            one = self.field(targets)
            new = one.name in isComputed and self.choose.random() < 0.5
            return self.at(one, "m+1" if new else "m")
        inside = []
        for line in body:
            out = self.around(line, "        ", read)
            inside += out
            isComputed |= {found.group(1) for found in [TARGET.search(line)] if found}
        self.done = before | targets
        if self.choose.random() < 0.6:
            one = self.field(targets)
            name = f"n{len(self.names)}"
            self.names.append(name)
            inside.append(f"        global {name} = max(abs({self.at(one, 'm+1', True)} - {self.at(one, 'm', True)}));")
            header = header.replace("repeat ", "repeat at most ").replace(" {", f" until {name} < {self.choose.choice((0.02, 0.1, 0.4))} {{")
        return outside + [header, *inside, "    }"]

    def field(self, names=None):
        return self.choose.choice([one for one in self.of.fields if names is None or one.name in names])

    def at(self, one, time, isHere=False):
        """A field at a time, a member if it is a group, in the cell or beside it."""
        entries = [str(self.choose.randrange(one.members) if not isHere else 0)] if one.members else []
        if time:
            entries.append(time)
        if one.style in ("around", "axis", "side") and not isHere:
            entries += offset(self.choose, one, self.of.axes, self.of.radius) if self.choose.random() < 0.5 else []
        return one.name + (f"[{', '.join(entries)}]" if entries else "")

    def atStep(self):
        one = self.field()
        return self.at(one, "t+1" if one.name in self.done and self.choose.random() < 0.6 else "")

    def drawn(self, indent, read):
        cells = " / (" + " * ".join(f"n{axis}" for axis in self.of.axes) + ")"
        function = self.choose.choice(("max", "min", "sum", "norm"))
        inner = self.choose.choice((read(), f"{read()} - {read()}", f"abs({read()})", f"{read()} * {read()}"))
        if self.names and self.choose.random() < 0.4:
            inner = f"{inner} - {self.choose.choice(self.names)}"
        value = f"{function}({inner})" + cells * (function in ("sum", "norm"))
        if self.choose.random() < 0.3:
            value = f"0.5 * {value} + 0.2 * max({read()})"
        elif self.names and self.choose.random() < 0.3:
            value = f"min({value}, {self.choose.choice(self.names)})"
        name = f"n{len(self.names)}"
        self.names.append(name)
        return f"{indent}global {name} = {self.kepts(name, value)};"

    def kepts(self, name, value):
        """The value, now and then kept: with what it begins with, and reading what it was."""
        if self.keep.random() < 0.6:
            return value
        self.kept.append(name)
        if self.keep.random() < 0.5:
            value = self.keep.choice((f"0.7 * ({value}) + 0.2 * {name}[t-1]", f"min({value}, 1 + {name}[t-1])"))
        one = self.keep.choice(self.of.fields)
        start = self.keep.choice(("0.25", f"max({one.name}{'[0]' if one.members else ''})", f"0.5 / n{self.of.axes[0]}"))
        return f"{value} init {start}"

    def withKept(self, lines):
        """Reads of what is kept, above the statements that find it too; and a recurrence that asks for no cell."""
        if self.keep.random() < 0.2:
            lines = [f"    global n{len(self.names)} = 0.5 * n{len(self.names)}[t-1] + 0.1 init 0.3;", *lines]
            self.kept.append(f"n{len(self.names)}")
            self.names.append(self.kept[-1])
        updates = [index for index, line in enumerate(lines) if TARGET.search(line)]
        for name in self.kept:
            at = self.keep.choice(updates)
            lines[at] = self.reading(lines[at], f"{name}[t-1]", self.keep)
        return lines

    def using(self, line):
        if not self.names or self.choose.random() < 0.3 or " = " not in line:
            return line
        return self.reading(line, self.choose.choice(self.names[-3:]), self.choose)

    def reading(self, line, name, choose):
        head, value = line.split(" = ", 1)
        first, end = re.match(r"(.*?)( where .*|; }|;)$", value).groups()
        return head + " = " + choose.choice((f"0.8 * ({first}) + 0.1 * {name}", f"({first}) * (0.5 + 0.2 * {name})",
                                                  f"select({name} < 0.3, {first}, 0.5 * ({first}))", f"0.7 * ({first} - {name})",
                                                  f"({first}) / (1 + {name}^2)")) + end
