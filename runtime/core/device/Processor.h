/// \file Finds the name of the host's processor.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the processor's name from the system, such as "AMD EPYC 9554", or "CPU" if it is not
/// known.
std::string processorName();

} // namespace stencilc::inline STENCILC_SPACE
