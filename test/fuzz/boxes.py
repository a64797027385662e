"""Random programs of three axes whose updates read other rows of the planes before and behind, most of them with faces of z beyond which
planes repeat: one to three fields that read each other, at t and at t+1, at older levels, beside constant ones and positions.
`program(seed)` is for programs.py --boxes."""
import random
import types

REPEATING = ("mirror", "mirror", "copy", "mirror(node)")
ACROSS = ("copy", "mirror", "mirror(node)", "fixed(0.25)", "fixed(a)", "keep", "keep", "fixed(0.1 * y)", "fixed(0.01 * step)")
PRECISIONS = ("f32", "f64", "f64", "storage f32, compute f64")


def program(seed):
    """A program with extents to run it at."""
    choose = random.Random(seed)
    names = "uvw"[:choose.choice((1, 1, 1, 2, 2, 3))]
    radius = 2 if choose.random() < 0.12 else 1
    periodic = [axis for axis in "xy" if choose.random() < 0.25]  # for all fields alike
    levels = {name: choose.choice((1, 1, 1, 2)) for name in names}
    constants = ["    field c constant { boundary copy; init 0.5 + random(9); }"] * (choose.random() < 0.3)
    fields = [f"    field {name}{' levels 2' * (levels[name] > 1)} {{ {faces(choose, periodic)} init random({at}) - 0.5; }}"
              for at, name in enumerate(names)]
    updates = [f"    {name}[t+1] = {update(choose, names[:at], names, levels, radius, bool(constants))};"
               for at, name in enumerate(names)]
    size = (choose.randint(5, 75), choose.randint(5, 40), choose.choice((choose.randint(4, 9), choose.randint(10, 40))))
    text = "\n".join([f"stencil boxes{seed}(x, y, z) {{", f"    precision {choose.choice(PRECISIONS)};", "    param a = 0.7;", *constants,
                      *fields, *updates, f"    size {size[0]}, {size[1]}, {size[2]};", "}", ""])
    return types.SimpleNamespace(name=f"boxes{seed}", text=text, axes=3, size=size, bytesPerCell=48)


def faces(choose, periodic):
    lines = [f"boundary periodic on {axis};" for axis in periodic]
    across = ACROSS[:-2] if periodic else ACROSS
    lines += [f"boundary {choose.choice(across)} on {axis}.{side};" for axis in "xy" if axis not in periodic for side in ("low", "high")]
    low = choose.choice(REPEATING) if choose.random() < 0.9 else choose.choice(ACROSS)
    high = choose.choice(REPEATING) if choose.random() < 0.6 else choose.choice(ACROSS)
    return " ".join([*lines, f"boundary {low} on z.low;", f"boundary {high} on z.high;"])


def update(choose, known, names, levels, radius, hasConstant):
    """A sum of products, each of a number and cells of the box around; `known` have their new values."""
    terms = []
    for _ in range(choose.randint(1, 3)):
        name, isNew = choose.choice(names), bool(known) and choose.random() < 0.3
        if isNew:
            name = choose.choice(known)
        terms += neighbours(choose, name, radius, isNew)
    factors = ["a", "0.01 * z / nz", "x / nx"] + [f"{name}[t-1]" for name in names if levels[name] > 1]
    if hasConstant:
        factors += ["c", f"c{place(choose, 1, False)}"]
    if choose.random() < 0.4:
        at = choose.randrange(len(terms))
        terms[at] = f"{terms[at]} * {choose.choice(factors)}"
    if choose.random() < 0.3:
        terms.append(f"0.1 * {choose.choice(factors)}")
    choose.shuffle(terms)
    return f"0.9 / {len(terms)} * (" + " + ".join(terms) + ")"


def neighbours(choose, name, radius, isNew):
    new = "[t+1]" * isNew
    if choose.random() < 0.4:
        yield f"{1 / (2 * radius + 1) ** 3:.5f} * sum(box({radius}), {name}{new})"
        return
    for _ in range(choose.randint(1, 6)):
        yield f"{choose.choice((0.5, -0.25, 0.75, 1))} * {name}{place(choose, radius, isNew)}"


def place(choose, radius, isNew):
    shifts = ["t+1"] * isNew + [f"{axis}{far:+d}" for axis in "xyz" if (far := choose.randint(-radius, radius))]
    return f"[{', '.join(shifts)}]" * bool(shifts)


def request(choose):
    """A wavefront, with options that fit most of the programs."""
    options = {"steps": choose.choice((2, 2, 2, 3, 4)), "rows": choose.choice((2, 3, 4)), "warps": choose.choice((8, 8, 12)),
               "cells": choose.choice((1, 2)), "chunks": choose.choice(("auto", 1, 2, 3, 5)), "rest": "none"}
    for key, values in (("lanes", ("now", "next")), ("newest", ("now", "next")), ("load", ("tensor", "async")), ("ahead", (1, 2, 3)),
                        ("teams", (1, 2))):
        if choose.random() < 0.3:
            options[key] = choose.choice(values)
    name = "wavefront:" + ",".join(f"{key}={value}" for key, value in options.items())
    return f"stream:depth={options['steps']},planes={choose.choice((6, 9, 14))},inner=" + name.replace(",", "+") if choose.random() < 0.15 else name
