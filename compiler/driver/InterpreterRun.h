/// \file `stencilc run --target=interpreter`: the oracle itself, for small grids.
#pragma once

#include "driver/Pictures.h"
#include "driver/Pipeline.h"
#include "driver/References.h"

namespace stencilc::driver {

/// Runs the interpreter with progress, writes `outs`, the picture's slices and the picture.
int runInterpreter(const Options &options, Pipeline &line, const std::vector<Assignment> &params,
                   const std::vector<Assignment> &outs, const std::vector<std::string> &initFiles,
                   const PictureFiles *picture);

} // namespace stencilc::driver
