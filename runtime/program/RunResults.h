/// \file The results of a run. All files are complete before the first one is renamed.
#pragma once

#include "runtime/parts/points/PointFiles.h"
#include "runtime/program/Frames.h"
#include "runtime/program/Summary.h"
#include "runtime/program/files/BestPlanes.h"
#include "runtime/program/files/FieldOutputs.h"

namespace stencilc::inline STENCILC_SPACE {

/// Result files of a run: fields, planes, traces (values of receivers over time), reports and
/// frames. RunSaves handles the files that are written during the run. commit() gives the files of
/// both classes their final names.
class RunResults {
public:
  RunResults(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), arguments(arguments), taken(program, arguments) {}

  /// Opens all result files for a domain of `size` cells along each axis. With `isFirst` false,
  /// another process of the run writes the files.
  Status open(const std::int64_t (&size)[3], bool isFirst);
  /// Writes the planes of the initial state that the user has asked for.
  Status writeStart(Instance &instance);
  Frames &frames() { return taken; }
  /// Writes all result files to disk under temporary names.
  Status write(Instance &instance, Summary &summary);
  /// Gives all result files their final names, including files that were written during the run.
  /// Signals that would end the process are delayed until all files are renamed.
  Status commit(Instance &instance, Summary &summary);

private:
  /// Chooses the planes whose values vary most, where the user asks for the best plane. If a field
  /// has the same value everywhere, pictures of it get a plane only with `isEnd`, after the last
  /// time step.
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
