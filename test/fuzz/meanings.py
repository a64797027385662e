"""Random programs for the examiner of the interpreter (examine.py), as the classes of reference.py.

Each read is shifted by as many halves of a cell as lead from the place of what is computed to a place of the field. In written arithmetic
numbers are any; in canonical arithmetic such as seldom need rounding.
"""
import random

from reference import Field, PLAIN, Program, Update

STORED = ("f64", "f32", "f16", "bf16", "u8", "i16", "i32")
LIMIT = 3  # halves of a cell that a read is away at most


class Maker:
    """Makes one program."""

    def __init__(self, seed):
        self.choose = random.Random(seed)
        choose = self.choose
        self.rank = choose.choice((1, 2, 2, 2, 3))
        isWritten = choose.random() < 0.5
        compute = choose.choice(("f64", "f32"))
        self.program = Program("xyz"[:self.rank], isWritten, compute, choose.choice((1.0, 0.5, 2.0)), choose.choice((0.25, 0.5)))
        self.first = choose.choice((0, 0, 0, 3, 16777215)) if choose.random() < 0.5 else 0
        self.isLate = self.first > 1000
        self.keeps = choose.random() < 0.2  # of which values within a step may read none
        self.usesStep = choose.random() < 0.4
        most = 7 if self.rank < 3 else 5
        self.sizes = [choose.randint(4, most) for _ in range(self.rank)]
        if self.rank == 1 and choose.random() < 0.03:
            self.sizes = [choose.choice((130, 1025, 1300))]
        self.steps = choose.randint(1, 3)
        self.wide = [axis for axis in range(self.rank) if choose.random() < 0.4]
        self.program.scalars = {"p": self.fraction(), "k": self.fraction()}
        self.ready = {}  # moments of each field that may be read
        for name in "uvw"[:choose.randint(1, 3)]:
            self.field(name)
        if choose.random() < 0.4:
            self.field("c", isConstant=True)
        if self.rank > 1 and choose.random() < 0.4:
            self.field("r", isProfile=True, isConstant=True)
        if choose.random() < 0.25 and not self.keeps:
            self.field("e", isLocal=True)
        for one in self.program.fields.values():
            one.beyond = self.boundaries(one)
        self.stages()
        for number in range(choose.randint(0, 2)):
            self.program.reports[f"r{number}"] = self.ofGrid(1)
        self.useAll()
        if choose.random() < 0.3:
            one = self.program.fields[choose.choice([s.field for s in self.program.stages if isinstance(s, Update) and s.moment == 1])]
            ends = [(beside / 2, self.sizes[axis] + one.faces[axis] - 1) for axis, beside in enumerate(one.places)]
            self.program.receivers["heard"] = (one.name, tuple(low + choose.randint(0, 2 * most) / 2 for low, most in ends))

    # Numbers.

    def fraction(self):
        return self.choose.choice((0.5, 0.25, 2.0, 1.5, -1.0, 3.0, 0.1, 0.7) if self.program.isWritten else (0.5, 0.25, 2.0, -1.0, 3.0))

    def number(self):
        if self.choose.random() < 0.5:
            return ("number", float(self.choose.randint(1, 3)), "w")
        return ("number", abs(self.fraction()), self.choose.choice(("", "f", "d")) if self.program.isWritten else "")

    def exactNumber(self):
        """What boundaries and initial values hold: no operation on it is rounded in any type."""
        return ("number", self.choose.choice((1.0, 2.0, 3.0)), "w") if self.choose.random() < 0.5 else (
            "number", self.choose.choice((0.5, 1.25, 2.75, 1.5)), "")

    # Fields.

    def field(self, name, isProfile=False, isConstant=False, isLocal=False):
        choose = self.choose
        along = [True] * self.rank
        while isProfile and all(along):
            along = [choose.random() < 0.6 for _ in range(self.rank)]
            along = along if any(along) else [True] * self.rank
        places, faces = [], []
        for axis in range(self.rank):
            isWide = axis in self.wide and not isProfile and choose.random() < 0.4
            places.append(None if not along[axis] else -1 if isWide else choose.choice((0, 0, 0, 1, -1)))
            faces.append(isWide)
        kinds = [kind for kind in STORED if kind != "i32" or self.program.compute == "f64"]
        storage = choose.choice(kinds) if choose.random() < 0.5 else self.program.compute
        one = Field(name, tuple(places), tuple(faces), storage, None, isConstant=isConstant, isLocal=isLocal)
        if not (isConstant or isLocal) and choose.random() < 0.25:
            one.levels = 2
        one.init = self.start(one)
        if one.levels > 1 and choose.random() < 0.5:
            one.older = self.start(one)
        self.program.fields[name] = one
        self.ready[name] = [] if isLocal else [0, -1][:one.levels]

    def start(self, one):
        """Small numbers that differ from cell to cell."""
        total = ("number", float(self.choose.randint(0, 9)), "w")
        for axis in range(self.rank):
            if one.places[axis] is not None:
                total = ("bin", "+", total, ("bin", "*", ("number", float(self.choose.randint(1, 5)), "w"), ("at", axis)))
        return ("bin", "-", total, ("bin", "*", ("number", 8.0, "w"), ("un", "floor", ("bin", "/", total, ("number", 8.0, "w")))))

    def boundaries(self, one):
        beyond = []
        for axis in range(self.rank):
            isRound = axis not in self.wide and self.choose.random() < 0.25
            beyond.append([("periodic", None)] * 2 if isRound else [self.face(one, axis, side) for side in (0, 1)])
        return beyond

    def face(self, one, axis, side):
        plain = ("mirror", "node", "copy", "fixed", "fixed")
        kinds = plain
        if None not in one.places:
            kinds += ("factor", "factor node", "face", "slope", "extrapolate") + (() if self.keeps else ("from", "from"))
            kinds += ("keep", "keep") if self.keeps and not one.isConstant else ()
        kind = self.choose.choice(kinds)
        if kind in PLAIN:
            return kind, None
        if kind == "keep":
            return kind, self.choose.choice((0, 0, 0, 1, 2))
        if kind.startswith("factor"):
            return kind, self.choose.choice((("number", -1.0, "w"), ("number", 0.5, ""), ("scalar", "p")))
        if kind == "extrapolate":
            return kind, self.choose.randint(1, 3)
        if kind == "from":
            return kind, self.source(one, axis, side)
        value = self.exactNumber()
        if self.choose.random() < 0.5:
            along = self.choose.choice([a for a in range(self.rank) if one.places[a] is not None])
            value = ("bin", "+", ("at", along), value)
        if kind == "fixed" and self.usesStep and not self.isLate and not one.isConstant and self.choose.random() < 0.5:
            value = ("bin", "+", value, self.choose.choice((("step",), ("time",))))
        return kind, value

    def source(self, one, axis, side):
        """What `from` says: of the field itself further inside, constants, and positions."""
        halves = [0] * self.rank
        halves[axis] = 2 * self.choose.randint(0, 1) * (1 if side == 0 else -1)
        for other in range(self.rank):
            if other != axis and self.choose.random() < 0.15:
                halves[other] = self.choose.choice((2, -2))
        e = ("read", one.name, 0, tuple(halves))
        if self.choose.random() < 0.3:
            e = ("bin", "*", self.number(), e)
        for name, known in self.program.fields.items():
            if known.isConstant and name != one.name and self.choose.random() < 0.6:
                halves = self.towards(one.places, known, 1)
                if known.places[axis] is not None and (halves[axis] > 0) == (side == 1):
                    halves[axis] = -halves[axis]
                e = ("bin", "+", e, ("read", name, 0, tuple(halves)))
        if self.choose.random() < 0.3:
            e = ("bin", "+", e, ("at", self.choose.randrange(self.rank)))
        return e

    # Expressions.

    def towards(self, places, other, most=LIMIT):
        """A shift from a place to one of another field's."""
        halves = []
        for here, there in zip(places, other.places):
            away = [h for h in range(-most, most + 1) if there is None or (here + h - there) % 2 == 0]
            near = [h for h in away if abs(h) < 2]
            halves.append(0 if there is None else self.choose.choice(near if self.choose.random() < 0.5 else away))
        return halves

    def read(self, places, most=LIMIT):
        names = [name for name, moments in self.ready.items() if moments]
        one = self.program.fields[self.choose.choice(names)]
        return ("read", one.name, self.choose.choice(self.ready[one.name]), tuple(self.towards(places, one, most)))

    def expression(self, places, depth, most=LIMIT):
        """Of what has a value at these places (their parity is what counts)."""
        choose, sub = self.choose, lambda: self.expression(places, depth - 1, most)
        if depth == 0 or choose.random() < 0.15:
            kind = choose.random()
            if kind < 0.05:
                return ("cast", choose.choice(("f16", "bf16", "f32")), self.read(places, most))
            if kind < 0.7:
                return self.read(places, most)
            if kind < 0.8:
                return self.number()
            if kind < 0.88:
                return choose.choice((("at", choose.randrange(self.rank)), ("size", choose.randrange(self.rank))))
            if kind < 0.95 or not self.program.lets:
                return choose.choice([("scalar", "p"), ("scalar", "k")] + [("global", name) for name in self.found])
            name, parity = choose.choice(list(self.letPlaces.items()))
            return ("let", name, tuple(choose.choice((-1, 1)) if (here - there) % 2 else 0 for here, there in zip(places, parity)))
        kind = choose.random()
        if kind < 0.45:
            return ("bin", choose.choice("++-"), sub(), sub())
        if kind < 0.6:
            return ("bin", "*", self.number(), sub())
        if kind < 0.66:
            return ("bin", choose.choice(("min", "max")), sub(), sub())
        if kind < 0.76:
            return ("select", self.condition(places, most), sub(), sub())
        if kind < 0.82:
            return ("un", choose.choice(("-", "abs", "floor")), sub())
        if kind < 0.86:
            return ("bin", "/", sub(), ("number", choose.choice((2.0, 4.0)), "w"))
        if kind < 0.9 and self.program.isWritten:
            return choose.choice((("un", "sqrt", ("un", "abs", sub())), ("power", sub(), choose.choice((2, 3))), ("bin", "*", sub(), sub())))
        if kind < 0.95:
            arms = [[0] * self.rank]
            for axis in reversed(range(self.rank)):  # plane by plane, row by row
                arms = [[s if a == axis else 0 for a in range(self.rank)] for s in (-1,)] + arms + [
                    [s if a == axis else 0 for a in range(self.rank)] for s in (1,)]
            arms.sort(key=lambda offset: offset[::-1])
            return ("sum", [tuple(offset) for offset in arms], self.read(places, 1))
        return ("power", self.read(places, most), 2)

    def place(self, depth=1):
        """Of positions, sizes, the step, whole numbers and halves."""
        choose = self.choose
        if depth == 0:
            return choose.choice((("at", choose.randrange(self.rank)), ("at", choose.randrange(self.rank)), ("size", choose.randrange(self.rank)),
                                  ("number", float(choose.randint(0, 5)), "w"), ("number", choose.choice((0.5, 1.5, 2.5)), ""),
                                  ("step",) if self.usesStep else ("at", 0)))
        kind = choose.random()
        if kind < 0.6:
            return ("bin", choose.choice("+-"), self.place(0), self.place(0))
        if kind < 0.75:
            return ("un", choose.choice(("abs", "-")), self.place(0))
        return ("bin", "/", self.place(0), ("number", 2.0, "w")) if kind < 0.9 else ("bin", "*", ("number", 2.0, "w"), self.place(0))

    def condition(self, places, most=LIMIT):
        choose, kind = self.choose, self.choose.random()
        compare = choose.choice(("<", "<=", ">", ">=", "==", "!="))
        if kind < 0.2 and self.usesStep:
            return ("bin", choose.choice(("==", ">", "<=")), ("step",), ("number", float(self.first + choose.randint(0, 3)), "w"))
        if kind < 0.65:
            return ("bin", compare, self.place(choose.randint(0, 1)), self.place(0))
        if kind < 0.9:
            return ("bin", compare, self.read(places, most), self.number())
        return ("bin", choose.choice(("&&", "||")), self.condition(places, most), self.condition(places, most))

    # Statements.

    def stages(self):
        choose, program = self.choose, self.program
        self.found, self.letPlaces = [], {}
        for name in "ab"[:choose.randint(0, 2)]:
            parity = [choose.choice((0, 1)) for _ in range(self.rank)]
            program.lets[name] = self.expression(parity, 1, 2)
            self.letPlaces[name] = parity
        updated = [one for one in program.fields.values() if not one.isConstant and not one.isLocal]
        locals_ = [one for one in program.fields.values() if one.isLocal]
        order = [(one, "1/2") for one in locals_]
        for one in updated:
            if choose.random() < 0.15 and not self.keeps:
                order.append((one, "1/3"))
            order.append((one, 1))
        for one, moment in order:
            if choose.random() < 0.2:
                name = f"g{len(self.found)}"
                program.stages.append((name, self.ofGrid(0)))
                self.found.append(name)
            arms = []
            if choose.random() < 0.3:
                arms = [(self.condition(one.places), self.expression(one.places, 2)) for _ in range(choose.randint(1, 2))]
            isWhole = one.isLocal or not arms or choose.random() < 0.7
            program.stages.append(Update(one.name, moment, arms, self.expression(one.places, 3) if isWhole else None))
            self.ready[one.name] = self.ready[one.name] + [moment]

    def useAll(self):
        """What nothing reads is refused, or warned of."""
        def uses(e):
            if isinstance(e, tuple) and e and e[0] in ("let", "read"):
                used.add(e[1] if e[0] == "let" else (e[1], e[2]))
            for part in e if isinstance(e, (tuple, list)) else ():
                uses(part)
        used, stages = set(), [one for one in self.program.stages if isinstance(one, Update)]
        for one in stages:
            uses((one.arms, one.value))
        for name in list(self.program.lets):
            if name in used:
                uses(self.program.lets[name])
        self.program.lets = {name: e for name, e in self.program.lets.items() if name in used}
        last = stages[-1]
        for one in stages:
            if isinstance(one.moment, str) and (one.field, one.moment) not in used:
                there = self.program.fields[last.field].places
                read = ("read", one.field, one.moment, tuple(self.towards(there, self.program.fields[one.field])))
                last.value = ("bin", "+", last.value, read) if last.value else read

    def ofGrid(self, last):
        """A number of the whole grid, of values that are there by now; `last`: at the end of the step."""
        choose = self.choose
        names = [name for name, one in self.program.fields.items() if not one.isLocal and None not in one.places]
        one = self.program.fields[choose.choice(names)]
        moments = [moment for moment in self.ready[one.name] if isinstance(moment, int)]
        kept = dict(self.ready)
        if last:
            self.ready = {name: [m for m in moments if isinstance(m, int)] for name, moments in self.ready.items()}
        e = ("read", one.name, choose.choice(moments), (0,) * self.rank)
        lets, self.letPlaces = (self.letPlaces, {})
        wasLets, self.program.lets = self.program.lets, {}
        if choose.random() < 0.7:
            e = ("bin", choose.choice("+-"), e, self.expression(one.places, 1))
        kind = choose.choice(("max", "min", "sum", "sum", "norm", "count"))
        if kind == "count":
            e = ("bin", choose.choice(("<", ">")), e, self.number())
        self.letPlaces, self.program.lets, self.ready = lets, wasLets, kept
        e = ("reduce", kind, e)
        return ("bin", "*", ("number", 0.5, ""), e) if choose.random() < 0.3 else e
