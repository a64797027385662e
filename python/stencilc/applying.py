"""Implementation of `Program.apply`: time steps as a function from arrays to new arrays of the same library."""
from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import arrays
from .simulation import size_for

if TYPE_CHECKING:
    from .program import Field, Program
    from .simulation import Simulation

SPARE = 4 # number of simulations that a pool keeps for later calls


class Pool:
    """Simulations of one program that no call uses, kept for later calls.

    Each call takes a simulation of its size out of the pool and puts it back at the end. Threads therefore never share a simulation.
    """

    def __init__(self, program: Program):
        self._program, self._lock = program, threading.Lock()
        self._free: list[tuple[tuple[int, ...], Simulation]] = []

    @contextlib.contextmanager
    def simulation(self, size: Any, values: dict[str, Any]) -> Iterator[Simulation]:
        """Lends a simulation with the initial values `values` to a `with` block.

        Args:
            size: Cells along each axis, in the order of the axes: (nx, ny). None: the size of an array in `values`, else that of the program.
            values: Fields, parameters, series and points by name. Parameters that are not given have their defaults.

        Yields:
            The simulation. A simulation goes back to the pool unless the block raises an exception.

        Raises:
            TypeError: The program has no such name.
            ValueError: A size, shape or value is wrong.
            OutOfMemoryError: There is not enough memory for the fields.
        """
        program = self._program
        kinds = {name: program._kind_of(name) for name in values}
        wanted = program._checked_size(size) or size_for(program, values, kinds)
        sim = self._taken(wanted)
        if sim is None:
            sim = program(size, values=values)
            sim._given.clear() # so that reset() in a later call does not read the arrays of this call
        else:
            defaults = {name: one.default for name, one in program.parameters.items()}
            sim.set(**defaults).set(**{name: value for name, value in values.items() if kinds[name] == "parameter"}).reset()
            sim.set(**{name: value for name, value in values.items() if kinds[name] != "parameter"})
        yield sim
        with self._lock:
            self._free = [(sim.size, sim), *self._free][:SPARE]

    def _taken(self, size: tuple[int, ...] | None) -> Simulation | None:
        """Removes a simulation of this size from the pool and returns it. Returns None if there is none that can be used again."""
        if any(one["file"] is None for key in ("series", "points") for one in self._program.description[key] if "file" in one):
            return None # reset() keeps points and series, so an earlier call would set those of this call
        with self._lock:
            for index, (its, sim) in enumerate(self._free):
                if its == size:
                    del self._free[index]
                    return sim
        return None


def pool_of(program: Program) -> Pool:
    """Returns the pool of `program`. The first call makes the pool."""
    with program._lock:
        if program._pool is None:
            program._pool = Pool(program)
        pool: Pool = program._pool
        return pool


def apply(program: Program, steps: int, size: Any, values: dict[str, Any]) -> Any:
    """Implements `Program.apply`. The result has the library and device of the first array that `values` has for a field."""
    like = next((value for name, value in values.items() if name in program.fields and arrays.shape_of(value)), None)
    with pool_of(program).simulation(size, values) as sim:
        sim.run(steps)
        updated = [field for field in program.fields.values() if field.updated]
        results = {field.name: _result(sim, field, like) for field in updated}
    return results if len(results) > 1 else next(iter(results.values()))


def _result(sim: Simulation, field: Field, like: Any) -> Any:
    """Returns a copy of a field at time level t as an array of the library and on the device of `like`.

    The copy is a NumPy array if `like` is None, is of another library than PyTorch, CuPy and JAX, or if CuPy lacks the cell type (bf16).
    """
    module = type(like).__module__.partition(".")[0] if like is not None else "numpy"
    name = "bfloat16" if field.cell.name == "bf16" else field.cell.dtype.name
    if module == "torch":
        import torch
        return _into(sim, field, torch.empty(sim.shape(field.name), dtype=getattr(torch, name), device=like.device),
                     lambda values, made: made.copy_(torch.from_numpy(values)))
    if module == "cupy" and name != "bfloat16":
        import cupy
        return _into(sim, field, cupy.empty(sim.shape(field.name), field.cell.dtype), lambda values, made: made.set(values))
    values = np.array(sim[field.name])
    if module in ("jax", "jaxlib"):
        import jax
        return jax.device_put(values, next(iter(like.devices())))
    return values


def _into(sim: Simulation, field: Field, made: Any, copy: Any) -> Any:
    """Copies a field at time level t to the array `made` and returns `made`.

    If the simulation and `made` are on GPUs, the copy does not pass through the host. Otherwise `copy(values, made)` copies a NumPy array.
    """
    if arrays.is_on_device(made) and sim.program.target != "cpu":
        sim._its.copy_out(field.name, 0, arrays.capsule(made))
    else:
        copy(np.array(sim[field.name]), made)
    return made
