/// \file The current step of a simulation, and scalars that change from step to step, for emitted
/// functions that compute numbers on the host.
#pragma once

#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

/// One number for each step, starting with the first step of the simulation.
struct Series {
  const double *numbers = nullptr;
  Int64 count = 0;
};

/// A step of the simulation, with the series and reduction results that emitted functions may read.
class Moment {
public:
  /// A time step of the simulation, with the series and reduction results that emitted host
  /// functions may read.
  Moment(Int64 stepsBefore, const Series *all, const double *found = nullptr)
      : before(stepsBefore), all(all), found(found) {}

  /// Returns the number of time steps done before this one.
  double step() const { return static_cast<double>(before); }
  /// Returns the number of series `which` for the time step that is `shift` steps after this one; 0
  /// outside of the series.
  double series(int which, Int64 shift) const {
    const Int64 at = before + shift;
    return at >= 0 && at < all[which].count ? all[which].numbers[at] : 0;
  }

  /// Returns the newest result of reduction `which`. Indices beyond the reductions give the scalars
  /// that the previous step left.
  double reduced(int which) const { return found[which]; }

private:
  Int64 before;
  const Series *all;
  const double *found;
};

/// Values of type T for kCount consecutive time steps, the first of which has index kFirst. Index 0
/// is the first step of a launch; earlier steps have negative indices.
template <class T, int kFirst, int kCount> struct OfSteps {
  T steps[kCount];
  STENCILC_HD const T &operator[](int step) const { return steps[step - kFirst]; }
};

/// The scalars that a launch reads, which are the same for all cells. `ofRun` points to those that
/// are constant in the run. `ofSteps` points to those of its time steps and of some steps before
/// and after, contiguously.
struct LaunchScalars {
  const void *ofRun = nullptr, *ofSteps = nullptr;

  /// Returns the scalars of kCount time steps, from the one that is `ahead` steps after the first
  /// stored one on.
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps(int ahead = 0) const {
    OfSteps<U, kFirst, kCount> all;
    for (int i = 0; i < kCount; ++i)
      all.steps[i] = static_cast<const U *>(ofSteps)[ahead + i];
    return all;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
