"""What a stencil program computes, written from docs/reference/language.md and docs/reference/arithmetic.md alone.

The interpreter is the oracle of all targets, and this file is the examiner of the interpreter: it shares no code with the compiler. A
program is built of the classes below (meanings.py makes random ones, examine.py compares). `Run` computes it cell by cell, in plain Python.

An expression is a tuple, its kind first:
    ("number", value, suffix)        whole if suffix is "w", else "" (f64), "f" or "d"
    ("scalar", name) ("size", axis) ("at", axis) ("step",) ("time",) ("global", name)
    ("read", field, moment, halves)  moment: 1, 0, -1 ... or the text of a part of the step; halves of a cell along each axis
    ("let", name, halves)            the let's expression at a place so far away
    ("cast", type, a) ("un", op, a) ("bin", op, a, b) ("select", c, a, b) ("power", a, n) ("sum", offsets, a)
    ("reduce", kind, a)              in reports and globals
A place is a tuple of positions along the axes, in halves of a cell.
"""
import math
from dataclasses import dataclass, field as member
from fractions import Fraction

from roundings import f32, reduceList, stored

PLAIN = ("periodic", "mirror", "node", "copy")


class Inexact(Exception):
    """Canonical arithmetic may round here, in an order that this file does not know."""


class TooSmall(Exception):
    """A read ends outside of the grid even after its boundary was looked at."""


@dataclass
class Field:
    """Values on a grid: along each axis `places` has the halves of a cell by which they lie beside the cells, or None where a
    profile has no such axis; `faces` the axes with one value more than cells; `beyond[axis]` what lies beyond either end."""
    name: str
    places: tuple
    faces: tuple
    storage: str
    beyond: list
    init: tuple = ("number", 0.0, "w")
    older: tuple = None
    levels: int = 1
    isConstant: bool = False
    isLocal: bool = False


@dataclass
class Update:
    field: str
    moment: object
    arms: list  # (condition, value)
    value: tuple = None  # of all other cells; None: they stay as they are


@dataclass
class Program:
    axes: str
    isWritten: bool
    compute: str
    spacing: float = 1.0
    timestep: float = 0.25
    scalars: dict = member(default_factory=dict)
    lets: dict = member(default_factory=dict)
    fields: dict = member(default_factory=dict)
    stages: list = member(default_factory=list)  # updates, and (name, expression) of a global
    reports: dict = member(default_factory=dict)
    receivers: dict = member(default_factory=dict)  # field and point, in cells


def places(program, expression):
    """Where an expression of a reduction has values: where its first field does."""
    if expression[0] == "read":
        return program.fields[expression[1]]
    for part in expression[1:]:
        found = places(program, part) if isinstance(part, tuple) else None
        if found:
            return found
    return None


def isExact(e):
    """Whether a number is made of positions, sizes, the step, whole numbers and halves: such are compared exactly."""
    if e[0] in ("size", "at", "step"):
        return True
    if e[0] == "number":
        return e[1] * 2 == int(e[1] * 2)
    if e[0] == "un":
        return e[1] in ("-", "abs") and isExact(e[2])
    if e[0] == "bin":
        if e[1] == "*":
            return isExact(e[2]) and isExact(e[3]) and "number" in (e[2][0], e[3][0])
        if e[1] == "/":
            return isExact(e[2]) and e[3][0] == "number" and e[3][1] == 2
        return e[1] in ("+", "-", "min", "max") and isExact(e[2]) and isExact(e[3])
    return False


class Run:
    """A program on a grid of `sizes` cells, after the steps done so far."""

    def __init__(self, program, sizes, first=0):
        self.program, self.sizes, self.step = program, sizes, first
        self.rank = len(program.axes)
        self.globals, self.reported, self.traces = {}, [], {name: [] for name in program.receivers}
        self.cells = {}
        self.wide = program.compute
        self.limits = (2.0 ** 14, 2.0 ** 8) if self.wide == "f32" else (2.0 ** 32, 2.0 ** 16)
        for one in program.fields.values():
            if one.isLocal:
                continue
            for level in range(one.levels):
                init = one.older if level == 1 and one.older else one.init
                self.cells[one.name, -level] = {
                    cell: stored(self.exactly(init, self.placeOf(one, cell), 0), one.storage) for cell in self.all(one)}

    # Cells and places.

    def count(self, one, axis):
        return self.sizes[axis] + one.faces[axis]

    def all(self, one):
        """Cells in the order of memory: the first axis fastest."""
        ranges = [range(self.count(one, a) if one.places[a] is not None else 1) for a in range(self.rank)]
        cells = [()]
        for along in ranges[::-1]:
            cells = [(i,) + rest for rest in cells for i in along]
        return cells

    @staticmethod
    def placeOf(one, cell):
        return tuple(2 * i + (p or 0) for i, p in zip(cell, one.places))

    # One step.

    def run(self, steps):
        for _ in range(steps):
            self.advance()

    def advance(self):
        for stage in self.program.stages:
            if isinstance(stage, Update):
                self.update(stage)
            else:
                self.globals[stage[0]] = self.scalar(stage[1])
        for name, expression in self.program.reports.items():
            self.reported.append((self.step + 1, name, self.scalar(expression)))
        for name, (heard, point) in self.program.receivers.items():
            self.traces[name].append(self.received(self.program.fields[heard], point))
        for one in self.program.fields.values():
            if (one.name, 1) in self.cells and not one.isLocal:
                for level in range(1 - one.levels, 1):
                    self.cells[one.name, level] = self.cells[one.name, level + 1]
        for key in [key for key in self.cells if key[1] == 1 or isinstance(key[1], str)]:
            del self.cells[key]
        self.step += 1

    def update(self, stage):
        one, new = self.program.fields[stage.field], {}
        expressions = [part for arm in stage.arms for part in arm] + ([stage.value] if stage.value else [])
        reads = [read for e in expressions for read in self.keptReads(e, (0,) * self.rank)]
        for cell in self.all(one):
            place = self.placeOf(one, cell)
            if self.leavesKept(reads, place) or self.isInRim(one, cell):
                new[cell] = self.cells[one.name, 0][cell]
                continue
            value = next((value for condition, value in stage.arms if self.value(condition, place, 0)[0]), stage.value)
            # Without one a cell keeps the newest value of its field.
            new[cell] = self.newest(one, cell) if value is None else stored(self.value(value, place, 0)[0], one.storage)
        self.cells[one.name, stage.moment] = new

    def received(self, one, point):
        """What a receiver reads with linear weights, the first axis fastest."""
        cells = [((), 1.0)]
        for at, beside in zip(point[::-1], one.places[::-1]):
            low, part = divmod(at - beside / 2, 1)
            near = [(int(low), 1 - part)] + ([(int(low) + 1, part)] if part else [])
            cells = [((i,) + rest, weight * other) for rest, other in cells for i, weight in near]
        values = self.cells[one.name, 1]
        return stored(sum(weight * values[cell] for cell, weight in cells), one.storage)

    def newest(self, one, cell):
        parts = [key[1] for key in self.cells if key[0] == one.name and isinstance(key[1], str)]
        return self.cells[one.name, max(parts, key=Fraction) if parts else 0][cell]

    # Cells that `keep` leaves as they are.

    def keptReads(self, e, away):
        """Reads of fields with `keep` at a face: the field, and how many halves of a cell away."""
        if not isinstance(e, tuple) or not e:
            return []
        if e[0] == "read":
            one = self.program.fields[e[1]]
            isKept = any(face[0] == "keep" for faces in one.beyond for face in faces)
            return [(one, tuple(a + h for a, h in zip(away, e[3])))] if isKept else []
        if e[0] == "let":
            return self.keptReads(self.program.lets[e[1]], tuple(a + h for a, h in zip(away, e[2])))
        if e[0] == "sum":
            return [read for offset in e[1] for read in self.keptReads(e[2], tuple(a + 2 * o for a, o in zip(away, offset)))]
        return [read for part in e[1:] for read in self.keptReads(part, away)]

    def leavesKept(self, reads, place):
        for one, away in reads:
            for axis, faces in enumerate(one.beyond):
                at = (place[axis] + away[axis] - one.places[axis]) // 2
                if at < 0 and faces[0][0] == "keep" or at >= self.count(one, axis) and faces[1][0] == "keep":
                    return True
        return False

    def isInRim(self, one, cell):
        """`keep(n)`: a rim of n cells."""
        for axis, (low, high) in enumerate(one.beyond):
            if low[0] == "keep" and cell[axis] < low[1] or high[0] == "keep" and cell[axis] >= self.count(one, axis) - high[1]:
                return True
        return False

    # Numbers of the whole grid.

    def scalar(self, e):
        """An expression of a report or a global, in f64."""
        if e[0] == "reduce":
            return self.reduced(e[1], e[2])
        if e[0] == "bin":
            return self.operation(e[1], self.scalar(e[2]), self.scalar(e[3]))
        if e[0] == "global":
            return self.globals[e[1]]
        return self.exactly(e, (0,) * self.rank, 0)

    def reduced(self, kind, e):
        one, reads, values = places(self.program, e), self.keptReads(e, (0,) * self.rank), []
        for place in (self.placeOf(one, cell) for cell in self.all(one)):
            values.append(None if self.leavesKept(reads, place) else float(self.value(e, place, 0)[0]))
        kind = "sum" if kind == "count" else kind  # of ones
        extents = [self.count(one, a) for a in range(self.rank)] + [1, 1]
        rows = [reduceList(kind, values[i:i + extents[0]], True) for i in range(0, len(values), extents[0])]
        planes = [reduceList(kind, rows[i:i + extents[1]], False) for i in range(0, len(rows), extents[1])]
        whole = reduceList(kind, planes, False)
        return (math.sqrt(whole) if kind == "norm" else whole) + 0.0

    # Expressions: a value and its type ("w" of whole numbers, "f32", "f64", "b").

    def exactly(self, e, place, level, own=None):
        """What is computed in f64."""
        kept, self.wide = self.wide, "f64"
        wasWritten, self.program.isWritten = self.program.isWritten, True
        try:
            return self.value(e, place, level, own)[0]
        finally:
            self.wide, self.program.isWritten = kept, wasWritten

    def given(self, value):
        """A number of the compute type."""
        return (f32(value) if self.wide == "f32" and self.program.isWritten else value, self.wide)

    def checked(self, value, kind):
        """The result of an operation: rounded where arithmetic is as written, else it has to be exact."""
        if self.program.isWritten:
            return (f32(value) if kind == "f32" else value, kind)
        most, parts = self.limits
        if abs(value) >= most or value * parts != int(value * parts):
            raise Inexact
        return value, kind

    def together(self, a, b):
        """Both in the type of an operation on them, and that type."""
        kind = b[1] if a[1] == "w" else a[1] if b[1] == "w" else "f64" if "f64" in (a[1], b[1]) else "f32"
        return (f32(a[0]), f32(b[0]), kind) if kind == "f32" and self.program.isWritten else (a[0], b[0], kind)

    def value(self, e, place, level, own=None):
        """`place`: where; `level`: how many steps later all is; `own`: the moment of a field whose boundary this is."""
        kind = e[0]
        if kind == "number":
            return (f32(e[1]), "f32") if e[2] == "f" else (e[1], e[2] if e[2] == "w" else "f64")
        if kind == "read":
            moment = own[1] if own and own[0] == e[1] else e[2] + level if isinstance(e[2], int) else e[2]
            return self.read(e[1], moment, tuple(p + s for p, s in zip(place, e[3])))
        if kind == "bin":
            return self.binary(e, place, level, own)
        if kind == "at":
            return self.given(place[e[1]] / 2)
        if kind == "let":
            return self.value(self.program.lets[e[1]], tuple(p + s for p, s in zip(place, e[2])), level, own)
        if kind == "select":
            then, other = self.value(e[2], place, level, own), self.value(e[3], place, level, own)
            a, b, kind = self.together(then, other)
            return (a if self.value(e[1], place, level, own)[0] else b), kind
        if kind == "un":
            value, kind = self.value(e[2], place, level, own)
            return self.unary(e[1], value, kind)
        if kind == "cast":  # to a type in which nothing is computed: on in the compute type
            value = stored(self.value(e[2], place, level, own)[0], e[1])
            return value, e[1] if e[1] in ("f32", "f64") and self.program.isWritten else self.wide
        if kind == "power":
            return self.power(self.value(e[1], place, level, own), e[2])
        if kind == "sum":
            total = None
            for offset in e[1]:
                one = self.value(e[2], tuple(p + 2 * o for p, o in zip(place, offset)), level, own)
                total = one if total is None else self.arithmetic("+", total, one)
            return total
        if kind == "scalar":
            return self.given(self.program.scalars[e[1]])
        if kind == "global":
            return self.given(self.globals[e[1]])
        if kind == "size":
            return self.given(float(self.sizes[e[1]]))
        if kind == "step":
            return self.given(float(self.step + level))
        assert kind == "time", kind
        return self.given((self.step + level) * self.program.timestep)

    def unary(self, op, value, kind):
        if op == "!":
            return not value, "b"
        if op == "-":
            return -value, kind
        if op == "abs":
            return abs(value), kind
        kind = "f64" if kind == "w" else kind
        if op == "floor":
            return (math.copysign(math.floor(value), value) if math.isfinite(value) else value), kind  # floor(-0.0) is -0.0
        return self.checked(math.sqrt(value), kind)

    def binary(self, e, place, level, own):
        op = e[1]
        if op in ("&&", "||"):
            a, b = (self.value(part, place, level, own)[0] for part in e[2:])
            return (a and b if op == "&&" else a or b), "b"
        if op in ("<", "<=", ">", ">=", "==", "!="):
            if isExact(e[2]) and isExact(e[3]):
                a, b = (self.exactly(part, place, level, own) for part in e[2:])
            else:
                a, b, _ = self.together(*(self.value(part, place, level, own) for part in e[2:]))
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[op], "b"
        return self.arithmetic(op, self.value(e[2], place, level, own), self.value(e[3], place, level, own))

    def arithmetic(self, op, left, right):
        a, b, kind = self.together(left, right)
        return self.checked(self.operation(op, a, b), kind)

    @staticmethod
    def operation(op, a, b):
        if op == "min":
            return a if a < b else b
        if op == "max":
            return a if a > b else b
        return a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else a / b

    def power(self, base, n):
        """By squaring, from the highest bit of the exponent."""
        result = base
        for bit in bin(abs(n))[3:]:
            result = self.arithmetic("*", result, result)
            if bit == "1":
                result = self.arithmetic("*", result, base)
        return result if n > 0 else self.arithmetic("/", (1.0, "w"), result)

    # Reads, and what lies beyond the grid.

    def read(self, name, moment, place):
        one = self.program.fields[name]
        cell = [0 if p is None else (at - p) // 2 for at, p in zip(place, one.places)]
        value = self.beyond(one, moment, cell, 0)
        kind = "f64" if "f64" in (one.storage, self.wide) and self.program.isWritten else self.wide
        return (value, kind) if self.program.isWritten else self.checked(value, kind)

    def beyond(self, one, moment, cell, first):
        """What a field has at `cell`: axes are resolved in their order, those before `first` are inside."""
        for axis in range(first, self.rank):
            if one.places[axis] is None:
                continue
            n, i = self.count(one, axis), cell[axis]
            if 0 <= i < n:
                continue
            kind, argument = one.beyond[axis][0 if i < 0 else 1]
            if kind == "fixed":
                level = 1 if isinstance(moment, str) else moment
                return stored(self.exactly(argument, self.placeOf(one, cell), level), one.storage)
            if kind not in PLAIN:
                return stored(self.computed(one, moment, cell, axis, kind, argument), one.storage)
            cell = self.replaced(cell, axis, n, kind)
        if one.isConstant:
            moment = 0
        return self.cells[one.name, moment][tuple(cell)]

    @staticmethod
    def replaced(cell, axis, n, kind):
        i = cell[axis]
        inside = {"periodic": i + n if i < 0 else i - n, "copy": 0 if i < 0 else n - 1,
                  "mirror": -1 - i if i < 0 else 2 * n - 1 - i, "node": -i if i < 0 else 2 * n - 2 - i}[kind]
        if not 0 <= inside < n:
            raise TooSmall
        return cell[:axis] + [inside] + cell[axis + 1:]

    def computed(self, one, moment, cell, axis, kind, argument):
        """A ghost cell, before it is rounded to what the field stores."""
        n, isLow = self.count(one, axis), cell[axis] < 0
        level = 1 if isinstance(moment, str) else moment
        ghost = -cell[axis] if isLow else cell[axis] - n + 1  # 1 for the first one

        def inside(there):
            found = self.beyond(one, moment, there, axis + 1)
            kind = "f64" if "f64" in (one.storage, self.wide) and self.program.isWritten else self.wide
            return found, kind

        if kind == "from":
            there = cell[:axis] + [0 if isLow else n - 1] + cell[axis + 1:]
            return self.value(argument, self.placeOf(one, there), level, (one.name, moment))[0]
        if kind == "extrapolate":
            total = None
            for point in range(argument):
                weight = Fraction(1)
                for other in range(argument):
                    if other != point:
                        weight *= Fraction(-ghost - other, point - other)
                at = point if isLow else n - 1 - point
                if not 0 <= at < n:
                    raise TooSmall
                term = self.arithmetic("*", (float(weight), "w"), inside(cell[:axis] + [at] + cell[axis + 1:]))
                total = term if total is None else self.arithmetic("+", total, term)
            return total[0]
        other = inside(self.replaced(cell, axis, n, "node" if kind == "factor node" else "mirror"))
        given = self.value(argument, self.placeOf(one, cell), level)
        if kind == "face":
            return self.arithmetic("-", self.arithmetic("*", (2.0, "w"), given), other)[0]
        if kind == "slope":
            way = self.given((2 * ghost - 1) * self.program.spacing)
            return self.arithmetic("-" if isLow else "+", other, self.arithmetic("*", given, way))[0]
        return self.arithmetic("*", given, other)[0]
