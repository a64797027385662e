/// \file Frames that a run writes at intervals, for movies.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/FrameFile.h"
#include "stencilc/Instance.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Writes frames of movies during a run: of the initial state, and after each time step whose
/// number is a multiple of --frames-every. It divides the run into batches that end at these steps.
/// Without --frames a run is not divided.
class Frames {
public:
  Frames(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Opens a file for each field, before the first time step. With `writes` false another process
  /// writes the files, and this one only takes part in the copies.
  Status open(const std::int64_t (&size)[3], bool writes = true);
  /// Writes the first frame, of the initial state, which has done `before` time steps.
  Status begin(const Instance &instance, std::int64_t before);
  /// Returns the number of time steps until the next frame is due, but at most `batch`. `done`
  /// steps of this run are done.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const;
  /// Writes a frame if one is due after `done` time steps of this run. Waits for the steps.
  Status look(const Instance &instance, std::int64_t done);
  /// Writes all files to disk under temporary names. commit() then renames them.
  Status finish();
  Status commit();

private:
  Status take(const Instance &instance, std::int64_t step);
  bool isWanted() const { return !arguments.frames.empty(); }

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  /// in the order of arguments.frames; a deque, because files cannot be moved
  std::deque<FrameOutput> files;
  std::int64_t first = 0, taken = -1;
};

} // namespace stencilc::inline STENCILC_SPACE
