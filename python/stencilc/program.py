"""Compiled programs, and descriptions of their fields and parameters."""
from __future__ import annotations

import dataclasses
import difflib
import functools
import json
import threading
from typing import TYPE_CHECKING, Any

from . import _core
from .arrays import in_order
from .cells import TYPES, CellType

if TYPE_CHECKING:
    from .compiling import Source
    from .explaining import Explanation
    from .simulation import Simulation


@dataclasses.dataclass(frozen=True)
class Field:
    """Description of a field of a program.

    Attributes:
        name: Name of the field.
        axes: Names of its axes in the order of the program. Arrays of the field have the last axis first.
        type: Type of its cells: "f64", "f32", "f16", "bf16", "u8", "i16" or "i32".
        levels: Number of time levels that can be read. 1: t alone, 2: t and t-1.
        updated: True if each time step computes the field.
        half_cells: Displacement of its values from the cell along each axis of the program, in half cells: 0, or -1 for an axis with `faces`.
        file: Path of the .npy file with its initial values, or None if the program names no file.
    """

    name: str
    axes: tuple[str, ...]
    type: str
    levels: int
    updated: bool
    half_cells: tuple[int, ...]
    file: str | None

    @property
    def cell(self) -> CellType:
        """Cell type of the field, with its NumPy types."""
        return TYPES[self.type]


@dataclasses.dataclass(frozen=True)
class Parameter:
    """Description of a parameter of a program.

    Attributes:
        name: Name of the parameter.
        default: Value in simulations that are given no other one.
        low: Smallest value that is accepted, or None: no limit.
        high: Largest value that is accepted, or None: no limit.
    """

    name: str
    default: float
    low: float | None
    high: float | None


def _axes(names: tuple[str, ...]) -> str:
    return ", ".join(names)


class Program:
    """Compiled program. `program(size=(nx, ny), d=0.2)` makes a simulation.

    `stencilc.compile` and `stencilc.load` return programs. Several threads may use a program at the same time.

    Attributes:
        name: Name of the program.
        axes: Names of its axes, such as ("x", "y").
        source: Source text of the program.
    """

    def __init__(self, source: Source):
        self._source = source
        self._lock = threading.Lock()
        self._first = source.compiled()
        self._modules: dict[tuple[int, ...] | None, _core.Module] = {}
        self._pool: Any = None
        self.source = source.text
        facts = self.facts
        self.name: str = facts["name"]
        self.axes: tuple[str, ...] = tuple(facts["axes"])

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """Results of the analysis as a dict: axes, size, operations and bytes for the update of one cell, reads of each field, and others."""
        return dict(json.loads(self._first.facts()))

    @functools.cached_property
    def plan(self) -> dict[str, Any]:
        """Plan of the compiler as a dict: schedule, its options, target and others. The plan is for the size of the compilation."""
        return dict(json.loads(self._first.plan()))

    @functools.cached_property
    def description(self) -> dict[str, Any]:
        """Description of the program as a dict with lists: fields, parameters, series, points, reports and saves.

        The first access builds and loads the program, and raises StencilError if one of these steps fails.
        """
        return dict(json.loads(self._module(None).description()))

    @functools.cached_property
    def fields(self) -> dict[str, Field]:
        """Descriptions of the fields by name. The first access builds and loads the program, as for `description`."""
        return {field["name"]: Field(field["name"], tuple(field["axes"]), field["type"], field["levels"], field["updated"],
                                     tuple(field["half_cells"]), field["init_file"]) for field in self.description["fields"]}

    @functools.cached_property
    def parameters(self) -> dict[str, Parameter]:
        """Descriptions of the parameters by name. The first access builds and loads the program, as for `description`."""
        return {one["name"]: Parameter(one["name"], one["default"], one.get("low"), one.get("high"))
                for one in self.description["parameters"]}

    @property
    def reads(self) -> str:
        """Description of the reads of each update as text: shapes and offsets of the neighbourhoods, in cells."""
        return str(self.facts["text"])

    @property
    def target(self) -> str:
        """Kind of processor for which the program was compiled: "cpu" or "cuda"."""
        return str(self.plan["target"]["kind"])

    def text(self, kind: str = "cuda") -> str:
        """Returns emitted code of the program.

        Args:
            kind: "cuda" or "cpu" for the code of this target, or "header", "c++header" or "fortran" for its interface in C, C++ or Fortran.

        Raises:
            StencilError: There is no such kind, or the code cannot be emitted.
        """
        made = self._first.text(kind)
        self._source.check(self._first, made is not None, warns=False)
        return made or ""

    def __call__(self, size: Any = None, *, memory: Any = None, threads: int | None = None, values: dict[str, Any] | None = None,
                 **named: Any) -> Simulation:
        """Makes a simulation.

        Args:
            size: Cells along each axis, in the order of the axes: (nx, ny). Default: the size of the first array that is given for a field,
                else the `size` of the compilation, else that of the source text.
            memory: Contiguous array of bytes for the fields, in host memory for "cpu" and in GPU memory for "cuda". `memory` must live as
                long as the simulation. `bytes_needed` returns its size. Default: the simulation allocates memory.
            threads: Number of CPU threads of the whole process, from this call on. Default: unchanged, at first all processors.
            values: Further initial values by name. A name such as "size", which is an argument of this function, can be given only here.
            **named: Initial values by name. For a field, an array of shape (ny, nx) or a number. For a parameter, a number. For a series,
                one number for each time step. For a source or receiver, its points as rows of coordinates (x, y) in cells.

        Returns:
            The simulation.

        Raises:
            TypeError: The program has no such name, or an array has no numbers.
            ValueError: A size is wrong, a value is out of range, or an array has a wrong shape.
            OutOfMemoryError: `memory`, host memory or GPU memory is too small for the fields.
            DeviceError: The GPU has failed.
            StencilError: The program could not be built or loaded for this size.
        """
        from .simulation import Simulation
        return Simulation(self, size, memory, threads, {**(values or {}), **named})

    def bytes_needed(self, size: Any = None) -> int:
        """Returns the number of bytes that an array `memory` for a simulation must have.

        Args:
            size: Cells along each axis, in the order of the axes: (nx, ny). Default: the size of the compilation or of the source text.

        Raises:
            ValueError: The size is wrong, or no size is known.
        """
        size = self._checked_size(size)
        return self._module(size).bytes_needed(json.dumps({"size": list(size)} if size else {}))

    def apply(self, *, steps: int, size: Any = None, levels: bool = False, **values: Any) -> Any:
        """Computes time steps from initial values and returns the newest values. Calls do not affect each other.

        Args:
            steps: Number of time steps.
            size: Cells along each axis, in the order of the axes: (nx, ny). Default: the size of an array in `values`, as for a simulation.
            levels: Return all time levels of each updated field, as a tuple with the newest first. A call that gets this tuple as the value
                of the field continues with the same bits.
            **values: Values by name, as for a simulation. Fields that are not given have the initial values of the program.

        Returns:
            A copy of the updated field at the newest time level, shape (ny, nx). If several fields are updated, a dict of these by name.
            The library and the device are those of the first array that is given for a field: NumPy, CuPy, PyTorch or JAX. Otherwise the
            copy is a NumPy array.

        Raises:
            TypeError: The program has no such name, or an array has no numbers.
            ValueError: A size is wrong, a value is out of range, or an array has a wrong shape.
            OutOfMemoryError: Host memory or GPU memory is too small for the fields.
            DeviceError: The GPU has failed.
        """
        from .applying import apply
        return apply(self, steps, size, levels, values)

    def explain(self, **options: Any) -> Explanation:
        """Explains the program: its reads, the limit of its speed, and the reasons for its plan.

        Args:
            **options: Options of `stencilc explain`, with underscores in place of dashes, such as size=(300, 200).

        Returns:
            The explanation, which `print` and notebooks show.

        Raises:
            StencilError: An option is wrong.
        """
        from .explaining import explain
        return explain(self, options)

    def verify(self, size: Any = None, **options: Any) -> str:
        """Compares the results of every schedule with those of a slow interpreter, byte for byte.

        Args:
            size: Cells along each axis, in the order of the axes: (nx, ny). Default: the size of the compilation or of the source text.
            **options: Options of `stencilc verify`, with underscores in place of dashes.

        Returns:
            The output of the command `stencilc verify`.

        Raises:
            StencilError: The results of a schedule differ from those of the interpreter, or an option is wrong.
        """
        from .explaining import verify
        return verify(self, size, options)

    def torch_op(self, name: str) -> Any:
        """Registers the program as an operator of PyTorch and returns this operator, as `stencilc.torch.operator` describes.

        Args:
            name: Name of the operator with a namespace, such as "mylib::heat".

        Raises:
            ValueError: The name has no namespace.
            ImportError: PyTorch is not installed.
        """
        from . import torch
        return torch.operator(self, name)

    def jax_call(self, **values: Any) -> Any:
        """Returns the program as a JAX function for `jax.jit` and `jax.vmap`, as `stencilc.jax.function` describes.

        Args:
            **values: Values of parameters, for calls that do not give these parameters.

        Raises:
            ImportError: JAX is not installed, or the package was built without jaxlib.
        """
        from . import jax
        return jax.function(self, **values)

    def _module(self, size: tuple[int, ...] | None) -> _core.Module:
        """Returns the program with a plan for `size`, loaded into this process. Raises StencilError if it cannot be compiled, built or loaded."""
        with self._lock:
            if size is not None and list(size) == self._size_of_plan():
                size = None
            if size not in self._modules:
                compilation = self._first if size is None else self._source.compiled(size=list(size))
                self._modules[size] = self._source.loaded(compilation)
            return self._modules[size]

    def _size_of_plan(self) -> list[int] | None:
        """Returns the size with which the program was compiled, or None if neither an option nor the source text gives one."""
        size: list[int] | None = self._source.options.get("size") or self.facts["size"]
        return size

    def _checked_size(self, size: Any) -> tuple[int, ...] | None:
        """Returns a size as a tuple of one int for each axis, or None for None. Raises ValueError or TypeError for a wrong size."""
        if size is None:
            return None
        size = (size,) if isinstance(size, int) else tuple(size)
        if len(size) != len(self.axes):
            raise ValueError(f"{self.name} has the axes {_axes(self.axes)}: size takes {len(self.axes)} numbers in this order, not {len(size)}")
        if any(int(cells) != cells for cells in size):
            raise TypeError(f"size takes whole numbers, not {size}")
        if any(cells < 1 for cells in size):
            raise ValueError(f"size takes numbers of cells of at least 1, not {size}")
        return tuple(int(cells) for cells in size)

    def _spacing(self, axis: str) -> float | None:
        """Returns the distance of cells along an axis, in the unit of the source text. Returns None if the source text gives none."""
        spacing: float | None = self.facts["spacing"][self.axes.index(axis)]
        return spacing

    def _displacement(self, field: Field, axis: str) -> float:
        """Returns the displacement of the points of a field along an axis, in cells: 0 unless the field is staggered."""
        return field.half_cells[self.axes.index(axis)] / 2

    def _named(self, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        """Returns `values` with arrays of xarray in the order of their fields, and the kind of each name as `_kind_of` returns it.

        Raises:
            TypeError: The program has no such name.
        """
        kinds = {name: self._kind_of(name) for name in values}
        return {name: in_order(value, self.fields[name].axes) if kinds[name] == "field" else value for name, value in values.items()}, kinds

    def _kind_of(self, name: str) -> str:
        """Returns the kind of a name in the program: "field", "parameter", "series" or "points". Raises TypeError if there is no such name."""
        kinds = {**dict.fromkeys(self.fields, "field"), **dict.fromkeys(self.parameters, "parameter"),
                 **{one["name"]: "series" for one in self.description["series"]},
                 **{one["name"]: "points" for one in self.description["points"]}}
        if name in kinds:
            return kinds[name]
        near = difflib.get_close_matches(name, kinds, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        names = [f"the {kind} {', '.join(n for n in kinds if kinds[n] == kind)}" for kind in dict.fromkeys(kinds.values())]
        raise TypeError(f"{self.name} has no field or parameter {name!r}{hint}; it has {'; '.join(names)}")

    def __repr__(self) -> str:
        return f"<program {self.name}({_axes(self.axes)}): {self.target}, schedule {self.plan['schedule']}>"
