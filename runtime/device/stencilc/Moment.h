/// \file The current time step of a simulation, with scalars that change from step to step. Emitted
/// host functions read both.
#pragma once

#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

/// Array of numbers that a program reads, one for each time step. The first number is for the first
/// step of the simulation. The array is not owned.
struct Series {
  const double *numbers = nullptr;
  Int64 count = 0;
};

/// A time step of the simulation, with the series (one number for each step) and reduction results
/// that emitted functions may read.
class Moment {
public:
  /// Constructs the time step that follows `stepsBefore` others. `all` points to the series (one
  /// number for each step), and `found` to the results of reductions. Emitted functions address
  /// both by index.
  Moment(Int64 stepsBefore, const Series *all, const double *found = nullptr)
      : before(stepsBefore), all(all), found(found) {}

  /// Returns the number of time steps done before this one.
  double step() const { return static_cast<double>(before); }
  /// Returns the value of series `which` (a list with one number for each time step) for the time
  /// step that is `shift` steps after this one. Returns 0 for steps before the first or after the
  /// last value of the series.
  double series(int which, Int64 shift) const {
    const Int64 at = before + shift;
    return at >= 0 && at < all[which].count ? all[which].numbers[at] : 0;
  }

  /// Returns the newest result of the reduction with index `which`. If the program has R
  /// reductions, index R + i gives loop-carried scalar i, a number that the previous time step has
  /// set for this one.
  double reduced(int which) const { return found[which]; }

private:
  Int64 before;
  const Series *all;
  const double *found;
};

/// Values of type T for kCount consecutive time steps, indexed by step. Index 0 is the first step
/// of a launch, and earlier steps have negative indices. kFirst is the index of the first stored
/// step.
template <class T, int kFirst, int kCount> struct OfSteps {
  T steps[kCount];
  STENCILC_HD const T &operator[](int step) const { return steps[step - kFirst]; }
};

/// Scalars that a launch reads, which are the same for all cells. `ofRun` points to the scalars
/// that are constant in the run. `ofSteps` points to the scalars of consecutive time steps: those
/// of the launch and some before and after.
struct LaunchScalars {
  const void *ofRun = nullptr, *ofSteps = nullptr;
  int count = 0;  // time steps of the launch
  int stored = 0; // time steps in the array `ofSteps`

  /// Returns the scalars of kCount consecutive time steps, copied from the array `ofSteps` from
  /// index `ahead` on. In the result, the first of these steps has index kFirst. Scalars of steps
  /// beyond the end of the array are zero.
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps(int ahead = 0) const {
    OfSteps<U, kFirst, kCount> all{};
    for (int i = 0; i < kCount && ahead + i < stored; ++i)
      all.steps[i] = static_cast<const U *>(ofSteps)[ahead + i];
    return all;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
