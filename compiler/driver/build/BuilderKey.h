/// \file A hash of everything that a compiled module depends on, except for its source code.
#pragma once

#include "driver/build/Toolchain.h"

namespace stencilc::driver {

/// Returns a hash of the runtime's headers, the compile command and the version of `compiler`. If
/// source code and hash are unchanged, a module (built program) of an earlier compilation can be
/// used.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

} // namespace stencilc::driver
