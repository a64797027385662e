/// \file How a number of time steps is done by kernels that each do several of them at once.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A kernel as far as a split asks.
struct Rung {
  int steps;         // that it does at once
  std::int64_t cost; // of one launch, in any unit; at least 0
};
/// In that of programs, nanoseconds for 1e9 cells: of a second for one cell.
inline constexpr double kCostOfASecond = 1e18;

/// The best split of every number of steps up to one.
struct Splits {
  std::vector<std::int64_t> cost; // the least, by number of steps
  std::vector<std::size_t> first; // a rung of such a split
};

/// The best splits of up to `steps` steps; of equal ones that with the first of `rungs`, one of
/// which does a single step.
Splits splitsUpTo(std::int64_t steps, const std::vector<Rung> &rungs);

/// How often each of `rungs` is launched, in their order, so that together they do `steps` time
/// steps at the least cost.
///
/// Beyond a number of steps all are done by the rung with the least cost per step, of `s` steps:
/// among `s` launches of others there are always some whose steps together are a multiple of `s`
/// (of the sums of the first, the first two ... two leave the same rest), and that rung does these
/// at no more cost.
std::vector<std::int64_t> splitSteps(std::int64_t steps, const std::vector<Rung> &rungs);

/// The cost of such a split; exact up to 2^53.
double splitCost(std::int64_t steps, const std::vector<Rung> &rungs);

} // namespace stencilc::inline STENCILC_SPACE
