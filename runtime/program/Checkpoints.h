/// \file Checkpoints: files with all fields and numbers of a run, written while it continues, from
/// which it can be resumed.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/parts/state/RunState.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Checkpoints of a run, and its division into batches of time steps. A checkpoint is written at
/// the user's interval, after a signal, and at the end. Without --checkpoint, a run is divided only
/// if it must react to signals.
class Checkpoints {
public:
  Checkpoints(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  bool areWanted() const { return !arguments.checkpoint.empty(); }
  /// Checks, before the first time step, that the checkpoint file may be replaced and that its
  /// folder has space for three checkpoints. Fails if the path has another kind of file.
  Status check(const Instance &instance) const;
  /// Starts the clock before the first time step. `before` is the number of time steps done before
  /// this run. `isPaced` divides the run into batches even without checkpoints, so that it can
  /// react to signals.
  void begin(std::int64_t before, bool isPaced);
  /// Returns the number of time steps in the next batch: about 0.2 seconds of work, but at least
  /// `atOnce`, because fewer steps take no less time. A batch does not continue beyond the next
  /// checkpoint. `done` steps are done and `left` remain.
  std::int64_t nextBatch(std::int64_t done, std::int64_t left, std::int64_t atOnce);
  /// Waits for the time steps of a batch. Writes a checkpoint if the interval has passed or a
  /// signal asks for one.
  Status look(Instance &instance, const RunState &state);
  /// Writes a checkpoint after the last time step, unless a checkpoint of that step exists.
  Status end(Instance &instance, const RunState &state);

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
  Status write(Instance &instance, RunState state);
  Status checkRoom(const Instance &instance) const;
  bool stops() const { return areWanted() || paces; }

  const ProgramDescription &program;
  ProgramArguments &arguments;
  std::int64_t batch = 1, from = 0; // steps per batch; steps done before the current batch
  bool paces = false;
  double began = 0, lastTime = 0;
  int count = 0;
  double took = 0;
  std::int64_t lastStep = -1, resumedAt = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
