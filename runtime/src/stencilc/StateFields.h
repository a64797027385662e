/// \file The fields of a run into the file that it can be resumed from, and back.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/RunState.h"
#include "stencilc/StateFile.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Writes a state with all levels of all fields as they are now; waits for the steps before.
Status writeState(Instance &instance, const TierState &head, const std::string &path);

/// The state that a run is resumed from.
class ResumedState {
public:
  /// Opens the file, or the one before it if that is missing or damaged; `note` says so then. What
  /// it has of the run goes to arguments and summary; refuses arguments that say otherwise.
  Status open(const ProgramDescription &program, ProgramArguments &arguments, Summary &summary,
              std::string &note);
  /// Sets all fields, and what the run has reported last.
  Status load(Instance &instance);
  const RunState &state() const { return run; }
  /// The state after the steps of an instance that went on from here, of `wanted`.
  RunState stateAfter(const Summary &summary, const Instance &instance, std::int64_t wanted) const;

private:
  StateReader file;
  RunState run;
};

} // namespace stencilc::inline STENCILC_SPACE
