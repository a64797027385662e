/// \file A hash of everything that a compiled module depends on, except for its source code.
#pragma once

#include "driver/build/Toolchain.h"

namespace stencilc::driver {

/// Returns a hash of the runtime's headers, the compile command and the version of `compiler`. A
/// module that was compiled from the same source code with the same hash can be reused.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

} // namespace stencilc::driver
