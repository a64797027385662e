/// \file Checkpoints: the state of a run, written while it continues, from which it can be resumed.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/RunState.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// The checkpoints of a run, and the batches of time steps between them. A checkpoint is written at
/// the interval that the user chose, after a signal, and at the end. Without --checkpoint, a run is
/// divided into batches only if begin() was called with `isPaced`.
class Checkpoints {
public:
  Checkpoints(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  bool areWanted() const { return !arguments.checkpoint.empty(); }
  /// Checks before the first step that the checkpoint file may be replaced, and that its folder has
  /// space for three checkpoints. Fails if the file exists and is no checkpoint.
  Status check(const Instance &instance) const;
  /// Starts the timing before the first step. `before` is the number of time steps done before this
  /// run. `isPaced` divides the run into batches for signals even without checkpoints.
  void begin(std::int64_t before, bool isPaced);
  /// Returns the number of time steps in the next batch: about 0.2 seconds of work, but at most up
  /// to the next checkpoint. `done` steps are done and `left` remain. `atOnce` steps take no longer
  /// than one, so that a batch has no fewer.
  std::int64_t nextBatch(std::int64_t done, std::int64_t left, std::int64_t atOnce);
  /// Waits for the steps of a batch. Then writes a checkpoint if one is due or a signal asks for
  /// it.
  Status look(Instance &instance, const RunState &state);
  /// Writes a checkpoint after the last step, unless that step has one already.
  Status end(Instance &instance, const RunState &state);

  /// Returns the part of a message that says how to resume a run that ends early. It is empty if
  /// the run has no checkpoint.
  std::string howToGoOn() const {
    return areWanted() ? "; to continue: the same command with --resume=" + arguments.checkpoint
                       : "";
  }
  /// Stores the number of checkpoints, the last one's step and the time spent on them in `summary`.
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
