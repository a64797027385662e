/// \file `stencilc run --target=interpreter`: the oracle itself, for small grids.
#pragma once

#include "driver/Drawings.h"
#include "driver/FieldArguments.h"
#include "driver/Pipeline.h"
#include "driver/PointArguments.h"

namespace stencilc::driver {

/// Runs the interpreter with progress from `inits`, writes `outs`, and draws.
int runInterpreter(const Options &options, Pipeline &line, const std::vector<double> &params,
                   const std::vector<std::string> &series, const PointInputs &points,
                   const std::vector<FieldFile> &outs, const std::vector<FieldFile> &inits,
                   Drawings &drawings);

} // namespace stencilc::driver
