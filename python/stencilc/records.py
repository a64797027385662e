"""Recorded values of a simulation: reports, and traces of receivers."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np


@dataclasses.dataclass(frozen=True)
class Report:
    """Recorded values of a report since the start or the last reset of the simulation.

    A report is a number that the program computes of the whole grid, every some time steps. Iterating yields pairs (step, value).
    `numpy.asarray(report)` is `values`.

    Attributes:
        name: Name of the report.
        steps: Numbers of the time steps after which the values were computed, shape (n,), i64.
        values: Values of the report, shape (n,), f64.
    """

    name: str
    steps: np.ndarray
    values: np.ndarray

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[tuple[int, float]]:
        return zip(self.steps.tolist(), self.values.tolist())

    def __getitem__(self, index: int) -> tuple[int, float]:
        return int(self.steps[index]), float(self.values[index])

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self) -> str:
        if not len(self):
            return f"<report {self.name}: no values yet>"
        return f"<report {self.name}: {len(self)} values, {self.values[-1]:g} after step {self.steps[-1]}>"


@dataclasses.dataclass(frozen=True)
class Trace:
    """Recorded values of a receiver since the start or the last reset of the simulation.

    `numpy.asarray(trace)` is `values`.

    Attributes:
        name: Name of the receiver.
        values: Values of the field at the points, shape (times, points), f64. A row is a time, a column is a point.
        steps: Numbers of the time steps after which the rows were recorded, shape (times,), i64.
        times: Times of the rows, shape (times,), f64: `steps` times the current time step size dt, in the unit of `timestep`. Without a
            `timestep` in the program, dt is 1.
    """

    name: str
    values: np.ndarray
    steps: np.ndarray
    times: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of `values`: (times, points)."""
        return self.values.shape

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self) -> str:
        return f"<trace {self.name}: {self.values.shape[0]} times, {self.values.shape[1]} points>"


class Named(Mapping[str, Any]):
    """Read-only mapping from names to values. Each access computes the current value. An unknown name raises KeyError.

    Args:
        kind: Kind of the names, such as "report", for error messages.
        names: The names.
        get: Function that returns the current value of a name.
    """

    def __init__(self, kind: str, names: list[str], get: Any):
        self._kind, self._names, self._get = kind, names, get

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(f"the program has no {self._kind} {name!r}; it has {', '.join(self._names) or 'none'}")
        return self._get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{name!r}: {self[name]!r}" for name in self._names) + "}"
