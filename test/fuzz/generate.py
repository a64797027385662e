"""Random legal programs of the stencil language. A program is a function of its seed and of nothing else.

Fields differ in what is done with them: updated or constant, read around the cell, along one axis, at the cell alone, at
earlier levels alone, or by nobody. Values stay bounded, so that nothing but a wrong plan gives infinity or NaN.
"""
import random
from dataclasses import dataclass

from fields import boundaries, declaration, makeFields, offset, pick
from within import Within

TAME_PRECISIONS = ("f32", "f64", "f64", "f32")
PRECISIONS = (*TAME_PRECISIONS, "storage f32, compute f64", "storage f64, compute f32")


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
        self.lets = []

    def chance(self, likely):
        return self.choose.random() < likely

    def readable(self, stage, styles=("around", "axis", "side", "cell", "old")):
        """Fields of these styles that the update of `stage` may read, and whether at t+1."""
        before = self.order[:self.order.index(stage)]
        times = [(one, False) for one in self.fields] + [(one, True) for one in before]
        return [(one, isNew) for one, isNew in times if one.style in styles]

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
        return one.name + (f"[{', '.join(entries)}]" if entries else "")

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
        inner = one.name + "[t+1]" * isNew
        place, count = self.neighbourhood()
        kind = self.choose.choice(("sum", "sum", "sum", "min", "max"))
        if kind == "sum":
            return f"{1 / count:.4g} * sum({place}, {inner})"
        return f"{kind}({place}, {inner})"

    def derivative(self, stage):
        choices = self.readable(stage, ("around", "axis"))
        if not choices:
            return self.read(stage)
        one, isNew = self.choose.choice(choices)
        axis = one.axis if one.style == "axis" else self.choose.choice(self.axes)
        far, time = self.choose.randint(1, self.radius), "t+1, " * isNew
        return f"0.5 * ({one.name}[{time}{axis}+{far}] - {one.name}[{time}{axis}-{far}])"

    def let(self, stage):
        """A read of a named expression, also at an offset: of fields around the cell at t."""
        inner = [one.name for one in self.fields if one.style == "around"]
        if not inner:
            return self.mean(stage)
        if not self.lets or self.chance(0.4):
            a, b = self.choose.choice(inner), self.choose.choice(inner)
            axis = self.choose.choice(self.axes)
            self.lets.append(self.choose.choice((f"0.5 * ({a}[{axis}+1] - {b})", f"{a} * {b}", f"min({a}, {b}[{axis}-1])",
                                                 f"0.25 * ({a}[{axis}-1] + 2 * {a} + {b}[{axis}+1])")))
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
        return self.choose.choice(["0", "0.5", f"0.001 * {axis}", f"{axis} / n{axis}"] + self.params * 2)

    def term(self, stage):
        if self.isTame:
            kinds, weights = (self.read, self.mean, self.derivative), (5, 4, 1)
        else:
            kinds, weights = (self.read, self.mean, self.derivative, self.let, self.nonlinear, self.plainTerm), (6, 3, 3, 2, 3, 1)
        return self.choose.choices(kinds, weights)[0](stage)

    def plainTerm(self, stage):
        return self.plain()

    def value(self, stage):
        if not self.isTame and self.chance(0.08):
            return self.plain()
        count = 1 if not self.isTame and self.chance(0.15) else self.choose.randint(2, 5)
        terms = [self.term(stage) for _ in range(count)]
        factors = [f"{self.choose.randint(2, 9) / 10 / count:.3g} * "] * count
        if self.params and self.chance(0.5):
            factors[self.choose.randrange(count)] = f"{self.choose.choice(self.params)} * "
        text = " + ".join(factor + (f"({term})" if " + " in term or " - " in term else term)
                          for factor, term in zip(factors, terms))
        cells = [one.name for one in self.fields if one.style == "cell" and not one.isUpdated]
        if cells and self.chance(0.6):
            return f"{self.choose.choice(cells)} * ({text})"
        return text

    # the rest

    def checks(self):
        """Reports and rules of what may be read at the end of a step."""
        if not self.chance(0.25):
            return []
        one = self.choose.choice(self.order)
        inner = f"{one.name}[t+1]" if one.style == "never" or self.chance(0.4) else f"{one.name}[t+1] - {one.name}"
        if one.style == "around" and self.chance(0.4):
            inner += f" + {one.name}[t+1, {self.axes[0]}-1]"
        function = self.choose.choice(("max", "min", "sum", "norm"))
        every = self.choose.choice(("1 step", "2 steps", "3 steps"))
        lines = [f"    report seen = {function}({self.choose.choice((inner, f'abs({inner})'))}) every {every};"]
        if self.chance(0.4):
            lines.append(f"    until seen {self.choose.choice('<>')} {self.choose.choice((-1e6, 0.1))} every {every};")
        return lines

    def size(self):
        least = 4 * self.radius + 4
        most = {1: 2000, 2: 130, 3: 45}[len(self.axes)]
        return [self.choose.randint(least, max(least, most)) for _ in self.axes]

    def run(self):
        precision = self.choose.choice(TAME_PRECISIONS if self.isTame else PRECISIONS)
        shared = boundaries(self.choose, self.axes, self.params) if self.chance(0.5) else None
        size = self.size()
        updates = [f"    {one.name}[t+1] = {self.value(one)};" for one in self.order]
        within = Within(self)
        updates = within.rewritten(updates)
        lines = [f"stencil random{self.seed}({', '.join(self.axes)}) {{", f"    precision {precision};"]
        lines += ["    arithmetic written;"] * self.chance(0.15)
        lines += [f"    param {name} = {self.choose.choice((0.1, 0.2, 1 / 3)):.6g};" for name in self.params]
        lines += within.declared([declaration(self.choose, one, self.axes, self.params, shared) for one in self.fields])
        lines += [f"    let l{index} = {value};" for index, value in enumerate(self.lets)]
        lines += [*updates, *self.checks(), f"    size {', '.join(str(n) for n in size)};", "    steps 4;", "}", ""]
        cell = 8 if "f64" in precision else 4
        planes = sum(one.levels + 1 for one in self.fields) + within.planes
        return Program(f"random{self.seed}", "\n".join(lines), len(self.axes), cell * planes, size)


def program(seed):
    """The program of a seed."""
    return Generator(seed).run()
