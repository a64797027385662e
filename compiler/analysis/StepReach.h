/// \file How far a time step reads along an axis, and how far its kernels trail each other where
/// the planes of that axis pass one after the other.
///
/// A step of several kernels reads as far as the longest path through them: a kernel adds its reads
/// to those of the kernels that read its values, and to those of no others.
///
///     flux a: u[y-2..y+1]  ──.
///                             ├── u: a[y], a[y+1], b[y]      low 2, high 1 + 1
///     flux b: u[y-1]       ──'
#pragma once

#include "analysis/Facts.h"
#include <vector>

namespace stencilc::analysis {

/// One kernel of a step, in planes.
struct KernelReach {
  int low = 0, high = 0;             // that it reads to each side
  int beyondLow = 0, beyondHigh = 0; // that it makes beyond those wanted of the step, for others
  int lag = 0;                       // that it trails what the step begins with

  int most() const { return std::max(low, high); }
};

struct StepReach {
  std::vector<KernelReach> kernels; // parallel to Dependence::kernels
  int low = 0, high = 0;            // that the step reads to each side
  int lag = 0;                      // that it trails the step before

  int most() const { return std::max(low, high); }
};

/// The reach of a step along `axis`.
///
/// Lags are the least with which planes can pass through all kernels one after the other: a kernel
/// finds the values that it reads, and writes into no buffer of which planes are still read. They
/// hold for planes on both sides, so that a part of a domain may begin anywhere.
StepReach stepReach(const Facts &facts, int axis);

} // namespace stencilc::analysis
