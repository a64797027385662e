"""Conversion of fields to xarray datasets with coordinates."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .program import Field
    from .simulation import Simulation


def _coordinates(sim: Simulation, field: Field, axis: str, count: int) -> np.ndarray:
    """Returns the coordinates of the `count` points of a field along an axis, shape (count,), f64.

    A coordinate is the cell number times the `spacing` of the program, 1 by default. On a staggered grid it includes the half cell.
    """
    spacing = sim.program._spacing(axis)
    return (np.arange(count) + sim.program._displacement(field, axis)) * (1.0 if spacing is None else spacing)


def dataset(sim: Simulation) -> Any:
    """Returns copies of all current fields of a simulation as an `xarray.Dataset`.

    Dimensions are the axes of the program, the last axis first. A field that is staggered along x has the dimension "x_half" in place of
    "x". The attributes are `program` (name), `source`, `steps`, `time`, and `parameter_NAME` for each parameter.

    Raises:
        ImportError: xarray is not installed.
    """
    try:
        import xarray
    except ImportError as error:
        raise ImportError("dataset() needs xarray: pip install 'stencilc[xarray]'") from error
    variables: dict[str, Any] = {}
    coordinates: dict[str, np.ndarray] = {}
    for field in sim.program.fields.values():
        shape = sim.shape(field.name)
        names = []
        for axis, count in zip(reversed(field.axes), shape):
            name = axis + ("_half" if sim.program._displacement(field, axis) else "")
            values = _coordinates(sim, field, axis, count)
            if name in coordinates and len(coordinates[name]) != count:
                name += f"_{field.name}"
            coordinates[name] = values
            names.append(name)
        variables[field.name] = (names, np.array(sim[field.name]))
    attributes = {"program": sim.program.name, "source": sim.program.source, "steps": sim.steps_done, "time": sim.time,
                  **{f"parameter_{name}": value for name, value in sim.parameters.items()}}
    return xarray.Dataset(variables, coordinates, attributes)
