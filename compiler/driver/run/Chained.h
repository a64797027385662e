/// \file The predicted speed of out-of-core runs whose data pass through several devices one after
/// the other.
#pragma once

#include "driver/explain/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns true if `schedule`, the value of --schedule, is the out-of-core schedule. The devices of
/// --devices then form a chain, in which each device computes some time steps of every chunk of
/// planes.
bool isStreamed(const std::string &schedule);

/// Prints a table of predicted rates of out-of-core runs (domain larger than the device memory)
/// whose data pass through 1, 2, ... devices one after the other. `devices` are those
/// of --devices, and give the largest number. Prints nothing without --devices, or if the plan is
/// not out of core.
void explainChain(const Explanation &explanation, const DeviceChoice &devices,
                  llvm::raw_ostream &out);

} // namespace stencilc::driver
