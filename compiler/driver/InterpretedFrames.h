/// \file Frames of movies that a run of the interpreter leaves.
#pragma once

#include "driver/Drawings.h"
#include "stencilc/FrameFile.h"
#include <deque>

namespace stencilc::driver {

/// Takes the frames that a program takes (stencilc/Frames.h), of the same values. False after a
/// report.
class InterpretedFrames {
public:
  /// The state before the first step is the first frame.
  bool begin(const Drawings &drawings, const ir::Program &program, const ir::State &state,
             Diagnostics &diags);
  /// Behind a step.
  bool look(const Drawings &drawings, const ir::Program &program, const ir::State &state,
            Diagnostics &diags);
  bool finish(Diagnostics &diags);

private:
  bool take(const Drawings &drawings, const ir::Program &program, const ir::State &state,
            Diagnostics &diags);
  static bool fail(const FrameOutput &file, Diagnostics &diags);

  std::deque<FrameOutput> files; // a deque: files cannot be moved
};

} // namespace stencilc::driver
