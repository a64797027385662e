/// \file Kernels of a streamed run timed before it is planned: launched as the run will launch
/// them, on planes that lie as they will.
#pragma once

#include "stencilc/stream/StreamPasses.h"
#include <iterator>

namespace stencilc::inline STENCILC_SPACE {

inline constexpr int kTrialHeights[] = {8, 32, 128};

/// Times single steps, and fused ones, for some heights of a chunk; what cannot be tried is counted
/// with as the compiler planned it.
inline Status StreamRun::tryKernels(std::uint64_t deviceBytes, const StreamTrial &trial) {
  const double perPlane = domain.planeCells() / stream.updatesPerSecond;
  rates.fused.assume(perPlane * program.fusedSteps(), stream.margin);
  rates.single.assume(perPlane / std::max(1, stream.passes), 0);
  if (!trial.isWanted || (program.uniformBytes > 0 && !trial.uniforms))
    return {};
  // Of programs that fuse steps, few are single.
  constexpr TrialTimes kBriefly = {0.02, 0.005}, kSettled = {0.15, 0.05};
  const bool isFused = program.fusedSteps() > 1;
  Status status = tryKernel(rates.single, 1, isFused ? kBriefly : kSettled, deviceBytes, trial);
  if (status && isFused)
    status = tryKernel(rates.fused, program.fusedSteps(), kSettled, deviceBytes, trial);
  releaseRings();
  return status.code() == StatusCode::OutOfMemory ? Status() : status;
}

/// Rings for the highest chunk of kTrialHeights within `most` bytes, with so many rows of each
/// plane; its height, or 0.
inline int StreamRun::makeTrialRings(StreamShape &shape, int rows, std::uint64_t most) {
  const int far = shape.reach() + shape.margin;
  int highest = 0;
  ringLayout = domain.ringLayout(rows);
  for (const int height : kTrialHeights) {
    shape.chunk = height;
    const std::vector<StreamRing> needed = streamRings(shape, domain.uses, ringLayout.unit);
    std::uint64_t bytes = 0;
    for (const StreamRing &ring : needed)
      bytes += std::uint64_t(ring.planes) *
               ringLayout.pitches[static_cast<std::size_t>(ring.field)].bytes;
    if (shape.shift() + height + 2 * far > shape.planes || bytes > most)
      break;
    highest = height;
    rings = needed;
  }
  return highest;
}

/// Launches one chunk of some levels in the middle of the domain, again and again; of planes that
/// are too large for that, as many rows as let two chunks of different height fit.
inline Status StreamRun::tryKernel(KernelTimes &times, int steps, const TrialTimes &wanted,
                                   std::uint64_t deviceBytes, const StreamTrial &trial) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;
  constexpr double kMostSeconds = 0.1; // for the launches of a height
  constexpr int kLaunches = 3, kFewestRows = 16;
  StreamShape shape;
  shape.planes = domain.planes();
  shape.margin = stream.margin;
  shape.isPipelined = false;
  shape.levels = streamLevels(kLaunches * steps, steps, stream.passes, stream.reach);
  const int begin = shape.shift() + shape.reach() + shape.margin;
  const std::uint64_t most = std::min(deviceBytes, kMostBytes);
  const auto fewest =
      static_cast<int>(std::max<std::int64_t>(kFewestRows, program.minimumExtents[1]));
  int rows = domain.rows();
  releaseRings();
  int highest = makeTrialRings(shape, rows, most);
  const auto hasMorePlanes = [&] {
    return begin + kTrialHeights[1] + shape.reach() + shape.margin <= shape.planes;
  };
  while (mayHaveStrips(domain) && rows / 2 >= fewest &&
         (highest == 0 || (highest == kTrialHeights[0] && hasMorePlanes())))
    highest = makeTrialRings(shape, rows /= 2, most);
  if (highest == 0)
    return {};
  std::unique_ptr<Lane> lane;
  Status status = device.makeLane(false, lane);
  if (status)
    status = allocateRings();
  if (status)
    status = fillRings(trial.parameters, rows);
  const auto launches = [&](int height, double &seconds) {
    return timeLaunches(shape, begin, height, rows, trial.uniforms, *lane, seconds);
  };
  double shortest = 0; // the second time: the first also loads the kernel
  for (int time = 0; status && time < 2; ++time)
    status = launches(kTrialHeights[0], shortest);
  std::vector<std::pair<int, double>> measured;
  for (auto height = std::rbegin(kTrialHeights); status && height != std::rend(kTrialHeights);
       ++height) {
    const double expected = shortest * *height / kTrialHeights[0];
    if (*height > highest || (*height > kTrialHeights[0] && expected > kMostSeconds))
      continue;
    double seconds = 0, total = 0;
    int count = 0;
    for (const double start = secondsNow(); status && secondsNow() - start < wanted.settle;)
      status = launches(*height, seconds);
    for (; status && (count == 0 || total < wanted.measure); total += seconds, ++count)
      status = launches(*height, seconds);
    if (status)
      measured.emplace_back(*height, total / count);
  }
  for (auto at = measured.rbegin(); status && at != measured.rend(); ++at)
    times.measured(at->first, at->second / double(shape.levels.size()) * domain.rows() / rows);
  return status;
}

/// Copies of the domain's middle plane: the power that a chip draws, and with it its clock, depends
/// on the values.
inline Status StreamRun::fillRings(const double *parameters, int rows) {
  const InitialValues initial(program, parameters, device, false);
  int field = -1;
  std::unique_ptr<unsigned char[]> plane;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const std::uint64_t bytes = domain.rowBytes(rings[i].field) * std::uint64_t(rows);
    const std::uint64_t pitch = pitchOf(i), end = ringBytes(i);
    if (rings[i].field != field) {
      field = rings[i].field;
      plane.reset(new (std::nothrow) unsigned char[domain.planeBytes(field)]);
      if (!plane)
        return Status::outOfMemory("no host memory for initial values");
      initial.fillPlanes(field, domain.fields[field], plane.get(), domain.planes() / 2, 1);
    }
    Status status =
        device.copy({memory[i], bytes, bytes}, {plane.get(), bytes, bytes}, {bytes}, nullptr);
    for (std::uint64_t done = pitch; status && done < end; done *= 2) {
      const std::uint64_t more = std::min(done, end - done);
      status =
          device.copy({memory[i] + done, more, more}, {memory[i], more, more}, {more}, nullptr);
    }
    if (status)
      status = device.synchronize(nullptr);
    if (!status)
      return status;
  }
  return {};
}

/// All levels of a chunk of planes from `begin` on; each trails the one before as in a pass.
inline Status StreamRun::timeLaunches(const StreamShape &shape, int begin, int height, int rows,
                                      const void *uniforms, Lane &lane, double &seconds) {
  const std::unique_ptr<Stopwatch> watch = device.makeStopwatch();
  Status status = watch->start(lane.stream());
  for (int i = 0; status && i < static_cast<int>(shape.levels.size()); ++i) {
    StreamTask task;
    task.level = i;
    task.begin = begin - shape.levels[i].shift;
    task.end = task.begin + height;
    status = launch(task, shape, rows, uniforms, lane);
    lane.finish();
  }
  if (status)
    status = watch->stop(lane.stream());
  return status ? watch->seconds(seconds) : status;
}

} // namespace stencilc::inline STENCILC_SPACE
