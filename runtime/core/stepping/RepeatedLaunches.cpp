/// \file Detects a repeated sequence of launches, records it as a CUDA graph, and enqueues the
/// recording in place of further launches.
#include "runtime/core/stepping/RepeatedLaunches.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// `kMany` is the number of launches that a recording (a CUDA graph) should have, and `kFew` the
/// smallest number for which it saves time. On an H200, an empty kernel takes 0.5 us in a recording
/// and 3.2 us when launched alone. The start of a recording takes a few us.
static constexpr std::size_t kMany = 64, kFew = 8;
/// Number of launches that must be equal to earlier ones before they are recorded as a CUDA graph.
/// To make such a recording takes as long as hundreds of launches.
static constexpr std::size_t kSure = 64;
/// Largest length, in launches, of a repeating sequence of launches that is detected.
static constexpr std::size_t kLongest = 32;

void RepeatedLaunches::beginStep(std::int64_t stepsLeft) {
  if (stepsLeft >= left)
    inRow = stepsLeft;
  left = stepsLeft;
  ofStep = ofThis > 0 ? ofThis : ofStep;
  ofThis = 0;
}

Status RepeatedLaunches::take(const KernelLaunch &launch, Stream to) {
  if (to != stream)
    if (Status status = flush(); !status)
      return status;
  stream = to;
  ++ofThis;
  if (isRefused)
    return device.launch(stream, launch);
  if (!launch.argumentBytes) {
    Status status = flush();
    forget();
    return status ? device.launch(stream, launch) : status;
  }
  return recording ? follow(launch) : watch(launch);
}

Status RepeatedLaunches::flush() {
  const std::size_t count = kept;
  kept = 0;
  return enqueue(count, stream);
}

void RepeatedLaunches::forget() {
  last.clear();
  pattern.clear();
  recording.reset();
  period = repeated = next = kept = missed = 0;
}

Status RepeatedLaunches::enqueue(std::size_t count, Stream to) const {
  for (std::size_t i = 0; i < count; ++i)
    if (Status status = pattern[i % pattern.size()].enqueue(device, to); !status)
      return status;
  return {};
}

Status RepeatedLaunches::watch(const KernelLaunch &launch) {
  if (period && last[last.size() - period].isSame(launch)) {
    ++repeated;
  } else {
    period = repeated = 0;
    for (std::size_t back = 1; !period && back <= last.size(); ++back)
      period = last[last.size() - back].isSame(launch) ? back : 0;
  }
  last.emplace_back(launch);
  if (last.size() > kLongest)
    last.pop_front();
  Status status = device.launch(stream, launch);
  return status && period && repeated >= kSure ? record() : status;
}

Status RepeatedLaunches::record() {
  const std::size_t length = period;
  const std::size_t many = (kMany + length - 1) / length;
  // Consecutive steps may begin in the middle of the period.
  const std::size_t inOneRow = (std::max(launchesOf(inRow), length) - (length - 1)) / length;
  const std::size_t count = std::min(many, inOneRow) * length;
  if (count < kFew)
    return {};
  std::vector<RecordedLaunch> found;
  for (std::size_t i = last.size() - length; i < last.size(); ++i)
    found.push_back(std::move(last[i]));
  forget();
  pattern = std::move(found);
  recorded = count;
  // A driver may be too old to record some kind of launch. All launches are then enqueued one by
  // one.
  const Status status =
      device.record([this](Stream to) { return enqueue(recorded, to); }, recording);
  isRefused = !status || !recording;
  return {};
}

Status RepeatedLaunches::follow(const KernelLaunch &launch) {
  if (!pattern[next].isSame(launch)) {
    if (Status status = flush(); !status)
      return status;
    next = 0;
    if (!pattern[next].isSame(launch))
      return miss(launch);
  }
  const bool isFirst = next == 0, isAlone = kept == 0;
  const bool areEnough = launchesOf(left) + 1 >= recorded + ofThis;
  if (isAlone && isFirst && !areEnough)
    return miss(launch);
  next = (next + 1) % pattern.size();
  if (isAlone && !isFirst) // the start of this period was launched one by one
    return device.launch(stream, launch);
  if (++kept < recorded)
    return {};
  kept = missed = 0;
  return recording->run(stream);
}

Status RepeatedLaunches::miss(const KernelLaunch &launch) {
  if (++missed <= kSure + recorded)
    return device.launch(stream, launch);
  forget();
  return watch(launch);
}

} // namespace stencilc::inline STENCILC_SPACE
