/// \file What a built module depends on beside its own text.
#pragma once

#include "driver/Toolchain.h"

namespace stencilc::driver {

/// A key of the headers that emitted text includes, the options and the compiler.
std::string builderKey(const BuildRequest &request, const std::string &compiler);

} // namespace stencilc::driver
