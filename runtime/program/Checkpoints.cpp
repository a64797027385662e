/// \file Writes checkpoints (files from which a run can be resumed), and checks before the run that
/// they can be written.
#include "runtime/program/Checkpoints.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/save/Saves.h"
#include "runtime/parts/state/StateFields.h"
#include "runtime/parts/state/StateFile.h"
#include <algorithm>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace stencilc::inline STENCILC_SPACE {

Status Checkpoints::checkRoom(const Instance &simulation) const {
  const std::string &path = arguments.checkpoint;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  struct statvfs space = {};
  if (statvfs(folder.c_str(), &space) != 0 || space.f_blocks == 0)
    return {};                  // opening the file will report the error
  constexpr double kStates = 3; // the new checkpoint, the last one and the one before
  const double need = kStates * static_cast<double>(stateBytes(simulation));
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

Status Checkpoints::check(const Instance &simulation) const {
  struct stat status = {};
  const std::string &path = arguments.checkpoint;
  if (!areWanted())
    return {};
  StateReader there;
  if (stat(path.c_str(), &status) != 0 || there.open(path, false) ||
      there.error().find("is damaged") != std::string::npos)
    return checkRoom(simulation);
  return Status::invalid(there.error() + "; it would be lost: give --checkpoint another name");
}

Status Checkpoints::begin(const RunPoint &point, std::int64_t) {
  lastTime = secondsNow();
  pacer.begin(point);
  return {};
}

std::int64_t Checkpoints::next(std::int64_t step) const {
  if (!areWanted())
    return kNever;
  const std::int64_t every = arguments.checkpointEvery.steps, first = arguments.stepsBefore();
  const std::int64_t atInterval = every > 0 ? first + nextMultiple(step - first, every) : kNever;
  return std::min(atInterval, std::max(step + 1, pacer.due()));
}

Status Checkpoints::happen(const RunPoint &point) {
  Status status =
      point.step >= pacer.due() ? pacer.reached(point) : point.engine.synchronize(point.stream);
  if (!status)
    return status;
  const Every &every = arguments.checkpointEvery;
  const std::int64_t steps = point.step - arguments.stepsBefore();
  const bool isDue = (every.steps > 0 && steps % every.steps == 0) ||
                     (every.seconds > 0 && secondsNow() - lastTime >= every.seconds) ||
                     arguments.stateAsked;
  return point.engine.fromRoot(isDue) != 0 ? write(state()) : Status();
}

Status Checkpoints::end() {
  if (!areWanted())
    return {};
  RunState now = state();
  return lastStep != now.done ? write(std::move(now)) : Status();
}

Status Checkpoints::write(RunState now) {
  now.first = arguments.stepsBefore();
  arguments.stateAsked = false;
  const double start = secondsNow();
  // A run that is resumed from this checkpoint must find all values that were saved before it.
  Saves *const saves = Saves::find(*instance);
  if (Status status = saves ? saves->drain() : Status(); !status)
    return status;
  if (Status status = writeState(*instance, now.head(program), arguments.checkpoint); !status)
    return status;
  lastTime = secondsNow();
  took += lastTime - start;
  ++count;
  lastStep = now.done;
  return {};
}

void Checkpoints::tell(Summary &summary) const {
  summary.checkpoint = arguments.checkpoint;
  summary.checkpoints = count;
  summary.checkpointStep = lastStep;
  summary.checkpointSeconds = took;
}

} // namespace stencilc::inline STENCILC_SPACE
