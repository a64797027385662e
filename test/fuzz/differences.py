"""Derivatives in random programs (generate.py): d, d2 and laplacian of any order, at any place.

They have random numbers of their own, so that programs without them stay what they were. What is drawn takes the place of a
difference of two cells, reads no further than the program's radius, and is scaled to values of at most 1.
"""
import random


class Differences:
    """What is drawn for one program, whose spacing is 0.5."""

    def __init__(self, generator):
        self.of = generator
        self.choose = random.Random(generator.seed * 6151 + 29)
        self.isDrawn = self.choose.random() < 0.5

    def drawn(self, one, isNew, axis):
        """A derivative of a field along an axis, or nothing."""
        if not self.isDrawn or self.choose.random() < 0.25:
            return ""
        entries = ["0"] * bool(one.members) + ["t+1"] * isNew
        value = one.name + f"[{', '.join(entries)}]" * bool(entries)
        if self.choose.random() < 0.3:
            value = self.choose.choice((f"{value} * {value}", f"({value} - 0.25)", f"abs({value})"))
        kinds = [self.along, self.along, self.between, self.sided]
        if one.style == "around":
            kinds += [self.laplacian] + [self.mixed] * (len(self.of.axes) > 1)
        return self.choose.choice(kinds)(value, axis)

    def order(self):
        """An even order that reads no further than the radius."""
        order = 2 * self.choose.randint(1, self.of.radius)
        return f", order = {order}" if order > 2 or self.choose.random() < 0.3 else ""

    def along(self, value, axis):
        if self.of.radius > 1 and self.choose.random() < 0.25:
            return f"0.001 * d2(d2({value}, {axis}), {axis})"
        return self.choose.choice(("0.2 * d({0}, {1}{2})", "0.03 * d2({0}, {1}{2})")).format(value, axis, self.order())

    def between(self, value, axis):
        place = axis + self.choose.choice(("+1/2", "-1/2"))
        if self.of.radius > 1 and self.choose.random() < 0.3:
            return f"0.1 * d2({value}, {place})"
        if self.choose.random() < 0.4:
            return f"0.1 * d(0.5 * d({value}, {axis}+1/2), {axis}-1/2)"
        return f"0.2 * d({value}, {place}{self.order()})"

    def sided(self, value, axis):
        side, order = self.choose.choice(("forward", "backward")), self.choose.randint(1, self.of.radius)
        if order > 1 and self.choose.random() < 0.4:
            return f"0.02 * d2({value}, {axis}, {side}, order = {order - 1})"
        return f"0.04 * d({value}, {axis}, order = {order}, {side})"

    def laplacian(self, value, _):
        return f"0.01 * laplacian({value}{self.order()})"

    def mixed(self, value, axis):
        other = self.choose.choice([each for each in self.of.axes if each != axis])
        half = self.choose.choice(("", "", "+1/2"))
        return f"0.03 * d({value}, {axis}, {other}{half}{self.order()})"
