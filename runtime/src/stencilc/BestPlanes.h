/// \file The choice of the plane of a three-dimensional field with the most variation, for
/// pictures.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"

namespace stencilc::inline STENCILC_SPACE {

/// The variance of the values in each plane of a field, for the planes across each of the three
/// axes.
class PlaneVariation {
public:
  explicit PlaneVariation(const std::int64_t (&extents)[3]);
  /// Adds the next `count` cells of the field, in memory order. NaNs and infinities are ignored.
  void take(const void *cells, std::int64_t count, Scalar scalar);
  bool isConstant() const { return isAlike; }
  /// Returns the index of the plane across `axis` with the largest variance. Returns the middle
  /// plane instead if it has at least 80% of that variance.
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

/// Sets the plane index of slices and frames for which the user wants the best plane. It compares
/// the fields at time t, and appends the choices to `chosen`. For a field that is still constant,
/// frames get the middle plane, and slices are chosen only if `isEnd`. All processes of a run must
/// call it.
Status chooseBestPlanes(Instance &instance, ProgramArguments &arguments, bool isEnd,
                        std::vector<ChosenPlane> &chosen);

} // namespace stencilc::inline STENCILC_SPACE
