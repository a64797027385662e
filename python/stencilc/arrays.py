"""Access to arrays of NumPy, CuPy, PyTorch, JAX, Numba, Warp and other libraries that implement DLPack."""
from __future__ import annotations

from typing import Any

import numpy as np

LEGACY_STREAM = 1  # number of the legacy default stream of CUDA in DLPack
CUDA = (2, 13)     # DLPack device types: GPU memory, and managed memory, which the host can read


def is_on_device(array: Any) -> bool:
    """Returns True if `array` is in the memory of an NVIDIA GPU. Returns False for numbers and lists."""
    device = getattr(array, "__dlpack_device__", None)
    return device is not None and not isinstance(array, np.ndarray) and int(device()[0]) in CUDA


def capsule(array: Any) -> Any:
    """Returns the DLPack capsule of `array`, which is in GPU memory. The capsule has the same memory, without a copy.

    Work that is enqueued later on the default CUDA stream begins after the array has been computed. Libraries whose DLPack has no streams
    do not ensure this order.
    """
    try:
        return array.__dlpack__(stream=LEGACY_STREAM)
    except TypeError: # an older protocol, without streams
        return array.__dlpack__()


def shape_of(value: Any) -> tuple[int, ...] | None:
    """Returns the shape of an array or of nested lists. Returns None for a number, and for an array without dimensions."""
    shape = getattr(value, "shape", None)
    if shape is None:
        shape = np.shape(value)
    return tuple(int(cells) for cells in shape) or None


def on_host(value: Any, name: str) -> np.ndarray:
    """Returns an array in host memory, or a number, as a NumPy array, without a copy where possible.

    Args:
        value: The array or number.
        name: Name of the field, for error messages.

    Raises:
        TypeError: NumPy cannot read `value` as an array.
    """
    if isinstance(value, np.ndarray):
        return value
    if hasattr(value, "detach"): # PyTorch does not convert tensors that require gradients
        value = value.detach()
    try:
        array = np.asarray(value)
        return np.from_dlpack(value) if array.dtype == object and hasattr(value, "__dlpack__") else array
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"{name}: {type(value).__name__} cannot be read as an array: {error}") from error


def newest(value: Any) -> Any:
    """Returns the first element of a tuple, which has arrays of several time levels. Returns other values as they are."""
    return value[0] if isinstance(value, tuple) and value else value


def in_order(value: Any, axes: tuple[str, ...]) -> Any:
    """Returns an array whose dimensions have names, as in xarray, with the last axis of a field first. Returns other values as they are.

    `axes` has the names of the axes of the field. Dimensions with other names are not touched.
    """
    if isinstance(value, tuple):
        return tuple(in_order(one, axes) for one in value)
    names = getattr(value, "dims", None)
    if isinstance(names, tuple) and sorted(map(str, names)) == sorted(axes):
        return value.transpose(*reversed(axes))
    return value


def from_device(array: Any) -> Any:
    """Copies an array from GPU memory to host memory. Returns a NumPy array, or a tensor for PyTorch."""
    for name in ("get", "cpu"): # methods of CuPy and of PyTorch
        if hasattr(array, name):
            return getattr(array, name)()
    return np.asarray(array)


def stream_handle(stream: Any) -> int:
    """Returns the handle of a CUDA stream as an integer.

    Args:
        stream: A stream of PyTorch, CuPy, Numba or another library, or the handle itself.

    Raises:
        TypeError: `stream` is none of these.
    """
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for attribute in ("cuda_stream", "ptr", "handle"):
        if hasattr(stream, attribute):
            return int(getattr(stream, attribute))
    if isinstance(stream, int):
        return stream
    raise TypeError(f"stream is a CUDA stream of PyTorch, CuPy or Numba, or its address, not {type(stream).__name__}")
