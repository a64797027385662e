/// \file Files to which a run from the command line saves fields.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/parts/save/SavePlan.h"
#include "runtime/program/Arguments.h"
#include "runtime/program/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

class RunSaves {
public:
  RunSaves(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Plans which fields are saved to which files, for a domain of `size` cells. Must be called
  /// before an instance exists. Returns an error for an invalid request.
  Status prepare(const std::int64_t (&size)[3]);
  /// Opens the files for a run of `steps` time steps. If the run was resumed, `summary` has the
  /// number of time steps that earlier runs had done.
  Status start(Instance &instance, const Summary &summary, std::int64_t steps);
  /// Returns the messages for the user that start() has collected.
  const std::vector<std::string> &notes() const { return texts; }
  /// Completes the files after the last step and waits until they are on disk. They keep their
  /// temporary names until commit().
  static Status finish(Instance &instance);
  /// Gives the files their final names, and adds their sizes and times to `summary`.
  static Status commit(Instance &instance, Summary &summary);

private:
  const ProgramDescription &program;
  const ProgramArguments &arguments;
  SavePlan plan;
  std::vector<std::string> texts;
};

} // namespace stencilc::inline STENCILC_SPACE
