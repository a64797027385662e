/// \file `stencilc run --target=interpreter`: the reference execution of a program, for small
/// grids.
#pragma once

#include "driver/Pipeline.h"
#include "driver/run/RunInputs.h"

namespace stencilc::driver {

/// Runs the program in the interpreter from the files of `inputs`, prints reports and progress,
/// writes the results, and makes the drawings. Returns the exit code.
int runInterpreter(const Options &options, Pipeline &line, RunInputs &inputs);

} // namespace stencilc::driver
