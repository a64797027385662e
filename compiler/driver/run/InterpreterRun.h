/// \file `stencilc run --target=interpreter`: the reference execution of a program, for small
/// grids.
#pragma once

#include "driver/Pipeline.h"
#include "driver/draw/Drawings.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/PointArguments.h"

namespace stencilc::driver {

/// Runs the program in the interpreter from the files `inits`, prints reports and progress, writes
/// the files `outs`, and makes the drawings. Returns the exit code.
int runInterpreter(const Options &options, Pipeline &line, const std::vector<double> &params,
                   const std::vector<std::string> &series, const PointInputs &points,
                   const std::vector<FieldFile> &outs, const std::vector<FieldFile> &inits,
                   Drawings &drawings);

} // namespace stencilc::driver
