"""Views: arrays that refer to the memory of a simulation without a copy."""
from __future__ import annotations

from typing import Any

import numpy as np

from .errors import StaleViewError


class Age:
    """Counter of the changes of the fields of a simulation. A view is stale if the counter has changed after the view was made."""

    __slots__ = ("changes",)

    def __init__(self) -> None:
        self.changes = 0


class FieldView(np.ndarray):
    """Read-only NumPy array that refers to the memory of a simulation.

    A time step stores a field in other memory. A view is therefore valid until the next `run`, `reset`, or assignment to a field of its
    simulation. After that, reads of the values of the view and of its slices raise StaleViewError. `view.copy()` is an independent array, which stays
    valid. `numpy.asarray(view)` is a plain array with the memory of the simulation, and its later uses are not checked.
    """

    _age: Age | None = None
    _made = 0
    _what = ""

    def __array_finalize__(self, parent: Any) -> None:
        if isinstance(parent, FieldView) and parent._age is not None:
            parent._check()
            self._age, self._made, self._what = parent._age, parent._made, parent._what

    def _check(self) -> None:
        """Raises StaleViewError if the simulation has changed after the view was made."""
        if self._age is not None and self._age.changes != self._made:
            raise StaleViewError(f"this view of {self._what} was made before the simulation changed: its memory now has other values; "
                                 f"read the field again, or keep a copy: sim[...].copy()")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        plain = tuple(_plain(value) for value in inputs)
        if "out" in kwargs:
            kwargs["out"] = tuple(_plain(value) for value in kwargs["out"])
        if "where" in kwargs:
            kwargs["where"] = _plain(kwargs["where"])
        return getattr(ufunc, method)(*plain, **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return func(*_plain(args), **_plain(kwargs))

    def copy(self, order: Any = "C") -> np.ndarray:
        """Returns the values as a new, writable NumPy array, which later time steps do not change. Raises StaleViewError if the view is stale."""
        return np.array(_plain(self), order=order)


def _checked(name: str) -> Any:
    """Returns the method `name` of arrays with a check before it: it raises StaleViewError for a stale view."""
    method = getattr(np.ndarray, name)

    def call(self: FieldView, *args: Any, **kwargs: Any) -> Any:
        self._check()
        return method(self, *args, **kwargs)

    call.__name__ = name
    call.__doc__ = method.__doc__
    return call


for _name in ("__getitem__", "__iter__", "__repr__", "__str__", "__format__", "__bool__", "__float__", "__int__", "__index__", "__complex__",
              "__contains__", "__dlpack__", "__array__", "__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__", "item", "tolist", "tobytes",
              "tofile", "dump", "dumps", "astype", "argmax", "argmin", "argsort", "argpartition", "searchsorted", "nonzero", "choose", "take",
              "compress", "repeat", "dot", "flatten", "max", "min", "sum", "mean", "std", "var", "prod", "any", "all", "ptp", "cumsum", "cumprod",
              "diagonal", "trace", "conj", "conjugate", "round", "clip", "byteswap"):
    if hasattr(np.ndarray, _name):
        setattr(FieldView, _name, _checked(_name))


def _checked_attribute(name: str) -> property:
    """Returns the attribute `name` of arrays as a property that raises StaleViewError for a stale view."""
    attribute = getattr(np.ndarray, name)

    def get(self: FieldView) -> Any:
        self._check()
        return attribute.__get__(self)

    return property(get, doc=attribute.__doc__)


for _name in ("flat", "data", "ctypes", "real", "imag", "__array_interface__", "__array_struct__"):
    setattr(FieldView, _name, _checked_attribute(_name))


def _plain(value: Any) -> Any:
    """Returns `value` with plain arrays in place of views, also in lists, tuples and dicts. Raises StaleViewError if a view is stale."""
    if isinstance(value, FieldView):
        value._check()
        return np.ndarray.view(value, np.ndarray)
    if isinstance(value, (list, tuple)):
        items = [_plain(item) for item in value]
        return type(value)(items) if type(value) in (list, tuple) else value
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def guarded(array: np.ndarray, age: Age, what: str) -> FieldView:
    """Returns an array as a view that raises StaleViewError after its simulation has changed. The memory is the same.

    Args:
        array: Array that refers to the memory of a simulation.
        age: Counter of the changes of this simulation.
        what: Name of the field, for error messages.
    """
    view = array.view(FieldView)
    view._age, view._made, view._what = age, age.changes, what
    return view


class DeviceView:
    """View of a field in GPU memory, for array libraries that read it without a copy.

    `cupy.from_dlpack(view)`, `torch.from_dlpack(view)` and `jax.dlpack.from_dlpack(view)` return arrays with the memory of the simulation.
    These arrays have the values after all time steps that were enqueued before. `numpy.asarray(view)` is a copy in host memory.
    The view is valid until the next `run`, `reset`, or assignment to a field of its simulation. After that, these calls raise
    StaleViewError. Later uses of arrays that a library has made are not checked.

    Attributes:
        shape: Number of cells along each axis of the field, the last axis first: (ny, nx).
    """

    def __init__(self, array: Any, address: int, simulation: Any, name: str, level: int, shape: tuple[int, ...], age: Age):
        self._array, self._address, self._simulation = array, address, simulation
        self._name, self._level, self.shape, self._age, self._made = name, level, shape, age, age.changes

    def _check(self) -> None:
        """Raises StaleViewError if the simulation has changed after the view was made."""
        if self._age.changes != self._made:
            raise StaleViewError(f"this view of {self._name} was made before the simulation changed: its memory now has other values; "
                                 f"call sim.view({self._name!r}) again")

    @property
    def pointer(self) -> int:
        """Address of the first cell in GPU memory, as an integer. Raises StaleViewError if the view is stale."""
        self._check()
        return self._address

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = self._array.__dlpack_device__()
        return int(kind), int(number)

    def __dlpack__(self, *, stream: Any = None, **kwargs: Any) -> Any:
        self._check()
        if stream != -1:
            self._simulation._order_before(1 if stream is None else stream, self._address)
        return self._array.__dlpack__(**kwargs)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if copy is False:
            raise ValueError(f"{self._name} is in the memory of a GPU: an array of NumPy is a copy of it")
        self._check()
        values = self._simulation[self._name, self._level]
        return np.array(values, dtype) if dtype is not None else np.array(values)

    def __repr__(self) -> str:
        return f"<{self._name} in the memory of GPU {self.__dlpack_device__()[1]}, shape {self.shape}>"
