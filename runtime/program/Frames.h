/// \file Frames that a run writes at intervals, for movies.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/FrameFile.h"
#include "runtime/program/Arguments.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Event that writes the frames (pictures) of movies during a run: of the initial state, and after
/// each time step whose number is a multiple of --frames-every.
class Frames final : public Event {
public:
  Frames(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// Opens a file for each movie (option --frames), before the first time step. With `writes`
  /// false, another process writes the files. This process then only sends its cells of each frame
  /// (picture of a movie).
  Status open(const std::int64_t (&size)[3], bool writes = true);
  void takeFrom(const Instance &simulation) { instance = &simulation; }
  /// Writes the first frame of each movie, which shows the initial state.
  Status begin(const RunPoint &point, std::int64_t end) override;
  std::int64_t next(std::int64_t step) const override {
    return isWanted() ? nextMultiple(step, arguments.framesEvery) : kNever;
  }
  std::int64_t interval() const override { return isWanted() ? arguments.framesEvery : kNever; }
  /// Waits until the device has done all time steps up to `point`, and writes a frame of each
  /// movie.
  Status happen(const RunPoint &point) override;
  /// Writes the files of frames to disk under temporary names. commit() then gives them their
  /// names.
  Status finish();
  Status commit();

private:
  bool isWanted() const { return !arguments.frames.empty(); }

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  /// Files of movies, one for each entry of arguments.frames. The list is a deque, because
  /// FrameOutput objects cannot be moved.
  std::deque<FrameOutput> files;
  const Instance *instance = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
