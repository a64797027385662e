/// \file Choice of the plane for a picture of a field with three axes: the plane with the largest
/// variance of its values.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/program/Arguments.h"

namespace stencilc::inline STENCILC_SPACE {

/// Variance of the values in each plane of a field with three axes, for planes across each axis.
class PlaneVariation {
public:
  explicit PlaneVariation(const std::int64_t (&extents)[3]);
  /// Includes the next `count` cells of the field, in memory order, in the variances of their
  /// planes. The first call begins with cell 0. NaNs and infinities are ignored.
  void take(const void *cells, std::int64_t count, Scalar scalar);
  bool isConstant() const { return isAlike; }
  /// Returns the index of the plane across `axis` with the largest variance. The middle plane is
  /// preferred if it has at least 80% of that variance.
  std::int64_t best(int axis) const;

private:
  struct Plane {
    double sum = 0, squares = 0, count = 0; // of the differences from `shift`
    double variance() const;
  };
  template <class T> void takeCells(const T *cells, std::int64_t count);

  std::vector<Plane> planes[3];
  std::int64_t extents[3], at[3] = {0, 0, 0};
  double shift = 0; // the first finite value
  bool isAlike = true, hasShift = false;
};

/// A plane of a field that was chosen for a picture or a movie.
struct ChosenPlane {
  int field, axis;
  std::int64_t at;
  bool isOfFrames;
  bool operator==(const ChosenPlane &) const = default;
};

/// Chooses the plane whose values vary most, for each slice (picture) and frame (of a movie) that
/// asks for the best plane. Appends it to `chosen`. If all values of a field are equal, frames get
/// the middle plane. Slices then get it only with `isEnd`, after the last time step. All processes
/// of a run must call this function.
Status chooseBestPlanes(Instance &instance, ProgramArguments &arguments, bool isEnd,
                        std::vector<ChosenPlane> &chosen);

} // namespace stencilc::inline STENCILC_SPACE
