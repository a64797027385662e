/// \file The name of the host's processor.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// "AMD EPYC 9554", as the system names it; "CPU" where it does not.
std::string processorName();

} // namespace stencilc::inline STENCILC_SPACE
