/// \file The hash of everything except its source text that a compiled module depends on.
#pragma once

#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Returns a hash of the runtime's headers, the compile command and the version of `compiler`. A
/// compiled module with the same source text and the same hash can be reused.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

} // namespace stencilc::driver
