"""The rows of the streaming benchmark: which program, how large a domain, how much device memory."""
import dataclasses

GIB = 2 ** 30


@dataclasses.dataclass
class Row:
    name: str
    part: str  # of the benchmark: quick, large, huge
    program: str
    size: tuple
    steps: int
    cell: int = 4         # bytes of a cell in one copy of all fields
    memory: str = ""      # limit of device memory
    base: str = ""        # the row in core it is compared with; empty for these
    options: tuple = ()
    seconds: float = 5    # of the run itself, as far as can be told before

    def gib(self):
        cells = self.cell
        for extent in self.size:
            cells *= extent
        return cells / GIB


WIDE, SMALL = (2048, 2048, 1536), (512, 512, 600)
METHODS = (("n", 2), ("t", 64), ("tbm", 128), ("tbmr", 256), ("p-tbmr", 512))
# GLUP/s as multiples of method t in Jin, Endo and Matsuoka, as far as their text has numbers. Figure 17: one GPU, 7 points in
# f32, up to 2160^3; of the other bars, and of figure 11 (time over steps a traversal, 640^3, model and measured), the text has
# none. Figures 18 and 19: 16 nodes and more, 5120 x 5120 x 2560, 7 and 19 points, where tbmr has no pipeline.
PAPER = {"t": ("1.00", "1.00", "1.00"), "tbm": ("", "1.16", "1.57"), "tbmr": ("", "1.84", "2.68"),
         "p-tbmr": ("2.63", "", "")}


def programs():
    """Other programs, each in core and streamed under a sixteenth of the domain and more."""
    for name, program, planes, cell, steps, limits in (
            ("f64 7-point", "jacobi64", 3072, 8, 512, ("1536MiB", "4GiB")),
            ("f32 acoustic, order 8", "acoustic3d", 2048, 12, 256, ("1536MiB", "4GiB", "8GiB")),
            ("f64 19-point", "poisson19", 1536, 16, 256, ("1536MiB", "4GiB"))):
        size, base = (1024, 1024, planes), name + ", in core"
        yield Row(base, "large", program + "-in-core", size, steps, cell)
        for limit in limits:
            yield Row(f"{name}, {limit}", "large", program + "-streamed", size, steps, cell, limit, base)


ROWS = [
    Row("f32 7-point, in core", "quick", "in-core", (2048, 2048, 1024), 400),
    *(Row(method, "quick", method, WIDE, steps, 4, "4GiB", "f32 7-point, in core") for method, steps in METHODS),
    *(Row(f"p-tbmr, {limit}, checksums {when}", "quick", "p-tbmr", WIDE, 512, 4, limit, "f32 7-point, in core",
          ("--checksums=" + when,)) for limit in ("4GiB", "12GiB") for when in ("off", "on")),
    Row("p-tbmr, 4GiB, may be cut into strips", "quick", "strips", WIDE, 512, 4, "4GiB", "f32 7-point, in core"),
    *programs(),
    Row("96 GiB under 16 GiB", "large", "p-tbmr", (2048, 2048, 6144), 512, 4, "16GiB", "f32 7-point, in core", (), 12),
    Row("96 GiB under 6 GiB", "large", "p-tbmr", (2048, 2048, 6144), 512, 4, "6GiB", "f32 7-point, in core", (), 12),
    Row("f64 7-point, 2048 x 2048 in core", "large", "jacobi64-in-core", (2048, 2048, 1024), 256, 8),
    Row("f64 7-point, 96 GiB under 16 GiB", "large", "jacobi64-streamed", (2048, 2048, 3072), 624, 8, "16GiB",
        "f64 7-point, 2048 x 2048 in core", (), 18),
    Row("96 GiB under 6 GiB, may be cut into strips", "large", "strips", (2048, 2048, 6144), 512, 4, "6GiB",
        "f32 7-point, in core", (), 12),
    Row("96 planes of 1 GiB under 16 GiB, in strips", "large", "strips", (16384, 16384, 96), 256, 4, "16GiB",
        "f32 7-point, in core", (), 12),
    Row("200 GiB, a part resident", "huge", "resident", (2048, 2048, 12800), 128, 4, "", "f32 7-point, in core", (), 10),
]
