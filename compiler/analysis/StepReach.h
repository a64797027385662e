/// \file How far a time step reads along an axis, and how far its kernels trail each other if
/// planes are computed one after the other along that axis.
///
/// A step of several kernels reads as far as the longest path through them. The path leads from a
/// kernel to the kernels whose values it reads. In this example, u reads a[y+1], and a reads u[y+1]
/// of the step before. The step therefore reads 1 + 1 planes on the high side.
///
///     flux a: u[y-2..y+1]  ──.
///                             ├── u: a[y], a[y+1], b[y]      low 2, high 1 + 1
///     flux b: u[y-1]       ──'
#pragma once

#include "analysis/Facts.h"
#include <vector>

namespace stencilc::analysis {

/// Planes that one kernel of a time step reads along an axis, and its lag (planes by which it
/// trails the input of the step).
struct KernelReach {
  int low = 0, high = 0;             // planes that the kernel reads on each side
  int beyondLow = 0, beyondHigh = 0; // planes computed beyond those wanted, for later kernels
  int lag = 0;                       // planes by which it trails the input of the step

  int most() const { return std::max(low, high); }
};

/// Planes that a time step reads along an axis, and its lag (planes by which it trails the step
/// before).
struct StepReach {
  std::vector<KernelReach> kernels; // parallel to Dependence::kernels
  int low = 0, high = 0;            // planes that the step reads on each side
  int lag = 0;                      // planes by which it trails the step before

  int most() const { return std::max(low, high); }
};

/// Computes how many planes a time step reads on each side along `axis`, and the lags of its
/// kernels. A lag is the number of planes by which a kernel trails the input of the step.
///
/// The lags are the smallest ones with which kernels can compute the planes one after the other.
/// Each kernel then finds the values that it reads, and overwrites no plane that is still to be
/// read. A lag covers the reads of a kernel on both sides, so that a range of planes may begin
/// anywhere.
StepReach stepReach(const Facts &facts, int axis);

} // namespace stencilc::analysis
