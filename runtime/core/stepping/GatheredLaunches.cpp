/// \file Collects kernel launches, and enqueues them as one unit when the last launch is known.
#include "runtime/core/stepping/GatheredLaunches.h"

namespace stencilc::inline STENCILC_SPACE {

Status GatheredLaunches::take(const KernelLaunch &launch, Stream to) {
  stream = to;
  if (!hasBegun && launch.argumentBytes) {
    gathered.emplace_back(launch);
    return {};
  }
  Status status = flush();
  return status ? device.launch(stream, launch) : status;
}

Status GatheredLaunches::flush() {
  Status status = begin();
  if (status)
    status = enqueue(stream);
  gathered.clear();
  return status;
}

Status GatheredLaunches::finish() {
  std::unique_ptr<Recording> recording;
  // Devices that cannot record these launches get them one by one.
  const bool isRecorded = !gathered.empty() &&
                          device.record([this](Stream to) { return enqueue(to); }, recording) &&
                          recording;
  if (!isRecorded)
    return flush();
  Status status = begin();
  return status ? recording->run(stream) : status;
}

Status GatheredLaunches::begin() {
  if (hasBegun)
    return {};
  hasBegun = true;
  return start();
}

Status GatheredLaunches::enqueue(Stream to) const {
  for (const RecordedLaunch &each : gathered)
    if (Status status = each.enqueue(device, to); !status)
      return status;
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
