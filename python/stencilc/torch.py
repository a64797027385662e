"""Programs as PyTorch operators for `torch.compile`, `torch.vmap` and exported graphs.

    step = stencilc.torch.operator(heat, "mylib::heat")
    step(T, steps=100, d=0.2)                       # a new tensor, on the device of T
    torch.compile(model_that_calls_step)
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from .program import Program

TYPES = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "u8": torch.uint8, "i16": torch.int16,
         "i32": torch.int32}


def operator(program: Program, name: str) -> Any:
    """Registers a program as an operator of PyTorch and returns this operator.

    Args:
        program: The program.
        name: Name of the operator with a namespace, such as "mylib::heat".

    Returns:
        The operator `step(*fields, steps, **parameters)`. `step` takes all fields as tensors of shape (ny, nx), in the order of the program.
        `step` returns a new tensor with the newest time level of the updated field, or a tuple of these if there are several updated fields.
        Gradients are not defined. `torch.vmap` loops over the batch. `step` raises the exceptions of `Program.apply`.

    Raises:
        ValueError: `name` has no namespace.
    """
    if name.count("::") != 1:
        raise ValueError(f"the name of an operator has a namespace, 'mylib::{program.name}', not {name!r}")
    fields = list(program.fields.values())
    updated = [field for field in fields if field.updated]
    single = len(updated) == 1
    parameters = "".join(f", float {one.name}={one.default!r}" for one in program.parameters.values())
    schema = f"({', '.join(f'Tensor {field.name}' for field in fields)}, *, int steps{parameters}) -> " + (
        "Tensor" if single else f"({', '.join('Tensor' for _ in updated)})")

    def compute(*tensors: torch.Tensor, steps: int, **values: float) -> Any:
        from .applying import apply
        given = {field.name: tensor.contiguous() for field, tensor in zip(fields, tensors)}
        results = apply(program, steps, None, False, {**given, **values})
        return results if single else tuple(results[field.name] for field in updated)

    def shapes(*tensors: torch.Tensor, steps: int, **values: float) -> Any:
        by_name = {field.name: tensor for field, tensor in zip(fields, tensors)}
        made = [by_name[field.name].new_empty(by_name[field.name].shape, dtype=TYPES[field.type]) for field in updated]
        return made[0] if single else tuple(made)

    def batched(info: Any, dimensions: tuple[int | None, ...], *tensors: torch.Tensor, **values: Any) -> Any:
        def element(index: int) -> Any:
            return op(*(tensor if dimension is None else tensor.select(dimension, index)
                        for tensor, dimension in zip(tensors, dimensions)), **values)
        rows = [element(index) for index in range(info.batch_size)]
        if single:
            return torch.stack(rows), 0
        return tuple(torch.stack(column) for column in zip(*rows)), tuple(0 for _ in updated)

    op = torch.library.custom_op(name, compute, mutates_args=(), schema=schema)
    op.register_fake(shapes)
    op.register_vmap(batched)
    return op
