/// \file Creates the datasets, coordinates and VTK attributes of an HDF5 series of snapshots.
#include "runtime/parts/save/hdf/HdfSeries.h"

#include "runtime/core/support/Text.h"
#include "runtime/parts/save/SaveTypes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the coordinates of the saved cells along an axis, in the unit of the grid spacing.
std::vector<double> HdfSeries::placesAlong(const SavedArray &array, int axis) const {
  std::vector<double> places;
  for (std::int64_t i = 0; i < array.count[axis]; ++i) {
    const auto cell = static_cast<double>(array.first[axis] + i * array.by[axis]);
    places.push_back((cell + 0.5 * array.halves[axis]) * run.spacing[axis]);
  }
  return places;
}

/// Returns the name of the coordinate dataset of an axis: the axis's own name, such as "x". It is
/// "x_half" or "x_half_before" if the cells are half a cell above or below those of the file's
/// first field. Underscores are appended while a field has the same name.
std::string HdfSeries::scaleName(const SavedArray &array, int axis) const {
  std::string name = run.axes[axis];
  if (array.halves[axis] != file.arrays.front().halves[axis])
    name += array.halves[axis] - file.arrays.front().halves[axis] == -1 ? "_half_before" : "_half";
  const auto isTaken = [&] {
    for (const SavedArray &other : file.arrays)
      if (other.name == name)
        return true;
    return name == "VTKHDF";
  };
  while (isTaken())
    name += "_";
  return name;
}

bool HdfSeries::create() {
  part.begin();
  const hdf::Objects objects(*library);
  root = objects.createFile(part.part());
  std::vector<std::vector<hdf::Handle>> scales;
  const bool fine =
      root && objects.text(root.get(), "Conventions", "CF-1.10") &&
      objects.text(root.get(), "source",
                   std::string("stencilc ") + STENCILC_VERSION_TEXT + ", " + run.source) &&
      (run.parameters.empty() || objects.text(root.get(), "parameters", run.parameters)) &&
      objects.text(root.get(), "stencilc_series", seriesIdentity(run, file)) &&
      createCoordinates(scales) && createFields(scales) && createVtk() &&
      library->flushFile(root.get(), hdf::kScopeLocal) >= 0;
  return fine || failed("cannot be created");
}

/// Creates the coordinate datasets (dimension scales) of all fields. `scales` gets a list of them
/// for each field, with its slowest axis first. Fields with the same coordinates share a dataset.
/// Returns false if HDF5 fails.
bool HdfSeries::createCoordinates(std::vector<std::vector<hdf::Handle>> &scales) {
  constexpr hdf::Size kChunk = 512;
  const hdf::Objects objects(*library);
  const hdf::Id at = root.get();
  steps = objects.growing(at, "step", library->int64, {}, {kChunk});
  bool fine = steps && library->setScale(steps.get(), "step") >= 0 &&
              objects.text(steps.get(), "long_name", "steps done") &&
              objects.text(steps.get(), "units", "1") && objects.text(steps.get(), "axis", "T");
  if (hasTime()) {
    times = objects.growing(at, "time", library->float64, {}, {kChunk});
    coordinates = "time";
    fine = fine && times && objects.attach(times, steps, 0) &&
           objects.text(times.get(), "long_name", "time");
  }
  for (const SavedArray &array : file.arrays) {
    scales.emplace_back();
    const std::vector<int> axes = array.keptAxes(run.rank);
    for (std::size_t i = axes.size(); i-- > 0 && fine;) {
      const int axis = axes[i];
      const std::string name = scaleName(array, axis);
      if (objects.has(at, name)) {
        scales.back().push_back(objects.dataset(at, name));
        continue;
      }
      scales.back().push_back(objects.fixed(at, name, placesAlong(array, axis)));
      const hdf::Handle &made = scales.back().back();
      constexpr const char *kLetters[] = {"X", "Y", "Z"};
      fine = made && library->setScale(made.get(), name.c_str()) >= 0 &&
             objects.text(made.get(), "axis", kLetters[axis]);
    }
  }
  return fine && createPlaces();
}

/// Creates a scalar dataset for each axis along which the window (saved part of a field) is a
/// single cell. The dataset holds the coordinate of that cell, and its name is added to the
/// attribute `coordinates`. Returns false if HDF5 fails.
bool HdfSeries::createPlaces() {
  const hdf::Objects objects(*library);
  const SavedArray &array = file.arrays.front();
  const std::vector<int> axes = array.keptAxes(run.rank);
  for (int axis = 0; axis < run.rank; ++axis)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) {
      const std::string name = scaleName(array, axis);
      if (!objects.single(root.get(), name, placesAlong(array, axis).front()))
        return false;
      coordinates += (coordinates.empty() ? "" : " ") + name;
    }
  return true;
}

bool HdfSeries::createFields(const std::vector<std::vector<hdf::Handle>> &scales) {
  const hdf::Objects objects(*library);
  for (std::size_t i = 0; i < file.arrays.size(); ++i) {
    const SavedArray &array = file.arrays[i];
    const ChunkShape shape(array);
    std::vector<hdf::Size> rest, chunk = {1};
    const std::vector<int> axes = array.keptAxes(run.rank);
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      rest.push_back(static_cast<hdf::Size>(array.count[*axis]));
      chunk.push_back(static_cast<hdf::Size>(shape.extents[*axis]));
    }
    datasets.emplace_back();
    hdf::Handle &cells = datasets.back().cells;
    cells = objects.growing(root.get(), array.name, library->*saveType(array.to).inFile, rest,
                            chunk, file.level);
    bool fine = cells && objects.attach(cells, steps, 0);
    for (std::size_t axis = 0; axis < rest.size(); ++axis)
      fine = fine && objects.attach(cells, scales[i][axis], static_cast<unsigned>(axis) + 1);
    if (!fine || (!coordinates.empty() && !objects.text(cells.get(), "coordinates", coordinates)))
      return false;
  }
  return true;
}

bool HdfSeries::createVtk() {
  const hdf::Objects objects(*library);
  vtk = objects.group(root.get(), "VTKHDF");
  const hdf::Handle points = objects.group(vtk.get(), "PointData");
  stepsGroup = objects.group(vtk.get(), "Steps");
  const hdf::Handle offsets = objects.group(stepsGroup.get(), "PointDataOffsets");
  const SavedArray &array = file.arrays.front();
  std::vector<std::int64_t> extent;
  std::vector<double> origin, spacing, direction(9);
  for (int axis = 0; axis < 3; ++axis)
    origin.push_back((static_cast<double>(array.first[axis]) + 0.5 * array.halves[axis]) *
                     run.spacing[axis]);
  // The image's first axes are those of the dataset; the axes that it lacks follow. VTK can read a
  // flat image only if its last axes are the flat ones.
  std::vector<int> axes = array.keptAxes(run.rank);
  for (int axis = 0; axis < 3; ++axis)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end())
      axes.push_back(axis);
  for (int i = 0; i < 3; ++i) {
    const int axis = axes[static_cast<std::size_t>(i)];
    extent.insert(extent.end(), {0, array.count[axis] - 1});
    spacing.push_back(static_cast<double>(array.by[axis]) * run.spacing[axis]);
    direction[3 * static_cast<std::size_t>(axis) + static_cast<std::size_t>(i)] = 1;
  }
  constexpr hdf::Size kChunk = 512;
  values = objects.growing(stepsGroup.get(), "Values", library->float64, {}, {kChunk});
  bool fine =
      points && offsets && values &&
      objects.numbers(vtk.get(), "Version", std::vector<std::int64_t>{2, 0}) &&
      objects.text(vtk.get(), "Type", "ImageData") &&
      objects.numbers(vtk.get(), "WholeExtent", extent) &&
      objects.numbers(vtk.get(), "Origin", origin) &&
      objects.numbers(vtk.get(), "Spacing", spacing) &&
      objects.numbers(vtk.get(), "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}) &&
      objects.number(stepsGroup.get(), "NSteps", 0);
  for (std::size_t i = 0; i < datasets.size() && fine; ++i) {
    const char *const name = file.arrays[i].name.c_str();
    hdf::Handle &own = datasets[i].offsets;
    own = objects.growing(offsets.get(), name, library->int64, {}, {kChunk});
    fine = own && library->linkHard(root.get(), name, points.get(), name, hdf::kDefault,
                                    hdf::kDefault) >= 0;
  }
  return fine;
}

} // namespace stencilc::inline STENCILC_SPACE
