/// \file `stencilc verify --bundle=DIR`: the CUDA cases as a folder that needs only nvcc and a GPU.
#pragma once

#include "driver/Pipeline.h"
#include "driver/verify/Cases.h"

namespace stencilc::driver {

/// Adds one program in one precision to the bundle: every legal CUDA schedule's text, the inputs,
/// and what the interpreter made of them. DIR/run.sh builds, runs and compares.
bool writeBundle(const Options &options, Pipeline &line, const std::string &precision,
                 const std::vector<VerifyCase> &cases);

} // namespace stencilc::driver
