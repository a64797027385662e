/// \file Domains that go through several devices one after the other.
#pragma once

#include "driver/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Whether --schedule asks for domains that are streamed, so that --devices are those of a chain.
bool isStreamed(const std::string &schedule);

/// What the model expects of 1, 2, ... up to `most` devices that planes go through one after the
/// other: a table, if the plan is of such a schedule.
void explainChain(const Explanation &explanation, const std::string &devices,
                  llvm::raw_ostream &out);

} // namespace stencilc::driver
