/// \file Frames that a run leaves while it goes on, for movies.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/FrameFile.h"
#include "stencilc/Instance.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Says after which whole steps a run has to stop, and takes planes of fields then: of the state
/// that it begins with, and after steps whose number is a multiple of --frames-every. Where none
/// are wanted the run is never stopped.
class Frames {
public:
  Frames(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Opens a file for each field; before the first step. Where another process `writes` them,
  /// cells are asked for alone.
  Status open(const std::int64_t (&size)[3], bool writes = true);
  /// The state that comes next has done `before` steps: the first frame.
  Status begin(const Instance &instance, std::int64_t before);
  /// `batch` steps, or fewer: up to the next that is due behind the `done` ones.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const;
  /// Behind a batch: takes what is due, for which it waits.
  Status look(const Instance &instance, std::int64_t done);
  /// All files are on disk after finish(), and have their names after commit().
  Status finish();
  Status commit();

private:
  Status take(const Instance &instance, std::int64_t step);
  bool isWanted() const { return !arguments.frames.empty(); }

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  std::deque<FrameOutput> files; // as arguments.frames; files cannot be moved
  std::int64_t first = 0, taken = -1;
};

} // namespace stencilc::inline STENCILC_SPACE
