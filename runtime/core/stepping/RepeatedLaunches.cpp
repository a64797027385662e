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
/// Number of launches that must have the kernels of earlier ones, with any arguments, before they
/// are recorded. It is larger than kSure, because launches with the same arguments, whose sequence
/// may be longer, are cheaper and must be found first.
static constexpr std::size_t kSureOfKernels = 2 * kSure;
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
  if (isChanging)
    next = 0;
  return enqueue(count, stream);
}

void RepeatedLaunches::forget() {
  last.clear();
  pattern.clear();
  recording.reset();
  same = alike = {};
  isChanging = false;
  next = kept = missed = 0;
}

Status RepeatedLaunches::enqueue(std::size_t count, Stream to) const {
  for (std::size_t i = 0; i < count; ++i)
    if (Status status = enqueueOne(i, to); !status)
      return status;
  return {};
}

void RepeatedLaunches::extend(Period &period, const KernelLaunch &launch, Matches matches) const {
  if (period.length && (last[last.size() - period.length].*matches)(launch)) {
    ++period.repeated;
    return;
  }
  period = {};
  for (std::size_t back = 1; !period.length && back <= last.size(); ++back)
    period.length = (last[last.size() - back].*matches)(launch) ? back : 0;
}

Status RepeatedLaunches::watch(const KernelLaunch &launch) {
  extend(same, launch, &RecordedLaunch::isSame);
  extend(alike, launch, &RecordedLaunch::isAlike);
  last.emplace_back(launch);
  if (last.size() > kLongest)
    last.pop_front();
  Status status = device.launch(stream, launch);
  if (!status)
    return status;
  if (same.length && same.repeated >= kSure)
    return record(same.length, false);
  const bool changes = canChangeMore && alike.length && alike.repeated >= kSureOfKernels;
  return changes ? record(alike.length, true) : status;
}

Status RepeatedLaunches::record(std::size_t length, bool changes) {
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
  isChanging = changes;
  recorded = count;
  if (changes) {
    for (std::size_t i = 0; i < count; ++i)
      pattern.emplace_back(found[i % length].launch());
    isStale.assign(count, false);
  } else {
    pattern = std::move(found);
  }
  // A driver may be too old to record some kind of launch. All launches are then enqueued one by
  // one.
  const Status status = device.record(
      count, [this](std::size_t i, Stream to) { return enqueueOne(i, to); }, recording);
  isRefused = !status || !recording;
  return {};
}

bool RepeatedLaunches::continues(const KernelLaunch &launch) const {
  return isChanging ? pattern[next].isAlike(launch) : pattern[next].isSame(launch);
}

Status RepeatedLaunches::run() {
  kept = missed = 0;
  if (!isChanging)
    return recording->run(stream);
  for (std::size_t i = 0; i < recorded; ++i) {
    if (!isStale[i])
      continue;
    if (!recording->replace(i, pattern[i].launch())) {
      Status status = enqueue(recorded, stream);
      canChangeMore = false;
      forget();
      return status;
    }
    isStale[i] = false;
  }
  return recording->run(stream);
}

Status RepeatedLaunches::follow(const KernelLaunch &launch) {
  if (!continues(launch)) {
    if (Status status = flush(); !status)
      return status;
    next = 0;
    if (!continues(launch))
      return miss(launch);
  }
  const bool isFirst = next == 0, isAlone = kept == 0;
  const bool areEnough = launchesOf(left) + 1 >= recorded + ofThis;
  if (isAlone && isFirst && !areEnough)
    return miss(launch);
  if (isChanging)
    isStale[next] = pattern[next].takeArguments(launch) || isStale[next];
  next = (next + 1) % pattern.size();
  if (isAlone && !isFirst) // the start of this period was launched one by one
    return device.launch(stream, launch);
  if (++kept < recorded)
    return {};
  return run();
}

Status RepeatedLaunches::miss(const KernelLaunch &launch) {
  if (++missed <= kSure + recorded)
    return device.launch(stream, launch);
  forget();
  return watch(launch);
}

} // namespace stencilc::inline STENCILC_SPACE
