"""Pictures and movies of fields. The command line tool draws with the same code."""
from __future__ import annotations

import base64
import difflib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from .checks import check_interval
from .writing import write_whole

if TYPE_CHECKING:
    from .program import Field
    from .simulation import Simulation

FRAMES = 60 # largest number of frames after the initial one, if `every` is not given


class Picture:
    """Picture of a field. Notebooks show it as an image.

    Attributes:
        png: Bytes of a PNG file.
    """

    def __init__(self, png: bytes, parts: Any = None):
        self.png = png
        self._parts = parts

    @property
    def svg(self) -> str:
        """Text of an SVG file with the picture. Axes and labels are vectors, the cells are an image."""
        from .svg import svg
        return svg(*self._parts)

    def save(self, path: str | os.PathLike[str]) -> Picture:
        """Writes the picture to the file `path`, `NAME.png` or `NAME.svg`. An existing file is replaced. Returns the picture.

        Raises:
            ValueError: `path` has another ending.
            OSError: The file cannot be written.
        """
        ending = pathlib.Path(path).suffix.lower()
        if ending not in (".png", ".svg"):
            raise ValueError(f"a picture is saved as .png or .svg, not as {ending or 'a file without an ending'}: {os.fspath(path)}")
        write_whole(path, self.png if ending == ".png" else self.svg.encode())
        return self

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<picture, {len(self.png)} bytes>"


class Movie:
    """Movie of a field. Notebooks show it as an animated image.

    Attributes:
        gif: Bytes of an animated GIF file.
    """

    def __init__(self, gif: bytes):
        self.gif = gif

    def save(self, path: str | os.PathLike[str]) -> Movie:
        """Writes the movie to the file `path`, `NAME.gif` or `NAME.mp4`. An existing file is replaced. Returns the movie.

        Raises:
            ValueError: `path` has another ending.
            FileNotFoundError: An .mp4 file needs the program ffmpeg, which is not installed.
            OSError: The file cannot be written.
        """
        ending = pathlib.Path(path).suffix.lower()
        if ending == ".gif":
            write_whole(path, self.gif)
        elif ending == ".mp4":
            write_whole(path, _mp4(self.gif))
        else:
            raise ValueError(f"a movie is saved as .gif or .mp4, not as {ending or 'a file without an ending'}: {os.fspath(path)}")
        return self

    def _repr_html_(self) -> str:
        return f'<img alt="movie" src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}">'

    def __repr__(self) -> str:
        return f"<movie, {len(self.gif)} bytes>"


def _mp4(gif: bytes) -> bytes:
    """Converts the bytes of a GIF file to those of an MP4 file. Raises FileNotFoundError if the program ffmpeg is not installed."""
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        raise FileNotFoundError("an .mp4 file needs the program ffmpeg, which is not installed; save the movie as .gif")
    with tempfile.TemporaryDirectory(prefix="stencilc-") as folder:
        source, target = os.path.join(folder, "movie.gif"), os.path.join(folder, "movie.mp4")
        pathlib.Path(source).write_bytes(gif)
        even = "scale=trunc(iw/2)*2:trunc(ih/2)*2"
        subprocess.run([ffmpeg, "-v", "error", "-i", source, "-pix_fmt", "yuv420p", "-vf", even, target], check=True, capture_output=True)
        return pathlib.Path(target).read_bytes()


class Plane:
    """Part of a field that a picture shows: the whole field if it has one or two axes, one plane if it has three.

    Args:
        sim: The simulation.
        name: Name of the field. None: the first updated field.
        plane: Plane of a field with three axes. {"z": 12} or "z=12" is the plane normal to z at index 12. "z" chooses among the planes
            normal to z by the variance of their values. None chooses among the planes normal to the last axis.

    Attributes:
        axes: Names of the axes in the plane, in the order of the program.
        axis: Name of the axis to which the plane is normal, or None for a whole field.
        at: Index of the plane on this axis, or None for a whole field.

    Raises:
        KeyError: There is no such field.
        ValueError: There is no such axis or plane, or `plane` is given for a field with fewer axes.
    """

    def __init__(self, sim: Simulation, name: str | None, plane: Any):
        self.sim = sim
        self.field = sim.program.fields[name] if name in sim.program.fields else sim._field(name or _first(sim))[0]
        self.axes = list(self.field.axes)
        self.axis: str | None = None
        self.at: int | None = None
        if len(self.axes) == 3:
            self.axis, self.at = _chosen_plane(plane, self.axes)
            self._check()
            if self.at is None:
                self.at = _best(np.asarray(sim[self.field.name]), self._dimension())
            self.axes.remove(self.axis)
        elif plane is not None:
            raise ValueError(f"{self.field.name} has {len(self.axes)} axes: a plane is chosen of a field with three")

    def _dimension(self) -> int:
        """Returns the dimension of arrays of the field that is normal to the plane."""
        return len(self.field.axes) - 1 - self.field.axes.index(self.axis)

    def _check(self) -> None:
        """Raises ValueError if the field has no plane with the chosen index."""
        count = self.sim.shape(self.field.name)[self._dimension()]
        if self.at is not None and not 0 <= self.at < count:
            raise ValueError(f"{self.field.name} has the planes {self.axis}=0 to {self.axis}={count - 1}, not {self.axis}={self.at}")

    def cells(self) -> np.ndarray:
        """Returns a copy of the current cells, shape (ny, nx) for axes x and y, f64. The shape is (1, nx) for a field with one axis."""
        array = np.asarray(self.sim[self.field.name])
        if self.axis:
            array = np.moveaxis(array, self._dimension(), 0)[self.at]
        return np.array(np.atleast_2d(array), np.float64)

    def place(self) -> str:
        """Returns the position of the plane for a title, such as ", z = 12". Returns an empty string for a whole field."""
        return f", {self.axis} = {self.at}" if self.axis else ""


def _first(sim: Simulation) -> str:
    """Returns the name of the first updated field, or of the first field if no field is updated."""
    return next((field.name for field in sim.program.fields.values() if field.updated), next(iter(sim.program.fields)))


def _chosen_plane(plane: Any, axes: list[str]) -> tuple[str, int | None]:
    """Returns the normal axis and the index of a plane that is given as for `Plane`. The index is None if it has to be chosen.

    Raises:
        ValueError: `plane` has a wrong form, an unknown axis or no integer.
    """
    if plane is None:
        return axes[-1], None
    if isinstance(plane, dict) and len(plane) == 1:
        (axis, at), = plane.items()
    elif isinstance(plane, str):
        axis, _, at = (part.strip() for part in plane.partition("="))
    else:
        raise ValueError(f"plane is {{{axes[-1]!r}: 12}} or '{axes[-1]}=12', not {plane!r}")
    if axis not in axes:
        raise ValueError(f"there is no axis {axis!r}; the axes are {', '.join(axes)}")
    if at in ("", "best", None):
        return axis, None
    try:
        return axis, int(at)
    except ValueError:
        raise ValueError(f"the plane {plane!r} has no whole number") from None


def _best(array: np.ndarray, dimension: int) -> int:
    """Returns the index of the plane of `array` normal to `dimension` whose values have the largest variance.

    Returns the index of the middle plane if its variance is at least 80% of the largest one.
    """
    others = tuple(d for d in range(array.ndim) if d != dimension)
    variances = np.nan_to_num(np.var(array.astype(np.float64), axis=others))
    middle = array.shape[dimension] // 2
    best = int(np.argmax(variances))
    return middle if variances[middle] >= 0.8 * variances[best] else best


def _axis(sim: Simulation, field: Field, axis: str, label: str | None) -> dict[str, Any]:
    """Returns the description of an axis for `_core.draw_picture`: label, first coordinate, step, and whether ticks are integers.

    Coordinates are distances if the program has a `spacing` other than 1, else cell numbers. A staggered field is displaced by half a cell.
    """
    spacing, half = sim.program._spacing(axis), sim.program._displacement(field, axis)
    known = spacing is not None and spacing != 1
    step = spacing if known else 1
    first = half * step
    return {"label": label or (axis if known else f"{axis} in cells"), "first": first, "step": step, "whole": not known and half == 0}


OPTIONS = ("plane", "title", "label", "labels", "map", "range", "look", "size", "origin")


def _check_options(look: dict[str, Any]) -> None:
    """Raises TypeError if `look` has a name that is no option of pictures."""
    for name in look:
        if name not in OPTIONS:
            near = {"cmap": "map", "colour_map": "map", "vmin": "range", "vmax": "range", "clim": "range"}.get(name)
            near = near or next(iter(difflib.get_close_matches(name, OPTIONS, 1)), None)
            raise TypeError(f"a picture has no option {name!r}" + (f" (did you mean {near!r}?)" if near else "") + f"; it has {', '.join(OPTIONS)}")


def _look(sim: Simulation, plane: Plane, title: str | None, *, label: str | None = None, map: str = "auto", range: Any = None,
          look: str = "axes", size: int | None = None, labels: dict[str, str] | None = None, origin: str | None = None) -> dict[str, Any]:
    """Converts options of `draw` to the dict that `_core.draw_picture` takes as JSON. Raises ValueError for a wrong `origin`."""
    field = plane.field
    labels = labels or {}
    if origin not in (None, "lower", "upper"):
        raise ValueError(f"origin is 'lower' or 'upper', not {origin!r}")
    if origin is None:
        origin = "upper" if any(one.file for one in sim.program.fields.values()) else "lower"
    return {"title": title if title is not None else f"{sim.program.name}: {field.name}{plane.place()}",
            "values": label or labels.get(field.name) or field.name, "map": map,
            "range": None if range is None else [float(end) for end in range], "look": look, "longest": size,
            "first_row": "top" if origin == "upper" else "bottom",
            "axes": [_axis(sim, field, axis, labels.get(axis)) for axis in plane.axes]}


def draw(sim: Simulation, field: str | None = None, *, plane: Any = None, title: str | None = None, **look: Any) -> Picture:
    """Draws the current values of a field at time level t.

    Args:
        sim: The simulation.
        field: Name of the field. Default: the first updated field.
        plane: Plane of a field with three axes. {"z": 12} or "z=12" is the plane normal to z at index 12. "z" chooses a plane normal to z
            in which values vary strongly. Default: a plane normal to the last axis, chosen in the same way.
        title: Text above the picture. Default: the program, the field, and the number of time steps done.
        label: Label of the colour bar. Default: the name of the field.
        labels: Labels of axes and fields by name, such as {"x": "x in km"}.
        map: Colour map: "viridis", "diverging", "grey", or "auto" for diverging colours if values are around 0, else viridis.
        range: Values at both ends of the colour scale, (low, high). Default: the range of the values that are shown, without single spikes.
        look: "axes", or "plain" for the cells without axes, texts and colour bar.
        size: Approximate length of the longer side in pixels.
        origin: Position of row 0: "lower" or "upper". Default: "upper" if the program reads a field from a file, because images and maps
            are stored in this order, else "lower".

    Returns:
        The picture.

    Raises:
        KeyError: There is no such field.
        TypeError: There is no such option.
        ValueError: There is no such plane, or an option has a wrong value.
    """
    _check_options(look)
    shown = Plane(sim, field, plane)
    steps = sim.steps_done
    usual = f"{sim.program.name}: {shown.field.name}{shown.place()}" + (f" after {steps} step{'s' * (steps != 1)}" if steps else "")
    options = _look(sim, shown, usual if title is None else title, **look)
    cells = shown.cells()
    return Picture(_core.draw_picture([cells], [""], 1, json.dumps(options)), (cells, options))


def film(sim: Simulation, field: str | None, steps: int, every: int | None, *, plane: Any = None, title: str | None = None,
         **look: Any) -> Movie:
    """Implements `Simulation.movie`. Returns a `Movie` of a field: the initial frame, then one frame every `every` time steps.

    The last interval may be shorter than `every`.
    """
    if every is not None:
        check_interval(every)
    _check_options(look)
    interval = every or max(1, -(-steps // FRAMES))
    shown = Plane(sim, field, plane)
    frames, numbers = [shown.cells()], [sim.steps_done]
    for _ in sim.every(interval, steps):
        frames.append(shown.cells())
        numbers.append(sim.steps_done)
    return Movie(_core.draw_movie(frames, numbers, json.dumps(_look(sim, shown, title, **look))))
