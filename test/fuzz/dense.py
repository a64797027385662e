"""Random programs that are products of matrices: one field of the plane, a sum of neighbours each with a factor of its own, under any
boundary, and numbers of all kinds, zeros, infinities and NaN among them. `program(seed)` is for programs.py --dense."""
import random
import types

FACES = ("copy", "mirror", "mirror(node)", "fixed(0.25)", "fixed(0)", "keep", "fixed(a)")
FIRST = ("random(1)", "random(1) - 0.5", "select(random(1) < 0.7, 0, random(2) - 0.5)", "select(x < nx / 3, 0, random(2))",
         "select(random(1) < 0.9, 0, -0.0 * random(2))", "1e-320 * random(1)",
         "select(x == nx - 1 && y == 0, 1e308 * (3 + random(4)), random(3) - 0.5)",
         "select(x == 0, 1e308 * (3 + random(4)) - 1e308 * (3 + random(5)), random(3))",
         "select(x == 5 && y == 4, 1e308 * (3 + random(4)), 0)", "select(random(1) < 0.02, 1.7e308, 0)",
         "select(random(1) < 0.01, 1e308 * (3 + random(4)), select(y < ny / 2, 0, 4e-324))",
         "select(random(1) < 0.01, -random(2), select(y < ny / 2, -0.0 * random(2), 0))", "select(x > nx / 2, -0.0 * random(2), random(3))")


def program(seed):
    """A program with extents to run it at."""
    choose = random.Random(seed)
    sums = choose.choice(("", "", "0.25 + ", "a + ")) + " + ".join(products(choose))
    faces = [line for axis in "xy" for line in boundaries(choose, axis)]
    size = (choose.choice((choose.randint(10, 140), choose.randint(700, 1600))) if choose.random() < 0.3 else choose.randint(10, 70),
            choose.randint(10, 60))
    text = "\n".join([f"stencil dense{seed}(x, y) {{", "    param a = 0.7;",
                      f"    field u {{ {' '.join(faces)} init {choose.choice(FIRST)}; }}", f"    u[t+1] = {sums};",
                      f"    size {size[0]}, {size[1]};", "}", ""])
    return types.SimpleNamespace(name=f"dense{seed}", text=text, axes=2, size=size, bytesPerCell=16)


def products(choose):
    """`0.1 * u[x-2, y-2]` and so on, in the order of memory, no two factors alike."""
    radius, left, negative = choose.randint(1, 4), choose.choice((0, 0, 0.2, 0.5)), choose.choice((0, 0, 0.3, 1))
    factors = set()
    while len(factors) < (2 * radius + 1) ** 2:
        factors.add(round(choose.uniform(0.1, 1) * 2 / (2 * radius + 1) ** 2, 7))
    factors = sorted(factors)
    choose.shuffle(factors)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            factor = factors.pop()
            if choose.random() < left and (dx, dy) != (radius, radius):
                continue
            number = f"(-{factor})" if choose.random() < negative else str(factor)
            number = f"({number} * a)" if choose.random() < 0.1 else number
            shifts = [f"x{dx:+d}"] * (dx != 0) + [f"y{dy:+d}"] * (dy != 0)
            yield f"{number} * u" + f"[{', '.join(shifts)}]" * bool(shifts)


def boundaries(choose, axis):
    if choose.random() < 0.3:
        return [f"boundary periodic on {axis};"]
    return [f"boundary {choose.choice(FACES)} on {axis}.{side};" for side in ("low", "high")]


def request(choose):
    """The schedule, with options that fit most of the programs."""
    chunks = choose.choice(("auto", 1, 2, 3, 5, 9))
    return f"tensorcore:steps={choose.choice((2, 3, 4))},warps={choose.choice((4, 8))},chunks={chunks}"
