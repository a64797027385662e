/// \file Decides when checkpoints are written, and writes them.
#include "runtime/program/Checkpoints.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/state/StateFields.h"
#include "runtime/parts/state/StateFile.h"
#include <algorithm>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace stencilc::inline STENCILC_SPACE {

Status Checkpoints::checkRoom(const Instance &instance) const {
  const std::string &path = arguments.checkpoint;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  struct statvfs space = {};
  if (statvfs(folder.c_str(), &space) != 0 || space.f_blocks == 0)
    return {};                  // opening the file will report the error
  constexpr double kStates = 3; // the new checkpoint, the last one and the one before
  const double need = kStates * static_cast<double>(stateBytes(instance));
  double have = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize);
  struct stat status = {};
  for (const std::string &there : {path, earlierState(path)})
    if (stat(there.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      have += static_cast<double>(status.st_size); // will be replaced
  if (have >= need)
    return {};
  return Status::invalid("'" + path + "': not enough space: three states need " +
                         formatBytes(need) +
                         " (one that is written and two that are stored), have " +
                         formatBytes(have) + "; free some or write elsewhere");
}

Status Checkpoints::check(const Instance &instance) const {
  struct stat status = {};
  const std::string &path = arguments.checkpoint;
  if (!areWanted())
    return {};
  StateReader there;
  if (stat(path.c_str(), &status) != 0 || there.open(path, false) ||
      there.error().find("is damaged") != std::string::npos)
    return checkRoom(instance);
  return Status::invalid(there.error() + "; it would be lost: give --checkpoint another name");
}

void Checkpoints::begin(std::int64_t before, bool isPaced) {
  constexpr std::int64_t kAtOnce = 96; // short runs are not divided only to look for signals
  lastTime = secondsNow();
  resumedAt = before;
  paces = isPaced;
  batch = areWanted() ? 1 : kAtOnce;
}

std::int64_t Checkpoints::nextBatch(std::int64_t done, std::int64_t left, std::int64_t atOnce) {
  if (!stops())
    return left;
  // A multiple of most numbers of fused steps, so that a batch has no remainder steps.
  constexpr std::int64_t kTogether = 12;
  began = secondsNow();
  from = resumedAt + done;
  std::int64_t asked = std::max(batch, atOnce);
  if (asked > kTogether)
    asked -= asked % kTogether;
  if (const std::int64_t every = arguments.checkpointEvery.steps; every > 0)
    asked = std::min(asked, every - from % every);
  return std::min(asked, left);
}

Status Checkpoints::look(Instance &instance, const RunState &state) {
  if (!stops())
    return {};
  if (const int code = instance.synchronize())
    return statusOf(instance, code);
  // Seconds of a batch; largest growth from one batch to the next.
  constexpr double kBatch = 0.2, kFaster = 8;
  const double now = secondsNow();
  const double wanted = double(state.done - from) * kBatch / std::max(now - began, 1e-9);
  batch = std::max<std::int64_t>(1, std::int64_t(std::min(wanted, kFaster * double(batch))));
  if (!areWanted())
    return {};
  const Every &every = arguments.checkpointEvery;
  const bool isDue = (every.steps > 0 && state.done % every.steps == 0) ||
                     (every.seconds > 0 && now - lastTime >= every.seconds) || arguments.stateAsked;
  return instance.itsEngine().fromRoot(isDue) != 0 ? write(instance, state) : Status();
}

Status Checkpoints::end(Instance &instance, const RunState &state) {
  return areWanted() && lastStep != state.done ? write(instance, state) : Status();
}

Status Checkpoints::write(Instance &instance, RunState state) {
  state.first = arguments.firstStep;
  arguments.stateAsked = false;
  const double start = secondsNow();
  // A run that is resumed from this checkpoint must find all values that were saved before it.
  if (Status status = instance.itsSaves().drain(); !status)
    return status;
  if (Status status = writeState(instance, state.head(program), arguments.checkpoint); !status)
    return status;
  lastTime = secondsNow();
  took += lastTime - start;
  ++count;
  lastStep = state.done;
  return {};
}

void Checkpoints::tell(Summary &summary) const {
  summary.checkpoint = arguments.checkpoint;
  summary.checkpoints = count;
  summary.checkpointStep = lastStep;
  summary.checkpointSeconds = took;
}

} // namespace stencilc::inline STENCILC_SPACE
