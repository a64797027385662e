/// \file The results of a run. All files are complete before the first one is renamed.
#pragma once

#include "stencilc/BestPlanes.h"
#include "stencilc/FieldOutputs.h"
#include "stencilc/Frames.h"
#include "stencilc/PointFiles.h"
#include "stencilc/Summary.h"

namespace stencilc::inline STENCILC_SPACE {

/// The result files of a run: fields, planes, traces, reports and frames. RunSaves handles fields
/// that are saved during the run, whose files are renamed at the same time.
class RunResults {
public:
  RunResults(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments), taken(program, arguments) {}

  /// Opens all files for a grid of `size` cells. With `isFirst` false, another process writes them.
  Status open(const std::int64_t (&size)[3], bool isFirst);
  /// Writes the planes of the initial state that the user wants.
  Status writeStart(Instance &instance);
  Frames &frames() { return taken; }
  /// Writes all result files to disk under temporary names.
  Status write(Instance &instance, Summary &summary);
  /// Renames all result files, including those of saves. Signals that would end the process are
  /// delayed until it is done.
  Status commit(Instance &instance, Summary &summary);

private:
  /// Chooses the planes for which the user wants the best one. If a field is constant, slices are
  /// chosen only with `isEnd`.
  Status choosePlanes(Instance &instance, bool isEnd);

  const ProgramDescription &program;
  ProgramArguments &arguments; // its best planes are set here
  std::vector<ChosenPlane> planes;
  bool writesTraces = true;
  FieldOutputs fields, starts;
  TraceOutputs traces;
  OutputFile reports;
  Frames taken;
};

} // namespace stencilc::inline STENCILC_SPACE
