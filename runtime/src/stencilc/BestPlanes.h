/// \file The plane of a field with three axes in which the values differ most, for pictures.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"

namespace stencilc::inline STENCILC_SPACE {

/// The variance of the values in each plane across each axis.
class PlaneVariation {
public:
  explicit PlaneVariation(const std::int64_t (&extents)[3]);
  /// Takes the next cells, in the order of memory. NaN and infinity are left out.
  void take(const void *cells, std::int64_t count, Scalar scalar);
  bool isConstant() const { return isAlike; }
  /// Returns the plane of largest variance across an axis; the middle one, unless its variance is
  /// less than 80% of that.
  std::int64_t best(int axis) const;

private:
  struct Plane {
    double sum = 0, squares = 0, count = 0; // of values less `shift`
    double variance() const;
  };
  template <class T> void takeCells(const T *cells, std::int64_t count);

  std::vector<Plane> planes[3];
  std::int64_t extents[3], at[3] = {0, 0, 0};
  double shift = 0; // the first value
  bool isAlike = true, hasShift = false;
};

/// A plane that was chosen for pictures.
struct ChosenPlane {
  int field, axis;
  std::int64_t at;
  bool isOfFrames;
  bool operator==(const ChosenPlane &) const = default;
};

/// Chooses the planes of slices and frames that are asked for as the best, by the cells at t, and
/// adds them to `chosen`. While a field is constant, before the first step, its frames take the
/// middle, and its slices are left to the call at the end. All processes of a run call it.
Status chooseBestPlanes(Instance &instance, ProgramArguments &arguments, bool isEnd,
                        std::vector<ChosenPlane> &chosen);

} // namespace stencilc::inline STENCILC_SPACE
