/// \file What a run from the command line saves.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/Summary.h"
#include "stencilc/save/SavePlan.h"

namespace stencilc::inline STENCILC_SPACE {

class RunSaves {
public:
  RunSaves(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Finds what will be saved of a domain of `size` cells; before an instance is made.
  Status prepare(const std::int64_t (&size)[3]);
  /// Steps between two moments at which something is saved; 0: nothing is.
  std::int64_t longestSegment() const { return plan.files.empty() ? 0 : plan.longestSegment(); }
  /// Opens the files, of which `summary` says how far an earlier run came; `steps` follow.
  Status start(Instance &instance, const Summary &summary, std::int64_t steps);
  /// For people, after start().
  const std::vector<std::string> &notes() const { return texts; }
  /// After the last step: the files are whole, and have their names after commit(), which tells of
  /// them.
  static Status finish(Instance &instance);
  static Status commit(Instance &instance, Summary &summary);

private:
  const ProgramDescription &program;
  const ProgramArguments &arguments;
  SavePlan plan;
  std::vector<std::string> texts;
};

} // namespace stencilc::inline STENCILC_SPACE
