"""What is run for each paper: programs side by side, sizes and steps. The papers' own numbers are in published.py.

A group is one call of the harness at each size. Its first program is the reference that all others are compared
with by bytes. "paper" programs have the shape the paper gives (block, cells of a thread); "ours" are the schedules
of today beside them.
"""
from dataclasses import dataclass, field

PAPERS = {
    "000": "Schäfer and Fey, High performance stencil code algorithms for GPGPUs, 2011",
    "001": "Itu, Niţă and Suciu, Optimized three-dimensional stencil computation on Fermi and Kepler GPUs, 2014",
    "002": "Cecilia, García and Ujaldón, CUDA 2D stencil computations for the Jacobi method, 2010",
    "004": "Pavan et al., Strategies to improve the performance and energy efficiency of stencil computations, 2018",
}


@dataclass
class Entry:
    label: str
    schedule: str  # empty: the planner's choice
    kind: str = "paper"
    pitches: tuple = ("auto",)


@dataclass
class Group:
    paper: str
    name: str
    file: str
    precision: str
    sizes: list
    entries: list
    steps: int = 48  # compared by bytes
    timed: object = None  # steps timed at a size; None: as many as are compared
    repeat: int = 3
    energy: bool = False  # a window with the energy counter as well
    profile: tuple = ()  # sizes at which a profiler counts
    converge: int = 0  # most steps of a run from the program's own start until its rule holds
    parameters: dict = field(default_factory=dict)

    @property
    def row(self):
        return self.file.rsplit("/", 1)[-1].removesuffix(".stencil")


HERE = "bench/papers/stencils/"
CUBES = [64, 96, 128, 160, 192, 224, 250, 256, 288, 300, 304, 320, 352, 384, 416, 448, 480, 500, 512]
SQUARES = [1024, 2048, 4096, 8192]
BOTH = ("auto", "packed")


def cube(n):
    return (n, n, n)


def square(n):
    return (n, n)


# Paper 001: blocks as its shared memory tells, 8 x 8 x 8 (4096 and 8000 bytes), 8 x 8 (800) and rows of 8 (640).
KERNELS_001 = [
    Entry("3DBase", "naive:block=8x8x8"),
    Entry("3DShMOverL", "tile3d:halo=overlap,block=8x8x8"),
    Entry("3DShMNoOverL", "tile3d:halo=padded,block=8x8x8"),
    Entry("2DBase", "sweep:reuse=none,block=8x8,cells=1,planes=512"),
    Entry("2DReg", "sweep:block=8x8,cells=1,planes=512"),
    Entry("2DShM", "sweep:stage=plane,reuse=none,engine=plain,block=8x8,cells=1,rows=1,planes=512"),
    Entry("2DShMReg", "sweep:stage=rows,engine=plain,block=8x8,cells=1,rows=1,planes=512"),
]
# The same kernels in the shape that the planner gives them.
KERNELS_TODAY = [
    Entry("3DBase", "naive", "ours"),
    Entry("3DShMOverL", "tile3d:halo=overlap", "ours"),
    Entry("3DShMNoOverL", "tile3d:halo=padded", "ours"),
    Entry("2DBase", "sweep:reuse=none", "ours"),
    Entry("2DReg", "sweep", "ours"),
    Entry("2DShM", "sweep:stage=plane,reuse=none", "ours"),
    Entry("2DShMReg", "sweep:stage=rows", "ours"),
    Entry("planner", "", "ours"),
]
BLOCKS_002 = ("14x14", "16x16", "18x18", "20x20")
OPTIMIZATIONS_002 = [
    Entry("baseline", "naive:block=16x16"),
    Entry("1", "tile2d:centre=shared,block=16x16"),
    Entry("1+2", "tile2d:centre=register,block=16x16"),
    Entry("1+2+3", "tile2d:centre=register,passes=2,block=16x16"),
    Entry("sweep", "sweep", "ours"),
    Entry("planner", "", "ours"),
]
SHAPE_004 = "block=32x8,cells=1"
KERNELS_004 = [
    Entry("naive", "naive:block=32x8x1"),
    Entry("naive int.z", "sweep:reuse=none," + SHAPE_004),
    Entry("naive int.z.reg", "sweep:" + SHAPE_004),
    Entry("shared", "sweep:stage=plane,reuse=none,engine=plain,rows=1,planes=1," + SHAPE_004),
    Entry("shared int.z", "sweep:stage=plane,reuse=none,engine=plain,rows=1," + SHAPE_004),
    Entry("shared int.z.reg", "sweep:stage=plane,engine=plain,rows=1," + SHAPE_004),
    Entry("read-only", "naive:load=readonly,block=32x8x1"),
    Entry("read-only int.z", "sweep:stage=readonly,reuse=none," + SHAPE_004),
    Entry("read-only int.z.reg", "sweep:stage=readonly," + SHAPE_004),
    Entry("shared int.z.reg, tensor loads", "sweep:stage=plane", "ours"),
    Entry("planner", "", "ours"),
]
GRID_004 = (1024, 256, 256)

GROUPS = [
    Group("001", "kernels", HERE + "heat001.stencil", "f64", [cube(128), cube(512)], KERNELS_001, steps=100,
          timed=lambda size: 400 if size[0] < 256 else 40, profile=(cube(128),)),
    Group("001", "today", HERE + "heat001.stencil", "f64", [cube(128), cube(512)],
          KERNELS_001[:1] + KERNELS_TODAY, steps=100, timed=lambda size: 400 if size[0] < 256 else 40,
          profile=(cube(128),)),
    Group("001", "convergence", HERE + "until001.stencil", "f64", [cube(128)], KERNELS_001 + KERNELS_TODAY[-1:],
          steps=60, repeat=0, converge=200000),
    Group("004", "97 points", HERE + "star16.stencil", "f32", [GRID_004], KERNELS_004, steps=10, energy=True),
    Group("002", "optimizations", HERE + "jacobi002.stencil", "f32", [square(n) for n in SQUARES], OPTIMIZATIONS_002,
          timed=lambda size: 4096, repeat=1),
    Group("002", "double precision", HERE + "jacobi002.stencil", "f64", [square(n) for n in SQUARES],
          OPTIMIZATIONS_002[:1] + OPTIMIZATIONS_002[3:], timed=lambda size: 4096, repeat=1),
    Group("002", "blocks", HERE + "jacobi002.stencil", "f32", [square(n) for n in SQUARES],
          [Entry(b, f"naive:block={b}") for b in BLOCKS_002 + ("32x16",)], timed=lambda size: 4096, repeat=1),
    Group("002", "2x2", HERE + "pairs002.stencil", "f32", [square(4096)],
          [Entry(f"{cells} {b}", f"tile2d:centre=shared,block={b},cells={cells}")
           for b in BLOCKS_002 for cells in ("1x1", "2x2")], timed=lambda size: 4096, repeat=1),
    Group("000", "cubes", "stencils/poisson/jacobi3d7.stencil", "f64", [cube(n) for n in CUBES], [
        Entry("naive", "naive:block=32x16x1", pitches=BOTH),
        Entry("cached plane sweep", "sweep:block=32x16,cells=1,planes=8", pitches=BOTH),
        Entry("pipelined wavefront", "wavefront:steps=2", pitches=BOTH),
        Entry("sweep", "sweep", "ours"),
        Entry("planner", "", "ours"),
    ]),
    Group("004", "31 points", HERE + "star5.stencil", "f32", [GRID_004], KERNELS_004, steps=10),
]

# Paper 002, table 7: processor cores. Seconds a measurement may take decide how many iterations are timed.
CPU_FILE, CPU_ROW, CPU_PRECISION, CPU_THREADS = HERE + "jacobi002.stencil", "jacobi002", "f32", (1, 2, 4, 8, 16)


def updated(row, size):
    """Cells a step updates: those at the rim keep their value, except in the stars, which have walls outside."""
    cells = 1
    for n in size:
        cells *= n if row.startswith("star") else max(n - 2, 0)
    return cells


def status(record):
    """Empty if a record may be used; else what is wrong with it."""
    if record.get("error"):
        return "FAILED: " + record["error"]
    if "differing" not in record:
        return "NOT RUN"
    if record["differing"] or record["differing_one_more"] or record.get("converged_differing"):
        return "DIFFERENT from the first of its group"
    if not record.get("one_step_more_differs_in"):
        return "NOT COMPARED: the comparison does not see a step more"
    return f"NOT FINITE: {record['not_finite']} cells" if record.get("not_finite") else ""


def ruled_pitch(cells, width):
    """The row pitch in bytes by the rule of the runtime (stencilc/Layout.h), to tell where it adds anything."""
    pitch = -(-cells * width // 128) * 128
    return pitch + 128 if pitch >= 512 and pitch & (pitch - 1) == 0 else pitch
