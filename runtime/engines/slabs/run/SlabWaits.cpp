/// \file Measures how long selected launches wait for planes of neighbours.
#include "runtime/engines/slabs/run/SlabWaits.h"
#include <algorithm>
#include <map>

namespace stencilc::inline STENCILC_SPACE {

bool SlabWaits::isTimed(const SlabTask &task, std::int64_t group) {
  constexpr std::int64_t kFirst = 4; // the first groups have nothing to wait for
  if (group < kFirst || (group & (group - 1)) != 0 || task.queue != kSlabCompute)
    return false;
  return std::any_of(task.waits.begin(), task.waits.end(), [&](const SlabWait &wait) {
    return wait.queue >= kSlabDown && wait.part != task.part;
  });
}

Status SlabWaits::begin(std::size_t part, Device &device, Stream stream) {
  timed.push_back({part, device.makeStopwatch()});
  return timed.back().watch->start(stream);
}

Status SlabWaits::longest(std::int64_t groups, double &seconds) const {
  struct Sum {
    double seconds = 0;
    int waits = 0;
  };
  std::map<std::size_t, Sum> sums; // by part
  for (const Wait &wait : timed) {
    double one = 0;
    if (Status status = wait.watch->seconds(one); !status)
      return status;
    sums[wait.part].seconds += one;
    ++sums[wait.part].waits;
  }
  for (const auto &[part, sum] : sums)
    seconds = std::max(seconds, sum.seconds / sum.waits * double(groups));
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
