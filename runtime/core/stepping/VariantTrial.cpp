/// \file Times launches of kernel variants (kernels for the same steps), and sets the cost of each
/// variant to its time. The unit is nanoseconds for 1e9 cells.
#include "runtime/core/stepping/VariantTrial.h"
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

bool VariantTrial::begin(const std::vector<KernelVariant> &variants, double cells,
                         std::int64_t steps, std::int64_t longest) {
  // Shortest timed interval in seconds, for clocks with a resolution of microseconds.
  constexpr double kTurn = 1e-4;
  constexpr double kMostLaunches = 16;
  constexpr double kShare = 1.0 / 8; // largest fraction of the run
  perCell = kCostOfASecond / cells;
  double trial = 0, best = 0;
  std::int64_t trialSteps = 0;
  candidates.clear();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const double seconds = double(variants[i].cost) / perCell;
    const double rate = seconds / variants[i].steps;
    best = i == 0 || rate < best ? rate : best;
    if (variants[i].steps > longest)
      continue;
    const double launches = std::ceil(std::min(kMostLaunches, kTurn / std::max(seconds, 1e-9)));
    candidates.push_back({i, variants[i].steps, std::max<std::int64_t>(1, std::int64_t(launches))});
    const auto all = 1 + kRounds * candidates.back().launches;
    trial += double(all) * seconds;
    trialSteps += static_cast<std::int64_t>(all) * variants[i].steps;
  }
  active = candidates.size() > 1 && trial <= kShare * best * double(steps) &&
           double(trialSteps) <= kShare * double(steps);
  turn = 0;
  if (active)
    for (std::size_t i = 0; i < turns(); ++i)
      watches.push_back(device.makeStopwatch());
  return active;
}

Status VariantTrial::stop(Stream stream) {
  Status status = isWarm() ? watches[turn]->stop(stream) : Status();
  ++turn;
  return status;
}

Status VariantTrial::finish(std::vector<KernelVariant> &variants) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    double least = INFINITY;
    for (std::size_t at = candidates.size() + i; at < turns(); at += candidates.size()) {
      double seconds = 0;
      if (Status status = watches[at]->seconds(seconds); !status)
        return status;
      least = std::min(least, seconds / double(candidates[i].launches));
    }
    variants[candidates[i].variant].cost = std::max<std::int64_t>(1, std::llround(least * perCell));
  }
  abandon();
  return {};
}

void VariantTrial::abandon() {
  active = false;
  watches.clear();
}

} // namespace stencilc::inline STENCILC_SPACE
