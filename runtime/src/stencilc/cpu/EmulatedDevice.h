/// \file The CPU device, which programs made with -DSTENCILC_CPU_DEVICE run on.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE {

/// From now on such programs find it (Device.h).
void installEmulatedDevice();

} // namespace stencilc
