/// \file A step of a simulation as those see it who compute numbers for it; and such numbers of
/// several steps.
#pragma once

#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

/// A number for each step, from the first one on.
struct Series {
  const double *numbers = nullptr;
  Int64 count = 0;
};

class Moment {
public:
  /// `all`: the series of the program; `found`: what its reductions gave.
  Moment(Int64 stepsBefore, const Series *all, const double *found = nullptr)
      : before(stepsBefore), all(all), found(found) {}

  /// Steps done before this one.
  double step() const { return static_cast<double>(before); }
  /// The number of a series `shift` steps from here; 0 beyond its ends.
  double series(int which, Int64 shift) const {
    const Int64 at = before + shift;
    return at >= 0 && at < all[which].count ? all[which].numbers[at] : 0;
  }

  /// What a reduction gave when its survey last ran; behind all of them, what the step before left.
  double reduced(int which) const { return found[which]; }

private:
  Int64 before;
  const Series *all;
  const double *found;
};

/// What a T of each of some steps is; [0] is of the first step done, and steps before that have
/// numbers below 0.
template <class T, int kFirst, int kCount> struct OfSteps {
  T steps[kCount];
  STENCILC_HD const T &operator[](int step) const { return steps[step - kFirst]; }
};

/// What a launch gets of the numbers that are the same for all cells: those of the run; those of
/// its steps, and of as many steps before and after as its program asks for, one behind the other.
struct LaunchScalars {
  const void *ofRun = nullptr, *ofSteps = nullptr;

  /// `ahead`: steps after the first one.
  template <class U, int kFirst, int kCount> OfSteps<U, kFirst, kCount> steps(int ahead = 0) const {
    OfSteps<U, kFirst, kCount> all;
    for (int i = 0; i < kCount; ++i)
      all.steps[i] = static_cast<const U *>(ofSteps)[ahead + i];
    return all;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
