/// \file The predicted speed of out-of-core runs on several devices in sequence.
#pragma once

#include "driver/explain/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns whether `schedule`, the value of --schedule, is the out-of-core schedule. Its --devices
/// form a chain: each device computes some time steps of every chunk.
bool isStreamed(const std::string &schedule);

/// Prints a table of predicted rates of out-of-core runs for chains of 1, 2, ... devices.
/// `devices`, the value of --devices, gives the largest number. Prints nothing if the plan is not
/// out of core.
void explainChain(const Explanation &explanation, const std::string &devices,
                  llvm::raw_ostream &out);

} // namespace stencilc::driver
