/// \file States of a run that are written while it goes on, so that it can be resumed.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/RunState.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Says when a run has to stop, after a whole step, and writes its state then: when it is due, when
/// a signal asks for it, and at the end. Where none are wanted the run is stopped only if it has to
/// be paced.
class Checkpoints {
public:
  Checkpoints(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  bool areWanted() const { return !arguments.checkpoint.empty(); }
  /// Whether the file can be written, and its folder has room for all states that there will be at
  /// once; before the first step.
  Status check(const Instance &instance) const;
  /// The first step comes next; the state that it starts from has done `before` steps already.
  /// `isPaced`: the run is to look for signals as often as if states were wanted.
  void begin(std::int64_t before, bool isPaced);
  /// Steps before the next look, of `left` behind the `done` ones: about a fifth of a second's
  /// worth, up to the next that is due. `atOnce` take no longer than one.
  std::int64_t nextBatch(std::int64_t done, std::int64_t left, std::int64_t atOnce);
  /// Behind a batch, whose steps it waits for: writes the state if it is due.
  Status look(Instance &instance, const RunState &state);
  /// Behind the last step: writes the state, unless that is done.
  Status end(Instance &instance, const RunState &state);

  /// For people, of a run that is ending early; empty if its state is not kept.
  std::string howToGoOn() const {
    return areWanted() ? "; to go on: the same command with --resume=" + arguments.checkpoint : "";
  }
  /// How often, when and how long it was written.
  void tell(Summary &summary) const;

private:
  Status write(Instance &instance, RunState state);
  Status checkRoom(const Instance &instance) const;
  bool stops() const { return areWanted() || paces; }

  const ProgramDescription &program;
  ProgramArguments &arguments;
  std::int64_t batch = 1, from = 0; // steps done before the batch under way
  bool paces = false;
  double began = 0, lastTime = 0;
  int count = 0;
  double took = 0;
  std::int64_t lastStep = -1, resumedAt = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
