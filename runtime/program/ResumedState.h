/// \file The checkpoint from which the command line resumes a run.
#pragma once

#include "runtime/parts/state/StateFields.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Checkpoint from which a run is resumed: a file with all fields and numbers of an earlier run.
class ResumedState {
public:
  /// Opens the checkpoint file, or the previous checkpoint if the file is missing or damaged. In
  /// that case note() returns a message. Copies the checkpoint's parameters, size and steps to
  /// `arguments` and `summary`. Fails if `arguments` contradicts the checkpoint.
  Status open(const ProgramDescription &program, ProgramArguments &arguments, Summary &summary);
  /// Restores all fields, traces (values of receivers over time) and the last reports of the
  /// simulation.
  Status load(Instance &instance) { return readState(file, run, instance); }
  /// Returns a note for the user about the checkpoint that was opened, or an empty text.
  const std::string &note() const { return said; }
  const RunState &state() const { return run; }
  /// Returns true if a stopping rule (`until` statement) had ended the run before the checkpoint
  /// was written.
  bool hasEnded() const { return run.numbers.rule >= 0; }
  /// Returns the numbers (such as steps, parameters and reports) for a checkpoint after the time
  /// steps that `instance` has done. `wanted` is the number of time steps that this run is to do,
  /// without those that had been done when it was resumed.
  RunState stateAfter(const Summary &summary, const Instance &instance, std::int64_t wanted) const;

private:
  StateReader file;
  RunState run;
  std::string said;
};

} // namespace stencilc::inline STENCILC_SPACE
