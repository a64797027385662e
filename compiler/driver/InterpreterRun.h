/// \file `stencilc run --target=interpreter`: the oracle itself, for small grids.
#pragma once

#include "driver/FieldArguments.h"
#include "driver/Pictures.h"
#include "driver/Pipeline.h"
#include "driver/PointArguments.h"

namespace stencilc::driver {

/// Runs the interpreter with progress from `inits`, writes `outs`, the picture's slices and the
/// picture.
int runInterpreter(const Options &options, Pipeline &line, const std::vector<double> &params,
                   const std::vector<std::string> &series, const PointInputs &points,
                   const std::vector<FieldFile> &outs, const std::vector<FieldFile> &inits,
                   const PictureFiles *picture);

} // namespace stencilc::driver
