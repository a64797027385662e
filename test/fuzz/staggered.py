"""Random programs whose fields lie beside the cells, at both ends of them, or along some of the axes alone (generate.py).

Each read is shifted by as many halves as lead from the place of what is computed to a place of the field.
"""
import random
from dataclasses import dataclass

from points import Points

PLACES = {"": 0, "+1/2": 1, "-1/2": -1, " faces": -1}


@dataclass
class Field:
    """A field: what stands behind each axis that it has."""
    name: str
    places: dict
    isProfile: bool = False

    def declared(self):
        return f"{self.name}({', '.join(axis + place for axis, place in self.places.items())})"


def halves(amount):
    """`+3/2` or `-1`, so many half cells; nothing for none."""
    return "" if amount == 0 else f"{amount // 2:+d}" if amount % 2 == 0 else f"{amount:+d}/2"


class Staggered:
    """Makes one program."""

    def __init__(self, seed):
        self.seed = seed
        self.choose = random.Random(seed ^ 0x57A6)
        self.axes = "xyz"[:self.choose.choice((1, 2, 2, 2, 3, 3))]
        self.long = [axis for axis in self.axes if self.choose.random() < 0.45]  # axes with faces
        self.fields = [self.field(name, False) for name in "uvwq"[:self.choose.randint(2, 4)]]
        if len(self.axes) > 1:
            self.fields += [self.field(name, True) for name in "ab"[:self.choose.randint(0, 2)]]
        self.updated = [one for one in self.fields if not one.isProfile]

    def field(self, name, isProfile):
        axes = self.choose.sample(self.axes, self.choose.randint(1, len(self.axes) - 1)) if isProfile else self.axes
        places = {}
        for axis in sorted(axes):
            faces = [" faces"] * 3 if axis in self.long and not isProfile else []
            places[axis] = self.choose.choice(["", "", "+1/2", "-1/2", *faces])
        return Field(name, places, isProfile)

    def face(self, one, axis):
        value = self.choose.choice(("0.5", f"0.01 * {axis}", "p0", "0"))
        plain = ["copy", "mirror", f"fixed({value})", "mirror(node)"]
        return self.choose.choice(plain if one.isProfile else plain * 2 + ["mirror(-1)", f"face({value})", "extrapolate(2)", "keep", f"from(0.8 * {one.name})"])

    def declaration(self, one):
        lines = []
        for axis in one.places:
            if axis not in self.long and self.choose.random() < 0.25:
                lines.append(f"boundary periodic on {axis};")
            else:
                lines += [f"boundary {self.face(one, axis)} on {axis}.{side};" for side in ("low", "high")]
        position = self.choose.choice(list(one.places))
        lines.append(self.choose.choice((f"init random({self.choose.randint(1, 99)});", f"init 0.4 + 0.01 * {position};")))
        storage = f" storage {self.choose.choice(('f32', 'f64'))}" * (self.choose.random() < 0.15)
        return f"    field {one.declared()}{storage} {{ {' '.join(lines)} }}"

    def read(self, target, isNew):
        """A read of a field from the place of `target`, at t+1 if it is there."""
        one = self.choose.choice(self.fields)
        entries = []
        for axis, place in one.places.items():
            away = PLACES[place] - PLACES[target.places[axis]]
            if self.choose.random() < 0.6 or away % 2:
                away += self.choose.choice((-2, 0, 0, 2)) if abs(away) < 2 else 0
            else:
                away = 0
            if away:
                entries.append(axis + halves(away))
        if one in isNew and self.choose.random() < 0.5:
            entries.insert(0, "t+1")
        return one.name + (f"[{', '.join(entries)}]" if entries else "")

    def difference(self, target):
        """Along one axis, of a field that lies as the target does along all others."""
        axis = self.choose.choice(self.axes)
        like = [one for one in self.updated if all(PLACES[one.places[other]] % 2 == PLACES[target.places[other]] % 2
                                                   for other in self.axes if other != axis)]
        one = self.choose.choice(like)
        entries = [other + halves(PLACES[one.places[other]] - PLACES[target.places[other]]) for other in self.axes
                   if other != axis and PLACES[one.places[other]] != PLACES[target.places[other]]]
        return f"d({one.name}{'[' + ', '.join(entries) + ']' if entries else ''}, {axis})"

    def value(self, target, isNew):
        terms = [f"0.{self.choose.randint(1, 3)} * {self.read(target, isNew)}" for _ in range(self.choose.randint(1, 4))]
        terms += [f"0.05 * {self.difference(target)}"] * (self.choose.random() < 0.5)
        if self.choose.random() < 0.3:
            terms.append(f"0.1 * {self.read(target, isNew)} * {self.read(target, isNew)}")
        return " + ".join(terms)

    def update(self, target, isNew):
        values = self.value(target, isNew)
        if self.choose.random() < 0.3:
            axis = self.choose.choice(self.axes)
            values = f"{self.choose.choice(('0', '0.5'))} where {axis} < 0 || {axis} > n{axis} - 1, {values} elsewhere"
        return f"    {target.name}[t+1] = {values};"

    def program(self):
        """The text, axes, arrays and extents."""
        size = [self.choose.randint(8, {1: 700, 2: 90, 3: 36}[len(self.axes)]) for _ in self.axes]
        lines = [f"stencil random{self.seed}({', '.join(self.axes)}) {{", f"    precision {self.choose.choice(('f32', 'f64'))};"]
        lines += ["    arithmetic written;"] * (self.choose.random() < 0.15) + ["    param p0 = 0.3;"]
        lines += ["    spacing h = 0.5;"] * (self.choose.random() < 0.3)
        lines += [self.declaration(one) for one in self.fields]
        order, isNew = self.choose.sample(self.updated, len(self.updated)), []
        for target in order:
            lines.append(self.update(target, isNew))
            isNew.append(target)
        if self.choose.random() < 0.4:
            function = self.choose.choice(("max", "min", "sum", "norm"))
            lines.append(f"    report seen = {function}({self.choose.choice(order).name}[t+1]) every 2 steps;")
        lines += Points(self.seed, self.axes, lines, lambda name: ("p0", name)).statements()
        lines += [f"    size {', '.join(map(str, size))};", "    steps 4;", "}", ""]
        return "\n".join(lines), len(self.axes), len(self.fields), size
