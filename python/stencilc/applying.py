"""Implementation of `Program.apply`: time steps as a function from arrays to new arrays of the same library."""
from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import arrays
from .simulation import size_for

if TYPE_CHECKING:
    from .program import Field, Program
    from .simulation import Simulation

# What simulations of a pool must have in common to serve a call: the size, and the names of fields, series and points that the call gives. Others
# would keep the series of an earlier call, or lack the file of an initial value that an earlier call has replaced.
Kind = tuple[Optional[tuple[int, ...]], frozenset[str]]
SPARE = 4 # number of simulations that a pool keeps for later calls


class Pool:
    """Simulations of one program that no call uses, kept for later calls.

    Each call takes a simulation of its kind out of the pool and puts it back at the end. Threads therefore never share a simulation.
    """

    def __init__(self, program: Program):
        self._program, self._lock = program, threading.Lock()
        self._free: list[tuple[Kind, Simulation]] = []

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
        values, kinds = program._named(values)
        kind = (program._checked_size(size) or size_for(program, values, kinds), frozenset(name for name in values if kinds[name] != "parameter"))
        sim = self._taken(kind)
        if sim is None:
            sim = program(size, values=values)
            sim._given.clear() # so that reset() in a later call does not read the arrays of this call
        else:
            defaults = {name: one.default for name, one in program.parameters.items()}
            sim.set(**defaults).set(**{name: value for name, value in values.items() if kinds[name] == "parameter"}).reset()
            sim.set(**{name: value for name, value in values.items() if kinds[name] != "parameter"})
        yield sim
        with self._lock:
            self._free = [(kind, sim), *self._free][:SPARE]

    def _taken(self, kind: Kind) -> Simulation | None:
        """Removes a simulation of this kind from the pool and returns it. Returns None if there is none."""
        with self._lock:
            for index, (its, sim) in enumerate(self._free):
                if its == kind:
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


def apply(program: Program, steps: int, size: Any, levels: bool, values: dict[str, Any]) -> Any:
    """Implements `Program.apply`. With `levels`, the result of a field is a tuple of its time levels.

    The result has the library and device of the first array that `values` has for a field.
    """
    given = (arrays.newest(value) for name, value in values.items() if name in program.fields)
    like = next((value for value in given if arrays.shape_of(value)), None)
    with pool_of(program).simulation(size, values) as sim:
        sim.run(steps)
        updated = [field for field in program.fields.values() if field.updated]
        results = {field.name: _levels(sim, field, like) if levels else _result(sim, field, 0, like) for field in updated}
    return results if len(results) > 1 else next(iter(results.values()))


def _levels(sim: Simulation, field: Field, like: Any) -> tuple[Any, ...]:
    """Returns copies of all time levels of a field, the newest first."""
    return tuple(_result(sim, field, -age, like) for age in range(field.levels))


def _result(sim: Simulation, field: Field, level: int, like: Any) -> Any:
    """Returns a copy of a field at time level `level` as an array of the library and on the device of `like`.

    The copy is a NumPy array if `like` is None, is of another library than PyTorch, CuPy and JAX, or if CuPy lacks the cell type (bf16).
    """
    module = type(like).__module__.partition(".")[0] if like is not None else "numpy"
    name = "bfloat16" if field.cell.name == "bf16" else field.cell.dtype.name
    if module == "torch":
        import torch
        return _into(sim, field, level, torch.empty(sim.shape(field.name), dtype=getattr(torch, name), device=like.device),
                     lambda values, made: made.copy_(torch.from_numpy(values)))
    if module == "cupy" and name != "bfloat16":
        import cupy
        return _into(sim, field, level, cupy.empty(sim.shape(field.name), field.cell.dtype), lambda values, made: made.set(values))
    values = np.array(sim[field.name, level])
    if module in ("jax", "jaxlib"):
        import jax
        return jax.device_put(values, next(iter(like.devices())))
    return values


def _into(sim: Simulation, field: Field, level: int, made: Any, copy: Any) -> Any:
    """Copies a field at time level t to the array `made` and returns `made`.

    If the simulation and `made` are on GPUs, the copy does not pass through the host. Otherwise `copy(values, made)` copies a NumPy array.
    """
    if arrays.is_on_device(made) and sim.program.target != "cpu":
        sim._its.copy_out(field.name, level, arrays.capsule(made))
    else:
        copy(np.array(sim[field.name, level]), made)
    return made
