/// \file Checkpoints: files with all fields and numbers of a run, written while it continues, from
/// which it can be resumed.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/timeline/Pacer.h"
#include "runtime/parts/state/RunState.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Event that writes the checkpoints of a run (files from which the run can be resumed). It happens
/// at the user's interval in time steps. It also happens about every 0.2 seconds, to see whether
/// the interval in seconds has passed or a signal asks for a checkpoint.
class Checkpoints final : public Event {
public:
  Checkpoints(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  bool areWanted() const { return !arguments.checkpoint.empty(); }
  /// Checks, before the first time step, that the checkpoint file may be replaced and that its
  /// folder has space for three checkpoints. Fails if the path has another kind of file.
  Status check(const Instance &instance) const;
  /// Sets the simulation whose checkpoints are written. `stateNow` returns the numbers that a
  /// checkpoint stores beside the fields, such as steps and parameters.
  void writeOf(Instance &simulation, std::function<RunState()> stateNow) {
    instance = &simulation;
    state = std::move(stateNow);
  }
  Status begin(const RunPoint &point, std::int64_t end) override;
  std::int64_t next(std::int64_t step) const override;
  /// Waits until the device has done all time steps up to `point`. Then writes a checkpoint if the
  /// user's interval has passed or a signal asks for one.
  Status happen(const RunPoint &point) override;
  /// Writes a checkpoint after the last time step, unless a checkpoint of that step exists.
  Status end();

  /// Returns text for a message: how to resume a run that ends early. The text is empty if the run
  /// has no checkpoint.
  std::string howToGoOn() const {
    return areWanted() ? "; to continue: the same command with --resume=" + arguments.checkpoint
                       : "";
  }
  /// Stores in `summary` the number of checkpoints, the time step of the last one, and the seconds
  /// spent on them.
  void tell(Summary &summary) const;

private:
  Status write(RunState now);
  Status checkRoom(const Instance &simulation) const;

  const ProgramDescription &program;
  ProgramArguments &arguments;
  Instance *instance = nullptr;
  std::function<RunState()> state;
  Pacer pacer{0.2};
  double lastTime = 0, took = 0; // time of the last checkpoint; seconds spent on all
  int count = 0;
  std::int64_t lastStep = -1; // of the last checkpoint
};

} // namespace stencilc::inline STENCILC_SPACE
