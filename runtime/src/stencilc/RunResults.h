/// \file The results of a run from the command line: complete before the first has its name.
#pragma once

#include "stencilc/BestPlanes.h"
#include "stencilc/FieldOutputs.h"
#include "stencilc/Frames.h"
#include "stencilc/PointFiles.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// Fields, planes of them, traces, reports and frames. What is saved while the run goes on is
/// RunSaves's, and gets its names together with them.
class RunResults {
public:
  RunResults(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments), taken(program, arguments) {}

  /// Opens the files for a domain of `size` cells; another process than the first writes none.
  Status open(const std::int64_t (&size)[3], bool isFirst);
  /// Writes the planes that are wanted of the state before the first step.
  Status writeStart(Instance &instance);
  Frames &frames() { return taken; }
  /// Writes everything, so that only the names are missing.
  Status write(Instance &instance, Summary &summary);
  /// Gives all results their names, those of saves among them. Signals that ask for the end wait.
  Status commit(Instance &instance, Summary &summary);

private:
  /// Chooses the planes that are asked for as the best; in a constant state only if `isEnd`.
  Status choosePlanes(Instance &instance, bool isEnd);

  const ProgramDescription &program;
  ProgramArguments &arguments; // their planes are chosen
  std::vector<ChosenPlane> planes;
  bool writesTraces = true;
  FieldOutputs fields, starts;
  TraceOutputs traces;
  OutputFile reports;
  Frames taken;
};

} // namespace stencilc::inline STENCILC_SPACE
