/// \file The results of a run from the command line: complete before the first has its name.
#pragma once

#include "stencilc/FieldOutputs.h"
#include "stencilc/Frames.h"
#include "stencilc/PointFiles.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Fields, planes of them, traces, reports and frames. What is saved while the run goes on is
/// RunSaves's, and gets its names together with them.
class RunResults {
public:
  RunResults(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments), taken(program, arguments) {}

  /// Opens the files for a domain of `size` cells; another process than the first writes none.
  Status open(const std::int64_t (&size)[3], bool isFirst);
  /// Writes the planes that are wanted of the state before the first step.
  Status writeStart(const Instance &instance) { return starts.write(instance); }
  Frames &frames() { return taken; }
  /// Writes everything, so that only the names are missing.
  Status write(const Instance &instance, Summary &summary);
  /// Gives all results their names, those of saves among them. Signals that ask for the end wait.
  Status commit(Instance &instance, Summary &summary);

private:
  const ProgramDescription &program;
  const ProgramArguments &arguments;
  bool writesTraces = true;
  FieldOutputs fields, starts;
  TraceOutputs traces;
  OutputFile reports;
  Frames taken;
};

} // namespace stencilc::inline STENCILC_SPACE
