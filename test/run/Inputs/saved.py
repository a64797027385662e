"""Looks into files that runs saved.

usage: saved.py equal FILE.h5 FIELD STEP ARRAY.npy [SLICES]    the array of a step has the bytes of ARRAY.npy, or of ARRAY[SLICES]
       saved.py same FILE.h5 OTHER.h5                          both have the same arrays and attributes, all of them, by bytes
       saved.py steps FILE.h5                                  prints the steps that are there
       saved.py layout FILE.h5 FIELD...                        checks what netCDF-4 and VTKHDF ask of the layout
       saved.py readers FILE.h5 FIELD STEP                     opens it with h5py, netCDF4 and xarray (two engines): equal values
       saved.py vtk FILE.h5 FIELD STEP                         opens it with VTK's reader as a series
       saved.py make FILE.h5                                   writes arrays of many types, for --init"""

import sys

import h5py
import numpy as np

command, path, *rest = sys.argv[1:]


def arrayOf(file, field, step):
    steps = list(file["step"][:])
    assert steps == sorted(set(steps)), steps
    return file[field][steps.index(int(step))]


def equal(field, step, other, slices="..."):
    with h5py.File(path) as file:
        found = arrayOf(file, field, step)
    wanted = eval(f"np.load(other)[{slices}]")
    wanted = wanted.astype(found.dtype) if found.dtype.itemsize < wanted.dtype.itemsize else wanted
    assert found.dtype == wanted.dtype and found.shape == wanted.shape, (found.dtype, found.shape, wanted.dtype, wanted.shape)
    assert found.tobytes() == wanted.tobytes(), "other bytes"


def contents(path):
    """By name: type, extents, chunks, filters, bytes and attributes."""
    found = {}

    def take(name, of):
        attributes = {key: np.asarray(value).tobytes() for key, value in of.attrs.items()
                      if key not in ("DIMENSION_LIST", "REFERENCE_LIST")}  # addresses
        data = (of.dtype, of.shape, of.chunks, of.compression, of[...].tobytes()) if isinstance(of, h5py.Dataset) else None
        found[name] = (data, attributes)

    with h5py.File(path) as file:
        take("/", file)
        file.visititems(take)
        for name in file["VTKHDF/PointData"]:  # links are visited once
            found["linked " + name] = file["VTKHDF/PointData"][name] == file[name]
    return found


def same(other):
    ours, theirs = contents(path), contents(other)
    assert list(ours) == list(theirs), (list(ours), list(theirs))
    for name in ours:
        assert ours[name] == theirs[name], name


def steps():
    with h5py.File(path) as file:
        print(*file["step"][:], "times", *(file["time"][:] if "time" in file else []))


def attribute(of, name, kind, shape):
    value = of.attrs[name]
    assert np.asarray(value).shape == shape and np.issubdtype(np.asarray(value).dtype, kind), (name, value)
    return value


def layout(*fields):
    """The specification field by field: VTKHDF 2.0 with an ImageData that changes with time, dimension scales of netCDF-4."""
    with h5py.File(path) as file:
        count = len(file["step"])
        vtk = file["VTKHDF"]
        assert list(attribute(vtk, "Version", np.integer, (2,))) == [2, 0]
        assert vtk.attrs["Type"] == b"ImageData" and vtk.attrs.get_id("Type").get_type().get_size() == len("ImageData")
        extent = attribute(vtk, "WholeExtent", np.integer, (6,))
        attribute(vtk, "Origin", np.floating, (3,))
        spacing = attribute(vtk, "Spacing", np.floating, (3,))
        assert list(attribute(vtk, "Direction", np.floating, (9,))) == [1, 0, 0, 0, 1, 0, 0, 0, 1]
        series = vtk["Steps"]
        assert attribute(series, "NSteps", np.integer, ()) == count
        assert series["Values"].shape == (count,)
        assert list(series["Values"]) == list(file["time"] if "time" in file else file["step"])
        assert sorted(vtk["PointData"]) == sorted(fields)
        for field in fields:
            data = file[field]
            assert vtk["PointData"][field] == data, "not the same dataset"
            assert list(series["PointDataOffsets"][field]) == list(range(count))
            shape = data.shape[::-1][:-1] + (1,) * (4 - len(data.shape))
            assert [int(e) for e in extent] == [e for n in shape for e in (0, n - 1)], (list(extent), data.shape)
            scales = [dim[0] for dim in data.dims]
            assert [scale.shape[0] for scale in scales] == list(data.shape)
            assert scales[0].name == "/step" and all(h5py.h5ds.is_scale(scale.id) for scale in scales)
            for axis, scale in enumerate(scales[:0:-1]):
                assert len(scale) < 2 or np.allclose(np.diff(scale[:]), spacing[axis]), scale
                assert np.isclose(scale[0], vtk.attrs["Origin"][axis]) or "half" in scale.name
        assert file.attrs["Conventions"] == b"CF-1.10"


def readers(field, step):
    import netCDF4
    import xarray

    with h5py.File(path) as file:
        wanted = arrayOf(file, field, step).tobytes()
    for engine in ("h5netcdf", "netcdf4"):
        with xarray.open_dataset(path, engine=engine) as data:
            assert data[field].dims[0] == "step", data[field].dims
            assert data[field].sel(step=int(step)).values.tobytes() == wanted, engine
            print(engine, *data[field].dims, *data[field].coords)
    with netCDF4.Dataset(path) as data:
        at = list(data["step"][:]).index(int(step))
        assert np.asarray(data[field][at]).tobytes() == wanted
        print("netCDF4", *data[field].dimensions)


def vtk(field, step):
    import vtkmodules.vtkIOHDF  # noqa: F401
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as pipeline
    from vtkmodules.vtkIOHDF import vtkHDFReader

    with h5py.File(path) as file:
        at = list(file["step"][:]).index(int(step))
        wanted = file[field][at]
        when = (file["time"] if "time" in file else file["step"])[at]
        count = len(file["step"])
    reader = vtkHDFReader()
    reader.SetFileName(path)
    reader.UpdateInformation()
    information = reader.GetOutputInformation(0)
    times = [information.Get(pipeline.TIME_STEPS(), i) for i in range(information.Length(pipeline.TIME_STEPS()))]
    assert len(times) == count and times[at] == when, times
    reader.UpdateTimeStep(float(when))
    output = reader.GetOutput()
    found = vtk_to_numpy(output.GetPointData().GetArray(field))
    assert found.tobytes() == wanted.tobytes(), "other bytes"
    print("vtk", *output.GetDimensions(), *output.GetSpacing(), *output.GetOrigin())


def make():
    cells = np.arange(24 * 20).reshape(20, 24)
    with h5py.File(path, "w") as file:
        for name in ("f2", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", ">f4", ">i4"):
            file[name.replace(">", "big_")] = (cells % 100).astype(name)
        file["packed"] = cells.astype("i2")
        file["packed"].attrs["scale_factor"] = 0.5
        file["text"] = np.array([b"a", b"b"])
        file["flat"] = cells.ravel().astype("f8")
        file["turned"] = cells.T.astype("f8")
        file.create_group("group")
    np.save("wanted.npy", (cells % 100).astype("f8"))


globals()[command](*rest)
