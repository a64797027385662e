"""Cell types of fields, and conversion of arrays to them."""
from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class CellType:
    """Number type of the cells of a field.

    Attributes:
        name: "f64", "f32", "f16", "bf16", "u8", "i16" or "i32".
        kind: Type code of DLPack: 0 signed integer, 1 unsigned integer, 2 floating point, 4 bfloat.
        bits: Size of a cell in bits.
        stored: NumPy type of the memory of the field. For bf16, which NumPy lacks, it is `uint16` with the same bits.
        dtype: NumPy type of the arrays that users get. For bf16 it is `float32`.
    """

    name: str
    kind: int
    bits: int
    stored: np.dtype
    dtype: np.dtype


def _types() -> dict[str, CellType]:
    rows = [("f64", 2, 64, "f8", "f8"), ("f32", 2, 32, "f4", "f4"), ("f16", 2, 16, "f2", "f2"), ("bf16", 4, 16, "u2", "f4"),
            ("u8", 1, 8, "u1", "u1"), ("i16", 0, 16, "i2", "i2"), ("i32", 0, 32, "i4", "i4")]
    return {name: CellType(name, kind, bits, np.dtype(stored), np.dtype(dtype)) for name, kind, bits, stored, dtype in rows}


TYPES = _types()


def from_bf16(cells: np.ndarray) -> np.ndarray:
    """Converts bf16 cells, given as their bits in a u16 array, to a new f32 array of the same shape. The conversion is exact."""
    return (cells.astype(np.uint32) << 16).view(np.float32)


def to_bf16(numbers: np.ndarray) -> np.ndarray:
    """Rounds f32 numbers to bf16, to nearest with ties to even. Returns the bits as a u16 array of the same shape. NaN stays NaN."""
    bits = np.ascontiguousarray(numbers, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    quiet = (bits >> 16) | 0x40
    return np.where(np.isnan(numbers), quiet, rounded).astype(np.uint16)


def stored(array: np.ndarray, cell: CellType, what: str) -> np.ndarray:
    """Converts an array to the memory type of a field, `cell.stored`.

    Floating point numbers are rounded. The result is contiguous. `array` itself is returned if nothing has to be converted.

    Args:
        array: Numbers or booleans, of any shape.
        cell: Cell type of the field.
        what: Name of the field, for error messages.

    Raises:
        TypeError: The array has complex numbers, strings or objects.
        ValueError: The cells are integers, and the array has a number that is no integer or is out of the range of the cell type.
    """
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} takes numbers, not an array of type {array.dtype}")
    if cell.name == "bf16":
        return to_bf16(array.astype(np.float32))
    if cell.stored.kind == "f":
        return np.ascontiguousarray(array, cell.stored)
    limits = np.iinfo(cell.stored)
    if array.size and array.dtype.kind != "b" and array.dtype != cell.stored:
        if array.dtype.kind == "f" and not np.array_equal(array, np.rint(array)):
            raise ValueError(f"{what} has cells of type {cell.name}: the array has numbers that are not integers")
        if array.min() < limits.min or array.max() > limits.max:
            raise ValueError(f"{what} has cells of type {cell.name}, from {limits.min} to {limits.max}: "
                             f"the array has numbers from {array.min()} to {array.max()}")
    return np.ascontiguousarray(array, cell.stored)
