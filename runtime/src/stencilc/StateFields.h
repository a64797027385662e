/// \file The fields of a run into the file that it can be resumed from, and back.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/RunState.h"
#include "stencilc/StateFile.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Bytes of the cells of a state: all levels of all fields.
std::uint64_t stateBytes(const Instance &instance);

/// Writes a state with all levels of all fields as they are now, and what receivers have read;
/// waits for the steps before.
Status writeState(Instance &instance, const TierState &head, const std::string &path);

/// The state that a run is resumed from.
class ResumedState {
public:
  /// Opens the file, or the one before it if that is missing or damaged; note() says so then. What
  /// it has of the run goes to arguments and summary; refuses arguments that say otherwise.
  Status open(const ProgramDescription &program, ProgramArguments &arguments, Summary &summary);
  /// Sets all fields, traces, and what the run has reported last.
  Status load(Instance &instance);
  /// For people; empty if there is nothing to say.
  const std::string &note() const { return said; }
  const RunState &state() const { return run; }
  /// Whether a rule has ended the run.
  bool hasEnded() const { return run.numbers.rule >= 0; }
  /// The state after the steps of an instance that went on from here, of `wanted`.
  RunState stateAfter(const Summary &summary, const Instance &instance, std::int64_t wanted) const;

private:
  Status loadTraces(Instance &instance);

  StateReader file;
  RunState run;
  std::string said;
};

} // namespace stencilc::inline STENCILC_SPACE
