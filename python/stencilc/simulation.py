"""Simulations: fields of a program on one grid, and their time."""
from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, arrays
from .cells import from_bf16, stored
from .checks import check_interval, shape_text
from .errors import warn
from .pictures import Movie, Picture
from .records import Named, Report, Trace
from .views import Age, DeviceView, guarded

if TYPE_CHECKING:
    from .program import Field, Program

SECONDS_BETWEEN_CALLS = 0.1   # from one call of a callback to the next
SECONDS_BETWEEN_SIGNALS = 0.25 # from one check for Ctrl-C to the next; each check makes the GPU wait
CELLS_TO_LOOK_AT = 10_000      # number of cells of a field, about, that are checked for NaN
SECONDS_OF_LONG_RUNS = 0.05    # duration from which the time of a check for NaN does not matter


class Simulation:
    """Fields of a program on one grid, and their time. A call of a program makes a simulation.

    `sim["T"]` is the field T at the newest time level t, and `sim["T", -1]` is the field at t-1. Arrays have the last axis first: shape
    (ny, nx). One thread at a time may use a simulation. Functions raise BusyError while another thread is using it, ForkedProcessError in a
    process that was made by `fork`, and DeviceError if a GPU has failed.

    Attributes:
        program: Program of the simulation.
        size: Cells along each axis, in the order of the axes: (nx, ny).
    """

    def __init__(self, program: Program, size: Any, memory: Any, threads: int | None, values: dict[str, Any]):
        self.program = program
        values, kinds = program._named(values)
        chosen = program._checked_size(size) or size_for(program, values, kinds)
        request: dict[str, Any] = {"param": {name: float(values[name]) for name in values if kinds[name] == "parameter"}}
        if chosen:
            request["size"] = list(chosen)
        if threads is not None:
            request["threads"] = threads
        replaced = [name for name in values if kinds[name] == "field" and program.fields[name].file]
        if replaced:
            request["init"] = dict.fromkeys(replaced) # the files that the source text names for these fields are not read
        self._age = Age()
        self._stream: int | None = None
        self._saving: list[str] = [] # files to which later runs save fields
        self._warned = False
        self._create(chosen, request, memory)
        if size is None and chosen and (other := self._staggered_size(chosen, values)) != chosen:
            self._create(other, {**request, "size": list(other)}, memory)
        self.size = self._found_size()
        self._given = {name: value for name, value in values.items() if kinds[name] == "field"}
        self._set(values, kinds)

    # --- Values ---

    def __getitem__(self, key: str | tuple[str, int]) -> np.ndarray:
        """Returns a field as a read-only NumPy array of shape (ny, nx).

        Args:
            key: Name of the field, for the newest time level t. Or a pair of name and time level, such as ("T", -1) for t-1.

        Returns:
            A `FieldView`, which refers to the memory of the simulation. The array is a copy if the field has bf16 cells, or is in the memory
            of one or several GPUs or out of core.

        Raises:
            KeyError: There is no such field.
            IndexError: There is no such time level.
        """
        field, level = self._field(key)
        shape, cell = self.shape(field.name), field.cell
        try:
            array: Any = _core.host_view(self._its, field.name, level, shape, cell.kind if cell.name != "bf16" else 1, cell.bits)
        except ValueError:
            copy = np.empty(shape, cell.stored)
            self._its.copy_out(field.name, level, copy)
            copy = from_bf16(copy) if cell.name == "bf16" else copy
            copy.flags.writeable = False
            return copy
        if cell.name == "bf16":
            return from_bf16(array)
        return guarded(array, self._age, field.name)

    def __setitem__(self, key: str | tuple[str, int], value: Any) -> None:
        """Copies values into a field.

        Args:
            key: Name of the field, for all its time levels. Or a pair of name and time level, such as ("T", -1) for t-1 alone.
            value: An array of shape (ny, nx), or a number for all cells. Or a tuple of these with one for each time level, the newest first. An
                array of xarray may have its dimensions in any order. The values are
                converted to the cell type of the field. An array in GPU memory must have this cell type if the simulation is on a GPU.

        Raises:
            KeyError: There is no such field.
            IndexError: There is no such time level.
            ValueError: The array has another shape, or cells are integers and a value is not one in their range.
            TypeError: `value` has no numbers, or an array in GPU memory has another type than the cells.
        """
        field, level = self._field(key)
        if isinstance(value, tuple) and not isinstance(key, tuple) and len(value) == field.levels > 1:
            for age, one in enumerate(value):
                self[field.name, -age] = one
            return
        levels = [level] if isinstance(key, tuple) else range(0, -field.levels, -1)
        shape = self.shape(field.name)
        value = arrays.in_order(value, field.axes)
        given = arrays.shape_of(value)
        if given is not None and given != shape:
            raise ValueError(f"{field.name} has the shape {shape} = {shape_text(field.axes)}; "
                             f"the array has the shape {given}" + _transposed(given, shape))
        on_device = arrays.is_on_device(value)
        if on_device and self.program.target != "cpu":
            self._copy_from_device(field, levels, value)
        else:
            value = arrays.from_device(value) if on_device else value
            array = stored(np.broadcast_to(arrays.on_host(value, field.name), shape), field.cell, field.name)
            for one in levels:
                self._its.copy_in(field.name, one, array)
        self._age.changes += 1

    def view(self, name: str, level: int = 0) -> Any:
        """Returns a field without a copy, in host memory or GPU memory.

        Args:
            name: Name of the field.
            level: Time level: 0 is t, -1 is t-1.

        Returns:
            On the CPU, the same array as `sim[name, level]`, which is a copy for bf16. On a GPU, a `DeviceView` for `torch.from_dlpack`,
            `cupy.from_dlpack` and functions of other libraries.

        Raises:
            KeyError: There is no such field.
            IndexError: There is no such time level.
            ValueError: The field is not contiguous, because several GPUs share it or it is out of core.
        """
        field, level = self._field((name, level))
        address, on_device = self._its.address(name, level)
        if not on_device:
            return self[name, level]
        shape = self.shape(name)
        array = _core.any_view(self._its, name, level, shape, field.cell.kind, field.cell.bits)
        return DeviceView(array, address, self, name, level, shape, self._age)

    def shape(self, name: str) -> tuple[int, ...]:
        """Returns the shape of arrays of the field `name`: (ny, nx) for axes x and y. Raises KeyError if there is no such field."""
        if name not in self._shapes:
            axes, extents = self._field(name)[0].axes, self._its.extents(name)
            self._shapes[name] = tuple(extents[self.program.axes.index(axis)] for axis in reversed(axes))
        return self._shapes[name]

    def set(self, **values: Any) -> Simulation:
        """Sets parameters, series, points and fields for later time steps.

        Args:
            **values: Values by name, as for a new simulation. A field is set at all its time levels.

        Returns:
            The simulation itself.

        Raises:
            TypeError: The program has no such name, or a value has no numbers.
            ValueError: A value is out of range, or an array has a wrong shape.
        """
        self._set(*self.program._named(values))
        return self

    @property
    def parameters(self) -> Named:
        """Current values of the parameters by name."""
        return Named("parameter", list(self.program.parameters), self._its.parameter)

    # --- Time ---

    def run(self, steps: int | None = None, *, progress: bool = False, callback: Callable[[int, int], Any] | None = None,
            stream: Any = None) -> Simulation:
        """Computes time steps.

        Other threads of Python run at the same time. Ctrl-C ends the run after a whole time step and raises KeyboardInterrupt. Another call
        of `run` then continues the simulation.

        Args:
            steps: Number of time steps. Default: the `steps` of the source text.
            progress: True to show a progress bar.
            callback: Function that is called about every 0.1 seconds and at the end. Its arguments are the steps done and the steps wanted
                since the start or the last reset of the simulation. If it raises an exception, the run ends after a whole time step and
                raises the exception.
            stream: CUDA stream of PyTorch, CuPy or another library, or its handle. The time steps are enqueued on the stream, and `run`
                returns without waiting for them. On the CPU, `run` waits.

        Returns:
            The simulation itself.

        Raises:
            ValueError: `steps` is missing or no whole number, a series or points have no values, or `stream` is given with `progress` or
                `callback`. Also raised if a callback calls `run`, or a file of `save` cannot be written.
            TypeError: `stream` is no CUDA stream.
            DeviceError: The GPU has failed.
        """
        steps = self._steps(steps)
        self._age.changes += 1
        if stream is not None:
            if progress or callback:
                raise ValueError("a run on a stream does not wait: leave out progress and callback")
            self._stream = arrays.stream_handle(stream)
            self._its.enqueue(steps, self._stream)
            return self
        self._stream = None
        begun = time.monotonic()
        if not progress:
            self._its.run(steps, callback, SECONDS_BETWEEN_CALLS if callback else SECONDS_BETWEEN_SIGNALS)
        else:
            from .progress import bar
            with bar(self, steps, callback) as told:
                self._its.run(steps, told, SECONDS_BETWEEN_CALLS)
        if time.monotonic() - begun > SECONDS_OF_LONG_RUNS:
            self._look_for_nan()
        return self

    def every(self, interval: int, steps: int | None = None) -> Iterator[Simulation]:
        """Runs the simulation in intervals, for a `for` loop that looks at the fields after each interval.

        Args:
            interval: Number of time steps of an interval, at least 1. The last interval may be shorter.
            steps: Number of time steps of all intervals. Default: no limit. The loop also ends when an `until` condition of the program holds.

        Yields:
            The simulation itself, after each interval.

        Raises:
            ValueError: `interval` is less than 1.
        """
        check_interval(interval)
        done = 0
        while steps is None or done < steps:
            count = interval if steps is None else min(interval, steps - done)
            before = self.steps_done
            self.run(count)
            done += count
            yield self
            if self.stopped or self.steps_done == before:
                return

    def synchronize(self) -> Simulation:
        """Waits for time steps that `run` has enqueued on a CUDA stream. Returns the simulation itself.

        Raises:
            DeviceError: One of the time steps has failed.
        """
        self._its.synchronize()
        return self

    def reset(self) -> Simulation:
        """Sets all fields to their initial values, and the number of time steps to 0. Returns the simulation itself.

        Initial values are computed again with the current parameters. Files with initial values, and arrays with which the simulation was
        made, are read again. Parameters, series and points do not change. Reports and traces are removed.

        Raises:
            ValueError: Runs save fields to a file, and `finish` has not completed the file.
        """
        if self._saving:
            raise ValueError(f"reset ends the saving to {', '.join(self._saving)}: call finish() first, and save again after it")
        self._age.changes += 1
        self._its.reset()
        for name, value in self._given.items():
            self[name] = value
        return self

    @property
    def steps_done(self) -> int:
        """Number of time steps done since the start or the last reset of the simulation. -1 while another thread uses the simulation."""
        return self._its.steps_done

    @property
    def time(self) -> float:
        """Time of the fields: `steps_done` times the current time step size dt, in the unit of `timestep`.

        Without a `timestep` in the program, dt is 1.
        """
        return self.steps_done * self._timestep()

    @property
    def stopped(self) -> str | None:
        """Source text of the `until` condition that has ended the latest run, or None."""
        return self._its.stopped or None

    # --- Results ---

    @property
    def reports(self) -> Named:
        """Recorded values of the reports by name, each as a `Report`: `for step, value in sim.reports["top"]`."""
        return Named("report", [one["name"] for one in self.program.description["reports"]], self._report)

    @property
    def traces(self) -> Named:
        """Recorded values of the receivers by name, each as a `Trace` with values, steps and times."""
        names = [one["name"] for one in self.program.description["points"] if one["kind"] == "receiver"]
        return Named("receiver", names, self._trace)

    def picture(self, field: str | None = None, **look: Any) -> Picture:
        """Draws the current values of a field.

        Args:
            field: Name of the field. Default: the first updated field.
            **look: Options of `stencilc.pictures.draw`: plane, title, label, labels, map, range, look, size, origin.

        Returns:
            The picture, which notebooks show. `picture.save("T.png")` or `picture.save("T.svg")` writes a file.

        Raises:
            KeyError: There is no such field.
            TypeError: There is no such option.
            ValueError: There is no such plane, or an option has a wrong value.
        """
        from .pictures import draw
        return draw(self, field, **look)

    def movie(self, field: str | None = None, steps: int | None = None, every: int | None = None, **look: Any) -> Movie:
        """Computes time steps and draws a movie of a field: the initial frame, then one frame every `every` time steps.

        Args:
            field: Name of the field. Default: the first updated field.
            steps: Number of time steps of the movie. Default: the `steps` of the source text.
            every: Number of time steps from one frame to the next, at least 1. The last interval may be shorter. Default: an interval with
                which the movie has about 60 frames.
            **look: Options of `picture`.

        Returns:
            The movie, which notebooks show. `movie.save("T.gif")` or `movie.save("T.mp4")` writes a file.

        Raises:
            KeyError: There is no such field.
            TypeError: There is no such option.
            ValueError: `steps` is missing, `every` is less than 1, or an option has a wrong value.
        """
        from .pictures import film
        return film(self, field, self._steps(steps), every, **look)

    def live(self, field: str | None = None, **options: Any) -> Any:
        """Returns controls for a notebook: a picture of a field that follows the simulation, buttons, and sliders for parameters.

        Args:
            field: Name of the field. Default: the first updated field.
            **options: Options of `stencilc.live.Live`, such as every=10.

        Raises:
            ImportError: ipywidgets is not installed.
        """
        from .live import Live
        return Live(self, field, **options)

    def dataset(self) -> Any:
        """Returns copies of all current fields as an `xarray.Dataset`. Coordinates are cell numbers times the `spacing` of the program.

        Raises:
            ImportError: xarray is not installed.
        """
        from .datasets import dataset
        return dataset(self)

    def save(self, path: str | os.PathLike[str], every: int | None = None, *, fields: str | list[str] | None = None, type: str | None = None,
             compress: int = 0) -> Simulation:
        """Writes the current fields to a file, or makes later runs write snapshots every `every` time steps.

        A snapshot has the fields after one time step. An existing file is replaced.

        Args:
            path: `NAME.h5` for ParaView, xarray and h5py, `NAME.npz`, or `NAME.npy` for one field. With `every`, `NAME.h5`, or .npy files
                whose names contain the number of the time step, such as "T_%06d.npy".
            every: Number of time steps from one snapshot to the next, at least 1. `finish` completes the files. Default: write the current
                fields at once.
            fields: Name of a field, or a list of names. In .h5 files, and with `every`, also parts of fields such as "p[z = 64]". Default:
                all updated fields.
            type: Type of the numbers in .h5 files, and in files with `every`: "f32" or "f64". Default: the cell type of the field.
            compress: Level of compression of .h5 files, from 0 (none) to 9.

        Returns:
            The simulation itself.

        Raises:
            ValueError: `every`, the ending of `path` or another argument is wrong, or an .h5 file cannot be written. With `every`, later runs
                raise this exception for files that cannot be written.
            KeyError: An .npz or .npy file is asked for a field that does not exist.
            OSError: An .npz or .npy file cannot be written.
        """
        from .files import save
        save(self, os.fspath(path), every, fields, type, compress)
        return self

    def finish(self) -> Simulation:
        """Completes and closes the files to which `save` with `every` lets runs write. Returns the simulation itself."""
        self._its.finish_saves()
        self._saving.clear()
        return self

    def __repr__(self) -> str:
        return f"<simulation of {self.program.name}: {' x '.join(map(str, self.size))} cells, {self.steps_done} steps>"

    # --- Parts ---

    def _create(self, size: tuple[int, ...] | None, request: dict[str, Any], memory: Any) -> None:
        """Creates the instance of the library for `size` and `request`, which is described at `stencilc_create` in stencilc.h."""
        self._its = _core.Simulation(self.program._module(size), json.dumps(request), _memory(memory))
        self._size, self._shapes = size, dict[str, tuple[int, ...]]()

    def _staggered_size(self, size: tuple[int, ...], values: dict[str, Any]) -> tuple[int, ...]:
        """Returns the size for which the first array in `values` fits. On a staggered grid, a field may have one cell more than `size`."""
        for name, field in self.program.fields.items():
            shape = arrays.shape_of(arrays.newest(values[name])) if name in values else None
            if shape and field.axes == self.program.axes:
                return tuple(cells - found + given for cells, found, given in zip(size, reversed(self.shape(name)), reversed(shape)))
        return size

    def _found_size(self) -> tuple[int, ...]:
        """Returns the size of the grid, (nx, ny), or an empty tuple if it is not known."""
        if self._size:
            return self._size
        whole = [field for field in self.program.fields.values() if field.axes == self.program.axes]
        return tuple(reversed(self.shape(whole[0].name))) if whole else ()

    def _set(self, values: dict[str, Any], kinds: dict[str, str]) -> None:
        """Sets `values` by name. `kinds` has the kind of each name, as `Program._kind_of` returns it. Fields are set after all others."""
        for name, value in values.items():
            if kinds[name] == "parameter":
                self._its.set_parameter(name, float(value))
            elif kinds[name] == "series":
                self._its.set_series(name, np.asarray(value, np.float64).ravel().tolist())
            elif kinds[name] == "points":
                self._set_points(name, np.atleast_2d(np.asarray(value, np.float64)))
        for name, value in values.items():
            if kinds[name] == "field":
                self[name] = value

    def _set_points(self, name: str, places: np.ndarray) -> None:
        """Sets the points of a source or receiver to `places`, shape (points, axes), in cells. Raises ValueError for another shape."""
        rank = len(self.program.axes)
        if places.ndim != 2 or places.shape[1] != rank:
            raise ValueError(f"{name} takes points as rows of {rank} coordinates in cells, ({', '.join(self.program.axes)}): "
                             f"shape (points, {rank}), not {places.shape}")
        self._its.set_points(name, places.ravel().tolist(), len(places))

    def _field(self, key: str | tuple[str, int]) -> tuple[Field, int]:
        """Returns the field and the time level of a key of `sim[key]`. Raises KeyError or IndexError if there is none."""
        name, level = key if isinstance(key, tuple) else (key, 0)
        if name not in self.program.fields:
            raise KeyError(f"{self.program.name} has no field {name!r}; it has {', '.join(self.program.fields)}")
        field = self.program.fields[name]
        if not -field.levels < level <= 0:
            levels = ", ".join(str(-age) for age in range(field.levels))
            raise IndexError(f"{name} has no time level {level}; it has {levels} (0 is the newest)")
        return field, level

    def _copy_from_device(self, field: Field, levels: Any, value: Any) -> None:
        """Copies the array `value` in GPU memory to time levels of a field. Raises TypeError if its type is not the cell type of the field."""
        kind = str(getattr(value, "dtype", "")).removeprefix("torch.")
        expected = "bfloat16" if field.cell.name == "bf16" else str(field.cell.stored)
        if kind != expected:
            raise TypeError(f"{field.name} has cells of type {expected}, the array on the GPU {kind}: convert it first")
        self._its.copy_from_device(field.name, list(levels), arrays.capsule(value))

    def _order_before(self, stream: int, address: int) -> None:
        """Makes later work on a CUDA stream begin after the time steps that `run` has enqueued. Returns without waiting.

        Args:
            stream: Handle of the CUDA stream.
            address: An address in memory of the GPU of both streams.
        """
        if self._stream is not None:
            _core.order_streams(self._stream, stream, address)

    def _look_for_nan(self) -> None:
        """Issues a `StencilWarning` if an updated field on the CPU has NaN or infinite values. Checks some cells only, and warns once."""
        for field in self.program.fields.values():
            if self._warned or not field.updated or field.cell.stored.kind != "f" or self.program.target != "cpu":
                continue
            values = np.asarray(self[field.name]).ravel()
            if not np.isfinite(values[::max(1, values.size // CELLS_TO_LOOK_AT)]).all():
                self._warned = True
                warn(f"{self.program.name}: {field.name} has NaN or infinite values after step {self.steps_done}; most often the time step "
                     "is too large for the values of the parameters and fields, or an array has NaN")

    def _steps(self, steps: int | None) -> int:
        """Returns a number of time steps as an int. None: the `steps` of the source text. Raises ValueError for a wrong or missing number."""
        steps = self.program.facts["steps"] if steps is None else steps
        if steps is None:
            raise ValueError("the program names no number of steps: give one, steps=1000")
        if not isinstance(steps, (int, float, np.number)) or int(steps) != steps or steps < 0:
            raise ValueError(f"the number of steps is a whole number from 0, not {steps!r}")
        return int(steps)

    def _timestep(self) -> float:
        """Returns the current time step size dt in the unit of `timestep`, or 1 if the program has no `timestep`."""
        step = self._its.time_step
        return 1.0 if step != step else step # NaN: the program has no `timestep`

    def _report(self, name: str) -> Report:
        """Returns the recorded values of a report."""
        pairs = self._its.report(name)
        return Report(name, np.array([step for step, _ in pairs], np.int64), np.array([value for _, value in pairs], np.float64))

    def _trace(self, name: str) -> Trace:
        """Returns the recorded values of a receiver."""
        values = np.empty(self._its.trace_size(name))
        if values.size:
            self._its.traces(name, values)
        every = next(one["every"] for one in self.program.description["points"] if one["name"] == name)
        steps = np.arange(1, len(values) + 1) * every
        return Trace(name, values, steps, steps * self._timestep())


def size_for(program: Program, values: dict[str, Any], kinds: dict[str, str]) -> tuple[int, ...] | None:
    """Returns the size of the grid, (nx, ny), that the first array for a field with all axes of the program has.

    Args:
        program: The program.
        values: Values by name.
        kinds: Kind of each name, as `Program._kind_of` returns it.

    Returns:
        The size, or None if there is no such array. If the array seems transposed, a `StencilWarning` is issued.

    Raises:
        ValueError: The array has another number of dimensions than its field.
    """
    for name in values:
        field = program.fields.get(name)
        shape = arrays.shape_of(arrays.newest(values[name])) if kinds[name] == "field" else None
        if field and shape and field.axes == program.axes:
            if len(shape) != len(field.axes):
                raise ValueError(f"{name} has the axes {', '.join(field.axes)}: an array of it has the shape "
                                 f"{shape_text(field.axes)}, not {shape}")
            _warn_if_transposed(program, name, shape)
            return tuple(reversed(shape))
    return None


def _warn_if_transposed(program: Program, name: str, shape: tuple[int, ...]) -> None:
    """Issues a `StencilWarning` if the shape of an array equals the size (nx, ny) of the source text, but not (ny, nx)."""
    hint = program.facts["size"]
    if hint and tuple(hint) == shape != shape[::-1]:
        warn(f"{name} has the shape {shape}, which makes a grid of {' x '.join(map(str, reversed(shape)))} cells; the program says "
             f"{' x '.join(map(str, hint))}: is the array transposed? Shapes are "
             f"{shape_text(program.axes)}")


def _transposed(given: tuple[int, ...], shape: tuple[int, ...]) -> str:
    """Returns the end of an error message that says that an array is transposed, or an empty string."""
    return ": it is transposed, pass array.T" if given == shape[::-1] else ""


def _memory(memory: Any) -> Any:
    """Converts the argument `memory` of a simulation to a NumPy array, a DLPack capsule for GPU memory, or None."""
    if memory is None or isinstance(memory, np.ndarray):
        return memory
    if arrays.is_on_device(memory):
        return arrays.capsule(memory)
    return np.asarray(memory)
