"""Random legal programs of the stencil language. A program is a function of its seed and of nothing else.

Fields differ in what is done with them: updated or constant, read around the cell, along one axis, at the cell alone, at
earlier levels alone, or by nobody. Values stay bounded, so that nothing but a wrong plan gives infinity or NaN.
"""
import random
from dataclasses import dataclass

from differences import Differences
from fields import boundaries, declaration, makeFields, offset, pick
from imports import Imports
from points import Points
from saves import Saves
from staggered import Staggered
from storage import Storage
from tables import Tables
from whole import Whole
from within import Within

TAME_PRECISIONS = ("f32", "f64", "f64", "f32")
PRECISIONS = (*TAME_PRECISIONS, "storage f32, compute f64", "storage f64, compute f32")


# Values that change from step to step, of at most 1.
TIMED = ("sin(2 * time)", "0.1 * step", "0.00005 * wave[step]", "0.00005 * wave[step-1]", "select(step < 2, 0.3, 0.7)",
         "0.5 * exp(-time)", "0.5 * cos(time) + 0.00002 * wave[step+1]", "1 / (1 + step)")


# Random numbers that are added to updates.
NOISE = (" + 0.1 * random(3)", " - 0.2 * (random(4) - 0.5)", " + 0.1 * (random(5) * random(5) - random(6))", "")


STAGGERED = 0.15  # of the programs


@dataclass
class Program:
    """What a seed gives."""
    name: str
    text: str
    axes: int
    bytesPerCell: int  # of all kept levels and the one being computed, at most
    size: list         # extents of a small grid, odd ones among them


class Generator:
    """Makes one program."""

    def __init__(self, seed):
        self.seed = seed
        self.choose = random.Random(seed)
        self.axes = "xyz"[:pick(self.choose, {1: 2, 2: 4, 3: 5})]
        self.radius = pick(self.choose, {1: 8, 2: 4, 3: 1, 4: 1})
        self.params = [f"p{i}" for i in range(pick(self.choose, {0: 3, 1: 3, 2: 1}))]
        self.isTame = self.choose.random() < 0.35  # linear updates of what is read around the cell
        self.fields = makeFields(self.choose, self.axes, self.isTame)
        self.order = [one for one in self.fields if one.isUpdated]
        self.choose.shuffle(self.order)
        self.lets, self.regions = [], []
        self.loop = None  # the group whose update is being written
        self.tables = []  # declarations of tables of constants
        self.coefficients = Tables(self)
        self.differences = Differences(self)
        clock = random.Random(seed ^ 0x5EED)  # of its own, so that programs without time are what they were
        self.dice = random.Random(seed ^ 0xD1CE)  # of its own, too
        self.isNoisy = self.dice.random() < 0.15
        self.timed = clock.sample(TIMED, clock.randint(1, 3)) if clock.random() < 0.35 else []
        if clock.random() < 0.2:
            self.timed = [value for value in TIMED if "wave" in value or "time" in value] * bool(self.timed)

    def chance(self, likely):
        return self.choose.random() < likely

    def readable(self, stage, styles=("around", "axis", "side", "cell", "old")):
        """Fields of these styles that the update of `stage` may read, and whether at t+1."""
        before = self.order[:self.order.index(stage)]
        times = [(one, False) for one in self.fields] + [(one, True) for one in before]
        return [(one, isNew) for one, isNew in times if one.style in styles]

    def member(self, one):
        """The number of a member: also one that the loop around it gives."""
        number = str(self.choose.randrange(one.members))
        if not self.loop or self.loop.members > one.members:
            return number
        return self.choose.choice(("i", "i", "turn[i]", number))

    def at(self, one, *entries):
        """A field with an index, a member of it if it is a group."""
        entries = [self.member(one), *entries] if one.members else entries
        return one.name + (f"[{', '.join(entries)}]" if entries else "")

    def read(self, stage):
        choices = self.readable(stage)
        if not choices:
            return "0.5"
        one, isNew = self.choose.choice(choices)
        entries = offset(self.choose, one, self.axes, self.radius)
        if one.style == "old":
            entries = [f"t-{self.choose.randint(1, one.levels - 1)}"]
        elif isNew:
            entries = ["t+1", *entries]
        elif one.levels > 1 and self.chance(0.4):
            entries = [f"t-{self.choose.randint(1, one.levels - 1)}", *(entries if self.chance(0.3) else [])]
        return self.at(one, *entries)

    # values of at most 1, if reads are

    def neighbourhood(self):
        rank, r = len(self.axes), self.radius
        star = 2 * r * rank
        axis = self.choose.choice(self.axes)
        return self.choose.choice(((f"star({r})", star + 1), (f"star({r}) \\ centre", star), ("box(1)", 3 ** rank),
                                   (f"axis({axis}, {r})", 2 * r + 1), (f"axis({axis}, 0 .. {r})", r + 1)))

    def mean(self, stage):
        choices = self.readable(stage, ("around",))
        if not choices:
            return self.read(stage)
        one, isNew = self.choose.choice(choices)
        inner = self.at(one, *["t+1"] * isNew)
        place, count = self.neighbourhood()
        kind = self.choose.choice(("sum", "sum", "sum", "min", "max"))
        if kind == "sum":
            return self.coefficients.drawn(inner) or f"{1 / count:.4g} * sum({place}, {inner})"
        return f"{kind}({place}, {inner})"

    def derivative(self, stage):
        choices = self.readable(stage, ("around", "axis"))
        if not choices:
            return self.read(stage)
        one, isNew = self.choose.choice(choices)
        axis = one.axis if one.style == "axis" else self.choose.choice(self.axes)
        far, time = self.choose.randint(1, self.radius), ["t+1"] * isNew
        plain = f"0.5 * ({self.at(one, *time, f'{axis}+{far}')} - {self.at(one, *time, f'{axis}-{far}')})"
        return self.differences.drawn(one, isNew, axis) or plain

    def overMembers(self, stage):
        """A sum over a group, or the smallest or largest of it, each member at a place of its own."""
        groups = [(one, isNew) for one, isNew in self.readable(stage, ("around", "cell")) if one.members]
        if not groups:
            return self.read(stage)
        one, isNew = self.choose.choice(groups)
        entries, last = ["j"] + ["t+1"] * isNew, one.members - 1
        if one.style == "around":
            entries += [f"{axis}{self.choose.choice('+-')}{one.name}{axis}[j]" for axis in self.axes if self.chance(0.6)]
        inner = f"{one.name}[{', '.join(entries)}]"
        function = self.choose.choice(("sum", "sum", "sum", "min", "max"))
        return f"{1 / one.members:.3g} * sum(j in 0 .. {last}, {one.name}w[j] * {inner})" if function == "sum" else (
            f"{function}(j in 0 .. {last}, {inner})")

    def makeTables(self):
        """Tables that sums over groups and loops use."""
        for one in self.fields:
            numbers = range(one.members)
            if one.members and one.style == "around":
                for axis in self.axes:
                    far = [str(self.choose.randint(-self.radius, self.radius)) for _ in numbers]
                    self.tables.append(f"    const {one.name}{axis}[{one.members}] = {{ {', '.join(far)} }};")
            if one.members:
                weights = [str(self.choose.choice((0, 0.5, -0.25, 1, *self.params))) for _ in numbers]
                self.tables.append(f"    const {one.name}w[{one.members}] = {{ {', '.join(weights)} }};")
            if one.members and one.isUpdated:
                turned = [str(self.choose.randrange(one.members)) for _ in numbers]
                self.tables.append(f"    const turn[{one.members}] = {{ {', '.join(turned)} }};")

    def let(self, stage):
        """A read of a named expression, also at an offset: of fields around the cell at t."""
        inner = [one for one in self.fields if one.style == "around"]
        if not inner:
            return self.mean(stage)
        if not self.lets or self.chance(0.4):
            one, two = self.choose.choice(inner), self.choose.choice(inner)
            axis, around, self.loop = self.choose.choice(self.axes), self.loop, None
            a, b, low, high = self.at(one), self.at(two), self.at(one, f"{axis}-1"), self.at(two, f"{axis}+1")
            self.lets.append(self.choose.choice((f"0.5 * ({self.at(one, f'{axis}+1')} - {b})", f"{a} * {b}",
                                                 f"min({a}, {self.at(two, f'{axis}-1')})", f"0.25 * ({low} + 2 * {a} + {high})")))
            self.loop = around
        name = f"l{self.choose.randrange(len(self.lets))}"
        return name + (f"[{self.choose.choice(self.axes)}{self.choose.choice((-1, 1)):+d}]" if self.chance(0.6) else "")

    def nonlinear(self, stage):
        a, b = self.read(stage), self.read(stage)
        axis = self.choose.choice(self.axes)
        return self.choose.choice((
            f"select({a} > {b}, {a}, {self.read(stage)})", f"select({axis} < n{axis} / 2, {a}, {b})", f"min({a}, {b})",
            f"max({a}, {b}, 0.1)", f"sqrt(abs({a}))", f"{a} * {b}", f"{a} / (1 + {b} * {b})", f"abs({a} - 0.5)",
            f"select({a} > 0.3 && !({b} < 0.2), 0.5 * {a}, {b})", f"({a})^2", f"floor({a}) + 0.5"))

    def plain(self):
        """A value without reads."""
        axis = self.choose.choice(self.axes)
        return self.choose.choice(["0", "0.5", f"0.001 * {axis}", f"{axis} / n{axis}"] + (self.params + self.timed) * 2)

    def term(self, stage):
        if self.isTame:
            kinds, weights = (self.read, self.mean, self.derivative, self.overMembers), (5, 4, 1, 2)
        else:
            kinds = (self.read, self.mean, self.derivative, self.let, self.nonlinear, self.plainTerm, self.overMembers)
            weights = (6, 3, 3, 2, 3, 1, 2)
        return self.choose.choices(kinds, weights)[0](stage)

    def plainTerm(self, stage):
        return self.plain()

    def value(self, stage):
        if not self.isTame and self.chance(0.08):
            return self.plain()
        count = 1 if not self.isTame and self.chance(0.15) else self.choose.randint(2, 5)
        terms = [self.term(stage) for _ in range(count)]
        factors = [f"{self.choose.randint(2, 9) / 10 / count:.3g} * "] * count
        if (self.params or self.timed) and self.chance(0.5):
            factor = self.choose.choice(self.params + self.timed)
            factors[self.choose.randrange(count)] = f"{factor} * " if factor in self.params else f"({factor}) * "
        text = " + ".join(factor + (f"({term})" if " + " in term or " - " in term else term)
                          for factor, term in zip(factors, terms))
        cells = [self.at(one) for one in self.fields if one.style == "cell" and not one.isUpdated]
        if cells and self.chance(0.6):
            return f"{self.choose.choice(cells)} * ({text})"
        return text

    # values that differ by region

    def condition(self, stage):
        axis = self.choose.choice(self.axes)
        place = self.choose.choice((f"{axis} < n{axis} / 2", f"{axis} >= 2 && {axis} < n{axis} - 3", f"!({axis} == 1)"))
        if self.chance(0.3):
            return f"{self.read(stage)} > 0.4"
        if self.chance(0.5):
            self.regions.append(place)
            return f"r{len(self.regions) - 1}" + f"[{axis}+1]" * self.chance(0.2)
        return place

    def values(self, stage, weight=""):
        """What an update gives: one value, or several by region."""
        if self.isNoisy:
            weight += self.dice.choice(NOISE)
        if not self.chance(0.18):
            return self.value(stage) + weight
        arms = [f"{self.value(stage)}{weight} where {self.condition(stage)}" for _ in range(pick(self.choose, {1: 3, 2: 1}))]
        return ", ".join(arms + [f"{self.value(stage)} elsewhere"] * self.chance(0.7))

    def update(self, one):
        """The update of a field, or of a group as a loop."""
        if not one.members:
            return f"    {one.name}[t+1] = {self.values(one)};"
        self.loop = one
        weight = self.choose.choice(("", "", " + 0.01 * i", f" + 0.1 * {one.name}w[i]"))
        text = f"    for i in 0 .. {one.members - 1} {{ {one.name}[i, t+1] = {self.values(one, weight)}; }}"
        self.loop = None
        return text

    # the rest

    def checks(self):
        """Reports and rules of what may be read at the end of a step."""
        if not self.chance(0.25):
            return []
        one = self.choose.choice(self.order)
        inner = self.at(one, "t+1") if one.style == "never" or self.chance(0.4) else f"{self.at(one, 't+1')} - {self.at(one)}"
        if one.style == "around" and self.chance(0.4):
            inner += f" + {self.at(one, 't+1', f'{self.axes[0]}-1')}"
        function = self.choose.choice(("max", "min", "sum", "norm"))
        every = self.choose.choice(("1 step", "2 steps", "3 steps"))
        of = self.choose.choice((inner, f'abs({inner})'))
        if self.timed:
            of = f"{of} - {self.timed[0]}"
        lines = [f"    report seen = {function}({of}){' + 0.1 * time' * bool(self.timed)} every {every};"]
        if self.chance(0.4):
            lines.append(f"    until seen {self.choose.choice('<>')} {self.choose.choice((-1e6, 0.1))} every {every};")
        return lines

    def size(self):
        least = 4 * self.radius + 4
        most = {1: 2000, 2: 130, 3: 45}[len(self.axes)]
        return [self.choose.randint(least, max(least, most)) for _ in self.axes]

    def run(self):
        stored = Storage(self.seed)
        precision = stored.precision(self.choose.choice(TAME_PRECISIONS if self.isTame else PRECISIONS))
        stored.give(self.fields, precision)
        numbers = self.params + self.timed
        shared = boundaries(self.choose, self.axes, numbers) if self.chance(0.5) else None
        size = self.size()
        self.makeTables()
        within = Within(self)
        whole = Whole(self)
        imports = Imports(self)
        updates = whole.laid(within.rewritten(imports.added([self.update(one) for one in self.order])))
        lines = [*imports.declared(), f"stencil random{self.seed}({', '.join(self.axes)}) {{", f"    precision {precision};"]
        lines += ["    arithmetic written;"] * self.chance(0.15)
        lines += [f"    param {name} = {self.choose.choice((0.1, 0.2, 1 / 3)):.6g};" for name in self.params]
        lines.append("    spacing h = 0.5;")
        lines += self.tables
        if self.timed:
            lines += ["    timestep dt = 0.3;", '    series wave = file("wave.npy");']
        lines += within.declared([declaration(self.choose, one, self.axes, numbers, shared) for one in self.fields])
        lines += [f"    let l{index} = {value};" for index, value in enumerate(self.lets)]
        lines += [f"    region r{index} = {where};" for index, where in enumerate(self.regions)]
        lines += self.coefficients.declared
        points = Points(self.seed, self.axes, updates, lambda name: [*self.params, *self.timed, name])
        lines += [*updates, *points.statements(), *Saves(self.seed, self.axes, updates).statements(), *self.checks(), *whole.reports(), f"    size {', '.join(str(n) for n in size)};", "    steps 4;", "}", ""]
        cell = 8 if "f64" in precision else 4
        planes = sum((one.levels + 1) * max(one.members, 1) for one in self.fields) + within.planes
        return Program(f"random{self.seed}", "\n".join(lines), len(self.axes), cell * planes, size)


def program(seed):
    """The program of a seed: of some seeds one whose fields lie beside the cells."""
    if random.Random(seed ^ 0xFACE).random() < STAGGERED:
        text, axes, arrays, size = Staggered(seed).program()
        return Program(f"random{seed}", text, axes, 8 * 2 * arrays, size)
    return Generator(seed).run()
