"""Random programs whose fields are read at one cell each, in pairs at opposite cells: two to eight of them under names that tell nothing,
in any order, beside fields read at the cell alone and constant ones; faces that go round, have values, or keep cells; reports after odd and
even numbers of steps. `program(seed)` is for programs.py --pairs."""
import random
import types

VALUES = ("0.25", "a", "0.1 * {other}", "0.01 * step", "0.2 + 0.05 * {other} * step")
PRECISIONS = ("f32", "f64", "f64", "storage f32, compute f64")
REPEATING = ("mirror", "copy", "mirror(node)", "periodic")


def program(seed):
    """A program with extents to run it at."""
    choose = random.Random(seed)
    axes = "xyz"[:choose.choice((1, 2, 2, 3, 3))]
    keeps = choose.random() < 0.4  # cells near faces: then all updates read all fields
    fields, reads = [], []
    for pair in range(choose.randint(1, 4)):
        there = displacement(choose, axes)
        periodic = [axis for axis in axes if choose.random() < 0.5]
        for name, sign in ((f"p{pair}", 1), (f"q{pair}", -1)):
            fields.append((name, f"{faces(choose, axes, periodic, keeps)} init random({len(fields)}) - 0.5;"))
            reads.append(name + place(axes, [sign * far for far in there]))
    choose.shuffle(fields)
    still = [f"s{at}" for at in range(choose.choice((0, 0, 1, 2)))]
    constants = ["c"] * (choose.random() < 0.4)
    lines = [f"    field {name} {{ {rest} }}" for name, rest in fields]
    lines += [f"    field {name} {{ init random(7); }}" for name in still]
    lines += [f"    field {name} constant {{ boundary {choose.choice(REPEATING)}; init random(9); }}" for name in constants]
    lines += updates(choose, axes, [name for name, _ in fields], reads, still, constants, keeps)
    size = [choose.choice((choose.randint(3, 5), choose.randint(3, 40 if len(axes) < 3 else 14))) for _ in axes]
    text = "\n".join([f"stencil pairs{seed}({', '.join(axes)}) {{", f"    precision {choose.choice(PRECISIONS)};", "    param a = 0.7;",
                      *lines, f"    size {', '.join(map(str, size))};", "}", ""])
    return types.SimpleNamespace(name=f"pairs{seed}", text=text, axes=len(axes), size=size, bytesPerCell=80)


def displacement(choose, axes):
    while True:
        there = [choose.choice((-2, -1, -1, 0, 0, 1, 1, 2)) for _ in axes]
        if any(there):
            return there


def place(axes, there):
    return "[" + ", ".join(f"{axis}{far:+d}" for axis, far in zip(axes, there) if far) + "]"


def faces(choose, axes, periodic, keeps):
    lines = [f"boundary periodic on {axis};" for axis in periodic]
    for axis in axes:
        others = [other for other in axes if other != axis] or ["0"]
        for side in ("low", "high"):
            if axis not in periodic:
                kind = "keep" if keeps and choose.random() < 0.6 else f"fixed({choose.choice(VALUES).format(other=choose.choice(others))})"
                lines.append(f"boundary {kind} on {axis}.{side};")
    return " ".join(lines)


def updates(choose, axes, names, reads, still, constants, keeps):
    """Products of what is read, few enough to stay bounded; of new values those that are known."""
    known, lines = [], []
    every = f" + 0.01 * ({' + '.join(reads)})" * keeps
    for name in choose.sample(names + still, len(names + still)):
        own = [name] if name in still else []
        factors = reads + still + own + ["a", f"{axes[0]} / n{axes[0]}", "0.5"] + [f"{one}[t+1]" for one in known]
        factors += [one + place(axes, displacement(choose, axes)) for one in constants]
        terms = [f"{choose.choice((0.3, -0.2, 0.25))} * {choose.choice(reads)} * {choose.choice(factors)}" for _ in range(choose.randint(1, 3))]
        lines.append(f"    {name}[t+1] = {' + '.join(terms)}{every};")
        known.append(name)
    if choose.random() < 0.5:
        lines.append(f"    report r = sum({choose.choice(names)}[t+1]) every {choose.choice((1, 3, 3, 4))} steps;")
    return lines


def request(choose):
    """One buffer of each field, by blocks that end beyond the grid more often than not."""
    block = choose.choice(("", "8", "16", "33", "64"))
    return "inplace" + f":block={block}" * bool(block)
