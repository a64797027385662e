/// \file The passes of a streamed run whose domain is in files: windows that were read go through
/// the device as often as passes are chained, and are written.
#pragma once

#include "stencilc/stream/StreamPasses.h"

namespace stencilc::inline STENCILC_SPACE {

inline Status StreamRun::planTier(std::uint64_t device, std::uint64_t host,
                                  const StreamLimits &limits) {
  if (const std::string why = TierPlanner::refusal(stream); !why.empty())
    return Status::invalid("this domain cannot rest in files: " + why);
  domain.hasChecksums = false; // what rests, rests in files
  tier = std::make_unique<FileTier>(domain);
  if (Status status = tier->files.open(limits.scratch, limits.resume); !status)
    return status;
  const double bytes = domain.bytesIn() * domain.planes();
  measureDisk(limits.scratch, bytes < double(kLeastMeasured) ? kDirectUnit : kLeastMeasured, disk);
  if (Status status =
          TierPlanner(domain, rates, disk).choose(device, host, tier->choice, limits.steps);
      !status)
    return status;
  choice = tier->choice.pass;
  ringLayout = domain.ringLayout(domain.rows());
  rings = streamRings(choice.shape, domain.uses, ringLayout.unit);
  return {};
}

inline Status StreamRun::allocateTier() {
  hostSize = tier->choice.memory.allocated(tier->choice.shape);
  if (Status status = device.allocateHost(hostSize, hostMemory); !status)
    return status;
  if (Status status = tier->open(hostMemory); !status)
    return status;
  return openQueues();
}

inline Status StreamRun::runTier(std::int64_t steps, const void *uniforms,
                                 const volatile bool *stop, std::int64_t &done) {
  if (steps > 0) {
    if (Status status = tier->files.checkSpace(steps > tier->choice.steps() ? 2 : 1); !status)
      return status;
    if (Status status = tier->prepare(); !status)
      return status;
  }
  while (done < steps && !(stop && *stop)) {
    const TierShape shape = tierShape(steps - done);
    const std::int64_t after = tier->files.stepsDone() + shape.steps();
    Status status = tier->begin(shape, after, done + shape.steps() == steps);
    if (status)
      status = tierPass(shape, uniforms, done);
    if (!status) {
      status = tier->stopThreads(status);
      (void)settle();
      if (status.code() == StatusCode::Invalid && tier->files.stepsDone() > 0 && !tier->isDamaged())
        return Status::invalid(status.message() +
                               format("; the files of step %lld are whole: --resume goes on there",
                                      static_cast<long long>(tier->files.stepsDone())));
      return status;
    }
    done += shape.steps();
  }
  return {};
}

/// The next pass over the files, of at most `steps` steps: passes of equal depth, unless it was
/// asked for.
inline TierShape StreamRun::tierShape(std::int64_t steps) const {
  TierShape shape = tier->choice.shape;
  const std::size_t most = shape.passes.size();
  shape.passes.clear();
  const std::int64_t whole = tier->choice.steps(), parts = (steps + whole - 1) / whole;
  std::int64_t left = stream.depth > 0 ? std::min(steps, whole) : (steps + parts - 1) / parts;
  const StreamPlanner planner(domain, rates);
  while (left > 0 && shape.passes.size() < most) {
    const StreamPass pass = planner.nextPass(choice, rings, left);
    shape.passes.push_back(pass.shape);
    left -= pass.depth;
  }
  return shape;
}

inline Status StreamRun::tierPass(const TierShape &shape, const void *uniforms,
                                  std::int64_t stepsOfRun) {
  const double start = secondsNow();
  std::array<std::int64_t, kStreamQueues> ends = enqueued; // of the round before
  const auto awaitRound = [&](int round) {
    for (int q = 0; q < kStreamQueues; ++q)
      if (ends[q] > 0)
        if (Status status = lanes[q]->await(ends[q] - 1); !status)
          return status;
    tier->computed(round);
    const double share = double(round + 1) / shape.rounds(), took = secondsNow() - start;
    if (progress)
      progress(progressUser, double(stepsOfRun) + share * shape.steps(),
               format("pass %d over the files, round %d of %d, %.3g GB/s from them", passes + 1,
                      round + 1, shape.rounds(),
                      share * shape.planes * domain.bytesIn() / took * 1e-9));
    return Status();
  };
  for (int round = 0; round < shape.rounds(); ++round) {
    if (Status status = tier->awaitRead(round); !status)
      return status;
    for (int pass = 0; pass < static_cast<int>(shape.passes.size()); ++pass)
      if (Status status = tierPart(shape.part(round, pass), uniforms); !status)
        return status;
    if (round > 0)
      if (Status status = awaitRound(round - 1); !status)
        return status;
    ends = enqueued;
  }
  if (Status status = awaitRound(shape.rounds() - 1); !status)
    return status;
  ++passes;
  return tier->finish();
}

inline Status StreamRun::tierPart(const StreamShape &part, const void *uniforms) {
  // So many tasks ahead of the device: its events are numbered.
  constexpr std::int64_t kAhead = 1024;
  const Strip all = Strips{domain.rows()}.strip(0, 0);
  for (const StreamTask &task : tasks->sweep(part, streamRings(part, domain.uses))) {
    if (task.number >= kAhead)
      if (Status status = lanes[task.queue]->await(task.number - kAhead); !status)
        return status;
    if (Status status = enqueue(task, part, all, uniforms); !status)
      return status;
  }
  return {};
}

/// Cells in files follow each other as they do here.
inline Status StreamRun::tierCells(int field, int level, std::int64_t first, std::int64_t count,
                                   unsigned char *cells, bool in) {
  if (Status status = tier->fillFiles(field); !status)
    return status;
  const TierFiles::Source source = tier->files.find(field, -level);
  if (in && !source.isOurs)
    return Status::invalid("'" + source.path + "' holds the field and is not written to");
  if (in)
    tier->files.changed(field, -level);
  const int file = ::open(source.path.c_str(), (in ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  const std::uint64_t size = domain.fields[field].layout.cellBytes;
  std::uint64_t at = source.offset + static_cast<std::uint64_t>(first) * size;
  std::uint64_t left = static_cast<std::uint64_t>(count) * size;
  bool good = file >= 0;
  while (good && left > 0) {
    const ssize_t now = in ? pwrite(file, cells, left, static_cast<off_t>(at))
                           : pread(file, cells, left, static_cast<off_t>(at));
    if (now < 0 && errno == EINTR)
      continue;
    good = now > 0;
    if (!good)
      break;
    cells += now;
    at += static_cast<std::uint64_t>(now);
    left -= static_cast<std::uint64_t>(now);
  }
  const int code = errno;
  if (file >= 0)
    ::close(file);
  return good ? Status()
              : Status::invalid("'" + source.path + "' cannot be " + (in ? "written" : "read") +
                                ": " + std::strerror(code));
}

} // namespace stencilc::inline STENCILC_SPACE
