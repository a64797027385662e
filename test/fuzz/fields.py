"""The fields of random programs (generate.py): what may be read of them, their boundaries, their declarations."""
from dataclasses import dataclass

from storage import Storage

SIDES = ("low", "high")
STEP = {"low": "+", "high": "-"}  # inside from a face


@dataclass
class Field:
    """A field, and what its readers may do."""
    name: str
    isUpdated: bool
    isConstant: bool = False  # declared so; a field without update may also just have none
    levels: int = 1
    storage: str = ""
    # around: at any offset; axis: along one axis; side: towards one face; cell: at no offset; old: the same, at earlier
    # levels alone; never: by no update
    style: str = "around"
    axis: str = "x"
    sign: int = 1
    members: int = 0  # of a group; 0: a single field


def pick(choose, weighted):
    """A key of a dictionary of weights."""
    return choose.choices(list(weighted), list(weighted.values()))[0]


def makeFields(choose, axes, isTame):
    """In the order of their declarations. Tame ones are read around the cell if they are updated."""
    fields = []
    for name in "uvwq"[:pick(choose, {1: 4, 2: 4, 3: 2, 4: 1})]:
        style = pick(choose, {"around": 8, "axis": 2, "side": 1, "cell": 1, "never": 2})
        levels = pick(choose, {1: 10, 2: 5, 3: 2, 4: 1})
        fields.append(Field(name, True, levels=levels, style="around" if isTame else style))
    for name in "abc"[:pick(choose, {0: 5, 1: 5, 2: 2, 3: 1})]:
        style = pick(choose, {"around": 5, "axis": 2, "side": 2, "cell": 4, "old": 2, "never": 1})
        levels = choose.choice((2, 3)) if style == "old" else 1
        isConstant = levels == 1 and choose.random() < 0.8
        fields.append(Field(name, False, isConstant=isConstant, levels=levels, style=style))
    for one in fields:
        one.axis = choose.choice(axes)
        one.sign = choose.choice((-1, 1))
        one.storage = choose.choice(("f32", "f64")) if choose.random() < 0.12 else ""
    if choose.random() < 0.35:
        style = "around" if isTame or choose.random() < 0.8 else "cell"
        fields.append(Field("g", True, levels=pick(choose, {1: 5, 2: 1}), style=style, axis=choose.choice(axes), members=choose.randint(2, 4)))
        if choose.random() < 0.3:
            fields.append(Field("k", False, isConstant=True, style="cell", members=choose.randint(1, 4)))
    choose.shuffle(fields)
    return fields


def offset(choose, one, axes, radius):
    """Entries of an index, by the style of the field; there may be none."""
    far = choose.randint(1, radius)
    if one.style == "axis":
        return [f"{one.axis}{choose.choice((-far, far)):+d}"]
    if one.style == "side":
        return [f"{one.axis}{one.sign * far:+d}"]
    if one.style != "around" or choose.random() < 0.2:
        return []
    shifted = [axis for axis in axes if choose.random() < 0.45] or [choose.choice(axes)]
    return [f"{axis}{choose.choice((-far, -1, 1, far)):+d}" for axis in shifted]


def face(choose, axes, params, inward=""):
    """What lies beyond one face; `inward`: the axis that it ends and the step that leads inside, "x+", if it is one face.
    SELF stands for the field that it is of."""
    numbers = ["0", "0", "0.5", f"0.25 - 0.001 * {choose.choice(axes)}", f"{choose.choice(axes)} / n{choose.choice(axes)}", *params]
    fixed = f"fixed({choose.choice(numbers)})"
    if choose.random() < 0.65:
        return pick(choose, {"keep": 2, "copy": 1, "mirror": 1, "mirror(node)": 1, fixed: 3})
    factor = choose.choice(["-1", "-1", "0.5", "-1 + 0.1", *params])
    sources = ["0.9 * SELF", "0.5 * SELF + 0.01 * x"]
    if inward:
        sources += [f"0.6 * SELF + 0.3 * SELF[{inward}1]", f"min(SELF, SELF[{inward}1])"]
    return pick(choose, {f"mirror({factor})": 3, f"mirror(node, {factor})": 2, f"mirror(cell, {factor})": 1,
                         f"face({choose.choice(numbers)})": 2, "slope(0.05)": 1, "extrapolate(2)": 2, "extrapolate(1)": 1,
                         f"keep({choose.randint(1, 4)})": 2, f"from({choose.choice(sources)})": 2})


def boundaries(choose, axes, params):
    """Statements for a field: the same everywhere, axis by axis, or face by face."""
    kind = pick(choose, {"same": 5, "axes": 3, "faces": 3})
    if kind == "same":
        return [f"boundary {'periodic' if choose.random() < 0.25 else face(choose, axes, params)};"]
    lines = []
    for axis in axes:
        if choose.random() < 0.3:
            lines.append(f"boundary periodic on {axis};")
        elif kind == "axes":
            lines.append(f"boundary {face(choose, axes, params)} on {axis};")
        else:
            lines += [f"boundary {face(choose, axes, params, axis + STEP[side])} on {axis}.{side};" for side in SIDES]
    return lines


def declaration(choose, one, axes, params, shared):
    """The statement of a field; `shared`: boundaries that all fields have, or None."""
    lines = list(shared or boundaries(choose, axes, params))
    if one.style in ("cell", "old", "never") and choose.random() < 0.4:
        lines = []  # no read leaves the grid
    elif one.style in ("axis", "side") and choose.random() < 0.4:
        faces = one.axis if one.style == "axis" else f"{one.axis}.{'high' if one.sign > 0 else 'low'}"
        lines = [f"boundary {face(choose, axes, params)} on {faces};"]
    lines.append(choose.choice((f"init random({choose.randint(1, 99)});", f"init 0.5 * random(7) + 0.001 * {axes[-1]};")))
    if one.levels > 1 and one.isUpdated:
        lines.append(f"init[t-1] random({100 + one.levels});")  # levels start apart
    if one.members and choose.random() < 0.5:
        lines = [line.replace("init ", f"init {1 / one.members:.3g} * i * ") if line.startswith("init ") else line for line in lines]
    lines = [Storage.start(one, line) for line in lines]
    options = f" levels {one.levels}" * (one.levels > 1) + f" storage {one.storage}" * bool(one.storage)
    options += " constant" * one.isConstant
    name = one.name + f"[{one.members}]" * bool(one.members)
    text = f"    field {name}{options} {{ {' '.join(lines)} }}"
    if one.members:
        text = text.replace("SELF[", f"{one.name}[i, ").replace("SELF", f"{one.name}[i]")
    return text.replace("SELF", one.name)
