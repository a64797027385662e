/// \file The predicted speed of out-of-core runs on several devices in sequence.
#pragma once

#include "driver/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns whether `schedule`, the value of --schedule, is the out-of-core schedule. Then the
/// devices of --devices form a chain: each computes some time steps of every chunk.
bool isStreamed(const std::string &schedule);

/// Prints a table of predicted rates for chains of 1, 2, ... devices, up to the number that
/// `devices` names. Prints nothing for other plans than out-of-core ones.
void explainChain(const Explanation &explanation, const std::string &devices,
                  llvm::raw_ostream &out);

} // namespace stencilc::driver
