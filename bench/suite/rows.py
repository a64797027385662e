"""What the suite runs, and the numbers its table compares with. Rates are GLUP/s: 10^9 cell updates a second.

Peers are the best of AN5D (CGO 2020), EBISU (ICS 2023) and STENCILGEN (CGO 2018), each at its best depth, block and
register cap of 428 variants, timed in turn with our programs in one run on one NVIDIA H200 (CUDA 13.0), after a second
of warm-up; bench/log/speed/2026-11-22-outside-programs.md names the configurations, docs/measured/performance.md says how.
"""
import os
from dataclasses import dataclass, field

COPY_GB_PER_SECOND = 4264  # device-to-device, reads plus writes, on that H200
FMA_GUPS = {"f64": 16.7e3, "f32": 31.8e3}  # 10^9 fused multiply-adds a second on its FMA pipe
WORD = {"f64": 8, "f32": 4}
SIZES = {2: [(16384, 16384)], 3: [(512, 512, 512), (768, 768, 768)]}
HEADLINE = {1: (1 << 27,), 2: (16384, 16384), 3: (512, 512, 512)}  # the sizes of the peers' numbers; none of one axis
STEPS = 48  # at least; rounded up to whole fused blocks


@dataclass
class Row:
    name: str  # of the file in stencils/
    title: str
    rank: int
    radius: int
    taps: int  # FMA-pipe instructions an update needs at least; 0: no such count
    peer: dict  # precision: GLUP/s
    goal: dict
    note: str = ""

    precisions = ("f64", "f32")

    @property
    def file(self):
        return f"bench/suite/stencils/{self.name}.stencil"

    @property
    def program(self):
        return self.name

    def updated(self, size):
        """Cells that a step updates: those that keep their value at the rim are not counted."""
        cells = 1
        for n in size:
            cells *= max(n - 2 * self.radius, 0)
        return cells

    def limit(self, precision, depth):
        """The tighter of memory, two words for `depth` steps, and of the FMA pipe."""
        memory = COPY_GB_PER_SECOND / (2 * WORD[precision]) * depth
        return min(memory, FMA_GUPS[precision] / self.taps) if self.taps else memory


def row(name, title, rank, radius, taps, peer64, peer32, goal64, goal32, note=""):
    return Row(name, title, rank, radius, taps, {"f64": peer64, "f32": peer32}, {"f64": goal64, "f32": goal32}, note)


ROWS = [
    row("star2d1", "2D star r1 (5)", 2, 1, 5, 887, 1625, 1700, 3700),
    row("star2d2", "2D star r2 (9)", 2, 2, 9, 528, 886, 1100, 2150),
    row("star2d3", "2D star r3 (13)", 2, 3, 13, 345, 644, 750, 1400),
    row("star2d4", "2D star r4 (17)", 2, 4, 17, 288, 516, 550, 1080),
    row("box2d1", "2D box r1 (9)", 2, 1, 9, 676, 1101, 1280, 2500),
    row("box2d2", "2D box r2 (25)", 2, 2, 25, 339, 564, 505, 980),
    row("box2d3", "2D box r3 (49)", 2, 3, 49, 194, 328, 280, 520),
    row("gradient2d", "2D gradient", 2, 1, 0, 362, 1038, 600, 1800,
        "its limit is that of memory only: nobody counted the square root and the division"),
    row("star3d1", "3D star r1 (7)", 3, 1, 7, 345, 676, 830, 1650),
    row("star3d2", "3D star r2 (13)", 3, 2, 13, 204, 391, 410, 740),
    row("star3d3", "3D star r3 (19)", 3, 3, 19, 142, 197, 270, 500),
    row("star3d4", "3D star r4 (25)", 3, 4, 25, 127, 178, 240, 450),
    row("poisson3d", "3D Poisson (19)", 3, 1, 19, 217, 410, 420, 750),
    row("box3d1", "3D box r1 (27)", 3, 1, 27, 189, 369, 370, 640),
    row("box3d2", "3D box r2 (125)", 3, 2, 125, 44, 97, 100, 190),
]


@dataclass
class Real:
    """A program of the library; all its cells are updated, and nobody else has measured it."""
    name: str
    file: str
    size: tuple
    parameters: dict = field(default_factory=dict)
    precisions: tuple = ("f64", "f32")
    steps: int = STEPS  # at least
    instead: dict = field(default_factory=dict)  # of texts in its file: what stands there for the size measured
    start: str = "random"  # numbers in [0, 1), or "own" initial values where those would leave what the program is for

    @property
    def program(self):
        """The name in the file; two of the suite's rows have the same."""
        return os.path.basename(self.file).removesuffix(".stencil")

    @property
    def rank(self):
        return len(self.size)

    @property
    def title(self):
        return self.name

    def updated(self, size):
        cells = 1
        for n in size:
            cells *= n
        return cells


REAL = [
    # Half its usual time step: at depth 512 the wave is too fast for the usual one, and values would overflow.
    Real("acoustic3d", "stencils/waves/acoustic3d.stencil", (512, 512, 512), {"dt": 0.0005}),
    Real("heatvar3d", "stencils/heat/heatvar3d.stencil", (512, 512, 512)),
    Real("grayscott", "stencils/chemistry/grayscott.stencil", (8192, 8192)),
    Real("fdtd2d", "stencils/electromagnetics/fdtd2d.stencil", (8192, 8192)),
    Real("wave2d", "stencils/waves/wave2d.stencil", (16384, 16384)),
]


def library(file, size=None, precision="f64", **more):
    """A program as it stands in stencils/, of several fields on a grid of its own."""
    name = file.replace("poisson/star", "poisson_star").split("/")[-1]
    return Real(name, f"stencils/{file}.stencil", size or HEADLINE[3 if "3d" in file else 2],
                precisions=(precision,), **more)


# The rest of the library, in its own precision: only where the planner's choice is compared with all candidates.
LIBRARY = [
    library("heat/heat1d", HEADLINE[1]),
    library("heat/heat2d"),
    library("heat/heat3d"),
    library("heat/mixed3d", precision="f32:f64"),
    library("poisson/jacobi2d5"),
    library("poisson/box2d9"),
    library("poisson/jacobi3d7"),
    library("poisson/star3d2"),
    library("poisson/star3d4"),
    library("poisson/poisson19", HEADLINE[3]),
    library("poisson/box3d27"),
    # Two checks, 100 steps apart, in each timed run; the rule never holds.
    library("poisson/convergence3d", parameters={"tolerance": 1e-12}, steps=200),
    library("earth/hillslope"),  # on random heights instead of its map
    library("earth/smoothing"),
    library("earth/shallow_water", (8192, 8192)),
    library("transport/upwind2d", (8192, 8192)),
    # Values within a step, groups, time, walls and regions.
    library("chemistry/cyclic", (8192, 8192)),
    library("earth/atmosphere", (4096, 1024)),
    library("earth/basin", (8192, 8192)),
    library("earth/hdiff", (512, 512, 256)),
    library("electromagnetics/driven2d", (8192, 8192)),
    library("fluids/cavity", (2048, 2048)),
    library("fluids/cylinder", (4096, 4096), "f32"),
    library("fluids/d2q9", (4096, 4096)),
    library("fluids/d3q19", (256, 256, 256)),
    library("fluids/d3q27", (256, 256, 256)),
    library("heat/composite3d", HEADLINE[3], "f32"),
    library("heat/oscillating_wall", HEADLINE[1]),
    library("images/perona_malik", (8192, 8192), "f32"),
    library("poisson/chebyshev", (4096, 4096)),
    library("poisson/himeno", (512, 256, 256), "f32"),
    library("transport/burgers_forced", HEADLINE[1]),
    library("transport/channel", (8192, 8192)),
    library("transport/double_well", (8192, 8192)),
    library("transport/maccormack", HEADLINE[1]),
    library("transport/obstacle", (8192, 8192), "f32"),
    library("transport/weno5", HEADLINE[1]),
    library("waves/driven_string", HEADLINE[1]),
    # One of each field of science.
    library("automata/hpp", (8192, 8192), "f32"),
    library("automata/ising", (8192, 8192)),
    library("automata/life", precision="f32"),
    library("automata/parity", precision="f32"),
    library("automata/q2r", precision="f32"),
    library("automata/sandpile", (8192, 8192)),
    library("biology/barkley", (8192, 8192)),
    library("biology/fisher", HEADLINE[1]),
    # Of 2^27 cells with random numbers some react so fast that they overflow.
    library("chemistry/grayscott3d", HEADLINE[3], "f32", start="own"),
    library("chemistry/stripes", (8192, 8192)),
    library("earth/glacier", (8192, 8192)),
    library("earth/groundwater", (8192, 8192)),
    library("electromagnetics/heaviside", HEADLINE[1]),
    library("fluids/shan_chen", (4096, 4096)),
    library("heat/dufort_frankel", HEADLINE[1]),
    # Wider chips, of cells as large as in their files: the time step suits these.
    library("heat/hotspot", (8192, 8192), "f32", instead={"width = 0.016": "width = 0.256"}),
    library("heat/hotspot3d", (4096, 4096, 8), "f32", instead={"width = 0.016": "width = 0.128"}),
    library("heat/stefan", HEADLINE[1]),
    library("images/distance", (8192, 8192)),
    library("images/total_variation", (8192, 8192)),
    library("materials/allen_cahn", (8192, 8192)),
    library("materials/cahn_hilliard", (8192, 8192)),
    library("materials/dendrite", (4096, 4096)),
    library("materials/rough_surface", HEADLINE[1]),
    library("poisson/redblack", (8192, 8192)),
    library("quantum/schroedinger", HEADLINE[1]),
    library("quantum/soliton", HEADLINE[1]),
    library("transport/burgers", HEADLINE[1]),
    library("transport/tricubic", (256, 256, 256)),
    library("transport/vanleer", HEADLINE[1]),
    library("waves/kdv", HEADLINE[1]),
    library("waves/kink", HEADLINE[1]),
    library("waves/plate", (8192, 8192)),
    library("automata/life_u8", (8192, 8192), "u8:f32"),
    # Fields of other axes, numbers of the whole grid, derivatives.
    library("electromagnetics/cavity2d", (8192, 8192)),
    library("electromagnetics/cavity3d", (256, 256, 256)),
    library("electromagnetics/open2d", (8192, 8192)),
    library("fluids/blast", (2048, 2048)),
    library("fluids/sod", HEADLINE[1]),
    library("heat/implicit", (8192, 8192)),
    library("heat/layered", (8192, 8192)),
    library("heat/layers", (256, 256, 256)),
    library("heat/porous3d", HEADLINE[3], "f32"),
    library("images/bilateral", (8192, 8192)),
    library("images/median", (8192, 8192)),
    library("images/sobel", (8192, 8192)),
    library("images/srad", (8192, 8192)),
    library("images/unsharp", (8192, 8192)),
    library("poisson/conjugate_gradients", (8192, 8192)),
    library("waves/acoustic", (8192, 8192)),
    library("waves/blended", (4096, 4096)),
    library("waves/elastic", (8192, 8192)),
    library("waves/shot", (256, 256, 256)),
    library("waves/stratified", (256, 256, 256)),
    library("waves/survey", (240, 140), "f32"),  # as its file has it
    library("waves/tti", (8192, 8192)),
]
BY_NAME = {entry.name: entry for entry in ROWS + REAL + LIBRARY}
