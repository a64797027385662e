/// \file Computes the variance of the values in each plane of a field, and chooses the plane with
/// the largest.
#include "runtime/program/files/BestPlanes.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/files/FieldFiles.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

double PlaneVariation::Plane::variance() const {
  return count > 0 ? std::max(0.0, squares / count - sum / count * (sum / count)) : 0;
}

PlaneVariation::PlaneVariation(const std::int64_t (&sizes)[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    extents[axis] = sizes[axis];
    planes[axis].resize(static_cast<std::size_t>(sizes[axis]));
  }
}

template <class T> void PlaneVariation::takeCells(const T *cells, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (isFiniteCell(cells[i])) {
      const double value = static_cast<double>(cells[i]);
      shift = hasShift ? shift : value;
      hasShift = true;
      const double above = value - shift;
      isAlike &= above == 0;
      for (int axis = 0; axis < 3; ++axis) {
        Plane &plane = planes[axis][static_cast<std::size_t>(at[axis])];
        plane.sum += above;
        plane.squares += above * above;
        plane.count += 1;
      }
    }
    for (int axis = 0; axis < 3 && ++at[axis] == extents[axis]; ++axis)
      at[axis] = 0;
  }
}

void PlaneVariation::take(const void *cells, std::int64_t count, Scalar scalar) {
  withCell(scalar, [&]<class T>(T) { takeCells(static_cast<const T *>(cells), count); });
}

std::int64_t PlaneVariation::best(int axis) const {
  constexpr double kAsGood = 0.8;
  const std::int64_t middle = FieldPlane().cellOf(extents[axis]);
  std::int64_t best = middle;
  double most = 0;
  for (std::int64_t i = 0; i < extents[axis]; ++i)
    if (const double its = planes[axis][static_cast<std::size_t>(i)].variance(); its > most) {
      most = its;
      best = i;
    }
  const double itsOwn = planes[axis][static_cast<std::size_t>(middle)].variance();
  return itsOwn >= kAsGood * most ? middle : best;
}

/// Adds the values of all cells of a field at time level t to `variation`, which computes their
/// variance in each plane. Returns an error if the cells cannot be copied.
static Status variationOf(Instance &instance, int field, PlaneVariation &variation) {
  const Scalar scalar = instance.description().fields[field].storage;
  std::string error;
  const auto take = [&](std::int64_t first, std::int64_t count, void *cells) {
    if (instance.cellsOut(field, 0, first, count, cells)) {
      error = instance.lastError();
      return false;
    }
    variation.take(cells, count, scalar);
    return true;
  };
  return eachChunk(instance, field, 0, instance.gridOf(field).cells(), error, take)
             ? Status()
             : Status::device(error);
}

/// Finds the entries of `files` that show `field` and ask for the best plane, whose values vary
/// most. Appends the addresses of their planes to `wanted`, so that the caller can set them.
static void findWanted(std::vector<FileArgument> &files, int field,
                       std::vector<FieldPlane *> &wanted) {
  for (FileArgument &file : files)
    if (file.field == field && file.plane.at == kBestPlane)
      wanted.push_back(&file.plane);
}

Status chooseBestPlanes(Instance &instance, ProgramArguments &arguments, bool isEnd,
                        std::vector<ChosenPlane> &chosen) {
  for (int field = 0; field < instance.description().namedCount(); ++field) {
    std::vector<FieldPlane *> slices, frames;
    findWanted(arguments.initialSlices, field, slices);
    findWanted(arguments.slices, field, slices);
    findWanted(arguments.frames, field, frames);
    if (slices.empty() && frames.empty())
      continue;
    const Grid grid = instance.gridOf(field);
    PlaneVariation variation({grid.nx, grid.ny, grid.nz});
    if (Status status = variationOf(instance, field, variation); !status)
      return status;
    const auto choose = [&](FieldPlane &plane, bool isOfFrames) {
      plane.at = instance.itsEngine().fromRoot(variation.best(plane.across()));
      const ChosenPlane one = {field, plane.across(), plane.at, isOfFrames};
      // may be chosen twice: at the start and at the end
      if (std::find(chosen.begin(), chosen.end(), one) == chosen.end())
        chosen.push_back(one);
    };
    for (FieldPlane *plane : frames)
      choose(*plane, true);
    if (!isEnd && instance.itsEngine().fromRoot(variation.isConstant()))
      continue;
    for (FieldPlane *plane : slices)
      choose(*plane, false);
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
