"""Values within a step of random programs (generate.py): substeps, local fields, iterations.

They have random numbers of their own, so that programs without them stay what they were. What is drawn is laid over a
program that is there: its updates become several, and none of its faces keeps cells.
"""
import random
import re

from fields import boundaries, offset


KEEP = re.compile(r"\bkeep\b(\(\d+\))?")


class Within:
    """What is laid over one program."""

    def __init__(self, generator):
        self.of = generator
        self.choose = random.Random(generator.seed * 7919 + 17)
        self.isDrawn = self.choose.random() < 0.4
        self.locals, self.planes = [], 0

    def rewritten(self, updates):
        """The updates, some of them as several."""
        if not self.isDrawn:
            return updates
        lines, place = [], 0
        while place < len(updates):
            kind = self.choose.choice(("plain", "parts", "parts", "local", "local", "repeat"))
            if self.of.order[place].members and kind != "repeat":
                kind = "plain"
            count = 1 if kind != "repeat" or place + 1 == len(updates) else self.choose.choice((1, 1, 2))
            lines += getattr(self, kind)(self.of.order[place:place + count], updates[place:place + count])
            place += count
        return lines

    def declared(self, fields):
        """The declarations, those of local fields behind the others."""
        if not self.isDrawn:
            return fields
        return [KEEP.sub("copy", line) for line in fields] + self.locals

    def plain(self, _, updates):
        return updates

    def parts(self, fields, updates):
        """A field by way of one or two others of its values."""
        one, value, lines, last = fields[0], self.valueOf(updates[0]), [], ""
        labels = self.choose.choice((["1/2"], ["1/3", "2/3"], ["1/3", "1/2"]))
        for label in labels:
            lines.append(f"    {one.name}[t+{label}] = {self.mixed(last, self.drawn(one))};")
            last = self.read(one, f"t+{label}")
        self.planes += len(labels)
        return lines + [f"    {one.name}[t+1] = {self.mixed(last, value)};"]

    def local(self, fields, updates):
        """A field by way of a local one."""
        one, name = fields[0], f"e{len(self.locals)}"
        around = boundaries(self.choose, self.of.axes, self.of.params + self.of.timed)
        storage = self.choose.choice(("", "", "", " storage f32", " storage f64"))
        items = KEEP.sub("copy", " ".join(around)).replace("SELF", name)
        self.locals.append(f"    local {name}{storage} {{ {items} }}")
        self.planes += 1
        axis = self.choose.choice(self.of.axes)
        index = self.choose.choice(("", "", f", {axis}+1", f", {axis}-1"))
        lines = [f"    {name}[t+1/2] = {self.drawn(one)};"]
        if self.choose.random() < 0.3:
            lines.append(f"    {name}[t+1] = 0.5 * {name}[t+1/2{index}] + 0.2;")
            self.planes += 1
        label = "t+1" if len(lines) > 1 else "t+1/2"
        return lines + [f"    {one.name}[t+1] = {self.mixed(f'{name}[{label}{index}]', self.valueOf(updates[0]))};"]

    def repeat(self, fields, updates):
        """One field or two, by iterations."""
        lines = [f"    repeat {self.choose.randint(1, 5)} as m {{"]
        for one, update in zip(fields, updates):
            for other in fields:
                update = re.sub(rf"\b{other.name}\[((?:\w+(?:\[\w+\])?, )?)t\+1\b", rf"{other.name}[\1m+1", update)
            if one.members:  # a loop
                lines.append(f"    {update}")
            else:
                lines.append(f"        {one.name}[m+1] = {self.mixed(self.read(one, 'm'), self.valueOf(update))};")
            self.planes += max(one.members, 1)
        return lines + ["    }"]

    # pieces

    @staticmethod
    def valueOf(update):
        return update.split(" = ", 1)[1].rstrip(";")

    def drawn(self, one):
        """Another value that the update of a field might have."""
        self.of.choose, before = self.choose, self.of.choose
        value = self.of.value(one)
        self.of.choose = before
        return value

    def read(self, one, time):
        entries = offset(self.choose, one, self.of.axes, self.of.radius) if one.style in ("around", "axis", "side") else []
        return f"{one.name}[{', '.join([time, *entries])}]"

    def mixed(self, read, value):
        first, where, others = value.partition(" where ")  # values by region: the first of them
        return f"0.4 * {read} + 0.5 * ({first}){where}{others}" if read else value
