/// \file `stencilc verify --bundle=DIR`: writes CUDA test cases to a folder that needs only nvcc
/// and a GPU to run.
#pragma once

#include "driver/Pipeline.h"
#include "driver/verify/Cases.h"

namespace stencilc::driver {

/// Adds one program in one precision to a bundle, the folder `options.verify.bundle` of test cases:
/// CUDA code for each applicable schedule, inputs, and the interpreter's results as expected
/// values. The script run.sh of the bundle builds and runs the programs and compares the results.
/// Returns false after a reported error.
bool writeBundle(const Options &options, Pipeline &line, const std::string &precision,
                 const std::vector<VerifyCase> &cases);

} // namespace stencilc::driver
