/// \file Frames that a run writes at intervals, for movies.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FrameFile.h"
#include "runtime/program/Arguments.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Frames of movies that a run writes: of the initial state, and after each time step whose number
/// is a multiple of --frames-every. The run is divided into batches that end at these steps.
/// Without --frames it is not divided.
class Frames {
public:
  Frames(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Opens a file for each field of --frames, before the first time step. With `writes` false
  /// another process writes the files, and this process only takes part in the copies.
  Status open(const std::int64_t (&size)[3], bool writes = true);
  /// Writes the first frame, of the initial state. `before` time steps were done before this run.
  Status begin(const Instance &instance, std::int64_t before);
  /// Returns the number of time steps until the next frame is due, but at most `batch`. This run
  /// has done `done` steps.
  std::int64_t nextBatch(std::int64_t done, std::int64_t batch) const;
  /// Writes a frame of each movie if one is due after `done` time steps of this run. Waits for
  /// these steps.
  Status look(const Instance &instance, std::int64_t done);
  /// Writes the files of frames to disk under temporary names. commit() then gives them their
  /// names.
  Status finish();
  Status commit();

private:
  Status take(const Instance &instance, std::int64_t step);
  bool isWanted() const { return !arguments.frames.empty(); }

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  /// One file for each entry of arguments.frames. The list is a deque, because files cannot be
  /// moved.
  std::deque<FrameOutput> files;
  std::int64_t first = 0, taken = -1;
};

} // namespace stencilc::inline STENCILC_SPACE
