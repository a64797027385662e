/// \file Collects kernel launches, and enqueues them as one unit when the last launch is known.
#include "runtime/core/stepping/GatheredLaunches.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Status GatheredLaunches::take(const KernelLaunch &launch, Stream to) {
  stream = to;
  if (!isDirect && launch.argumentBytes) {
    (isTimed ? timed : before).emplace_back(launch);
    return {};
  }
  Status status = flush();
  return status ? device.launch(stream, launch) : status;
}

Status GatheredLaunches::beginTimed() {
  isTimed = true;
  return isDirect ? start() : Status();
}

Status GatheredLaunches::flush() {
  if (isDirect)
    return {};
  isDirect = true;
  Status status = enqueue(before, stream);
  if (status && isTimed)
    status = start();
  if (status)
    status = enqueue(timed, stream);
  before.clear();
  timed.clear();
  return status;
}

/// Returns true if both sequences consist of the same launches.
static bool areSame(const std::vector<RecordedLaunch> &a, const std::vector<RecordedLaunch> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const RecordedLaunch &left, const RecordedLaunch &right) {
                      return left.isSame(right.launch());
                    });
}

Status GatheredLaunches::finish() {
  std::unique_ptr<Recording> first, second;
  const bool areAlike = areSame(before, timed);
  if (isDirect || timed.empty() || (!before.empty() && !record(before, first)) ||
      (!areAlike && !record(timed, second)))
    return flush();
  Status status = first ? first->run(stream) : Status();
  if (status)
    status = start();
  return status ? (second ? second : first)->run(stream) : status;
}

bool GatheredLaunches::record(const Launches &launches,
                              std::unique_ptr<Recording> &recording) const {
  const auto launchOf = [&](std::size_t i, Stream to) { return launches[i].enqueue(device, to); };
  return device.record(launches.size(), launchOf, recording) && recording &&
         recording->prepare(stream);
}

Status GatheredLaunches::enqueue(const Launches &launches, Stream to) const {
  for (const RecordedLaunch &each : launches)
    if (Status status = each.enqueue(device, to); !status)
      return status;
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
