"""Files with fields, which `Simulation.save` writes and `stencilc.open` reads."""
from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np

from .checks import check_interval
from .writing import write_whole

if TYPE_CHECKING:
    from .simulation import Simulation


def save(sim: Simulation, path: str, every: int | None, fields: str | list[str] | None, type: str | None, compress: int) -> None:
    """Implements `Simulation.save`. NumPy writes .npz files, and the library all others."""
    names = [fields] if isinstance(fields, str) else fields or [one.name for one in sim.program.fields.values() if one.updated]
    ending = pathlib.Path(path).suffix.lower()
    for name in names:
        sim._field(name.split("[")[0].strip())
    if every is not None:
        check_interval(every)
        if ending not in (".h5", ".hdf5", ".npy") or (ending == ".npy" and "%" not in path):
            raise ValueError(f"with every=, fields are saved as NAME.h5, or as .npy with a place for the step, as in T_%06d.npy, not as {path}")
        for name in names:
            sim._its.save(name, path, every, type or "", compress)
        sim._saving.append(path)
        return
    if ending == ".npy" and len(names) != 1:
        raise ValueError(f"an .npy file holds one field: choose one of {', '.join(names)} by fields=, or write an .npz or .h5 file")
    if ending in (".h5", ".hdf5", ".npy"):
        sim._its.save_now(",".join(names), path, type or "", compress)
    elif ending == ".npz":
        arrays: dict[str, Any] = {one: np.asarray(sim[one]) for one in names}
        write_whole(path, lambda name: np.savez(name, **arrays))
    else:
        raise ValueError(f"fields are saved as .h5, .npz or .npy, not as {ending or 'a file without an ending'}: {path}")


def open(path: str | os.PathLike[str]) -> Any:
    """Opens a file with fields that `Simulation.save` or the command line tool has written.

    Args:
        path: An .h5, .npz or .npy file.

    Returns:
        An `xarray.Dataset` for an .h5 file, a dict of arrays by field name for an .npz file, an array for an .npy file.

    Raises:
        FileNotFoundError: There is no such file, or a run is still writing it. In this case call `finish` on the simulation first.
        ImportError: The file is an .h5 file, and xarray or h5netcdf is not installed.
    """
    name = os.fspath(path)
    ending = pathlib.Path(name).suffix.lower()
    if not os.path.exists(name) and os.path.exists(name + ".part"):
        raise FileNotFoundError(f"{name}.part is being written: call finish() on the simulation first")
    if not os.path.exists(name):
        raise FileNotFoundError(f"there is no file {name}")
    if ending == ".npy":
        return np.load(name)
    if ending == ".npz":
        with np.load(name) as arrays:
            return dict(arrays)
    try:
        import h5netcdf  # noqa: F401 - xarray reads .h5 files with it
        import xarray
    except ImportError as error:
        raise ImportError(f"{name} is opened with xarray: pip install 'stencilc[xarray]'") from error
    return xarray.open_dataset(name, engine="h5netcdf", phony_dims="sort")
