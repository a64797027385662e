/// \file Writes the frames of movies when the interpreter runs a program.
#pragma once

#include "driver/draw/Drawings.h"
#include "runtime/files/FrameFile.h"
#include <deque>

namespace stencilc::driver {

/// Writes the frames of movies during an interpreter run, with the same values as compiled programs
/// (runtime/program/Frames.h). All functions return false after a reported error.
class InterpretedFrames {
public:
  /// Opens the files of frames, one for each movie in `drawings`, and writes `state`, from before
  /// the first time step, as the first frame. Returns false after a reported error.
  bool begin(const Drawings &drawings, const ir::Program &program, const ir::State &state,
             Diagnostics &diags);
  /// Writes a frame of each movie if the number of time steps done is a multiple of the interval of
  /// movies. Returns false after a reported error.
  bool look(const Drawings &drawings, const ir::Program &program, const ir::State &state,
            Diagnostics &diags);
  /// Completes and closes all files of frames (pictures of movies). Returns false after a reported
  /// error.
  bool finish(Diagnostics &diags);

private:
  bool take(const Drawings &drawings, const ir::Program &program, const ir::State &state,
            Diagnostics &diags);
  static bool fail(const FrameOutput &file, Diagnostics &diags);

  std::deque<FrameOutput> files; // a deque: files cannot be moved
};

} // namespace stencilc::driver
