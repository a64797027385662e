"""Programs as JAX functions for `jax.jit` and `jax.vmap`, through XLA's foreign function interface (FFI).

    step = stencilc.jax.function(heat)
    jax.jit(lambda T: step(T, steps=100, d=0.2))(T)

Arrays in GPU memory are not copied to the host. The import raises ImportError if the package was built without jaxlib.
"""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import jax
import jax.ffi
import numpy as np

from . import _core
from .applying import pool_of
from .checks import shape_text

if TYPE_CHECKING:
    from .program import Program

TARGET = "stencilc_steps"

_programs: dict[int, tuple[Program, tuple[int, ...]]] = {} # programs and sizes by key; XLA passes the key to each call
_numbers: dict[tuple[int, tuple[int, ...]], int] = {}
_lock = threading.Lock()


def _number(program: Program, size: tuple[int, ...]) -> int:
    """Returns the key of a program with a size in calls from XLA. The program and the key are kept until the process ends."""
    with _lock:
        number = _numbers.setdefault((id(program), size), len(_programs))
        _programs[number] = (program, size)
        return number


def _register() -> None:
    """Registers the handlers of `_core` with JAX. Raises ImportError if the package was built without jaxlib."""
    if not _core.xla_handlers:
        raise ImportError("this build of stencilc has no interface to XLA: build it with jaxlib installed, or call program.apply")
    for platform, handler in _core.xla_handlers.items():
        jax.ffi.register_ffi_target(TARGET, handler, platform=platform)
    _core.set_xla_function(_compute)


def _compute(number: int, inputs: list[int], results: list[int], steps: int, parameters: list[float], stream: int) -> str | None:
    """Computes time steps for a call from XLA.

    Args:
        number: Key of the program and its size.
        inputs: Addresses of the contiguous arrays of all fields, in the order of the program. An input sets all time levels of its field.
        results: Addresses to which the updated fields are copied.
        steps: Number of time steps.
        parameters: Values of the parameters, in the order of the program.
        stream: Handle of the CUDA stream on which XLA computes the inputs, or 0 on the CPU. The function waits for it.

    Returns:
        None, or the name and text of the exception that was raised.
    """
    try:
        program, size = _programs[number]
        values = dict(zip(program.parameters, parameters))
        fields = list(program.fields.values())
        if stream and program.target == "cpu":
            return "the arrays are on a GPU, and the program is compiled for the CPU: compile it with target='cuda'"
        if stream and inputs:
            _core.wait_for_stream(stream, inputs[0])
        with pool_of(program).simulation(size, values) as sim:
            for field, address in zip(fields, inputs):
                for level in range(0, -field.levels, -1):
                    sim._its.copy_in_address(field.name, level, address)
            sim._age.changes += 1
            sim.run(steps)
            for field, address in zip([field for field in fields if field.updated], results):
                sim._its.copy_out_address(field.name, 0, address)
    except Exception as error: # XLA takes an error as text, not as an exception
        return f"{type(error).__name__}: {error}"
    return None


def function(program: Program, **fixed: float) -> Any:
    """Returns a JAX function that computes time steps of a program.

    Args:
        program: The program.
        **fixed: Values of parameters by name, for calls that do not give these parameters.

    Returns:
        The function `step(*fields, steps, **parameters)`. `step` takes all fields as arrays of shape (ny, nx), in the order of the program.
        `step` returns the newest time level of the updated field, or a tuple of these if there are several updated fields.
        `steps` and parameters are Python numbers, constants for `jax.jit`. Gradients are not defined. `jax.vmap` loops over the batch.
        `step` raises TypeError for a wrong number of arrays, a wrong cell type or an unknown name, and ValueError for a wrong number
        of dimensions. Failures of the time steps raise the exception of JAX for runtime errors.
    """
    fields = list(program.fields.values())
    updated = [field for field in fields if field.updated]

    def steps_of(*arrays: Any, steps: int, **values: float) -> Any:
        if len(arrays) != len(fields):
            raise TypeError(f"{program.name} takes {len(fields)} arrays, {', '.join(field.name for field in fields)}, not {len(arrays)}")
        for name in values:
            program._kind_of(name)
        size = _checked(program, fields, arrays)
        results = [jax.ShapeDtypeStruct(arrays[fields.index(field)].shape, arrays[fields.index(field)].dtype) for field in updated]
        parameters = [float({**fixed, **values}.get(name, one.default)) for name, one in program.parameters.items()]
        call = jax.ffi.ffi_call(TARGET, results, vmap_method="sequential")
        made = call(*arrays, program=np.int64(_number(program, size)), steps=np.int64(steps), parameters=np.array(parameters, np.float64))
        return made[0] if len(updated) == 1 else tuple(made)

    return steps_of


def _checked(program: Program, fields: list[Any], arrays: tuple[Any, ...]) -> tuple[int, ...]:
    """Returns the size of the grid, (nx, ny), that the arrays have.

    Raises:
        TypeError: An array has another type than the cells of its field.
        ValueError: An array has another number of dimensions than its field.
    """
    size: tuple[int, ...] = ()
    for field, array in zip(fields, arrays):
        expected = "bfloat16" if field.type == "bf16" else field.cell.stored.name
        if array.dtype.name != expected:
            more = "; jax.config.update('jax_enable_x64', True) allows float64" if expected == "float64" else ""
            raise TypeError(f"{field.name} has cells of type {expected}, the array {array.dtype.name}{more}")
        if len(array.shape) != len(field.axes):
            raise ValueError(f"{field.name} has the shape {shape_text(field.axes)}, the array {array.shape}")
        if field.axes == program.axes and not size:
            size = tuple(reversed(array.shape))
    return size


_register()
