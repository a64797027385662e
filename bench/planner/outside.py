"""Programs outside the suite: what people write with stencils, drawn by number, so that a plan for them was never looked at.

A program is a function of its number alone. Twelve families in turn (diffusion, waves, reactions, flows, images ...) are
drawn in two or three axes, f64 or f32, with boundaries of every kind and extents even and odd. From random numbers in
[0, 1) values stay finite for the steps of a measurement.
"""
import random
from dataclasses import dataclass

SIZES = {2: [(8192, 8192), (4097, 4095), (8191, 8193), (16384, 4096), (6000, 5000), (5003, 7001), (10000, 10000), (12345, 6789)],
         3: [(512, 512, 512), (256, 256, 512), (257, 259, 263), (384, 300, 500), (513, 513, 513), (640, 480, 320),
             (400, 400, 400), (301, 403, 509)]}
FACES = ("fixed(0)", "fixed(0.5)", "keep", "copy", "mirror", "mirror(node)", "mirror(-1)", "face(0.25)", "extrapolate(1)")


@dataclass
class Program:
    name: str
    text: str
    precision: str
    size: tuple


class Drawing:
    """What a family writes with."""

    def __init__(self, number):
        self.draw = random.Random(1000 + number)
        self.rank = 2 + number % 2
        self.axes = "xyz"[:self.rank]
        self.shared = self.boundary()

    def of(self, *values):
        return self.draw.choice(values)

    def boundary(self):
        """Of a field: the same everywhere, along axes, or face by face; a third are periodic somewhere."""
        kind = self.of("periodic", "one", "one", "axes", "faces")
        if kind in ("periodic", "one"):
            return f"boundary {'periodic' if kind == 'periodic' else self.of(*FACES)};"
        if kind == "axes":
            return " ".join(f"boundary {self.of('periodic', *FACES)} on {axis};" for axis in self.axes)
        return " ".join(f"boundary {self.of(*FACES)} on {axis}.{side};" for axis in self.axes for side in ("low", "high"))

    def field(self, name, options=""):
        return f"    field {name}{options} {{ {self.shared} init random({self.draw.randint(1, 99)}); }}"

    def constant(self, name, value="0.5 + 0.5 * random(7)"):
        return f"    field {name} constant {{ {self.shared} init {value}; }}"

    def per_axis(self, form, between=" + "):
        """`form` for every axis, AXIS standing for it."""
        return between.join(form.replace("AXIS", axis) for axis in self.axes)


# Each family gives lines: fields and updates.

def diffusion(d):
    order = d.of(2, 2, 4, 6)
    return [d.field("u"), f"    u[t+1] = u + {0.09 / d.rank * 2:.3g} * laplacian(u, order = {order});"]


def heterogeneous(d):
    flux = d.per_axis("(k[AXIS+1] + k) * (u[AXIS+1] - u) - (k[AXIS-1] + k) * (u - u[AXIS-1])")
    return [d.field("u"), d.constant("k"), f"    u[t+1] = u + {0.1 / d.rank:.3g} * ({flux});"]


def smoothing(d):
    reach = d.of(1, 1, 2) if d.rank == 2 else 1
    weights = f"{1 / (2 * reach + 1) ** d.rank:.9g}"
    return [d.field("u"), f"    u[t+1] = 0.2 * u + 0.8 * {weights} * sum(box({reach}), u);"]


def waves(d):
    order = d.of(2, 4, 8)
    speed = d.of(True, False)
    return [d.field("p", " levels 2"), *([d.constant("c")] if speed else []),
            f"    p[t+1] = 2 * p - p[t-1] + {0.25 / d.rank:.3g} * {'c^2 * ' * speed}laplacian(p, order = {order});"]


def advection(d):
    """Upwind, in a flow that never changes."""
    velocities = [d.constant(f"v{axis}", "0.5 - random(3)") for axis in d.axes]
    flow = d.per_axis("max(vAXIS, 0) * (q - q[AXIS-1]) + min(vAXIS, 0) * (q[AXIS+1] - q)")
    return [d.field("q"), *velocities, f"    q[t+1] = q - {0.8 / d.rank:.3g} * ({flow});"]


def reaction(d):
    growth = d.of(("u * (1 - u) * (u - 0.3) - v", "0.02 * (u - v)"), ("0.04 * (1 - u) - u * v * v / (1 + v * v)",
                                                                     "u * v * v / (1 + v * v) - 0.1 * v"))
    step = 0.1 / d.rank
    return [d.field("u"), d.field("v"), f"    u[t+1] = u + {2 * step:.3g} * laplacian(u) + 0.1 * ({growth[0]});",
            f"    v[t+1] = v + {step:.3g} * laplacian(v) + 0.1 * ({growth[1]});"]


def sound(d):
    """Pressure and velocities, each from the newest of the other."""
    fields = [d.field("p"), *(d.field(f"v{axis}") for axis in d.axes)]
    moves = [f"    v{axis}[t+1] = v{axis} - 0.4 * (p[{axis}+1] - p);" for axis in d.axes]
    return [*fields, *moves, f"    p[t+1] = p - {0.8 / d.rank:.3g} * ({d.per_axis('vAXIS[t+1] - vAXIS[t+1, AXIS-1]')});"]


def edges(d):
    """Perona and Malik's smoothing that stops at edges: divisions."""
    flow = d.per_axis("(u[AXIS+1] - u) / (1 + 4 * (u[AXIS+1] - u)^2) - (u - u[AXIS-1]) / (1 + 4 * (u - u[AXIS-1])^2)")
    return [d.field("u"), f"    u[t+1] = u + {0.3 / d.rank:.3g} * ({flow});"]


def relaxation(d):
    """Jacobi's steps of a Poisson equation with a right-hand side, damped."""
    return [d.field("u"), d.constant("f", "random(5) - 0.5"),
            f"    u[t+1] = 0.2 * u + 0.8 * ({1 / (2 * d.rank):.9g} * sum(star(1) \\ centre, u) + 0.01 * f);"]


def plates(d):
    """A biharmonic operator: the Laplacian of the Laplacian."""
    return [d.field("w", " levels 2"), "    let bend = laplacian(w);",
            f"    w[t+1] = 2 * w - w[t-1] - {0.2 / (4 * d.rank) ** 2:.3g} * laplacian(bend);"]


def driven(d):
    """Heat with a source that swings in time and a loss, and a wall that is warm."""
    return ["    timestep dt = 0.01;", d.field("u"), d.constant("s", "0.1 * random(2)"),
            f"    u[t+1] = u + {0.16 / d.rank:.3g} * laplacian(u) + dt * (s * cos(6 * time) - 0.5 * u);"]


def curvature(d):
    """Motion by mean curvature, by a root: |grad u| and a Laplacian, limited."""
    slope = d.per_axis("(u[AXIS+1] - u[AXIS-1])^2")
    return [d.field("u"), f"    u[t+1] = u + {0.1 / d.rank:.3g} * laplacian(u) * sqrt({slope} + 0.01) / (1 + u * u);"]


FAMILIES = (diffusion, heterogeneous, waves, reaction, smoothing, advection, sound, relaxation, edges, plates, driven, curvature)


def program(number):
    drawing = Drawing(number)
    # Ranks alternate, so that the families shift by one each time round: each comes in both.
    family = FAMILIES[(number + number // len(FAMILIES)) % len(FAMILIES)]
    lines = family(drawing)
    precision = drawing.of("f64", "f32")
    size = drawing.of(*SIZES[drawing.rank])
    name = f"{family.__name__}{number}"
    text = "\n".join([f"stencil {name}({', '.join(drawing.axes)}) {{", f"    precision {precision};", *lines,
                      f"    size {', '.join(map(str, size))};", "    steps 1000;", "}", ""])
    return Program(name, text, precision, size)
